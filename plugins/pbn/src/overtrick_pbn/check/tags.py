"""Rules of tags: which, in what order, with what values, what contradicts what; and their fixes.

Source: PBN 2.1 §3.1 to §3.4, §3.10, §3.11, §4.1.2, §4.2.6, §4.2.7.
"""

from __future__ import annotations

import datetime
import functools
import operator
import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from overtrick import PASS, Board, Score, Seat, Side, Vulnerability
from overtrick_pbn.check.codes import FIXES
from overtrick_pbn.check.edits import Edit
from overtrick_pbn.check.hints import meant_tag
from overtrick_pbn.check.spellings import SPELLED, plain_value
from overtrick_pbn.check.state import NO_VALUE, Checker, tag_text
from overtrick_pbn.read.deal import LETTERED_HAND, hands_in, with_letters
from overtrick_pbn.read.tables import is_table
from overtrick_pbn.read.values import contract_of, vulnerability_of
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.plan import is_table_name
from overtrick_pbn.standard.tables import TABLES
from overtrick_pbn.standard.tags import DATE, KNOWN, MANDATORY, SECTIONS, WITHOUT_BLANKS
from overtrick_pbn.standard.values import (
    OTHER_QUOTES,
    RANK_LETTERS,
    SEAT_LETTERS,
    SEAT_WORDS,
    VULNERABLE,
)
from overtrick_pbn.text.cut import Cut, has_data
from overtrick_pbn.text.quoting import LONE_BACKSLASH, doubled, quote
from overtrick_pbn.text.spans import Span, value_span
from overtrick_pbn.text.syntax import Game
from overtrick_pbn.text.values import tokens
from overtrick_pbn.write.export.tags import effective_dealer

_EXPORT_RESULT: Final = re.compile(r"\^?[0-9]{1,2}|\??")
_EXPORT_VULNERABLE: Final = {
    word: sides.label for word, sides in VULNERABLE.items() if word != sides.label
}
# A game is won with 100 points.
_GAME_DIGITS: Final = 3
_HAND_SIZE: Final = 13
# More cards than these say nothing to who looks for a slip.
_NAMED: Final = 4


def check_tags(checker: Checker) -> None:
    """Report what is wrong with the tags of a game."""
    _check_needs(checker)
    _check_backslashes(checker)
    _check_dates(checker)
    _check_names(checker)
    _check_scoring(checker)
    _check_deal(checker)
    _check_deal_id(checker)
    _check_history(checker)
    _check_optimum(checker)
    if checker.is_export and checker.cut.names:
        _check_mandatory(checker)
        _check_order(checker)
        _check_export_values(checker)
    if "##" in checker.game.text:
        pairs = zip(checker.cut.names, checker.cut.values, strict=True)
        checker.state.for_all |= {name for name, value in pairs if value.startswith("##")}


def _own(checker: Checker, name: str) -> str:
    """Return the value of a tag if it stands in this game, not if it is inherited."""
    value = checker.values.get(name, "").strip()
    return "" if value.startswith("#") else value


def _check_needs(checker: Checker) -> None:
    """What an auction and a play need before them (§3.1)."""
    values = checker.values
    if SECTIONS.isdisjoint(values):
        return
    filled: set[str] = set()
    cut = checker.cut
    for place, (name, value) in enumerate(zip(cut.names, cut.values, strict=True)):
        if value not in NO_VALUE:
            filled.add(name)
        if name not in SECTIONS or filled >= _NEEDED[name]:
            continue
        if not has_data(cut.bodies[place]) and value.upper() not in SEAT_LETTERS:
            continue
        if name == "Auction":
            checker.say("PBN320", cut.start(place), part="dealer")
            continue
        missing = [name for name in _BEFORE_PLAY if name not in filled]
        if missing != ["Declarer"] or not _needs_no_declarer(checker):
            checker.say("PBN321", cut.start(place), names=" and ".join(missing))


_BEFORE_PLAY: Final = ("Deal", "Declarer", "Contract")
_NEEDED: Final = {"Auction": {"Dealer"}, "Play": set(_BEFORE_PLAY)}


def _needs_no_declarer(checker: Checker) -> bool:
    """A passed-out board has none, and in an end position the Play tag names who leads (§3.10)."""
    if checker.values.get("Contract", "").upper() == PASS.symbol.upper():
        return True
    deal = None if checker.board is None else checker.board.deal
    return deal is not None and max(len(hand) for hand in deal) < _HAND_SIZE


def _check_backslashes(checker: Checker) -> None:
    """A backslash in a string stands before another or a quote (§3.2).

    That holds before the letter of a suit as well: suits are written so in commentary (§3.8).
    """
    text, cut = checker.game.text, checker.cut
    for position, value in enumerate(cut.values) if "\\" in text else ():
        if "\\" in value:
            index = lone_backslash(text, cut, position)
            if index is not None:
                checker.say("PBN317", index, name=cut.names[position])


def lone_backslash(text: str, cut: Cut, position: int) -> int | None:
    """Return where in a tag the first backslash stands that escapes nothing."""
    if position in cut.faults:
        return None
    name, value = cut.names[position], cut.values[position]
    if is_table(name, value) and is_section(cut, position):
        # There it stands before the width of a column.
        return None
    tag, begin = tag_text(text, cut, position), cut.start(position)
    start, end = value_span(tag)
    match = LONE_BACKSLASH.match(tag, start, end)
    return None if match is None else begin + match.end() - 1


def _check_dates(checker: Checker) -> None:
    for name, clause in (("Date", "3.4.3"), ("EventDate", "4.4.1"), ("UTCDate", "4.5.2")):
        value = checker.values.get(name)
        if value and _is_no_day(value):
            checker.say("PBN350", checker.start(name), clause=clause, value=value)


@functools.lru_cache(maxsize=1024)
def _is_no_day(value: str) -> bool:
    """Return whether a date has the form of the standard, but there is no such day."""
    date = value.removeprefix("##")
    if not DATE.fullmatch(date):
        return False
    year, month, day = (int(part) if part.isdigit() else None for part in date.split("."))
    try:
        # What is not known is taken to be something possible.
        datetime.date(year or 2000, 1 if month is None else month, 1 if day is None else day)
    except ValueError:
        return True
    return False


def _check_names(checker: Checker) -> None:
    for number, name in enumerate(("West", "North", "East", "South"), 5):
        value = checker.values.get(name)
        if value and "," in value and re.search(r",(?! )", value):
            checker.say("PBN351", checker.start(name), clause=f"3.4.{number}", value=value)


def _check_scoring(checker: Checker) -> None:
    stated = checker.values.get("Scoring")
    value = "" if stated is None else stated.removeprefix("##")
    if value and not all(field.strip() for field in value.split(";")):
        checker.say("PBN352", checker.start("Scoring"), value=stated)


def _check_deal(checker: Checker) -> None:
    """Hands of different sizes, and the contract of an end position (§3.4.11, §3.10)."""
    board = checker.board
    deal = None if board is None else board.deal
    if board is None or deal is None:
        return
    counts = [mask.bit_count() for mask in deal.masks]
    largest = max(counts)
    if largest == _HAND_SIZE and min(counts) < largest and "Deal" in checker.values:
        sizes = {seat: count for seat, count in zip(Seat, counts, strict=True) if count}
        missing = deal.missing
        names = f"; in no hand: {' '.join(map(str, missing))}" if len(missing) <= _NAMED else ""
        for seat, size in sizes.items():
            if size < largest:
                hands = hands_in(checker.values["Deal"])
                place = next((at, at + len(text)) for of, at, text in hands if of == seat.symbol)
                checker.say_inside(
                    "PBN354", "Deal", place, part="deal", seat=seat.symbol, count=size, names=names
                )
    contract, value = board.contract, checker.values.get("Contract")
    if value is None or contract is None or not largest:
        return
    if largest < _HAND_SIZE and contract.level:
        why = "the contract of an end position is a denomination only"
    elif largest == _HAND_SIZE and contract.level is None and contract.strain is not None:
        why = "the contract of a full deal requires a level"
    else:
        return
    checker.say("PBN353", checker.start("Contract"), part="contract", why=why, value=value)


def _check_deal_id(checker: Checker) -> None:
    board = checker.board
    if "DealId" not in checker.values or board is None or board.deal is None:
        return
    value = board.extras.text("pbn:DealId")
    if not value or value in NO_VALUE:
        return
    if checker.state.deals.setdefault(value, board.deal) != board.deal:
        checker.say("PBN411", checker.start("DealId"), value=value)


def _check_history(checker: Checker) -> None:
    """The games won in a rubber against the Vulnerable tag (§4.2.6)."""
    stated, board = _own(checker, "ScoreRubberHistory"), checker.board
    history = tokens("rubber_history", stated) if stated else None
    if not history or board is None or board.vulnerability is None:
        return
    won = mark = Vulnerability.NONE
    counts = False
    for kind, text in history:
        if kind in Side.__members__:
            mark, counts = Vulnerability[Side[kind].symbol], False
            continue
        # The number before the points is that of the games.
        counts = counts or kind == "RUBBER"
        if counts and len(text.rpartition("/")[2].strip().lstrip("0")) >= _GAME_DIGITS:
            won |= mark
    if board.vulnerability != won:
        found = {Vulnerability.NONE: "nobody is", Vulnerability.BOTH: "both sides are"}.get(
            won, f"{won.label} is"
        )
        checker.say(
            "PBN701", checker.start("ScoreRubberHistory"), part="vulnerability", found=found,
            stated=board.vulnerability.label,
        )  # fmt: skip


def _check_optimum(checker: Checker) -> None:
    value = _own(checker, "OptimumScore")
    found = tokens("optimum_score", value) or () if value else ()
    points = [int(text) for kind, text in found if kind == "INT" and len(text) <= Score.MAX_DIGITS]
    if len(points) == 2 and points[0] != -points[1]:
        place, stated = checker.start("OptimumScore"), checker.values["OptimumScore"]
        checker.say("PBN702", place, value=stated)


# Export format


def _check_mandatory(checker: Checker) -> None:
    known, for_all = checker.values, checker.state.for_all
    missing = [name for name in MANDATORY if name not in known and name not in for_all]
    if missing:
        checker.say("PBN654", checker.cut.start(0), names=" ".join(missing))


def is_section(cut: Cut, position: int) -> bool:
    """Return whether a tag begins a supplemental section rather than standing for itself.

    Without elements it does where its value names the columns of a table.
    """
    name = cut.names[position]
    has_columns = is_table_name(name) and bool(cut.values[position].strip("; "))
    return has_columns or has_data(cut.bodies[position])


MANDATORY_RANKS: Final = {name: (0, index, "") for index, name in enumerate(MANDATORY)}


def export_rank(cut: Cut, position: int) -> tuple[int, int, str]:
    """Return where export format puts a tag: lower ranks come first (§3.1, §3.4).

    A tag that is nearly a mandatory one belongs where that one does, if the game has no such tag:
    whoever corrects the name finds it in its place.
    """
    name = cut.names[position]
    if name and name not in KNOWN:
        meant = meant_tag(name, cut.values[position])
        name = meant if meant in MANDATORY_RANKS and meant not in cut.names else name
    if name in MANDATORY_RANKS:
        return MANDATORY_RANKS[name]
    if name in SECTIONS:
        return 2, ("Auction", "Play").index(name), ""
    return (3, 0, name) if is_section(cut, position) else (1, 0, name)


def _check_order(checker: Checker) -> None:
    highest, highest_rank = "", (0, 0, "")
    cut = checker.cut
    # A note belongs to the section before it.
    ranks = {
        position: MANDATORY_RANKS.get(name) or export_rank(cut, position)
        for position, name in enumerate(cut.names)
        if name not in {"Note", ""}
    }
    in_order = list(ranks.values())
    if all(map(operator.le, in_order, in_order[1:])):
        return
    seen: set[str] = set()
    for position, rank in ranks.items():
        name = cut.names[position]
        if name in seen:
            continue  # a tag that occurs twice has its own code
        seen.add(name)
        if not highest or rank >= highest_rank:
            highest, highest_rank = name, rank
        elif highest_rank[0] < 2:
            checker.say("PBN655", cut.start(position), name=name, before=highest)
        else:
            # A tag of the identification section may come too late as well.
            what = f"the {'tag' if rank[0] < 2 else 'section'} {name}"
            checker.say("PBN656", cut.start(position), what=what, before=f"the section {highest}")


def _check_export_values(checker: Checker) -> None:
    board = checker.board
    value = checker.values.get("Vulnerable")
    if value in _EXPORT_VULNERABLE:
        checker.say("PBN658", checker.start("Vulnerable"), part="vulnerability", value=value)
    value = checker.values.get("Result")
    # Where nobody knows the declarer, his tricks cannot be given.
    contract = None if board is None else board.contract
    is_told = contract is not None and contract.declarer is not None
    if value is not None and is_told and not _EXPORT_RESULT.fullmatch(value):
        checker.say("PBN661", checker.start("Result"), part="result", value=value)
    value = checker.values.get("Deal")
    if value is None or board is None or board.deal is None:
        return
    unsorted = (
        None
        if _SORTED.fullmatch(value)
        else next((suit for suit in _suits(value) if not _descends(suit[0])), None)
    )
    if unsorted is not None:
        suit, place = unsorted
        checker.say_inside("PBN659", "Deal", place, part="deal", value=suit)
    first = value.strip()[:1].upper()
    dealer = _dealer_of(board)
    is_turned = dealer is not None and first in SEAT_LETTERS and first != dealer.symbol
    if dealer is not None and is_turned and "PBN660" not in checker.state.said:
        # Programs that write every deal from North do so in each of their games.
        checker.state.said.add("PBN660")
        start = value.index(value.strip())
        place = start, start + 1
        checker.say_inside("PBN660", "Deal", place, part="deal", dealer=dealer.symbol, first=first)


def _dealer_of(board: Board) -> Seat | None:
    """Return the dealer; where nothing is said of him, the one that a Dealer tag has to name.

    Source: PBN 2.1 §3.1 (the Dealer tag must be filled before an auction).
    """
    return board.dealer if "dealer" in board.missing else effective_dealer(board)


_SORTED_SUIT: Final = "".join(f"{rank}?+" for rank in RANK_LETTERS)
_SORTED_HAND: Final = rf"{_SORTED_SUIT}(?:\.{_SORTED_SUIT}){{3}}"
_SORTED: Final = re.compile(rf"[{''.join(SEAT_LETTERS)}]:{_SORTED_HAND}(?: {_SORTED_HAND}){{3}}")


def _suits(deal: str) -> Iterator[tuple[str, Span]]:
    """Yield the suits of a deal in upper case, with the place of each."""
    for _, start, hand in hands_in(deal):
        at = start
        for suit in hand.split("."):
            yield suit.upper(), (at, at + len(suit))
            at += len(suit) + 1


def _descends(suit: str) -> bool:
    ranks = [RANK_LETTERS.find(rank) for rank in with_letters(suit).replace("-", "")]
    return ranks == sorted(ranks)


# What check --fix makes of it


_END: Final = re.compile(r"(\r\n?|\n)((?:[ \t]*+(?:\r\n?|\n))*+[ \t]*+)\Z")


def order(game: Game, cut: Cut, newline: str) -> Iterator[Edit]:
    """Put tags and sections in the order of export format, each with what follows it."""
    text, count = game.text, len(cut.names)
    if count < 2:
        return
    groups: list[list[int]] = []
    owner: list[int] | None = None
    for position, name in enumerate(cut.names):
        # A note belongs to the auction or play before it, whatever stands between.
        if name == "Note" and owner is not None:
            owner.append(position)
            continue
        # A line that was to be a tag stays behind the tag before it.
        if not name and groups:
            groups[-1].append(position)
            continue
        groups.append([position])
        if name in SECTIONS:
            owner = groups[-1]
    ordered = sorted(groups, key=lambda group: export_rank(cut, group[0]))
    end = len(text) - len(cut.tail)
    starts = [*map(cut.start, range(count)), end]
    # Searched from the last text on: a run of empty lines that ends is tried at each of its lines.
    last = len(text[:end].rstrip(" \t\r\n"))
    tail = _END.search(text, max(last, starts[-2]), end)
    stop = end if tail is None else tail.start(2)
    pieces = []
    for position in (position for group in ordered for position in group):
        piece = text[starts[position] : min(starts[position + 1], stop)]
        pieces.append(piece if piece.endswith(("\r", "\n")) else piece + newline)
    new = "".join(pieces) + text[stop:end]
    if new != text[starts[0] : end]:
        yield Edit(starts[0], end, new, "PBN768")


class Fix(NamedTuple):
    """A new value and the code that tells of it."""

    value: str
    code: str


_BROKEN: Final = frozenset(found for found, fix in FIXES.items() if fix == "PBN759")
_SEAT_TAGS: Final = SECTIONS | {"Dealer", "Declarer"}
_SEAT: Final = re.compile(f"(?:{lexis.CARET})?[{''.join(SEAT_LETTERS).lower()}]")
_LOWER_VULNERABLE: Final = {word.lower(): word for word in VULNERABLE}
# Blanks behind the caret of a result, and zeros before its figures.
_ODD_FIGURES: Final = re.compile(r"(?<=\^)\s+|\b0+(?=\d)", re.ASCII)
_LEADING_ZEROS: Final = re.compile(r"0+(?=[1-9][0-9]*\Z)")


TAG_FIXES: Final = frozenset({
    "PBN751", "PBN755", "PBN756", "PBN757", "PBN758", "PBN759", "PBN762", "PBN763", "PBN766",
    "PBN769", "PBN770", "PBN774", "PBN775", "PBN777", "PBN778", "PBN779", "PBN781", "PBN782",
})  # fmt: skip
"""The codes of the edits of `fix_values`."""


def fix_values(text: str, cut: Cut, board: Board, *, is_export: bool) -> Iterator[Edit]:
    """Yield the edits of a game's tags.

    Args:
        text: the game's text.
        cut: its tags.
        board: what the reader makes of it.
        is_export: whether the rules of export format hold.
    """
    for position, is_first in _to_look_at(cut, is_export=is_export):
        name, old, fault = cut.names[position], cut.values[position], cut.faults.get(position)
        fixes = list(_value_fixes(cut, position, board, is_export=is_export)) if is_first else []
        value = fixes[-1].value if fixes else old
        codes = dict.fromkeys(fix.code for fix in fixes)
        values = {"name": name, "old": old.strip(), "new": value}
        if fault == "PBN308" and _in_other_quotes(old):
            # The value without them is meant, but that is another value.
            continue
        tag, begin, stop = (
            tag_text(text, cut, position),
            cut.start(position),
            cut.body_start(position),
        )
        start, end = (begin + index for index in value_span(tag))
        if fault in _BROKEN:
            yield Edit(begin, stop, f"[{name} {quote(value)}]", "PBN759", values, tuple(codes))
        elif fixes:
            first, *more = codes
            new = _laid_out(cut, position, quote(value))
            kept = tag[: start - begin] + quote(value) + tag[end - begin :]
            if is_export and fault is None and new != kept:
                yield Edit(begin, stop, new, first, values, (*more, "PBN769"))
            else:
                yield Edit(start, end, quote(value), first, values, tuple(more))
        elif "\\" in old and lone_backslash(text, cut, position) is not None:
            yield Edit(start, end, doubled(text[start:end]), "PBN779", values)
        elif is_export and fault is None:
            new = _laid_out(cut, position, text[start:end])
            if new != tag:
                yield Edit(begin, stop, new, "PBN769", {"name": name})


def _laid_out(cut: Cut, position: int, value: str) -> str:
    """Return a tag as export format has it; an escape line between its tokens goes behind it."""
    tag = f"[{cut.names[position]} {value}]"
    return "\n%".join([tag, *cut.inside.get(position, ())])


def _to_look_at(cut: Cut, *, is_export: bool) -> Iterator[tuple[int, bool]]:
    """Yield the tags that there may be something to fix of, and whether each is its first."""
    seen: set[str] = set()
    for position, (name, value) in enumerate(zip(cut.names, cut.values, strict=True)):
        if not name:
            continue
        is_first = name not in seen
        seen.add(name)
        # What is written as export format has it can have nothing but another value.
        is_odd = is_first and name in _FIXED and not _is_right(name, value, is_export=is_export)
        if is_odd or not cut.is_canonical or "\\" in value:
            yield position, is_first


def _is_right(name: str, value: str, *, is_export: bool) -> bool:
    """Return whether it is certain that nothing of a value is fixed, whatever the board is."""
    if value in NO_VALUE and name in _LOOKED_AT_EACH:
        return True
    if name == "Deal":
        # Each is another one: not worth remembering.
        return not is_export and _PLAIN_DEAL.fullmatch(value) is not None
    if name == "Result" and is_export:
        return value.isdecimal() and value.isascii() and value[0] != "0"
    return _is_right_everywhere(name, value, is_export)


_LOOKED_AT_EACH: Final = frozenset({"Deal", "Result"})


@functools.lru_cache(maxsize=2048)
def _is_right_everywhere(name: str, value: str, is_export: bool) -> bool:
    if value.startswith("#"):
        return True
    if name in SPELLED:
        return plain_value(name, value) == value
    if name in TABLES:
        return len(value.split()) < 2 or ";" in value
    if value != value.strip(" "):
        return False
    if name in _SEAT_TAGS:
        is_untold = name == "Auction" and value in NO_VALUE
        return not is_untold and not _SEAT.fullmatch(value) and value.lower() not in SEAT_WORDS
    if name in {"Result", "Score"}:
        return value == value.upper() and "+" not in value and not _ODD_FIGURES.search(value)
    fixed = _FIXERS[name](value, _NO_BOARD, is_export)
    return all(fix.value == value for fix in fixed)


def _in_other_quotes(value: str) -> bool:
    """Return whether a value without quotes stands in quotes of another kind."""
    return len(value) > 1 and value[0] in OTHER_QUOTES and value[-1] in OTHER_QUOTES


def _value_fixes(cut: Cut, position: int, board: Board, *, is_export: bool) -> Iterator[Fix]:
    """Yield the steps from a tag's value to the right one; each begins where the last ended."""
    name, value = cut.names[position], cut.values[position]
    if value.startswith("#"):
        return
    if name in WITHOUT_BLANKS and value.strip(" ") not in {value, ""}:
        value = value.strip(" ")
        yield Fix(value, "PBN758")
    if name in SPELLED:
        plain = plain_value(name, value)
        if plain != value:
            yield Fix(plain, "PBN777")
        return
    if name in TABLES:
        columns = value.split()
        if len(columns) > 1 and ";" not in value and has_data(cut.bodies[position]):
            yield Fix(";".join(columns), "PBN782")
        return
    if name not in _FIXERS and name not in _SEAT_TAGS:
        return
    bare = value.strip(" ")
    if bare != value:
        value = bare
        yield Fix(value, "PBN758")
    if name in _SEAT_TAGS:
        yield from _seat(name, value, board)
        return
    for fix in _FIXERS[name](value, board, is_export):
        if fix.value != value:
            value = fix.value
            yield fix


def _seat(name: str, value: str, board: Board) -> Iterator[Fix]:
    if _SEAT.fullmatch(value):
        yield Fix(value.upper(), "PBN751")
    elif value.lower() in SEAT_WORDS:
        yield Fix(SEAT_WORDS[value.lower()], "PBN778")
    is_untold = name == "Auction" and value in NO_VALUE and board.auction is not None
    if is_untold and board.dealer is not None:
        yield Fix(board.dealer.symbol, "PBN781")


def _board(value: str, board: Board, is_export: bool) -> Iterator[Fix]:
    yield Fix(_LEADING_ZEROS.sub("", value), "PBN762")


def _vulnerable(value: str, board: Board, is_export: bool) -> Iterator[Fix]:
    known = vulnerability_of(value)
    if known is not None:
        vulnerability, code = known
        value = _LOWER_VULNERABLE.get(value.lower(), vulnerability.label)
        yield Fix(value, "PBN751" if code == "PBN813" else "PBN757")
    if is_export and value in _EXPORT_VULNERABLE:
        yield Fix(_EXPORT_VULNERABLE[value], "PBN757")


def _contract(value: str, board: Board, is_export: bool) -> Iterator[Fix]:
    known = contract_of(value)
    if known is not None:
        contract, code = known
        yield Fix(contract.text, "PBN751" if code == "PBN813" else "PBN766")


def _result(value: str, board: Board, is_export: bool) -> Iterator[Fix]:
    result = board.result
    if result is None:
        return
    upper = value.upper()
    yield Fix(upper, "PBN751")
    upper = _ODD_FIGURES.sub("", upper)
    yield Fix(upper, "PBN777")
    if not is_export or result.tricks is None or board.contract is None:
        return
    if not upper.lstrip("^").isdigit():
        yield Fix(f"{'^' if result.irregular else ''}{result.tricks}", "PBN775")


def _score(value: str, board: Board, is_export: bool) -> Iterator[Fix]:
    if board.score is not None:
        yield Fix(value.upper(), "PBN751")
        yield Fix(value.upper().replace("+", ""), "PBN777")


def _without_suits(hand: str) -> str:
    """Return a hand without the letters of its suits."""
    match = LETTERED_HAND.fullmatch(hand)
    return hand if match is None else ".".join(match.groups())


def _deal(value: str, board: Board, is_export: bool) -> Iterator[Fix]:
    if value[1:2] != ":" or board.deal is None:
        return
    first, hands = value[0], value[2:]
    spaced = " ".join(hands.split())
    yield Fix(f"{first}:{spaced}", "PBN763")
    words = spaced.split()
    words = [_without_suits(word) for word in words]
    yield Fix(f"{first}:{' '.join(words)}", "PBN774")
    words = ["-" if word == "..." else word for word in words]
    yield Fix(f"{first}:{' '.join(words)}", "PBN756")
    words = [with_letters(word) for word in words]
    yield Fix(f"{first}:{' '.join(words)}", "PBN755")
    yield Fix(f"{first}:{' '.join(words)}".upper(), "PBN751")
    dealer = _dealer_of(board) if is_export else None
    if dealer is not None:
        yield Fix(board.deal.to_text(dealer), "PBN770")


_HAND: Final = f"(?:(?!\\.\\.\\.)[{RANK_LETTERS}]*+(?:\\.[{RANK_LETTERS}]*+){{3}}|-)"
_PLAIN_DEAL: Final = re.compile(f"[{''.join(SEAT_LETTERS)}]:{_HAND}(?: {_HAND}){{3}}")

_NO_BOARD: Final = Board()

_FIXERS: Final[dict[str, Callable[[str, Board, bool], Iterator[Fix]]]] = {
    "Board": _board,
    "Vulnerable": _vulnerable,
    "Contract": _contract,
    "Result": _result,
    "Score": _score,
    "Deal": _deal,
}

_FIXED: Final = SPELLED | TABLES.keys() | _SEAT_TAGS | _FIXERS.keys()
"""The tags whose values may be fixed."""
