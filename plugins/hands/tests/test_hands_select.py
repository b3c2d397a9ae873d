"""`overtrick select`: which boards, how they are printed, written and explained."""

from __future__ import annotations

import json
import random
import re
import signal
import sys
import zipfile

import pytest

import overtrick
from overtrick import Board, Deal
from overtrick_cli.commands import run
from overtrick_hands.command import select

HANDS = [
    "N:AKQ2.AJ5.K62.985 543.QT2.QJT.AKQJ JT98.K98.A54.T43 76.7643.9873.762",  # 17
    "N:76.7643.9873.762 543.QT2.QJT.AKQJ JT98.K98.A54.T43 AKQ2.AJ5.K62.985",  # 0
    "N:AKQ2.AJ5.K62.985 JT98.K98.A54.T43 543.QT2.QJT.AKQJ 76.7643.9873.762",  # 17
]

# Blanks, comments and a tag of its own: what only a copy keeps.
PBN = """% PBN 2.1
% kept

{before}
[Board   "{first}"]
[Deal "{deals[0]}"]
[Contract "3NT"] ; a comment
[Declarer "N"]
[Result "9"]

[Board "{second}"]
[Deal "{deals[1]}"]
[MyTag "x"]

[Board "{third}"]
[Deal "{deals[2]}"]
[Contract "6S"]
[Declarer "S"]
[Result "11"]
"""


@pytest.fixture
def evening(tmp_path):
    path = tmp_path / "evening.pbn"
    text = PBN.replace("{before}", "")
    path.write_text(text.format(first=1, second=2, third=7, deals=HANDS), newline="")
    return path


def out(capsys):
    captured = capsys.readouterr()
    return captured.out, captured.err


def where(path, text, *options):
    return run(["select", str(path), "--where", text, *options])


def test_the_numbers_are_printed_as_other_commands_take_them(evening, capsys):
    assert where(evening, "north.hcp in 15..17 and balanced(north)") == 0
    printed, said = out(capsys)
    assert printed == "1,7\n"
    assert said.endswith("2 of 3 boards\n")
    assert run(["show", str(evening), "--boards", printed.strip()]) == 0


def test_what_is_not_told_is_counted(evening, capsys):
    assert where(evening, "made") == 0
    printed, said = out(capsys)
    assert printed == "1\n"
    assert "1 of 3 boards; 1 lacks a value of the condition (2)" in said


def test_several_files_are_named(evening, tmp_path, capsys):
    other = tmp_path / "other.pbn"
    other.write_bytes(evening.read_bytes().replace(b'"3NT"', b'"4NT"'))
    assert (
        run(["select", str(evening), str(other), "--where", "contract is 3NT or level == 6"]) == 0
    )
    printed, said = out(capsys)
    assert printed == f"{evening}: 1,7\n{other}: 7\n"
    assert "3 of 6 boards of 2 files; 2 lack a value of the condition" in said
    assert run(["select", str(evening), str(other), "--where", "made", "--count", "-q"]) == 0
    assert out(capsys) == (f"{evening}: 1\n{other}: 0\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_several_processes_print_what_one_prints(seed, tmp_path, capsys):
    chance = random.Random(seed)
    big = tmp_path / "big.pbn"
    games = []
    for number in range(1, 250):
        cards = chance.sample(range(52), 52)
        masks = (sum(1 << card for card in cards[at : at + 13]) for at in (0, 13, 26, 39))
        tags = [
            f'[Board "{chance.choice([number, number, "", "x", 3])}"]',
            f'[Deal "{Deal.from_masks(*masks).to_text()}"]',
            f'[Contract "{chance.choice(["3NT", "4S", "Pass", "9Z", "?"])}"]',
            f'[Declarer "{chance.choice("NESW?")}"]',
            f'[Result "{chance.randrange(14)}"]',
            f'[South "{chance.choice(["Ann", "Zoë", "#"])}"]',
        ]
        games.append("\n".join(chance.sample(tags, chance.randrange(3, 7))) + "\n")
    big.write_text("\n".join(games), encoding="utf-8")
    files = [str(big)]
    for name in "abcdef":
        path = tmp_path / f"{name}.pbn"
        start = chance.randrange(240)
        path.write_text("\n".join(games[start : start + chance.randrange(12)]), encoding="utf-8")
        files.append(str(path))
    chance.shuffle(files)
    files.insert(chance.randrange(7), str(tmp_path / "none.pbn"))
    for given in ([str(big)], files):
        text = chance.choice(
            [
                "north.hcp >= 14 or made",
                "declarer.hcp > 15",
                "south.name is 'ann'",
                "board % 3 == 1",
            ]
        )
        more = chance.choice([(), ("--json",), ("--count",), ("--strict",), ("-q",)])
        found = []
        for jobs in ("1", "2", "3"):
            code = run(["select", *given, "--where", text, *more, "--jobs", jobs])
            found.append((code, *out(capsys)))
        assert found[1] == found[0]
        assert found[2] == found[0]
        assert found[0][1]


@pytest.mark.slow
def test_folders_and_archives_are_searched_for_files(evening, tmp_path, capsys):
    folder = tmp_path / "club" / "spring"
    folder.mkdir(parents=True)
    (tmp_path / "club" / "notes.xyz").write_text("no boards")
    (folder / "a.pbn").write_bytes(evening.read_bytes())
    with zipfile.ZipFile(folder / "b.zip", "w") as archive:
        archive.writestr("one.pbn", evening.read_bytes())
        archive.writestr("two.pbn", evening.read_bytes().replace(b'"6S"', b'"5S"'))
    for jobs in ("1", "2"):
        given = [str(tmp_path / "club"), str(evening)]
        assert run(["select", *given, "--where", "level == 6", "--jobs", jobs]) == 0
        printed, said = out(capsys)
        names = [folder / "a.pbn", folder / "b.zip" / "one.pbn", evening]
        assert printed == "".join(f"{name}: 7\n" for name in names)
        assert "3 of 12 boards of 4 files" in said
    target = tmp_path / "all.pbn"
    assert where(tmp_path / "club", "level >= 5", "-o", str(target)) == 0
    assert [board.contract.level for board in overtrick.read(target)] == [6, 6, 5]
    (tmp_path / "empty").mkdir()
    assert where(tmp_path / "empty", "level == 6") == 2
    assert "no file of a known format was found in" in out(capsys)[1]


def test_json_tells_all(evening, capsys):
    assert where(evening, "made", "--json", "--quiet") == 0
    printed, _ = out(capsys)
    assert json.loads(printed) == {
        "where": "made",
        "files": [{"path": str(evening), "boards": 3, "picked": [1], "unknown": [2]}],
    }


def test_picked_boards_are_written_as_they_stood(evening, tmp_path, capsys):
    data = evening.read_bytes()
    everything = tmp_path / "all.pbn"
    assert where(evening, "ns.hcp >= 0", "-o", str(everything)) == 0
    assert everything.read_bytes() == data
    some = tmp_path / "some.pbn"
    assert where(evening, "level in 1..7", "-o", str(some)) == 0
    start, end = data.index(b'[Board "2"]'), data.index(b'[Board "7"]')
    assert some.read_bytes() == data[:start] + data[end:]
    said = out(capsys)[1]
    assert "2 of 3 boards; 1 lacks a value of the condition (2)" in said
    assert where(evening, "made", "-o", str(some)) == 2  # it exists
    assert "--force replaces it" in out(capsys)[1]
    assert where(evening, "made", "-o", str(some), "--force", "-q") == 0
    assert [board.number for board in overtrick.read(some)] == [1]


def test_a_file_that_loses_boards_by_being_written_over_is_said(evening, tmp_path, capsys):
    assert where(evening, "board >= 1", "-o", str(evening)) == 2
    # To replace what is read is never advised.
    fault = f"Error: {evening} is one of the files to read; give another target\n"
    assert out(capsys)[1] == fault
    assert where(evening, "board >= 1", "-o", str(evening), "--force") == 0
    assert "read, too" not in out(capsys)[1]
    assert where(evening, "board == 7", "-o", str(evening), "--force") == 0
    assert f"note: {evening} was read, too: boards that do not fit are gone" in out(capsys)[1]
    assert [board.number for board in overtrick.read(evening)] == [7]
    missing = tmp_path / "no" / "x.pbn"
    assert where(evening, "board == 7", "-o", str(missing)) == 2
    assert "cannot be written: there is no folder" in out(capsys)[1]
    assert where(evening, "board == 7", "-o", str(tmp_path)) == 2
    assert "is a folder: give a file" in out(capsys)[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("someone(north.hcp >= 15)", "north.hcp >= 15 stands in it 4 times; someone(...) and"),
        ("everyone(made) or level == 7", "made stands in it 4 times; someone(...) and"),
        ("made or doubled or made", "made stands in it twice\n"),
        ("someone(hcp >= 15)", None),
    ],
)
def test_what_is_asked_again_and_again_is_noted(evening, text, note, capsys):
    assert where(evening, text) == 0
    said = out(capsys)[1]
    assert said.startswith(f"note: {note}") if note else "note" not in said
    assert where(evening, text, "-q") == 0
    assert out(capsys)[1] == ""


def test_another_format_is_written_and_losses_are_told(evening, tmp_path, capsys):
    target = tmp_path / "some.lin"
    assert where(evening, "made", "-o", str(target)) == 0
    assert "MyTag" not in out(capsys)[1]
    assert len(overtrick.read(target)) == 1
    assert where(evening, "made", "-o", str(tmp_path / "x.csv"), "--fail-on-loss") == 3
    assert not (tmp_path / "x.csv").exists()


def test_several_files_are_written_into_one(evening, tmp_path, capsys):
    other = tmp_path / "other.pbn"
    other.write_bytes(evening.read_bytes().replace(b'"1"', b'"11"').replace(b'"7"', b'"17"'))
    target = tmp_path / "both.pbn"
    paths = [str(evening), str(other)]
    assert run(["select", *paths, "--where", "level >= 1", "-o", str(target)]) == 0
    assert [board.number for board in overtrick.read(target)] == [1, 7, 11, 17]
    assert "4 of 6 boards of 2 files; 2 lack a value of the condition" in out(capsys)[1]
    other.write_bytes(b'[Deal "nonsense"]\n')
    assert run(["select", *paths, "--where", "level >= 1", "-o", str(target), "--force"]) == 1
    assert [board.number for board in overtrick.read(target)] == [1, 7, 11, 17]


def test_a_pipe_gets_the_format_of_the_source(evening, capfdbinary):
    assert where(evening, "board == 7", "-o", "-") == 0
    written = capfdbinary.readouterr().out
    assert [board.number for board in overtrick.loads(written)] == [7]


def test_boards_without_numbers_go_by_their_place(tmp_path, capsys):
    path = tmp_path / "unnumbered.pbn"
    overtrick.write([Board(deal=Deal.parse(text)) for text in HANDS], path)
    assert where(path, "north.hcp == 17") == 0
    assert out(capsys)[0] == "1,3\n"


def test_the_explanation_needs_no_file(capsys):
    assert run(["select", "--where", "ns.hcp>25 and (balanced(north) or made)", "--explain"]) == 0
    printed, _ = out(capsys)
    assert printed.startswith("ns.hcp > 25 and (balanced(north) or made)\n")
    assert "  one of these:\n    balanced(north)\n    made\n" in printed
    assert "high-card points: ace 4" in printed
    assert "47.6" in printed  # how many hands are balanced, in per cent
    assert "It needs the hands, level, result" in printed
    assert run(["select", "--where", "north.hcp > 40", "--explain"]) == 0
    assert "It is never true." in out(capsys)[0]


def test_an_explanation_beside_results_goes_to_standard_error(evening, capsys):
    assert where(evening, "north.hcp > 40", "--explain") == 0
    printed, said = out(capsys)
    assert printed == ""
    assert "It is never true." in said
    assert "note: the condition can never be true" in said


def test_a_condition_that_is_wrong_is_wrong_usage(evening, capsys):
    assert where(evening, "north.hcp >= 12 and balenced(north)") == 2
    printed, said = out(capsys)
    assert printed == ""
    assert "Error: column 21: there is no function 'balenced'; did you mean balanced" in said
    assert said.splitlines()[-1].index("^") == 2 + 20


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing option '--where'"),
        (["--where", "made"], "give a file"),
        (["-", "-", "--where", "made"], "read once"),
        (["x.pbn", "--where", "made", "--to", "dlm"], "give -o OUT"),
        (["x.pbn", "--where", "made", "--force"], "give -o OUT"),
        (["x.pbn", "--where", "made", "-o", "y.pbn", "--json"], "give no -o"),
    ],
)
def test_wrong_usage(arguments, message, capsys):
    assert run(["select", *arguments]) == 2
    assert message in out(capsys)[1]


def test_files_that_cannot_be_read(evening, tmp_path, capsys):
    assert run(["select", str(tmp_path / "none.pbn"), str(evening), "--where", "made"]) == 2
    printed, said = out(capsys)
    assert printed == f"{evening}: 1\n"
    assert "none.pbn: error CORE050" in said
    broken = tmp_path / "broken.pbn"
    broken.write_text('[Board "1"]\n[Deal "N:zzz"]\n[Contract "3NT"]\n[Declarer "N"]\n')
    assert where(broken, "level == 3") == 1
    printed, said = out(capsys)
    assert printed == "1\n"
    assert "error PBN" in said


def test_warnings_are_counted_and_with_strict_they_are_errors(tmp_path, capsys):
    path = tmp_path / "odd.pbn"
    path.write_text(f'[Board "Last-1"]\n[Deal "{HANDS[0]}"]\n')
    assert where(path, "north.hcp == 17") == 0
    printed, said = out(capsys)
    assert printed == "1\n"
    assert "warning; `overtrick check` shows them" in said or "warnings; " in said
    assert where(path, "north.hcp == 17", "--strict") == 1
    assert "warning PBN332" in out(capsys)[1]


def test_sealed_hands_are_told_only_when_asked_for(tmp_path, capsys):
    path = tmp_path / "sealed.dlm"
    boards = [Board(number=n, deal=Deal.parse(text)) for n, text in enumerate(HANDS, 1)]
    overtrick.write(boards, path, options={"status": "Sealed"})
    assert where(path, "north.hcp == 17") == 2
    assert "its hands are not to be shown; --show-cards" in out(capsys)[1]
    assert where(path, "board >= 2") == 0
    assert out(capsys)[0] == "2-3\n"
    assert where(path, "north.hcp == 17", "--show-cards") == 0
    assert out(capsys)[0] == "1,3\n"
    target = tmp_path / "picked.dlm"
    assert where(path, "north.hcp == 17", "-o", str(target)) == 2
    assert where(path, "north.hcp == 17", "-o", str(target), "--show-cards") == 0
    assert overtrick.read(target, sealed="keep").is_sealed


@pytest.fixture
def solver(monkeypatch):
    """A made-up solver: North makes nine tricks with 17 points, else three; 1 point kills it."""
    dd = pytest.importorskip("overtrick_dd")
    asked = []

    def solve(deals, **_):
        asked.append(len(deals))
        for place, deal in reversed(list(enumerate(deals))):
            points = deal[0].hcp
            grid = overtrick.DoubleDummyGrid(((9 if points == 17 else 3,) * 5,) * 4)
            error = dd.SolverError("of no mind") if points == 1 else None
            yield dd.SolvedDeal(place=place, grid=None if error else grid, error=error)

    monkeypatch.setattr(dd, "unavailable", lambda: None)
    monkeypatch.setattr("overtrick_dd.progress.solve", solve)
    return asked


def test_a_solver_answers_where_there_is_no_table(evening, capsys, solver, tmp_path):
    assert where(evening, "tricks(north, notrump) >= 9") == 0
    assert "3 lack a value of the condition" in out(capsys)[1]
    assert where(evening, "tricks(north, hearts) + tricks(north, spades) == 18", "--solve") == 0
    assert out(capsys)[0] == "1,7\n"
    assert solver == [3]  # together, and once a board
    # Into a file the same, byte for byte.
    target = tmp_path / "out.pbn"
    text = "tricks(north, spades) == 3 or level == 6"
    assert where(evening, text, "--solve", "-o", str(target)) == 0
    assert [board.number for board in overtrick.read(target)] == [2, 7]
    data = evening.read_bytes()
    start, end = data.index(b'[Board   "1"]'), data.index(b'[Board "2"]')
    assert target.read_bytes() == data[:start] + data[end:]


def test_only_boards_that_hang_on_it_are_solved(evening, capsys, solver):
    # Of the second board no contract is told, so that its tricks could still make it false.
    assert where(evening, "tricks(north, notrump) >= 9 and level >= 6", "--solve") == 0
    assert out(capsys)[0] == "7\n"
    assert where(evening, "level == 3 or tricks(north, notrump) >= 9", "--solve", "--json") == 0
    found = json.loads(out(capsys)[0])["files"][0]
    assert (found["picked"], found["unknown"]) == ([1, 7], [2])
    assert where(evening, "north.hcp > 40 and tricks(north, notrump) >= 9", "--solve") == 0
    # Nobody knows the strain of the second, so that no table helps.
    assert where(evening, "tricks(north, strain) >= 9", "--solve") == 0
    assert out(capsys)[0] == "1,7\n"
    assert solver == [2, 2, 2]


@pytest.mark.slow
def test_several_files_are_solved_together_and_told_apart(evening, tmp_path, capsys, solver):
    other = tmp_path / "other.pbn"
    overtrick.write([Board(number=5, deal=Deal.parse(HANDS[0])), Board(number=6)], other)
    none = tmp_path / "none.pbn"
    files = [str(evening), str(other), str(none), str(evening)]
    text = "tricks(north, notrump) >= 9 and not level == 3"
    for jobs in ("1", "2"):
        assert run(["select", *files, "--where", text, "--solve", "--jobs", jobs]) == 2
        printed, said = out(capsys)
        assert printed == f"{evening}: 7\n{evening}: 7\n"
        assert "none.pbn: error CORE050" in said
        assert "2 of 8 boards of 4 files; 2 lack a value of the condition" in said
    assert solver == [3, 3]  # each deal once, though two files have it


def test_solved_boards_without_numbers_go_by_their_place(tmp_path, capsys, solver):
    path = tmp_path / "big.pbn"
    path.write_text("\n".join(f'[Deal "{HANDS[place % 3]}"]\n' for place in range(90)))
    assert where(path, "tricks(north, notrump) >= 9", "--solve", "-q") == 0
    assert out(capsys)[0].startswith("1,3-4,6-7,9-10,12-13,")
    assert solver == [3]


def test_a_board_that_the_solver_fails_with_does_not_tell(evening, capsys, solver, tmp_path):
    text = evening.read_text().replace("76.7643.9873.762", "76.7643.9873.J62")
    text = text.replace("543.QT2.QJT.AKQJ", "543.QT2.QJT.AKQ7")
    evening.write_text(text)
    assert where(evening, "tricks(north, notrump) >= 9", "--solve") == 4
    printed, said = out(capsys)
    assert printed == "1,7\n"
    assert "board 2: of no mind" in said
    assert "1 lacks a value of the condition (2)" in said
    target = tmp_path / "out.pbn"
    assert where(evening, "tricks(north, notrump) >= 9", "--solve", "-o", str(target)) == 4
    assert [board.number for board in overtrick.read(target)] == [1, 7]


def test_ctrl_c_says_what_is_kept_and_writes_nothing(
    evening, capsys, solver, monkeypatch, tmp_path
):
    dd = pytest.importorskip("overtrick_dd")
    monkeypatch.setenv("OVERTRICK_CACHE", str(tmp_path))

    def solve(deals, **_):
        yield dd.SolvedDeal(place=0, grid=overtrick.DoubleDummyGrid(((9,) * 5,) * 4))
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("overtrick_dd.progress.solve", solve)
    target = tmp_path / "out.pbn"
    for more in ((), ("-o", str(target))):
        assert where(evening, "tricks(north, notrump) >= 9", "--solve", *more) == 130
        printed, said = out(capsys)
        assert printed == ""
        assert "stopped: 1 of 3 tables are done, and kept for the next time\n" in said
    assert not target.exists()


def test_without_a_solver_for_this_machine_its_sentence_is_said(evening, capsys, monkeypatch):
    dd = pytest.importorskip("overtrick_dd")
    monkeypatch.setattr(dd, "unavailable", lambda: "no solver here: python -m pip install one")
    assert where(evening, "tricks(north, notrump) >= 9", "--solve") == 4
    assert "no solver here" in out(capsys)[1]


def test_without_the_solver_it_is_said_what_to_install(evening, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "overtrick_dd", None)
    assert where(evening, "tricks(north, notrump) >= 9", "--solve") == 4
    assert "python -m pip install overtrick-dd[dds]" in out(capsys)[1]


def test_every_example_of_the_help_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    boards = [Board(number=n, deal=Deal.parse(text)) for n, text in enumerate(HANDS, 1)]
    overtrick.write(boards, "evening.pbn")
    examples = re.findall(r'select evening.pbn --where "(.+)"', str(select.help))
    assert len(examples) >= 12
    for text in examples:
        assert where("evening.pbn", text) == 0, text
    capsys.readouterr()
