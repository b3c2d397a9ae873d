"""A file format, declared as data, and what tells such a file."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeVar

import attrs

from overtrick.findings.errors import OptionError, PluginLoadError
from overtrick.findings.losses import Field
from overtrick.framework.guard import Guard
from overtrick.framework.spec.reference import (
    COMMAND,
    REFERENCE,
    check_name,
    check_reference,
    check_suffixes,
    resolve,
    to_marks,
    to_texts,
)


class Confidence(enum.IntEnum):
    """How sure a sniffer is that a file is of its format.

    `NO`: it is not. `MAYBE`: nothing speaks against it; all that a suffix alone can justify.
    `LIKELY`: the content looks like it. `CERTAIN`: the content can hardly be anything else.
    """

    NO = 0
    MAYBE = 1
    LIKELY = 2
    CERTAIN = 3


@attrs.frozen(kw_only=True)
class Probe:
    """What a sniffer may look at.

    Attributes:
        head: the first bytes of the file, 4096 at the most.
        suffix: the file name's last suffix in lower case with its dot, or empty.
        size: the file's length in bytes, or `None` where it is not known (a long pipe).
    """

    head: bytes
    suffix: str = ""
    size: int | None = None

    @property
    def is_whole(self) -> bool:
        """Whether `head` is the whole file."""
        return self.size is not None and self.size == len(self.head)


def _to_tables(
    tables: Mapping[str, str] | Iterable[tuple[str, str]],
) -> tuple[tuple[str, str], ...]:
    pairs = tables.items() if isinstance(tables, Mapping) else tables
    return tuple(sorted((str(name), str(reference)) for name, reference in pairs))


def _check_tables(
    instance: object,
    attribute: attrs.Attribute[tuple[tuple[str, str], ...]],
    value: tuple[tuple[str, str], ...],
) -> None:
    for name, reference in value:
        if not COMMAND.fullmatch(name) or not REFERENCE.fullmatch(reference):
            msg = f"{attribute.name} maps a name to a 'module:attribute' reference: {name!r}"
            raise PluginLoadError(msg)


def _to_fields(fields: Iterable[Field | str], what: str = "carries") -> frozenset[Field]:
    try:
        return frozenset(Field(field) for field in fields)
    except ValueError as error:
        msg = f"{what}: {error}"
        raise PluginLoadError(msg) from None


FOLLOWING: Final = frozenset({Field.DEALER, Field.VULNERABILITY})
"""The fields that can follow from a board's number."""


def _to_implied(fields: Iterable[Field | str]) -> frozenset[Field]:
    found = _to_fields(fields, "implied")
    if not found <= FOLLOWING:
        msg = f"implied: only {' and '.join(sorted(FOLLOWING))} follow from a board's number"
        raise PluginLoadError(msg)
    return found


def _to_derived(
    derived: Mapping[str, Iterable[Field | str]] | Iterable[tuple[str, Iterable[Field | str]]],
) -> tuple[tuple[str, frozenset[Field]], ...]:
    pairs = derived.items() if isinstance(derived, Mapping) else derived
    found = [(str(name), _to_fields(fields, "derived")) for name, fields in pairs]
    return tuple(sorted(found, key=lambda pair: pair[0]))


def _to_turned(
    turned: Mapping[str, str] | Iterable[tuple[str, str]],
) -> tuple[tuple[str, str], ...]:
    pairs = turned.items() if isinstance(turned, Mapping) else turned
    return tuple(sorted((str(name), str(reference)) for name, reference in pairs))


def _check_turned(
    instance: object,
    attribute: attrs.Attribute[tuple[tuple[str, str], ...]],
    value: tuple[tuple[str, str], ...],
) -> None:
    for name, reference in value:
        if not name or not REFERENCE.fullmatch(reference):
            msg = f"{attribute.name} maps an extra to a 'module:attribute' reference: {name!r}"
            raise PluginLoadError(msg)


@attrs.frozen(kw_only=True)
class Requires:
    """What a format demands of boards; the framework refuses others before the writer sees them.

    Attributes:
        deals: `complete` where each board must have a deal of 52 cards (`CORE070`).
        numbers: the lowest and the highest board number that there is a place for (`CORE071`); a
            board without one has it from `WriteContext.numbered`, which holds it to this too.
        boards: the most boards that a file can hold (`CORE072`).

    Raises:
        PluginLoadError: a value that is not of the form described.

    Example:
        >>> Requires(deals="complete", numbers=(1, 255)).words
        ('complete deals', 'board numbers 1 to 255')
    """

    deals: Literal["complete"] | None = None
    numbers: tuple[int, int] | None = None
    boards: int | None = None

    def __attrs_post_init__(self) -> None:
        if self.deals not in {None, "complete"}:
            msg = f"deals is 'complete' or left out, not {self.deals!r}"
            raise PluginLoadError(msg)
        low, high = self.numbers or (0, 0)
        if not 0 <= low <= high:
            msg = f"numbers are the lowest and the highest, such as (1, 255), not {self.numbers!r}"
            raise PluginLoadError(msg)
        if self.boards is not None and self.boards < 1:
            msg = f"boards is the most that a file can hold, 1 or more, not {self.boards!r}"
            raise PluginLoadError(msg)

    @property
    def words(self) -> tuple[str, ...]:
        """What is demanded, each in a few words for a person."""
        words = []
        if self.deals is not None:
            words.append("complete deals")
        if self.numbers is not None:
            low, high = self.numbers
            words.append(f"board numbers {low:,} to {high:,}")
        if self.boards is not None:
            words.append(f"at most {self.boards:,} boards")
        return tuple(words)


@attrs.frozen(kw_only=True)
class FormatSpec:
    """A file format, declared as data.

    Attributes:
        name: the format's name, `[a-z][a-z0-9_]*`.
        summary: one line for a person.
        suffixes: file name suffixes, lower case with their dots.
        magic: byte strings that such a file begins with.
        reader: reference to a `Reader`, or `None` for a format that cannot be read.
        writer: reference to a `Writer`, or `None` for a format that cannot be written.
        sniffer: reference to a `Sniffer`; without one, magic and suffix decide.
        carries: the fields that the format has a place for. What else a board states is reported as
            lost before the writer has it, with a reader or without; where there is a reader, these
            come back after writing and reading. A writer reports what it cannot keep of one.
        binary: whether the format is not text.
        streams: whether the reader holds one board at a time; `False` for a format whose small
            files must be read whole.
        spec_url: where the format is described.
        read_options: reference to an attrs class of options for reading.
        write_options: reference to an attrs class of options for writing.
        diagnostics: reference to the `Catalogue` of the reader's and writer's codes.
        locator: reference to a `Locator`.
        fixer: reference to a `Fixer`.
        tables: files that belong to the format's standard, such as a list of codes: a name for
            `overtrick formats NAME --TABLE`, and the reference of a callable without arguments
            that returns the file as text or bytes. Give a mapping; it is kept as sorted pairs.
        foreign_extras: keys of other formats' extras that the writer writes too, such as
            `dup:order` for `bri`, or `*` for all, those of the header too; the core does not report
            these as lost.
        layout: extras of this format, their names without `name:`, that tell how a file is laid
            out and not what it says, such as its line ends. Another format need not carry them.
        implied: what follows from the board's number in this format, `dealer` and
            `vulnerability` or one of them. A reader need not state it: it is filled in where a
            board has a number. `ReadContext.implied` gives it where that costs less;
            `WriteContext.numbered` reports the boards of which it is not true.
        requires: what a board must have to be written in this format; others are refused with a
            `WriteError` before the writer sees them. `None` for a format that holds any board.
        derived: extras of this format, their names without `name:`, that are worked out from other
            parts of the board, each with the fields it follows from: par from the deal and the
            vulnerability, for example. An edit that changes one of these drops the extra. Give a
            mapping; it is kept as sorted pairs.
        turned: extras of this format, their names without `name:`, that speak of seats and turn
            with the hands, such as which hands are hidden: for each the reference of a `Turner`.
            `rotate` replaces them by what it gives. Give a mapping; it is kept as sorted pairs.
        seal: reference to a callable that tells from a file's header whether its hands are not to
            be shown; every command then asks for `--show-cards`, or shows nothing of them.
        sealer: reference to a callable that returns a header that says so, of one that does not:
            sealed boards from elsewhere are then written sealed. The writer heeds that header.
        bookkeeper: reference to a `Bookkeeper`, for a format that counts how often each board was
            dealt; whoever deals from such a file keeps its counters.
        splitter: reference to a `Splitter`, for a format whose files `overtrick.scan` can read in
            parts, by several processes at a time; the reader then follows `ReadContext.part`.

    Raises:
        PluginLoadError: a name, suffix, field or reference that is not of the form described.

    Example:
        >>> FormatSpec(name="line", summary="One deal a line", suffixes=(".deal",),
        ...            reader="line_format:read", carries={"deal"}).carries
        frozenset({<Field.DEAL: 'deal'>})
    """

    name: str = attrs.field(validator=check_name)
    summary: str
    suffixes: tuple[str, ...] = attrs.field(
        default=(), converter=to_texts, validator=check_suffixes
    )
    magic: tuple[bytes, ...] = attrs.field(default=(), converter=to_marks)
    reader: str | None = attrs.field(default=None, validator=check_reference)
    writer: str | None = attrs.field(default=None, validator=check_reference)
    sniffer: str | None = attrs.field(default=None, validator=check_reference)
    carries: frozenset[Field] = attrs.field(default=(), converter=_to_fields)
    binary: bool = False
    streams: bool = True
    spec_url: str | None = None
    read_options: str | None = attrs.field(default=None, validator=check_reference)
    write_options: str | None = attrs.field(default=None, validator=check_reference)
    diagnostics: str | None = attrs.field(default=None, validator=check_reference)
    locator: str | None = attrs.field(default=None, validator=check_reference)
    fixer: str | None = attrs.field(default=None, validator=check_reference)
    tables: tuple[tuple[str, str], ...] = attrs.field(
        default=(), converter=_to_tables, validator=_check_tables
    )
    foreign_extras: tuple[str, ...] = attrs.field(default=(), converter=to_texts)
    layout: tuple[str, ...] = attrs.field(default=(), converter=to_texts)
    implied: frozenset[Field] = attrs.field(default=(), converter=_to_implied)
    requires: Requires | None = attrs.field(
        default=None, validator=attrs.validators.optional(attrs.validators.instance_of(Requires))
    )
    derived: tuple[tuple[str, frozenset[Field]], ...] = attrs.field(
        default=(), converter=_to_derived
    )
    turned: tuple[tuple[str, str], ...] = attrs.field(
        default=(), converter=_to_turned, validator=_check_turned
    )
    seal: str | None = attrs.field(default=None, validator=check_reference)
    sealer: str | None = attrs.field(default=None, validator=check_reference)
    bookkeeper: str | None = attrs.field(default=None, validator=check_reference)
    splitter: str | None = attrs.field(default=None, validator=check_reference)

    def table(self, name: str) -> bytes:
        """Return a file that belongs to the format's standard; text is UTF-8.

        Raises:
            OptionError: the format has no table of that name.
            PluginLoadError: the table's reference names nothing that can be imported.
        """
        reference = dict(self.tables).get(name)
        if reference is None:
            known = ", ".join(key for key, _ in self.tables) or "none"
            msg = f"the format {self.name!r} has no table {name!r} (it has: {known})"
            raise OptionError(msg)
        make = resolve(reference)
        with Guard(f"the table {name!r} of {self.name!r}", reference):
            content: str | bytes = make()
            return content.encode() if isinstance(content, str) else bytes(content)


ValueT = TypeVar("ValueT")


def option(default: ValueT, *, help: str, choices: Sequence[str] = ()) -> ValueT:
    """Return an attrs field of a plugin's options class.

    On the command line the option is `-O name=value` with dashes for underscores; its type
    (text, whole number, truth) is that of the default.

    Args:
        default: the value where none is given; `None` for optional text.
        help: one line for `overtrick formats NAME`.
        choices: the texts that are allowed; empty for any.

    Example:
        >>> @attrs.frozen(kw_only=True)
        ... class WriteOptions:
        ...     status: str = option("Show", help="the Status line", choices=("Show", "Sealed"))
        >>> WriteOptions().status
        'Show'
    """
    # attrs.field is typed to return its default's type in the same way.
    return attrs.field(default=default, metadata={"help": help, "choices": tuple(choices)})
