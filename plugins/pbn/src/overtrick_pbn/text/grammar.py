"""The lark grammar of sections, built once a process: LALR, never Earley.

`sections.lark` reads the inside of a section token by token. All that lark raises is turned into
one exception of ours, in one place.
"""

from __future__ import annotations

import functools

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken


class NotInGrammarError(Exception):
    """A text that the grammar has no place for.

    Attributes:
        index: where, 0-based, in the text that was parsed.
        token: the type of the token that cannot stand there; empty if it is no token.
        text: the token, or the run of characters up to the next white space.
    """

    def __init__(self, index: int, token: str, text: str) -> None:
        super().__init__(index, token, text)
        self.index = index
        self.token = token
        self.text = text


@functools.cache
def section_parser(start: str) -> Lark:
    """Return the parser of `sections.lark` that begins with a rule: auction, play or section.

    Each rule has a parser of its own: in a shared one LALR would merge the states behind a
    comment, and the lexer could no longer tell a call from a section element.
    """
    return Lark.open(
        "sections.lark",
        rel_to=__file__,
        parser="lalr",
        start=start,
        keep_all_tokens=True,
    )


def parse_section(start: str, text: str) -> Tree[Token]:
    """Return the tree of a section's body, by the rule `auction`, `play` or `section`.

    Raises:
        NotInGrammarError: the body is not one by the grammar.
    """
    return _parse(section_parser(start), text)


def _parse(parser: Lark, text: str) -> Tree[Token]:
    try:
        return parser.parse(text)
    except UnexpectedCharacters as error:
        index = _index(error)
        words = text[index : index + 80].split(maxsplit=1)
        raise NotInGrammarError(index, "", words[0] if words else "") from None
    except UnexpectedToken as error:
        token = error.token
        if token.type == "$END":
            raise NotInGrammarError(len(text.rstrip()), "$END", "") from None
        raise NotInGrammarError(token.start_pos or 0, token.type, str(token)) from None
    except UnexpectedInput as error:
        raise NotInGrammarError(_index(error), "", "") from None


def _index(error: UnexpectedInput) -> int:
    # Lark declares the attribute as None and sets a number.
    index: int | None = getattr(error, "pos_in_stream", None)
    return index or 0
