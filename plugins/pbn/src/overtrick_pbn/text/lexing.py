"""The lexer of the reader's grammar: one compiled pattern, and a token for everything.

Lark's contextual lexer compiles a pattern for each state of the parser and stops where none of its
terminals fits. This one matches one pattern of all terminals. Where the terminal that it finds has
no place, those that have one are tried; where none of them fits, the text becomes a `JUNK` token,
which the grammar takes, so that parsing goes on and the finding has its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lark import Token
from lark.exceptions import UnexpectedCharacters
from lark.lexer import Lexer
from lark.parsers.lalr_analysis import Shift

if TYPE_CHECKING:
    from lark.common import LexerConf
    from lark.lexer import LexerState
    from lark.parsers.lalr_parser_state import ParserState

JUNK: Final = "JUNK"

_KEPT: Final = frozenset({"ESCAPE", "FOREIGN"})
"""Ignored where somebody loads the grammar with lark's own lexer; here they have places."""

_TO_THE_END: Final = ("REST", "UNTOLD")
"""Terminals that run to the end of the section."""

_LONG: Final = frozenset({"ESCAPE", *_TO_THE_END})
"""Terminals that run to the end of a line or section; junk of them is their first character."""

MAX_STACKS: Final = 1 << 12
"""How many answers are remembered; a grammar of flat lists needs some hundreds."""

_LINE_END: Final = re.compile(r"[\r\n]")
_BLANKS: Final = re.compile(r"\s++")


class PlainToken(Token):
    """A token that is made in a third of the time, and compared as text."""

    line = column = end_line = end_column = end_pos = None

    __eq__ = str.__eq__
    __hash__ = str.__hash__


def new_token(kind: str, text: str, place: int) -> PlainToken:
    """Return a token of a terminal, with its text and the index where it begins."""
    token = str.__new__(PlainToken, text)
    token.type = kind
    token.value = text
    token.start_pos = place
    return token


Matcher = Callable[[str, int], "re.Match[str] | None"]
Stack = tuple[int, ...]


class SectionLexer(Lexer):
    """Makes the tokens of what follows a tag; lark makes one for each grammar.

    Args:
        conf: the terminals, and which are ignored.
    """

    __future_interface__ = 1

    def __init__(self, conf: LexerConf) -> None:
        # As lark has it: priority, then strings before patterns, then length.
        self._terminals = sorted(
            (t for t in conf.terminals if t.name != JUNK),
            key=lambda t: (-t.priority, t.pattern.type == "re", -t.pattern.max_width, t.name),
        )
        self._ignored = frozenset(conf.ignore) - _KEPT
        # Of the terminals that run to the end of the section each is tried only where it has a
        # place: to try one at each junk character would take the square of the section.
        self._matches: dict[frozenset[str], Matcher] = {}
        # What fits a stack of states.
        self._known: dict[Stack, _Known] = {}

    def lex(self, lexer_state: LexerState, parser_state: ParserState[Any]) -> Iterator[Token]:
        """Yield the tokens of a text; every character but white space is in one of them."""
        text = str(lexer_state.text.text)
        ignored = self._ignored
        stack = parser_state.state_stack
        place, end, unclosed = 0, len(text), 0
        while place < end:
            if place < unclosed and text[place] == '"':
                # Behind a string that is not closed all quotes of its line are escaped, so that
                # none begins a string. To try them all would take the square of the line.
                yield new_token(JUNK, '"', place)
                place += 1
                continue
            known = self._known.get((*stack,)) or self._new_known(parser_state)
            found = known.match(text, place)
            # What is parsed here follows a tag, so that it begins no line.
            kind = None if found is None else found.lastgroup
            if found is not None and kind in ignored:
                place = found.end()
                continue
            if found and kind in known.fitting and (place > 0 or kind != "ESCAPE"):
                yield new_token(kind, found[0], place)
                place = found.end()
                continue
            other = known.other(text, place)
            if other is not None and other.lastgroup is not None and (place or other[0][0] != "%"):
                yield new_token(other.lastgroup, other[0], place)
                place = other.end()
                continue
            length = 1 if found is None or kind in _LONG else found.end() - place
            if text[place] == '"':
                line = _LINE_END.search(text, place)
                unclosed = end if line is None else line.start()
            yield new_token(JUNK, text[place : place + length], place)
            place += length

    def _matcher(self, names: Iterator[str]) -> Matcher:
        known = frozenset(names)
        parts = [
            f"(?P<{t.name}>{t.pattern.to_regexp()})" for t in self._terminals if t.name in known
        ]
        return re.compile("|".join(parts) or "(?!)").match

    def _new_known(self, parser_state: ParserState[Any]) -> _Known:
        """Return what fits the parser's stack of states, and remember it."""
        if len(self._known) > MAX_STACKS:
            self._known.clear()
        stack, states = [*parser_state.state_stack], parser_state.parse_conf.states
        names = (terminal.name for terminal in self._terminals)
        fitting = frozenset(name for name in names if takes(states, [*stack], name))
        left_out = frozenset(_TO_THE_END) - fitting
        match = self._matches.get(left_out)
        if match is None:
            tried = (t.name for t in self._terminals if t.name not in left_out)
            match = self._matches[left_out] = self._matcher(tried)
        found = self._known[(*stack,)] = _Known(match, fitting, self._matcher(iter(fitting)))
        return found


class _Known(NamedTuple):
    """What fits a stack of states.

    Attributes:
        match: matches the terminals of the section.
        fitting: the terminals that the parser takes.
        other: matches these alone.
    """

    match: Matcher
    fitting: frozenset[str]
    other: Matcher


class ValueLexer(SectionLexer):
    """Makes the tokens of a tag value: of each terminal that has a place, blanks between them.

    Nothing of a value is an escape line or a comment, and what no terminal takes is no value.
    """

    def lex(self, lexer_state: LexerState, parser_state: ParserState[Any]) -> Iterator[Token]:
        """Yield the tokens of a text.

        Raises:
            UnexpectedCharacters: no terminal that has a place takes what stands there.
        """
        text = str(lexer_state.text.text)
        stack = parser_state.state_stack
        place, end = 0, len(text)
        while place < end:
            known = self._known.get((*stack,)) or self._new_known(parser_state)
            found = known.other(text, place)
            if found is not None and found.lastgroup is not None:
                yield new_token(found.lastgroup, found[0], place)
                place = found.end()
            elif (blanks := _BLANKS.match(text, place)) is not None:
                place = blanks.end()
            else:
                raise UnexpectedCharacters(text, place, 1, place + 1)  # type: ignore[no-untyped-call]  # lark has no types there


class PlacedLexer(SectionLexer):
    """The same, with line and column of each token."""

    def lex(self, lexer_state: LexerState, parser_state: ParserState[Any]) -> Iterator[Token]:
        """Yield the tokens of a text."""
        text = str(lexer_state.text.text)
        ends = [0, *(found.end() for found in re.finditer(r"\r\n?|\n", text))]
        line = 0
        for token in super().lex(lexer_state, parser_state):
            start = token.start_pos or 0
            stop = token.end_pos = start + len(token)
            while line + 1 < len(ends) and ends[line + 1] <= start:
                line += 1
            last = line
            while last + 1 < len(ends) and ends[last + 1] <= stop:
                last += 1
            token.line, token.column = line + 1, start - ends[line] + 1
            token.end_line, token.end_column = last + 1, stop - ends[last] + 1
            yield token


def takes(states: Mapping[int, Mapping[str, Any]], stack: list[int], kind: str) -> bool:
    """Return whether a parser with a stack of states shifts a terminal, reductions first.

    A reduction alone does not tell: the lookahead of LALR is that of several states together.
    """
    while True:
        action = states[stack[-1]].get(kind)
        if action is None:
            return False
        if action[0] is Shift:
            return True
        rule = action[1]
        if rule.expansion:
            del stack[-len(rule.expansion) :]
        stack.append(states[stack[-1]][rule.origin.name][1])
