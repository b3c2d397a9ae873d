"""bridgebots: its PBN parser, which keeps complete deals with a contract and a result.

A record that it cannot read it leaves out with a line in the log. It ends a record at an empty line
alone, so that the last one of a file is lost: what it is given here ends with one. It opens files
in the character set of the system: what it is given here is in that one. It has the cards in the
order of play, without the tricks that they belong to; these are made here, four cards to each.
"""

from __future__ import annotations

import locale
import logging
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

Answer = dict[str, Any]

_SEATS = ("NORTH", "EAST", "SOUTH", "WEST")
_STRAINS = {"S": "SPADES", "H": "HEARTS", "D": "DIAMONDS", "C": "CLUBS"}


class _Heard(logging.Handler):
    """The log messages of the parser."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def read(path: str) -> Answer:
    """Read a file; an omitted record makes the answer a refusal."""
    parse = import_module("bridgebots.pbn").parse_pbn
    heard = _Heard()
    log = logging.getLogger()
    log.addHandler(heard)
    try:
        with tempfile.TemporaryDirectory() as folder:
            ended = Path(folder) / "file.pbn"
            ended.write_bytes(_text_of(path).rstrip().encode(locale.getencoding()) + b"\n\n")
            deals = parse(ended)
    except Exception as error:  # noqa: BLE001  # whatever it raises is its answer
        return {"error": f"{type(error).__name__}: {error}"}
    finally:
        log.removeHandler(heard)
    boards = [_board(deal.deal, record) for deal in deals for record in deal.board_records]
    left_out = [text for text in heard.messages if text.startswith("Malformed record")]
    if left_out:
        return {"error": left_out[0][:200]}
    return {"boards": boards}


def _text_of(path: str) -> str:
    # The standard's character set, unless the bytes are something else.
    data = Path(path).read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("iso8859-1")


def _board(deal: Any, record: Any) -> Answer:  # noqa: ANN401  # bridgebots is not typed here
    sides = {(False, False): "None", (True, True): "All", (True, False): "NS"}
    found: Answer = {
        "dealer": deal.dealer.abbreviation(),
        "vulnerable": sides.get((deal.ns_vulnerable, deal.ew_vulnerable), "EW"),
        "deal": "N:" + " ".join(_hand(deal, seat) for seat in _SEATS),
        "contract": "Pass" if record.contract.level == 0 else _contract(record.contract),
        "result": record.tricks,
    }
    if record.declarer is not None:
        found["declarer"] = record.declarer.abbreviation()
    for name in ("event", "date", "scoring"):
        if getattr(record, name) is not None:
            found[name] = _text(getattr(record, name))
    names = record.names or {}
    players = {seat.abbreviation(): _text(name) for seat, name in names.items() if name is not None}
    if players:
        found["players"] = players
    if record.bidding_record:
        found["auction"] = _auction(found["dealer"], record)
    if record.play_record and record.declarer is not None:
        found["play"] = _play(record)
    return found


def _text(value: str) -> str | None:
    return None if value == "?" else value


def _contract(contract: Any) -> str:  # noqa: ANN401  # as above
    strain = {"NO_TRUMP": "NT"}.get(contract.suit.name, contract.suit.name[0])
    return f"{contract.level}{strain}{'X' * contract.doubled}"


def _hand(deal: Any, seat: str) -> str:  # noqa: ANN401  # as above
    cards = next(hand.cards for key, hand in deal.hands.items() if key.name == seat)
    return ".".join(
        "".join(str(card)[1] for card in cards if card.suit.name == _STRAINS[suit])
        for suit in "SHDC"
    )


def _auction(dealer: str, record: Any) -> Answer:  # noqa: ANN401  # as above
    calls = ["Pass" if call == "PASS" else call for call in record.bidding_record]
    found: Answer = {"dealer": dealer, "calls": calls}
    notes = {str(item.bid_index): item.explanation for item in record.bidding_metadata or ()
             if item.explanation is not None}  # fmt: skip
    if notes:
        found["notes"] = notes
    passes = 3 if any(call[0].isdigit() for call in calls) else 4
    if calls[-passes:] == ["Pass"] * passes:
        found["ending"] = "complete"
    return found


def _play(record: Any) -> Answer:  # noqa: ANN401  # as above
    order = "NESW"
    leader = (order.index(record.declarer.abbreviation()) + 1) % 4
    trumps = _STRAINS.get(record.contract.suit.name[0]) if record.contract.suit else None
    tricks: list[list[str | None]] = []
    seat = leader
    for start in range(0, len(record.play_record), 4):
        trick: list[str | None] = [None] * 4
        best: tuple[bool, int, int] | None = None
        led = record.play_record[start].suit
        for step, card in enumerate(record.play_record[start : start + 4]):
            trick[(seat + step - leader) % 4] = str(card)
            if card.suit.name == trumps or card.suit == led:
                rank = "23456789TJQKA".index(str(card)[1])
                value = (card.suit.name == trumps, rank, (seat + step) % 4)
                best = value if best is None else max(best, value)
        tricks.append(trick)
        seat = seat if best is None else best[2]
    return {"leader": order[leader], "tricks": tricks, "ending": "unknown"}
