"""A file format, declared as data, and its detection."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeVar, cast

import attrs

from overtrick.findings.errors import PluginLoadError
from overtrick.findings.losses import Field
from overtrick.framework.spec.capabilities import Capability, CapabilityT, to_fields
from overtrick.framework.spec.reference import (
    check_name,
    check_reference,
    check_suffixes,
    to_marks,
    to_texts,
)


class Confidence(enum.IntEnum):
    """The confidence of a sniffer that a file is of its format.

    `NO`: it is not. `MAYBE`: nothing speaks against it; all that a suffix alone can justify.
    `LIKELY`: the content looks like it. `CERTAIN`: the content can hardly be anything else.
    """

    NO = 0
    MAYBE = 1
    LIKELY = 2
    CERTAIN = 3


@attrs.frozen(kw_only=True)
class Probe:
    """The beginning, suffix and size of a file, for a sniffer.

    Attributes:
        head: the first bytes of the file, 4096 at most.
        suffix: the file name's last suffix in lower case with its dot, or empty.
        size: the file's length in bytes, or `None` where it is not known (a long pipe).
    """

    head: bytes
    suffix: str = ""
    size: int | None = None

    @property
    def is_whole(self) -> bool:
        """Whether `head` is the complete file."""
        return self.size is not None and self.size == len(self.head)


FOLLOWING: Final = frozenset({Field.DEALER, Field.VULNERABILITY})
"""The fields that can follow from a board's number."""


def _to_implied(fields: Iterable[Field | str]) -> frozenset[Field]:
    found = to_fields(fields, "implied")
    if not found <= FOLLOWING:
        msg = f"implied: only {' and '.join(sorted(FOLLOWING))} follow from a board's number"
        raise PluginLoadError(msg)
    return found


def _to_capabilities(capabilities: Iterable[Capability]) -> tuple[Capability, ...]:
    found: tuple[object, ...] = tuple(capabilities)
    for place, value in enumerate(found):
        if not isinstance(value, Capability):
            msg = f"capabilities are values such as FixerSpec('module:fix'), not {value!r:.60}"
            raise PluginLoadError(msg)
        if any(type(value) is type(other) for other in found[:place]):
            msg = f"the capability {type(value).__name__} stands twice"
            raise PluginLoadError(msg)
    return cast("tuple[Capability, ...]", found)


@attrs.frozen(kw_only=True)
class Requires:
    """The requirements of a format; boards that do not meet them never reach its writer.

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
        sniffer: reference to a function `(probe: Probe) -> Confidence`, pure, total and fast;
            without one, magic and suffix decide.
        carries: the fields that the format has a place for. What else a board states is reported as
            lost before the writer has it, with a reader or without; where there is a reader, these
            come back after writing and reading. A writer reports what it cannot keep of one.
        binary: whether the format is not text.
        streams: whether the reader holds one board at a time; `False` for a format whose small
            files must be read completely.
        spec_url: where the format is described.
        read_options: reference to an attrs class of options for reading.
        write_options: reference to an attrs class of options for writing.
        diagnostics: reference to the `Catalogue` of the reader's and writer's codes.
        implied: what follows from the board's number in this format, `dealer` and
            `vulnerability` or one of them. A reader need not state it: it is filled in where a
            board has a number. `ReadContext.implied` gives it where that costs less;
            `WriteContext.numbered` reports the boards of which it is not true.
        requires: what a board must have to be written in this format; others are refused with a
            `WriteError` before the writer sees them. `None` for a format that holds any board.
        capabilities: what few formats can do besides: `ExtrasSpec`, `FixerSpec`, `LocatorSpec`,
            `SplitterSpec`, `SealSpec`, `DealCounterSpec`, `TablesSpec`, each once at most.

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
    carries: frozenset[Field] = attrs.field(default=(), converter=to_fields)
    binary: bool = False
    streams: bool = True
    spec_url: str | None = None
    read_options: str | None = attrs.field(default=None, validator=check_reference)
    write_options: str | None = attrs.field(default=None, validator=check_reference)
    diagnostics: str | None = attrs.field(default=None, validator=check_reference)
    implied: frozenset[Field] = attrs.field(default=(), converter=_to_implied)
    requires: Requires | None = attrs.field(
        default=None, validator=attrs.validators.optional(attrs.validators.instance_of(Requires))
    )
    capabilities: tuple[Capability, ...] = attrs.field(default=(), converter=_to_capabilities)

    @property
    def suffix(self) -> str:
        """The suffix of files that are written in the format: the first of `suffixes`."""
        return self.suffixes[0] if self.suffixes else f".{self.name}"

    @property
    def title(self) -> str:
        """What people call the format.

        Example:
            >>> [FormatSpec(name=name, summary="").title for name in ("pbn", "link_list")]
            ['PBN', 'link list']
        """
        name = self.name
        return name.upper() if name.isalnum() and len(name) <= 4 else name.replace("_", " ")

    def capability(self, cls: type[CapabilityT]) -> CapabilityT | None:
        """Return one of the format's capabilities by its class, `None` where it has it not.

        Example:
            >>> from overtrick.plugin import FixerSpec, LocatorSpec
            >>> spec = FormatSpec(name="line", summary="", capabilities=(FixerSpec("line:fix"),))
            >>> spec.capability(FixerSpec).fixer, spec.capability(LocatorSpec)
            ('line:fix', None)
        """
        return next((item for item in self.capabilities if isinstance(item, cls)), None)


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
