"""The auction section by the grammar: the reference, and all that is reported about it.

Source: PBN 2.1 §3.5 (Auction section), §3.9 (Irregularities), §3.11 (Case sensitivity); spellings
of real programs as observed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from overtrick.model.calls import CALLS, PASS, Auction, Call, Ending, Irregularity
from overtrick_pbn.read.auction import LEGAL, PLAIN, Calls
from overtrick_pbn.text.annotations import (
    ALERT_NOTE,
    Marks,
    SectionError,
    SectionRead,
    SectionSay,
    add_mark,
    check_size,
    closed_comment,
    explain_bad_mark,
)
from overtrick_pbn.text.grammar import NotInGrammarError, parse_section

if TYPE_CHECKING:
    from lark import Token, Tree

    from overtrick.model.table import Seat


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


def fine_auction(
    first: Seat, body: str, notes: Mapping[str, str], read: SectionRead, say: SectionSay
) -> Auction | None:
    """Read an auction through the grammar, and report all that the standard has against it.

    Returns:
        The auction, or `None` where it cannot be told; the reason has been reported.

    Raises:
        SectionError: the body is no auction; the reason has been reported.
    """
    check_size(body, "Auction", say)
    try:
        tree = parse_section("auction", body)
    except NotInGrammarError as error:
        _explain(error.index, error.token, error.text, body, say)
        raise SectionError from None
    return _FineAuction(notes, read, say).read_tree(tree, first)


class _FineAuction:
    """Walks the tree of an auction."""

    def __init__(self, notes: Mapping[str, str], read: SectionRead, say: SectionSay) -> None:
        self.calls = Calls(notes, read)
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
            index = getattr(token, "start_pos", 0) or 0
            self.read.comments.append((anchor, closed_comment(text, index, self.say)))
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
                    index = getattr(token.children[0], "start_pos", 0) or 0
                    marks.comments.append(closed_comment(text, index, self.say))
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
        if text in PLAIN:
            return LEGAL[text]
        if text in LEGAL:
            self.say("PBN805", index, section="Auction")
            return LEGAL[text]
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


def _explain(index: int, kind: str, text: str, body: str, say: SectionSay) -> None:
    """Report why the grammar refused a token."""
    before = body[:index].rstrip()
    text = text[:20]
    if kind in _ANNOTATIONS:
        say("PBN362", index, text=text)
    elif kind in {"INSUFFICIENT", "SKIPPED"} or text[:1] == "^":
        say("PBN366", index, text=text[:2] or "^I")
    elif kind == "$END":
        say("PBN366", max(len(before) - 2, 0), text=before[-2:])
    elif "_" in before or before.endswith(("*", "+")) or kind in {"ASTERISK", "PLUS"}:
        say("PBN364", index, text=text)
    elif text[:1] == "$":
        say("PBN395", index, text=text)
    else:
        say("PBN361", index, text=text)
