"""Whole columns of values at once: from what stands in the tags of many games to plain values.

Each function takes the texts of a column and gives its values, or raises `Odd` at the first text
of which the reader would have anything to say, or which it reads in another way than by look-up.
The readers of single values (`overtrick_pbn.read.values`) are asked for each text that is new.

Source: PBN 2.1 §3.4 (Mandatory Tag Set), §3.5, §3.6, §4.2.1, §5.7.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import add, itemgetter
from typing import Final, Generic, NoReturn, TypeVar

from overtrick import DoubleDummyGrid, Missing, ModelError, Seat
from overtrick.plugin import ALL_CARDS_MASK, OPTIMUM_RESULT_TABLE, holding_text, parse_holding
from overtrick_pbn.read.tables import fast_table, parse_columns
from overtrick_pbn.read.values import MISSING, read_contract, read_score
from overtrick_pbn.standard.tags import DATE, suits_grammar
from overtrick_pbn.standard.values import VULNERABLE

T = TypeVar("T")

_MOST: Final = 1 << 14  # as many texts of a kind are remembered; then it begins anew


class Odd(Exception):  # noqa: N818  # no error of a file: the long way reads it
    """The reader would have something to say of a game, or reads it in a way of its own.

    Attributes:
        index: which of the games.
    """

    def __init__(self, index: int) -> None:
        super().__init__(index)
        self.index = index


class _SayError(Exception):
    """There is something to say of a value."""


def _refuse(code: str, /, **values: object) -> NoReturn:
    raise _SayError(code)


class Known(dict[str, T], Generic[T]):
    """What is known of texts that recur, such as the names of players.

    A text that is looked up for the first time is read; a `KeyError` says that it is odd.
    """

    def __init__(self, read: Callable[[str], T]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, text: str) -> T:
        try:
            value = self._read(text)
        except _SayError:
            raise KeyError(text) from None
        if len(self) >= _MOST:
            self.clear()
        self[text] = value
        return value

    def of(self, texts: Iterable[str]) -> list[T]:
        """Return the value of each text.

        Raises:
            Odd: one is odd.
        """
        try:
            return list(map(self.__getitem__, texts))
        except KeyError:
            pass
        for index, text in enumerate(texts):
            try:
                self[text]
            except KeyError:
                raise Odd(index) from None
        raise AssertionError(texts)  # pragma: no cover  # one of them was odd a moment ago


def _stated(text: str) -> str | None:
    return None if text == "?" else text


def free(texts: Sequence[str]) -> list[str | None]:
    """Return free texts; a question mark says that there is none."""
    return list(map(_stated, texts)) if "?" in texts else list(texts)


def _read_date(text: str) -> str | None:
    if text and text != "?" and not DATE.fullmatch(text):
        raise KeyError(text)
    return _stated(text)


DATES: Final = Known(_read_date)

VULNERABILITIES: Final = {word: found.label for word, found in VULNERABLE.items()}


def _suits(name: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not suits_grammar(name, text):
            raise KeyError(text)
        return text

    return read


_SUPPLEMENTAL: Final[dict[str, Known[str]]] = {}


def supplemental(name: str, texts: Iterable[str]) -> list[str]:
    """Return the values of a supplemental tag, held against its grammar."""
    known = _SUPPLEMENTAL.get(name)
    if known is None:
        known = _SUPPLEMENTAL[name] = Known(_suits(name))
    return known.of(texts)


def _read_result(text: str) -> int | None:
    if text in MISSING:
        return None
    if text in _TRICKS:
        return _TRICKS[text]
    raise KeyError(text)


_TRICKS: Final = {str(count): count for count in range(14)}

RESULTS: Final = Known(_read_result)

Points = tuple[float | None, float | None, float | None]
"""Points of declarer, of North and South, of East and West."""


def _read_score(text: str) -> Points:
    score = read_score(text, _refuse)
    if score is None:
        return (None, None, None)
    told = (score.declarer, score.ns, score.ew)
    first, second, third = (None if points is None else float(points) for points in told)
    return first, second, third


SCORES: Final = Known(_read_score)

Outcome = tuple[str | None, str | None, int | None, str | None, int | None]
"""The contract's text, its declarer, level, strain and risk."""

_OUTCOMES: Final[dict[tuple[str | None, str | None], Outcome]] = {}


def outcomes(contracts: Sequence[str | None], declarers: Sequence[str | None]) -> list[Outcome]:
    """Return what values of Contract and Declarer mean together.

    Raises:
        Odd: there is something to say of one.
    """
    try:
        return list(map(_OUTCOMES.__getitem__, zip(contracts, declarers, strict=True)))
    except KeyError:
        pass  # there are new ones
    found: list[Outcome] = []
    for index, pair in enumerate(zip(contracts, declarers, strict=True)):
        outcome = _OUTCOMES.get(pair)
        if outcome is None:
            outcome = _read_outcome(*pair)
            if outcome is None:
                raise Odd(index)
            if len(_OUTCOMES) >= _MOST:
                _OUTCOMES.clear()
            _OUTCOMES[pair] = outcome
        found.append(outcome)
    return found


def _read_outcome(contract: str | None, declarer: str | None) -> Outcome | None:
    missing: dict[str, Missing] = {}
    try:
        found = read_contract(contract, declarer, missing, _refuse, _refuse)
    except _SayError:
        return None
    if found is None:
        return (None, None, None, None, None)
    is_told = found.level is not None or found.strain is not None
    return (
        found.text if is_told else None,
        None if found.declarer is None else found.declarer.symbol,
        found.level,
        None if found.strain is None else found.strain.symbol,
        int(found.doubling) if found.level else None,
    )


# A holding as a number: its cards in their place of a hand's mask, and above the mask their count.
# The sum of four holdings is a hand with its number of cards; the sum of four hands with thirteen
# each is the whole pack only if no card stands in two of them, for a card that does is carried.

_COUNT: Final = 52
_THIRTEEN: Final = 13 << _COUNT
_PACK: Final = 52 << _COUNT | ALL_CARDS_MASK


class _Holdings(dict[str, int]):
    """The 8192 holdings of a suit; those of the four suits are learned together."""

    def __missing__(self, text: str) -> int:
        try:
            holding = parse_holding(text)
        except ModelError:
            raise KeyError(text) from None
        if holding_text(holding) != text:
            # Ranks in another order are read, but not remembered: they are too many.
            raise KeyError(text)
        count = len(text) << _COUNT
        for suit, known in enumerate((_CLUBS, _DIAMONDS, _HEARTS, _SPADES)):
            known[text] = (holding << 13 * suit) + count
        return self[text]


_SPADES, _HEARTS, _DIAMONDS, _CLUBS = (_Holdings() for _ in range(4))

_FIRST: Final = {seat.symbol: seat.value for seat in Seat}

Hands = tuple[list[int], list[int], list[int], list[int]]
"""The masks of North, East, South and West, one a board."""


def hands(deals: Sequence[str]) -> Hands:
    """Return the hands of whole deals: four times thirteen cards that are the pack.

    Args:
        deals: values of the Deal tag, each a seat, a colon and four hands of four suits.

    Raises:
        Odd: one is no such deal.
    """
    try:
        return _hands(deals)
    except (KeyError, ValueError):
        pass
    for index, deal in enumerate(deals):
        try:
            _hands([deal])
        except (KeyError, ValueError):
            raise Odd(index) from None
    raise AssertionError(deals)  # pragma: no cover  # one of them was odd a moment ago


def _hands(deals: Sequence[str]) -> Hands:
    flat = ".".join([deal[2:] for deal in deals]).replace(" ", ".").split(".")
    held = list(
        map(
            add,
            map(add, map(_SPADES.__getitem__, flat[::4]), map(_HEARTS.__getitem__, flat[1::4])),
            map(add, map(_DIAMONDS.__getitem__, flat[2::4]), map(_CLUBS.__getitem__, flat[3::4])),
        )
    )
    if min(held) < _THIRTEEN or max(held) >= _THIRTEEN + (1 << _COUNT):
        raise ValueError(deals)
    first, second, third, fourth = held[::4], held[1::4], held[2::4], held[3::4]
    if {*map(add, map(add, first, second), map(add, third, fourth))} != {_PACK}:
        raise ValueError(deals)
    rows = list(zip(first, second, third, fourth, strict=True))
    firsts = [_FIRST[deal[0]] for deal in deals]
    # Row 0 is the hand of the seat named first; the others follow clockwise.
    return (
        [row[-turn] - _THIRTEEN for row, turn in zip(rows, firsts, strict=True)],
        [row[1 - turn] - _THIRTEEN for row, turn in zip(rows, firsts, strict=True)],
        [row[2 - turn] - _THIRTEEN for row, turn in zip(rows, firsts, strict=True)],
        [row[3 - turn] - _THIRTEEN for row, turn in zip(rows, firsts, strict=True)],
    )


def deal_texts(deals: Sequence[str]) -> list[str]:
    """Return deals of which `hands` has proved that they are whole, North first."""
    return [deal if deal[0] == "N" else _from_north(deal) for deal in deals]


def _from_north(deal: str) -> str:
    turn = 4 - _FIRST[deal[0]]
    words = deal[2:].split(" ")
    return "N:" + " ".join(words[turn:] + words[:turn])


def auction(body: str, notes: Sequence[str]) -> str:
    """Return the calls of an auction, divided by blanks.

    Args:
        body: calls and references to notes, each followed by a blank.
        notes: the numbers of the notes behind it.

    Raises:
        ValueError: a reference without a note, or a note without a reference.
    """
    if "=" in body:
        parts = body.split("=")
        numbers = {*notes}
        if {*parts[1::2]} != numbers or len(numbers) != len(notes):
            raise ValueError(body)
        body = "".join(parts[::2]).replace("  ", " ")
    elif notes:
        raise ValueError(body)
    if body.endswith("AP "):
        return _all_passed(body[:-3])
    return body[:-1]


def _all_passed(body: str) -> str:
    """Return calls with the passes that end them, in place of AP."""
    words = body.split()
    trailing = 0
    while trailing < len(words) and words[-1 - trailing] == "Pass":
        trailing += 1
    has_bid = any(word[0].isdigit() for word in words)
    missing = (3 if has_bid else 4) - trailing
    if missing <= 0:
        raise ValueError(body)
    return " ".join(words + ["Pass"] * missing)


def play(body: str, *, closed: bool) -> str:
    """Return the cards of a play, divided by blanks.

    Args:
        body: cards and hyphens, each followed by a blank.
        closed: whether the record says that the play stops here.

    Raises:
        ValueError: more than thirteen tricks.
    """
    count = body.count(" ")
    if count > 52:
        raise ValueError(body)
    if body.endswith("- "):
        whole = False
        body = body.rstrip("- ") + " "
    else:
        whole = count == 52 and "-" not in body
    if body == " ":
        body = ""
    return f"{body}*" if closed and not whole else body[:-1]


Tricks = tuple[int | None, ...]

_ORDERS: Final[dict[str, Callable[[list[str]], tuple[str, ...]] | None]] = {}
_PAIRS: Final = [f"{seat} {strain}" for seat in "NESW" for strain in ("C", "D", "H", "S", "NT")]


def stated_tables(tags: Mapping[str, tuple[str, ...]]) -> list[Tricks | None]:
    """Return the twenty numbers that tags of programs state, game by game, as the reader does."""
    names = tuple(tags)
    return [_stated_table(names, texts) for texts in zip(*tags.values(), strict=True)]


@functools.lru_cache(maxsize=1 << 10)
def _stated_table(names: tuple[str, ...], texts: tuple[str, ...]) -> Tricks | None:
    # Only files of some programs have such tags.
    from overtrick_pbn.programs.tricks import table_of

    found = table_of(dict(zip(names, texts, strict=True)))
    if found is None:
        return None
    return tuple(count for row in DoubleDummyGrid.from_grid(found[1]).tricks for count in row)


class Table:
    """The double-dummy tables of one header.

    Args:
        header: the value of the tag.
    """

    def __init__(self, header: str) -> None:
        self._header = header
        names = [column.name for column in parse_columns(header)]
        self._width = len(names)
        wanted = ("Declarer", "Denomination", "Result")
        self._columns = tuple(names.index(name) for name in wanted if name in names)

    def tricks(self, body: str) -> Tricks | None:
        """Return the twenty numbers of a table, `None` for a table that has none.

        Raises:
            ValueError: the table has not as many cells as its header asks for.
        """
        cells = body.split()
        if len(cells) == 20 * self._width and len(self._columns) == 3:
            declarer, denomination, result = self._columns
            width = self._width
            known = _ORDERS.get(" ".join(cells[declarer::width] + cells[denomination::width]))
            if known is not None:
                try:
                    return tuple(map(_TRICKS.__getitem__, known(cells[result::width])))
                except KeyError:
                    pass  # an unknown number, or none
        return self._slowly(cells, body)

    def _slowly(self, cells: list[str], body: str) -> Tricks | None:
        if len(cells) % self._width:
            raise ValueError(body)
        grid = fast_table(OPTIMUM_RESULT_TABLE, self._header, body)
        if grid is None:
            raise ValueError(body)
        try:
            found = DoubleDummyGrid.from_grid(grid)
        except ModelError:
            return None
        if len(cells) == 20 * self._width:
            self._learn(cells)
        return tuple(count for row in found.tricks for count in row)

    def _learn(self, cells: list[str]) -> None:
        """Remember an order of the twenty rows."""
        declarer, denomination, _ = self._columns
        width = self._width
        seats, strains = cells[declarer::width], cells[denomination::width]
        pairs = [f"{seat} {strain}" for seat, strain in zip(seats, strains, strict=True)]
        if sorted(pairs) == sorted(_PAIRS) and len(_ORDERS) < _MOST:
            _ORDERS[" ".join(seats + strains)] = itemgetter(*map(pairs.index, _PAIRS))
