"""Mutate DUP, BRI, DGE and HRF files and see that nothing but boards and typed errors comes out.

    python bench/fuzz_dup.py [COUNT] [SEED]

Each mutant is sniffed and read in both modes. In `collect` mode every board has a whole deal or
none, every finding lies inside the file, and there are errors if and only if `raise` mode ends in
one.
Prints for each kind how many mutants were read clean, with warnings, and with errors.
"""

from __future__ import annotations

import collections
import contextlib
import io
import random
import sys
import time
from pathlib import Path

import overtrick

DATA = Path(__file__).resolve().parents[1] / "plugins" / "dup" / "tests" / "data"
KINDS = ("dup", "bri", "dge", "hrf")
USUAL = b"0123456789AKQJTSHDCYN \0\r\n\x1a\x03\x04\x05\x06"


def samples() -> list[tuple[str, bytes]]:
    """Return whole files of each kind in each layout."""
    found = [(path.suffix[1:], path.read_bytes()) for path in sorted(DATA.glob("*.d*"))]
    found += [("bri", path.read_bytes()) for path in sorted(DATA.glob("*.bri"))]
    boards = overtrick.read(DATA / "mid.dup")
    for kind, options in (
        ("dup", {"layout": "lines"}),
        ("dup", {"trailer": "first"}),
        ("dup", {"blind": "all"}),
        ("bri", {"layout": "bare"}),
        ("bri", {"layout": "lines"}),
        ("dge", {"layout": "bare"}),
        ("dge", {"layout": "lines"}),
        ("hrf", {}),
        ("hrf", {"filler": "nuls"}),
    ):
        sink = io.BytesIO()
        overtrick.write(boards, sink, format=kind, options=options)
        found.append((kind, sink.getvalue()))
    hrf = found[-2][1]
    records = [hrf[at : at + 128].rstrip() for at in range(0, len(hrf), 128)]
    found += [("hrf", end.join(records) + end) for end in (b"", b"\n", b"\r\n")]
    # A few boards are enough, and leave time for more mutants.
    return [(kind, data[: 6 * 156]) for kind, data in found]


def mutate(data: bytes, generator: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(generator.choice((1, 1, 1, 2, 5, 20))):
        place = generator.randrange(len(changed) + 1)
        match generator.randrange(7):
            case 0:
                changed[place : place + 1] = bytes((generator.randrange(256),))
            case 1:
                changed[place : place + 1] = bytes((generator.choice(USUAL),))
            case 2:
                del changed[place : place + generator.randrange(1, 160)]
            case 3:
                changed[place:place] = generator.randbytes(generator.randrange(1, 9))
            case 4:
                del changed[place:]
            case 5:
                other = generator.randrange(len(changed) + 1)
                changed[place:place] = changed[other : other + generator.randrange(1, 160)]
            case _:
                end = place + generator.randrange(1, 30)
                changed[place:end] = bytes(reversed(changed[place:end]))
    return bytes(changed)


def examine(kind: str, data: bytes) -> str:
    with contextlib.suppress(overtrick.DetectionError):
        overtrick.detect(data)
    boards = overtrick.read(data, format=kind, errors="collect", check=True)
    for board in boards:
        assert board.deal is None or board.deal.is_complete
    for item in boards.diagnostics:
        offset = item.location.offset
        assert offset is None or 0 <= offset <= len(data), item
    errors = any(item.is_error for item in boards.diagnostics)
    try:
        strict = overtrick.read(data, format=kind, check=True)
    except overtrick.FormatError:
        assert errors  # no pytest here
        return "errors"
    assert not errors
    assert strict.boards == boards.boards
    return "warnings" if boards.diagnostics else "clean"


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    generator = random.Random(seed)
    files = samples()
    results: dict[str, collections.Counter[str]] = {kind: collections.Counter() for kind in KINDS}
    started = time.perf_counter()
    for number in range(count):
        kind, data = files[number % len(files)]
        mutant = mutate(data, generator)
        try:
            results[kind][examine(kind, mutant)] += 1
        except Exception:
            print(f"mutant {number} of seed {seed} ({kind}): {mutant!r}", file=sys.stderr)
            raise
    for kind, tally in results.items():
        words = ", ".join(f"{name} {tally[name]}" for name in ("clean", "warnings", "errors"))
        print(f"{kind}: {sum(tally.values())} mutants: {words}")
    print(f"{count} mutants in {time.perf_counter() - started:.0f} s, seed {seed}")


if __name__ == "__main__":
    main()
