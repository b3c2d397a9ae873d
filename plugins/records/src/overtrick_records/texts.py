"""Texts with suit symbols: calls, contracts, makeable contracts, par, commentary."""

from __future__ import annotations

import html
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from overtrick import (
    Contract,
    DoubleDummyGrid,
    Par,
    ParContract,
    Rank,
    Seat,
    Side,
    Strain,
    Suit,
)
from overtrick.plugin import printable
from overtrick_records.sheet import Line, Run
from overtrick_render import Translator

MINUS: Final = "−"
_AROUND_TEN: Final = "\u2009"
_NARROW: Final = frozenset({"", "\u200a"})
DASH: Final = "–"

SUITS: Final = tuple(reversed(Suit))
"""Spades first, as every player sorts a hand."""

STRAINS: Final = tuple(reversed(Strain))
"""Notrump first, then spades to clubs."""

_SIGNS: Final = {suit.glyph: suit.symbol for suit in Suit}

# The marks that BridgeComposer's commentary has; other tags of HTML are left out.
_MARKS: Final = re.compile(
    r"<(?P<end>/?)(?P<tag>b|strong|i|em|br|p|u|span|font|a|sup|sub|center|small|big|ul|ol|li|h[1-6])"
    r"(?:\s[^<>]*)?/?>|\\(?P<suit>[SHDC])",
    re.IGNORECASE,
)
_BOLD: Final = frozenset({"b", "strong", "h1", "h2", "h3", "h4", "h5", "h6"})
_ITALIC: Final = frozenset({"i", "em"})
_BREAKS: Final = frozenset({"br", "p", "li"})
_PARAGRAPHS: Final = re.compile(r"\n[ \t]*\n")


def marked(text: str, *, bold: bool = False, italic: bool = False) -> tuple[Run, ...]:
    """Return a printable text in runs, each suit symbol in a run of its own."""
    parts = re.split("([♠♥♦♣])", text)
    return tuple(
        Run(part, _SIGNS.get(part, ""), bold=bold, italic=italic) for part in parts if part
    )


def line(text: str, scale: float = 1.0, *, bold: bool = False) -> Line:
    """Return a line of one printable text."""
    return Line(marked(text, bold=bold), scale)


def labelled(words: Translator, label: str, text: str = "") -> str:
    """Return a label and its text, joined by the language's colon.

    Example:
        >>> from overtrick_render import translator
        >>> labelled(translator(), "Lead", "♥K")
        'Lead: ♥K'
    """
    # French has a blank before the colon, at which no line ends.
    colon = "\u00a0:" if words.language == "fr" else ":"
    return f"{label}{colon} {text}"


def spaced(ranks: Sequence[str], space: str) -> str:
    """Return ranks with a space between them, and more around a two-digit ten.

    Example:
        >>> spaced(["10", "9", "7"], ""), spaced(["J", "10", "9"], " ")
        ('10\u200997', 'J 10 9')
    """
    parts = [*ranks[:1]]
    for before, rank in itertools.pairwise(ranks):
        is_ten = len(before) > 1 or len(rank) > 1
        parts += [_AROUND_TEN if is_ten and space in _NARROW else space, rank]
    return "".join(parts)


def strain_text(strain: Strain, words: Translator) -> str:
    """Return the symbol of a strain; N for notrump in languages that write NT."""
    text = words.strain(strain)
    return "N" if text == "NT" else text


def ranks_of(words: Translator) -> dict[str, str]:
    """Return the names of the ranks on a sheet: the ten is a number if it has no letter."""
    names = {rank.symbol: words.rank(rank) for rank in Rank}
    if names["T"] == "T":
        names["T"] = "10"
    return names


def makeable(grid: DoubleDummyGrid, words: Translator) -> tuple[str, str]:
    """Return the makeable contracts of each side, the highest first: `NS 4♠ 3N`, `EW 2♥`.

    `2/1♥` means that the first seat of the side makes two and the other one, `–` means nothing.

    Example:
        >>> from overtrick_render import translator
        >>> grid = DoubleDummyGrid(((4, 5, 8, 10, 9), (8, 7, 5, 3, 4)) * 2)
        >>> makeable(grid, translator())
        ('NS 4♠ 3N 2♥', 'EW 2♣ 1♦')
    """
    first, second = (_side(grid, side, words) for side in Side)
    return first, second


def _side(grid: DoubleDummyGrid, side: Side, words: Translator) -> str:
    found = []
    seats = [seat for seat in Seat if seat.side is side]
    for strain in Strain:
        tricks = [grid.tricks_of(seat, strain) for seat in seats]
        levels = [None if count is None else max(count - 6, 0) for count in tricks]
        best = max((level for level in levels if level is not None), default=0)
        if not best:
            continue
        texts = ["?" if level is None else str(level or DASH) for level in levels]
        text = texts[0] if texts[0] == texts[1] else "/".join(texts)
        found.append((best, int(strain), text + strain_text(strain, words)))
    items = [text for *_, text in sorted(found, reverse=True)] or [DASH]
    return " ".join([words.side_letters(side), *items])


def par_text(par: Par, words: Translator) -> str:
    """Return par in words: `Par +420: NS 4♠`; points are those of North and South.

    Example:
        >>> from overtrick import Vulnerability
        >>> from overtrick import par
        >>> from overtrick_render import translator
        >>> grid = DoubleDummyGrid(((4, 5, 8, 10, 9), (3, 4, 5, 3, 4)) * 2)
        >>> par_text(par(grid, Seat.NORTH, Vulnerability.NONE), translator())
        'Par +420: NS 4♠'
    """
    contracts = _grouped(par.contracts, words)
    pass_text = words.pgettext("call", "Pass")
    label = f"{words.gettext('Par')} {signed(par.score)}"
    return labelled(words, label, ", ".join(contracts) or pass_text)


def signed(points: int) -> str:
    """Return a score with its sign: `+420`, `−50`, `0`."""
    return f"+{points}" if points > 0 else str(points).replace("-", MINUS)


def _grouped(contracts: Iterable[ParContract], words: Translator) -> list[str]:
    """Return contracts in words, with those of two partners merged."""
    seats: dict[tuple[str, int | None, Side | None], list[Seat]] = {}
    for each in contracts:
        contract = each.contract
        declarer = contract.declarer
        side = None if declarer is None else declarer.side
        over = each.tricks - (contract.tricks_needed or 0)
        text = f"{bid_text(contract, words)}{signed(over) if over else ''}"
        found = seats.setdefault((text, over, side), [])
        if declarer is not None:
            found.append(declarer)
    texts = []
    last = ""
    for (text, _, side), group in seats.items():
        who = words.seat_letter(group[0]) if len(group) == 1 else ""
        if side is not None and len(group) > 1:
            who = words.side_letters(side)
        # A common declarer is written once.
        texts.append(text if who == last else f"{who} {text}")
        last = who
    return texts


def _full_strain(strain: Strain, words: Translator) -> str:
    return words.strain(strain)


def bid_text(contract: Contract, words: Translator, *, short: bool = True) -> str:
    """Return a contract without its declarer: `4♠X`, `3N` or `3NT`, `Pass`."""
    if contract.is_passed_out:
        return words.pgettext("call", "Pass")
    strain = "?"
    if contract.strain is not None:
        name = strain_text if short else _full_strain
        strain = name(contract.strain, words)
    # Sheets of all languages write X where a call is written as a word.
    return f"{contract.level or ''}{strain}{contract.doubling.symbol}"


def commentary(text: str, *, fixed: bool = False) -> Iterator[Line]:
    r"""Yield the paragraphs of a commentary, with its bold, its italics and its suits.

    Args:
        text: with `<b>`, `<i>` and `\S`, as BridgeComposer has them; a blank line divides two
            paragraphs.
        fixed: whether each line end counts.

    Example:
        >>> [paragraph] = commentary("<b>Lead.</b> The \\DQ")
        >>> [(run.text, run.suit, run.bold) for run in paragraph.runs]
        [('Lead.', '', True), (' The ', '', False), ('♦', 'D', False), ('Q', '', False)]
    """
    if fixed:
        for part in text.strip("\n").split("\n"):
            yield Line(marked(printable(part.rstrip())) or (Run(" "),))
        return
    bold = italic = False
    for part in _PARAGRAPHS.split(text):
        runs: list[Run] = []
        at = 0
        for match in _MARKS.finditer(part):
            _add(runs, part[at : match.start()], bold=bold, italic=italic)
            at = match.end()
            suit, tag = match["suit"], (match["tag"] or "").lower()
            if suit:
                sign = Suit.parse(suit)
                runs.append(Run(sign.glyph, sign.symbol, bold, italic))
            elif tag in _BOLD:
                bold = not match["end"]
            elif tag in _ITALIC:
                italic = not match["end"]
            elif tag in _BREAKS and runs:
                if _stripped(runs):
                    yield Line(_stripped(runs))
                runs = []
        _add(runs, part[at:], bold=bold, italic=italic)
        if _stripped(runs):
            yield Line(_stripped(runs))


def _add(runs: list[Run], text: str, *, bold: bool, italic: bool) -> None:
    plain = printable(html.unescape(re.sub(r"[ \t\r\n]+", " ", text)))
    runs.extend(marked(plain, bold=bold, italic=italic))


def _stripped(runs: list[Run]) -> tuple[Run, ...]:
    """Return runs without leading and trailing blanks."""
    found = list(runs)
    while found and not found[0].text.strip():
        del found[0]
    while found and not found[-1].text.strip():
        del found[-1]
    if found:
        found[0] = Run(found[0].text.lstrip(), found[0].suit, found[0].bold, found[0].italic)
        last = found[-1]
        found[-1] = Run(last.text.rstrip(), last.suit, last.bold, last.italic)
    return tuple(found)


def _months(words: Translator) -> tuple[str, ...]:
    return (
        words.gettext("January"),
        words.gettext("February"),
        words.gettext("March"),
        words.gettext("April"),
        words.gettext("May"),
        words.gettext("June"),
        words.gettext("July"),
        words.gettext("August"),
        words.gettext("September"),
        words.gettext("October"),
        words.gettext("November"),
        words.gettext("December"),
    )


def date_text(text: str, words: Translator) -> str:
    """Return a date written out, as far as it is known; any other text unchanged.

    Example:
        >>> from overtrick_render import translator
        >>> date_text("2023.10.17", translator()), date_text("1999.??.??", translator())
        ('17 October 2023', '1999')
    """
    match = re.fullmatch(r"([0-9]{4})[.-]([0-9?]{2})[.-]([0-9?]{2})", text)
    if match is None:
        return printable(text)
    year, month, day = match.groups()
    if not month.isdigit() or not 1 <= int(month) <= 12:
        return year
    name = _months(words)[int(month) - 1]
    if not day.isdigit() or not 1 <= int(day) <= 31:
        return words.gettext("{month} {year}").format(month=name, year=year)
    return words.gettext("{day} {month} {year}").format(day=int(day), month=name, year=year)
