"""Rules: for boards and files, for one format or all; those that fail; places in the file."""

from __future__ import annotations

import sys
import types

import attrs
import pytest

from overtrick import (
    Auction,
    Board,
    InconsistentDataError,
    Location,
    PluginLoadError,
    PluginManager,
    Seat,
    Severity,
    UnknownFormatError,
    lint,
    open_boards,
    read,
)
from overtrick.files.checking import Checks
from overtrick.files.fixing import fix_file
from overtrick.framework.manager import default_manager
from overtrick.plugin import Catalogue, DiagnosticCode, LocatorSpec, RuleSpec, hookimpl

MODULE = "overtrick_rules_under_test"
CODES = Catalogue(
    DiagnosticCode(
        code="CLUB001",
        severity=Severity.NOTE,
        template="we own 36 boards, not {number}",
        clause="Club rules §1",
        hint="buy more",
    ),
    DiagnosticCode(code="CLUB002", severity=Severity.ERROR, template="again, as in {first}"),
)


@pytest.fixture
def manager_with(line_format, monkeypatch):
    """Return a function that makes a manager with the format `line` and a plugin of rules."""

    def make(changes=None, **rules):
        """Each keyword is the name of a rule and its function, or its class for a file."""
        module = types.ModuleType(MODULE)
        module.CODES = CODES
        specs = []
        for name, function in rules.items():
            setattr(module, name, function)
            scope = "file" if isinstance(function, type) else "board"
            parts = {scope: f"{MODULE}:{name}", "diagnostics": f"{MODULE}:CODES"}
            formats = getattr(function, "formats", ())
            specs.append(RuleSpec(name=name, summary=name, formats=formats, **parts))
        monkeypatch.setitem(sys.modules, MODULE, module)
        spec = attrs.evolve(line_format.SPEC, **(changes or {}))
        manager = PluginManager(discover=False)
        plugin = types.SimpleNamespace(
            overtrick_formats=hookimpl(lambda api: [spec]),
            overtrick_rules=hookimpl(lambda api: specs),
        )
        manager.register(plugin, "club")
        return manager

    return make


def stock(board, ctx):
    if board.number is not None and board.number > 36:
        ctx.issue("CLUB001", board=board, number=board.number, part="number")


class Twice:
    """No number twice in a file."""

    def __init__(self, ctx):
        self.ctx = ctx
        self.seen = {}

    def see(self, board):
        if board.number in self.seen:
            self.ctx.issue("CLUB002", board=board, first=self.seen[board.number])
        self.seen[board.number] = str(board.origin)

    def end(self):
        if self.ctx.header:
            self.ctx.issue("CLUB009", f"{len(self.seen)} numbers", severity=Severity.NOTE)


def fails(board, ctx):
    msg = "boom"
    raise ValueError(msg)


def data(*lines):
    return "\n".join(lines).encode() + b"\n"


def test_a_finding_is_filled_from_the_catalogue(manager_with):
    place = Location(path="a.pbn", line=3)
    [found] = lint(Board(number=40, origin=place), manager=manager_with(stock=stock))
    assert str(found) == ("a.pbn:3: note CLUB001: we own 36 boards, not 40 (Club rules §1)")
    assert (found.hint, found.part, found.location.board) == ("buy more", "number", 40)


def test_law_comes_first_and_the_rules_by_name(manager_with):
    bad = Board(number=40, auction=Auction.of(Seat.NORTH, "2C 1D Pass Pass Pass"))

    def early(board, ctx):
        ctx.issue("A1", "first", board=board)

    manager = manager_with(stock=stock, early=early)
    codes = [found.code for found in lint(bad, manager=manager)]
    assert codes[-2:] == ["A1", "CLUB001"]
    assert codes[0].startswith("LAW")


def test_a_rule_for_a_file_sees_all_boards_and_the_end(manager_with, split_ten):
    manager = manager_with(twice=Twice)
    source = data(f"1 {split_ten}", f"2 {split_ten}", f"1 {split_ten}")
    found = read(source, manager=manager, check=True, errors="collect", path="p").diagnostics
    assert [(item.code, item.location.line, item.message) for item in found] == [
        ("CLUB002", 3, "again, as in p:1")
    ]
    # A single board has no file.
    assert lint(Board(number=1), manager=manager) == ()
    # Without `check`, no rule is asked; each file begins anew.
    assert read(source, manager=manager).diagnostics == ()
    assert read(data(f"1 {split_ten}"), manager=manager, check=True).diagnostics == ()


def test_the_header_is_known_and_the_end_is_reported(manager_with, split_ten):
    source = data("# night", f"1 {split_ten}", f"2 {split_ten}")
    manager = manager_with(twice=Twice)
    with open_boards(source, format="line", manager=manager, check=True, path="p") as reader:
        assert len(list(reader)) == 2
        [found] = reader.diagnostics
    assert (found.code, str(found.location), found.message) == ("CLUB009", "p", "2 numbers")


def test_findings_come_with_their_board_and_not_at_the_end(manager_with, split_ten):
    manager = manager_with(stock=stock)
    source = data(f"40 {split_ten}", f"41 {split_ten}", f"42 {split_ten}")
    with open_boards(source, manager=manager, check=True) as reader:
        next(reader)
        assert len(reader.diagnostics) == 1
        next(reader)
        assert len(reader.diagnostics) == 2


def test_a_rule_for_one_format_leaves_others_alone(manager_with, split_ten):
    def of_line(board, ctx):
        ctx.issue("A1", ctx.format, board=board, severity=Severity.NOTE)

    def of_other(board, ctx):
        ctx.issue("A2", "never", board=board)

    of_line.formats, of_other.formats = ("line",), ("other",)
    manager = manager_with(of_line=of_line, of_other=of_other)
    found = read(data(f"1 {split_ten}"), manager=manager, check=True).diagnostics
    assert [(item.code, item.message) for item in found] == [("A1", "line")]
    assert lint(Board(number=1), manager=manager) == ()


def exits(board, ctx):
    raise SystemExit(0)


def unlisted(board, ctx):
    ctx.issue("CLUB777", board=board)


def missing_value(board, ctx):
    ctx.issue("CLUB001", board=board)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (fails, "ValueError: boom"),
        (exits, "SystemExit: 0"),
        (unlisted, "does not list its code 'CLUB777'"),
        (missing_value, "KeyError: 'number'"),
        (lambda board: None, "TypeError"),
    ],
    ids=["raises", "exits", "unlisted", "missing value", "arguments"],
)
def test_a_rule_that_fails_is_named_and_the_others_answer(manager_with, rule, words):
    manager = manager_with(broken=rule, stock=stock)
    found = lint(Board(number=40), manager=manager)
    assert [item.code for item in found] == ["CORE900", "CLUB001"]
    assert "the plugin 'club' failed" in found[0].message
    assert "the rule 'broken'" in found[0].message
    assert words in found[0].message
    assert not found[0].is_error


def test_a_reference_to_nothing_is_a_failing_rule(manager_with):
    manager = manager_with(stock=stock)
    del sys.modules[MODULE].stock
    [found] = lint(Board(number=40), manager=manager)
    assert found.code == "CORE900"
    assert "no 'stock'" in found.message


class FailsAtTwo(Twice):
    def see(self, board):
        if board.number == 2:
            msg = "boom"
            raise ValueError(msg)
        super().see(board)

    def end(self):
        self.ctx.issue("A1", "not reached")


class FailsAtOnce(Twice):
    def __init__(self, ctx):
        ctx.issue("A2", "said before", severity=Severity.NOTE)
        msg = "no licence"
        raise ValueError(msg)


class FailsAtTheEnd(Twice):
    def end(self):
        msg = "late"
        raise ValueError(msg)


def test_a_rule_for_files_that_fails_sees_no_more(manager_with, split_ten):
    manager = manager_with(a=FailsAtOnce, b=FailsAtTwo, c=Twice, d=FailsAtTheEnd)
    source = data(*(f"{number} {split_ten}" for number in (1, 2, 3, 1)))
    found = read(source, manager=manager, check=True, errors="collect").diagnostics
    assert [item.code for item in found] == [
        "A2", "CORE900",  # a: made before the first board
        "CORE900",  # b: at the second
        "CLUB002", "CLUB002",  # c and d: at the fourth
        "CORE900",  # d: at the end
    ]  # fmt: skip
    assert [item.location.line for item in found] == [None, 1, 2, 4, 4, None]


def test_a_file_without_boards_is_a_file(manager_with):
    class Empty:
        def __init__(self, ctx):
            self.ctx, self.count = ctx, 0

        def see(self, board):
            self.count += 1

        def end(self):
            self.ctx.issue("A1", f"{self.count} boards", severity=Severity.NOTE)

    manager = manager_with(empty=Empty)
    with open_boards(b"# none", format="line", manager=manager, check=True) as reader:
        assert list(reader) == []
        assert [item.message for item in reader.diagnostics] == ["0 boards"]


def test_a_locator_gives_the_place_of_a_part(manager_with, split_ten):
    def parts(board, ctx):
        for part in ("dealer", "deal", None):
            ctx.issue("A1", str(part), severity=Severity.NOTE, board=board, part=part)

    manager = manager_with(parts=parts)
    found = read(data(f"2 {split_ten}"), manager=manager, check=True, path="p").diagnostics
    assert [(item.message, str(item.location), item.location.board) for item in found] == [
        ("dealer", "located:99:3", 2),
        ("deal", "p:1", 2),
        ("None", "p:1", 2),
    ]


def test_a_locator_that_fails_costs_the_place_alone(manager_with, split_ten):
    gone = (LocatorSpec("overtrick_line_format:gone"),)
    manager = manager_with({"capabilities": gone}, stock=stock)
    found = read(data(f"40 {split_ten}"), manager=manager, check=True).diagnostics
    assert sorted(item.code for item in found) == ["CLUB001", "CORE900"]


def test_an_error_of_a_rule_raises_in_raise_mode(manager_with, split_ten):
    manager = manager_with(twice=Twice)
    source = data(f"1 {split_ten}", f"1 {split_ten}")
    with pytest.raises(InconsistentDataError, match="CLUB002: again"):
        read(source, manager=manager, check=True)


def test_nothing_is_kept_of_a_board(manager_with):
    manager = manager_with(stock=stock)
    checks = Checks(manager, manager.format("line"))
    board = Board(number=1)
    before = sys.getrefcount(board)
    for _ in range(10):
        assert checks.see(board) == ()
    assert checks.end() == ()
    assert sys.getrefcount(board) == before


def test_rules_are_listed_by_their_kind(manager_with):
    manager = manager_with(stock=stock, twice=Twice)
    assert list(manager.specs(RuleSpec)) == ["stock", "twice"]
    assert manager.owner_of("stock", RuleSpec).name == "club"


# Fixes. ---------------------------------------------------------------------------------------


def renumber(boards, ctx):
    """Number the boards from 1: what `twice` finds, fixed."""
    for number, board in enumerate(boards, start=1):
        if board.number != number:
            ctx.issue("CLUB001", board=board, number=board.number)
        yield attrs.evolve(board, number=number)


@pytest.fixture
def fixing(overtrick_command, line_format, monkeypatch):
    """Return a function that installs rules with fixes beside the format `line`."""
    module = types.ModuleType(MODULE)
    module.CODES, module.Twice = CODES, Twice
    monkeypatch.setitem(sys.modules, MODULE, module)

    def install(**fixes):
        specs = []
        for name, function in fixes.items():
            setattr(module, name, function)
            specs.append(
                RuleSpec(
                    name=name,
                    summary=name,
                    file=f"{MODULE}:Twice",
                    diagnostics=f"{MODULE}:CODES",
                    fix=f"{MODULE}:{name}",
                    formats=("line",),
                )
            )
        plugin = types.SimpleNamespace(overtrick_rules=hookimpl(lambda api: specs))
        default_manager().register(plugin, "club")
        return overtrick_command

    return install


def test_a_fix_fixes_the_file_and_says_what_it_did(fixing, line_file, split_ten):
    run = fixing(renumber=renumber)
    path = line_file("# CLUB", f"1 {split_ten}", f"1 {split_ten}", f"3 {split_ten}")
    assert "error CLUB002" in run("check", path).out
    done = run("check", "--fix", path)
    assert done.code == 0
    assert done.out.splitlines()[0].startswith(f"{path}:3: note CLUB001: we own 36 boards, not 1")
    assert f"{path}: rewritten, 1 place fixed" in done.out
    lines = path.read_text().splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["#", "1", "2", "3"]
    before = path.stat()
    assert f"{path}: nothing to fix" in run("check", "--fix", path).out
    assert path.stat().st_mtime_ns == before.st_mtime_ns


def test_the_formats_fixer_comes_first(fixing, line_file, split_ten):
    run = fixing(renumber=renumber)
    path = line_file(f"2 {split_ten.lower()}")
    done = run("check", "--fix", path)
    assert f"{path}: rewritten, 2 places fixed" in done.out
    assert path.read_text() == f"1 {split_ten}\n"


def test_a_file_with_errors_is_not_written_back(fixing, line_file, split_ten):
    run = fixing(renumber=renumber)
    path = line_file(f"2 {split_ten}", "RUBBISH")
    before = path.read_bytes()
    done = run("check", "--fix", path)
    assert done.code == 1
    assert "warning CORE031: fixes by rules skipped" in done.out
    assert "such as LINE001" in done.out
    assert path.read_bytes() == before


def test_what_would_be_lost_is_not_written_back(fixing, line_file, split_ten):
    def name(boards, ctx):
        for board in boards:
            yield attrs.evolve(board, name="the format has no place for it")

    run = fixing(name=name)
    path = line_file(f"1 {split_ten}")
    before = path.read_bytes()
    done = run("check", "--fix", path)
    assert done.code == 3
    assert "name" in done.out
    assert path.read_bytes() == before


def gives_garbage(boards, ctx):
    return ["no board"]


def quits(boards, ctx):
    yield next(iter(boards))
    raise SystemExit(0)


@pytest.mark.parametrize("function", [gives_garbage, quits])
def test_a_fix_that_fails_leaves_the_file(fixing, line_file, split_ten, function):
    run = fixing(fix=function)
    path = line_file(f"2 {split_ten}")
    before = path.read_bytes()
    done = run("check", "--fix", path)
    assert done.code == 4
    assert "CORE033: fix of the rule 'fix' skipped: " in done.out
    assert path.read_bytes() == before


def test_fixes_come_by_name(fixing, line_file, split_ten):
    def backwards(boards, ctx):
        return reversed(list(boards))

    run = fixing(backwards=backwards, renumber=renumber)
    path = line_file("1 N:A... - - -", "2 N:K... - - -")
    done = run("check", "--fix", path)
    assert "note CORE032: fixed by the rule 'backwards': backwards\n" in done.out
    assert path.read_text() == "1 N:K... - - -\n2 N:A... - - -\n"


def test_a_format_that_cannot_be_written_is_not_fixed(fixing, line_format, split_ten):
    fixing(renumber=renumber)
    manager = default_manager()
    spec = attrs.evolve(line_format.SPEC, writer=None, capabilities=())
    with pytest.raises(UnknownFormatError, match="cannot be written, so its boards"):
        fix_file(data(f"2 {split_ten}"), spec, manager, path="p")
    same = data(f"1 {split_ten}")
    assert fix_file(same, spec, manager, path="p").data == same


@pytest.mark.parametrize("kept", [0, 1])
def test_a_fix_that_does_not_give_every_board_back_changes_no_file(
    kept, fixing, line_file, split_ten
):
    # To forget a sound board in a generator is an easy mistake; it must not cost the file.
    run = fixing(forgetful=lambda boards, ctx: list(boards)[:kept])
    path = line_file(f"1 {split_ten}", f"2 {split_ten}")
    before = path.read_bytes()
    done = run("check", "--fix", path)
    assert done.code == 4
    assert f"it gave {kept} boards for 2" in done.out
    assert path.read_bytes() == before


def test_a_fix_that_fails_leaves_the_fixes_of_others(fixing, line_file, split_ten):
    run = fixing(forgetful=lambda boards, ctx: list(boards)[:1], renumber=renumber)
    path = line_file(f"2 {split_ten}", f"3 {split_ten}")
    done = run("check", "--fix", path)
    assert done.code == 4
    assert "CORE033: fix of the rule 'forgetful' skipped" in done.out
    assert "it gave 1 boards for 2" in done.out
    assert path.read_text() == f"1 {split_ten}\n2 {split_ten}\n"


def test_one_text_in_place_of_several_is_refused():
    with pytest.raises(PluginLoadError, match=r"\('line',\)"):
        RuleSpec(name="x", summary="x", board="x:x", diagnostics="x:CODES", formats="line")


def test_errors_of_the_reader_are_counted_apart_from_those_of_rules(manager_with):
    def again(board, ctx):
        ctx.issue("CLUB002", board=board, first=1)

    manager = manager_with(again=again)
    data = b"1 N:- - - -\nhello\n2 N:- - - -\n"
    with open_boards(data, format="line", errors="collect", check=True, manager=manager) as boards:
        numbers = [board.number for board in boards]
        errors = sorted(item.code for item in boards.diagnostics if item.is_error)
    assert numbers == [1, 2]
    assert errors == ["CLUB002", "CLUB002", "LINE001"]
    assert boards.reader_errors == 1
    with open_boards(data, format="line", errors="collect", manager=manager) as unchecked:
        assert [board.number for board in unchecked] == [1, 2]
    assert unchecked.reader_errors == 1
