"""The table drawn in the terminal: keys, mouse, what is seen, and that it asks the table only."""

from __future__ import annotations

import asyncio
import datetime
import string
from collections.abc import Awaitable, Callable

import pytest

pytest.importorskip("textual", reason="the drawn table needs the extra tui")

from click.testing import CliRunner
from textual.pilot import Pilot
from textual.widgets import Input, Static

from overtrick import Seat, Suit
from overtrick_belote.explanations.labels import LABELS, label
from overtrick_belote.explanations.words import words
from overtrick_belote.players.advice import Level, Reason
from overtrick_belote.rules.auction import DOUBLE, PASS, Bid
from overtrick_belote.rules.cards import cards_of
from overtrick_belote.rules.options import RuleOptions
from overtrick_belote.rules.state import Declare, Phase, Play, playable
from overtrick_belote.table.house import TableManager
from overtrick_belote.table.saves import Journal, running_games
from overtrick_belote.table.settings import Settings, change_settings, read_settings
from overtrick_belote.table.setup import OneHand, Setup
from overtrick_belote.terminal.command import belote
from overtrick_belote.terminal.tui.app import BeloteApp
from overtrick_belote.terminal.tui.dialogs import Dialog, Question
from overtrick_belote.terminal.tui.drawing import COLOURS, palette
from overtrick_belote.terminal.tui.picture import Target

NOVICE = Level.NOVICE
QUICK = Settings(
    players=(NOVICE, NOVICE, None, NOVICE),
    adviser=NOVICE,
    speed="instant",
    animate=False,
    language="en",
)
SMALL, MIDDLE, BIG = (80, 24), (120, 40), (200, 60)
Script = Callable[[BeloteApp, Pilot[None]], Awaitable[None]]


def app_of(number: int | None = 4711, settings: Settings = QUICK) -> BeloteApp:
    """A drawn table with a numbered hand, or a game."""
    hand = None if number is None else OneHand.numbered(number)
    setup = Setup(
        seed="a seed",
        players=settings.players,
        adviser=settings.adviser,
        options=settings.options,
        hand=hand,
        without_help=settings.without_help,
    )
    journal = Journal.begin(setup, datetime.datetime(2026, 1, 2, 3, 4, 5))
    return BeloteApp(TableManager(journal, settings))


def run(app: BeloteApp, script: Script, size: tuple[int, int] = SMALL) -> None:
    """Let a script press keys at a drawn table."""

    async def main() -> None:
        async with app.run_test(size=size) as pilot:
            await rest(app, pilot)
            await script(app, pilot)

    try:
        asyncio.run(main())
    finally:
        app.house.journal.close()


async def rest(app: BeloteApp, pilot: Pilot[None]) -> None:
    """Wait until nobody thinks and nothing moves any more."""
    for _ in range(4000):
        await pilot.pause()
        busy = [worker for worker in app.workers if worker.group == "table"]
        waits = len(app.table.state.tricks) > app.looking.seen_tricks
        if (not busy or waits) and not app.is_thinking:
            return
        await asyncio.sleep(0.005)
    pytest.fail("the table does not come to rest")


async def press(app: BeloteApp, pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await rest(app, pilot)


async def to_the_play(app: BeloteApp, pilot: Pilot[None]) -> None:
    """Pass until the cards are played."""
    for _ in range(6):
        if app.table.state.phase is not Phase.AUCTION:
            return
        await press(app, pilot, "p")


async def dialog(app: BeloteApp, pilot: Pilot[None]) -> Dialog:
    """The dialog that opens."""
    for _ in range(4000):
        await pilot.pause()
        if isinstance(app.screen, Dialog):
            return app.screen
        await asyncio.sleep(0.005)
    pytest.fail("no dialog opens")


def read_in(screen: Dialog) -> str:
    return str(screen.query_one(".words", Static).content)


def panel(app: BeloteApp) -> str:
    return str(app.query_one("#panel", Static).content)


def drawn(app: BeloteApp) -> list[str]:
    """The table as text."""
    board = app.board
    return [board.render_line(y).text for y in range(board.size.height)]


@pytest.mark.slow
def test_a_whole_hand_by_keys_alone_ends_with_its_score_card():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "up", "up", "right", "space")
        assert app.board.cursor == Target("suit", Suit.SPADES)
        await press(app, pilot, "d", "enter")
        said = [step.action for step in app.table.steps if step.seat == Seat.SOUTH]
        assert said[0] == Bid(90, Suit.HEARTS)
        await to_the_play(app, pilot)
        for _ in range(40):
            if app.table.is_over and app.looking.seen_tricks == 8:
                break
            await press(app, pilot, "space")
        assert app.table.is_over
        screen = await dialog(app, pilot)
        score = app.table.state.score
        assert score is not None
        told = read_in(screen)
        for points in score.score:
            assert str(points) in told

    run(app_of(), script)


@pytest.mark.slow
def test_the_documents_keys_choose_a_card():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        await to_the_play(app, pilot)
        while app.board.cursor is None or app.board.cursor.kind != "card":
            await press(app, pilot, "space")
        first = app.board.cursor
        legal = list(cards_of(playable(app.table.state)))
        for there, back in (("right", "left"), ("6", "4"), ("d", "s")):
            await pilot.press(there)
            assert (app.board.cursor != first) is (len(legal) > 1)
            await pilot.press(back)
            assert app.board.cursor == first

    run(app_of(17), script)


def test_amounts_beyond_250_stand_on_the_next_pages():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        box = app.board.picture.box
        assert box is not None
        assert box.amounts == tuple(range(80, 260, 10))
        app.on_board_chosen(app.board.Chosen(Target("more"), 1))
        box = app.board.picture.box
        assert box is not None
        assert box.amounts[0] == 260
        await click(app, pilot, Target("amount", 300))
        await click(app, pilot, Target("suit", Suit.CLUBS))
        await rest(app, pilot)
        assert app.table.steps[0].action == Bid(300, Suit.CLUBS)

    run(app_of(), script)


async def click(app: BeloteApp, pilot: Pilot[None], target: Target, button: int = 1) -> None:
    box = app.board.box_of(target)
    assert box is not None, f"{target} is not to be seen"
    await pilot.click("#board", offset=(box.x, box.y), button=button)
    await rest(app, pilot)


@pytest.mark.slow
def test_the_mouse_plays_a_card_and_is_told_why_not():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        await to_the_play(app, pilot)
        for _ in range(30):
            state = app.table.state
            hand = state.hands[Seat.SOUTH]
            forbidden = hand & ~playable(state)
            if app.table.is_persons_turn and forbidden and not app.table.announces():
                break
            await press(app, pilot, "space")
        before = len(app.table.steps)
        await click(app, pilot, Target("card", next(cards_of(forbidden))))
        assert len(app.table.steps) == before
        assert "must" in panel(app)
        card = next(cards_of(playable(app.table.state)))
        await click(app, pilot, Target("card", card))
        assert app.table.steps[before].action == Play(card)

    run(app_of(), script, MIDDLE)


@pytest.mark.slow
def test_a_hint_an_analysis_and_the_medal_tell_what_the_table_tells():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        hint = read_in(await dialog(app, pilot))
        assert app.shower.said.call(app.table.hint().action) in hint
        await pilot.press("escape")
        await to_the_play(app, pilot)
        for _ in range(6):
            if app.table.state.tricks:
                break
            await press(app, pilot, "space")
        assert app.board.picture.winner is not None
        await click(app, pilot, Target("medal"))
        medal = read_in(await dialog(app, pilot))
        assert app.orders.tell(app.table.medal().reasons[0]) in medal
        await pilot.press("escape")
        played = next(step for step in app.table.steps if step.by_computer and step.before.trick)
        assert isinstance(played.action, Play)
        await click(app, pilot, Target("played", played.action.card))
        told = read_in(await dialog(app, pilot))
        assert app.shower.said.card(played.action.card) in told

    run(app_of(), script)


def test_keys_ask_why_a_call_was_made():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "p")
        assert app.table.state.phase is Phase.AUCTION
        await pilot.press("a")
        cursor = app.board.cursor
        assert cursor is not None
        assert cursor.kind == "call"
        await pilot.press("space")
        assert read_in(await dialog(app, pilot))

    run(app_of(), script)


def test_without_help_nothing_is_told():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.press("7")
        await pilot.pause(0.05)
        assert not isinstance(app.screen, Dialog)
        assert app.board.picture.hands[Seat.WEST].cards == (None,) * 8
        assert "help" in panel(app)

    run(app_of(settings=change_settings(QUICK, {"without_help": True})), script)


def test_hidden_hands_lie_face_down_until_somebody_peeks():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        hidden = app.table.state.hands[Seat.NORTH]
        text = "\n".join(drawn(app))
        assert text.count("░") > 50
        await pilot.press("9")
        await pilot.pause()
        shown = app.board.picture.hands[Seat.NORTH].cards
        assert set(shown) == set(cards_of(hidden))
        assert app.table.was_helped
        await pilot.press("9")
        await pilot.pause()
        assert app.board.picture.hands[Seat.NORTH].cards == (None,) * 8

    run(app_of(), script)


def test_several_people_see_their_hands_one_after_another():
    settings = change_settings(QUICK, {"players.E": "human"})

    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        assert app.table.turn is not None
        assert all(hand.cards[0] is None for hand in app.board.picture.hands)
        assert any("H: show the hand of" in line for line in drawn(app))
        await pilot.press("h")
        open_hands = [s for s in Seat if app.board.picture.hands[s].cards[0] is not None]
        assert open_hands == [app.table.turn]
        await press(app, pilot, "p")
        assert all(hand.cards[0] is None for hand in app.board.picture.hands)

    run(app_of(settings=settings), script)


def test_announces_are_said_by_buttons_before_the_first_card():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "up", "up", "space", "space")
        await to_the_play(app, pilot)
        while not app.table.is_persons_turn:
            await press(app, pilot, "space")
        offered = app.table.announces()
        assert offered
        assert app.board.picture.buttons == tuple(app.shower.said.announce(a) for a in offered)
        assert app.board.cursor == Target("announce", 0)
        await press(app, pilot, "space")
        assert Declare(offered[0]) in [step.action for step in app.table.steps]

    run(app_of(4712), script)


def test_the_end_of_a_trick_comes_by_itself_after_some_seconds(monkeypatch: pytest.MonkeyPatch):
    settings = change_settings(QUICK, {"end_of_turn": "1"})

    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        await to_the_play(app, pilot)
        while not app.table.state.tricks:
            await press(app, pilot, "space")
        for _ in range(2000):
            if app.looking.seen_tricks == len(app.table.state.tricks):
                break
            await asyncio.sleep(0.02)
        assert app.looking.seen_tricks >= 1

    monkeypatch.setattr("overtrick_belote.terminal.tui.app.SECOND", 0.02)
    run(app_of(settings=settings), script)


def test_calls_are_confirmed_where_that_is_chosen():
    settings = change_settings(QUICK, {"confirm": True})

    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        await pilot.press("p")
        screen = await dialog(app, pilot)
        assert app.label("sure", call="pass") in read_in(screen)
        await pilot.press("down", "enter")
        while isinstance(app.screen, Dialog):
            await pilot.pause()
        assert not app.table.steps
        await pilot.press("p")
        await dialog(app, pilot)
        await pilot.press("enter")
        await rest(app, pilot)
        assert app.table.steps[0].action == PASS

    run(app_of(settings=settings), script)


@pytest.mark.slow
def test_options_are_kept_and_take_hold_at_once():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        app.action_menu("options")
        await dialog(app, pilot)
        names = ("players", "adviser", "rules", "end_of_turn", "speed")
        await pilot.press(*["down"] * len(names), "space")
        await pilot.pause(0.05)
        await pilot.press("escape")
        assert read_settings()[0].animate is True
        for name, value in (("language", "fr"), ("colour", "blue"), ("dark", False)):
            app.orders.change(name, value)
        assert read_settings()[0].language == "fr"
        assert app.board.colours == palette("blue", dark=False)
        assert "Nord" in "\n".join(drawn(app))

    run(app_of(), script)


def test_replays_and_taking_back_go_through_the_table():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "p")
        assert app.table.steps
        await press(app, pilot, "u")
        assert not app.table.steps or not app.table.steps[-1].by_computer
        app.action_order("end-cards")
        for _ in range(4000):
            await pilot.pause()
            if app.table.is_over:
                break
            await asyncio.sleep(0.005)
        await dialog(app, pilot)
        await pilot.press("escape")
        app.action_order("replay-bidding")
        await rest(app, pilot)
        assert app.table.state.phase is Phase.AUCTION

    run(app_of(), script)


def test_what_is_refused_does_not_stop_the_game():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        await to_the_play(app, pilot)
        while not app.table.state.tricks:
            await press(app, pilot, "space")
        assert len(app.table.state.tricks) > app.looking.seen_tricks
        await press(app, pilot, "n")
        assert app.orders.tell(Reason("hand-not-over")) in panel(app)
        await press(app, pilot, "b", "f")
        assert app.looking.seen_tricks >= 1

    run(app_of(), script)


def test_a_game_goes_on_hand_by_hand_and_is_kept_when_it_is_left():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        app.action_order("end-cards")
        for _ in range(4000):
            await pilot.pause()
            if app.table.is_over:
                break
            await asyncio.sleep(0.005)
        await dialog(app, pilot)
        await pilot.press("enter")
        await rest(app, pilot)
        assert app.table.hand_number == 2
        await pilot.press("ctrl+q")

    app = app_of(None)
    run(app, script)
    (path,) = running_games()
    with Journal.resume(path) as journal:
        assert journal.table.hand_number == 2


def test_another_hand_is_begun_and_the_old_one_can_be_resumed():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "p")
        old = app.house.journal.path
        app.action_order("random-hand")
        for _ in range(2000):
            await pilot.pause()
            if app.house.journal.path != old:
                break
        await rest(app, pilot)
        assert old in list(running_games())
        assert app.table.setup.hand is not None
        assert app.table.setup.hand.number is not None

    run(app_of(), script)


def test_what_is_no_game_is_not_replaced_by_one(tmp_path):
    path = tmp_path / "t.pbn"
    path.write_text("% PBN 2.1\n")

    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        app.action_order("save")
        while not isinstance(app.screen, Question):
            await pilot.pause()
        app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        await pilot.pause()
        # Nothing asks whether to replace it.
        assert isinstance(app.screen, Question)
        wrong = str(app.screen.query_one(".wrong", Static).content)
        assert "is no hand or game of 32-card bridge; name another file" in wrong
        await pilot.press("escape")

    run(app_of(), script)
    assert path.read_text() == "% PBN 2.1\n"


@pytest.mark.parametrize("size", [SMALL, BIG, (30, 8)])
def test_everything_fits_on_the_screen(size: tuple[int, int]):
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        board = app.board
        if size[0] < 80:
            assert len(drawn(app)) == board.size.height
            return
        boxes = {target: box for box, target in board.selectable()}
        assert len(boxes) == 18 + 4 + 1 + 1
        for first, one in boxes.items():
            assert one.x >= 0
            assert one.x + one.width <= board.size.width
            assert one.y >= 0
            assert one.y + one.height <= board.size.height
            for second, other in boxes.items():
                if first != second:
                    apart = (
                        one.y + one.height <= other.y
                        or other.y + other.height <= one.y
                        or one.x + one.width <= other.x
                        or other.x + other.width <= one.x
                    )
                    assert apart, f"{first} lies over {second}"
        text = "\n".join(drawn(app))
        for seat in Seat:
            assert words("en").seat(seat) in text
        for card in cards_of(app.table.state.hands[Seat.SOUTH]):
            assert board.at(*corner(app, Target("hand", Seat.SOUTH), card)) is not None

    run(app_of(), script, size)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "This window is too small: {} by {}. The table asks 80 columns and 24 rows."),
        ("fr", "Cette fenêtre est trop petite : {} sur {}. Il faut 80 colonnes et 24 lignes."),
    ],
)
@pytest.mark.parametrize("size", [(40, 10), (79, 24), (80, 23)])
def test_a_window_below_the_least_size_says_so_in_words(
    language: str, said: str, size: tuple[int, int]
):
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        assert said.format(*size) in " ".join(" ".join(drawn(app)).split())
        assert "│" not in "".join(drawn(app))
        await pilot.press("space")
        await pilot.resize_terminal(*SMALL)
        await rest(app, pilot)
        assert "80 columns" not in "".join(drawn(app))
        assert "│" in "".join(drawn(app))
        assert app.query_one("#side").display
        assert app.board.cursor is not None

    run(app_of(settings=change_settings(QUICK, {"language": language})), script, size)


def corner(app: BeloteApp, target: Target, card: object) -> tuple[int, int]:
    """The left upper corner of a hand."""
    box = app.board.box_of(target)
    assert box is not None, f"no {card} of {target}"
    return box.x, box.y


def test_a_table_as_text_at_80_columns():
    async def script(app: BeloteApp, _: Pilot[None]) -> None:
        lines = drawn(app)
        assert lines[0].strip() == "North · novice"
        assert lines[2].count("│░░░") == 8
        assert "80" in lines[6]
        assert "250" in "".join(lines[5:10])
        assert lines[-1].strip() == "► South · you"
        ranks = lines[-4].split("│")
        signs = lines[-3].split("│")
        held = [a.strip() + b.strip() for a, b in zip(ranks, signs, strict=True) if a.strip()]
        said = words("en")
        hand = app.table.state.hands[Seat.SOUTH]
        assert set(held) == {said.rank(c.rank) + said.suit_sign(c.suit) for c in cards_of(hand)}

    run(app_of(), script)


def test_letters_stand_where_signs_are_not_wanted():
    async def script(app: BeloteApp, _: Pilot[None]) -> None:
        assert not any(sign in "\n".join(drawn(app)) for sign in "♠♥♦♣")

    run(app_of(settings=change_settings(QUICK, {"cards": "letters"})), script)


def test_labels_have_the_same_facts_in_both_languages():
    for name, (english, french) in LABELS.items():
        facts = [
            {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}
            for text in (english, french)
        ]
        assert facts[0] == facts[1], name
        assert english
        assert french
    assert label("seconds", "fr", n=3) == "3 s"


def test_colours_are_readable():
    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def contrast(one: str, other: str) -> float:
        high, low = sorted((luminance(one), luminance(other)), reverse=True)
        return (high + 0.05) / (low + 0.05)

    for colour in COLOURS:
        for dark in (True, False):
            shades = palette(colour, dark=dark)
            assert contrast(shades.text, shades.felt) > 7
            assert contrast(shades.accent, shades.felt) > 4
            assert contrast(shades.chip_text, shades.chip) > 6
            assert contrast(shades.alarm, shades.chip) > 3.5
            assert contrast(shades.red, shades.face) > 4.5


@pytest.mark.slow
def test_the_commented_hand_is_played_as_it_is_told():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        app.action_order("tutorial")
        first = read_in(await dialog(app, pilot))
        lesson = app.house.lesson
        assert lesson is not None
        assert app.orders.tell(lesson.comments[0].notes[0]) in first
        await pilot.press("escape")
        await pilot.pause()
        app.act(Bid(80, Suit.SPADES))
        await pilot.pause()
        assert not app.table.steps
        assert "pass" in panel(app)
        for _ in range(2000):
            if app.table.is_over and app.looking.seen_tricks == 8:
                break
            if (
                isinstance(app.screen, Dialog)
                or len(app.table.state.tricks) > app.looking.seen_tricks
            ):
                await pilot.press("space")
            elif app.table.is_persons_turn and app.board.cursor is not None:
                await pilot.press("enter")
            await pilot.pause()
        assert app.table.is_over
        assert app.table.state.score is not None
        assert app.table.state.score.score[0] == 270

    run(app_of(), script)


def test_a_full_disk_is_told_and_does_not_end_the_game(monkeypatch: pytest.MonkeyPatch):
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        def full(*_: object) -> int:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr("overtrick_belote.table.saves.os.write", full)
            await press(app, pilot, "p")
        assert "No space left" in panel(app)
        await press(app, pilot, "f1")
        assert isinstance(await dialog(app, pilot), Dialog)

    run(app_of(), script)


def test_a_double_before_ones_turn_where_the_rules_have_it():
    changes = {"rules.double-out-of-turn": "yes", "players.E": "human", "players.W": "human"}

    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        assert app.table.turn is Seat.SOUTH
        app.act(Bid(80, Suit.SPADES))
        await rest(app, pilot)
        assert app.table.turn is Seat.EAST
        await press(app, pilot, "b")
        assert (app.table.steps[-1].seat, app.table.steps[-1].action) == (Seat.WEST, DOUBLE)
        await press(app, pilot, "b")
        assert len(app.table.steps) == 2

    run(app_of(settings=change_settings(QUICK, changes)), script)


def test_without_a_terminal_the_drawn_table_is_refused_and_nothing_is_begun():
    result = CliRunner().invoke(belote, ["--tui", "--new"])
    assert result.exit_code == 2
    assert "needs a terminal" in result.output
    assert not list(running_games())


def test_players_sit_down_at_once():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        app.orders.change("players.E", "advanced")
        app.action_menu("options")
        await dialog(app, pilot)
        await pilot.press("enter")
        await pilot.pause(0.05)
        await pilot.press("escape", "escape")
        await rest(app, pilot)
        assert app.table.players[Seat.EAST] is Level.ADVANCED

    run(app_of(), script)


def test_rules_of_the_table_reach_the_next_hand():
    async def script(app: BeloteApp, pilot: Pilot[None]) -> None:
        app.orders.change("rules.announces", False)
        app.action_order("random-hand")
        for _ in range(2000):
            await pilot.pause()
            if not app.table.setup.options.announces:
                break
        assert app.table.setup.options == RuleOptions(announces=False)

    run(app_of(), script)
