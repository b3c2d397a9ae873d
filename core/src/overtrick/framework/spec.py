"""All that a plugin needs to declare itself: specifications as data, and the hook marker.

A specification names its code by reference (`"module:attribute"`), so that declaring a format
imports nothing of it: lark, numpy, click and rich are paid for by the command that uses them.
"""

from __future__ import annotations

import enum
import importlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple, Protocol, TypeVar

import attrs
import pluggy

from overtrick.findings.errors import OptionError, PluginLoadError
from overtrick.findings.losses import Field

if TYPE_CHECKING:
    from overtrick.findings.diagnostics import Diagnostic, Location
    from overtrick.framework.contexts import ReadContext, WriteContext
    from overtrick.model.board import Board

PROJECT_NAME: Final = "overtrick"

hookimpl: Final = pluggy.HookimplMarker(PROJECT_NAME)
"""Marks a plugin's function as the implementation of an overtrick hook."""

hookspec: Final = pluggy.HookspecMarker(PROJECT_NAME)


class ApiVersion(NamedTuple):
    """The version of the plugin interface.

    The major number is part of the entry-point group (`overtrick.plugins.v1`). Within a major
    number everything is additive, so a plugin states the least minor number that it needs.
    """

    major: int
    minor: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"


API_VERSION: Final = ApiVersion(1, 0)
"""What this overtrick offers to plugins."""


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
        size: the file's length in bytes, or `None` for a pipe.
    """

    head: bytes
    suffix: str = ""
    size: int | None = None

    @property
    def is_whole(self) -> bool:
        """Whether `head` is the whole file."""
        return self.size is not None and self.size == len(self.head)


class Reader(Protocol):
    """Reads a format: a generator that holds one board at a time."""

    def __call__(self, source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
        """Yield the boards of a file in its order."""


class Writer(Protocol):
    """Writes a format: consumes the boards once, in order."""

    def __call__(self, boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
        """Write the boards to a binary file."""


class Sniffer(Protocol):
    """Tells whether a file is of a format: pure, total and fast."""

    def __call__(self, probe: Probe) -> Confidence:
        """Return how sure it is."""


class Locator(Protocol):
    """Finds the exact place of a part of a board (see `Diagnostic.part`)."""

    def __call__(self, board: Board, part: str) -> Location | None:
        """Return the place, or `None` where it cannot be told."""


class Fixer(Protocol):
    """Mends what has one right answer; `overtrick check --fix` calls it."""

    def __call__(self, source: BinaryIO, sink: BinaryIO, ctx: ReadContext) -> Iterable[Diagnostic]:
        """Write the mended file and return what was done."""


class Bookkeeper(Protocol):
    """Keeps what a file says of how often each of its boards was dealt; it opens no file itself.

    Both methods raise a `FormatError` for bytes that are no sound file of the format.
    """

    def counters(self, data: bytes) -> Mapping[int, int]:
        """Return how often each board of a file was dealt, 0 or more, by its number."""

    def with_counters(self, data: bytes, counters: Mapping[int, int]) -> bytes:
        """Return the file with the counters of some boards set and all else as it was.

        What depends on them, such as a checksum, follows. A counter that stands already changes
        no byte.

        Raises:
            ValueError: a board or a number that the format cannot hold.
        """


_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_COMMAND: Final = re.compile(r"[a-z][a-z0-9-]*")
_REFERENCE: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*", re.ASCII)


def _check_name(instance: object, attribute: attrs.Attribute[str], value: str) -> None:
    if not _NAME.fullmatch(value):
        msg = f"{attribute.name} must match {_NAME.pattern}, not {value!r}"
        raise PluginLoadError(msg)


def _check_command(instance: object, attribute: attrs.Attribute[str], value: str) -> None:
    if not _COMMAND.fullmatch(value):
        msg = f"{attribute.name} must match {_COMMAND.pattern}, not {value!r}"
        raise PluginLoadError(msg)


def _check_reference(
    instance: object, attribute: attrs.Attribute[str | None], value: str | None
) -> None:
    if value is not None and not _REFERENCE.fullmatch(str(value)):
        msg = f"{attribute.name} must be a 'module:attribute' reference, not {value!r}"
        raise PluginLoadError(msg)


def _check_required(instance: object, attribute: attrs.Attribute[str], value: str) -> None:
    if not _REFERENCE.fullmatch(str(value)):
        msg = f"{attribute.name} must be a 'module:attribute' reference, not {value!r}"
        raise PluginLoadError(msg)


def _check_suffixes(
    instance: object, attribute: attrs.Attribute[tuple[str, ...]], value: tuple[str, ...]
) -> None:
    for suffix in value:
        if not suffix.startswith(".") or suffix != suffix.lower():
            msg = f"a suffix is lower case and begins with a dot: {suffix!r}"
            raise PluginLoadError(msg)


def _to_texts(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(values)


def _to_marks(values: Iterable[bytes]) -> tuple[bytes, ...]:
    return tuple(values)


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
        if not _COMMAND.fullmatch(name) or not _REFERENCE.fullmatch(reference):
            msg = f"{attribute.name} maps a name to a 'module:attribute' reference: {name!r}"
            raise PluginLoadError(msg)


def _to_fields(fields: Iterable[Field | str]) -> frozenset[Field]:
    try:
        return frozenset(Field(field) for field in fields)
    except ValueError as error:
        msg = f"carries: {error}"
        raise PluginLoadError(msg) from None


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
        carries: the fields that come back after writing and reading.
        binary: whether the format is not text.
        streams: whether the reader holds one board at a time; `False` for a format whose small
            files must be read whole.
        spec_url: where the format is described.
        requires_api: the least version of the plugin interface that is needed.
        read_options: reference to an attrs class of options for reading.
        write_options: reference to an attrs class of options for writing.
        diagnostics: reference to the `Catalogue` of the reader's and writer's codes.
        locator: reference to a `Locator`.
        fixer: reference to a `Fixer`.
        tables: files that belong to the format's standard, such as a list of codes: a name for
            `overtrick formats NAME --TABLE`, and the reference of a callable without arguments
            that returns the file as text or bytes. Give a mapping; it is kept as sorted pairs.
        foreign_extras: keys of other formats' extras that the writer writes too, such as
            `dup:order` for `bri`; the core does not report these as lost.
        layout: extras of this format, their names without `name:`, that tell how a file is laid
            out and not what it says, such as its line ends. Another format need not carry them.
        seal: reference to a callable that tells from a file's header whether its hands are not to
            be shown; `overtrick show` then asks for `--show-cards`.
        bookkeeper: reference to a `Bookkeeper`, for a format that counts how often each board was
            dealt; whoever deals from such a file keeps its counters.

    Raises:
        PluginLoadError: a name, suffix, field or reference that is not of the form described.

    Example:
        >>> FormatSpec(name="line", summary="One deal a line", suffixes=(".deal",),
        ...            reader="line_format:read", carries={"deal"}).carries
        frozenset({<Field.DEAL: 'deal'>})
    """

    name: str = attrs.field(validator=_check_name)
    summary: str
    suffixes: tuple[str, ...] = attrs.field(
        default=(), converter=_to_texts, validator=_check_suffixes
    )
    magic: tuple[bytes, ...] = attrs.field(default=(), converter=_to_marks)
    reader: str | None = attrs.field(default=None, validator=_check_reference)
    writer: str | None = attrs.field(default=None, validator=_check_reference)
    sniffer: str | None = attrs.field(default=None, validator=_check_reference)
    carries: frozenset[Field] = attrs.field(default=(), converter=_to_fields)
    binary: bool = False
    streams: bool = True
    spec_url: str | None = None
    requires_api: tuple[int, int] = (1, 0)
    read_options: str | None = attrs.field(default=None, validator=_check_reference)
    write_options: str | None = attrs.field(default=None, validator=_check_reference)
    diagnostics: str | None = attrs.field(default=None, validator=_check_reference)
    locator: str | None = attrs.field(default=None, validator=_check_reference)
    fixer: str | None = attrs.field(default=None, validator=_check_reference)
    tables: tuple[tuple[str, str], ...] = attrs.field(
        default=(), converter=_to_tables, validator=_check_tables
    )
    foreign_extras: tuple[str, ...] = attrs.field(default=(), converter=_to_texts)
    layout: tuple[str, ...] = attrs.field(default=(), converter=_to_texts)
    seal: str | None = attrs.field(default=None, validator=_check_reference)
    bookkeeper: str | None = attrs.field(default=None, validator=_check_reference)

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
        content: str | bytes = resolve(reference)()
        return content.encode() if isinstance(content, str) else content


@attrs.frozen(kw_only=True)
class DeviceSpec:
    """A dealing machine's driver, declared as data.

    Attributes:
        name: the driver's name, `[a-z][a-z0-9_]*`.
        summary: one line for a person.
        driver: reference to a callable that opens the machine at a URL.
        schemes: the URL schemes that the driver serves, such as `socket`; empty for any.
        requires_api: the least version of the plugin interface that is needed.

    Raises:
        PluginLoadError: a name or reference that is not of the form described.
    """

    name: str = attrs.field(validator=_check_name)
    summary: str
    driver: str = attrs.field(validator=_check_required)
    schemes: tuple[str, ...] = attrs.field(default=(), converter=_to_texts)
    requires_api: tuple[int, int] = (1, 0)


@attrs.frozen(kw_only=True)
class CommandSpec:
    """A command of the `overtrick` script, declared as data.

    The summary is static, so that `overtrick --help` imports no plugin's command.

    Attributes:
        name: the word on the command line, `[a-z][a-z0-9-]*`.
        summary: one line for `overtrick --help`.
        command: reference to a click command or group.
        requires_api: the least version of the plugin interface that is needed.

    Raises:
        PluginLoadError: a name or reference that is not of the form described.
    """

    name: str = attrs.field(validator=_check_command)
    summary: str
    command: str = attrs.field(validator=_check_required)
    requires_api: tuple[int, int] = (1, 0)


def resolve(reference: str) -> Any:  # noqa: ANN401  # what it names is checked where it is used
    """Import and return what a `module:attribute` reference names.

    Raises:
        PluginLoadError: the module cannot be imported or has no such attribute.

    Example:
        >>> resolve("overtrick.framework.spec:API_VERSION").major
        1
    """
    module_name, _, attribute = reference.partition(":")
    try:
        return getattr(importlib.import_module(module_name), attribute)
    except ImportError as error:
        msg = f"cannot import {module_name!r} for {reference!r}: {error}"
        raise PluginLoadError(msg) from error
    except AttributeError as error:
        msg = f"the module {module_name!r} has no {attribute!r}"
        raise PluginLoadError(msg) from error


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
