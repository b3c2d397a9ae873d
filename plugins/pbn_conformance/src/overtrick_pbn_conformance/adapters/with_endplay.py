"""endplay: its PBN parser and writer."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

Answer = dict[str, Any]


def export(path: str) -> Answer:
    """Read a file and write it with endplay."""
    pbn = import_module("endplay.parsers.pbn")
    try:
        boards = pbn.loads(_text_of(path))
        # The line ends and the character set are left to the caller.
        text = pbn.dumps(boards).replace("\n", "\r\n")
        return {"text": text.encode("iso8859-1").decode("iso8859-1")}
    except Exception as error:  # noqa: BLE001  # whatever it raises is its answer
        return {"error": f"{type(error).__name__}: {error}"}


def _text_of(path: str) -> str:
    # The standard's character set, unless the bytes are something else.
    data = Path(path).read_bytes()
    try:
        text = data.decode("ascii")
    except UnicodeDecodeError:
        text = data.decode("iso8859-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read(path: str) -> Answer:
    """Read a file with endplay, which reports no problems but raises for unreadable files."""
    pbn = import_module("endplay.parsers.pbn")

    text = _text_of(path)
    try:
        boards = pbn.loads(text)
    except pbn.PBNDecodeError as error:
        return {"error": str(error), "line": error.lineno}
    except Exception as error:  # noqa: BLE001  # whatever it raises is its answer
        return {"error": f"{type(error).__name__}: {error}"}
    answer = [_endplay_board(board) for board in boards]
    if "[Result" not in text:
        # Its contracts have a result in any case; one that no tag states is not held against it.
        for board in answer:
            board.pop("result", None)
    return {"boards": answer}


_SUITS = str.maketrans("\u2660\u2665\u2666\u2663", "SHDC")


def _letters(text: str) -> str:
    """Return a text of endplay with letters for its suit symbols."""
    return text.translate(_SUITS)


_TEXTS = {"Event": "event", "Site": "site", "Date": "date", "Scoring": "scoring", "Room": "room"}
_PLAYERS = {"North": "N", "East": "E", "South": "S", "West": "W"}
_TEAMS = {"HomeTeam": "home", "VisitTeam": "visit"}


def _text(value: object) -> object:
    return None if value == "?" else value


def _endplay_board(board: Any) -> Answer:  # noqa: ANN401  # endplay is not typed here
    """Return the values of an endplay board, with the keys of the suite."""
    Player = import_module("endplay.types").Player  # noqa: N806  # a class

    found: Answer = {}
    # The names with an underscore are what the file stated; the others fill in.
    if board.board_num is not None:
        found["board"] = board.board_num
    if board._dealer is not None:
        found["dealer"] = board._dealer.abbr
    if board._vul is not None:
        found["vulnerable"] = {0: "None", 1: "All", 2: "NS", 3: "EW"}[int(board._vul)]
    hands = board.deal.to_pbn(Player.north).split(":", 1)[1].split(" ")
    if any(hand != "..." for hand in hands):
        found["deal"] = "N:" + " ".join("-" if hand == "..." else hand for hand in hands)
    _endplay_contract(board, found)
    _endplay_auction(board, found)
    _endplay_play(board, found)
    for name, value in board.info.items():
        if isinstance(value, dict):
            _endplay_table(name, value, found)
        elif name in _TEXTS:
            found[_TEXTS[name]] = _text(value)
        elif name in _PLAYERS:
            found.setdefault("players", {})[_PLAYERS[name]] = _text(value)
        elif name in _TEAMS:
            found.setdefault("teams", {})[_TEAMS[name]] = _text(value)
        elif name == "Score":
            found["score"] = _score(value)
        else:
            found.setdefault("extras", {})[f"pbn:{name}"] = value
    return found


def _score(value: str) -> Answer:
    words = value.split()
    if len(words) == 1:
        return {"declarer": _number(value)}
    return {side: _number(points) for side, points in zip(words[::2], words[1::2], strict=False)}


def _number(text: str) -> object:
    try:
        return int(text)
    except ValueError:
        return text


def _endplay_contract(board: Any, found: Answer) -> None:  # noqa: ANN401  # as above
    contract = board._contract
    if contract is None:
        return
    if contract.level == 0:
        found["contract"] = "Pass"
        return
    strain = _letters(contract.denom.abbr)
    risk = {"p": "", "": "", "x": "X", "d": "X", "xx": "XX", "r": "XX"}[
        contract.penalty.abbr.lower()
    ]
    found["contract"] = f"{contract.level}{strain}{risk}"
    found["declarer"] = contract.declarer.abbr
    found["result"] = contract.level + 6 + contract.result


def _endplay_auction(board: Any, found: Answer) -> None:  # noqa: ANN401  # as above
    if not board.auction:
        return
    calls, notes = [], {}
    for index, bid in enumerate(board.auction):
        bare = _letters(str(bid)).rstrip("!*").upper()
        calls.append({"P": "Pass", "X": "X", "XX": "XX", "D": "X", "R": "XX"}.get(bare, bare))
        if bid.announcement:
            notes[str(index)] = bid.announcement
    dealer = board._dealer
    found["auction"] = {"dealer": dealer.abbr if dealer is not None else "", "calls": calls}
    if notes:
        found["auction"]["notes"] = notes
    passes = 3 if any(call[0].isdigit() for call in calls) else 4
    if calls[-passes:] == ["Pass"] * passes:
        found["auction"]["ending"] = "complete"


def _endplay_play(board: Any, found: Answer) -> None:  # noqa: ANN401  # as above
    if not board.play or board._contract is None:
        return
    tabularise_play = import_module("endplay.utils.play").tabularise_play

    leader = board._contract.declarer.lho
    rows = tabularise_play(board.play, leader, board._contract.denom)
    tricks = [[_card(card) for card in row] for row in rows]
    found["play"] = {"leader": leader.abbr, "tricks": tricks}
    if board.claimed:
        found["play"]["ending"] = "closed"
    elif len(tricks) == 13 and all(card for trick in tricks for card in trick):
        found["play"]["ending"] = "complete"


def _card(card: Any) -> str | None:  # noqa: ANN401  # as above
    if card is None or card.suit.abbr == "NT":
        return None
    return _letters(f"{card.suit.abbr}{card.rank.abbr}")


def _endplay_table(name: str, value: Answer, found: Answer) -> None:
    columns, layout = [], []
    for header in value["headers"]:
        column = {"name": header} if isinstance(header, str) else header
        columns.append(column["name"])
        layout.append(
            {key: mark for key, mark in (
                ("order", column.get("ordering")),
                ("width", int(column["minwidth"]) if column.get("minwidth") else None),
                ("align", column.get("alignment")),
            ) if mark}
        )  # fmt: skip
    table: Answer = {"columns": columns}
    if any(layout):
        table["layout"] = layout
    table["rows"] = value["rows"]
    found.setdefault("grids", {})[name] = table
