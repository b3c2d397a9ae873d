"""Descriptions and keys as SquareDeal keeps them: read, written, and what cannot be."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick_deal import (
    Boards,
    DealingError,
    Description,
    Keys,
    Phase,
    SquareDealError,
    commit,
    find_sessions,
)
from overtrick_deal.verifiable.description import MAX_BYTES, canonical_value, parse_boards

DATA = Path(__file__).parent / "data"

LINES = (
    "# Description file of tournament for program SquareDeal 2.7\r\n"
    "#\r\n"
    "TN Club cup\r\n"
    "DI DAX close, 4 May 2027\r\n"
    "# Description of phases of tournament\r\n"
    "# Per phase a line with SN nessions:nboards:filename:description\r\n"
    "SN 2:1-16,17-32:CUP#:Session #/2\r\n"
    "SN 1:20:FINAL:Final\r\n"
    "#\r\n"
    "# Until published this file may be edited if so wished\r\n"
)


def event(*phases: str, **fields: object) -> Description:
    """A description of some phases."""
    made = {"name": "Club cup", "delayed_information": "DAX close, 4 May 2027", **fields}
    return Description(phases=tuple(map(Phase.parse, phases or ("2:1-16:CUP#:Session #",))), **made)


def with_line(line: str) -> bytes:
    """A description with one more line, its tenth."""
    lines = LINES.splitlines(keepends=True)[:8]
    return "".join([*lines, "#\r\n", f"{line}\r\n"]).encode("utf-8", "surrogateescape")


def test_the_description_of_the_world_bridge_games():
    games = Description.read(DATA / "WBG2024.sqd")
    assert (games.name, games.delayed_information) == ("World Bridge Games 2024", "DJI1910")
    assert (games.delayed_value, games.version) == ("43275.91", (2, 1))
    assert games.is_published
    sessions = list(games.sessions())
    assert len(sessions) == 90
    assert sum(len(session.boards) for session in sessions) == 1186
    third = sessions[17 + 23 + 2]
    assert (third.name, str(third.boards)) == ("MXRR03", "21-30")
    assert third.description == "Mixed Teams Round Robin 3/29"
    assert str(sessions[-7].boards) == "17-32"
    assert games.to_bytes() == (DATA / "WBG2024.sqd").read_bytes()


def test_every_description_in_the_wild_is_read_and_kept(shared_corpus):
    found = sorted((shared_corpus / "wild" / "sqd").glob("*.sqd"))
    assert len(found) >= 7
    for path in found:
        description = Description.read(path)
        assert description.phases
        assert description.key_hash
        assert description.to_bytes() == path.read_bytes()


def test_the_keys_of_the_games_have_the_hash_that_was_published():
    games = Description.read(DATA / "WBG2024.sqd")
    keys = Keys.read(DATA / "WBG2024.sqk")
    keys.check(games)
    assert keys.hash == games.key_hash
    assert keys.to_bytes() == (DATA / "WBG2024.sqk").read_bytes()
    assert not keys.short


def test_keys_whose_line_ends_were_changed_on_the_way_are_the_same():
    data = (DATA / "WBG2024.sqk").read_bytes()
    assert Keys.parse(data.replace(b"\r\n", b"\n")).hash == Keys.parse(data).hash
    assert Keys.parse(data.rstrip()).hash == Keys.parse(data).hash


def test_a_description_reads_as_it_is_written():
    read = Description.parse(LINES.encode())
    assert read == event("2:1-16,17-32:CUP#:Session #/2", "1:20:FINAL:Final")
    assert read.to_bytes() == LINES.encode()
    fresh = attrs.evolve(read, text=None)
    assert Description.parse(fresh.to_bytes()) == read


def test_a_delayed_value_is_put_where_squaredeal_puts_it_and_nothing_else_changes():
    published, _ = commit(Description.parse(LINES.encode()))
    again = Description.parse(published.to_bytes())
    valued = again.with_delayed_value("24107")
    lines = valued.to_bytes().split(b"\r\n")
    place = lines.index(b"DV 24107")
    assert lines[place - 1].startswith(b"DI ")
    assert b"\r\n".join(lines[:place] + lines[place + 1 :]) == published.to_bytes()
    assert Description.parse(valued.to_bytes()) == valued


def test_comments_of_the_organiser_and_line_ends_stay():
    text = LINES.replace("TN ", "# The treasurer pays the prizes.\r\nTN ").replace("\r\n", "\n")
    published, _ = commit(Description.parse(text.encode()))
    written = published.to_bytes().decode()
    assert "\r" not in written
    assert "# The treasurer pays the prizes.\n" in written
    assert "may be edited" not in written
    assert f"KH {published.key_hash}\n" in written
    assert Description.parse(written.encode()) == published


def test_bytes_that_are_no_utf8_stay_as_they_are():
    data = LINES.encode().replace(b"Club cup", b"Coupe d'\xe9t\xe9")
    description = Description.parse(data)
    assert description.to_bytes() == data
    published, _ = commit(description)
    assert b"TN Coupe d'\xe9t\xe9\r\n" in published.to_bytes()


def test_a_byte_order_mark_is_no_part_of_the_first_line():
    data = b"\xef\xbb\xbf" + LINES.partition("#\r\n")[2].encode()
    assert Description.parse(data).name == "Club cup"


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("TN Other cup", "TN stands twice, first in line 3"),
        ("DI DJI", "DI stands twice, first in line 4"),
        ("Hello", "begins with TN, DI, DV, SN, KH or #, not 'Hello'"),
        ("TNname", "begins with"),
        ("KH 12", "the hash of the keys is 64"),
        ("KH " + "A" * 64, "the hash of the keys is 64"),
        ("SN 1:16", "four parts divided by colons, not 2"),
        ("SN 1:16:X:y:z", "four parts divided by colons, not 5"),
        ("SN x:16:X:y", "the number of sessions is a whole number, not 'x'"),
        ("SN -1:16:X#:y", "the number of sessions is a whole number"),
        ("SN 10001:16:X#:y", "0 to 10,000 sessions, not 10,001"),
        ("SN 9999:16:X#:y", "10,000 sessions at most"),
        ("SN 999999999:16:X#:y", "0 to 10,000 sessions"),
        ("SN 1:0:X:y", "board numbers run from 1 to 9999"),
        ("SN 1:16-1:X:y", "board numbers run from 1 to 9999"),
        ("SN 1:1-9999:X:y", "1000 boards at most, not 9,999"),
        ("SN 1:1-99999:X:y", "a number or a range such as 17-32"),
        ("SN 1::X:y", "a number or a range such as 17-32"),
        ("SN 1:1-16,:X:y", "a number or a range such as 17-32"),
        ("SN 1:99x999:X:y", "comes to boards above number 9999"),
        ("SN 1:16:../../etc/passwd:y", "a file name begins with a letter"),
        ("SN 1:16:/tmp/x:y", "a file name begins with a letter"),
        ("SN 1:16:a/b:y", "a file name begins with a letter"),
        ("SN 1:16:a\\b:y", "a file name begins with a letter"),
        ("SN 1:16:.hidden:y", "a file name begins with a letter"),
        ("SN 1:16:x.pbn:y", "a file name begins with a letter"),
        ("SN 1:16:-o:y", "a file name begins with a letter"),
        ("SN 1:16::y", "a file name begins with a letter"),
        ("SN 1:16:a b:y", "a file name begins with a letter"),
        ("SN 1:16:\x1b[2J:y", "a file name begins with a letter"),
        ("SN 1:16:R\u00e91:y", "a file name begins with a letter"),
        ("SN 1:16:" + "x" * 61 + ":y", "60 characters at most"),
        ("SN 3:16:A#B#:y", "with one run of #"),
        ("SN 3:16:X:y", "needs a # for the session's number"),
        ("SN 0:16:X:y", "needs a # for the session's number"),
        ("SN 1:16:NUL:y", "the name of a device on Windows"),
        ("SN 9:16:COM#:y", "the name of a device on Windows"),
        ("SN 1:16:CUP1:y", "the file 'CUP1' belongs to two phases"),
        ("SN 1:16:cup2:y", "the file 'cup2' belongs to two phases"),
        ("SN 1:16:CUP1reserve:y", "the file 'CUP1reserve' belongs to two phases"),
        ("SN 2:16:CUP#:y", "belongs to two phases"),
        ("SN 1:16:X:a\x07b", "without colons and control characters"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line(line, what):
    with pytest.raises(SquareDealError) as caught:
        Description.parse(with_line(line), path="cup.sqd")
    assert what in str(caught.value)
    assert str(caught.value).startswith("cup.sqd:10: ")
    assert (caught.value.path, caught.value.line) == ("cup.sqd", 10)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "none of the lines of a description"),
        (b"# nothing\r\n", "none of the lines of a description"),
        (LINES.encode("utf-16"), "saved as UTF-16"),
        (b"TN a\x07b\r\n", "without blanks around it and control characters"),
    ],
)
def test_what_is_no_description_at_all(data, what):
    with pytest.raises(SquareDealError, match=what):
        Description.parse(data, path="cup.sqd")


def test_a_file_that_is_too_long_is_not_read_to_its_end(tmp_path):
    path = tmp_path / "cup.sqd"
    path.write_bytes(LINES.encode() + b"#" * MAX_BYTES)
    with pytest.raises(SquareDealError, match="longer than 1,048,576 bytes"):
        Description.read(path)
    with pytest.raises(SquareDealError, match="longer than 1,048,576 bytes"):
        Keys.read(path)


def test_very_many_phases_end_quickly():
    lines = "".join(f"SN 9000:16:P{n}x#:y\r\n" for n in range(20_000))
    with pytest.raises(SquareDealError, match="10,000 sessions at most"):
        Description.parse(f"TN x\r\n{lines}".encode())


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("2,1", "a line is phase,session:key"),
        ("2,1:", "a line is phase,session:key"),
        ("2:abcdef", "a line is phase,session:key"),
        ("2,1:ab cd", "a line is phase,session:key"),
        ("2,1:$(reboot)", "a line is phase,session:key"),
        ("2,1:abc:def", "a line is phase,session:key"),
        ("-2,1:abcdef", "a line is phase,session:key"),
        ("2,999999:abcdef", "a line is phase,session:key"),
        ("2,1:" + "a" * 1001, "a line is phase,session:key"),
        ("", "a line is phase,session:key"),
        ("1,1:" + "a" * 60, "session 1,1 has two keys"),
    ],
)
def test_keys_that_cannot_be_are_told_by_their_line_and_not_by_themselves(line, what):
    secret = "SECRET" * 10
    data = f"1,1:{secret}\r\n{line}\r\n".encode()
    with pytest.raises(SquareDealError, match=re.escape(what)) as caught:
        Keys.parse(data, path="cup.sqk")
    assert str(caught.value).startswith("cup.sqk:2: ")
    assert "SECRET" not in str(caught.value)
    assert "$(reboot)" not in str(caught.value)


def test_keys_of_nothing():
    for data in (b"", b"\x001,1:abc"):
        with pytest.raises(SquareDealError):
            Keys.parse(data)
    with pytest.raises(SquareDealError, match="not letters and digits alone"):
        Keys(by_session={(1, 1): "a b"})


def test_keys_that_do_not_belong_to_the_description():
    published, keys = commit(event("2:1-16:CUP#:Session #"))
    _, others = commit(event("2:1-16:CUP#:Session #"))
    _, more = commit(event("3:1-16:CUP#:Session #"))
    _, fewer = commit(event("1:1-16:CUP#:Session #"))
    with pytest.raises(SquareDealError, match="these are not the keys of the description"):
        others.check(published)
    with pytest.raises(SquareDealError, match=r"session 1,3 is not in the description"):
        more.check(published)
    with pytest.raises(SquareDealError, match=r"session 1,2 has no key"):
        fewer.check(published)
    with pytest.raises(SquareDealError, match="not published"):
        keys.check(event())
    # A session more in the description, the hash left as it was.
    grown = attrs.evolve(published, phases=event("3:1-16:CUP#:Session #").phases)
    with pytest.raises(SquareDealError, match=r"session 1,3 has no key"):
        keys.check(grown)


def test_new_keys_are_long_and_never_the_same():
    made = [Keys.make(event("50:1-16:CUP##:Session #")) for _ in range(2)]
    keys = [key for one in made for key in one.by_session.values()]
    assert len(set(keys)) == 100
    assert all(re.fullmatch("[A-Za-z0-9]{60}", key) for key in keys)
    assert len({sign for key in keys for sign in key}) == 62


def test_nothing_of_a_key_is_shown_by_chance():
    _, keys = commit(event())
    secret = next(iter(keys.by_session.values()))
    for shown in (repr(keys), str(keys), f"{keys!r:>80}", repr([keys]), repr({1: keys})):
        assert secret not in shown
        assert "2 sessions" in shown


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_the_owner_alone_may_read_the_keys(tmp_path):
    _, keys = commit(event())
    path = tmp_path / "cup.sqk"
    before = os.umask(0)
    try:
        keys.write(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_bytes() == keys.to_bytes()


def test_keys_are_never_overwritten(tmp_path):
    path = tmp_path / "cup.sqk"
    path.write_text("what was there")
    _, keys = commit(event())
    with pytest.raises(DealingError, match="never overwritten"):
        keys.write(path)
    assert path.read_text() == "what was there"
    link = tmp_path / "link.sqk"
    link.symlink_to(tmp_path / "elsewhere.sqk")
    with pytest.raises(DealingError, match="never overwritten"):
        keys.write(link)
    assert not (tmp_path / "elsewhere.sqk").exists()


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"name": ""}, "does not say the name of the event"),
        ({"name": "Tbd"}, "does not say the name of the event"),
        ({"delayed_information": ""}, "whoever makes the keys could choose the deals"),
        ({"delayed_information": "Tbd"}, "whoever makes the keys could choose the deals"),
        ({"delayed_value": "24107.36"}, "keys that are made when it is known prove nothing"),
        ({"phases": ()}, "there is nothing to deal"),
        ({"key_hash": "0" * 64}, "what is published does not change any more"),
    ],
)
def test_what_is_not_committed_to(fields, what):
    with pytest.raises(SquareDealError, match=what):
        commit(attrs.evolve(event(), **fields))


def test_the_hash_of_the_keys_covers_no_word_and_the_fingerprint_every_one():
    published, _ = commit(event())
    for changed in (
        attrs.evolve(published, name="Club Cup"),
        attrs.evolve(published, delayed_information="DAX close, 5 May 2027"),
        attrs.evolve(published, phases=event("2:1-17:CUP#:Session #").phases),
    ):
        assert changed.key_hash == published.key_hash
        assert changed.fingerprint != published.fingerprint
        with pytest.raises(SquareDealError, match="changed since its keys were made"):
            changed.check_fingerprint(published.fingerprint)
    valued = published.with_delayed_value("1")
    assert valued.fingerprint == published.fingerprint
    valued.check_fingerprint(published.fingerprint.upper())


def test_a_fingerprint_can_be_worked_out_by_hand():
    games = Description.read(DATA / "WBG2024.sqd")
    lines = (DATA / "WBG2024.sqd").read_bytes().split(b"\r\n")
    kept = b"".join(line + b"\r\n" for line in lines if line[:2] in {b"TN", b"DI", b"SN", b"KH"})
    assert hashlib.sha256(kept).hexdigest() == games.fingerprint


def test_a_change_after_the_commit_is_seen_by_the_noted_fingerprint():
    published, _ = commit(event())
    data = published.to_bytes()
    Description.parse(data).check_fingerprint()
    changed = Description.parse(data.replace(b"4 May", b"5 May"))
    with pytest.raises(SquareDealError, match="that its file notes"):
        changed.check_fingerprint()


def test_a_delayed_value_is_taken_as_the_version_of_the_description_takes_it():
    old = attrs.evolve(event(), version=(2, 1))
    assert old.with_delayed_value(" 43275.91 ").delayed_value == "43275.91"
    assert event().with_delayed_value(" 43,275.91\t").delayed_value == "4327591"
    valued = event().with_delayed_value("43,275.91")
    assert valued.with_delayed_value("43275.91") == valued
    with pytest.raises(SquareDealError, match=r"is '4327591', not '43275.92'"):
        valued.with_delayed_value("43275.92")
    with pytest.raises(SquareDealError, match="empty"):
        event().with_delayed_value("  ")


def test_canonical_values_as_perl_makes_them():
    # s/([0-9])[\,\.]([0-9])/$1$2/g goes on behind the second digit.
    assert canonical_value("1,2,3") == "12,3"
    assert canonical_value("1,234,567.89") == "123456789"
    assert canonical_value("v. 3, yes") == "v. 3, yes"
    assert canonical_value("a \t b") == "a b"


def test_boards_of_phases():
    assert parse_boards("?") == ()
    assert parse_boards("16") == (Boards(1, 16),)
    assert parse_boards("1-16,17-32") == (Boards(1, 16), Boards(17, 32))
    assert parse_boards("2x16") == parse_boards("1-16,17-32")
    assert list(Boards(3, 5)) == [3, 4, 5]


def test_sessions_by_their_names_and_numbers():
    cup = event("12:1-16,17-32:CUP##:Session #", "0:10:KO#x:Knockout #", "1:5:F:Final")

    def names(text):
        return [session.name for session in find_sessions(cup, text)]

    assert names("CUP07") == ["CUP07"]
    assert names("1:2-3") == ["CUP02", "CUP03"]
    assert names("1:11") == ["CUP11"]
    assert len(names("CUP##")) == len(names("1")) == 12
    assert names("KO4x") == names("2:4") == ["KO4x"]
    assert names("F") == names("3") == ["F"]
    for text, what in (
        ("CUP7", "there is no session 'CUP7'"),
        ("CUP13", "there is no session 'CUP13'"),
        ("1:13", "sessions 1 to 12, and no 13"),
        ("1:0", "and no 0"),
        ("1:x", "what is '1:x'"),
        ("2", "leaves open how many sessions"),
        ("9", "there is no session '9'"),
    ):
        with pytest.raises(DealingError, match=what):
            find_sessions(cup, text)


TEXTS = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=40
).map(str.strip)
PHASES = st.builds(
    Phase,
    sessions=st.integers(0, 50),
    boards=st.sampled_from(["?", "16", "1-16,17-32", "5-5"]),
    file=st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,6}#{1,3}", fullmatch=True),
    description=TEXTS.map(lambda text: text.replace(":", "")),
)


@given(st.lists(PHASES, max_size=4), TEXTS, TEXTS, st.none() | TEXTS.filter(bool))
def test_whatever_can_be_described_comes_back(phases, name, information, value):
    try:
        description = Description(
            name=name,
            delayed_information=information or "x",
            phases=tuple(phases),
            delayed_value=value,
        )
    except SquareDealError:
        return
    read = Description.parse(description.to_bytes())
    # A name that is not given is written as SquareDeal writes it.
    assert read == attrs.evolve(description, name=description.name or "Tbd")
    assert read.to_bytes() == description.to_bytes()


@given(st.binary(max_size=300))
def test_whatever_is_read_is_a_description_or_refused(data):
    for text in (data, LINES.encode() + data, LINES.encode()[: len(data)] + data):
        try:
            description = Description.parse(text)
        except SquareDealError as error:
            assert str(error).isprintable()  # either may be right
        else:
            assert description.to_bytes() == text
        try:
            keys = Keys.parse(text)
        except SquareDealError as error:
            assert str(error).isprintable()  # either may be right
        else:
            assert Keys.parse(keys.to_bytes()) == keys


@given(st.data())
def test_a_description_with_some_bytes_changed_is_kept_to_the_byte_or_refused(data):
    text = bytearray((DATA / "WBG2024.sqd").read_bytes())
    for _ in range(data.draw(st.integers(1, 5))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    try:
        description = Description.parse(bytes(text))
    except SquareDealError as error:
        assert str(error).isprintable()  # either may be right
        return
    assert description.to_bytes() == bytes(text)
    if description.delayed_value is None:
        valued = description.with_delayed_value("12")
        assert Description.parse(valued.to_bytes()) == valued
