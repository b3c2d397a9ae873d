"""The lexer of the reader's grammar: one compiled pattern, and a token for everything.

Lark's contextual lexer compiles a pattern for each state of the parser and stops where none of its
terminals fits. This one matches one pattern of all terminals. Where the terminal that it finds has
no place, those that have one are tried; where none of them fits, the text becomes a `JUNK` token,
which the grammar takes, so that parsing goes on and the finding has its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from lark import Token
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
        self._matches = {
            long: self._matcher(
                t.name for t in self._terminals if t.name in long or t.name not in _TO_THE_END
            )
            for long in ((), *((kind,) for kind in _TO_THE_END), _TO_THE_END)
        }
        # What fits a stack of states, and the pattern of the terminals that do.
        self._fits: dict[tuple[Stack, str], bool] = {}
        self._others: dict[Stack, Matcher] = {}

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
                yield Token(JUNK, '"', place)
                place += 1
                continue
            states = (*stack,)
            long = (*(kind for kind in _TO_THE_END if self._is_fit(parser_state, states, kind)),)
            found = self._matches[long](text, place)
            # What is parsed here follows a tag, so that it begins no line.
            kind = None if found is None else found.lastgroup
            if found is not None and kind in ignored:
                place = found.end()
                continue
            is_placed = kind is not None and (place > 0 or kind != "ESCAPE")
            if found and kind and is_placed and self._is_fit(parser_state, states, kind):
                yield Token(kind, found[0], place)
                place = found.end()
                continue
            other = self._other(parser_state)(text, place)
            if other is not None and other.lastgroup is not None and (place or other[0][0] != "%"):
                yield Token(other.lastgroup, other[0], place)
                place = other.end()
                continue
            length = 1 if found is None or kind in _LONG else found.end() - place
            if text[place] == '"':
                line = _LINE_END.search(text, place)
                unclosed = end if line is None else line.start()
            yield Token(JUNK, text[place : place + length], place)
            place += length

    def _matcher(self, names: Iterator[str]) -> Matcher:
        known = frozenset(names)
        parts = [
            f"(?P<{t.name}>{t.pattern.to_regexp()})" for t in self._terminals if t.name in known
        ]
        return re.compile("|".join(parts) or "(?!)").match

    def _is_fit(self, parser_state: ParserState[Any], stack: Stack, kind: str) -> bool:
        """Return whether the parser takes a terminal; the answer is remembered."""
        found = self._fits.get((stack, kind))
        if found is None:
            if len(self._fits) > MAX_STACKS:
                self._fits.clear()
            found = takes(parser_state.parse_conf.states, list(stack), kind)
            self._fits[stack, kind] = found
        return found

    def _other(self, parser_state: ParserState[Any]) -> Matcher:
        """Return what matches the terminals that the parser takes."""
        key = (*parser_state.state_stack,)
        matcher = self._others.get(key)
        if matcher is None:
            if len(self._others) > MAX_STACKS:
                self._others.clear()
            states = parser_state.parse_conf.states
            names = (t.name for t in self._terminals if takes(states, list(key), t.name))
            matcher = self._others[key] = self._matcher(names)
        return matcher


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
