"""Reading DLM files: what comes out, and what is said of every kind of damage."""

from __future__ import annotations

import contextlib
import io
import random
import re
from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overtrick
from overtrick import Deal, Extras, FormatError, InconsistentDataError, ParseError, Seat, Severity
from overtrick.plugin import API_VERSION, ReadContext, default_manager, fix_file, in_order
from overtrick_dlm import overtrick_formats
from overtrick_dlm.diagnostics import CODES
from overtrick_dlm.letters import PLACEHOLDER, decode_letters, encode_letters
from overtrick_dlm.reader import read
from overtrick_dlm.seal import is_sealed

DATA = Path(__file__).parent / "data"
DUPSOFT = (DATA / "dupsoft-32-boards.dlm").read_bytes()
CHILDREN = (DATA / "children-in-need.dlm").read_bytes()
FILES = sorted(DATA.glob("*.dlm"))


def read_collecting(data: bytes, **options: object) -> tuple[list, list]:
    boards = overtrick.read(data, format="dlm", errors="collect", options=options, sealed="show")
    return list(boards), list(boards.diagnostics)


def codes_of(data: bytes, **options: object) -> list[str]:
    return [item.code for item in read_collecting(data, **options)[1]]


def replaced(old: str, new: str, data: bytes = DUPSOFT) -> bytes:
    assert data.count(old.encode()) == 1, old
    return data.replace(old.encode(), new.encode())


def without_line(start: str, data: bytes = DUPSOFT) -> bytes:
    lines = data.splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(start.encode())]
    assert len(kept) == len(lines) - 1, start
    return b"".join(kept)


KEYED = replaced("Crypto key=0", "Crypto key=7")
TO_34 = CHILDREN.replace(b"To board=32", b"To board=34").replace(
    b"\nChecksum=33\r", b"\nChecksum=35\r"
)
TOO_LONG = DUPSOFT + b"x" * (1 << 20)


def test_the_dupsoft_file_gives_the_32_deals_of_the_pbn_beside_it():
    boards = overtrick.read(DATA / "dupsoft-32-boards.dlm")
    text = (DATA / "dupsoft-32-boards.pbn").read_text("latin-1")
    tags = dict.fromkeys(("Board", "Dealer", "Vulnerable", "Deal"))
    for name in tags:
        tags[name] = [
            line.split('"')[1] for line in text.splitlines() if line.startswith(f"[{name} ")
        ]
    assert [str(board.number) for board in boards] == tags["Board"]
    assert [board.dealer.symbol for board in boards] == tags["Dealer"]
    assert [board.vulnerability.label for board in boards] == tags["Vulnerable"]
    assert [board.deal for board in boards] == [Deal.parse(deal) for deal in tags["Deal"]]
    assert boards.diagnostics == ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_that_is_not_touched_keeps_its_bytes(path):
    for options in ({}, {"all_boards": True}):
        boards = overtrick.read(path, options=options, sealed="show")
        out = io.BytesIO()
        report = overtrick.write(boards, out, format="dlm")
        assert out.getvalue() == path.read_bytes()
        assert len(report) == 0


def test_the_corpus_keeps_its_bytes(shared_corpus):
    for path in sorted((shared_corpus / "wild" / "dlm").iterdir()):
        out = io.BytesIO()
        overtrick.write(overtrick.read(path, sealed="keep"), out, format="dlm")
        assert out.getvalue() == path.read_bytes(), path.name


def test_only_the_range_comes_out_unless_all_boards_are_asked_for():
    assert [board.number for board in overtrick.read(DATA / "mid.dlm")] == list(range(5, 21))
    everything = overtrick.read(DUPSOFT, options={"all-boards": "yes"})
    assert [board.number for board in everything] == list(range(1, 100))


def test_what_the_model_has_no_place_for_is_kept():
    boards = overtrick.read(DUPSOFT)
    assert boards[0].extras["dlm:duplicates"] == 1
    assert ("SuppressDeals", "No") in boards.header["dlm:startup"]
    assert overtrick.read(CHILDREN, sealed="keep").header["dlm:headline"] == "Children In Need"
    assert overtrick.read(DATA / "blind.dlm", sealed="keep").header["dlm:status"] == "Sealed"


@pytest.mark.parametrize(
    ("name", "sealed"),
    [("blind.dlm", True), ("children-in-need.dlm", True), ("dupsoft-32-boards.dlm", False)],
)
def test_sealed_hands_are_shown_only_on_request(name, sealed, capsys):
    with overtrick.open_boards(DATA / name, sealed="show") as boards:
        assert boards.is_sealed is sealed
    pytest.importorskip("click")
    from overtrick_cli.commands import run

    assert run(["show", str(DATA / name), "--boards", "1"]) == (2 if sealed else 0)
    printed = capsys.readouterr()
    assert ("--show-cards" in printed.err) is sealed
    assert ("\u2660" in printed.out) is not sealed
    assert run(["show", str(DATA / name), "--boards", "1", "--show-cards"]) == 0
    assert "\u2660" in capsys.readouterr().out


def test_from_and_to_may_come_in_either_order():
    swapped = DUPSOFT.replace(
        b"From board=1\r\nTo board=32\r\n", b"To board=32\r\nFrom board=1\r\n"
    )
    assert codes_of(swapped) == []
    assert len(overtrick.read(swapped)) == 32


def test_a_padded_header_checksum_is_a_number_like_any_other():
    padded = replaced("\nChecksum=32\r", "\nChecksum=032\r")
    boards = overtrick.read(padded)
    out = io.BytesIO()
    overtrick.write(boards, out, format="dlm")
    assert out.getvalue() == padded


def test_the_checksum_error_in_raise_mode_names_line_and_board():
    bad = replaced("fnbkmmincldklcfcofoiefnapm018", "fnbkmmincldklcfcofoiefnapm019")
    with pytest.raises(InconsistentDataError, match="Checksum error on board 1") as caught:
        overtrick.read(bad, path="evening.dlm")
    diagnostic = caught.value.diagnostic
    assert (diagnostic.code, diagnostic.location.line, diagnostic.location.board) == (
        "DLM027", 14, 1,
    )  # fmt: skip
    assert str(caught.value).startswith("evening.dlm:14:36: error DLM027")


def test_a_board_with_a_wrong_checksum_but_sound_cards_is_still_read():
    bad = replaced("fnbkmmincldklcfcofoiefnapm018", "fnbkmmincldklcfcofoiefnapm019")
    boards, found = read_collecting(bad)
    assert [item.code for item in found] == ["DLM027"]
    assert boards[0].deal == overtrick.read(DUPSOFT)[0].deal


def test_one_bad_board_costs_that_board_alone():
    bad = replaced("fnbkmmincldklcfcofoiefnapm018", "anbkmmincldklcfcofoiefnapm018")
    boards, found = read_collecting(bad)
    assert [board.number for board in boards] == list(range(2, 33))
    assert [item.code for item in found] == ["DLM026"]


def test_a_crypto_key_is_refused_and_only_ignored_on_request():
    boards, found = read_collecting(KEYED)
    assert boards == []
    assert [item.code for item in found] == ["DLM010"]
    assert "is not published" in found[0].message
    with pytest.raises(ParseError, match="DLM010"):
        overtrick.read(KEYED)
    boards, found = read_collecting(KEYED, ignore_crypto_key=True)
    assert len(boards) == 32
    assert [(item.code, item.severity) for item in found] == [("DLM011", Severity.WARNING)]


def test_a_range_into_placeholders_is_a_warning():
    boards, found = read_collecting(TO_34)
    assert [item.code for item in found] == ["DLM030", "DLM040"]
    assert found[0].location.line == 6
    assert all("33-34" in item.message for item in found)
    assert len(boards) == 32
    boards, found = read_collecting(TO_34, placeholders="keep")
    assert [item.code for item in found] == ["DLM030"]
    assert len(boards) == 34


LINE_1 = "Board 01=fnbkmmincldklcfcofoiefnapm018"

# Each damage to the DupSoft file: what is done, the code that must be said, and its line.
CORRUPTIONS = {
    "first line": (replaced("[DOCUMENT]", "[DOCUMANT]"), "DLM001", 1),
    "first line in lower case": (replaced("[DOCUMENT]", "[document]"), "DLM001", 1),
    "headline twice": (replaced("Headline=\r\n", "Headline=\r\nHeadline=\r\n"), "DLM004", 3),
    "headline behind status": (
        replaced("Headline=\r\nStatus=Show\r\n", "Status=Show\r\nHeadline=\r\n"), "DLM031", 3),
    "headline keyword": (replaced("Headline=", "Headlyne="), "DLM003", 2),
    "status in lower case": (replaced("Status=Show", "Status=show"), "DLM006", 3),
    "status gone": (without_line("Status="), "DLM006", 314),
    "status keyword": (replaced("Status=Show", "Statos=Show"), "DLM003", 3),
    "status Edit without its checksum": (replaced("Status=Show", "Status=Edit"), "DLM009", 11),
    "status Sealed without its checksum": (replaced("Status=Show", "Status=Sealed"), "DLM009", 11),
    "duplicates digit": (replaced("Duplicates=0", "Duplicates=1"), "DLM009", 11),
    "duplicates no number": (replaced("Duplicates=0", "Duplicates=O"), "DLM007", 4),
    "duplicates gone": (without_line("Duplicates="), "DLM005", 314),
    "from digit": (replaced("From board=1", "From board=2"), "DLM009", 11),
    "from keyword": (replaced("From board=1", "From bord=1"), "DLM003", 5),
    "from 0": (replaced("From board=1", "From board=0"), "DLM007", 5),
    "from behind to": (replaced("From board=1", "From board=33"), "DLM008", 6),
    "from twice": (replaced("From board=1\r\n", "From board=1\r\nFrom board=1\r\n"), "DLM004", 6),
    "from gone": (without_line("From board="), "DLM005", 314),
    "to digit": (replaced("To board=32", "To board=31"), "DLM009", 11),
    "to 100": (replaced("To board=32", "To board=100"), "DLM007", 6),
    "to gone": (without_line("To board="), "DLM005", 314),
    "method digit": (replaced("Dealing method=1", "Dealing method=2"), "DLM009", 11),
    "next digit": (
        replaced("Next board to duplimate=0", "Next board to duplimate=4"), "DLM009", 11),
    "next gone": (without_line("Next board"), "DLM005", 314),
    "printouts digit": (replaced("PrintOuts=0", "PrintOuts=8"), "DLM036", 9),
    "crypto key digit": (replaced("Crypto key=0", "Crypto key=3"), "DLM010", 10),
    "checksum digit": (replaced("\nChecksum=32\r", "\nChecksum=33\r"), "DLM009", 11),
    "checksum no number": (replaced("\nChecksum=32\r", "\nChecksum=xx\r"), "DLM007", 11),
    "checksum gone": (without_line("Checksum="), "DLM005", 314),
    "copies digit": (replaced("Duplicates 01=1", "Duplicates 01=2"), "DLM027", 14),
    "copies no number": (replaced("Duplicates 01=1", "Duplicates 01=l"), "DLM007", 12),
    "copies gone": (without_line("Duplicates 01="), "DLM020", 13),
    "copies twice": (
        replaced("Duplicates 01=1\r\n", "Duplicates 01=1\r\nDuplicates 01=1\r\n"), "DLM021", 13),
    "copies behind board": (
        replaced(f"Duplicates 01=1\r\nProperty 01=1\r\n{LINE_1}\r\n",
                 f"Property 01=1\r\n{LINE_1}\r\nDuplicates 01=1\r\n"), "DLM031", 14),
    "property gone": (without_line("Property 05="), "DLM035", 25),
    "property digit": (replaced("Property 05=1", "Property 05=7"), "DLM036", 25),
    "board letter changed": (
        replaced(LINE_1, "Board 01=gnbkmmincldklcfcofoiefnapm018"), "DLM026", 14),
    "two board letters exchanged to another deal": (
        replaced(LINE_1, "Board 01=nfbkmmincldklcfcofoiefnapn018"), "DLM026", 14),
    "board letter out of range": (
        replaced(LINE_1, "Board 01=fnbkmmincldqlcfcofoiefnapm018"), "DLM025", 14),
    "board letter gone": (replaced(LINE_1, "Board 01=fnbkmmincldklcfcofoiefnap018"), "DLM024", 14),
    "board letter doubled": (
        replaced(LINE_1, "Board 01=ffnbkmmincldklcfcofoiefnapm018"), "DLM024", 14),
    "board in capitals": (replaced(LINE_1, LINE_1[:9] + LINE_1[9:].upper()), "DLM023", 14),
    "board checksum digit": (replaced(LINE_1, LINE_1[:-1] + "9"), "DLM027", 14),
    "board checksum cut": (replaced(LINE_1, LINE_1[:-1]), "DLM028", 14),
    "board checksum gone": (replaced(LINE_1, LINE_1[:-3]), "DLM028", 14),
    "text behind the checksum": (replaced(LINE_1, LINE_1 + "0"), "DLM012", 14),
    "blank behind the checksum": (replaced(LINE_1, LINE_1 + " "), "DLM012", 14),
    "board line gone": (without_line("Board 07="), "DLM020", 31),
    "board line outside the range gone": (without_line("Board 77="), "DLM020", 241),
    "board line twice": (replaced(LINE_1, f"{LINE_1}\r\n{LINE_1}"), "DLM021", 15),
    "board number changed to another": (replaced("Board 03=", "Board 04="), "DLM021", 23),
    "board number 00": (replaced("Board 03=", "Board 00="), "DLM022", 20),
    "board number of one digit": (replaced("Board 03=", "Board 3="), "DLM022", 20),
    "board keyword": (replaced("Board 03=", "Bored 03="), "DLM003", 20),
    "startup value": (replaced("SuppressDeals=No", "SuppressDeals=Nu"), "DLM037", 311),
    "startup name": (replaced("Reversed=0", "Rversed=0"), "DLM037", 314),
    "startup heading": (replaced("[STARTUP]", "[STARTOP]"), "DLM003", 309),
    "cut": (DUPSOFT[:2000], "DLM019", 89),
    "empty line": (replaced(f"{LINE_1}\r\n", f"{LINE_1}\r\n\r\n"), "DLM038", 15),
    "cut in the last line": (DUPSOFT[:-2], "DLM039", 315),
}  # fmt: skip


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_each_corruption_is_found_and_located(name):
    data, code, line = CORRUPTIONS[name]
    _, found = read_collecting(data)
    assert (code, line) in [(item.code, item.location.line) for item in found], found


def check_cuts(places):
    """Check that a file cut at each place says so in one finding, and gives its whole boards."""
    for cut in places:
        data = CHILDREN[:cut]
        boards, found = read_collecting(data)
        assert [item.code for item in found] == ["DLM019"], cut
        assert found[0].location.line == len(data.splitlines()), cut
        whole = re.findall(rb"Board \d\d=[a-p]{26}\d{3}", data)
        assert len(boards) == min(len(whole), ALL_CHILDREN), cut


ALL_CHILDREN = len(read_collecting(CHILDREN)[0])
CUT_AT = range(CHILDREN.index(b"\n") + 1, CHILDREN.rindex(b"Board 99=") + 38)


def test_a_file_cut_anywhere_says_so_in_one_finding():
    check_cuts(CUT_AT[:400:13])


@pytest.mark.slow
@pytest.mark.parametrize("first", range(7))
def test_a_file_cut_at_any_byte_says_so_in_one_finding(first):
    check_cuts(CUT_AT[first::49])


@pytest.mark.parametrize(
    ("place", "tail", "missing"),
    [
        ("Duplicates 01=", "", "every line of boards 1-99"),
        ("Duplicates 34=", "", "every line of boards 34-99"),
        ("Duplicates 99=", "", "every line of board 99"),
        ("Property 34=", "", "the line 'Property 34', the line 'Board 34', {35}"),
        ("Board 34=", "Board 34=abc", "the rest of this line, {35}"),
        ("Board 34=", "Board 34", "the rest of this line, {35}"),
        ("Board 34=", "Board", "the rest of this line, {35}"),
        ("Board 34=", "B", "the rest of this line, {35}"),
        ("Board 34=", "Board 34\r\n", "the rest of this line, {35}"),
        ("Duplicates 35=", "Duplicates 35=1", "the rest of this line, {35}"),
        ("Board 99=", "Board 99=a", "the rest of this line"),
        ("Next", "Next", "the rest of this line, the line 'Checksum', every line of boards 1-99"),
    ],
)
def test_what_a_cut_file_lacks_is_named(place, tail, missing):
    start = DUPSOFT.index(f"\n{place}".encode()) + 1
    _, found = read_collecting(DUPSOFT[:start] + tail.encode())
    missing = missing.replace("{35}", "every line of boards 35-99")
    assert [(item.code, item.message) for item in found] == [
        ("DLM019", f"file apparently truncated; missing: {missing}")
    ]


def test_boards_that_are_missing_in_the_middle_are_named_and_no_cut_is_spoken_of():
    whole = DUPSOFT.splitlines(keepends=True)
    for numbers, which in (((5, 6, 7, 40), "boards 5-7,40"), ((98,), "board 98")):
        words = tuple(f"{kind} {n:02}=" for kind in KINDS for n in numbers)
        lines = [line for line in whole if not line.decode().startswith(words)]
        _, found = read_collecting(b"".join(lines))
        assert [(item.code, item.location.board) for item in found] == [("DLM020", numbers[0])]
        assert found[0].message == f"every line of {which} is missing"
    # So are the last ones, where the settings behind them are there.
    words = tuple(f"{kind} {n:02}=" for kind in KINDS for n in range(90, 100))
    _, found = read_collecting(
        b"".join(line for line in whole if not line.decode().startswith(words))
    )
    assert [item.message for item in found] == ["every line of boards 90-99 is missing"]


KINDS = ("Duplicates", "Property", "Board")


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("Board ", "the line seems cut"),
        ("Board 07", "the line seems cut"),
        ("To bo", "the line seems cut"),
        ("Next board to", "the line seems cut"),
        ("To bord=32", "did you mean To board?"),
        ("Borad 07=", "did you mean Board 01?"),
    ],
)
def test_a_line_that_is_cut_is_no_slip_of_another(line, hint):
    data = DUPSOFT.replace(b"Duplicates 02=", f"{line}\r\nDuplicates 02=".encode())
    _, found = read_collecting(data)
    assert [(item.code, item.hint) for item in found if item.location.line == 15] == [
        ("DLM003", hint)
    ]


@pytest.mark.parametrize("data", [b"<!DOCTYPE html>\n<p>404</p>\n", bytes(range(256)) * 20])
def test_a_file_of_another_kind_is_one_finding(data):
    boards, found = read_collecting(data)
    assert (list(boards), [d.code for d in found]) == ([], ["DLM001"])


def test_a_file_cut_in_its_start_up_settings_is_found():
    start = CHILDREN.index(b"[STARTUP]")
    assert codes_of(CHILDREN[:start]) == []  # the part is optional
    for cut in range(start + 1, len(CHILDREN)):
        complete_line = CHILDREN[cut - 1 : cut] in {b"\n", b"\r"}
        assert codes_of(CHILDREN[:cut]) or complete_line


DOUBLED = DUPSOFT.replace(b"\n", b"\r\n")


def test_doubled_line_ends_are_one_finding():
    boards, found = read_collecting(DOUBLED)
    assert [(item.code, item.location.line) for item in found] == [("CORE022", 1)]
    assert [board.deal for board in boards] == [board.deal for board in overtrick.read(DUPSOFT)]
    # Lines are counted as an editor shows them.
    damaged = DOUBLED.replace(b"Board 07=", b"Bored 07=")
    _, found = read_collecting(damaged)
    assert [(item.code, item.location.line) for item in in_order(found)] == [
        ("CORE022", 1), ("DLM020", 31), ("DLM003", 32),
    ]  # fmt: skip


def test_doubled_line_ends_are_fixed_and_kept_where_nobody_asks():
    whole = overtrick.read(DOUBLED, errors="collect")
    sink = io.BytesIO()
    overtrick.write(whole, sink, format="dlm")
    assert sink.getvalue() == DOUBLED
    spec = default_manager().format("dlm")
    fixed = fix_file(
        DOUBLED.replace(b"Status=Show", b"Status=show"), spec, default_manager(), path="x.dlm"
    )
    assert fixed.data == DUPSOFT
    assert [item.code for item in fixed.done] == ["CORE022", "DLM006"]


def test_letters_and_deals_are_inverse():
    for seed in range(50):
        cards = list(range(52))
        random.Random(seed).shuffle(cards)
        masks = [sum(1 << card for card in cards[seat::4]) for seat in range(4)]
        deal = Deal.from_masks(*masks)
        assert Deal.from_masks(*decode_letters(encode_letters(deal))) == deal


def test_the_paper_s_first_board():
    north = Deal.from_masks(*decode_letters(b"fnbkmmincldklcfcofoiefnapm"))[Seat.NORTH]
    assert north == overtrick.read(DUPSOFT)[0].deal[Seat.NORTH]
    assert Deal.from_masks(*decode_letters(PLACEHOLDER))[Seat.NORTH].text == "AKQJT98765432..."


@settings(deadline=None)
@given(st.binary(max_size=400), st.integers(0, len(DUPSOFT)), st.integers(0, 40))
def test_whatever_stands_in_the_file_only_typed_errors_come_out(noise, place, length):
    data = DUPSOFT[:place] + noise + DUPSOFT[place + length :]
    with contextlib.suppress(FormatError):
        # Noise can look like the end of an archive, which is told as a damaged one (CORE040).
        read_collecting(data)
    (spec,) = overtrick_formats(API_VERSION)
    with contextlib.suppress(FormatError):
        list(read(io.BytesIO(data), ReadContext(spec)))


def test_a_megabyte_is_refused():
    assert codes_of(TOO_LONG) == ["DLM002"]


def test_every_code_of_the_reader_comes_up():
    told = {code for data, _, _ in CORRUPTIONS.values() for code in codes_of(data)}
    told.update(codes_of(TOO_LONG), codes_of(KEYED, ignore_crypto_key=True), codes_of(TO_34))
    assert told >= {code for code, entry in CODES.items() if entry.kind != "write"}


@pytest.mark.parametrize(
    ("items", "sealed"),
    [
        ({}, False),
        ({"dlm:status": "Edit"}, False),
        ({"dlm:status": "Sealed"}, True),
        ({"dlm:status": "SEALED"}, True),
        ({"dlm:status": "Seald"}, True),
        ({"dlm:startup": (("SuppressDeals", "No"),)}, False),
        ({"dlm:startup": (("SuppressDeals", "0"),)}, False),
        ({"dlm:startup": (("SuppressDeals", "1"),)}, True),
        ({"dlm:startup": (("suppressdeals", "yes"),)}, True),
        ({"dlm:startup": (("SuppressDeals", "Yse"),)}, True),
    ],
)
def test_a_slip_in_a_seal_does_not_open_it(items, sealed):
    assert is_sealed(Extras(items)) is sealed
    sink = io.BytesIO()
    boards = overtrick.read(DUPSOFT)
    boards = attrs.evolve(boards, header=Extras(items), is_sealed=True)
    overtrick.write(boards, sink, format="dlm")
    assert overtrick.read(sink.getvalue(), sealed="keep").is_sealed


@pytest.mark.parametrize(
    "line", ["Status = Sealed", "status=sealed", "Statsu=Sealed", "Status =Seald"]
)
def test_a_slip_in_the_word_status_opens_no_seal(line):
    data = (DATA / "mid.dlm").read_bytes()
    assert b"Status=Show" in data
    slipped = data.replace(b"Status=Show", line.encode())
    found = overtrick.read(slipped, errors="collect", sealed="keep")
    assert "DLM003" in [finding.code for finding in found.diagnostics]
    assert found.is_sealed
    shown = data.replace(b"Status=Show", b"Status = Show")
    assert not overtrick.read(shown, errors="collect").is_sealed


def test_a_seal_in_a_second_document_holds():
    data = (DATA / "mid.dlm").read_bytes()
    second = data.replace(b"Status=Show", b"Status=Sealed")
    first = data.replace(b"Status=Show\r\n", b"").replace(b"Status=Show\n", b"")
    for between in (b"", b"[STARTUP]\r\n"):
        found = overtrick.read(first + between + second, errors="collect", sealed="keep")
        assert found.is_sealed
