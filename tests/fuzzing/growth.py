"""How the cost grows with the length, for each construct of every format and language.

Constructs are taken from the format's own seeds: each byte and token that is unlike the others,
each line, each whole file, repeated at the beginning of a file and behind a sound beginning. For
PBN there are those of its tests (`pbn_hostile.py`) too, once as import, once as export format;
conditions and scripts have theirs here. A construct is read, checked and fixed at each length.

What grows as the length takes ten times as long for ten times as much. A construct is told as
growing faster where it takes more than `STEEP` times that and more than `FREE` seconds, so that
what is done once and what the clock cannot tell do not count; each such one is measured again.
"""

from __future__ import annotations

import collections
import contextlib
import importlib
import io
import itertools
import re
import signal
import sys
import time

from fuzzing import seeds
from fuzzing.others import others
from fuzzing.running import Late, _stop
from overtrick.findings.errors import OvertrickError
from overtrick.framework.contexts.read import ReadContext
from overtrick.framework.guard import resolve
from overtrick.framework.manager import default_manager
from overtrick.framework.options import make_options
from overtrick.framework.spec.capabilities import FixerSpec

STEEP = 2.5
FREE = 0.05
SECONDS_A_MEGABYTE = 20.0
"""Longer than this no construct may take; what is refused early takes next to nothing."""

_MOST = 40
_TOKEN = re.compile(rb"[A-Za-z]+|\d+|\s|[^A-Za-z0-9\s]")

CONDITIONS = {
    "brackets": lambda n: "(" * (n // 2 - 2) + "made" + ")" * (n // 2 - 2),
    "brackets left open": lambda n: "(" * n,
    "not": lambda n: "not " * (n // 4 - 1) + "made",
    "minus": lambda n: "-" * (n - 6) + "1 > 0",
    "a sum": lambda n: "1+" * (n // 2 - 3) + "1 > 0",
    "or": lambda n: "made or " * (n // 8 - 1) + "made",
    "someone": lambda n: "someone(" + "hcp>1 or " * (n // 9 - 2) + "hcp>2)",
    "a row of comparisons": lambda n: "north.hcp > " * (n // 12 - 1) + "1",
    "ranges": lambda n: "north.hcp in (" + "1..2," * (n // 5 - 4) + "3)",
    "shapes": lambda n: "shape(north, " + "5xx3+" * (n // 5 - 4) + "5xx3)",
    "shapes joined and met": lambda n: "shape(north, " + "any xxxx&" * (n // 9 - 3) + "xxxx)",
    "functions": lambda n: "partner(" * (n // 9 - 1) + "dealer" + ")" * (n // 9 - 1),
    "points": lambda n: "north" + ".spades" * (n // 7 - 1),
    "quotes": lambda n: '"' * n,
    "a long word": lambda n: "n" * n,
    "digits": lambda n: "1" * n,
    "blanks": lambda n: " " * n,
}
CONDITION_LENGTHS = (500, 1000, 2000, 4000)
"""The language refuses what is longer."""

Row = collections.namedtuple("Row", "what work seconds")


def shape_of(piece):
    """Return what pieces that differ in letters and digits alone have in common."""
    found = re.sub(rb"[A-Z]+", b"A", re.sub(rb"[a-z]+", b"a", piece))
    return re.sub(rb"\d+", b"0", found)


def constructs(samples):
    """Yield the constructs of some files: a name, what stands before, and what is repeated."""
    sound = min((sample for sample in samples if len(sample) > 200), key=len, default=b"")
    found = {}
    for sample in samples[:200]:
        pieces = [*sample.splitlines(keepends=True)[:40], *_TOKEN.findall(sample[:600])]
        for piece in pieces:
            if 0 < len(piece) < 400:
                found.setdefault(shape_of(piece), piece)
    chosen = sorted(found.values(), key=lambda piece: (len(piece) > 40, shape_of(piece)))
    step = max(1, len(chosen) // _MOST)
    for piece in [*chosen[::step], b"\0", b"\x1a", b"\r", b"\n", b" ", b"\xff", "é".encode()]:
        shown = piece[:24]
        yield f"{shown!r}", b"", piece
        yield f"{shown!r} behind boards", sound, piece
    for sample in samples[:: max(1, len(samples) // 8)]:
        yield f"whole files, {sample[:16]!r}...", b"", sample


def pbn_constructs():
    """Yield the constructs of PBN that its tests know."""
    sys.path.insert(0, str(seeds.ROOT / "plugins" / "pbn" / "tests"))
    hostile = importlib.import_module("pbn_hostile")
    for top, kind in (("% PBN 2.1\n", ""), ("% PBN 2.1\n% EXPORT\n", ", export")):
        for name, (start, piece) in hostile.CONSTRUCTS.items():
            yield f"{name}{kind}", (top + start).encode(), piece.encode()


def made(start, piece, size):
    """Return so many bytes; `{n}` in a piece is the number of the repetition."""
    times = max(1, (size - len(start)) // max(1, len(piece)) + 1)
    if b"{n}" in piece:
        pieces = (piece.replace(b"{n}", b"%d" % number) for number in range(times))
        return (start + b"".join(pieces))[:size]
    return (start + piece * times)[:size]


def work_on(spec, work, data):
    """Read, check or fix a file."""
    context = ReadContext(
        spec,
        errors="collect",
        checking=work == "check",
        options=make_options(spec.name, spec.read_options, None),
    )
    with contextlib.suppress(OvertrickError):
        if work == "fix":
            fix = resolve(spec.capability(FixerSpec).fixer)
            found = fix(io.BytesIO(data), io.BytesIO(), context)
        else:
            found = resolve(spec.reader)(io.BytesIO(data), context)
        collections.deque(found, maxlen=0)


def taken(do, limit):
    """Return the seconds of processor time that something takes, at most the limit."""
    begun = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, limit)
    try:
        do()
    except Late:
        return limit
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return time.process_time() - begun


def is_steep(seconds, sizes):
    """Tell whether the cost grew faster than the length at any step, or is too great at the end."""
    for (before, after), (small, large) in zip(
        itertools.pairwise(seconds), itertools.pairwise(sizes), strict=True
    ):
        if after > FREE and after > STEEP * (large / small) * max(before, FREE * small / large):
            return True
    return seconds[-1] >= SECONDS_A_MEGABYTE * max(sizes[-1], 100_000) / 1e6


def probe(do, sizes):
    """Return the seconds for each length; what looks steep is measured again."""
    best = None
    for _ in range(2):
        seconds = [taken(lambda size=size: do(size), 30.0) for size in sizes]
        best = seconds if best is None else list(map(min, best, seconds))
        if not is_steep(best, sizes):
            break
    return best


class Probes:
    """Probes of one format or language, told in one table.

    Args:
        sizes: the lengths, in bytes.
        most: of how many constructs the greatest length is tried: those that took longest at
            the length before.
    """

    def __init__(self, sizes, most):
        self.sizes, self.most = sizes, most

    def tell(self, name, jobs):
        """Measure jobs (what, work, and a function of a length); print them; count the steep."""
        first = self.sizes if len(self.sizes) < 3 else self.sizes[:-1]
        rows = [(Row(what, work, probe(do, first)), do) for what, work, do in jobs]
        rows.sort(key=lambda row: row[0].seconds[-1], reverse=True)
        whole = []
        if first is not self.sizes:
            for row, do in rows[: self.most]:
                whole.append(Row(row.what, row.work, probe(do, self.sizes)))
            whole.sort(key=lambda row: row.seconds[-1], reverse=True)
        worst = whole[0] if whole else rows[0][0]
        print(f"{name:15} {len(rows):6,} {len(whole):6,}  {shown(worst)}", flush=True)
        steep = [row for row, _ in rows if is_steep(row.seconds, first)]
        steep += [row for row in whole if is_steep(row.seconds, self.sizes)]
        for row in steep:
            print(f"{'':15} {'STEEP':>13}  {shown(row)}", flush=True)
        return len(steep)


def grow(kilobytes, only, most, share):
    """Measure every construct of every format and print the table; return whether any is steep."""
    signal.signal(signal.SIGVTALRM, _stop)
    manager = default_manager()
    words = only.split(",") if only else [""]
    probes = Probes([size * 1000 for size in kilobytes], most)
    lengths = ", ".join(f"{size:,}" for size in kilobytes)
    print(f"{'':15} {'probes':>6} {'to end':>6}  the slowest, at {lengths} kB")
    steep = 0
    for spec in manager.formats().values():
        if spec.reader is not None and any(word in spec.name for word in words):
            steep += probes.tell(spec.name, list(jobs_of(manager, spec))[::share])
    for target in others(manager):
        if target.has_growth and any(word in target.name for word in words):
            found = [
                (name, "take", lambda size, a=start, b=piece, t=target: t.run(made(a, b, size)))
                for name, start, piece in constructs(target.seeds())
            ]
            steep += probes.tell(target.name, found[::share])
    if any(word in "conditions" for word in words):
        steep += grow_conditions()
    print(f"{steep} constructs cost more than their length" if steep else "all linear")
    return int(bool(steep))


def jobs_of(manager, spec):
    """Yield what is done with the constructs of a format."""
    found = list(constructs(seeds.of_format(manager, spec)))
    if spec.name == "pbn":
        found += pbn_constructs()
    for name, start, piece in found:
        for work in ("read", "check", "fix") if spec.capability(FixerSpec) else ("read", "check"):
            yield (
                name,
                work,
                lambda size, a=start, b=piece, w=work: work_on(spec, w, made(a, b, size)),
            )


def shown(row):
    """Return a row in words."""
    times = "  ".join(f"{seconds:7.3f}" for seconds in row.seconds)
    return f"{times} s  {row.work} {row.what}"


def grow_conditions():
    """Measure conditions, which are no file and have a greatest length."""
    from overtrick_hands import ConditionError, compile_condition

    def do(make, size):
        with contextlib.suppress(ConditionError):  # most are wrong: it is the time that counts
            str(compile_condition(make(size)))

    compile_condition("made")  # the parser is made once
    jobs = [
        (name, "compile", lambda size, m=make: do(m, size)) for name, make in CONDITIONS.items()
    ]
    return Probes(CONDITION_LENGTHS, len(jobs)).tell("conditions", jobs)
