"""What is given in Python and is of the wrong kind, or is no such thing, is refused in words."""

from __future__ import annotations

import pytest

import overtrick_belote as belote
from overtrick import Seat, Suit
from overtrick_belote import (
    PASS,
    BeloteError,
    Bid,
    Card,
    Command,
    Declare,
    Explanation,
    Game,
    HandState,
    Level,
    OneHand,
    Play,
    RuleOptions,
    Setup,
    Table,
    View,
)

NOVICES = (Level.NOVICE, Level.NOVICE, None, Level.NOVICE)


def seated() -> Table:
    table = Table(Setup(seed="a", players=NOVICES, adviser=Level.NOVICE, hand=OneHand.numbered(3)))
    for _ in table.advance():
        pass
    return table


STATE: HandState = belote.start(*belote.numbered_hand(3))
GAME: Game = belote.new_game("a")
SEEN: View = belote.view(STATE, Seat(STATE.turn or 0))
TABLE = seated()
HINT: Explanation = TABLE.hint()
HANDS = STATE.dealt
NOTHINGS = (None, 5, "pass", object())


def call(function, *given, **named):
    """Something wrong, given to a function, with what it is called."""
    return pytest.param(lambda: function(*given, **named), id=f"{function.__name__}-{given}{named}")


@pytest.mark.parametrize(
    "wrong",
    [
        *(call(TABLE.act, each) for each in NOTHINGS),
        *(call(belote.apply, STATE, each) for each in NOTHINGS),
        call(TABLE.act, Play("SJ")),
        call(TABLE.act, Declare("tierce")),
        call(TABLE.act, Bid("80", Suit.CLUBS)),
        call(TABLE.act, Bid(80, "C")),
        call(TABLE.act, PASS, "S"),
        call(TABLE.peek, "X"),
        call(TABLE.peek, 7),
        call(TABLE.view, "S"),
        call(TABLE.actions, "S"),
        call(TABLE.review, "S"),
        call(TABLE.analysis, "last"),
        call(TABLE.medal, None),
        call(TABLE.refusal, "hint"),
        call(TABLE.switch_help, without="no"),
        call(TABLE.seat_players, None),
        call(TABLE.happen, "pass"),
        call(Table, None),
        call(Setup, seed=7),
        call(Setup, seed="a", players=["novice"]),
        call(Setup, seed="a", players=("novice",) * 4),
        call(Setup, seed="a", adviser="novice"),
        call(Setup, seed="a", adviser=None),
        call(Setup, seed="a", options={}),
        call(Setup, seed="a", hand=4711),
        call(Setup, seed="a", dealer="N"),
        call(Setup, seed="a", without_help="no"),
        call(OneHand.numbered, "3"),
        call(RuleOptions, announces="no"),
        call(RuleOptions, game_points="3000"),
        call(RuleOptions, game_points=True),
        call(RuleOptions, rounding="half-down"),
        call(Card.parse, None),
        *(call(belote.numbered_hand, each) for each in ("3", 3.0, None, True)),
        call(belote.advise, STATE, Level.NOVICE, "a"),
        call(belote.advise, SEEN, "novice", "a"),
        call(belote.advise, SEEN, Level.NOVICE, 7),
        call(belote.check, None),
        call(belote.read, None),
        call(belote.read, 5),
        call(belote.read, "", 5),
        call(belote.complete, None, None, "a"),
        call(belote.complete, ["S7", 0, 0, 0], None, "a"),
        call(belote.complete, HANDS, "N", "a"),
        call(belote.complete, HANDS, None, 7),
        call(belote.start, None, Seat.NORTH),
        call(belote.start, HANDS, "N"),
        call(belote.start, HANDS, Seat.NORTH, {}),
        call(belote.new_game, None),
        call(belote.new_game, "a", {}),
        call(belote.new_game, "a", dealer="N"),
        call(belote.next_hand, None),
        call(belote.finish, None, STATE),
        call(belote.finish, GAME, None),
        call(belote.legal, None),
        call(belote.legal, STATE, "S"),
        call(belote.view, None, Seat.NORTH),
        call(belote.view, STATE, "N"),
        call(belote.play_match, "novice", Level.NOVICE, 2, "a"),
        call(belote.play_match, Level.NOVICE, Level.NOVICE, "2", "a"),
        call(belote.play_match, Level.NOVICE, Level.NOVICE, 2, 7),
        call(belote.record_game, STATE),
        call(belote.record_hand, GAME),
        call(belote.score_hand, None, None, None),
        call(belote.tell, HINT),
        call(belote.tell, HINT.headline, None),
        call(belote.tell, "pass"),
        call(belote.told, HINT.headline),
        call(belote.told, None),
        call(belote.write, None),
        call(belote.write, [STATE]),
    ],
)
def test_what_is_of_another_kind_is_named(wrong):
    with pytest.raises(TypeError, match=r" must be .*, not ."):
        wrong()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: Setup(seed="a", players=(Level.NOVICE,)), "has four players, .* not 1"),
        (lambda: Setup(seed="a", players=()), "has four players, .* not 0"),
        (lambda: Setup(seed="a", players=(None,) * 4), "North is always the computer"),
        (lambda: TABLE.seat_players(NOVICES[:3]), "has four players, .* not 3"),
        (lambda: belote.numbered_hand(0), "there is no hand 0"),
        (lambda: belote.start(HANDS[:3], Seat.NORTH), "has four players, not 3"),
        (lambda: belote.start((0, 0, 0, 0), Seat.NORTH), "N has 0 cards"),
        (lambda: belote.tell(HINT.headline, "de"), "de"),
        (lambda: belote.told(HINT, "de"), "de"),
        (lambda: belote.read(""), "32-card bridge"),
    ],
)
def test_what_is_no_such_thing_is_said(wrong, said):
    with pytest.raises(BeloteError, match=said):
        wrong()


def test_what_was_refused_has_changed_nothing():
    table = seated()
    before, entries = table.state, list(table.entries)
    for each in NOTHINGS:
        with pytest.raises(TypeError, match="action must be a Pass, Bid, "):
            table.act(each)
    assert (table.state, table.entries) == (before, entries)
    assert table.refusal(Command.HINT) is None


def test_a_refusal_says_itself_in_both_languages():
    table = seated()
    with pytest.raises(belote.RefusedError) as caught:
        table.act(belote.REDOUBLE)
    english, french = caught.value.told(), caught.value.told("fr", symbols=False)
    assert english != french
    assert english.endswith(".")
    assert french.endswith(".")
    with pytest.raises(BeloteError):
        caught.value.told("de")


def test_after_the_hand_one_sees_what_was_dealt():
    table = seated()
    whole = table.state.dealt
    for _ in table.end_cards():
        pass
    assert [table.peek(seat) for seat in Seat] == list(whole)
