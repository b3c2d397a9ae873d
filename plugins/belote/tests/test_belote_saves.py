"""What is kept: running games, saves, settings, the history; and what is damaged."""

from __future__ import annotations

import datetime
import random

import attrs
import pytest

from overtrick import Seat
from overtrick_belote.players.advice import Level
from overtrick_belote.rules.cards import Side
from overtrick_belote.rules.text import write
from overtrick_belote.table.entries import ActionTaken
from overtrick_belote.table.history import (
    add_game,
    contract_letters,
    contract_of,
    history_path,
    played_game,
    read_history,
    statistics,
)
from overtrick_belote.table.recording import (
    Begin,
    entries_of,
    hand_record_of,
    players_of,
    read_record,
    record_of,
    table_setup,
    write_record,
)
from overtrick_belote.table.saves import (
    Journal,
    SaveError,
    read_save,
    read_sound_part,
    restore,
    running_games,
    save_bytes,
)
from overtrick_belote.table.session import Table
from overtrick_belote.table.settings import (
    Settings,
    change_settings,
    keep_aside,
    read_settings,
    settings_mapping,
    settings_path,
    write_settings,
)
from overtrick_belote.table.setup import OneHand, Setup, read_options
from overtrick_belote.table.storage import InUseError

NOW = datetime.datetime(2026, 11, 22, 11, 40, 7, 123)
NOVICES = (Level.NOVICE, Level.NOVICE, None, Level.NOVICE)


def setup_of(**more):
    more = {"players": NOVICES, "adviser": Level.NOVICE, **more}
    return Setup(seed="a seed", **more)


def play_hand(table):
    """Play to the end as a person does who asks for no help."""
    while not table.is_over:
        list(table.advance())
        if table.is_persons_turn:
            table.act(table.actions()[0])


def test_a_game_is_on_the_disk_after_every_action():
    journal = Journal.begin(setup_of(), NOW)
    table = journal.table
    while not table.is_over:
        list(table.advance())
        if table.is_persons_turn:
            table.act(table.actions()[0])
            save, end = read_save(journal.path.read_bytes(), "x")
            assert save.entries == tuple(table.entries)
            assert end == journal.path.stat().st_size
            assert restore(save, "x").state == table.state
    journal.close()
    assert list(running_games()) == [journal.path]
    with Journal.resume(journal.path) as again:
        assert again.table.state == table.state
        assert again.save == journal.save
        again.table.next_hand()
    with Journal.resume(journal.path) as third:
        assert third.table.hand_number == 2
        third.discard()
    assert list(running_games()) == []


def test_what_was_being_written_is_dropped_and_nothing_else():
    with Journal.begin(setup_of(), NOW) as journal:
        play_hand(journal.table)
    whole = journal.path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for cut in range(1, len(lines[-1])):
        save, end = read_save(whole[:-cut], "x")
        assert len(save.entries) == len(journal.table.entries) - 1
        assert end == len(whole) - len(lines[-1])
    journal.path.write_bytes(whole[:-3])
    with Journal.resume(journal.path) as again:
        assert not again.table.is_over
        play_hand(again.table)
        assert again.table.state == journal.table.state
    assert journal.path.read_bytes() == whole


def test_two_programs_do_not_play_one_game():
    with Journal.begin(setup_of(), NOW) as journal:
        with pytest.raises(InUseError, match="another program is using"):
            Journal.resume(journal.path)
        play_hand(journal.table)
    Journal.resume(journal.path).close()


def test_a_journal_tells_every_setup():
    for setup in (
        setup_of(hand=OneHand.numbered(4711), without_help=True),
        setup_of(options=read_options({"rounding": "none", "announces": False})),
        setup_of(players=(Level.NOVICE, None, None, Level.ADVANCED)),
    ):
        with Journal.begin(setup, NOW) as journal:
            play_hand(journal.table)
            save, _ = read_save(save_bytes(journal.snapshot()), "x")
            journal.discard()
        assert save.setup == setup
        assert restore(save, "x").state == journal.table.state


def damaged(data, seed):
    """A save with something changed in it."""
    lots = random.Random(seed)
    changed = bytearray(data)
    for _ in range(lots.randint(1, 3)):
        place = lots.randrange(len(changed))
        kind = lots.randrange(4)
        if kind == 0:
            changed[place] ^= 1 << lots.randrange(8)
        elif kind == 1:
            del changed[place : place + lots.randint(1, 60)]
        elif kind == 2:
            changed[place:place] = lots.randbytes(lots.randint(1, 9))
        else:
            lines = bytes(changed).split(b"\n")
            lots.shuffle(lines)
            changed = bytearray(b"\n".join(lines))
    return bytes(changed)


def why_refused(data):
    try:
        save, _ = read_save(data, "mine")
        restore(save, "mine")
    except SaveError as error:
        return str(error)
    return None


@pytest.mark.slow
def test_a_damaged_save_is_refused_with_what_is_wrong():
    with Journal.begin(setup_of(), NOW) as journal:
        play_hand(journal.table)
    data = journal.path.read_bytes()
    refused = 0
    for seed in range(1500):
        changed = damaged(data, seed)
        error = why_refused(changed)
        if error is None:
            # Only its end is cut off, or nothing has changed.
            assert data.startswith(changed[: changed.rfind(b"\n") + 1])
        else:
            refused += 1
            assert error.startswith("mine:")
    assert refused > 1300


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "mine:1: this is not a saved game"),
        (b"\xff\xfe\n", "mine:1: this is not a saved game"),
        (b"overtrick-belote-game 2\n", "mine:1: this is a save of another version"),
        (b"overtrick-belote-game 1\n", "mine:2: it ends before"),
        (b"overtrick-belote-game 1\nx\n", "mine:2: not an entry"),
        (b"overtrick-belote-game 1\n00000000 {}\n", "mine:2: damaged: the checksum"),
    ],
)
def test_what_is_no_save_is_refused(data, why):
    with pytest.raises(SaveError, match=why):
        read_save(data, "mine")


def test_entries_that_cannot_have_happened_are_refused():
    with Journal.begin(setup_of(), NOW) as journal:
        play_hand(journal.table)
    save = journal.snapshot()
    done = tuple(entry for entry in save.entries if isinstance(entry, ActionTaken))
    for entries in (done[1:], (*done, done[-1])):
        other = type(save)(name="x", begun=NOW, setup=save.setup, entries=entries)
        again, _ = read_save(save_bytes(other), "mine")
        with pytest.raises(SaveError, match=r"mine:\d+: this cannot have happened"):
            restore(again, "mine")


def test_a_disk_that_is_full_leaves_a_whole_game(monkeypatch):
    with Journal.begin(setup_of(), NOW) as journal:
        table = journal.table
        list(table.advance())
        before = journal.path.read_bytes()
        # Half of the entry, as a full disk takes it.
        write = __import__("os").write
        monkeypatch.setattr(
            "overtrick_belote.table.saves.os.write", lambda file, data: write(file, data[:9])
        )
        with pytest.raises(OSError, match="No space"):
            table.act(table.actions()[0])
        monkeypatch.undo()
        assert journal.path.read_bytes() == before
        # When there is room again, nothing is missing.
        play_hand(table)
        save, _ = read_save(journal.path.read_bytes(), "x")
        assert list(save.entries) == table.entries
    with Journal.resume(journal.path) as again:
        assert again.table.state == table.state


def game_of(points=300, name="one"):
    setup = attrs.evolve(setup_of(options=read_options({"game_points": points})), seed=name)
    with Journal.begin(setup, NOW) as journal:
        table = journal.table
        while True:
            play_hand(table)
            if table.is_finished:
                break
            table.next_hand()
        journal.discard()
    return played_game(name, NOW.replace(microsecond=0), table.players, table.outcome, 2)


def test_the_history_keeps_complete_games_and_adds_them_up():
    assert read_history() == ([], [])
    first, second = game_of(), game_of(700, "two")
    for game in (first, second, first):
        assert add_game(game)
    # The same cards once more: the game was loaded and played again.
    assert not add_game(attrs.evolve(first, name="three"))
    games, bad = read_history()
    assert (games, bad) == ([second, first], [])
    found = statistics(games)
    assert found.games == 2
    assert found.hands == len(first.hands) + len(second.hands)
    assert found.helped == 4
    for side in Side:
        own = found.sides[side]
        assert own.points == first.totals[side] + second.totals[side]
        assert 0 <= own.made <= own.contracts
    assert sum(side.contracts for side in found.sides) + found.void == found.hands
    assert sum(side.games_won for side in found.sides) == 2
    for hand in first.hands:
        contract = contract_of(hand)
        assert (hand.contract == "") is (contract is None)
        assert contract is None or contract_letters(contract) == hand.contract


def test_a_damaged_history_loses_only_what_is_damaged():
    game = game_of()
    add_game(game)
    path = history_path()
    # The beginning of a line that was being written, and things that are no games.
    whole = path.read_bytes()
    path.write_bytes(b'{"name": 3}\n[1]\n"x"\n' + b"[" * 100_000 + b"\n" + whole + whole[:50])
    other = game_of(500, "other")
    add_game(other)
    games, bad = read_history()
    assert [found.name for found in games] == ["one", "other"]
    assert bad == [1, 2, 3, 4, 6]


def test_of_a_damaged_game_all_is_read_that_stands_before_the_damage():
    with Journal.begin(setup_of(), NOW) as journal:
        play_hand(journal.table)
        journal.discard()
    whole = save_bytes(journal.snapshot())
    lines = whole.splitlines(keepends=True)
    entries = tuple(journal.table.entries)
    assert read_sound_part(whole, "x") == (journal.snapshot(), len(lines))
    for place in range(1, len(lines)):
        for line in (b"zorro\n", lines[place].replace(b"{", b"{ ", 1), lines[place] * 2):
            if line == lines[place] * 2 and b'"helped"' in line:
                continue  # that may be told twice
            data = b"".join([*lines[:place], line, *lines[place + 1 :]])
            if place < 2 and line != lines[place] * 2:
                with pytest.raises(SaveError):
                    read_sound_part(data, "x")
                continue
            save, number = read_sound_part(data, "x")
            # A line that stands twice is damage where it comes again.
            sound = place + (line == lines[place] * 2)
            assert (save.entries, number) == (entries[: sound - 2], sound)
            assert restore(save, "x").entries == list(save.entries)


def test_settings_are_kept_and_read_again():
    assert read_settings() == (Settings(), ())
    changed = change_settings(
        Settings(),
        {
            "players.E": "novice",
            "players.west": "human",
            "rules.rounding": "half-down",
            "rules.game-points": "1500",
            "adviser": "advanced",
            "language": "fr",
            "without-help": "yes",
            "autoplay": False,
        },
    )
    assert write_settings(changed) == settings_path()
    assert read_settings() == (changed, ())
    assert changed.players[Seat.EAST] is Level.NOVICE
    assert settings_mapping(changed)["rules.game_points"] == 1500
    write_settings(Settings())
    assert read_settings() == (Settings(), ())


@pytest.mark.parametrize(
    "name", ["colour", "players.Q", "rules.none", "players.N", "cards", "medal", "adviser"]
)
def test_settings_that_are_none_are_refused(name):
    value = "human" if name in ("players.N", "adviser") else "maybe"
    with pytest.raises(ValueError, match=r"not a|no setting|no rule|North|the adviser"):
        Setup(seed="", players=change_settings(Settings(), {name: value}).players)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"colour = 1", ":1: not a value of colour"),
        (b"= 3", ":1: this is not TOML"),
        (b"medal = false\n\nlanguage =", ":3: this is not TOML"),
        (b"[players]\nE = 3", ":2: "),
        (b"[players]\nN = 'human'", ":2: North"),
        (b"players.E = 3", ":1: "),
        (b"[rules.x]\ny = 1", ": no rule"),
        (b"players = 3", ":1: no setting"),
        (b"cards = 'both'\n\xff", ":2: it is not text in UTF-8"),
        (b"a = " + b"[" * 100_000, ":1: this is not TOML"),
    ],
)
def test_a_settings_file_with_something_wrong_is_told_with_its_line(text, line):
    path = settings_path()
    path.parent.mkdir(parents=True)
    path.write_bytes(text)
    found, (wrong,) = read_settings()
    assert found == Settings()
    assert wrong.startswith(f"{path}{line}")


def test_the_default_stands_only_for_what_is_wrong():
    path = settings_path()
    path.parent.mkdir(parents=True)
    text = b"language = 'xx'\nmedal = false\n[rules]\nrounding = 'up'\ngame-points = 1500\n"
    path.write_bytes(text)
    found, wrong = read_settings()
    assert found == change_settings(Settings(), {"medal": False, "rules.game-points": 1500})
    assert [one.removeprefix(f"{path}:")[:2] for one in wrong] == ["1:", "4:"]
    kept = keep_aside()
    assert kept.read_bytes() == path.read_bytes() == text
    write_settings(found)
    assert keep_aside() is None


def finished_game(points=300):
    setup = setup_of(options=read_options({"game_points": points}))
    with Journal.begin(setup, NOW) as journal:
        table = journal.table
        while True:
            play_hand(table)
            if table.is_finished:
                break
            table.next_hand()
        journal.discard()
    return table


@pytest.mark.parametrize("begin", list(Begin))
def test_games_and_hands_are_saved_as_text_and_played_on(tmp_path, begin):
    one = Table(setup_of(hand=OneHand.numbered(902379)))
    play_hand(one)
    for table in (finished_game(), one):
        path = tmp_path / "mine.b32"
        write_record(path, record_of(table), overwrite=True)
        record = read_record(path)
        players = players_of(record, NOVICES)
        assert players == table.players
        again = Table(table_setup(record, "a seed", players))
        for entry in entries_of(record, players, begin):
            again.happen(entry)
        assert again.hand_number == table.hand_number
        assert again.state.dealt == table.state.dealt
        if begin is Begin.END:
            assert again.state == table.state
        elif begin is Begin.CARDS:
            assert again.state.auction == table.state.auction
            assert again.state.tricks == ()
        else:
            assert again.state.auction.calls == ()
        assert write(record_of(again)).startswith("32-card bridge 1\n")
    with pytest.raises(FileExistsError):
        write_record(path, record)


def test_a_hand_of_a_game_keeps_its_standing():
    table = finished_game(1500)
    record = hand_record_of(table)
    again = Table(table_setup(record, "x", NOVICES))
    assert again.state.standing == table.state.standing != (0, 0)


def test_an_edited_hand_is_completed_by_its_seed(tmp_path):
    path = tmp_path / "mine.b32"
    path.write_text("32-card bridge 1\nsouth: SAKQ\nseed: lesson\n")
    record = read_record(path)
    first, other = (table_setup(record, seed, NOVICES).hand for seed in ("one", "two"))
    assert first == other
    assert first.hands[Seat.SOUTH] & 0xE0000000 == 0xE0000000
    path.write_text("32-card bridge 1\nsouth: SAKQ\n")
    record = read_record(path)
    first, other = (table_setup(record, seed, NOVICES).hand for seed in ("one", "two"))
    assert first != other
