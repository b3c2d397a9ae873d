"""Oracles: which file is one, how they are read, and what the kit says where they disagree."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import attrs
import pytest

from overtrick import (
    Board,
    Deal,
    Diagnostic,
    DoubleDummyGrid,
    Extras,
    Field,
    Info,
    Location,
    Seat,
    Severity,
    board_to_dict,
)
from overtrick.plugin import ExtrasSpec, FormatSpec
from overtrick_testing import FormatSuite, NoOracleWarning
from overtrick_testing.corpus import Corpus
from overtrick_testing.oracles import (
    NotInstalledError,
    Oracle,
    OracleError,
    disagreements,
    read_expectation,
    read_oracle,
    unexpected,
)

SPEC = FormatSpec(
    name="night",
    summary="A format",
    carries={"number", "dealer", "deal", "extras", "grids", "header"},
    capabilities=(ExtrasSpec(layout=("ends",)),),
)


@pytest.fixture
def corpus(tmp_path):
    """Return a function that makes the files of a corpus, by name and content."""

    def make(suffixes=(".cds",), others=(), **contents):
        for name in ("valid", "invalid"):
            (tmp_path / name).mkdir(exist_ok=True)
        for path, text in contents.get("files", {}).items():
            (tmp_path / path).write_text(text)
        return Corpus(tmp_path, tuple(suffixes), frozenset(others))

    return make


@pytest.fixture
def suite(tmp_path, corpus, line_format):
    """Return a function that makes the suite of the format `line` with a corpus."""

    def make(**files):
        corpus(files={key.replace("__", "/", 1).replace("__", "."): files[key] for key in files})
        return type(
            "Suite",
            (FormatSuite,),
            {
                "format_name": "line",
                "plugin": "overtrick_line_format",
                "corpus": str(tmp_path),
                "__module__": __name__,
            },
        )()

    return make


def named(pairs):
    return [tuple(path.name for path in pair) for pair in pairs]


def of(*boards, **more):
    return Oracle(path=Path("x.json"), boards=boards, **more)


# Which file is an oracle --------------------------------------------------------------------------


def test_a_sibling_of_another_suffix_is_an_oracle_and_no_file_of_the_corpus(corpus):
    names = ("a.cds", "a.json", "b.cds", "b.cds.json", "c.cds", "c.pbn", "d.CDS", "e", "e.json")
    found = corpus(others=[".pbn"], files={f"valid/{name}": "" for name in names})
    assert [path.name for path in found.valid] == ["a.cds", "b.cds", "c.cds", "d.CDS", "e"]
    assert named(found.oracles) == [
        ("a.cds", "a.json"),
        ("b.cds", "b.cds.json"),
        ("c.cds", "c.pbn"),
        ("e", "e.json"),
    ]
    assert found.orphans == ()


def test_what_has_a_suffix_that_nobody_knows_is_a_file_of_the_corpus(corpus):
    found = corpus(files={"valid/a.dat": "", "valid/b.pbn": "", "valid/.gitkeep": ""})
    assert [path.name for path in found.valid] == ["a.dat", "b.pbn"]


def test_an_oracle_without_its_file_is_an_orphan(corpus):
    files = {"valid/a.json": "", "valid/b.cds": "", "invalid/X001-a.json": ""}
    found = corpus(files=files)
    assert [path.name for path in found.orphans] == ["a.json", "X001-a.json"]


def test_a_format_of_several_suffixes_has_one_oracle_of_a_name_or_one_each(corpus):
    names = ("a.cds", "a.cds2", "a.json", "b.cds", "b.cds2", "b.cds.json", "b.cds2.json")
    found = corpus([".cds", ".cds2"], files={f"valid/{name}": "" for name in names})
    assert named(found.oracles) == [
        ("a.cds", "a.json"),
        ("a.cds2", "a.json"),
        ("b.cds", "b.cds.json"),
        ("b.cds2", "b.cds2.json"),
    ]


def test_a_format_of_json_has_its_own_files_and_their_oracles(corpus):
    files = {"valid/a.json": "", "valid/a.json.json": "", "valid/b.json": "", "valid/b.dlm": ""}
    found = corpus([".json", ".jsonl"], [".dlm"], files=files)
    assert named(found.oracles) == [("a.json", "a.json.json"), ("b.json", "b.dlm")]


def test_a_suffix_of_two_parts_is_the_whole_suffix(corpus):
    found = corpus([".cds.txt", ".txt"], files={"valid/a.cds.txt": "", "valid/a.json": ""})
    assert named(found.oracles) == [("a.cds.txt", "a.json")]


def test_a_file_may_have_several_oracles(corpus):
    files = {"valid/a.cds": "", "valid/a.json": "", "valid/a.pbn": ""}
    found = corpus(others=[".pbn"], files=files)
    assert named(found.oracles) == [("a.cds", "a.json"), ("a.cds", "a.pbn")]


def test_of_an_invalid_file_only_json_says_what_is_found(corpus):
    files = {"invalid/X001-a.cds": "", "invalid/X001-a.json": "", "invalid/X001-b.pbn": ""}
    found = corpus(others=[".pbn"], files=files)
    assert [path.name for _, path in found.invalid] == ["X001-a.cds", "X001-b.pbn"]
    assert named(found.expectations) == [("X001-a.cds", "X001-a.json")]


# Reading one --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        '{"board": 1}\n{"board": 2}\n',
        '[{"board": 1}, {"board": 2}]',
        '\ufeff{"board": 1}\r\n\r\n{\n  "board": 2\n}',
    ],
)
def test_boards_stand_below_each_other_or_in_a_list(tmp_path, text):
    path = tmp_path / "a.json"
    path.write_bytes(text.encode())
    found = read_oracle(path)
    assert found.boards == (Board(number=1), Board(number=2))
    assert found.header is None


def test_the_header_may_stand_in_front(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('{"header": {"night:title": "Club"}}\n{"board": 1}\n')
    found = read_oracle(path)
    assert (found.header, found.boards) == (
        Extras({"night:title": "Club"}),
        (Board(number=1),),
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it has no board"),
        ("[]", "it has no board"),
        ('{"board": 1', "line 1 column 12"),
        ('{"board": 1}\nrubbish', "line 2 column 1"),
        ('{"board": 1, "board": 2}', "the key 'board' stands twice"),
        ('{"board": NaN}', "JSON has no NaN"),
        ('{"board": 1}\n\n{"bord": 2}', r"board 2 \(line 3\): the board has no key 'bord'"),
        ("[7]", "board 1"),
        ('{"findings": []}', "has no key 'findings'"),
        ('{"header": 7}\n{"board": 1}', "the header is an object"),
        ("[" * 100_000, "recursion"),
    ],
)
def test_an_oracle_with_a_fault_says_which(tmp_path, text, why):
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(OracleError, match=f"(?s)the oracle a.json cannot be used: .*{why}"):
        read_oracle(path)


def test_an_oracle_whose_plugin_is_not_installed_says_so(tmp_path):
    path = tmp_path / "a.nobody"
    path.write_text("rubbish")
    with pytest.raises(NotInstalledError, match=r"a\.nobody is in a format that is not installed"):
        read_oracle(path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[]", "it is one object"),
        ('{"findings": []} {}', "it is one object"),
        ("{}", "a key findings or boards"),
        ('{"findings": [], "board": []}', "no key 'board'"),
        ('{"findings": [{"code": "X001", "lin": 7}]}', "a finding has no key 'lin'"),
        ('{"findings": ["X001"]}', "a finding is an object"),
        ('{"findings": {}}', "lists"),
        ('{"boards": [{"dealer": 7}]}', "board 1"),
    ],
)
def test_what_is_expected_of_an_invalid_file_says_its_fault_too(tmp_path, text, why):
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(OracleError, match=why):
        read_expectation(path)


# Comparing ----------------------------------------------------------------------------------------


def test_boards_that_are_as_they_are_said_to_be_are_right(split_ten):
    board = Board(number=7, dealer=Seat.SOUTH, deal=Deal.parse(split_ten))
    assert disagreements(of(board), SPEC, [board]) == []


@pytest.mark.parametrize(
    ("said", "read", "field"),
    [
        (Board(number=256), Board(number=0), "number"),
        (Board(number=1), Board(), "number"),
        (Board(), Board(number=1), "number"),
        (Board(dealer=Seat.NORTH), Board(dealer=Seat.SOUTH), "dealer"),
        # It says what it does not claim to carry.
        (Board(), Board(name="A"), "name"),
        (
            Board(extras=Extras({"night:copies": 1})),
            Board(extras=Extras({"night:copies": 2})),
            "extras",
        ),
        (Board(), Board(extras=Extras({"night:copies": 2})), "extras"),
    ],
)
def test_a_field_that_differs_is_named(said, read, field):
    (line,) = disagreements(of(said), SPEC, [read])
    assert line.startswith(f"board 1: {field} ")
    assert " read as " in line


def test_what_the_format_does_not_carry_and_does_not_say_is_not_compared():
    said = Board(number=1, info=Info(event="Club"), extras=Extras({"dlm:duplicates": 1}))
    assert disagreements(of(said), SPEC, [Board(number=1)]) == []


def test_how_a_file_is_laid_out_need_not_be_said():
    read = Board(number=1, extras=Extras({"night:ends": "lf"}))
    assert disagreements(of(Board(number=1)), SPEC, [read]) == []
    wrong = Board(number=1, extras=Extras({"night:ends": "crlf"}))
    assert len(disagreements(of(wrong), SPEC, [read])) == 1


def test_a_missing_board_is_told():
    one, two = Board(number=1), Board(number=2)
    assert disagreements(of(one, two), SPEC, [one]) == ["2 boards read as 1 board"]
    assert disagreements(of(one), SPEC, [one, two]) == ["1 board read as 2 boards"]


def test_of_many_differences_the_first_are_told():
    said = of(*(Board(number=number) for number in range(1, 21)))
    lines = disagreements(said, SPEC, [Board(number=number) for number in range(2, 22)])
    assert len(lines) == 4
    assert lines[-1] == "and 17 more"


def test_the_header_is_compared_where_it_is_said():
    said = of(Board(), header=Extras({"night:title": "A", "dlm:crypto": "x"}))
    assert disagreements(said, SPEC, [Board()], Extras({"night:title": "A"})) == []
    (line,) = disagreements(said, SPEC, [Board()], Extras({"night:title": "B"}))
    assert line == "header {'night:title': 'A'} read as {'night:title': 'B'}"
    assert disagreements(of(Board()), SPEC, [Board()], Extras({"night:title": "B"})) == []


def test_what_was_reported_as_lost_is_passed_over():
    said, read = Board(number=300), Board(dealer=Seat.NORTH)
    lines = disagreements(of(said), SPEC, [read], passed_over={Field.NUMBER})
    assert lines == ["board 1: dealer nothing read as N"]


def test_hands_and_suits_that_were_exchanged_are_told(split_ten):
    north, east, south, west = right = Deal.parse(split_ten)
    (line,) = disagreements(
        of(Board(deal=right)), SPEC, [Board(deal=Deal((south, east, north, west)))]
    )
    assert "(South read as North, North read as South)" in line
    suits = Deal.parse("N:" + " ".join(".".join(str(hand).split(".")[::-1]) for hand in right))
    (line,) = disagreements(of(Board(deal=right)), SPEC, [Board(deal=suits)])
    assert "Clubs read as Spades" in line


def test_a_sibling_tells_of_what_its_format_carries():
    said = of(Board(number=1), fields=frozenset({Field.NUMBER}), format="other")
    assert disagreements(said, SPEC, [Board(number=1, dealer=Seat.NORTH)]) == []
    assert len(disagreements(said, SPEC, [Board(number=2)])) == 1
    assert len(disagreements(said, SPEC, [Board()])) == 1


def test_double_dummy_of_a_sibling_is_compared_by_its_tricks():
    table = DoubleDummyGrid(((7, 6, 8, 9, 5), (6, 7, 5, 4, 8)) * 2)
    other = DoubleDummyGrid(((6, 7, 5, 4, 8), (7, 6, 8, 9, 5)) * 2)
    grid = table.to_grid()
    plain = attrs.evolve(
        grid, columns=tuple(attrs.evolve(column, width=None) for column in grid.columns)
    )
    said = of(Board(grids=(plain,)), fields=frozenset({Field.GRIDS}), format="other")
    assert disagreements(said, SPEC, [Board(grids=(grid,))]) == []
    (line,) = disagreements(said, SPEC, [Board(grids=(other.to_grid(),))])
    assert line.startswith("board 1: OptimumResultTable read as another:")


def test_findings_are_compared_by_the_keys_that_are_said():
    found = Diagnostic(
        code="X001", severity=Severity.ERROR, message="odd", location=Location(line=2, column=5)
    )
    expected = Oracle(path=Path("x.json"), boards=None, findings=({"code": "X001", "line": 2},))
    assert unexpected(expected, [found]) == []
    assert unexpected(expected, []) == ["finding 1 is missing: {'code': 'X001', 'line': 2}"]
    assert unexpected(expected, [found.at(Location(line=3))]) == [
        "finding 1 (X001): line 2 is expected, not 3"
    ]
    assert unexpected(expected, [found, found])[0].startswith("a finding more than is expected: ")


# The requirements ---------------------------------------------------------------------------------


def hold(tests, name):
    """Hold the format against one requirement alone, whatever others it builds on."""
    getattr(type(tests), name).__wrapped__(tests)


def board(text, **more):
    return json.dumps(board_to_dict(Board(number=1, deal=Deal.parse(text))) | more)


def test_a_suite_without_an_oracle_warns_once_and_skips(suite, split_ten):
    tests = suite(valid__club__line=f"1 {split_ten}\n")
    with (
        pytest.warns(NoOracleWarning, match=r"line: reader .* nothing says that either is right"),
        pytest.raises(pytest.skip.Exception, match="nothing says that either is right"),
    ):
        hold(tests, "test_reader_agrees_with_the_oracle")
    with (
        warnings.catch_warnings(action="error"),
        pytest.raises(pytest.skip.Exception, match="nothing says"),
    ):
        hold(tests, "test_writer_agrees_with_the_oracle")


def test_a_suite_with_an_oracle_holds_reader_and_writer_against_it(suite, split_ten):
    tests = suite(
        valid__club__line=f"1 {split_ten}\n",
        valid__club__json=board(split_ten, dealer="N", vulnerable="None"),
    )
    hold(tests, "test_reader_agrees_with_the_oracle")
    hold(tests, "test_writer_agrees_with_the_oracle")


def test_a_reader_that_disagrees_fails_with_both_values(suite, split_ten):
    tests = suite(
        valid__club__line=f"2 {split_ten}\n",
        valid__club__json=board(split_ten, dealer="N", vulnerable="None"),
    )
    with pytest.raises(AssertionError) as caught:
        hold(tests, "test_reader_agrees_with_the_oracle")
    assert "club.line against club.json: board 1: number 1 read as 2" in str(caught.value)


def test_an_orphan_fails_with_the_suffixes(suite, split_ten):
    tests = suite(
        valid__club__line=f"1 {split_ten}\n",
        valid__club__json=board(split_ten, dealer="N", vulnerable="None"),
        valid__clubs__json="{}",
    )
    with pytest.raises(AssertionError, match=r"an oracle of no file: valid/clubs.json \(.*\.line"):
        hold(tests, "test_reader_agrees_with_the_oracle")


def test_an_oracle_that_cannot_be_read_fails(suite, split_ten):
    tests = suite(valid__club__line=f"1 {split_ten}\n", valid__club__json="rubbish")
    with pytest.raises(OracleError, match=r"the oracle club.json cannot be used"):
        hold(tests, "test_reader_agrees_with_the_oracle")


def test_findings_and_boards_of_an_invalid_file_are_compared(suite, split_ten):
    said = {"findings": [{"code": "LINE001", "line": 1}], "boards": []}
    tests = suite(
        **{"invalid__LINE001-a__line": "rubbish\n", "invalid__LINE001-a__json": json.dumps(said)}
    )
    hold(tests, "test_findings_are_where_they_are_expected")
    said["findings"][0]["line"] = 2
    tests = suite(**{"invalid__LINE001-a__json": json.dumps(said)})
    with pytest.raises(AssertionError, match=r"finding 1 \(LINE001\): line 2 is expected, not 1"):
        hold(tests, "test_findings_are_where_they_are_expected")
    said = {"boards": [{"board": 1}]}
    tests = suite(**{"invalid__LINE001-a__json": json.dumps(said)})
    with pytest.raises(AssertionError, match="1 board read as 0 boards"):
        hold(tests, "test_findings_are_where_they_are_expected")
