"""Oracles: what a file of a corpus says, told by something else than the reader under test.

A reader and a writer that make the same mistake agree with each other; only an oracle shows it. One
in JSON is read by the core, so that it needs no plugin; one in any other format by its own plugin.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NoReturn, TypeVar, cast

import attrs

from overtrick import (
    NO_EXTRAS,
    Board,
    Deal,
    Diagnostic,
    Extras,
    Field,
    ModelError,
    OvertrickError,
    Seat,
    Severity,
    Suit,
    board_from_dict,
    open_boards,
)
from overtrick.plugin import (
    ALL_FIELDS,
    KNOWN_DISTRIBUTIONS,
    OPTIMUM_RESULT_TABLE,
    ExtrasSpec,
    FormatSpec,
    default_manager,
    extras_from_dict,
    field_value,
)
from overtrick_testing.comparing import changed_fields, difference, in_another_order
from overtrick_testing.corpus import JSON_SUFFIXES
from overtrick_testing.examples import content, keep_fields

NO_ORACLE: Final = "reader and writer agree with each other, but nothing says that either is right"
"""What is said of a format whose corpus has no oracle."""


class NoOracleWarning(UserWarning):
    """A format has no oracle: nothing says that what its reader makes of a file is right.

    A suite warns once. Where that is known and cannot be helped, a line of pytest's settings
    silences it: `filterwarnings = ["ignore::overtrick_testing.NoOracleWarning"]`.
    """


class OracleError(ValueError):
    """An oracle cannot be read, or has something wrong in it."""


class NotInstalledError(OracleError):
    """An oracle is in a format whose plugin is not installed."""


@attrs.frozen(kw_only=True)
class Oracle:
    """What a file of a corpus says.

    Attributes:
        path: the oracle itself.
        boards: the boards, in order; `None` where nothing is said of them.
        header: what the file says of them all; `None` where nothing is said of that.
        fields: the fields that the oracle tells of; what it leaves out of them is not in the file.
        format: the format that it is in; `None` for JSON, which the core reads.
        findings: what is found in the file, in order, each with the keys that are compared;
            `None` where nothing is said of that.
        with_options: the boards that are read with options, by the values of these.
    """

    path: Path
    boards: tuple[Board, ...] | None
    header: Extras | None = None
    fields: frozenset[Field] = ALL_FIELDS
    format: str | None = None
    findings: tuple[Mapping[str, object], ...] | None = None
    with_options: tuple[tuple[Mapping[str, str | int | bool], tuple[Board, ...]], ...] = ()


def oracle_suffixes() -> frozenset[str]:
    """Return the suffixes in which oracles may be: of formats installed, and of those to be had.

    A file in a format that is only not installed must not be taken for one of the corpus.
    """
    return _installed_suffixes() | {
        suffix
        for distribution in KNOWN_DISTRIBUTIONS
        if distribution.formats
        for suffix in distribution.suffixes
    }


def _installed_suffixes() -> frozenset[str]:
    return frozenset(
        suffix
        for spec in default_manager().formats().values()
        if spec.reader is not None
        for suffix in spec.suffixes
    )


# Reading an oracle ------------------------------------------------------------------------------


def read_oracle(path: Path, format: str | None = None) -> Oracle:
    """Read the oracle of a file of `valid/`.

    JSON is one board as `overtrick show --json` prints it, several below each other, or a list of
    them; `{"header": ...}` in front says what belongs to the whole file, and
    `{"options": {...}, "boards": [...]}` which boards are read with options. What has another
    suffix is read by the plugin that knows it.

    Args:
        path: the oracle.
        format: the format under test, which cannot bear witness to itself.

    Raises:
        NotInstalledError: no plugin that is installed reads it.
        OracleError: it cannot be read, or has an error, a warning or no board.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder, "club.json")
        ...     _ = path.write_text('{"board": 7, "dealer": "S"}')
        ...     read_oracle(path).boards
        (<Board 7 S>,)
    """
    if path.suffix.lower() not in JSON_SUFFIXES:
        return _read_sibling(path, format)
    found: list[object] = []
    lines: list[int] = []
    with_options = []
    for line, value in _values(path):
        if isinstance(value, dict) and "options" in value:
            with_options.append(_with_options(value, path))
            continue
        items = value if isinstance(value, list) else [value]
        found += items
        lines += [line] * len(items)
    header = None
    first = found[0] if found else None
    if isinstance(first, dict) and first.keys() == {"header"}:
        header = _header(first["header"], path)
        del found[0], lines[0]
    boards = tuple(
        _board(value, path, f"board {index} (line {line})")
        for index, (line, value) in enumerate(zip(lines, found, strict=True), 1)
    )
    if not boards:
        _refuse(path, "it has no board")
    return Oracle(path=path, boards=boards, header=header, with_options=tuple(with_options))


def _with_options(
    value: Mapping[str, object], path: Path
) -> tuple[Mapping[str, str | int | bool], tuple[Board, ...]]:
    options, boards = value["options"], _list(value.get("boards"), path)
    is_known = value.keys() == {"options", "boards"} and isinstance(options, dict)
    if not is_known or not all(
        isinstance(one, str | int | bool) for one in cast("dict[str, object]", options).values()
    ):
        _refuse(path, 'options are {"options": {"NAME": VALUE}, "boards": [...]}')
    made = (_board(one, path, f"board {at} with options") for at, one in enumerate(boards, 1))
    return cast("dict[str, str | int | bool]", options), tuple(made)


# How far they reach -----------------------------------------------------------------------------

REACH: Final[list[str]] = []
"""What the expected outputs of what was tested cover; pytest prints it at its end."""


def record_reach(text: str) -> None:
    """Keep how far the expected outputs of a format, a view or a rule reach, once."""
    if text not in REACH:
        REACH.append(text)


def reach(files: int, boards: Sequence[Board], carries: Collection[Field]) -> str:
    """Return in words what expected outputs cover, and which fields none of them has.

    Args:
        files: how many there are.
        boards: all boards in them.
        carries: the fields of the format.

    Example:
        >>> reach(1, [Board(number=7), Board(number=16)], {Field.NUMBER, Field.DEAL})
        'expected outputs of 1 file: 2 boards, numbers 7 to 16; no deal'
    """
    noun = "file" if files == 1 else "files"
    return f"expected outputs of {files} {noun}: {extent(boards, carries)}"


def extent(boards: Sequence[Board], carries: Collection[Field] = ()) -> str:
    """Return in words how far boards reach, and which of some fields none of them has.

    Args:
        boards: the boards.
        carries: the fields.

    Example:
        >>> extent([Board(number=7), Board(number=16)], {Field.NUMBER, Field.DEAL})
        '2 boards, numbers 7 to 16; no deal'
    """
    parts = [_count(boards)]
    numbers = [board.number for board in boards if board.number is not None]
    if numbers:
        parts.append(f"numbers {min(numbers)} to {max(numbers)}")
    auctions = [len(board.auction.entries) for board in boards if board.auction is not None]
    if auctions:
        parts.append(f"no auction over {max(auctions)} calls")
    plays = [len(board.play.tricks) for board in boards if board.play is not None]
    if plays:
        parts.append(f"no play over {max(plays)} tricks")
    absent = [
        field.value
        for field in sorted(frozenset(carries) - {Field.EXTRAS, Field.HEADER})
        if all(field_value(board, field) is None for board in boards)
    ]
    missing = f"; no {', '.join(absent)}" if absent else ""
    return f"{', '.join(parts)}{missing}"


def read_expectation(path: Path) -> Oracle:
    """Read what is to be found in a file of `invalid/`.

    It is one object with the key `findings`, `boards` or both: findings with the keys of
    `overtrick check --json`, of which those that are there are compared; boards as in `valid/`,
    those that are read in spite of the findings.

    Raises:
        OracleError: it cannot be read, or has a key that nobody would compare.
    """
    values = [value for _, value in _values(path)]
    if len(values) != 1 or not isinstance(values[0], dict):
        _refuse(path, 'it is one object: {"findings": [...], "boards": [...]}')
    found = values[0]
    unknown = sorted(found.keys() - {"findings", "boards", "header"})
    if unknown or not found.keys() & {"findings", "boards"}:
        word = f"no key {unknown[0]!r}" if unknown else "a key findings or boards"
        _refuse(path, f"an object with findings, boards or header has {word}")
    findings = None
    if "findings" in found:
        findings = tuple(_finding(item, path) for item in _list(found["findings"], path))
    boards = None
    if "boards" in found:
        boards = tuple(
            _board(item, path, f"board {index}")
            for index, item in enumerate(_list(found["boards"], path), 1)
        )
    header = _header(found["header"], path) if "header" in found else None
    return Oracle(path=path, boards=boards, header=header, findings=findings)


def _refuse(path: Path, why: object) -> NoReturn:
    msg = f"the oracle {path.name} cannot be used: {why}"
    raise OracleError(msg)


def _values(path: Path) -> Iterator[tuple[int, object]]:
    """Yield the JSON values of a file, each with the line that it begins in."""
    decoder = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_no_word)
    place = 0
    try:
        text = path.read_bytes().decode("utf-8-sig")
        while place < len(text):
            if text[place].isspace():
                place += 1
                continue
            line = text.count("\n", 0, place) + 1
            value, place = decoder.raw_decode(text, place)
            yield line, value
    except (ValueError, RecursionError, OSError) as error:
        _refuse(path, error)


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for key in found if sum(key == name for name, _ in pairs) > 1)
        msg = f"the key {twice!r} stands twice"
        raise ValueError(msg)
    return found


def _no_word(word: str) -> NoReturn:
    msg = f"JSON has no {word}"
    raise ValueError(msg)


def _list(value: object, path: Path) -> list[object]:
    if not isinstance(value, list):
        _refuse(path, "findings and boards are lists")
    return value


def _board(value: object, path: Path, what: str) -> Board:
    try:
        return board_from_dict(value)  # type: ignore[arg-type]  # it looks itself
    except ModelError as error:
        _refuse(path, f"{what}: {error}")


def _header(value: object, path: Path) -> Extras:
    try:
        return extras_from_dict(value, "the header")
    except ModelError as error:
        _refuse(path, error)


# The path is the kit's own.
_KEYS: Final = frozenset(
    Diagnostic(code="X001", severity=Severity.NOTE, message="").to_dict().keys() - {"path"}
)


def _finding(value: object, path: Path) -> Mapping[str, object]:
    if not isinstance(value, dict) or not value:
        _refuse(path, f"a finding is an object, such as {{'code': 'X001'}}, not {value!r:.60}")
    unknown = sorted(value.keys() - _KEYS)
    if unknown:
        _refuse(path, f"a finding has no key {unknown[0]!r}; it has {', '.join(sorted(_KEYS))}")
    return value


def _read_sibling(path: Path, format: str | None) -> Oracle:
    if path.suffix.lower() not in _installed_suffixes():
        meant = default_manager().hint("suffix", path.suffix.lower())
        msg = f"the oracle {path.name} is in a format that is not installed{meant}"
        raise NotInstalledError(msg.replace("\n", "; "))
    try:
        with open_boards(path, errors="collect", sealed="show") as reader:
            spec = reader.spec
            boards = tuple(reader)
            findings = [item for item in reader.diagnostics if item.severity > Severity.NOTE]
    except (OvertrickError, OSError) as error:
        _refuse(path, error)
    if spec.name == format:
        _refuse(path, f"it is {format} itself, which cannot bear witness to itself")
    if findings:
        first = findings[0]
        _refuse(path, first.at(attrs.evolve(first.location, path=path.name)))
    if not boards:
        _refuse(path, "it has no board")
    return Oracle(
        path=path,
        boards=boards,
        fields=spec.carries - {Field.EXTRAS, Field.HEADER},
        format=spec.name,
    )


# Comparing --------------------------------------------------------------------------------------

_BECAME: Final = "read as"
_MOST: Final = 3  # so many boards are told of


def disagreements(
    oracle: Oracle,
    spec: FormatSpec,
    boards: Sequence[Board],
    header: Extras = NO_EXTRAS,
    *,
    passed_over: Collection[Field] = (),
) -> list[str]:
    """Return where boards are not what an oracle says, one line each, in order.

    Of JSON every field counts that the format carries, and every other that the boards state all
    the same. Of a sibling in another format those count that both formats carry. To be unknown
    and not to be said is one.

    Args:
        oracle: what is right.
        spec: the format that the boards are read from.
        boards: the boards.
        header: what was read of the whole file.
        passed_over: fields that are not compared, such as those that were reported as lost.
    """
    found: list[str] = []
    expected = oracle.boards
    compared = spec.carries if oracle.format is None else spec.carries & oracle.fields
    kept, read = ([keep_fields(one, compared) for one in many] for many in (expected or (), boards))
    if moved := in_another_order(kept, read):
        found.append(moved)
    elif expected is not None:
        for index, (said, one) in enumerate(zip(expected, boards, strict=False), 1):
            fields = _differing(oracle, spec, said, one) - frozenset(passed_over)
            found += (f"board {index}: {_how(said, one, field, spec)}" for field in sorted(fields))
        if len(found) > _MOST:
            found[_MOST:] = [f"and {len(found) - _MOST} more"]
        if len(expected) != len(boards):
            found.insert(0, f"{_count(expected)} {_BECAME} {_count(boards)}")
    if oracle.header is not None and Field.HEADER not in passed_over:
        own, read_header = _own(oracle.header, spec), _told(header, oracle.header, spec)
        if own != read_header:
            found.append(f"header {own!r} {_BECAME} {read_header!r}")
    return found


def _count(boards: Sequence[Board]) -> str:
    return "1 board" if len(boards) == 1 else f"{len(boards)} boards"


def _own(extras: Extras, spec: FormatSpec) -> dict[str, object]:
    """Return those of the extras that a format is to bring back."""
    declared = spec.capability(ExtrasSpec)
    foreign = () if declared is None else declared.foreign
    return {
        key: value
        for key, value in content(extras).items()
        if key.startswith(f"{spec.name}:") or not {key, "*"}.isdisjoint(foreign)
    }


def _told(extras: Extras, said: Extras, spec: FormatSpec) -> dict[str, object]:
    """Return what extras tell, less how the file is laid out, where the oracle is silent on it."""
    declared = spec.capability(ExtrasSpec)
    layout = {f"{spec.name}:{name}" for name in ([] if declared is None else declared.layout)}
    return {
        key: value for key, value in content(extras).items() if key not in layout or key in said
    }


def _differing(oracle: Oracle, spec: FormatSpec, said: Board, read: Board) -> set[Field]:
    found = set(changed_fields(said, read)) - {Field.EXTRAS}
    if oracle.format is not None:
        found &= oracle.fields & spec.carries
        if Field.GRIDS in found and _tables(said) == _tables(read):
            found.remove(Field.GRIDS)
        return found
    # What the format does not claim to carry is wrong all the same where its reader states it.
    found = {
        field for field in found if field in spec.carries or field_value(read, field) is not None
    }
    if _own(said.extras, spec) != _told(read.extras, said.extras, spec):
        found.add(Field.EXTRAS)
    return found


def _tables(board: Board) -> dict[str, object]:
    """Return the tables of a board by name, less what each format lays out in its own way."""
    found: dict[str, object] = {
        grid.name: (tuple(column.name for column in grid.columns), grid.rows)
        for grid in board.grids
    }
    try:
        table = board.double_dummy
    except ModelError:
        return found
    return found | ({OPTIMUM_RESULT_TABLE: table} if table is not None else {})


def _how(said: Board, read: Board, field: Field, spec: FormatSpec) -> str:
    if field is Field.EXTRAS:
        told = _told(read.extras, said.extras, spec)
        return f"extras {_own(said.extras, spec)!r} {_BECAME} {told!r}"
    text = difference(said, read, field, _BECAME)
    is_deal = field in {Field.DEAL, Field.PARTIAL_DEAL}
    if is_deal and said.deal is not None and read.deal is not None:
        text += _exchange(said.deal, read.deal)
    return text


_ItemT = TypeVar("_ItemT", Seat, Suit)


def _exchange(said: Deal, read: Deal) -> str:
    """Return what was exchanged, where the same cards are in other hands or suits."""
    for seats in itertools.permutations(Seat):
        for suits in itertools.permutations(Suit):
            if all(
                read[seat].holding(suit) == said[of].holding(in_suit)
                for seat, of in zip(Seat, seats, strict=True)
                for suit, in_suit in zip(Suit, suits, strict=True)
            ):
                moved = [*_moves(Seat, seats), *_moves(Suit, suits)]
                return f"\n    ({', '.join(moved)})"
    return ""


def _moves(places: Iterable[_ItemT], items: Sequence[_ItemT]) -> list[str]:
    return [
        f"{item.name.capitalize()} read as {place.name.capitalize()}"
        for place, item in zip(places, items, strict=True)
        if item is not place
    ]


def unexpected(expected: Oracle, findings: Sequence[Diagnostic]) -> list[str]:
    """Return where findings are not those that are expected, one line each, in order."""
    if expected.findings is None:
        return []
    found: list[str] = []
    for index, wanted in enumerate(expected.findings):
        if index >= len(findings):
            found.append(f"finding {index + 1} is missing: {dict(wanted)!r}")
            continue
        told = findings[index].to_dict()
        found += (
            f"finding {index + 1} ({told['code']}): {key} {value!r} is expected, not {told[key]!r}"
            for key, value in wanted.items()
            if told[key] != value
        )
    for item in findings[len(expected.findings) :]:
        found.append(f"a finding more than is expected: {item}")
    return found
