"""Hand diagrams: a board as plain text and as HTML.

Names, notes and comments come from strangers' files: control characters, which could steer a
terminal, are shown as `�` here, and everything is escaped in HTML.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from overtrick.findings.errors import ModelError
from overtrick.model.board import Board
from overtrick.model.calls import Auction, CallEntry, Ending, Irregularity
from overtrick.model.cards import Card, Strain, Suit
from overtrick.model.contract import Contract
from overtrick.model.grids import OPTIMUM_RESULT_TABLE, Align, DoubleDummyGrid, Grid
from overtrick.model.hands import Deal, Hand
from overtrick.model.play import Play, PlayedCard
from overtrick.model.table import UNKNOWN, Missing, Seat, Vulnerability

# Spades first, as every player sorts a hand.
_SUITS: Final = tuple(reversed(Suit))

# The columns of an auction begin with West, as newspapers print it.
_AUCTION_SEATS: Final = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)

_INDENT: Final = 15
_WIDTH: Final = 15

_CONTROL: Final = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff]"
)

_ENDINGS: Final = {
    Ending.COMPLETE: "",
    Ending.OPEN: "(to be continued)",
    Ending.CLOSED: "(ends here)",
    Ending.UNKNOWN: "",
}


def printable(text: str) -> str:
    r"""Return a text on one line in which nothing can steer a terminal or turn the direction.

    Line breaks and tabs become blanks, other control characters `�`.

    Example:
        >>> printable("a\tb\x1b[2J")
        'a b�[2J'
    """
    return _CONTROL.sub(lambda match: " " if match[0] in "\t\r\n" else "�", text)


def text_diagram(board: Board) -> str:
    """Return a board as plain text: hands around a compass, then auction, play and tables.

    The text has suit symbols (♠ ♥ ♦ ♣) and no trailing blanks; parts that the board does not
    have are left out.

    Example:
        >>> print(text_diagram(Board(number=1, dealer=Seat.NORTH, vulnerability=Vulnerability.NONE,
        ...     deal=Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. -"))))
        Board 1 · Dealer North · None vulnerable
        <BLANKLINE>
                       ♠ T53
                       ♥ AJ7
                       ♦ AT
                       ♣ AQ762
        (not given)          N         ♠ AKJ9
                           W   E       ♥ Q
                             S         ♦ QJ65
                                       ♣ KJT8
                       ♠ 872
                       ♥ T9543
                       ♦ K9732
                       ♣ —
    """
    parts = [title_text(board)]
    parts += [hands_text(board.deal)] if isinstance(board.deal, Deal) else []
    outcome = outcome_text(board)
    parts += [outcome] if outcome else []
    parts += [auction_text(board.auction)] if isinstance(board.auction, Auction) else []
    parts += [play_text(board.play)] if isinstance(board.play, Play) else []
    parts += [grid_text(grid) for grid in board.grids]
    return "\n\n".join(parts)


def title_text(board: Board) -> str:
    """Return the lines above a diagram: number, dealer, vulnerability; event; players."""
    words = [f"Board {printable(board.label)}"]
    if board.name is not None and isinstance(board.number, int):
        words.append(printable(board.name))
    if isinstance(board.dealer, Seat):
        words.append(f"Dealer {_seat_name(board.dealer)}")
    if isinstance(board.vulnerability, Vulnerability):
        words.append(f"{board.vulnerability.label} vulnerable")
    info = board.info
    where = [_value(value) for value in (info.event, info.site, info.date, info.room)]
    lines = [" · ".join(words), " · ".join(word for word in where if word)]
    lines.append(" – ".join(name for name in map(_value, info.teams) if name))
    players = ((seat, _value(name)) for seat, name in zip(Seat, info.players, strict=True))
    lines.append("  ".join(f"{seat.symbol}: {name}" for seat, name in players if name))
    return "\n".join(line for line in lines if line)


def hands_text(deal: Deal) -> str:
    """Return four hands around a compass; `—` for a void, `(not given)` for no hand."""
    blank = " " * _INDENT
    west, east = _hand_lines(deal[Seat.WEST]), _hand_lines(deal[Seat.EAST])
    compass = ("      N", "    W   E", "      S", "")
    lines = [blank + line for line in _hand_lines(deal[Seat.NORTH])]
    lines += [
        f"{left:<{_INDENT}}{middle:<{_WIDTH + 1}}{right}"
        for left, middle, right in zip(
            west + [""] * (4 - len(west)), compass, east + [""] * (4 - len(east)), strict=True
        )
    ]
    lines += [blank + line for line in _hand_lines(deal[Seat.SOUTH])]
    return "\n".join(line.rstrip() for line in lines)


def _hand_lines(hand: Hand) -> list[str]:
    if not hand:
        return ["(not given)"]
    return [f"{suit.glyph} {hand.suit_text(suit) or '—'}" for suit in _SUITS]


def outcome_text(board: Board) -> str:
    """Return contract, result, score and scoring on one line; empty where there is none."""
    words = []
    if isinstance(board.contract, Contract):
        words.append(f"Contract {contract_text(board.contract)}")
    words += [f"Result {board.result}"] if board.result else []
    words += [f"Score {board.score}"] if board.score else []
    scoring = _value(board.scoring)
    words += [f"Scoring {scoring}"] if scoring else []
    return " · ".join(words)


def contract_text(contract: Contract) -> str:
    """Return a contract with its suit symbol, such as `5♥X by South`."""
    by = ""
    if contract.seat is not None:
        by = f" by {_seat_name(contract.seat)}"
        by += " (in dummy's place)" if contract.swapped else ""
    if contract.is_passed_out:
        return f"passed out{by}"
    strain = contract.strain.glyph if contract.strain is not None else "?"
    return f"{contract.level or ''}{strain}{contract.doubling.symbol}{by}"


def auction_text(auction: Auction) -> str:
    """Return the calls as a table that begins with West, and the notes below it."""
    rows, notes = _auction_rows(auction)
    return "\n".join(_columns(rows) + notes)


def _auction_rows(auction: Auction) -> tuple[list[list[str]], list[str]]:
    notes: list[str] = []
    cells = [""] * ((auction.dealer + 1) & 3)
    cells += [_call_text(entry) + _remark(entry, notes) for entry in auction.entries]
    rows = [list(cells[start : start + 4]) for start in range(0, len(cells), 4)]
    head = [_seat_name(seat) for seat in _AUCTION_SEATS]
    return [head, *rows], _ending_line(auction.ending) + notes


def play_text(play: Play) -> str:
    """Return the tricks as a numbered table whose first column is the opening leader's."""
    rows, notes = _play_rows(play)
    return "\n".join(_columns(rows) + notes)


def _play_rows(play: Play) -> tuple[list[list[str]], list[str]]:
    seats = [play.leader.after(step) for step in range(4)]
    notes: list[str] = []
    rows = [["Trick", *map(_seat_name, seats)]]
    for number, trick in enumerate(play.tricks, 1):
        cells = [_played_text(trick[seat], notes) for seat in seats]
        rows.append([str(number), *cells])
    return rows, _ending_line(play.ending) + notes


def grid_text(grid: Grid) -> str:
    """Return a table with its name, columns aligned as the table asks for.

    Double-dummy results are a table of seats by strains.
    """
    title, rows, aligns = _grid_rows(grid)
    return "\n".join([title, *_columns(rows, aligns)] if rows else [title])


def _grid_rows(grid: Grid) -> tuple[str, list[list[str]], list[Align]]:
    if grid.name == OPTIMUM_RESULT_TABLE:
        try:
            return _double_dummy_rows(DoubleDummyGrid.from_grid(grid))
        except ModelError:
            # A table that cannot be read as one is shown as it stands.
            pass
    rows = [[printable(cell) for cell in row] for row in grid.rows]
    if grid.columns:
        rows.insert(0, [printable(column.name) for column in grid.columns])
    return printable(grid.name), rows, [column.align for column in grid.columns]


def _double_dummy_rows(view: DoubleDummyGrid) -> tuple[str, list[list[str]], list[Align]]:
    strains = tuple(reversed(Strain))
    rows = [["Declarer", *(strain.glyph for strain in strains)]]
    for seat in Seat:
        counts = [view.tricks_of(seat, strain) for strain in strains]
        rows.append([_seat_name(seat), *("-" if n is None else str(n) for n in counts)])
    return "Double-dummy tricks", rows, [Align.LEFT, *[Align.RIGHT] * 5]


def _seat_name(seat: Seat) -> str:
    return seat.name.capitalize()


def _value(value: str | Missing | None) -> str:
    """Return a text, `?` for an unknown one, nothing for one that is not stated."""
    if isinstance(value, str):
        return printable(value)
    return "?" if value is UNKNOWN else ""


def _call_text(entry: CallEntry) -> str:
    call = entry.call
    if call is None:
        return "(skipped)"
    text = f"{call.level}{call.strain.glyph}" if call.strain is not None else call.symbol
    return f"{text}!" if entry.alert else text


def _card_text(card: Card) -> str:
    return card.suit.glyph + card.rank.symbol


def _played_text(played: PlayedCard | None, notes: list[str]) -> str:
    if played is None:
        return "-"
    card = "-" if played.card is None else _card_text(played.card)
    return card + _remark(played, notes)


def _remark(entry: CallEntry | PlayedCard, notes: list[str]) -> str:
    """Return a reference such as `[2]` and add its note; nothing where nothing is said."""
    said = [printable(entry.note)] if entry.note is not None else []
    mark = entry.irregularity
    if mark is not None and mark is not Irregularity.SKIPPED:
        said.append(mark.name.replace("_", " ").lower())
    said += [" ".join(f"${nag}" for nag in entry.nags)] if entry.nags else []
    said += [f"{{{printable(entry.comment)}}}"] if entry.comment is not None else []
    if not said:
        return ""
    number = f"[{len(notes) + 1}]"
    notes.append(f"{number} {'; '.join(said)}")
    return f" {number}"


def _ending_line(ending: Ending) -> list[str]:
    return [_ENDINGS[ending]] if _ENDINGS[ending] else []


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(map(bool, map(unicodedata.combining, text)))


def _columns(rows: Sequence[Sequence[str]], aligns: Sequence[Align] = ()) -> list[str]:
    """Return the rows as lines, every column as wide as its widest cell."""
    count = max(len(row) for row in rows)
    widths = [max(_width(row[i]) for row in rows if i < len(row)) for i in range(count)]
    lines = []
    for row in rows:
        cells = []
        for index, cell in enumerate(row):
            fill = " " * (widths[index] - _width(cell))
            is_right = index < len(aligns) and aligns[index] is Align.RIGHT
            cells.append(fill + cell if is_right else cell + fill)
        lines.append("  ".join(cells).rstrip())
    return lines


_STYLE: Final = """\
.overtrick-board{font-family:sans-serif;margin:1em 0}
.overtrick-board figcaption p{margin:.1em 0}
.overtrick-hands{display:grid;grid-template-columns:repeat(3,max-content);gap:.4em 1.6em;\
margin:.8em 0}
.overtrick-hands ul{list-style:none;margin:0;padding:0;font-family:monospace;font-size:1.1em}
.overtrick-n{grid-area:1/2}.overtrick-w{grid-area:2/1}.overtrick-e{grid-area:2/3}
.overtrick-s{grid-area:3/2}
.overtrick-board table{border-collapse:collapse;margin:.8em 0}
.overtrick-board caption{font-weight:bold;text-align:left}
.overtrick-board th,.overtrick-board td{padding:.1em .6em;text-align:left}
.overtrick-red{color:#c8102e}
.overtrick-spoken{position:absolute;width:1px;height:1px;overflow:hidden;\
clip-path:inset(50%);white-space:nowrap}"""


def html_diagram(board: Board) -> str:
    """Return a board as HTML that stands by itself: one `figure` with its style.

    Hearts and diamonds are red; each suit is also named for screen readers, each table has a
    caption and heads. Everything that comes from a file is escaped, and nothing is loaded from
    elsewhere.

    Example:
        >>> print(html_diagram(Board(number=1, name="<b>"))[:62])
        <figure class="overtrick-board" role="group" aria-label="Board
    """
    title = title_text(board).split("\n")
    caption = "".join(f"<p>{_html(line)}</p>" for line in title)
    parts = [f"<style>{_STYLE}</style><figcaption>{caption}</figcaption>"]
    if isinstance(board.deal, Deal):
        hands = "".join(_html_hand(seat, board.deal[seat]) for seat in Seat)
        parts.append(f'<div class="overtrick-hands">{hands}</div>')
    outcome = outcome_text(board)
    parts += [f"<p>{_html(outcome)}</p>"] if outcome else []
    if isinstance(board.auction, Auction):
        parts.append(_html_table("Auction", *_auction_rows(board.auction)))
    if isinstance(board.play, Play):
        parts.append(_html_table("Play", *_play_rows(board.play)))
    for grid in board.grids:
        name, rows, _ = _grid_rows(grid)
        has_head = bool(grid.columns)
        parts.append(_html_table(name, rows if has_head else [[], *rows], []))
    label = html.escape(title[0])
    body = "".join(parts)
    return f'<figure class="overtrick-board" role="group" aria-label="{label}">{body}</figure>'


def _html(text: str) -> str:
    """Escape a printable text and colour the red suits in it."""
    escaped = html.escape(text)
    return re.sub("[♥♦]", r'<span class="overtrick-red">\g<0></span>', escaped)


def _html_hand(seat: Seat, hand: Hand) -> str:
    name = _seat_name(seat)
    if hand:
        lines = "".join(
            f'<li><span aria-hidden="true">{_html(suit.glyph)}</span>'
            f'<span class="overtrick-spoken">{suit.name.capitalize()}:</span>'
            f" {hand.suit_text(suit) or '—'}</li>"
            for suit in _SUITS
        )
    else:
        lines = "<li>(not given)</li>"
    place = f"overtrick-{seat.symbol.lower()}"
    return f'<section class="{place}" aria-label="{name}"><ul>{lines}</ul></section>'


def _html_table(caption: str, rows: Sequence[Sequence[str]], notes: Iterable[str]) -> str:
    """Return a table whose first row is its head; an empty head is left out."""
    head = "".join(f'<th scope="col">{_html(cell)}</th>' for cell in rows[0]) if rows else ""
    body = "".join(
        "<tr>" + "".join(f"<td>{_html(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:]
    )
    head = f"<thead><tr>{head}</tr></thead>" if head else ""
    below = "".join(f"<p>{_html(note)}</p>" for note in notes)
    table = f"<table><caption>{_html(caption)}</caption>{head}<tbody>{body}</tbody></table>"
    return table + below
