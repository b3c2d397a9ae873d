"""The text form of hands and games: written, read again, and refused with code, line and column."""

from __future__ import annotations

import random

import pytest

from overtrick import NoBoardsError, ParseError, Seat, Suit, detect
from overtrick import read as read_boards
from overtrick_belote import BeloteError
from overtrick_belote.rules.dealing import numbered_hand
from overtrick_belote.rules.diagnostics import CODES
from overtrick_belote.rules.game import finish, new_game, next_hand
from overtrick_belote.rules.options import AnnounceTie, Rounding, RuleOptions
from overtrick_belote.rules.reading import TextError, check, read, read_hand
from overtrick_belote.rules.state import Phase, apply, legal, start, view
from overtrick_belote.rules.text import (
    FIRST_LINE,
    GameRecord,
    HandRecord,
    record_game,
    record_hand,
    write,
)
from overtrick_belote.rules.tutorial_hand import TEXT, tutorial_hand
from overtrick_cli import commands

HANDS = {
    "north": "SK HAT9 CAKJ8",
    "east": "SA97 HK8 DAJ CT",
    "south": "SQJT HJ DKQ8 C7",
    "west": "S8 HQ7 DT97 CQ9",
}
DEAL = "dealer: W\n" + "".join(f"{seat}: {cards}\n" for seat, cards in HANDS.items())
CALLS = "calls: P P 80C P P 90D 100C 110D P P 120C P P P\n"


def played(state, chance, stop=None):
    """A hand after so many actions of chance."""
    done = 0
    while state.turn is not None and done != stop:
        actions = legal(state)
        if state.phase is Phase.AUCTION and chance.random() < 0.7:
            actions = actions[:1] if chance.random() < 0.8 else actions[-1:]
        state, _ = apply(state, chance.choice(actions[:12]))
        done += 1
    return state


@pytest.mark.parametrize("seed", range(30))
def test_a_hand_written_is_read_again(seed):
    chance = random.Random(f"text {seed}")
    options = chance.choice((
        RuleOptions(),
        RuleOptions(game_points=1000, rounding=Rounding.NONE, redouble_ends=False),
        RuleOptions(announces=False, announce_tie=AnnounceTie.FIRST_TO_SPEAK),
    ))  # fmt: skip
    hands, dealer = numbered_hand(seed + 1)
    state = start(hands, dealer, options, standing=(0, seed * 10), unshuffled=seed % 2 == 1)
    state = played(state, chance, chance.choice((None, None, 1, 6, 12, 25)))
    record = record_hand(state, number=chance.choice((None, seed + 1)), notes={"by": "a, b: c"})
    text = write(record)
    again = read(text)
    assert again == record
    assert again.replay() == state
    assert write(again) == text
    assert read(text.encode()) == record
    assert read("\ufeff" + text.replace("\n", "\r\n")) == record
    assert text.startswith(FIRST_LINE + "\n")
    assert text.endswith("\n")


def test_a_game_written_is_read_again():
    chance = random.Random("a game")
    game = new_game("spring evening", RuleOptions(void_hands=2))
    for _ in range(5):
        game = finish(game, played(next_hand(game), chance))
        text = write(record_game(game))
        assert read(text).replay() == (game, None)
    for stop in (0, 3, 12, 20):
        state = played(next_hand(game, shuffle=stop == 12), chance, stop)
        if state.turn is None:
            continue
        record = record_game(game, state, notes={"levels": "expert"})
        text = write(record)
        again = read(text)
        assert again == record
        assert again.replay() == (game, state)
        assert write(again) == text
    empty = write(record_game(new_game("none yet")))
    assert read(empty).replay() == (new_game("none yet"), None)


def test_a_game_needs_no_more_than_its_seed_and_what_was_done():
    game = new_game("short")
    state = next_hand(game)
    text = f"{FIRST_LINE}\ngame: short\nhand 1\ncalls: P P P P\nhand 2\nunshuffled: yes\ncalls: P\n"
    record = read(text)
    assert record.hands[0].hands == state.dealt
    after, broken_off = record.replay()
    assert after.void_hands == 1
    assert len(broken_off.auction.calls) == 1
    assert "\nnorth: " in write(record)


def test_a_part_of_a_hand_is_completed_by_its_seed():
    text = f"{FIRST_LINE}\nsouth: SAKQJ\nwest: HA\n"
    record = read_hand(text)
    assert (record.dealer, record.is_whole) == (None, False)
    assert write(record) == f"{FIRST_LINE}\n\nsouth: SAKQJ\nwest: HA\n"
    one, two = record.begin("1"), record.begin("2")
    assert one != two
    assert one == record.begin("1")
    assert one.dealt[Seat.SOUTH] & record.hands[Seat.SOUTH] == record.hands[Seat.SOUTH]
    seeded = read_hand(text + "seed: 1\n")
    assert seeded.begin() == seeded.begin("another") == one
    # With its seed it can be called and played.
    called = read_hand(text + "seed: 1\ncalls: 80S P P P\n")
    assert called.replay().phase is Phase.PLAY
    assert write(HandRecord(hands=(0, 0, 0, 0), dealer=None)) == f"{FIRST_LINE}\n\nnorth: -\n"


def test_what_people_write_is_read():
    told = f"""
# a hand I lost
32-Card Bridge 1
Number : 4711
DEALER: {numbered_hand(4711)[1].symbol.lower()}

Calls: p - 80♣ x
# and then
calls: redouble
"""
    record = read_hand(told)
    assert record.number == 4711
    assert [str(call) for _, call in record.calls] == [
        "pass", "pass", "80C", "double", "redouble",
    ]  # fmt: skip
    suits = "dealer: W\nsouth: ♠ Q J 10, ♥J, ♦ K Q 8, ♣7\n"
    assert read_hand(FIRST_LINE + "\n" + suits).hands[Seat.SOUTH] == tutorial_hand().hands[2]
    cards = "dealer: W\nsouth: sq sj s10 hj dk dq d8 c7\n"
    assert read_hand(FIRST_LINE + "\n" + cards).hands[Seat.SOUTH] == tutorial_hand().hands[2]


def test_players_may_be_left_out_where_it_is_their_turn():
    short = TEXT
    for line in TEXT.splitlines():
        name, _, value = line.partition(": ")
        if name in {"calls"} or name.startswith("trick"):
            words = [word.split()[1] for word in value.split(", ")]
            short = short.replace(line, f"{name}: {' '.join(words)}")
    assert read(short) == tutorial_hand()


def test_replay_to_the_bidding_or_the_play():
    record = tutorial_hand()
    assert record.begin().auction.calls == ()
    back = record.replay(cards=0)
    assert back.phase is Phase.PLAY
    assert (back.tricks, back.trick.cards, back.declared) == ((), (), ())
    assert len(record.replay(cards=6).tricks) == 1
    assert record.replay(cards=32) == record.replay()


def test_doubles_out_of_turn_are_kept():
    options = RuleOptions(double_out_of_turn=True)
    state = start(*numbered_hand(1), options)
    first = state.turn
    state, _ = apply(state, legal(state)[1])
    across = Seat((first + 1) % 4)
    state, _ = apply(state, legal(state, across)[0], across)
    text = write(record_hand(state))
    assert f"{across.symbol} double" in text
    assert read_hand(text).replay() == state


FAULTS = [
    ("BEL001", 1, 1, "dealer: W\n"),
    ("BEL001", 1, 1, ""),
    ("BEL002", 1, 16, "32-card bridge 2\n"),
    ("BEL003", 2, 1, b"32-card bridge 1\nnote a: \xe9\n"),
    ("BEL003", 1, 1, "\ud800"),
    ("BEL004", 2, 1, "dealer W\n"),
    ("BEL005", 2, 1, "deeler: W\n"),
    ("BEL005", 2, 1, "note A!: x\n"),
    ("BEL006", 3, 1, "dealer: W\nDealer: W\n"),
    ("BEL007", 2, 1, "dealer: W\ngame: x\n"),
    ("BEL007", 2, 1, "dealer: W\nhand 1\nnumber: 1\n"),
    ("BEL007", 4, 1, "game: x\nhand 1\nnumber: 1\n"),
    ("BEL007", 3, 1, "number: 1\nfirst dealer: N\n"),
    ("BEL008", 1, 1, "\n# nothing\n"),
    ("BEL009", 2, 1, "hand 2\nnumber: 1\n"),
    ("BEL010", 2, 10, "north: SAX\n"),
    ("BEL011", 2, 8, "north: AK\n"),
    ("BEL012", 3, 8, "north: SA\neast: SA\n"),
    ("BEL012", 2, 10, "north: SAA\n"),
    ("BEL013", 2, 8, "north: SAKQJT987 HA\n"),
    ("BEL014", 2, 9, "dealer: P\n"),
    ("BEL014", 3, 12, "number: 1\nannounces: P third of SQ\n"),
    ("BEL015", 2, 9, "number: 0\n"),
    ("BEL015", 2, 9, "number: " + "9" * 5000 + "\n"),
    ("BEL016", 3, 8, "number: 1\nnorth: SAKQJT987\n"),
    ("BEL017", 2, 1, "calls: P\n"),
    ("BEL017", 3, 1, "dealer: W\ncalls: P\n"),
    ("BEL020", 2, 1, "option anounces: no\n"),
    ("BEL021", 2, 18, "option rounding: up\n"),
    ("BEL021", 2, 19, "option least-cut: 17\n"),
    ("BEL021", 2, 19, "option announces: maybe\n"),
    ("BEL022", 2, 11, "standing: 270\n"),
    ("BEL023", 2, 13, "unshuffled: perhaps\n"),
    ("BEL030", 7, 10, DEAL + "calls: P 80\n"),
    ("BEL031", 8, 13, DEAL + CALLS + "trick 1: C7 C1\n"),
    ("BEL032", 8, 12, DEAL + CALLS + "announces: S third\n"),
    ("BEL032", 8, 12, DEAL + CALLS + "announces: S third of C8\n"),
    ("BEL033", 7, 10, DEAL + "calls: N pass\n"),
    ("BEL033", 8, 16, DEAL + CALLS + "trick 1: C7, N CT\n"),
    ("BEL034", 7, 12, DEAL + "calls: 80C 80D\n"),
    ("BEL034", 8, 13, DEAL + CALLS + "trick 1: C7 SA\n"),
    ("BEL034", 8, 10, DEAL + CALLS + "trick 1: SA\n"),
    ("BEL034", 7, 10, DEAL + "trick 1: C7\n"),
    ("BEL034", 8, 12, DEAL + CALLS + "announces: S third of SK\n"),
    ("BEL034", 7, 16, DEAL + "calls: P P P P P\n"),
    ("BEL035", 8, 1, DEAL + CALLS + "trick 2: C7\n"),
    ("BEL036", 8, 10, DEAL + CALLS + "trick 1: C7 CT\ntrick 2: C8\n"),
    ("BEL037", 8, 12, DEAL + CALLS + "announces: N third of SQ\n"),
    ("BEL038", 8, 8, DEAL + CALLS + "score: NS 0, EW 0\n"),
    ("BEL040", 3, 1, "game: x\nhand 1\ncalls: P\nhand 2\n"),
    ("BEL041", 4, 8, "game: x\nhand 1\nnorth: SAKQJT987\n"),
    ("BEL041", 4, 13, "game: x\nhand 1\nunshuffled: yes\n"),
]  # fmt: skip


def whole(text):
    if isinstance(text, str) and text and not text.startswith(("32", "\ud800")):
        alone = text == "dealer: W\n"
        return text if alone else f"{FIRST_LINE}\n{text}"
    return text


@pytest.mark.parametrize(("code", "line", "column", "text"), FAULTS)
def test_a_fault_is_told_with_its_place(code, line, column, text):
    record, found = check(whole(text), "a.b32")
    assert record is None
    told = [(f.code, f.location.line, f.location.column) for f in found]
    assert (code, line, column) in told, told
    with pytest.raises(TextError) as caught:
        read(whole(text), "a.b32")
    assert isinstance(caught.value, ParseError)
    assert isinstance(caught.value, BeloteError)
    assert caught.value.diagnostic == found[0]
    assert str(caught.value).startswith("a.b32:")


NO_HAND = [f"{FIRST_LINE}\ngame: x\n", f"{FIRST_LINE}\nhand 1\nnumber: 1\n"]


def test_every_code_comes_up():
    told = {finding.code for _, _, _, text in FAULTS for finding in check(whole(text))[1]}
    for text in NO_HAND:
        with pytest.raises(TextError) as caught:
            read_hand(text)
        told.add(caught.value.diagnostic.code)
    assert told == set(CODES)


def test_one_hand_is_asked_for():
    for text in NO_HAND:
        with pytest.raises(TextError, match="expected one hand"):
            read_hand(text)
    assert isinstance(read(f"{FIRST_LINE}\nhand 1\nnumber: 1\nhand 2\nnumber: 2\n"), tuple)


def test_all_faults_of_a_text_are_told():
    text = f"{FIRST_LINE}\ndealer: P\nnorth: SAX\nspeed: 3\nunshuffled: so\n"
    _, found = check(text)
    assert [finding.code for finding in found] == ["BEL014", "BEL010", "BEL005", "BEL023"]


def test_what_would_not_be_one_line_is_not_written():
    for notes in ({"a": "two\nlines"}, {"a": " blank before"}, {"No": "x"}, {"a": "\ud800"}):
        with pytest.raises(BeloteError):
            write(HandRecord(hands=(0, 0, 0, 0), dealer=None, notes=notes))
    with pytest.raises(BeloteError):
        write(GameRecord(seed="a\nb"))
    for seed in ("", "a: b # c", "été ♠"):
        assert read(write(GameRecord(seed=seed))).seed == seed


@pytest.mark.parametrize("seed", range(3))
def test_mutants_are_read_or_refused_and_nothing_else(seed):
    """The long run is `tests/fuzzing/run.py --only b32`."""
    chance = random.Random(f"mutants {seed}")
    texts = [TEXT, write(tutorial_hand()), FIRST_LINE + "\ngame: x\nhand 1\ncalls: P P P P\n"]
    for _ in range(250):
        text = chance.choice(texts)
        for _ in range(chance.choice((1, 1, 2, 4))):
            at = chance.randrange(len(text) + 1)
            end = at + chance.randrange(1, 20)
            piece = chance.choice(("", ":", "S", "SA", "\n", "hand 1", "٣", "\0", "9" * 30, "XX"))
            text = text[:at] + piece + chance.choice((text[at:], text[end:], text[at + 1 :]))
        record, found = check(text)
        assert (record is None) == bool(found)
        if record is not None:
            assert read(write(record)) == record
        for finding in found:
            assert finding.code in CODES
            assert finding.location.line <= text.count("\n") + text.count("\r") + 1


# beside files of boards


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "hand.b32"
    path.write_text(TEXT)
    return path


@pytest.fixture
def overtrick(capfd):
    """Runs the command; gives its exit code and all that it printed."""

    def run(*arguments):
        capfd.readouterr()
        code = commands.run([str(argument) for argument in arguments])
        return code, "".join(capfd.readouterr())

    return run


SAID = (
    "is a hand or game of 32-card bridge, whose cards are no bridge board: overtrick belote check"
)


def test_such_a_file_is_no_file_of_boards(file, tmp_path):
    for call in (read_boards, detect):
        with pytest.raises(NoBoardsError, match=SAID):
            call(file)
    # Under any other name it is known by its first line.
    for suffix in (".txt", ".pbn", ".lin", ""):
        other = tmp_path / f"other{suffix}"
        other.write_text(TEXT)
        with pytest.raises(NoBoardsError, match=SAID):
            detect(other)


def test_commands_name_it_and_what_reads_it(file, tmp_path, overtrick):
    target = tmp_path / "hand.pbn"
    for arguments in (("convert", file, target), ("show", file)):
        code, said = overtrick(*arguments)
        assert code == 1
        assert SAID in said
        assert len(said.strip().splitlines()) == 1
    for command in ("check", "detect"):
        code, said = overtrick(command, file)
        assert code == 1
        assert "CORE054" in said
        assert SAID.removeprefix("is ") in said
    assert not target.exists()
    code, said = overtrick("convert", file, tmp_path / "other.b32")
    assert code == 2
    assert "such a file is a hand or game of 32-card bridge" in said


def test_its_codes_are_explained(overtrick):
    code, said = overtrick("explain", "BEL013")
    assert code == 0
    assert "a player has eight" in said


def test_a_view_of_a_read_hand_is_a_view():
    state = tutorial_hand().replay(cards=9)
    assert view(state, Seat.SOUTH).contract.bid.suit is Suit.CLUBS
