"""Fix a file: show the changes first, then return the new bytes."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

import attrs

from overtrick import Board, Diagnostic, PluginError, PluginManager, board_to_dict
from overtrick.plugin import (
    Compression,
    FixerSpec,
    FormatSpec,
    apply_fixes,
    compressing,
    compression_of,
    decode_line,
    fix_file,
    fixing_rules,
    json_text,
    make_fixes,
    open_source,
    printable,
    unpacked_name,
)
from overtrick_cli.commands import unified
from overtrick_web.boards.findings import Finding, Findings
from overtrick_web.boards.reading import LIMITS, Reading, read
from overtrick_web.errors import RefusedError, WebError

MOST_HUNKS: Final = 200
"""The maximum number of hunks shown of a diff; the others are counted."""

MOST_LINES: Final = 2_000
"""The maximum number of lines shown of a diff; the rest is cut."""

MOST_BOARDS: Final = 50
"""The maximum number of changed boards shown field by field; the others are counted."""

_LONGEST: Final = 400


class NothingToFixError(WebError):
    """There is nothing to fix: no fixer, no fix, or none left."""


@attrs.frozen(kw_only=True)
class FixRequest:
    """The requested fixes: all, all of a code, or a single finding.

    Attributes:
        code: the code, `None` for all.
        number: the number of the finding in `Findings`, `None` for all.

    Raises:
        ValueError: a code and a number.
    """

    code: str | None = None
    number: int | None = None

    def __attrs_post_init__(self) -> None:
        """Raise if both a code and a number are given."""
        if self.code is not None and self.number is not None:
            msg = "fix one finding, or all of a code"
            raise ValueError(msg)

    def wants(self, finding: Finding) -> bool:
        """Return whether the request includes a finding."""
        if self.number is not None:
            return finding.number == self.number
        return self.code is None or finding.diagnostic.code == self.code


EVERYTHING: Final = FixRequest()
"""Everything that has one right answer."""


@attrs.frozen(kw_only=True)
class Line:
    """A line of a diff, ready for display.

    Attributes:
        kind: whether it stays, goes or comes.
        old: its number before, 1-based; `None` for one that comes.
        new: its number after, 1-based; `None` for one that goes.
        text: the line without its end.
    """

    kind: Literal["same", "old", "new"]
    old: int | None
    new: int | None
    text: str


@attrs.frozen(kw_only=True)
class FieldChange:
    """A field of a board before and after, as texts; `None` for an absent field.

    Attributes:
        name: the field, as in the JSON of a board.
        old: the value before.
        new: the value after.
    """

    name: str
    old: str | None
    new: str | None


@attrs.frozen(kw_only=True)
class BoardChange:
    """The changes of a board.

    Attributes:
        position: its position in the file, 1-based.
        label: what it is called, after the change.
        fields: those that change.
    """

    position: int
    label: str
    fields: tuple[FieldChange, ...]


@attrs.frozen(kw_only=True, eq=False)
class Fixing:
    """The result of fixing a file.

    Attributes:
        request: the requested fixes.
        data: the fixed file, compressed as it was.
        done: the fixed findings, each with its fix.
        left_out: why fixes of rules were left out, where they were (`CORE031`).
        left: requested findings that remain.
        reading: the result of reading the fixed file, uncompressed.
        hunks: the lines before and after, for a text; some of them where there are many.
        more_hunks: how many places of the difference are not in `hunks`.
        boards: what changes in the boards.
        more_boards: how many changed boards are not in `boards`.
        is_blind: whether the hands are hidden, so that no line and no field is shown.
    """

    request: FixRequest
    data: bytes = attrs.field(repr=False)
    done: tuple[Diagnostic, ...]
    left_out: tuple[Diagnostic, ...]
    left: tuple[Finding, ...]
    reading: Reading = attrs.field(repr=False)
    hunks: tuple[tuple[Line, ...], ...]
    more_hunks: int
    boards: tuple[BoardChange, ...]
    more_boards: int
    is_blind: bool

    @property
    def weight(self) -> int:
        """The approximate memory use, in boards."""
        return self.reading.weight

    @property
    def summary(self) -> tuple[tuple[str, str, int], ...]:
        """The fixes, as code, description and count, the most frequent first."""
        counts = Counter((item.code, item.message) for item in self.done)
        return tuple((code, message, n) for (code, message), n in counts.most_common())

    @property
    def left_summary(self) -> tuple[tuple[str, str, int], ...]:
        """The remaining findings, as code, first message, and count."""
        first: dict[str, str] = {}
        counts: Counter[str] = Counter()
        for item in self.left:
            first.setdefault(item.diagnostic.code, item.diagnostic.message)
            counts[item.diagnostic.code] += 1
        return tuple((code, first[code], n) for code, n in counts.most_common())


def fix(
    reading: Reading,
    data: bytes,
    request: FixRequest,
    manager: PluginManager,
    *,
    shows_hands: bool = True,
) -> Fixing:
    """Return the result of fixing a file; the file itself is unchanged.

    Everything is fixed as by `overtrick check --fix`: by the format's fixer, then by the rules
    that bring fixes. Of a code, or by itself, a finding is fixed by its own fix.
    A fix that would touch text replaced by another one is omitted, and reported.

    Args:
        reading: the file as it was read.
        data: its bytes.
        request: the requested fixes.
        manager: the plugins to use.
        shows_hands: whether the hands of a sealed file may be shown.

    Raises:
        NothingToFixError: there is nothing of what was asked for, or nothing comes of it.
        WriteError, LossError: the fixed boards cannot be written back.
        PluginError: a fixer failed.
    """
    spec = reading.spec
    if spec is None:
        msg = "a file whose format is not known cannot be fixed"
        raise NothingToFixError(msg)
    content, compression = _unpacked(data, reading.name)
    if request == EVERYTHING:
        fixed, done, left_out = _all(content, spec, reading, manager)
    else:
        fixed, done = _some(content, reading, request, manager, shows_hands=shows_hands)
        left_out = ()
    if fixed == content:
        msg = "nothing of this can be fixed: there is no fix with one right answer"
        raise NothingToFixError(msg)
    name = reading.name if compression is None else unpacked_name(reading.name)
    new = read(fixed, name, manager, shows_hands=shows_hands)
    _check_board_count(reading, new)
    is_blind = reading.is_sealed and not shows_hands
    hunks, more_hunks = ((), 0) if is_blind or spec.binary else _hunks(content, fixed)
    boards, more_boards = ((), 0) if is_blind else _changes(reading.boards, new.boards)
    return Fixing(
        request=request,
        data=_packed(fixed, compression, name),
        done=tuple(done),
        left_out=tuple(left_out),
        left=_left(reading.findings, new.findings, request),
        reading=new,
        hunks=hunks,
        more_hunks=more_hunks,
        boards=boards,
        more_boards=more_boards,
        is_blind=is_blind,
    )


def can_fix_all(reading: Reading, manager: PluginManager) -> bool:
    """Return whether a file's format has a fixer, or a rule can fix its boards."""
    spec = reading.spec
    if spec is None:
        return False
    return spec.capability(FixerSpec) is not None or bool(fixing_rules(spec, manager))


def _all(
    content: bytes, spec: FormatSpec, reading: Reading, manager: PluginManager
) -> tuple[bytes, Sequence[Diagnostic], Sequence[Diagnostic]]:
    if not can_fix_all(reading, manager):
        msg = f"nothing fixes files of the format {spec.name}"
        raise NothingToFixError(msg)
    fixed = fix_file(content, spec, manager, path=reading.name)
    return fixed.data, fixed.done, fixed.left


def _some(
    content: bytes,
    reading: Reading,
    request: FixRequest,
    manager: PluginManager,
    *,
    shows_hands: bool,
) -> tuple[bytes, Sequence[Diagnostic]]:
    """Fix one finding, or those of a code, and the follow-up findings of these fixes."""
    chosen = [
        item for item in reading.findings.all if request.wants(item) and item.is_fixable_alone
    ]
    if not chosen:
        msg = "this cannot be fixed by itself"
        raise NothingToFixError(msg)
    if request.number is not None:
        return _one(content, chosen[0].diagnostic)
    name = unpacked_name(reading.name)

    def find(now: bytes) -> list[Diagnostic]:
        # What was read before is not read again.
        known = reading if now is content else read(now, name, manager, shows_hands=shows_hands)
        return [
            item.diagnostic for item in known.findings.all if item.diagnostic.code == request.code
        ]

    try:
        return make_fixes(content, find)
    except ValueError as error:
        msg = f"a finding of {reading.format!r} has a fix that cannot be made: {error}"
        raise PluginError(msg) from error


def _one(content: bytes, item: Diagnostic) -> tuple[bytes, Sequence[Diagnostic]]:
    fix = item.fix
    if fix is None:
        msg = "this cannot be fixed by itself"
        raise NothingToFixError(msg)
    try:
        fixed, made = apply_fixes(content, [fix])
    except ValueError as error:
        msg = f"{item.code} has a fix that cannot be made: {error}"
        raise PluginError(msg) from error
    return fixed, [attrs.evolve(item, message=fix.summary)] if made else []


def _check_board_count(old: Reading, new: Reading) -> None:
    """Raise if the fixed file has fewer boards: no fix may cost a board.

    Raises:
        RefusedError: there are fewer.
    """
    if len(new.boards) < len(old.boards):
        msg = (
            f"nothing is fixed: afterwards only {len(new.boards):,} of "
            f"{len(old.boards):,} boards could be read"
        )
        raise RefusedError(msg)


def _left(before: Findings, after: Findings, request: FixRequest) -> tuple[Finding, ...]:
    """Return the requested findings that remain."""
    if request.number is None:
        return tuple(item for item in after.all if request.wants(item))
    finding = before.numbered(request.number)
    about = (finding.diagnostic.code, finding.diagnostic.message, finding.position)
    same = [
        item
        for item in after.all
        if (item.diagnostic.code, item.diagnostic.message, item.position) == about
    ]
    count = sum(
        (item.diagnostic.code, item.diagnostic.message, item.position) == about
        for item in before.all
    )
    return tuple(same) if len(same) >= count else ()


def _unpacked(data: bytes, name: str) -> tuple[bytes, Compression | None]:
    """Return a file's uncompressed content and its compression.

    Raises:
        ParseError: it is compressed, and damaged.
    """
    compression = compression_of(data[:64], name)
    if compression is None:
        return data, None
    with open_source(data, path=name, limits=LIMITS) as opened:
        content = opened.stream.read()
        opened.damage.raise_found()
    return content, compression


def _packed(data: bytes, compression: Compression | None, member: str) -> bytes:
    if compression is None:
        return data
    sink = io.BytesIO()
    with compressing(sink, compression, member) as packed:
        packed.write(data)
    return sink.getvalue()


def _hunks(before: bytes, after: bytes) -> tuple[tuple[tuple[Line, ...], ...], int]:
    """Return the hunks of the diff, and the number of omitted ones."""
    found: list[tuple[Line, ...]] = []
    more = 0
    is_cut = False
    current: list[Line] = []
    lines = old = new = 0
    for raw in unified(before, after, "").split(b"\n")[2:]:
        kind = raw[:1]
        if kind == b"@":
            if current:
                found.append(tuple(current))
            current = []
            if len(found) >= MOST_HUNKS or lines >= MOST_LINES:
                more += 1
            places = raw.split()
            old, new = (int(part[1:].split(b",")[0]) for part in places[1:3])
            continue
        if more or kind not in {b" ", b"-", b"+"}:
            continue
        if lines >= MOST_LINES:
            is_cut = True
            continue
        lines += 1
        current.append(_line(kind, old, new, raw[1:]))
        old += kind != b"+"
        new += kind != b"-"
    if current and len(found) < MOST_HUNKS:
        found.append(tuple(current))
    return tuple(map(_with_ends, found)), more + is_cut


def _line(kind: bytes, old: int, new: int, raw: bytes) -> Line:
    # The mark of a line end is shown if it distinguishes two lines.
    text = decode_line(raw)
    if kind == b" ":
        return Line(kind="same", old=old, new=new, text=text)
    if kind == b"-":
        return Line(kind="old", old=old, new=None, text=text)
    return Line(kind="new", old=None, new=new, text=text)


def _with_ends(hunk: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return printable lines; CR is shown if some lines end in it and some do not."""
    ends = {line.text.endswith("\r") for line in hunk if line.kind != "same"}
    return tuple(
        attrs.evolve(
            line,
            text=_shortened(printable(line.text.removesuffix("\r")))
            + ("␍" if len(ends) > 1 and line.text.endswith("\r") else ""),
        )
        for line in hunk
    )


def _changes(
    before: Sequence[Board], after: Sequence[Board]
) -> tuple[tuple[BoardChange, ...], int]:
    """Return the changes of boards; added or removed boards at the end are listed as a unit."""
    found: list[BoardChange] = []
    more = 0
    for position in range(1, max(len(before), len(after)) + 1):
        old = before[position - 1] if position <= len(before) else None
        new = after[position - 1] if position <= len(after) else None
        if old == new:
            continue
        if len(found) >= MOST_BOARDS:
            more += 1
            continue
        fields = tuple(_fields(_board_texts(old), _board_texts(new)))
        label = new.label if new is not None else "" if old is None else old.label
        found.append(BoardChange(position=position, label=printable(label), fields=fields))
    return tuple(found), more


def _fields(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[FieldChange]:
    for name in dict.fromkeys((*old, *new)):
        if old.get(name) != new.get(name):
            yield FieldChange(name=name, old=old.get(name), new=new.get(name))


def _board_texts(board: Board | None) -> Mapping[str, str]:
    if board is None:
        return {}
    return {
        name: _shortened(value if isinstance(value, str) else json_text(value))
        for name, value in board_to_dict(board).items()
    }


def _shortened(text: str) -> str:
    shown = printable(text)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
