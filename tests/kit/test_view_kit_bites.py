"""The kit of views against itself: a good view passes it all, a spoilt one is caught and named."""

from __future__ import annotations

import importlib
import runpy
import sys
from pathlib import Path
from types import MappingProxyType

import pytest

from overtrick_testing import ViewSuite, example_boards

outcome_of = runpy.run_path(str(Path(__file__).with_name("running.py")))["outcome_of"]

SOURCE = """
import html
import sys
import attrs
import overtrick as ot
import overtrick.plugin as op
from overtrick.plugin import printable
NAME = __name__

@op.hookimpl
def overtrick_views():
    yield op.ViewSpec(
        name="demo", summary="Boards as a list", view=f"{NAME}:view", suffixes=(".demo",),
        media_type="text/html", options=f"{NAME}:Options",
    )

@attrs.frozen(kw_only=True)
class Options:
    event: bool = op.option(False, help="name the event")
    order: str = op.option("up", help="how a hand runs", choices=("up", "down"))
    width: int = op.option(20, help="how many letters an event has")

    def __attrs_post_init__(self):
        if self.width < 1:
            raise ValueError("the width is 1 at least")

def view(boards, sink, ctx):
    look = ctx.options(Options)
    sink.write(b"<ul>")
    for board in boards:
        words = [f"{board.number}"]
        if board.deal is not None:
            cards = board.deal.to_text(ot.Seat.NORTH)
            words.append(cards[::-1] if look.order == "down" else cards)
        if look.event:
            words.append(printable(board.info.event or "").ljust(look.width))
        text = html.escape(" ".join(words))
        sink.write(f"<li title='{text}'>{text}</li>".encode())
    sink.write(b"</ul>")
"""

# What is spoilt: what stands there, what is put in its place, and the requirement that names it.
MUTANTS = {
    "a heavy import": ("import html\n", "import html\nimport hypothesis\n", "declaration_is_light"),
    "a hook that fails": ("yield op.ViewSpec", "yield op.ViewSpecs", "plugin_loads"),
    "no summary": ('"Boards as a list"', '""', "spec_fields_are_valid"),
    "no media type": ('"text/html"', '"html"', "spec_fields_are_valid"),
    "a view of two arguments": ("(boards, sink, ctx)", "(boards, sink)", "references_resolve"),
    "an option without help": ('help="name the event"', 'help=""', "references_resolve"),
    "an element that is not closed": ('</ul>")', '")', "output_is_of_its_media_type"),
    "a picture from elsewhere": (
        'b"<ul>"', "b\"<ul><img src='https://x.org/a.png'>\"", "output_is_of_its_media_type",
    ),
    "a script": ('b"<ul>"', 'b"<ul><script>x()</script>"', "output_is_of_its_media_type"),
    "another encoding": (
        '</li>".encode()', '\u00e9</li>".encode("latin-1")',
        "output_is_of_its_media_type",
    ),
    "hands that are left out": (
        "if board.deal is not None", "if False",
        "shows_what_it_says_it_shows",
    ),
    "all boards alike": (
        "for board in boards:", "for board in [ot.Board(number=1) for _ in boards]:",
        "shows_what_it_says_it_shows",
    ),
    "East's row with West's hand": (
        "cards = board.deal.to_text(ot.Seat.NORTH)",
        "n, _, s, w = map(str, board.deal)\n            cards = f'N:{n} {w} {s} {w}'",
        "each_hand_is_shown",
    ),
    "East and West exchanged": (
        "cards = board.deal.to_text(ot.Seat.NORTH)",
        "n, e, s, w = map(str, board.deal)\n            cards = f'N:{n} {w} {s} {e}'",
        "shows_what_is_expected",
    ),
    "a file that is closed": (
        'sink.write(b"</ul>")', 'sink.write(b"</ul>")\n    sink.close()', "leaves_its_file_open",
    ),
    "a file that is closed by what is around it": (
        '    sink.write(b"<ul>")',
        '    __import__("io").TextIOWrapper(sink)\n    sink.write(b"<ul>")', "leaves_its_file_open",
    ),
    "an option of empty cells": (
        'printable(board.info.event or "").ljust', '"event".ljust',
        "options_show_what_they_say_they_show",
    ),
    "an option of empty cells below a head": (
        'sink.write(b"<ul>")', 'sink.write(b"<ul>" + b"<li>event</li>" * look.event)',
        "options_show_what_they_say_they_show",
        'printable(board.info.event or "").ljust', '"".ljust',
    ),
    "an option's text cut": (
        'printable(board.info.event or "")', 'printable((board.info.event or "")[:10])',
        "texts_are_shown_in_full",
    ),
    "a text cut after ten letters": (
        'words = [f"{board.number}"]', 'words = [f"{board.number}", (board.info.site or "")[:10]]',
        "texts_are_shown_in_full",
    ),
    "a text cut after three letters": (
        'words = [f"{board.number}"]', 'words = [f"{board.number}", (board.name or "")[:3]]',
        "texts_are_shown_in_full",
    ),
    "a text cut after a hundred letters": (
        'words = [f"{board.number}"]', 'words = [f"{board.number}", (board.info.room or "")[:100]]',
        "texts_are_shown_in_full",
    ),
    "a text of which the end alone is shown": (
        'words = [f"{board.number}"]', 'words = [f"{board.number}", (board.scoring or "")[-40:]]',
        "texts_are_shown_in_full",
    ),
    "West's name cut to a word": (
        'words = [f"{board.number}"]',
        'words = [f"{board.number}", *(board.info.players[3] or "").split()[:1]]',
        "texts_are_shown_in_full",
    ),
    "a note cut": (
        'words = [f"{board.number}"]',
        'words = [f"{board.number}", *((entry.note or "")[:12] for entry in '
        '(board.auction.entries if board.auction else ()))]',
        "texts_are_shown_in_full",
    ),
    "numbers that are one higher": (
        'words = [f"{board.number}"]', 'words = [f"{board.number and board.number + 1}"]',
        "numbers_are_those_of_the_boards",
    ),
    "numbers of two digits": (
        'words = [f"{board.number}"]', 'words = [f"{board.number and board.number % 100}"]',
        "numbers_are_those_of_the_boards",
    ),
    "numbers of places": (
        "for board in boards:", "for place, board in enumerate(boards, 1):",
        "numbers_are_those_of_the_boards",
        'words = [f"{board.number}"]', 'words = [f"{board.number or place}"]',
    ),
    "numbers that go on": (
        "for board in boards:\n",
        "last = 0\n    for board in boards:\n        last = board.number or last + 1\n",
        "numbers_are_those_of_the_boards",
        'words = [f"{board.number}"]', 'words = [f"{last}"]',
    ),
    "no number is 0": (
        'words = [f"{board.number}"]', 'words = [f"{board.number or 0}"]',
        "numbers_are_those_of_the_boards",
    ),
    "a dealer of the number": (
        'words = [f"{board.number}"]',
        'words = [f"{board.number} {board.dealer or ot.Seat.dealer_of(board.number or 1)}"]',
        "nothing_is_invented",
    ),
    "North for no dealer": (
        'words = [f"{board.number}"]',
        'words = [f"{board.number} {ot.Seat(board.dealer or 0).name}"]', "nothing_is_invented",
    ),
    "a vulnerability of the number": (
        'words = [f"{board.number}"]',
        'words = [f"{board.number} "\n            '
        'f"{board.vulnerability or ot.Vulnerability.of_board(board.number or 2)}"]',
        "nothing_is_invented",
    ),
    "a contract for none": (
        'words = [f"{board.number}"]',
        'made = ot.Contract.parse("4S", declarer=ot.Seat.EAST)\n        '
        'words = [f"{board.number} {board.contract or made}"]',
        "nothing_is_invented",
    ),
    "no tricks for no result": (
        'words = [f"{board.number}"]',
        'words = [f"{board.number} {board.result.tricks if board.result else 0}"]',
        "nothing_is_invented",
    ),
    "a redoubled contract shown as doubled": (
        'words = [f"{board.number}"]',
        'text = str(board.contract and board.contract.text).replace("XX", "X")\n        '
        'words = [f"{board.number} {text}"]',
        "shows_what_it_says_it_shows",
    ),
    "one vulnerability for either side": (
        'words = [f"{board.number}"]',
        'risk = board.vulnerability\n        '
        'words = [f"{board.number} {risk and bool(risk.value)}"]',
        "shows_what_it_says_it_shows",
    ),
    "calls that are counted": (
        'NAME = __name__\n', 'NAME = __name__\nTIMES = []\n', "is_the_same_in_every_process",
        'words = [f"{board.number}"]', 'words = [f"{board.number}", *TIMES]',
        '    sink.write(b"</ul>")', '    TIMES.append("x")\n    sink.write(b"</ul>")',
    ),
    "an option of the call before": (
        'NAME = __name__\n', 'NAME = __name__\nLAST = [None]\n', "is_the_same_in_every_process",
        "    look = ctx.options(Options)\n",
        "    look = ctx.options(Options)\n    LAST[:] = [*LAST[-1:], look.order]\n",
        'look.order == "down"', '"down" in LAST',
    ),
    "an option's column that is too wide": (
        "ljust(look.width)", "ljust(look.width + 1)", "options_show_what_is_expected",
    ),
    "an option beyond its range": (
        "if self.width < 1:", "1 // self.width\n        if False:",
        "options_out_of_range_are_refused",
    ),
    "a user": (
        'words = [f"{board.number}"]',
        'words = [f"{board.number} {__import__(\'getpass\').getuser()}"]',
        "is_the_same_in_every_process",
    ),
    "a host": (
        'words = [f"{board.number}"]',
        'words = [f"{board.number} {__import__(\'socket\').gethostname()}"]',
        "is_the_same_in_every_process",
    ),
    "an option that is ignored": (
        'look.order == "down"', "False",
        "every_option_changes_what_is_shown",
    ),
    "an option that crashes": (
        'look.order == "down"', '{"up": False}[look.order]', "every_option_changes_what_is_shown",
    ),
    "texts that are not escaped": ("html.escape(", "str(", "hostile_texts_do_no_harm"),
    "quotes that are not escaped": (
        'html.escape(" ".join(words))', 'html.escape(" ".join(words), quote=False)',
        "hostile_texts_do_no_harm",
    ),
    "controls in an option's texts": ("printable(", "str(", "hostile_texts_do_no_harm"),
    "an order that hangs on the hash seed": (
        'words = [f"{board.number}"]', 'words = [f"{board.number}", *set("abcdef")]',
        "is_the_same_in_every_process",
    ),
    "a time of day": (
        'words = [f"{board.number}"]',
        'words = [f"{board.number} {__import__(\'time\').perf_counter_ns()}"]',
        "is_the_same_in_every_process",
    ),
    "a folder": (
        'words = [f"{board.number}"]',
        'words = [f"{board.number} {__import__(\'os\').getcwd()}"]', "is_the_same_in_every_process",
    ),
    "boards gone through twice": (
        "    look = ctx", "    list(boards)\n    look = ctx", "takes_boards_as_they_come",
    ),
    "boards that are held": (
        "for board in boards:", "for board in list(boards):", "takes_boards_as_they_come",
    ),
    "a word on standard output": (
        "    look = ctx", "    print('hello')\n    look = ctx",
        "prints_nothing",
    ),
    "a word on standard error": (
        "    look = ctx", "    sys.stderr.write('hello')\n    look = ctx", "prints_nothing",
    ),
    "a language that there is no word for": (
        "    look = ctx", "    {'en': 1, 'fr': 2, 'de': 3}[ctx.language]\n    look = ctx",
        "every_language_is_shown",
    ),
    "a board without a deal": (
        "if board.deal is not None", "if board.deal.is_complete",
        "survives_any_board",
    ),
}  # fmt: skip

# What some of them show besides.
SHOWN = {
    "a redoubled contract shown as doubled": {"contract"},
    "one vulnerability for either side": {"vulnerability"},
}
NAMES = sorted(name for name in dir(ViewSuite) if name.startswith("test_"))


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Return a function that runs requirements over a variant of the view; it names what fails."""

    def run_some(edits, *requirements, skips="", **more):
        name = f"view_{abs(hash((*edits, *more)))}"
        source = SOURCE
        for old, new in zip(edits[::2], edits[1::2], strict=True):
            assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times"
            source = source.replace(old, new)
        (tmp_path / f"{name}.py").write_text(source, "utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        importlib.invalidate_caches()

        class Suite(ViewSuite):
            view_name = "demo"
            plugin = name
            shows = frozenset({"number", "deal"})
            option_values = MappingProxyType({"width": (300,)})
            needs = MappingProxyType({"width": {"event": True}})
            expected = "view_expected"
            streams = True
            max_examples = 10

            @classmethod
            def make_boards(cls):
                return example_boards()

        for key, value in more.items():
            setattr(Suite, key, value)
        failed = {}
        for test in requirements:
            outcome = outcome_of(Suite, test, tmp_path)
            is_expected = bool(skips) and skips in outcome.skipped
            assert is_expected or not outcome.skipped, f"{test} skips: {outcome.skipped}"
            if outcome.error is not None:
                failed[test] = outcome.error
        sys.modules.pop(name, None)
        return failed

    return run_some


@pytest.mark.slow
def test_a_good_view_passes(run):
    assert run((), *NAMES) == {}


# What is no fault: what is replaced, and what of the suite is another.
SOUND = {
    "a text that is cut with a mark": (
        'words = [f"{board.number}"]',
        'site = board.info.site or ""\n        '
        'words = [f"{board.number}", site if len(site) < 12 else site[:10] + "\u2026"]',
    ),
    "a text that is cut with dots": (
        'words = [f"{board.number}"]',
        'words = [f"{board.number}", __import__("textwrap").shorten('
        'board.info.site or "", 20, placeholder=" ...")]',
    ),
    "numbers with noughts before them": (
        'words = [f"{board.number}"]',
        'words = ["" if board.number is None else f"{board.number:05}"]',
    ),
    "a file that was wrapped and let go": (
        '    sink.write(b"<ul>")',
        '    __import__("io").TextIOWrapper(sink).detach()\n    sink.write(b"<ul>")',
    ),
}
NEW = ("leaves_its_file_open", "texts_are_shown_in_full", "numbers_are_those_of_the_boards",
       "nothing_is_invented", "options_show_what_they_say_they_show")  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("what", SOUND)
def test_what_is_no_fault_passes(run, what):
    failed = run(SOUND[what], *(f"test_{name}" for name in NEW), expected=None)
    assert failed == {}, failed


@pytest.mark.slow
def test_a_closed_file_is_one_fault(run):
    edit = ('sink.write(b"</ul>")', 'sink.write(b"</ul>")\n    sink.close()')
    others = [name for name in NAMES if name != "test_sealed_boards_stay_hidden"]
    failed = run(edit, *others)
    assert [f"{error}" for error in failed.values()] == [
        "the view closed the file that it was given"
    ]


def test_what_an_option_adds_can_be_declared(run):
    test = "test_options_show_what_they_say_they_show"
    empty = ('printable(board.info.event or "").ljust', '"event".ljust')
    said = {"shows_with": {"event": {"info.event"}}}
    assert run((), test, **said) == {}
    failed = run(empty, test, **said)[test]
    assert "with event a board with info.event and one without are shown alike" in str(failed)
    assert run(empty, test, shows_with={"event": ()}) == {}
    failed = run((), test, shows_with={"evemt": {"info.event"}})[test]
    assert "names the option evemt" in str(failed)


@pytest.mark.slow
@pytest.mark.parametrize("what", MUTANTS)
def test_a_spoilt_view_is_caught_by_the_requirement_that_names_it(run, what):
    old, new, named, *more = MUTANTS[what]
    shows = {"number", "deal", *SHOWN.get(what, ())}
    assert run((old, new, *more), f"test_{named}", shows=shows), f"{what} passes test_{named}"


def test_what_is_kept_between_calls_is_blamed_on_neither_shows_nor_options(run):
    old, new, _, *more = MUTANTS["calls that are counted"]
    named = ["test_is_the_same_in_every_process", "test_shows_what_it_says_it_shows",
             "test_every_option_changes_what_is_shown"]  # fmt: skip
    failed = run((old, new, *more), *named, skips="fails because of")
    assert list(failed) == named[:1]
    assert "the second call with the same input differs: at " in str(failed[named[0]])


def test_every_requirement_bites():
    """That of the seals is in test_seal_kit_bites."""
    bitten = {f"test_{named}" for _, _, named, *_ in MUTANTS.values()}
    assert bitten == set(NAMES) - {"test_sealed_boards_stay_hidden"}
