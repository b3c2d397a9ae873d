r"""What a file's escape lines say of how its boards are to look on paper and on the screen.

The standard leaves escape lines to programs (§2.4). These are BridgeComposer's, with those of its
older versions and of programs that write for it: `%Margins 1000,1000,500,750`. A line whose name
is not in the table below stays text, and so does a value that does not fit its name.

Source: observed; for what the values mean the public program pbn-to-pdf, measured against
BridgeComposer 5.118 (see docs/reference/sources.md). Where no source tells the meaning of a
number, it is given as it stands and the docstring says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final, TypeVar

import attrs

from overtrick import Extras, ModelError
from overtrick_pbn.standard import lexis

_COLOUR: Final = re.compile(r"#([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})")
_NUMBER: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
_DECIMAL: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?", re.ASCII)
_CODE: Final = re.compile(r"0x([0-9A-Fa-f]{1,4})")
_DATE: Final = re.compile(r"0|[0-9]{4}\.[0-9]{2}\.[0-9]{2}", re.ASCII)
_IDENTIFIER: Final = re.compile(r"[^\W\d]\w*")
_WORD: Final = re.compile(r"[^\W_]+")
_QUOTED: Final = re.compile(r'"([^"]*)"')
_TWO_QUOTED: Final = re.compile(r'"([^"]*)"\s*"([^"]*)"')
_LINE: Final = re.compile(r"([A-Za-z][A-Za-z-]*)(:|(?=\s)|\Z)(.*)", re.DOTALL)
_TAG_BEHIND: Final = re.compile(rf'\[({lexis.PLAIN_NAME})\s*"[^"]*"\]\s*')


@attrs.frozen
class Colour:
    """A colour: red, green and blue, each 0 to 255.

    Example:
        >>> str(Colour(255, 192, 0))
        '#ffc000'
    """

    red: int
    green: int
    blue: int

    def __str__(self) -> str:
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


@attrs.frozen
class BoardsPerPage:
    """How many boards stand on a page.

    Attributes:
        count: 1 or more.
        fit: whether `fit` stands before the number; pbn-to-pdf then takes 2 and more for columns.
    """

    count: int
    fit: bool = False


@attrs.frozen
class Margins:
    """The margins of a page, in thousandths of an inch, in the order of the line."""

    top: int
    bottom: int
    right: int
    left: int


@attrs.frozen
class Paper:
    """The paper.

    Attributes:
        first: the first number; no source tells its meaning, and it is 1 in all files seen.
        width: in tenths of a millimetre; 0 where the printer's paper is meant.
        height: likewise.
        last: the fourth number, `None` where there is none; no source tells its meaning.
    """

    first: int
    width: int
    height: int
    last: int | None = None


@attrs.frozen
class Font:
    """A font for one part of the page.

    Attributes:
        family: its name.
        size: in points.
        weight: 400 is regular, 700 bold; 0 to 1000.
        italic: whether it slants.
    """

    family: str
    size: int
    weight: int = 400
    italic: bool = attrs.field(default=False, converter=bool)


@attrs.frozen
class Words:
    """Words that switch something on, such as those of `%BCOptions`.

    Of BridgeComposer's options a source tells these: `Float`, `Justify` (both edges), `ShowHCP`,
    `Center` (the board below its commentary), `TwoColAuctions` (two columns where one side passes
    throughout) and `PageHeader` (the event in the top margin).
    """

    words: tuple[str, ...] = ()

    def __contains__(self, word: object) -> bool:
        return word in self.words

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)


DirectiveValue = (
    str | BoardsPerPage | Margins | Paper | Font | Words | tuple[str | int | Colour, ...]
)
"""The value of a directive; a tuple has the parts of the line in their order.

`%PipColors` has the colours of spades, hearts, diamonds and clubs; `%CardTableColors` those of the
table, its letters and a card that has been played. `%PipFont` has the font's name, a label, the
character set (2 for Windows' symbol fonts) and the characters of spades, hearts, diamonds and
clubs: that this is their order is seen from the fonts, as the code 0xA7 is a club in Symbol.
`%Translate` has words and what stands for them, `%HtmlSpades` and its like a word such as `entity`
and a picture's address. No source tells the two colours of `%ScoreTableColors` apart, nor the two
numbers of `%GutterSize` (in thousandths of an inch), nor what the number of `%HtmlNavBar` measures.
"""

ValueT = TypeVar("ValueT", bound=DirectiveValue)


@attrs.frozen
class Directive:
    """One escape line that has the form of a directive.

    Attributes:
        name: such as `Font`.
        key: what stands behind the name's colon: `CardTable` in `%Font:CardTable`, `0,2` in
            `%PageFooter:0,2`.
        text: the rest of the line as it stands.
        value: what it says; `None` where the name is not known or the text does not fit it.
        fault: why the text does not fit; `None` where it does or the name is not known.
    """

    name: str
    key: str
    text: str
    value: DirectiveValue | None = None
    fault: str | None = None

    @property
    def is_known(self) -> bool:
        """Whether the name is in the table of directives."""
        return self.name in FORMS

    def __str__(self) -> str:
        colon = ":" if self.key or self.name in _WITH_COLON else ""
        return f"{self.name}{colon}{self.key}{self.text and f' {self.text}'}"


@attrs.frozen
class Footer:
    r"""A cell of the lines below a page.

    Attributes:
        row: the line, from 0.
        column: 0 at the left margin, 1 in the middle, 2 at the right margin.
        text: with `\\n` for a line end, and these signs: `%D` the title's date, spelt out; `%s`
            its site; `%e` its event; `%t` its set number; `%n` the page's number; `%N` how many
            pages there are; `%P` the file's folder; `%%` a percent sign.
    """

    row: int
    column: int
    text: str


@attrs.frozen(kw_only=True)
class Title:
    """What the `%HRTitle...` lines put at the head of a hand record.

    Attributes:
        event: the event.
        date: as `2023.10.17`; `None` where the line says 0, that is, no date.
        site: the site.
        set_id: the number of the set of boards.
        set_id_prefix: with what such numbers begin.
    """

    event: str | None = None
    date: str | None = None
    site: str | None = None
    set_id: str | None = None
    set_id_prefix: str | None = None


@attrs.frozen
class Directives:
    r"""The directives of a file; of a name that stands twice the last line counts.

    Attributes:
        lines: all of them in the order of the file, those of unknown names too.

    Example:
        >>> from overtrick import loads
        >>> boards = loads('% PBN 2.1\n%Margins 1000,1000,500,750\n%ShowCardTable x\n%My line\n\n'
        ...                '[Board "1"]', format="pbn")
        >>> found = directives(boards.header)
        >>> found.margins.right, [line.fault for line in found.lines]
        (500, [None, 'not a whole number: x', None])
        >>> [str(line) for line in found.lines if not line.is_known]
        ['My line']
    """

    lines: tuple[Directive, ...] = ()

    def value(self, name: str, kind: type[ValueT], key: str = "") -> ValueT | None:
        """Return what a directive says, `None` where there is none or it does not fit.

        Args:
            name: the directive's name, without the percent sign.
            kind: the class of its value.
            key: what stands behind its colon.
        """
        for line in reversed(self.lines):
            if line.name == name and line.key == key and isinstance(line.value, kind):
                return line.value
        return None

    def number(self, name: str) -> int | None:
        """Return the number of a directive that has one, such as `ShowBoardLabels`."""
        found = self.value(name, tuple)
        return found[0] if found is not None and len(found) == 1 else None

    @property
    def options(self) -> Words:
        """The words of `%BCOptions`; none where there is no such line."""
        return self.value("BCOptions", Words) or Words()

    @property
    def boards_per_page(self) -> BoardsPerPage | None:
        """How many boards stand on a page."""
        return self.value("BoardsPerPage", BoardsPerPage)

    @property
    def margins(self) -> Margins | None:
        """The margins of a page."""
        return self.value("Margins", Margins)

    @property
    def gutter(self) -> tuple[int, ...] | None:
        """The space between boards: two numbers, in thousandths of an inch."""
        return self.value("GutterSize", tuple)

    @property
    def paper(self) -> Paper | None:
        """The paper."""
        return self.value("PaperSize", Paper)

    @property
    def fonts(self) -> Mapping[str, Font]:
        """The fonts by what they are for: `CardTable`, `Commentary`, `Diagram`, `Event`, ..."""
        return {
            line.key: line.value
            for line in self.lines
            if line.name == "Font" and isinstance(line.value, Font)
        }

    @property
    def pip_colours(self) -> tuple[Colour, ...] | None:
        """The colours of spades, hearts, diamonds and clubs."""
        return self.value("PipColors", tuple)

    @property
    def footers(self) -> tuple[Footer, ...]:
        """The cells below a page, line by line and from left to right."""
        cells: dict[tuple[int, int], str] = {}
        for line in self.lines:
            if line.name == "PageFooter" and isinstance(line.value, str):
                row, column = map(int, line.key.split(","))
                cells[row, column] = line.value
        return tuple(Footer(row, column, text) for (row, column), text in sorted(cells.items()))

    @property
    def translations(self) -> Mapping[str, str]:
        """The words that stand for others."""
        return {
            str(line.value[0]): str(line.value[1])
            for line in self.lines
            if line.name == "Translate" and isinstance(line.value, tuple)
        }

    @property
    def title(self) -> Title:
        """What stands at the head of a hand record."""
        date = self.value("HRTitleDate", str)
        return Title(
            event=self.value("HRTitleEvent", str),
            date=None if date == "0" else date,
            site=self.value("HRTitleSite", str),
            set_id=self.value("HRTitleSetID", str),
            set_id_prefix=self.value("HRTitleSetIDPrefix", str),
        )


def directives(extras: Extras) -> Directives:
    """Return the directives among the escape lines at the head of a file, or in a game.

    Args:
        extras: what the reader found there: `BoardSet.header` for the file's, `Board.extras`
            for those of one game, as files have that were joined from several.

    Source: PBN 2.1 §2.4 (Escape mechanism); what the lines say is no part of the standard.
    """
    lines = extras.get("pbn:escapes")
    found = []
    for line in lines if isinstance(lines, tuple) else ():
        # In a game the place of each line stands before its text.
        text = line[-1] if isinstance(line, tuple) and line else line
        directive = parse_directive(text) if isinstance(text, str) else None
        if directive is not None:
            found.append(directive)
    return Directives(tuple(found))


def parse_directive(text: str) -> Directive | None:
    """Read an escape line as a directive.

    Args:
        text: the line without its percent sign.

    Returns:
        The directive; `None` for a line that has not the form of one, such as a comment, which
        has a blank behind its percent sign.

    Example:
        >>> parse_directive('Font:Event "Georgia",20,700,0').value
        Font(family='Georgia', size=20, weight=700, italic=False)
        >>> parse_directive("BoardsPerPage many").fault
        'not a whole number: many'
        >>> parse_directive(" a comment") is None
        True
    """
    match = _LINE.fullmatch(text)
    if match is None:
        return None
    name, colon, rest = match.groups()
    key = ""
    if colon and name not in _WITH_COLON:
        key, _, rest = rest.partition(" ")
    rest = rest.removeprefix(" ")
    form = FORMS.get(name)
    if form is None:
        return Directive(name, key, rest)
    behind = tag_behind(rest)
    try:
        _check_key(name, key)
        return Directive(name, key, rest, form(rest if behind is None else rest[: behind[0]]))
    except ModelError as error:
        return Directive(name, key, rest, fault=str(error))


def tag_behind(text: str) -> tuple[int, str] | None:
    """Return where a tag stands at the end of a known directive's text, and its name.

    A program forgot a line end there; all of the line is an escape, so the tag is not read.

    Example:
        >>> tag_behind('2000,1000,2000,1000[Event "Cup"]')
        (19, 'Event')
    """
    start = text.rfind("[")
    match = None if start < 0 else _TAG_BEHIND.fullmatch(text, start)
    return None if match is None else (start, match[1])


def _check_key(name: str, key: str) -> None:
    pattern = _KEYS.get(name)
    if pattern is None:
        if key:
            msg = f"nothing stands behind a colon here: {key}"
            raise ModelError(msg)
    elif not re.fullmatch(pattern, key):
        msg = f"not what may stand behind the colon: {key or 'nothing'}"
        raise ModelError(msg)


def _matched(pattern: re.Pattern[str], text: str, wanted: str) -> re.Match[str]:
    """Return the match of a text without its blanks, or raise `ModelError`."""
    word = text.strip()
    match = pattern.fullmatch(word)
    if match is None:
        msg = f"not {wanted}: {word[:40]}"
        raise ModelError(msg)
    return match


def _whole(text: str, least: int = 0, most: int = 999_999_999) -> int:
    number = int(_matched(_NUMBER, text, "a whole number")[0])
    if not least <= number <= most:
        msg = f"{number} is not in {least} to {most}"
        raise ModelError(msg)
    return number


_positive: Final = partial(_whole, least=1)
_bit: Final = partial(_whole, most=1)


def _decimal(text: str) -> str:
    return _matched(_DECIMAL, text, "a number")[0]


def _colour(text: str) -> Colour:
    match = _matched(_COLOUR, text, "a colour such as #ff0000")
    return Colour(*(int(part, 16) for part in match.groups()))


def _code(text: str) -> int:
    return int(_matched(_CODE, text, "a character's code such as 0xAA")[1], 16)


def _in_quotes(text: str) -> str:
    return _matched(_QUOTED, text, "a text in quotes")[1]


def _identifier(text: str) -> str:
    return _matched(_IDENTIFIER, text, "a word")[0]


def _together(*parts: str | int | Colour) -> tuple[str | int | Colour, ...]:
    return parts


def _row(
    make: Callable[..., DirectiveValue], *parts: Callable[[str], object], least: int | None = None
) -> Callable[[str], DirectiveValue]:
    """Return what reads parts with commas between them, commas in quotes apart.

    Args:
        make: makes the value of the parts.
        parts: what reads each of them.
        least: how many of them a line has at least; all if not given.
    """
    counts = range(len(parts) if least is None else least, len(parts) + 1)

    def read(text: str) -> DirectiveValue:
        words = re.findall(r'(?:"[^"]*"|[^,"])+|(?<=,)(?=,|\Z)', text)
        if len(words) not in counts:
            wanted = " or ".join(map(str, counts))
            msg = f"{len(words)} values in place of {wanted}: {text.strip()[:40]}"
            raise ModelError(msg)
        # The last parts may be left out.
        return make(*(part(word) for part, word in zip(parts, words, strict=False)))

    return read


def _number(text: str) -> tuple[int]:
    return (_whole(text),)


def _switch(text: str) -> tuple[int]:
    return (_bit(text),)


def _boards_per_page(text: str) -> BoardsPerPage:
    head, comma, count = text.strip().partition(",")
    if comma and head.strip().lower() == "fit":
        return BoardsPerPage(_positive(count), fit=True)
    return BoardsPerPage(_positive(text))


def _translation(text: str) -> tuple[str, ...]:
    return _matched(_TWO_QUOTED, text, "two texts in quotes").groups()


def _words(text: str) -> Words:
    return Words(tuple(_matched(_WORD, word, "a word")[0] for word in text.split()))


def _word(text: str) -> Words:
    return Words((_matched(_WORD, text, "one word")[0],))


def _title(text: str) -> str:
    """Read a text with its quotes, or without as some programs write it."""
    word = text.strip()
    return _in_quotes(word) if '"' in word else word


def _date(text: str) -> str:
    return _matched(_DATE, _title(text), "a date such as 2023.10.17, nor 0")[0]


_picture: Final = _row(_together, _identifier, _in_quotes)

FORMS: Final[Mapping[str, Callable[[str], DirectiveValue]]] = {
    "BCOptions": _words,
    "BidAndCardSpacing": _word,
    "BoardsPerPage": _boards_per_page,
    "CardTableColors": _row(_together, *[_colour] * 3),
    "Center": _switch,
    "Content-type": str.strip,
    "Created": str.strip,
    "Creator": str.strip,
    "DDAFormat": _number,
    "DefaultPagination": _number,
    "EventSpacing": _number,
    "Float": _switch,
    "Font": _row(Font, _in_quotes, _positive, partial(_whole, most=1000), _bit),
    "GutterLines": _number,
    "GutterSize": _row(_together, _whole, _whole),
    "HRTitleDate": _date,
    "HRTitleEvent": _title,
    "HRTitleLogo": _title,
    "HRTitleSetID": _title,
    "HRTitleSetIDPrefix": _title,
    "HRTitleSite": _title,
    "HtmlClubs": _picture,
    "HtmlDiamonds": _picture,
    "HtmlHearts": _picture,
    "HtmlNavBar": _row(_together, _decimal, _colour),
    "HtmlSpades": _picture,
    "JustifyText": _switch,
    "Margins": _row(Margins, *[_whole] * 4),
    "PageFooter": _in_quotes,
    "PageFooterFirstPageNumber": _number,
    "PageHeader": _switch,
    "PageOrientation": _number,
    "PaperSize": _row(Paper, *[_whole] * 4, least=3),
    "ParaIndent": _number,
    "PipColors": _row(_together, *[_colour] * 4),
    "PipFont": _row(_together, _in_quotes, _in_quotes, partial(_whole, most=255), *[_code] * 4),
    "PlayFormat": _number,
    "ScoreTable": _words,
    "ScoreTableColors": _row(_together, *[_colour] * 2),
    "SectionSpacing": _row(_together, *[_whole] * 3),
    "SelectedBoard": _number,
    "ShowBoardLabels": _number,
    "ShowCardTable": _number,
    "TSTCustomSortOrder": _word,
    "TSTReport": _word,
    "TSTReportOrder": _word,
    "TSTReportShade": _word,
    "Translate": _translation,
    "UseCardTableFontSize": _switch,
    "center": _switch,
    "float": _switch,
    "sourcefilename": str.strip,
}
"""The directives that are known, each with what reads its value."""

_KEYS: Final = {"Font": "[A-Za-z]+", "PageFooter": "[0-9]{1,2},[0-2]"}
_WITH_COLON: Final = frozenset({"Content-type", "Created", "Creator"})
