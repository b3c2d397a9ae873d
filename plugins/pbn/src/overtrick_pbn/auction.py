"""The auction section: from its body to an `Auction`.

Three ways, the fastest that is right: plain calls and notes by look-up; any auction that obeys
the standard by one compiled pattern; everything else by `sections.lark`, which is the reference
and the only one that reports.

Source: PBN 2.1 §3.5 (Auction section), §3.9 (Irregularities), §3.11.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from overtrick.model.calls import (
    CALLS,
    PASS,
    PLAIN_CALLS,
    Auction,
    Call,
    CallEntry,
    Ending,
    Irregularity,
    passes_to_end,
)
from overtrick_pbn.lexis import comment_text
from overtrick_pbn.marks import (
    ALERT_NOTE,
    TOKEN,
    Marks,
    SectionError,
    SectionRead,
    SectionSay,
    add_mark,
    explain_bad_mark,
)
from overtrick_pbn.nags import CALL_SUFFIXES

if TYPE_CHECKING:
    from lark import Token, Tree

    from overtrick.model.table import Seat

_PLAIN: Final = {call.symbol: PLAIN_CALLS[call.index] for call in CALLS}
_PLAIN_PASS: Final = PLAIN_CALLS[0]

# What §3.11 allows besides the standard's own spelling.
_LEGAL: Final = {call.symbol: call for call in CALLS}
_LEGAL.update({call.symbol.lower(): call for call in CALLS})

_ALL_PASS: Final = frozenset({"AP", "ap"})


def _odd_calls() -> dict[str, tuple[Call, str]]:
    odd: dict[str, tuple[Call, str]] = {}
    for call in CALLS[3:]:
        symbol = call.symbol
        odd[symbol.upper()] = call, "PBN805"
        if symbol.endswith("NT"):
            odd[symbol[:2]] = call, "PBN803"
            # Upper case alone stands in the table of §3.11; `nT` is a slip of the key.
            odd[symbol[:2] + "T"] = call, "PBN805"
    odd.update({"P": (PASS, "PBN801"), "PASS": (PASS, "PBN801")})
    for text, index in (("D", 1), ("DBL", 1), ("R", 2), ("RDBL", 2)):
        odd[text] = CALLS[index], "PBN802"
    odd["X"], odd["XX"] = (CALLS[1], "PBN805"), (CALLS[2], "PBN805")
    return odd


_ODD: Final = _odd_calls()

# Observed: "all" for all pass.
_ODD_ALL_PASS: Final = frozenset({"ALL", "AP"})

# Observed in files made with BridgeComposer; what it means is not documented.
_UNEXPLAINED: Final = frozenset({"AC"})

_NOTED: Final[dict[tuple[CallEntry, str], CallEntry]] = {}


def _noted(entry: CallEntry, text: str) -> CallEntry:
    known = _NOTED.get((entry, text))
    if known is None:
        known = CallEntry(call=entry.call, note=text or None, alert=not text)
        if len(_NOTED) > 1 << 14:
            _NOTED.clear()
        _NOTED[entry, text] = known
    return known


def auction_of(first: Seat, entries: list[CallEntry], ending: Ending | None) -> Auction:
    """Return the auction of entries; its ending is COMPLETE where passes close it."""
    calls = tuple(entries)
    if ending is not Ending.OPEN and _is_complete(calls):
        ending = Ending.COMPLETE
    return Auction(dealer=first, entries=calls, ending=ending or Ending.UNKNOWN)


def _is_complete(entries: tuple[CallEntry, ...]) -> bool:
    if len(entries) < 4:
        return False
    if entries[-1].call is not PASS or entries[-4].call is PASS:
        return passes_to_end(entries) == 0
    return (
        entries[-2].call is PASS
        and entries[-3].call is PASS
        and (entries[-4].call is not None or passes_to_end(entries) == 0)
    )


def fast_auction(
    first: Seat, body: str, notes: Mapping[str, str], used: list[int]
) -> Auction | None:
    """Read calls and note references by look-up; `None` where there is anything else.

    Args:
        first: the seat of the Auction tag.
        body: what follows the tag.
        notes: the texts of the notes by their tokens, such as `=1=`.
        used: gets the numbers of the notes referred to.
    """
    entries: list[CallEntry] = []
    ending: Ending | None = None
    words = body.split()
    if words and words[-1] in {"*", "+"}:
        ending = Ending.CLOSED if words.pop() == "*" else Ending.OPEN
    if words and words[-1] == "AP":
        words.pop()
        missing = -1
    else:
        missing = 0
    plain = _PLAIN.get
    noted = -1
    for word in words:
        entry = plain(word)
        if entry is not None:
            entries.append(entry)
            continue
        text = notes.get(word)
        position = len(entries) - 1
        if text is None or position < 0 or position == noted:
            return None
        noted = position
        entries[position] = _noted(entries[position], text)
        number = int(word[1:-1])
        if number not in used:
            used.append(number)
    if missing:
        missing = passes_to_end(tuple(entries))
        if not missing:
            return None
        entries.extend([_PLAIN_PASS] * missing)
    return auction_of(first, entries, ending)


class _Calls:
    """Gathers the calls of an auction."""

    def __init__(self, notes: Mapping[str, str], read: SectionRead) -> None:
        self.notes = notes
        self.read = read
        self.entries: list[CallEntry] = []
        self.hyphens = 0
        self.ending: Ending | None = None
        self.after_all_pass = False

    def add(self, call: Call | None, marks: Marks, irregularity: Irregularity | None) -> None:
        if call is not None and irregularity is None and marks.is_plain:
            self.entries.append(PLAIN_CALLS[call.index])
            return
        note: str | None = None
        if marks.note is not None:
            note = self.notes.get(f"={marks.note}=", "")
        self.entries.append(
            CallEntry(
                call=call,
                note=note or None,
                nags=marks.glyphs(CALL_SUFFIXES),
                comment=marks.comment,
                irregularity=irregularity,
                alert=note == "",
            )
        )

    def add_all_pass(self, marks: Marks) -> bool:
        missing = passes_to_end(tuple(self.entries))
        self.after_all_pass = True
        if not missing:
            return False
        self.entries.extend([_PLAIN_PASS] * (missing - 1))
        self.add(PASS, marks, None)
        return True

    def auction(self, first: Seat) -> Auction:
        return auction_of(first.after(self.hyphens), self.entries, self.ending)


def scan_auction(
    first: Seat, body: str, notes: Mapping[str, str], read: SectionRead
) -> Auction | None:
    """Read an auction that obeys the standard to the letter; `None` where one does not."""
    calls = _Calls(notes, read)
    call: Call | str | None = None
    irregularity: Irregularity | None = None
    marks: Marks | None = None
    ended = False

    def finish() -> bool:
        nonlocal marks, call
        if marks is None:
            return True
        if isinstance(call, str):
            if not calls.add_all_pass(marks):
                return False
        else:
            calls.add(call, marks, irregularity)
        marks = None
        return True

    pending: Irregularity | None = None
    for token in TOKEN.findall(body):
        head = token[0]
        if head in "{;":
            if marks is not None:
                marks.comments.append(comment_text(token))
            else:
                anchor = "Auction.end" if ended else "Auction"
                read.comments.append((anchor, comment_text(token)))
        elif head == "%" and len(token) > 1:
            read.escapes.append(token[1:])
        elif ended:
            return None
        elif token in _LEGAL or token == "AP":
            if not finish() or calls.after_all_pass:
                return None
            marks, irregularity, pending = Marks(), pending, None
            call = "AP" if token == "AP" else _LEGAL[token]
            if token != "AP" and token not in _PLAIN:
                return None
            if irregularity is not None and (call == "AP" or not _LEGAL[token].is_bid):
                return None
        elif pending is not None:
            return None
        elif head in "=$!?":
            if marks is None or not add_mark(marks, token, read.used):
                return None
            if head == "=" and token not in notes:
                return None
        elif token == "^I":
            pending = Irregularity.INSUFFICIENT_BID
        elif token == "^S":
            if not finish() or calls.after_all_pass:
                return None
            marks, call, irregularity = Marks(), None, Irregularity.SKIPPED
        elif token == "-" and marks is None and not calls.entries:
            calls.hyphens += 1
        elif token in "*+":
            if token == "*" and marks is not None and _may_be_alert(body):
                return None
            if not finish():
                return None
            ended = True
            calls.ending = Ending.CLOSED if token == "*" else Ending.OPEN
        else:
            return None
    if pending is not None or not finish():
        return None
    return calls.auction(first)


def _may_be_alert(body: str) -> bool:
    """Return whether more than one asterisk stands in the body, or one that ends nothing."""
    return not body.rstrip().endswith("*") or body.count("*") > 1


def fine_auction(
    first: Seat, body: str, notes: Mapping[str, str], read: SectionRead, say: SectionSay
) -> Auction | None:
    """Read an auction through the grammar, and report all that the standard has against it.

    Returns:
        The auction, or `None` where it cannot be told; the reason has been reported.

    Raises:
        SectionError: the body is no auction; the reason has been reported.
    """
    from overtrick_pbn.grammar import NotInGrammarError, parse_section

    try:
        tree = parse_section("auction", body)
    except NotInGrammarError as error:
        _explain(error.index, error.token, error.text, body, say)
        raise SectionError from None
    return _FineAuction(notes, read, say).read_tree(tree, first)


class _FineAuction:
    """Walks the tree of an auction."""

    def __init__(self, notes: Mapping[str, str], read: SectionRead, say: SectionSay) -> None:
        self.calls = _Calls(notes, read)
        self.read = read
        self.say = say
        self.unread = False
        self.all_pass_word = False

    def read_tree(self, tree: Tree[Token], first: Seat) -> Auction | None:
        for child in tree.children:
            if isinstance(child, str):
                continue
            kind = str(child.data)
            if kind == "remark":
                self._remark(child, "Auction")
            elif kind == "hyphen":
                self.calls.hyphens += 1
                self._remarks(child, "Auction")
            elif kind in {"call", "insufficient", "skipped"}:
                self._call(child, kind)
            else:
                self._end(child, kind)
        return None if self.unread else self.calls.auction(first)

    def _remark(self, tree: Tree[Token], anchor: str) -> None:
        token = tree.children[0]
        text = str(token)
        if text[0] in "{;":
            self.read.comments.append((anchor, comment_text(text)))
        else:
            self.read.escapes.append(text[1:] if text[0] == "%" else text)

    def _remarks(self, tree: Tree[Token], anchor: str) -> None:
        for child in tree.children:
            if not isinstance(child, str):
                self._remark(child, anchor)

    def _marks(self, tree: Tree[Token]) -> Marks:
        marks = Marks()
        for annotation in tree.children:
            if isinstance(annotation, str):
                continue
            token = annotation.children[0]
            if not isinstance(token, str):
                text = str(token.children[0])
                if text[0] in "{;":
                    marks.comments.append(comment_text(text))
                else:
                    self.read.escapes.append(text[1:] if text[0] == "%" else text)
                continue
            text, index = str(token), token.start_pos or 0
            if text == "*":
                self.say("PBN804", index)
                text = f"={ALERT_NOTE}="
                if marks.note is None:
                    marks.note = ALERT_NOTE
                continue
            if not add_mark(marks, text, self.read.used):
                kind, values = explain_bad_mark(marks, text)
                code = {"nag": "PBN395", "note": "PBN396", "second": "PBN363"}[kind]
                self.say(code, index, error=True, **values)
                raise SectionError
        return marks

    def _call(self, tree: Tree[Token], kind: str) -> None:
        calls = self.calls
        marks = self._marks(tree)
        tokens = [child for child in tree.children if isinstance(child, str)]
        token = tokens[-1]
        text, index = str(token), token.start_pos or 0
        if self.all_pass_word and text.upper() == "PASS":
            # Observed: "all pass" in two words.
            self.all_pass_word = False
            return
        self.all_pass_word = text.upper() == "ALL"
        if calls.after_all_pass:
            self.say("PBN364", index, text=text[:20])
            raise SectionError
        if kind == "skipped":
            calls.add(None, marks, Irregularity.SKIPPED)
            return
        irregularity = Irregularity.INSUFFICIENT_BID if kind == "insufficient" else None
        upper = text.upper()
        if upper in _ODD_ALL_PASS:
            if text == "ap":
                self.say("PBN805", index, section="Auction")
            elif text != "AP":
                self.say("PBN801", index, text=text)
            if irregularity is not None:
                self._misplaced(tokens[0])
            if not calls.add_all_pass(marks):
                self.say("PBN367", index)
            return
        call = self._lookup(text, index)
        if call is None:
            return
        if irregularity is not None and not call.is_bid:
            self._misplaced(tokens[0])
        calls.add(call, marks, irregularity)

    def _misplaced(self, token: Token) -> None:
        self.say("PBN366", token.start_pos or 0, text=str(token))
        raise SectionError

    def _lookup(self, text: str, index: int) -> Call | None:
        if text in _PLAIN:
            return _LEGAL[text]
        if text in _LEGAL:
            self.say("PBN805", index, section="Auction")
            return _LEGAL[text]
        found = _ODD.get(text.upper())
        if found is not None:
            call, code = found
            self.say(code, index, text=text, section="Auction")
            return call
        if text == "-":
            self.say("PBN365", index)
            raise SectionError
        if text.upper() in _UNEXPLAINED:
            self.say("PBN370", index, text=text)
            self.unread = True
            return None
        self.say("PBN361", index, text=text[:20])
        raise SectionError

    def _end(self, tree: Tree[Token], kind: str) -> None:
        if kind == "closed":
            self.calls.ending = Ending.CLOSED
            self._remarks(tree, "Auction.end")
            return
        self.calls.ending = Ending.OPEN
        if kind == "underline":
            token = tree.children[0]
            self.say("PBN371", getattr(token, "start_pos", 0) or 0, text=str(token)[:20])
        for annotation in tree.children[1:]:
            if isinstance(annotation, str):
                continue
            inner = annotation.children[0]
            if isinstance(inner, str):
                self.say("PBN372", inner.start_pos or 0, text=str(inner)[:20])
            else:
                self._remark(inner, "Auction.end")


_ANNOTATIONS: Final = frozenset({"SUFFIX", "NOTE", "NAG", "ALERT"})


def _explain(index: int, token: str, text: str, body: str, say: SectionSay) -> None:
    """Report why the grammar refused a token."""
    before = body[:index].rstrip()
    text = text[:20]
    if token in _ANNOTATIONS:
        say("PBN362", index, text=text)
    elif token in {"INSUFFICIENT", "SKIPPED"} or text[:1] == "^":
        say("PBN366", index, text=text[:2] or "^I")
    elif token == "$END":
        say("PBN366", index, text=before[-2:])
    elif "_" in before or before.endswith(("*", "+")) or token in {"ASTERISK", "PLUS"}:
        say("PBN364", index, text=text)
    elif text[:1] == "$":
        say("PBN395", index, text=text)
    else:
        say("PBN361", index, text=text)
