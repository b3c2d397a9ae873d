"""Every format to every other: what both carry comes through, all else is in the loss report."""

from __future__ import annotations

import io
import re
from pathlib import Path

import attrs
import pytest
from hypothesis import HealthCheck, given, settings

import overtrick
from overtrick import Field, LossKind
from overtrick.plugin import ALL_FIELDS, DEAL_FIELDS, field_value
from overtrick_testing import example_boards
from overtrick_testing.strategies import board_sets

ROOT = Path(__file__).resolve().parents[1]

FORMATS = ("pbn", "dlm", "dup", "bri", "dge", "hrf")

# Files of one run of Big Deal; the program writes lowest board 1 into every DUP, and BRI and DGE
# have no numbers at all.
BIG_DEAL = {"full36": 1, "mid": 5, "blind": 1}
NUMBERED = {"pbn", "dlm"}

# Each example goes through all thirty pairs.
OPTIONS = settings(
    max_examples=max(4, settings().max_examples // 12),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def spec_of(name):
    return next(spec for spec in overtrick.formats() if spec.name == name)


def renumbered_from_one(boards):
    """Return boards 1, 2, 3, with the dealer and vulnerability of these numbers."""
    return overtrick.BoardSet(
        boards=tuple(
            attrs.evolve(
                board,
                number=number,
                dealer=overtrick.Seat.dealer_of(number),
                vulnerability=overtrick.Vulnerability.of_board(number),
            )
            for number, board in enumerate(boards, 1)
        )
    )


def with_small_gaps(boards):
    """Return boards whose numbers leave gaps of eight at most: DLM refuses to fill longer ones."""
    numbers, last = {}, 0
    for number in sorted(board.number for board in boards):
        last = numbers[number] = min(number, last + 9)
    return attrs.evolve(
        boards, boards=tuple(attrs.evolve(board, number=numbers[board.number]) for board in boards)
    )


def file_of(boards, name):
    """Return a file in a format that holds as much of some boards as it can."""
    sink = io.BytesIO()
    overtrick.write(boards, sink, format=name)
    return sink.getvalue()


def converted(data, source, target):
    """Return what a file says, what the converted file says, and the conversion."""
    sink = io.BytesIO()
    conversion = overtrick.convert(data, sink, from_format=source, to_format=target, sealed="show")
    assert conversion.written
    before = overtrick.read(data, format=source, sealed="show")
    return before, overtrick.read(sink.getvalue(), format=target, sealed="show"), conversion


def differences(before, after):
    """Return the fields that are said before and are not the same after."""
    if len(before) != len(after):
        # DLM has no gaps: it fills them up with boards of its own, and says so.
        by_number = {board.number: board for board in after}
        after = [by_number[board.number] for board in before]
    return {
        field
        for field in Field
        if field not in {Field.EXTRAS, Field.HEADER}
        for old, new in zip(before, after, strict=True)
        if field_value(old, field) is not None
        and field_value(old, field) != field_value(new, field)
    }


def through_all_pairs(boards):
    """Yield each pair of formats with what `converted` gives for a file of some boards."""
    for source in FORMATS:
        data = file_of(boards, source)
        for target in FORMATS:
            if source != target:
                yield source, target, *converted(data, source, target)


@OPTIONS
@given(
    boards=board_sets(
        min_size=1,
        max_size=3,
        numbering="contiguous",
        highest=3,
        require=DEAL_FIELDS,
        consistent=True,
        nasty=True,
    ).map(renumbered_from_one)
)
def test_what_both_formats_carry_comes_through(boards):
    for source, target, before, after, conversion in through_all_pairs(boards):
        pair = f"{source} to {target}"
        assert [board.deal for board in after] == [board.deal for board in boards], pair
        common = spec_of(source).carries & spec_of(target).carries
        lost = differences(before, after)
        reported = {loss.field for loss in conversion.losses if loss.kind is not LossKind.DEFAULTED}
        assert not lost & DEAL_FIELDS, pair
        assert not reported & DEAL_FIELDS, pair
        # Beyond that, a format may be unable to hold some values of a field, and must say so.
        assert lost <= reported, f"{pair}: silent loss of {sorted(lost - reported)}"
        outside = {
            field
            for field in ALL_FIELDS - common - {Field.EXTRAS, Field.HEADER}
            if any(field_value(board, field) is not None for board in before)
        }
        assert outside <= reported, f"{pair}: not reported: {sorted(outside - reported)}"
        imagined = reported - {Field.EXTRAS, Field.HEADER} - lost
        assert not imagined, f"{pair}: cried wolf: {sorted(imagined)}"


@OPTIONS
@given(
    boards=board_sets(
        min_size=1, max_size=3, numbering="unique", require={Field.NUMBER, Field.DEAL}
    )
)
def test_nothing_is_lost_in_silence_whatever_the_numbers(boards):
    for source, target, before, after, conversion in through_all_pairs(with_small_gaps(boards)):
        reported = {loss.field for loss in conversion.losses if loss.kind is not LossKind.DEFAULTED}
        lost = differences(before, after)
        assert Field.DEAL not in lost
        assert lost <= reported, f"{source} to {target}: silent loss of {sorted(lost - reported)}"


@pytest.mark.parametrize(
    ("source", "key", "value", "what"),
    [
        ("dlm", "dlm:headline", "Tuesday", "the headline"),
        ("dup", "dup:copies", 4, "how many copies are dealt"),
    ],
)
def test_what_only_one_file_says_of_itself_is_reported(source, key, value, what):
    boards = overtrick.BoardSet(
        boards=example_boards(DEAL_FIELDS), header=overtrick.Extras({key: value})
    )
    data = file_of(boards, source)
    for target in FORMATS:
        if target != source:
            lost = converted(data, source, target)[2].losses.by_field()[Field.HEADER]
            assert lost[0].what == what


@pytest.mark.slow
@pytest.mark.parametrize("name", BIG_DEAL)
def test_the_files_of_one_run_of_big_deal_agree_in_every_pair(name, shared):
    folder = shared / "corpus" / "bigdeal-2.0"
    names = [spec.name for spec in overtrick.formats() if spec.writer and spec.reader]
    sources = {
        path.suffix[1:]: path.read_bytes()
        for path in sorted(folder.glob(f"{name}.*"))
        if path.suffix[1:] in names
    }
    assert {"dlm", "dup", "pbn"} <= set(sources)
    first = BIG_DEAL[name]
    deals = [board.deal for board in overtrick.read(sources["pbn"], format="pbn")]
    for source, data in sources.items():
        read = overtrick.read(data, format=source, sealed="show")
        if source == "dlm" and len(read) != len(deals):
            pytest.fail(f"{name}.dlm has {len(read)} boards, {name}.pbn {len(deals)}")
        if source in NUMBERED:
            assert read[0].number == first
        for target in names:
            before, after, conversion = converted(data, source, target)
            assert [board.deal for board in after] == deals, f"{source} to {target}"
            numbers = [board.number for board in before]
            renumbered = Field.NUMBER in {loss.field for loss in conversion.losses}
            assert ([board.number for board in after] == numbers) is not renumbered


def test_the_first_board_puts_the_numbers_of_big_deals_dup_right(shared):
    folder = shared / "corpus" / "bigdeal-2.0"
    dlm = overtrick.read(folder / "mid.dlm")
    dup = overtrick.read(folder / "mid.dup", options={"first-board": "5"})
    assert [board.number for board in dup] == [board.number for board in dlm] == list(range(5, 21))
    assert [board.vulnerability for board in dup] == [board.vulnerability for board in dlm]


def test_losses_are_in_words_of_the_game():
    """The page of conversions has every report that `overtrick convert` prints of its files."""
    page = (ROOT / "docs" / "generated" / "conversion-matrix.md").read_text("utf-8")
    reports = re.findall(r"^```text\n(.*?)^```", page, re.M | re.S)
    lines = [line for report in reports for line in report.splitlines()]
    became = re.compile(r"(.+) (left out|changed|filled in): (.+)")
    split = {line: became.fullmatch(line) for line in lines if not line.startswith("error ")}
    assert split, "the page has changed"
    assert [line for line, found in split.items() if found is None] == []
    names = "|".join(spec.name for spec in overtrick.formats())
    fields = "|".join(re.escape(field.value) for field in Field if "." in field.value)
    # Keys of extras, fields, and formats as programs spell them.
    key = re.compile(rf"\b(?:{names}):\S|\b(?:{fields})\b|\b(?:{names.replace('json|', '')})\b|_")
    titles = {spec.name for spec in overtrick.formats() if spec.title == spec.name}
    assert {line: found for line in split if (found := set(key.findall(line)) - titles)} == {}


def test_reports_are_short_for_many_boards():
    boards = [
        overtrick.Board(number=number, extras=overtrick.Extras({f"pbn:Tag{number % 2}": "x"}))
        for number in range(1, 1001)
    ]
    boards = [attrs.evolve(board, deal=example_boards()[0].deal) for board in boards]
    report = overtrick.write(boards, io.BytesIO(), format="csv")
    lost = [line for line in report.summary().splitlines() if " left out: " in line]
    assert len(lost) == 2
    assert max(map(len, lost)) < 120
