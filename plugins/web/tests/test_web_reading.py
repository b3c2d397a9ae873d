"""From the bytes of a file to what a page shows: read as far as it goes, kept within bounds."""

from __future__ import annotations

import gzip
import threading
import time

import pytest

from overtrick import Board, Limits
from overtrick.plugin import default_manager
from overtrick_web.boards import reading as reading_module
from overtrick_web.boards.reading import Readings, read
from overtrick_web.boards.rendering import (
    card_picture,
    comments,
    full_picture,
    links,
    others,
    suited,
    tables,
)
from overtrick_web.boards.result_cache import ResultCache

pytest.importorskip("overtrick_pbn")

DEALS = (
    "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543",
    "N:Q64.K862.84.9543 T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732.",
)


def pbn(count, *, extra=""):
    games = []
    for number in range(1, count + 1):
        games.append(
            f'[Board "{number}"]\r\n[Dealer "{"NESW"[(number - 1) % 4]}"]\r\n'
            f'[Vulnerable "None"]\r\n[Deal "{DEALS[number % 2]}"]\r\n{extra}'
        )
    return ("% PBN 2.1\r\n\r\n" + "\r\n".join(games)).encode()


MANAGER = default_manager()


def test_a_file_is_told_its_format_encoding_program_and_boards():
    reading = read(pbn(3, extra='[Generator "Shuffler 7"]\r\n'), "evening.pbn", MANAGER)
    assert (reading.format, reading.encoding, len(reading.boards)) == ("pbn", "utf-8", 3)
    assert reading.program == "Shuffler 7"
    assert ("version", "2.1") in reading.facts
    assert reading.confidence.name == "CERTAIN"
    assert reading.failure is None
    assert not reading.is_sealed
    assert reading.position_of(" 2 ") == 2
    assert reading.position_of("9") is None


def test_what_is_no_file_of_boards_is_told_and_raises_nothing():
    reading = read(b"\x00\x01 a letter to the club", "letter.doc", MANAGER)
    assert reading.format is None
    assert reading.boards == ()
    assert "letter.doc is of no format" in reading.failure


def test_the_boards_before_a_limit_are_there_with_the_reason():
    reading = read(pbn(5), "long.pbn", MANAGER, limits=Limits(max_boards=2))
    assert len(reading.boards) == 2
    assert "CORE011" in reading.failure
    assert [item.diagnostic.code for item in reading.findings.all if item.diagnostic.is_error] == [
        "CORE011"
    ]


def test_a_damaged_compressed_file_gives_what_came_before_the_damage():
    packed = gzip.compress(pbn(400))
    reading = read(packed[: len(packed) // 2], "cut.pbn.gz", MANAGER)
    assert 0 < len(reading.boards) < 400
    assert any(item.diagnostic.is_error for item in reading.findings.all)


@pytest.mark.parametrize("size", [0, 1, 7, 100, 333, 500])
def test_a_file_cut_anywhere_is_read_without_an_exception(size):
    data = pbn(3)[:size]
    reading = read(data, "cut.pbn", MANAGER)
    assert reading.size == len(data)
    assert len(reading.boards) <= 3


def test_a_sealed_file_shows_number_dealer_and_vulnerability_alone():
    pytest.importorskip("overtrick_dlm")
    import io

    import overtrick

    sink = io.BytesIO()
    overtrick.dump(overtrick.loads(pbn(2)), sink, format="dlm", options={"status": "Sealed"})
    reading = read(sink.getvalue(), "blind.dlm", MANAGER)
    assert reading.is_sealed
    shown = reading.shown(1, shows_hands=False)
    assert (shown.number, shown.deal, shown.extras) == (1, None, Board().extras)
    assert reading.shown(1, shows_hands=True).deal is not None


def test_there_is_no_board_behind_the_last():
    reading = read(pbn(1), "a.pbn", MANAGER)
    with pytest.raises(IndexError, match="no board at position 2"):
        reading.shown(2, shows_hands=True)
    with pytest.raises(IndexError):
        reading.shown(0, shows_hands=True)


def test_readings_are_made_once_and_let_go_when_they_are_too_many():
    readings = Readings(MANAGER, most=25)
    asked = []

    def data(count):
        def give():
            asked.append(count)
            return pbn(count)

        return give

    first = readings.of("a", "a.pbn", data(10))
    assert readings.of("a", "a.pbn", data(10)) is first
    assert asked == [10]
    readings.of("b", "b.pbn", data(10))
    readings.of("c", "c.pbn", data(10))
    assert readings.known("a", "a.pbn") is None
    assert readings.known("c", "c.pbn") is not None


def test_many_who_ask_at_once_make_it_once():
    class Heavy:
        weight = 1

    keeper = ResultCache(10)
    made = []

    def make():
        time.sleep(0.05)
        made.append(1)
        return Heavy()

    got = []
    threads = [
        threading.Thread(target=lambda: got.append(keeper.get("one", make))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    assert len(set(map(id, got))) == 1


def test_what_could_not_be_made_is_not_kept():
    keeper = ResultCache(10)

    def fail():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        keeper.get("one", fail)
    assert len(keeper) == 0


def test_pictures_carry_no_style_of_their_own():
    board = read(pbn(1, extra='[West "<b>W</b>"]\r\n'), "a.pbn", MANAGER).boards[0]
    for picture in (card_picture(board, "en"), full_picture(board, "de")):
        assert picture.startswith("<svg ")
        assert "<style" not in picture
        assert " style=" not in picture
        assert "<b>" not in picture
    assert "&lt;b&gt;W" in full_picture(board, "en")


def test_a_board_has_its_tables_comments_and_what_else_is_said():
    text = (
        '[Auction "N"]\r\n1NT Pass 3NT Pass\r\nPass Pass\r\n[Stage "Final"]\r\n{A quiet hand.}\r\n'
    )
    board = read(pbn(1, extra=text), "a.pbn", MANAGER).boards[0]
    titles = [table.title for table in tables(board, _words())]
    assert titles == ["Auction"]
    assert "A quiet hand." in [said for _, said in comments(board)]
    assert ("Stage", "Final") in list(others(board))


def test_links_lead_to_viewers_where_they_can_be_made():
    pytest.importorskip("overtrick_lin")
    board = read(pbn(1), "a.pbn", MANAGER).boards[0]
    found = links(board)
    assert [link.name for link in found] == ["Bridge Base Online", "Bridge Solver Online"]
    assert found[0].address.startswith("https://www.bridgebase.com/")
    assert links(Board(number=1)) == ()


def test_signs_of_suits_are_marked_and_all_else_is_escaped():
    assert suited("<i>♠♦") == (
        '&lt;i&gt;<span class="suit spades">♠</span><span class="suit diamonds">♦</span>'
    )


def test_what_reads_is_made_ready_once_without_a_file(monkeypatch):
    parsed = []
    monkeypatch.setattr(reading_module, "read", lambda *more: parsed.append(more) or read(*more))
    readings = Readings(MANAGER)
    readings.make_ready()
    readings.make_ready()
    assert len(parsed) == 1


def _words():
    from overtrick_render import translator

    return translator(language="en")
