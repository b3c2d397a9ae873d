"""Cutting a file into games and these into tags in one step, where games have the form of others.

A form is a sequence of tags, each of them written as export format writes it. The games of a file
have few of them; a pattern of each is made once, and takes a game of that form at the place where
it begins, up to the tag that begins the next: in 2 µs in place of 12. What it gives is what
`cut_game` gives, to the letter; games that it does not take are cut as ever.

Source: PBN 2.1 §3 (Game layout), §3.3 (Tag pair).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.plan import is_table_name, plan_of
from overtrick_pbn.standard.tags import SECTIONS
from overtrick_pbn.text.cut import Cut
from overtrick_pbn.text.encoding import LATIN_1, UTF_8, decode
from overtrick_pbn.text.games import WINDOW, Run
from overtrick_pbn.text.scanners import plain_tag
from overtrick_pbn.text.syntax import Game, new_game

_STANDS: Final = '"##'
_MOST_TAGS: Final = 80  # the standard has fewer; each is a group of the pattern
_MOST_FORMS: Final = 8  # so many of a file are tried on a game at the most
_FEW: Final = 3  # remarks behind so many tags are at places of their own
_SHAPES: Final = 256  # so many are counted at a time
_ENOUGH: Final = 12  # so many games of a shape, and it is given its pattern
_PATIENCE: Final = 48  # so many games that are not taken, and it is tried on few only
_NEXT: Final = '\n[Board "'
_NEXT_CRLF: Final = '\r\n[Board "'

# What stands between tags, less all that could reach over the next one: no string, tag, or comment
# up to the end of the line.
_CELL: Final = r'[^\[{;"%<\x00- ]'
_CELLS: Final = r'[^\[{;"%<\x00-\x08\x0a-\x1f]++'


_NOTE: Final = re.compile(plain_tag("Note", lexis.PLAIN_STRING).replace("(Note)", "Note", 1))


class Shape(NamedTuple):
    """What games have in common that one pattern takes.

    Attributes:
        names: the names of their tags in order, without notes.
        newline: their line end.
        remarked: the places of the tags besides sections and tables that more than a line end may
            follow: where it did in the game that the shape was learned from, or all.
        is_led: whether comments or escape lines stand before their first tag.
    """

    names: tuple[str, ...]
    newline: str
    remarked: tuple[int, ...]
    is_led: bool


def _has_elements(name: str) -> bool:
    """Return whether section elements follow a tag, by its name."""
    return name in SECTIONS or is_table_name(name)


def shape_of(cut: Cut) -> Shape | None:
    """Return the shape of a game, `None` where no pattern can take it."""
    if not cut.is_canonical or not cut.names:
        return None
    bodies = cut.bodies
    newline = "\r\n" if bodies[0][-2:] == "\r\n" else "\n"
    names: list[str] = []
    remarked: list[int] = []
    last = len(bodies) - 1
    for place, (name, body) in enumerate(zip(cut.names, bodies, strict=True)):
        is_bare = body == newline if place < last else body.isspace()
        if name != "Note":
            if not is_bare and not _has_elements(name):
                remarked.append(len(names))
            names.append(name)
        elif not names or names[-1] not in SECTIONS:
            return None
    if len(names) > _MOST_TAGS or len({*names}) != len(names):
        return None
    if cut.prefix and (cut.prefix[-1] != "\n" or cut.prefix[0] not in "%{;"):
        return None
    if len(remarked) > _FEW:
        remarked = [place for place, name in enumerate(names) if not _has_elements(name)]
    return Shape(tuple(names), newline, tuple(remarked), bool(cut.prefix))


class Form:
    """The pattern of one shape, with what its groups are.

    Attributes:
        names: the names of the tags in order.
        plan: where their values go.
        values: takes the values of the tags.
        bodied: name and place of each tag that section elements follow, and its group.
        is_bare: whether there is nothing but tags, so that the groups are their values, and behind
            them the empty lines.
        is_led: whether the first group is what stands before the first tag.
        match: takes a game at an index of a text.

    Args:
        shape: what it takes.
    """

    __slots__ = (
        "_bare",
        "_bodies",
        "_end_of_note",
        "_notes",
        "_others",
        "bodied",
        "is_bare",
        "is_led",
        "match",
        "names",
        "plan",
        "values",
    )

    def __init__(self, shape: Shape) -> None:
        newline = re.escape(shape.newline)
        inner = r"[^}\[\r]++" if shape.newline == "\n" else r"[^}\[\r\n]++|\r\n"
        # What looks like a tag divides a game even within a comment, until it is looked at closely.
        comment = rf'\{{(?:{inner}|\[(?!{lexis.PLAIN_NAME} "))*+\}}|;[^\[\r\n]*+'
        rest = rf"(?:{_CELLS}|{comment})*+{newline}"
        escape = rf"%[^\[{{\r\n]*+{newline}"
        # Nothing behind a tag, and lines of plain words, are found at once.
        words = rf"(?:{_CELL}{_CELLS}{newline})++"
        line = rf"(?<=\n){escape}|(?!(?<=\n)[ \t]*+{newline}){rest}"
        body = rf"(?>{newline}(?=\[)|(?:{words}|{line})++)"
        note = rf"\[Note {lexis.PLAIN_STRING}\]{body}"
        lead = rf"(?:{escape}|(?:{comment})(?:[ \t]++|{comment})*+{newline})"
        parts = [f"({lead}++)"] if shape.is_led else []
        values: list[int] = []
        bodies: list[int] = []
        notes: list[tuple[int, int]] = []
        places: list[int] = []
        count = len(parts)
        for place, name in enumerate(shape.names):
            # A backslash stands in the widths of a table's columns, and hardly anywhere else.
            string = lexis.PLAIN_STRING if _has_elements(name) else lexis.BARE_STRING
            tag = plain_tag(name, string).replace(f"({name})", name, 1)
            values.append(count)
            count += 1
            if _has_elements(name) or place in shape.remarked:
                places.append(place)
                bodies.append(count)
                count += 1
                tag += f"({body})"
            else:
                tag += newline
            if name in SECTIONS:
                notes.append((place + 1, count))
                count += 1
                tag += f"((?:{note})*+)"
            parts.append(tag)
        end = rf'((?:[ \t]*+{newline})++)(?=\[{lexis.PLAIN_NAME} "|{lead}++\[{lexis.PLAIN_NAME} ")'
        self.match: Callable[[str, int], re.Match[str] | None]
        self.match = re.compile("".join(parts) + end).match
        self.names = [*shape.names]
        self.plan = plan_of(shape.names)
        self.is_bare = not bodies and not shape.is_led
        self.is_led = shape.is_led
        take = itemgetter(*values)
        # Of one thing alone there is no tuple.
        self.values: Callable[[tuple[str, ...]], tuple[str, ...]]
        self.values = take if len(values) > 1 else lambda groups: (take(groups),)
        self.bodied = tuple(
            (shape.names[place], place, group)
            for place, group in zip(places, bodies, strict=True)
            if _has_elements(shape.names[place])
        )
        self._others = tuple(
            (shape.names[place], place, group)
            for place, group in zip(places, bodies, strict=True)
            if not _has_elements(shape.names[place])
        )
        self._bodies = tuple(zip(places, bodies, strict=True))
        self._notes = notes
        self._end_of_note = f'"]{shape.newline}'
        self._bare = [shape.newline] * len(shape.names)

    def noted(
        self, groups: tuple[str, ...]
    ) -> dict[str, tuple[Sequence[str], Sequence[str] | None]]:
        """Return the values of the notes behind each section, and what follows each.

        `None` in place of the latter where nothing does.
        """
        return {
            self.names[at - 1]: self._apart(groups[group])
            for at, group in self._notes
            if groups[group]
        }

    def _apart(self, notes: str) -> tuple[Sequence[str], Sequence[str] | None]:
        """Return the values of notes, and what follows each; `None` where nothing does."""
        values = notes.split('"')[1::2]
        if notes.count(self._end_of_note) == notes.count("\n") == len(values):
            # Their strings hold no quotes, and there is nothing else.
            return values, None
        parts = _NOTE.split(notes)
        return parts[1::2], parts[2::2]

    def others(self, groups: tuple[str, ...]) -> list[tuple[str, int, str]]:
        """Return name, place and body of the tags that no elements follow, but other things.

        What stands before the first tag has the place -1.
        """
        bare = self._bare[0]
        found = [
            (name, place, groups[group])
            for name, place, group in self._others
            if groups[group] != bare
        ]
        if self.is_led:
            found.insert(0, ("", -1, groups[0]))
        return found

    def cut(self, groups: tuple[str, ...]) -> Cut:
        """Return the tags of a game that the pattern took."""
        names, plan = self.names, self.plan
        bodies = self._bare.copy()
        is_bare = True
        if not self.is_bare:
            bare = bodies[0]
            for place, group in self._bodies:
                body = groups[group]
                if body != bare:
                    bodies[place] = body
                    is_bare = is_bare and body.isspace()
            values = [*self.values(groups)]
            # How many notes there are is different in each game. Their strings hold no quotes.
            noted = [
                (at, *self._apart(groups[group])) for at, group in self._notes if groups[group]
            ]
            if noted:
                names = names.copy()
                for at, notes, behind in reversed(noted):
                    names[at:at] = ["Note"] * len(notes)
                    values[at:at] = notes
                    bodies[at:at] = [bare] * len(notes) if behind is None else behind
                    is_bare = is_bare and behind is None
                plan = plan_of(tuple(names))
        else:
            values = [*groups]
            values.pop()
        bodies[-1] += groups[-1]
        prefix = groups[0] if self.is_led else ""
        return Cut(prefix, names, values, bodies, is_bare=is_bare and not prefix, plan=plan)


_FORMS: Final[dict[Shape, Form]] = {}
_LATEST: Final[deque[Form]] = deque(maxlen=_MOST_FORMS)
_SEEN: Final[dict[Shape, int]] = {}
_MOST_KNOWN: Final = 256


def form_of(shape: Shape) -> Form:
    """Return the form of a shape; those of other files are remembered."""
    form = _FORMS.get(shape)
    if form is None:
        form = Form(shape)
        if len(_FORMS) >= _MOST_KNOWN:
            _FORMS.clear()
        _FORMS[shape] = form
    return form


class Forms:
    """Takes the games of one file in runs; it learns their forms from those cut one by one."""

    def __init__(self) -> None:
        self._forms: list[Form] = []
        # How many games were not taken; each that was taken makes up for four.
        self._vain = 0
        self._run: Games | None = None
        # The first game is tried on forms of other files, which are often of the same program.
        self._is_new = True

    def learn(self, cut: Cut) -> None:
        """Look at a game that was read by itself; such games may come again."""
        run, self._run = self._run, None
        self._vain += 1
        if run is not None:
            self._vain = max(self._vain - 4 * run.count, 0)
        if self._is_tired():
            return
        shape = shape_of(cut)
        if shape is None:
            return
        if shape not in _FORMS:
            # A pattern takes as long as reading some fifty games, so it should serve for many.
            count = _SEEN.get(shape, 0) + 1
            if len(_SEEN) >= _SHAPES:
                _SEEN.clear()
            _SEEN[shape] = count
            if count < _ENOUGH:
                return
        form = form_of(shape)
        if form not in _LATEST:
            _LATEST.appendleft(form)
        if form not in self._forms:
            self._forms.insert(0, form)
            del self._forms[_MOST_FORMS:]

    def __call__(self, data: bytes, begin: int, is_last: bool) -> Games | None:
        """Return the games from a place on, as far as they are taken; they are cut one by one.

        `is_last` is whether the data are the last of the file.
        """
        forms = [*_LATEST] if self._is_new else self._forms
        self._is_new = False
        if not forms or self._is_tired() or begin == len(data):
            return None
        view = memoryview(data)[begin : begin + WINDOW]
        is_utf8 = True
        try:
            text = str(view, UTF_8)
        except UnicodeDecodeError as error:
            # A character that the window's end cuts is left.
            is_utf8 = error.start > len(view) - 4
            text = str(view[: error.start], UTF_8) if is_utf8 else str(view, LATIN_1)
            is_last = is_last and not is_utf8
        size = len(text)
        if is_last and begin + WINDOW >= len(data) and text[-1] == "\n":
            # A game ends where the next one begins, so one is put behind the last.
            text += _NEXT_CRLF if text[-2:] == "\r\n" else _NEXT
        for form in forms:
            match = form.match(text, 0)
            if match is not None:
                break
        else:
            return None
        if _STANDS in match[0]:
            return None
        if not self._forms:
            self._forms.append(form)
        self._run = Games(self._forms, text, size, is_utf8=is_utf8)
        return self._run

    def _is_tired(self) -> bool:
        """Return whether games are passed by: where many were not taken, one in eight is tried."""
        return self._vain > _PATIENCE and bool(self._vain & 7)


class Games(Run):
    """Games that are taken one by one while somebody goes through them.

    Its size and its lines are those of the games so far.
    """

    __slots__ = ("_end", "_forms", "_is_utf8", "_text")

    def __init__(self, forms: list[Form], text: str, end: int, *, is_utf8: bool) -> None:
        super().__init__(0, 0, 0, "")
        # What stands behind it is no part of the file.
        self._end = end
        # Other text has a character for each byte, whatever they mean.
        self._is_utf8 = is_utf8
        self._forms = forms
        self._text = text

    def __iter__(self) -> Iterator[tuple[Game, Cut]]:
        return map(Taken.pair, self.taken())

    def taken(self) -> Iterator[Taken]:
        """Yield the games as they were taken."""
        text, forms = self._text, self._forms
        is_single = not self._is_utf8 or text.isascii()
        encoding = UTF_8
        begin = 0
        while True:
            for form in forms:
                match = form.match(text, begin)
                if match is not None:
                    break
            else:
                return
            if form is not forms[0]:
                forms.remove(form)
                forms.insert(0, form)
            end = match.end()
            groups = match.groups()
            if end > self._end:
                groups = (*groups[:-1], groups[-1][: self._end - end])
                end = self._end
            piece = text[begin:end]
            if _STANDS in piece:
                # What games hand down may change with it.
                return
            if not self._is_utf8:
                meant, encoding = decode(piece.encode(LATIN_1), self.declared)
                if meant != piece:
                    return
            line, offset = self.line + self.lines, self.offset + self.size
            self.lines += piece.count("\n")
            self.size += end - begin if is_single else len(piece.encode())
            self.count += 1
            begin = end
            yield Taken((form, groups, piece, line, offset, encoding))


class Taken(tuple[Form, tuple[str, ...], str, int, int, str]):
    """A game that a form took: form, groups, text, line and offset in the file, encoding."""

    __slots__ = ()

    def pair(self) -> tuple[Game, Cut]:
        """Return the game and its tags."""
        form, groups, text, line, offset, encoding = self
        return new_game(text, line, offset, encoding), form.cut(groups)
