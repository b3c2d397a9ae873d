"""The small formats: files of 99 deals read whole and written, DUP streamed, DLM decoded.

Deals are dealt at random, each with its hands alone (RBN, which is only read, with an auction too);
files are in memory. Processor time, the best of several rounds. The peer of DLM's letters and of
DUP is a plain loop that checks nothing.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator

import overtrick
from bench.measuring import ROOT, Given, Row, best, by_turns
from overtrick import Board, BoardSet, Card, Deal, Field, Hand
from overtrick_dlm.letters import ALPHABET, decode_letters, encode_letters

FORMATS = ("dup", "bri", "dge", "csv", "hrf", "rbn", "ber", "bhg", "rzd")
PER_FILE = 99  # a DUP file holds no more
DUP_RECORD = 156


def random_deals(count: int) -> list[Deal]:
    chance, pack, deals = random.Random(1), list(range(52)), []
    for _ in range(count):
        chance.shuffle(pack)
        deals.append(Deal.from_masks(*(sum(1 << card for card in pack[at::4]) for at in range(4))))
    return deals


def written(boards: BoardSet, name: str) -> bytes:
    sink = io.BytesIO()
    overtrick.dump(boards, sink, format=name)
    return sink.getvalue()


def rbn_file(boards: BoardSet) -> bytes:
    """Return the boards as RBN, for which there is no writer."""
    lines = []
    for board in boards:
        hands = board.deal.hands
        west, north, east = (hands[3].text, hands[0].text, hands[1].text)
        lines += (f"B {board.number}", f"H W:{west}:{north}:{east}:", "A NZ:1N2C:X2HP4H:XA",
                  "C 4HX:S", "R 9", "")  # fmt: skip
    return "\n".join(lines).encode()


def plain_letters(letters: bytes) -> tuple[int, ...]:
    """Decode DLM's letters as a loop does that was written without thought for speed."""
    masks = [0, 0, 0, 0]
    for place, letter in enumerate(letters):
        value = letter - ALPHABET[0]
        masks[value >> 2] |= 1 << (51 - 2 * place)
        masks[value & 3] |= 1 << (50 - 2 * place)
    return tuple(masks)


def plain_dup(data: bytes) -> int:
    """Read DUP's card numbers one by one, and leave its sorted hands unread."""
    deals = []
    for at in range(0, len(data), DUP_RECORD):
        hands = [
            Hand.of(Card(52 - int(data[card : card + 2])) for card in range(hand, hand + 26, 2))
            for hand in range(at, at + 78, 26)
        ]
        deals.append(Deal((*hands, Hand())).completed())
    return len(deals)


def streamed(data: bytes, wants: set[Field] | None) -> Callable[[], int]:
    def work() -> int:
        with overtrick.open_boards(data, format="dup", wants=wants) as boards:
            return sum(1 for _ in boards)

    return work


def rows(given: Given) -> Iterator[Row]:
    """Measure each format, then DUP streamed and DLM's letters."""
    rounds, files = given.times(7), 1 if given.is_quick else 10
    deals = random_deals(PER_FILE)
    boards = BoardSet(boards=tuple(Board(number=n, deal=deal) for n, deal in enumerate(deals, 1)))
    writers = {spec.name for spec in overtrick.formats() if spec.writer is not None}
    count = files * PER_FILE
    for name in FORMATS:
        data = written(boards, name) if name in writers else rbn_file(boards)
        if len(overtrick.loads(data, format=name)) != PER_FILE:
            raise SystemExit(f"{name} does not give back its {PER_FILE} boards")

        def read(data: bytes = data, name: str = name) -> None:
            for _ in range(files):
                overtrick.loads(data, format=name)

        def write(name: str = name) -> None:
            for _ in range(files):
                written(boards, name)

        yield Row(f"{name.upper()}, read", count / best(read, rounds), "boards/s")
        if name in writers:
            yield Row(f"{name.upper()}, written", count / best(write, rounds), "boards/s")
    yield from dup_rows(written(boards, "dup") * (5 if given.is_quick else 200), rounds)
    yield from dlm_rows(random_deals(500 if given.is_quick else 20_000), rounds)


def dup_rows(data: bytes, rounds: int) -> Iterator[Row]:
    """Measure DUP streamed from one long file."""
    works = {
        "DUP, streamed, number and deal": streamed(data, {Field.NUMBER, Field.DEAL}),
        "DUP, streamed, everything": streamed(data, None),
        "a plain loop": lambda: plain_dup(data),
    }
    count = len(data) // DUP_RECORD
    rates = {what: count / seconds for what, seconds in by_turns(works, rounds).items()}
    peer = rates.pop("a plain loop")
    for what, rate in rates.items():
        yield Row(what, rate, "boards/s", peer)


def dlm_rows(deals: list[Deal], rounds: int) -> Iterator[Row]:
    """Measure DLM's letters, and a file of 99 boards that is read and checked."""
    letters = [encode_letters(deal) for deal in deals]
    if any(decode_letters(text) != plain_letters(text) for text in letters[:500]):
        raise SystemExit("letters are decoded in two ways")
    works = {
        "ours": lambda: [decode_letters(text) for text in letters],
        "loop": lambda: [plain_letters(text) for text in letters],
    }
    rates = {what: len(letters) / seconds for what, seconds in by_turns(works, rounds).items()}
    yield Row("DLM, letters to hands", rates["ours"], "boards/s", rates["loop"])
    data = (ROOT / "examples" / "club-evening.dlm").read_bytes()
    seconds = best(lambda: overtrick.read(data, options={"all_boards": True}), 10 * rounds)
    yield Row("DLM, a file of 99 boards", seconds * 1000, "ms", floor=2)
