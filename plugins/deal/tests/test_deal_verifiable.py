"""Commit, reveal, verify: with real events, and with events of our own."""

from __future__ import annotations

import errno
import gzip
import io
import json
import lzma
import os
import stat
import sys
import zipfile
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick
from overtrick import Board, Deal, Hand, Seat, Vulnerability
from overtrick.plugin import default_manager
from overtrick_cli.commands import run
from overtrick_deal import (
    DealingError,
    Description,
    Keys,
    Phase,
    SquareDealError,
    bigdeal_numbers,
    commit,
    deal_number,
    find_sessions,
    reveal,
    verify,
)
from overtrick_deal.commands import commit as commit_command
from overtrick_deal.verifiable.description import WRITER
from overtrick_deal.verifiable.promise import session_numbers

DATA = Path(__file__).parent / "data"


def games():
    return Description.read(DATA / "WBG2024.sqd"), Keys.read(DATA / "WBG2024.sqk")


def as_played():
    text = lzma.decompress((DATA / "WBG2024-deals.txt.xz").read_bytes()).decode()
    return [Deal.parse(f"N:{line}") for line in text.splitlines()]


def cup(*phases: str, version: tuple[int, int] = WRITER):
    """A description of our own, and its keys."""
    made = commit(
        Description(
            name="Club cup",
            delayed_information="DAX close, 4 May 2027",
            phases=tuple(map(Phase.parse, phases or ("3:1-8,9-16:CUP#:Session #/3",))),
        )
    )
    return attrs.evolve(made[0], version=version), made[1]


@attrs.frozen
class Result:
    """What a command ended with, and what it printed."""

    exit_code: int
    stdout: str
    stderr: str

    @property
    def output(self) -> str:
        return self.stdout + self.stderr


@pytest.fixture
def overtrick_deal(folder, capsys, monkeypatch):
    """Run the command in a folder of its own."""

    def run_it(*arguments, input=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(input))
        capsys.readouterr()
        code = run(["deal", *map(str, arguments)])
        return Result(code, *capsys.readouterr())

    return run_it


@pytest.fixture
def described(overtrick_deal):
    """Describe an event on the command line."""

    def describe(*more):
        return overtrick_deal(
            "describe", "cup.sqd", "--event", "Club cup",
            "--delayed-information", "DAX close, 4 May 2027",
            "--phase", "2:2x8:CUP#:Session #/2", *more,
        )  # fmt: skip

    return describe


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Real events.


def test_all_boards_of_the_world_bridge_games_come_out():
    description, keys = games()
    made = {one.name: one for one in reveal(description, keys)}
    assert len(made) == 90
    deals = [deal for name in sorted(made) for deal in made[name].deals]
    assert len(deals) == 1186
    assert deals == as_played()
    board = made["SF2"].boards[0]
    assert (board.number, board.dealer, board.vulnerability) == (17, Seat.NORTH, Vulnerability.NONE)


def test_verify_confirms_all_1186_boards_and_none_with_the_last_digit_changed():
    description, keys = games()
    boards = [Board(deal=deal) for deal in as_played()]
    found = verify(description, keys, {"WBG2024-deals": boards})
    assert (found.equal, found.boards, found.is_kept, found.unseen) == (1186, 1186, True, ())
    changed = attrs.evolve(description, delayed_value="43275.92")
    found = verify(changed, keys, {"WBG2024-deals": boards})
    assert (found.equal, found.boards, found.is_kept) == (0, 1186, False)
    assert len(found.files[0].strange) == 1186


def test_two_sessions_of_the_winter_championships():
    # The description gave 44,882.13 as its delayed value, comma included (version 2.4), and left
    # the boards of the final open.
    event = Description(
        name="Winter Championships 2025",
        delayed_information="DJI3001",
        delayed_value="44,882.13",
        version=(2, 4),
        phases=(
            Phase.parse("1:1-10:SWISS##:Qualification Swiss #/10"),
            Phase.parse("3:?:BAMFIN#:BAM Final #/3"),
        ),
    )
    keys = Keys(
        by_session={
            (1, 1): "mnFsYJJI0TrVK8fXMiXAAKkxYr20AaCvz8M2xlbQUVmERGlT59kFLlMF1Jcs",
            (2, 3): "SG6NNxKtem5Z435YyDYXi6Ap3tfWTPefHRYjrLP2zQ5QHicsCAtiBQ6FAoQT",
        }
    )
    for phase, number, name in ((1, 1, "SWISS01"), (2, 3, "BAMFIN3")):
        session = event.phases[phase - 1].session(number, in_phase=phase)
        assert session.name == name
        deals = [
            Deal.parse(line) for line in (DATA / f"WC2025-{name}.txt").read_text().splitlines()
        ]
        numbers = session_numbers(event, keys, session)
        assert [deal_number(deal) for deal in deals] == [next(numbers) for _ in deals]


# Events of our own.


def test_original_and_reserve_sets_and_sessions_have_nothing_in_common():
    description, keys = cup("3:1-8,9-16:CUP#:x", "0:4:KO#:x")
    sessions = (*description.sessions(), *find_sessions(description, "2:1-3"))
    seen: list[Deal] = []
    for is_reserve in (False, True):
        made = reveal(description, keys, delayed_value="1", sessions=sessions, reserve=is_reserve)
        for one in made:
            assert one.name.endswith("reserve") is is_reserve
            seen += one.deals
    assert len(seen) == len(set(seen)) == 2 * (3 * 8 + 3 * 4)


def test_nothing_is_revealed_before_the_delayed_value_is_known():
    description, keys = cup()
    with pytest.raises(DealingError, match=r"not known yet \(DAX close, 4 May 2027\)"):
        reveal(description, keys)
    with pytest.raises(DealingError, match="not known yet"):
        verify(description, keys, {})


def test_nothing_is_revealed_with_other_keys_or_another_description():
    description, keys = cup()
    with pytest.raises(SquareDealError, match="not the keys of the description"):
        reveal(description, cup()[1], delayed_value="1")
    grown = attrs.evolve(description, phases=(Phase.parse("4:1-8:CUP#:x"),))
    with pytest.raises(SquareDealError, match="session 1,4 has no key"):
        reveal(grown, keys, delayed_value="1")


def test_boards_that_are_left_open_have_to_be_said():
    description, keys = cup("1:?:FIN:Final", "1:4:SF:Semi-final")
    with pytest.raises(DealingError, match=r"leaves open the boards of phase 1 \(FIN\)"):
        reveal(description, keys, delayed_value="1")
    made = list(reveal(description, keys, delayed_value="1", boards={1: "3-5"}))
    assert [one.numbers for one in made] == [(3, 4, 5), (1, 2, 3, 4)]
    with pytest.raises(DealingError, match="says the boards of phase 2: 4"):
        reveal(description, keys, delayed_value="1", boards={2: "5"})
    with pytest.raises(DealingError, match="there is no phase 3"):
        reveal(description, keys, delayed_value="1", boards={3: "5"})


def test_a_revealed_session_does_not_show_its_hands_by_chance():
    description, keys = cup("1:4:SF:Semi-final")
    made = list(reveal(description, keys, delayed_value="1"))
    assert repr(made) == "[<RevealedSession SF: 4 boards>]"


def files_of(description, keys):
    return {f"{one.name}.pbn": list(one.boards) for one in reveal(description, keys)}


def valued(*phases):
    description, keys = cup(*phases)
    return description.with_delayed_value("24107"), keys


def test_a_board_that_was_changed_is_found_by_its_number():
    description, keys = valued()
    files = files_of(description, keys)
    assert verify(description, keys, files).is_kept
    files["CUP2.pbn"][3] = attrs.evolve(
        files["CUP2.pbn"][3], deal=files["CUP2.pbn"][3].deal.rotated(1)
    )
    found = verify(description, keys, files)
    assert not found.is_kept
    (verdict,) = found.files[1].sessions
    assert (verdict.name, verdict.different) == ("CUP2", (12,))
    assert verdict.equal == (9, 10, 11, 13, 14, 15, 16)
    assert found.files[0].is_kept
    assert found.files[2].is_kept


def test_boards_left_out_added_and_swapped_are_found():
    description, keys = valued()
    first = files_of(description, keys)["CUP1.pbn"]
    for boards, wanted in (
        (first[:-1], ((), (8,), ())),
        (first[1:], ((), (1,), ())),
        ([*first, attrs.evolve(first[0], number=9)], ((), (), (9,))),
        (
            [attrs.evolve(first[1], number=1), attrs.evolve(first[0], number=2), *first[2:]],
            ((1, 2), (), ()),
        ),
        ([*first, attrs.evolve(first[0], number=3)], ((3,), (), ())),
        ([attrs.evolve(first[0], deal=None), *first[1:]], ((1,), (), ())),
        ([], ((), tuple(range(1, 9)), ())),
    ):
        found = verify(description, keys, {"CUP1.pbn": boards})
        (verdict,) = found.files[0].sessions
        assert (verdict.different, verdict.missing, verdict.extra) == wanted
        assert not found.is_kept


def test_records_with_a_board_for_each_table_are_fine():
    description, keys = valued()
    first = files_of(description, keys)["CUP1.pbn"]
    assert verify(description, keys, {"CUP1": [board for board in first for _ in range(3)]}).is_kept
    assert verify(description, keys, {"all": [board for board in first for _ in range(3)]}).is_kept


def test_a_file_of_several_sessions_is_held_against_each():
    description, keys = valued("4:1-8,9-16:RR##:x")
    files = files_of(description, keys)
    joined = {"folder/RR01-02.pbn": [*files["RR01.pbn"], *files["RR02.pbn"]]}
    found = verify(description, keys, joined)
    assert [session.name for session in found.files[0].sessions] == ["RR01", "RR02"]
    assert found.is_kept
    assert found.unseen == ("RR03", "RR04")
    joined["folder/RR01-02.pbn"].pop(2)
    found = verify(description, keys, joined)
    assert [session.missing for session in found.files[0].sessions] == [(3,), ()]
    # Where board numbers come again, places tell.
    again = [board for n in (1, 2, 3) for board in files[f"RR0{n}.pbn"]]
    assert verify(description, keys, {"RR01-03.pbn": again}).is_kept
    # A format without numbers: its reader counts.
    counted = [attrs.evolve(board, number=place) for place, board in enumerate(again, 1)]
    assert verify(description, keys, {"RR01-03.bri": counted}).is_kept
    later = [*files["RR02.pbn"], *files["RR03.pbn"]]
    counted = [attrs.evolve(board, number=place) for place, board in enumerate(later, 1)]
    assert verify(description, keys, {"RR02-03.bri": counted}).is_kept


def test_boards_in_a_file_of_another_name_are_looked_for_everywhere():
    description, keys = valued()
    files = files_of(description, keys)
    evening = [*files["CUP3.pbn"], *files["CUP1.pbn"]]
    assert verify(description, keys, {"evening.pbn": evening}).is_kept
    reserve = next(reveal(description, keys, reserve=True))
    assert verify(description, keys, {"spare.pbn": reserve.boards}).is_kept
    assert verify(description, keys, {"CUP1reserve.pbn": reserve.boards}).is_kept
    assert not verify(description, keys, {"CUP1.pbn": reserve.boards}).is_kept
    strange = attrs.evolve(evening[5], deal=evening[5].deal.rotated(2))
    found = verify(description, keys, {"evening.pbn": [*evening[:5], strange, *evening[6:]]})
    assert found.files[0].strange == (6,)
    assert [verdict.missing for verdict in found.files[0].sessions] == [(), (6,)]
    moved = [attrs.evolve(evening[1], number=1), attrs.evolve(evening[0], number=2), *evening[2:]]
    found = verify(description, keys, {"evening.pbn": moved})
    assert [verdict.different for verdict in found.files[0].sessions] == [(), (1, 2)]


def test_no_boards_prove_nothing():
    description, keys = valued()
    assert not verify(description, keys, {}).is_kept
    assert not verify(description, keys, {"evening.pbn": []}).is_kept


def test_boards_of_an_open_phase_are_those_of_the_file():
    description, keys = valued("3:?:FIN#:Final", "0:4:KO#:Knockout")
    sessions = (*find_sessions(description, "FIN2"), *find_sessions(description, "KO17"))
    made = list(reveal(description, keys, sessions=sessions, boards={1: "5-9"}))
    files = {f"{one.name}.pbn": one.boards for one in made}
    assert verify(description, keys, files).is_kept
    bare = [attrs.evolve(board, number=None) for board in made[0].boards]
    with pytest.raises(DealingError, match="have no numbers"):
        verify(description, keys, {"FIN2.pbn": bare})


@given(st.data())
def test_two_cards_that_change_hands_are_always_found(data):
    description, keys = valued()
    files = files_of(description, keys)
    name = data.draw(st.sampled_from(sorted(files)))
    place = data.draw(st.integers(0, 7))
    board = files[name][place]
    hands = [[*hand] for hand in board.deal]
    one, other = data.draw(st.permutations(range(4)))[:2]
    first, second = data.draw(st.tuples(st.integers(0, 12), st.integers(0, 12)))
    hands[one][first], hands[other][second] = hands[other][second], hands[one][first]
    files[name][place] = attrs.evolve(board, deal=Deal(tuple(map(Hand.of, hands))))
    if data.draw(st.booleans()):
        files["evening"] = files.pop(name)
    found = verify(description, keys, files)
    assert not found.is_kept
    assert found.equal == 23
    assert sum(len(file.strange) for file in found.files) == ("evening" in files)


# The command.


def test_all_options_that_are_missing_are_named_at_once(folder, overtrick_deal):
    done = overtrick_deal("describe", "cup.sqd")
    assert done.exit_code == 2
    what = "missing options: --event NAME, --delayed-information TEXT, --phase PHASE"
    assert what in done.stderr
    done = overtrick_deal("describe", "cup.sqd", "--event", "Cup", "--phase", "1:4:FIN:Final")
    assert "Missing option '--delayed-information'" in done.stderr


def test_the_way_of_an_organiser_and_of_whoever_verifies(folder, described, overtrick_deal):
    for package in ("overtrick_dlm", "overtrick_dup", "overtrick_lin"):
        pytest.importorskip(package)
    assert described("--phase", "1:4:FIN:Final").exit_code == 0
    assert described().exit_code == 2  # it is there already
    result = overtrick_deal("commit", "cup.sqd")
    assert result.exit_code == 0
    description = Description.read("cup.sqd")
    keys = Keys.read("cup.sqk")
    assert description.key_hash == keys.hash
    assert description.key_hash in result.stdout
    assert description.fingerprint in result.stdout
    secrets = list(keys.by_session.values())

    result = overtrick_deal("reveal", "cup.sqd")
    assert result.exit_code == 2
    assert "not known yet" in result.stderr

    result = overtrick_deal("reveal", "cup.sqd", "--delayed-value", "24,107.36", "--to", "pbn")
    assert result.exit_code == 0
    assert Description.read("cup.sqd").delayed_value == "2410736"
    boards = overtrick.read("CUP2.pbn")
    assert [board.number for board in boards] == list(range(9, 17))
    assert boards[0].info.event == "Club cup"
    assert boards[0].deal.hands[0].text not in result.output
    assert sorted(path.name for path in folder.glob("*.pbn")) == ["CUP1.pbn", "CUP2.pbn", "FIN.pbn"]

    for suffix in ("dlm", "dup", "lin"):
        made = overtrick_deal("reveal", "cup.sqd", "--to", suffix)
        assert made.exit_code == 0, made.output
    result = overtrick_deal("verify", "cup.sqd", ".", "--fingerprint", description.fingerprint)
    assert result.exit_code == 0, result.output
    assert "80 of 80 boards are those that were promised" in result.stderr
    for one in (made, result):
        assert not any(secret in one.output for secret in secrets)
        assert not any(secret[:30] in one.output for secret in secrets)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_what_is_revealed_is_sealed_and_its_owners_alone(folder, described, overtrick_deal):
    described()
    overtrick_deal("commit", "cup.sqd")
    overtrick_deal("reveal", "cup.sqd", "--delayed-value", "1", "--to", "dlm")
    assert "Status=Sealed" in (folder / "CUP1.dlm").read_text()
    assert stat.S_IMODE((folder / "CUP1.dlm").stat().st_mode) == 0o600
    result = overtrick_deal("number", "CUP1.dlm")
    assert result.exit_code == 2
    assert "--show-cards shows them" in result.stderr
    assert overtrick_deal("number", "CUP1.dlm", "--show-cards").exit_code == 0
    (folder / "CUP2.dlm").chmod(0o644)
    assert overtrick_deal("reveal", "cup.sqd", "--to", "dlm", "--force").exit_code == 0
    assert stat.S_IMODE((folder / "CUP2.dlm").stat().st_mode) == 0o600
    result = overtrick_deal("reveal", "cup.sqd", "--to", "dlm", "--force", "--show-cards")
    assert result.exit_code == 0
    assert "Status=Show" in (folder / "CUP1.dlm").read_text()


def test_what_would_do_damage_is_refused(folder, described, overtrick_deal):
    described()
    (folder / "cup.sqk").write_text("somebody's keys")
    before = (folder / "cup.sqd").read_bytes()
    result = overtrick_deal("commit", "cup.sqd")
    assert result.exit_code == 2
    assert "never overwritten" in result.stderr
    assert (folder / "cup.sqk").read_text() == "somebody's keys"
    assert (folder / "cup.sqd").read_bytes() == before
    (folder / "cup.sqk").unlink()

    assert overtrick_deal("verify", "cup.sqd", "x.pbn").exit_code == 1  # not published
    assert overtrick_deal("commit", "cup.sqd").exit_code == 0
    published = (folder / "cup.sqd").read_bytes()
    result = overtrick_deal("commit", "cup.sqd")
    assert result.exit_code == 1
    assert "does not change any more" in result.stderr

    (folder / "cup.sqd").write_bytes(published.replace(b"4 May", b"5 May"))
    result = overtrick_deal("reveal", "cup.sqd", "--delayed-value", "1")
    assert result.exit_code == 1
    assert "has been changed since its keys were made" in result.stderr
    (folder / "cup.sqd").write_bytes(published)
    result = overtrick_deal("reveal", "cup.sqd", "--delayed-value", "1", "--fingerprint", "0" * 64)
    assert result.exit_code == 1

    (folder / "CUP2.pbn").write_text("what was there")
    result = overtrick_deal("reveal", "cup.sqd", "--delayed-value", "1")
    assert result.exit_code == 2
    assert "CUP2.pbn exists, and nothing was written" in result.stderr
    assert not (folder / "CUP1.pbn").exists()
    assert (folder / "cup.sqd").read_bytes() == published
    (folder / "CUP2.pbn").unlink()

    (folder / "out").mkdir()
    (folder / "out" / "CUP1.pbn").symlink_to(folder / "elsewhere.pbn")
    result = overtrick_deal(
        "reveal", "cup.sqd", "--delayed-value", "1", "--out-dir", "out", "--force"
    )
    assert result.exit_code == 2
    assert "a link to another place" in result.stderr
    assert not (folder / "elsewhere.pbn").exists()
    result = overtrick_deal("reveal", "cup.sqd", "--delayed-value", "1", "--out-dir", "cup.sqk")
    assert (result.exit_code, result.stderr) == (2, "Error: cup.sqk is no folder\n")
    assert overtrick_deal("reveal", "cup.sqd", "--delayed-value", "1").exit_code == 0
    result = overtrick_deal("reveal", "cup.sqd", "--delayed-value", "2", "--force")
    assert result.exit_code == 1
    assert "the delayed value of the description is '1', not '2'; if that was" in result.stderr
    result = overtrick_deal("verify", "cup.sqd", "CUP1.pbn", "--delayed-value", "2")
    assert result.exit_code == 1
    assert result.stderr.endswith("the delayed value of the description is '1', not '2'\n")


@pytest.mark.parametrize("name", ["../../x", "/etc/x", "..", "a/../../b", "C:x", "x\x00"])
def test_no_file_is_written_where_a_description_leads(folder, name, overtrick_deal):
    # As a description would be that a stranger gave, with keys that belong to it.
    text = f"TN x\r\nDI y\r\nDV 1\r\nSN 1:4:{name}:x\r\n"
    key = "1,1:" + "a" * 60 + "\r\n"
    (folder / "cup.sqk").write_text(key, newline="")
    text += f"KH {Keys.parse(key.encode()).hash}\r\n"
    (folder / "cup.sqd").write_bytes(text.encode())
    (folder / "out").mkdir()
    for step in (("reveal", "cup.sqd", "--out-dir", "out"), ("commit", "cup.sqd")):
        result = overtrick_deal(*step)
        assert result.exit_code == 1
        assert result.stderr.startswith("Error: cup.sqd:")
    assert sorted(path.name for path in folder.iterdir()) == ["cup.sqd", "cup.sqk", "out"]
    assert not list((folder / "out").iterdir())


@pytest.mark.parametrize(
    "name", sorted(spec.name for spec in overtrick.formats() if spec.writer is not None)
)
def test_boards_of_every_format_are_verified(name, folder, overtrick_deal):
    # Many formats have no board numbers: boards 9 to 16 are then the first eight of a file.
    description, keys = valued("2:1-8,9-16:CUP#:x")
    (folder / "cup.sqd").write_bytes(description.to_bytes())
    keys.write(folder / "cup.sqk")
    assert overtrick_deal("reveal", "cup.sqd", "--to", name).exit_code == 0
    suffix = default_manager().format(name).suffixes[0]
    result = overtrick_deal("verify", "cup.sqd", f"CUP1{suffix}", f"CUP2{suffix}")
    assert result.exit_code == 0, result.output
    assert "16 of 16 boards" in result.stderr
    boards = overtrick.read(f"CUP2{suffix}", sealed="show")
    short = boards.boards[:5]
    found = verify(description, keys, {f"CUP2{suffix}": short})
    assert found.files[0].sessions[0].missing == (14, 15, 16)
    both = [*overtrick.read(f"CUP1{suffix}", sealed="show"), *boards]
    joined = [attrs.evolve(board, number=place) for place, board in enumerate(both, 1)]
    assert verify(description, keys, {f"CUP1-2{suffix}": joined}).equal == 16
    assert verify(description, keys, {"evening": joined}).is_kept


def test_boards_are_verified_in_folders_and_archives(folder, described, overtrick_deal):
    described()
    overtrick_deal("commit", "cup.sqd")
    overtrick_deal("reveal", "cup.sqd", "--delayed-value", "1", "--out-dir", "boards/deep")
    (folder / "boards" / "notes.txt").write_text("not boards")
    with zipfile.ZipFile(folder / "all.zip", "w") as archive:
        for name in ("CUP1.pbn", "CUP2.pbn"):
            archive.write(folder / "boards" / "deep" / name, f"evening/{name}")
    (folder / "CUP1.pbn.gz").write_bytes(
        gzip.compress((folder / "boards" / "deep" / "CUP1.pbn").read_bytes())
    )
    for arguments, boards in ((("boards",), 16), (("all.zip",), 16), (("CUP1.pbn.gz",), 8)):
        result = overtrick_deal("verify", "cup.sqd", *arguments)
        assert result.exit_code == 0, result.output
        assert f"{boards} of {boards} boards" in result.stderr
        assert ": CUP1: 8 boards equal\n" in result.stdout


def test_verify_says_which_boards_differ(folder, described, overtrick_deal):
    described()
    overtrick_deal("commit", "cup.sqd")
    overtrick_deal("reveal", "cup.sqd", "--delayed-value", "1")
    boards = list(overtrick.read("CUP1.pbn"))
    boards[2] = attrs.evolve(boards[2], deal=boards[2].deal.rotated(1), source=None)
    overtrick.write(boards, "CUP1.pbn", overwrite=True)
    result = overtrick_deal("verify", "cup.sqd", "CUP1.pbn", "CUP2.pbn")
    assert result.exit_code == 1
    assert "CUP1.pbn: CUP1: 7 equal, 1 DIFFERENT (board 3)\n" in result.stdout
    assert "CUP2.pbn: CUP2: 8 boards equal\n" in result.stdout
    assert "NOT VERIFIED: 15 of 16 boards" in result.stderr
    result = overtrick_deal("verify", "cup.sqd", "CUP1.pbn", "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert (found["kept"], found["boards"], found["equal"]) == (False, 8, 7)
    assert found["files"][0]["sessions"][0]["different"] == [3]
    assert found["unseen"] == ["CUP2"]
    result = overtrick_deal("verify", "cup.sqd", "CUP2.pbn", "nowhere.pbn")
    assert result.exit_code == 1
    assert "nowhere.pbn" in result.stderr


@pytest.mark.slow
def test_the_world_bridge_games_on_the_command_line(folder, overtrick_deal):
    data = lzma.decompress((DATA / "WBG2024-deals.txt.xz").read_bytes())
    (folder / "deals.txt").write_bytes(data)
    deals = as_played()
    boards = [Board(number=1 + n % 16, deal=deal) for n, deal in enumerate(deals[:16])]
    overtrick.write(boards, folder / "FIN1.pbn")
    keys = ("--keys", DATA / "WBG2024.sqk")
    result = overtrick_deal("verify", DATA / "WBG2024.sqd", *keys, "deals.txt", "FIN1.pbn")
    assert result.exit_code == 0
    assert "1,202 of 1,202 boards are those that were promised" in result.stderr
    text = (DATA / "WBG2024.sqd").read_bytes()
    (folder / "games.sqd").write_bytes(text.replace(b"DV 43275.91\r\n", b""))
    for value, code, equal in (("43275.91", 0, 1186), ("43275.92", 1, 0), ("4327591", 1, 0)):
        result = overtrick_deal(
            "verify", "games.sqd", *keys, "deals.txt", "--delayed-value", value, "--json"
        )
        assert result.exit_code == code
        assert json.loads(result.stdout)["equal"] == equal
    assert overtrick_deal("verify", "games.sqd", *keys, "deals.txt").exit_code == 2
    assert (folder / "games.sqd").read_bytes() == text.replace(b"DV 43275.91\r\n", b"")


def test_json_of_each_step(folder, described, overtrick_deal):
    assert json.loads(described("--json").stdout)["key_hash"] is None
    found = json.loads(overtrick_deal("commit", "cup.sqd", "--json").stdout)
    assert found["keys"] == "cup.sqk"
    assert len(found["key_hash"]) == len(found["fingerprint"]) == 64
    result = overtrick_deal(
        "reveal", "cup.sqd", "--delayed-value", "1", "--session", "CUP2", "--reserve", "--json"
    )
    found = json.loads(result.stdout)
    assert [file["path"] for file in found["files"]] == ["CUP2reserve.pbn"]
    assert found["files"][0]["boards"] == list(range(9, 17))
    assert overtrick_deal("verify", "cup.sqd", "CUP2reserve.pbn").exit_code == 0


def test_numbers_and_deals_on_the_command_line(folder, overtrick_deal):
    result = overtrick_deal(
        "from-number", "8,769,329,935,151,910,410,009,728,500", "1", "--first", "7",
        "--with-seed", "-o", "two.pbn",
    )  # fmt: skip
    assert result.exit_code == 0
    boards = overtrick.read("two.pbn")
    assert [board.number for board in boards] == [7, 8]
    assert str(boards[0].deal).startswith("N:AT3.K8654.AT6.93 ")
    assert "8,769,329,935,151,910,410,009,728,500 (bigdeal)" in Path("two.pbn").read_text()
    result = overtrick_deal("number", "two.pbn")
    assert result.stdout == "7\t8769329935151910410009728500\n8\t1\n"
    again = overtrick_deal("from-number", "-", input=result.stdout)
    assert [board.deal for board in overtrick.loads(again.stdout)] == [
        board.deal for board in boards
    ]
    result = overtrick_deal("number", "two.pbn", "--order", "pavlicek", "--json")
    found = json.loads(result.stdout)
    assert found["boards"][1] == {
        "board": 8,
        "number": str(deal_number(boards[1].deal, "pavlicek")),
    }


def test_a_set_of_bigdeal_again_on_the_command_line(overtrick_deal):
    # As it was logged (`deallog.txt`), its owner half of the session's key.
    result = overtrick_deal(
        "bigdeal", "8C07883D1632F4E806FDF1E983397F55AA159593",
        "--owner", "cWlFbF3SBbs8NpAq9kRxjIHzZcUkZm", "-o", "final.pbn",
    )  # fmt: skip
    assert result.exit_code == 0
    assert [board.deal for board in overtrick.read("final.pbn")] == as_played()[:16]
    result = overtrick_deal("bigdeal", "0" * 40, "--count", "10", "--first", "11", "--to", "pbn")
    boards = overtrick.loads(result.stdout)
    assert [board.number for board in boards] == list(range(11, 21))
    assert deal_number(boards[0].deal) == next(bigdeal_numbers(bytes(20)))


def test_open_phases_are_named_where_they_are_left_out(described, overtrick_deal):
    described("--phase", "0:4:KO##:Knockout #")
    overtrick_deal("commit", "cup.sqd")
    result = overtrick_deal("reveal", "cup.sqd", "--delayed-value", "1")
    assert result.exit_code == 0
    assert "--session 2:1-4 makes the first four" in result.stderr
    result = overtrick_deal("reveal", "cup.sqd", "--session", "2:1-2", "--session", "KO07")
    assert result.stdout == (
        "KO01.pbn: 4 boards, 1-4\nKO02.pbn: 4 boards, 1-4\nKO07.pbn: 4 boards, 1-4\n"
    )
    overtrick_deal(
        "describe", "ko.sqd", "--event", "x", "--delayed-information", "y",
        "--phase", "0:4:X#:y",
    )  # fmt: skip
    overtrick_deal("commit", "ko.sqd")
    assert overtrick_deal("reveal", "ko.sqd", "--delayed-value", "1").exit_code == 2


def test_keys_do_not_stay_where_the_description_could_not_be_written(
    folder, described, overtrick_deal, monkeypatch
):
    described()
    before = (folder / "cup.sqd").read_bytes()

    def full_disk(path, data):
        raise OSError(errno.ENOSPC, "No space left on device", path)

    monkeypatch.setattr(commit_command, "replace_file", full_disk)
    result = overtrick_deal("commit", "cup.sqd")
    assert result.exit_code == 1
    assert result.stderr == "Error: cup.sqd: No space left on device\n"
    assert [path.name for path in folder.iterdir()] == ["cup.sqd"]
    assert (folder / "cup.sqd").read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_keys_that_others_can_read_are_warned_of_before_the_event(
    folder, described, overtrick_deal
):
    described()
    overtrick_deal("commit", "cup.sqd")
    (folder / "cup.sqk").chmod(0o644)
    result = overtrick_deal("reveal", "cup.sqd", "--delayed-value", "1")
    assert result.exit_code == 0
    assert "warning: others than its owner can read cup.sqk" in result.stderr
    # After the event all shall read them.
    assert "warning" not in overtrick_deal("verify", "cup.sqd", "CUP1.pbn").output


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("bigdeal", "12"), "40 hexadecimal digits"),
        (("from-number", "5x"), "not the number of a deal: '5x'"),
        (("from-number", "--", "-5"), "not the number of a deal: '-5'"),
        (("from-number", "9" * 41), "not the number of a deal"),
        (("from-number", "53644737765488792839237440000"), "numbered from 0 to"),
        (("from-number", "0", "--order", "pavlicek"), "numbered from 1 to"),
        (("from-number", "1", "--count", "3"), "No such option"),
        (("commit", "x", "--out-dir", "y"), "No such option"),
        (("reveal", "x.sqd", "-o", "y"), "No such option"),
        (("verify", "x.sqd"), "Missing argument 'BOARDS...'"),
        (("describe", "x.sqd"), "missing options: --event"),
        (
            ("describe", "x.sqd", "--event", "a", "--delayed-information", "b", "--phase", "c"),
            "four parts divided by colons",
        ),
        (("commit", "nowhere.sqd"), "nowhere.sqd"),
    ],
)
def test_wrong_usage_is_refused(folder, arguments, what, overtrick_deal):
    result = overtrick_deal(*arguments)
    assert result.exit_code == 2
    assert what in result.stderr
    assert not list(folder.iterdir())
