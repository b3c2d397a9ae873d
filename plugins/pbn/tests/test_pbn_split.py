"""The splitter: where a game begins and ends, and that nothing of the file is lost."""

from __future__ import annotations

import io

import pytest

from overtrick_pbn.text.games import Splitter, line_ends


def split(data):
    splitter = Splitter(io.BytesIO(data))
    games = list(splitter.games())
    joined = b"".join(game.text.encode(game.encoding) for game in games)
    assert (b"\xef\xbb\xbf" if splitter.bom else b"") + splitter.preamble + joined == data
    return splitter, games


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_semi_empty_line_ends_a_game_whatever_ends_lines(end):
    data = end.join(["% PBN 2.1", "", '[Board "1"]', " \t", '[Board "2"]', ""]).encode()
    splitter, games = split(data)
    assert splitter.preamble == f"% PBN 2.1{end}{end}".encode()
    assert [game.line for game in games] == [3, 5]
    assert splitter.newline == end


def test_mixed_line_ends_keep_their_places():
    _, games = split(b'[Board "1"]\r\n\n[Board "2"]\r\r\n[Board "3"]\n\r[Board "4"]')
    assert [(game.line, game.offset) for game in games] == [(1, 0), (3, 14), (5, 28), (7, 41)]


def test_an_empty_line_in_a_brace_comment_ends_nothing():
    _, games = split(b'[Board "1"]\n{a\n\nb\n\n[Board "x"]}\n\n[Board "2"]\n')
    assert len(games) == 2


def test_a_brace_in_a_string_a_line_comment_or_an_escape_line_opens_nothing():
    for line in (b'[Note "1:{"]', b"; {", b"% {"):
        _, games = split(b'[Board "1"]\n' + line + b'\n\n[Board "2"]\n')
        assert len(games) == 2


def test_a_comment_that_is_never_closed_costs_its_game_alone():
    _, games = split(b'[Board "1"]\n{ open\n\n[Board "2"]\n\n[Board "3"]\n')
    assert [game.line for game in games] == [1, 4, 6]


def test_comments_and_escape_lines_alone_belong_to_the_game_that_follows():
    _, games = split(b'[Board "1"]\n\n{text}\n\n% line\n\n[Board "2"]\n')
    assert games[1].text == '{text}\n\n% line\n\n[Board "2"]\n'


def test_a_tag_over_empty_lines_loses_nothing():
    split(b'[Event ""]\n\n[\n\nBoard "2"]\n')
    split(b'[Event ""]\r\n\r\n[Board\r\n\r\n"2"]\r\n\r\n[Event ""]\r\n')


def test_what_follows_the_last_game_belongs_to_it():
    _, games = split(b'[Board "1"]\n\nGenerated 2922012 hands\n\n; end\n')
    assert len(games) == 1


@pytest.mark.parametrize("data", [b"", b"\n\n", b"% PBN 2.1\n% EXPORT\n", b"; only\n\n{text}\n"])
def test_a_file_without_games_is_all_preamble(data):
    splitter, games = split(data)
    assert games == []
    assert splitter.preamble == data


def test_each_game_has_its_own_encoding():
    data = '[West "Bj\u00f6rn"]\n\n'.encode() + b'[West "Bj\xf6rn"]\n\n[West "K\x92s"]\n'
    _, games = split(data)
    assert [game.encoding for game in games] == ["utf-8", "iso-8859-1", "cp1252"]
    assert "Bj\u00f6rn" in games[0].text
    assert "Bj\u00f6rn" in games[1].text
    assert "K\u2019s" in games[2].text


def test_a_declared_charset_decides_where_the_bytes_are_not_utf_8():
    data = b'%Content-type: text/x-pbn; charset=windows-1250\n[West "\xb3"]\n'
    splitter, games = split(data)
    assert splitter.declared == "cp1250"
    assert "\u0142" in games[0].text


def test_a_charset_that_cannot_be_split_as_bytes_is_not_used():
    for name in (b"utf-16", b"cp932", b"cp037", b"nonsense"):
        data = b"%Content-type: text/x-pbn; charset=" + name + b'\n[West "\xe9"]\n'
        splitter, games = split(data)
        assert splitter.declared is None
        assert games[0].encoding == "iso-8859-1"


def test_a_byte_order_mark_is_taken_off_and_remembered():
    splitter, games = split(b'\xef\xbb\xbf% PBN 2.1\n[Board "1"]\n')
    assert splitter.bom
    assert (games[0].line, games[0].offset) == (2, 13)


def test_pbn_is_found_in_another_document():
    data = b'<html>\n<p>[x]</p>\n<PBN>\n[Board "1"]\n\n[Board "2"]\n</PBN>\n\n<b>[no]</b>\n'
    data += b'<PBN>\n[Board "3"]\n</PBN>'
    splitter, games = split(data)
    assert splitter.embedded
    assert len(games) == 3
    assert games[2].text.startswith('\n[Board "3"]')


def test_pbn_that_is_embedded_reads_like_any_other(collect):
    text = 'Dear all,\n<PBN>\n[Board "1"]\n</PBN>\nand\n<PBN>[Board "2"] </PBN> bye [x]\n'
    boards, codes, ctx = collect(text)
    assert [board.number for board in boards] == [1, 2]
    assert codes == []
    assert ctx.header["pbn:embedded"] == "Dear all,\n"
    assert collect('<PBN>\n[Board "1"]\n')[1] == ["PBN601"]


def test_games_that_reach_over_many_blocks_are_whole(monkeypatch):
    monkeypatch.setattr("overtrick_pbn.text.games.BLOCK", 7)
    data = b'% PBN 2.1\r\n\r\n[Board "1"]\r\n{a\r\n\r\nb}\r\n\r\n\r\n[Board "2"]\r\n'
    _, games = split(data)
    assert [game.line for game in games] == [3, 9]


def test_a_game_beyond_the_limit_is_cut_and_reported(monkeypatch, collect):
    monkeypatch.setattr("overtrick_pbn.text.games.BLOCK", 64)
    monkeypatch.setattr("overtrick_pbn.text.games.MAX_GAME", 256)
    boards, codes, _ = collect('[Board "1"]\n' + '[Note "1:x"]\n' * 100)
    assert "PBN207" in codes
    assert len(boards) > 1


def test_line_ends_are_counted_once():
    assert line_ends(b"a\r\nb\rc\nd\n\r") == 5


@pytest.mark.parametrize("blank", ["\n\n", "\n \t\n", "\r\n\r\n", "\r\r"])
@pytest.mark.parametrize(
    ("tag", "data", "stray"),
    [
        ('[Auction "N"]', "\n1D Pass", "1H AP"),
        ('[Play "W"]', "\nSA S2", "S3 S4"),
        ('[ScoreTable "Rank;Names"]', "\n1 Ann", "2 Bob"),
        ('[Event "Cup"]', "", "words"),
    ],
)
def test_a_game_reads_the_same_for_being_the_last(collect, tag, data, stray, blank):
    alone, codes, _ = collect(f"{tag}{data}\n")
    assert codes == []
    for more in ("", "{c}", "\n%esc\n", "{open\n\n}"):
        text = f"{tag}{data}{blank}{more}\n{stray} {{d}}\n"
        boards, codes, _ = collect(text)
        assert codes == ["PBN306"]
        board = boards[0]
        places = ("auction", "play", "grids", "info")
        assert [getattr(board, name) for name in places] == [
            getattr(alone[0], name) for name in places
        ]
        assert board.extras["pbn:stray"] == (stray,)
        # With a further game behind it, the text goes to that one.
        boards, codes, _ = collect(f'{text}{blank}[Board "2"]\n')
        assert codes == ["PBN306"]
        assert boards[0].auction == alone[0].auction


def test_comments_alone_may_follow_the_last_game(collect):
    boards, codes, _ = collect('[Auction "N"]\n1D Pass\n\n{later}\n\n; more\n')
    assert codes == []
    assert boards[0].auction.entries[-1].comment == "later\n more"


def test_many_empty_lines_behind_the_last_game_take_no_time(collect):
    boards, codes, _ = collect('[Auction "N"]\n1D Pass' + "\n " * 200_000)
    assert (len(boards), codes) == (1, [])
