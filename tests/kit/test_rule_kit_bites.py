"""The kit of rules against itself: the example passes it all, a spoilt one fails what is spoilt."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

from overtrick_testing import LATEST_LEVEL, RuleSuite

ROOT = Path(__file__).parents[2]
SOURCE = (ROOT / "examples" / "rule" / "overtrick_order.py").read_text(encoding="utf-8")
REQUIREMENTS = sorted(name for name in dir(RuleSuite) if name.startswith("test_"))

outcome_of = runpy.run_path(str(Path(__file__).with_name("running.py")))["outcome_of"]
KeptExamples = runpy.run_path(str(Path(__file__).with_name("kept_examples.py")))["KeptExamples"]

ISSUE = 'self.ctx.issue("ORDER001", board=board, part="number", last=self.last)'
FIXED = "return sorted(boards, key=lambda board: board.number or 0)"
CODE = (
    'op.DiagnosticCode(code="ORDER001", severity=ot.Severity.NOTE, template="after board {last}")'
)

# What is spoilt: the edit, and the requirements that see it.
MUTANTS = {
    "a heavy import": (
        ("import overtrick as ot", "import hypothesis\nimport overtrick as ot"),
        {"test_declaration_is_light"},
    ),
    "no summary": (
        ('summary="The boards are in the order of their numbers"', 'summary=""'),
        {"test_spec_fields_are_valid"},
    ),
    "a fix of one argument": (
        ("def fix(boards: Iterable[ot.Board], ctx: op.RuleContext)", "def fix(boards)"),
        {
            "test_references_resolve", "test_fix_fixes_its_samples", "test_fix_twice_is_once",
            "test_fix_leaves_good_samples", "test_fixed_samples_can_be_written",
        },
    ),
    "a code of the core": (
        ('code="ORDER001", severity', 'code="CORE001", severity'),
        {
            "test_catalogue_is_complete", "test_every_code_has_a_sample",
            "test_survives_any_boards", "test_bad_samples_give_their_code_alone",
        },
    ),
    "a code without a sample": (
        (CODE, f'{CODE},\n    op.DiagnosticCode(code="ORDER002", severity=0, template="x")'),
        {"test_every_code_has_a_sample"},
    ),
    "a bad sample that is good": (
        (
            "[ot.Board(number=2), ot.Board(number=1)]",
            "[ot.Board(number=1), ot.Board(number=2)]",
        ),
        {"test_bad_samples_give_their_code_alone", "test_fix_fixes_its_samples"},
    ),
    "a second finding": (
        (ISSUE, f'{ISSUE}\n            self.ctx.issue("ORDER009", "and another thing")'),
        {"test_bad_samples_give_their_code_alone"},
    ),
    "a good sample that is bad": (
        ("good=ot.Board()", "good=[ot.Board(number=2), ot.Board(number=1)]"),
        {"test_good_samples_give_nothing", "test_fix_leaves_good_samples"},
    ),
    "a fix that fixes nothing": ((FIXED, "return boards"), {"test_fix_fixes_its_samples"}),
    "a fix that goes on and on": (
        (FIXED, f"{FIXED} + [ot.Board(number=1000)]"),
        {"test_fix_leaves_good_samples", "test_fix_twice_is_once"},
    ),
    "a rule that needs a number": (
        ("board.number and board.number <", "board.number <"),
        {"test_survives_any_boards", "test_good_samples_give_nothing"},
    ),
    "a rule that remembers the last file": (
        ("        self.last = board.number or self.last", "        Order.last = board.number or 0"),
        {"test_survives_any_boards"},
    ),
    "a fix that the format cannot hold": (
        (
            f"self.last:\n            {ISSUE}",
            f'self.last and "other:done" not in board.extras:\n            {ISSUE}',
            FIXED,
            "done = ot.Extras({'other:done': 1})\n"
            "    return [ot.Board(number=board.number, extras=done) for board in boards]",
        ),
        {"test_fix_leaves_good_samples", "test_fixed_samples_can_be_written"},
    ),
}  # fmt: skip

# Those of level 2: the edit, and the requirement that names what is spoilt.
LATER_MUTANTS = {
    "a hook that fails": (("yield op.RuleSpec", "yield op.RuleSpecs"), "test_plugin_loads"),
    "a board that is not there": (
        (ISSUE, ISSUE.replace("board=board", "board=ot.Board(number=99)")),
        "test_findings_name_a_place_that_exists",
    ),
    "a line that is not there": (
        (
            ISSUE,
            "place = ot.Location(line=7)\n            "
            + ISSUE.replace("board=board", "board=ot.Board(origin=place)"),
        ),
        "test_findings_name_a_place_that_exists",
    ),
    "a finding at the board before": (
        (
            ISSUE,
            ISSUE.replace("board=board", "board=self.before"),
            "        self.last = board.number or self.last",
            "        self.last, self.before = board.number or self.last, board",
        ),
        "test_findings_are_at_their_boards",
    ),
    "a finding without a place": (
        (ISSUE, ISSUE.replace("board=board, ", "")),
        "test_findings_are_at_their_boards",
    ),
    "a finding at the first board": (
        (
            "    def see(",
            "    first = None\n\n    def see(",
            "        if board.number and",
            "        self.first = self.first or board\n        if board.number and",
            ISSUE,
            ISSUE.replace("board=board", "board=self.first"),
        ),
        "test_findings_are_at_their_boards",
    ),
    "a finding at another field": (
        (ISSUE, ISSUE.replace('part="number"', 'part="info.event"')),
        "test_findings_are_at_their_boards",
    ),
    "a fix that makes the info anew": (
        (
            FIXED,
            f"{FIXED.replace('sorted(boards', 'sorted(map(anew, boards)')}\n\n\n"
            "def anew(board):\n"
            "    info = ot.Info(event=board.info.event, site=board.info.site)\n"
            "    return __import__('attrs').evolve(board, info=info)",
        ),
        "test_fix_keeps_every_board",
    ),
    "a fix that makes blanks single": (
        (
            FIXED,
            f"{FIXED.replace('sorted(boards', 'sorted(map(tidy, boards)')}\n\n\n"
            "def tidy(board):\n"
            "    name = board.name and ' '.join(board.name.split())\n"
            "    return __import__('attrs').evolve(board, name=name)",
        ),
        "test_fix_keeps_every_board",
    ),
    "a fix that sorts by the number alone": (
        (FIXED, "return sorted(boards, key=lambda board: board.number)"),
        "test_boards_without_numbers_are_checked",
    ),
    "a fix that drops boards of one number": (
        (
            FIXED,
            "return sorted({b.number: b for b in boards}.values(), key=lambda b: b.number or 0)",
        ),
        "test_fix_keeps_every_board",
    ),
    "a fix that drops boards without a number": (
        (FIXED, "return sorted((b for b in boards if b.number), key=lambda board: board.number)"),
        "test_fix_keeps_every_board",
    ),
    "each board against all before it": (
        (
            "        if board.number and",
            "        for one in self.__dict__.setdefault('seen', []):\n            one.number\n"
            "        self.seen.append(board)\n        if board.number and",
        ),
        "test_cost_is_linear",
    ),
    "words that depend on the user": (
        (ISSUE, ISSUE.replace("last=self.last", "last=__import__('getpass').getuser()")),
        "test_says_the_same_in_every_process",
    ),
    "words that depend on the arguments": (
        (ISSUE, ISSUE.replace("last=self.last", "last=__import__('sys').argv[1:]")),
        "test_says_the_same_in_every_process",
    ),
    "words that count the files": (
        (
            ISSUE,
            "Order.times = getattr(Order, 'times', 0) + 1\n            "
            + ISSUE.replace("last=self.last", "last=Order.times"),
        ),
        "test_files_know_nothing_of_each_other",
    ),
    "a rule that needs a header": (
        (
            "        if board.number and",
            "        self.ctx.header['x:y']\n        if board.number and",
        ),
        "test_any_header_will_do",
    ),
    "a fix of two boards at most": (
        (
            FIXED,
            "boards = list(boards)\n    if len(boards) > 2:\n        return boards\n    " + FIXED,
        ),
        "test_a_fix_settles",
    ),
    "a rule for boards of no file": (
        ("        if board.number and", "        if board.origin is None and board.number and"),
        "test_bad_samples_are_found_in_a_file",
    ),
    "words that hang on the hash seed": (
        (ISSUE, ISSUE.replace("last=self.last", "last=hash('x')")),
        "test_says_the_same_in_every_process",
    ),
}


# A rule of one text, with a fix; and what is spoilt of it.
TEXT_SOURCE = """
import attrs
import overtrick as ot
import overtrick.plugin as op
CODES = op.Catalogue(op.DiagnosticCode(
    code="ORDER001", severity=ot.Severity.NOTE, template="the player {name!r} is in capitals"))


@op.hookimpl
def overtrick_rules():
    yield op.RuleSpec(
        name="order", summary="No name is in capitals", board="overtrick_order:check",
        diagnostics="overtrick_order:CODES", samples="overtrick_order:samples",
        fix="overtrick_order:fix")


def check(board, ctx):
    for name in board.info.players:
        if name and name.isupper():
            ctx.issue("ORDER001", board=board, part="info.players", name=name)


def right(name):
    return name.title() if name and name.isupper() else name


def fix(boards, ctx):
    for board in boards:
        info = attrs.evolve(board.info, players=tuple(map(right, board.info.players)))
        yield attrs.evolve(board, info=info)


def samples():
    bad, good = (ot.Info(players=(name, None, None, None)) for name in ("ADA", "Ada"))
    yield op.RuleSample(code="ORDER001", bad=ot.Board(info=bad), good=ot.Board(info=good))
"""
FIXES = "        yield attrs.evolve(board, info=info)"
TEXT_MUTANTS = {
    "a fix that strips the other names": (
        ("name.isupper() else name", "name.isupper() else name and name.strip()"),
        "test_fix_keeps_every_board",
    ),
    "a fix that strips the event": (
        (
            FIXES,
            "        if info != board.info:\n            event = info.event and "
            f"info.event.strip()\n            info = attrs.evolve(info, event=event)\n{FIXES}",
        ),
        "test_fix_keeps_every_board",
    ),
    "a fix that sorts the names": (
        (
            "players=tuple(map(right, board.info.players))",
            "players=tuple(sorted(map(right, board.info.players), key=lambda name: name or '~'))"
            " if any(right(name) != name for name in board.info.players) else board.info.players",
        ),
        "test_fix_keeps_every_board",
    ),
    "a fix that sorts the extras": (
        (
            FIXES,
            "        extras = {key: tuple(sorted(value)) if isinstance(value, tuple) else "
            "value\n                  for key, value in board.extras.items()}\n"
            "        if info != board.info:\n"
            f"            board = attrs.evolve(board, extras=ot.Extras(extras))\n{FIXES}",
        ),
        "test_fix_keeps_every_board",
    ),
    "a fix that misses a name with blanks": (
        ("name.isupper() else name", "name.isupper() and name[0] != ' ' else name"),
        "test_a_fix_settles",
    ),
    "words with the name stripped": (
        ('info.players", name=name', 'info.players", name=name.strip()'),
        "test_findings_name_a_place_that_exists",
    ),
}


@pytest.fixture
def run_kit(tmp_path, monkeypatch, request):
    """Return a function that runs the kit over a variant of the example; it names what fails."""
    pytest.importorskip("overtrick_pbn")

    def run(*edits, before=(), up_to=LATEST_LEVEL, tried=REQUIREMENTS, source=SOURCE):
        name = "order_" + re.sub(r"\W", "_", request.node.name)
        for old, new in zip(edits[::2], edits[1::2], strict=True):
            assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times"
            source = source.replace(old, new)
        (tmp_path / f"{name}.py").write_text(source.replace("overtrick_order:", f"{name}:"))
        monkeypatch.syspath_prepend(tmp_path)

        class Suite(*before, RuleSuite):
            rule_name = "order"
            plugin = name
            needed_plugins = ("overtrick_pbn",)
            level = up_to

        failed = set()
        for test in tried:
            outcome = outcome_of(Suite, test)
            # One that builds on a failed one skips for its sake; `failed` has that one.
            if not re.search("^$|a requirement of level|fails because of", outcome.skipped):
                pytest.fail(f"{test} skips: {outcome.skipped}")
            if outcome.error is not None:
                failed.add(test)
        sys.modules.pop(name, None)
        return failed

    return run


@pytest.mark.slow
def test_the_example_passes(run_kit):
    assert run_kit() == set()


@pytest.mark.slow
@pytest.mark.parametrize("what", MUTANTS)
def test_a_spoilt_rule_fails_what_is_spoilt(run_kit, what):
    edit, expected = MUTANTS[what]
    assert run_kit(*edit, before=(KeptExamples,), up_to=1) == expected


@pytest.mark.slow
@pytest.mark.parametrize("what", LATER_MUTANTS)
def test_what_is_spoilt_is_named(run_kit, what):
    edit, named = LATER_MUTANTS[what]
    assert run_kit(*edit, tried=[named]) == {named}


@pytest.mark.slow
def test_a_rule_of_texts_passes(run_kit):
    # It is for any format.
    needed = {"test_bad_samples_are_found_in_a_file", "test_fixed_samples_can_be_written"}
    assert run_kit(source=TEXT_SOURCE, tried=sorted({*REQUIREMENTS} - needed)) == set()


@pytest.mark.slow
@pytest.mark.parametrize("what", TEXT_MUTANTS)
def test_what_is_spoilt_of_a_rule_of_texts_is_named(run_kit, what):
    edit, named = TEXT_MUTANTS[what]
    assert run_kit(*edit, tried=[named], source=TEXT_SOURCE) == {named}


def test_every_requirement_bites():
    bitten = set().union(*(expected for _, expected in MUTANTS.values()))
    assert bitten | {named for _, named in LATER_MUTANTS.values()} == set(REQUIREMENTS)
