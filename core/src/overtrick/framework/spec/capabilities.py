"""Optional capabilities of formats: `FormatSpec.capabilities`.

A format that has none of it declares nothing, and its author never meets these classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import attrs

from overtrick.findings.errors import OptionError, PluginLoadError
from overtrick.findings.losses import Field
from overtrick.framework.guard import Guard, resolve
from overtrick.framework.spec.reference import (
    COMMAND,
    REFERENCE,
    check_reference,
    to_texts,
)

Derived = Mapping[str, Iterable[Field | str]] | Iterable[tuple[str, Iterable[Field | str]]]
References = Mapping[str, str] | Iterable[tuple[str, str]]
Pairs = tuple[tuple[str, str], ...]


def to_fields(fields: Iterable[Field | str], what: str = "carries") -> frozenset[Field]:
    """Return fields given as members or by their names.

    Raises:
        PluginLoadError: a name is of no field; `what` is the attribute that has it.
    """
    try:
        return frozenset(Field(field) for field in fields)
    except ValueError as error:
        msg = f"{what}: {error}"
        raise PluginLoadError(msg) from None


def _to_derived(derived: Derived) -> tuple[tuple[str, frozenset[Field]], ...]:
    pairs = derived.items() if isinstance(derived, Mapping) else derived
    found = [(str(name), to_fields(fields, "derived")) for name, fields in pairs]
    return tuple(sorted(found, key=lambda pair: pair[0]))


def _to_pairs(references: References) -> Pairs:
    pairs = references.items() if isinstance(references, Mapping) else references
    return tuple(sorted((str(name), str(reference)) for name, reference in pairs))


def _check_rotated(instance: object, attribute: attrs.Attribute[Pairs], value: Pairs) -> None:
    for name, reference in value:
        if not name or not REFERENCE.fullmatch(reference):
            msg = f"{attribute.name} maps an extra to a 'module:attribute' reference: {name!r}"
            raise PluginLoadError(msg)


def _check_tables(instance: object, attribute: attrs.Attribute[Pairs], value: Pairs) -> None:
    for name, reference in value:
        if not COMMAND.fullmatch(name) or not REFERENCE.fullmatch(reference):
            msg = f"{attribute.name} maps a name to a 'module:attribute' reference: {name!r}"
            raise PluginLoadError(msg)


@attrs.frozen
class Capability:
    """An optional capability of a format; a format has each class at most once."""


CapabilityT = TypeVar("CapabilityT", bound=Capability)


@attrs.frozen(kw_only=True)
class ExtrasSpec(Capability):
    """The meaning of a format's extras for edits and other formats.

    The names of its own extras omit the format's prefix `name:`.

    Attributes:
        foreign: keys of other formats' extras that the writer writes too, such as `dup:order` for
            `bri`, or `*` for all, those of the header too; the core does not report these as lost.
        layout: extras that describe how a file is laid out, such as its line ends. Another format
            need not carry them.
        derived: extras that are worked out from other parts of the board, each with the fields it
            follows from: par from the deal and the vulnerability, for example. An edit that
            changes one of these drops the extra. Give a mapping; it is kept as sorted pairs.
        rotated: extras that name seats and turn with the hands, such as which hands are hidden:
            for each the reference of a function `(value: ExtraValue, turns: int) -> ExtraValue`.
            It gets the extra and how many seats each hand moves on, 1 to 3 (after 1, North's hand
            is East's), and returns the extra of the rotated board, `None` to drop it. Give a
            mapping; it is kept as sorted pairs.
        labels: what people call extras of boards and header, such as "how often each board was
            dealt", for the report of losses, which shows the key of one without a label. Give a
            mapping; it is kept as sorted pairs.

    Raises:
        PluginLoadError: a field or a reference is none.
    """

    foreign: tuple[str, ...] = attrs.field(default=(), converter=to_texts)
    layout: tuple[str, ...] = attrs.field(default=(), converter=to_texts)
    derived: tuple[tuple[str, frozenset[Field]], ...] = attrs.field(
        default=(), converter=_to_derived
    )
    rotated: Pairs = attrs.field(default=(), converter=_to_pairs, validator=_check_rotated)
    labels: Pairs = attrs.field(default=(), converter=_to_pairs)


@attrs.frozen
class FixerSpec(Capability):
    """A function that fixes faults in the bytes of a file, for `overtrick check --fix`.

    Attributes:
        fixer: reference to a function `(source: BinaryIO, sink: BinaryIO, ctx: ReadContext) ->
            Iterable[Diagnostic]`, which writes the fixed file and returns what was done.
    """

    fixer: str = attrs.field(validator=check_reference)


@attrs.frozen
class LocatorSpec(Capability):
    """A function that finds the exact position of a part of a board in its file.

    Attributes:
        locator: reference to a function `(board: Board, part: str) -> Location | None`, which
            returns the position of a part of a board (`Diagnostic.part`), `None` where it is not
            known.
    """

    locator: str = attrs.field(validator=check_reference)


@attrs.frozen
class SplitterSpec(Capability):
    """A function that cuts a file into parts, which several processes read at a time.

    Attributes:
        splitter: reference to a function `(source: BinaryIO, size: int) -> Iterator[Part]`, which
            yields the parts of a file in order, each of about `size` bytes, without gaps.
            The reader gets the complete file, which can seek, and a part as `ReadContext.part`. It
            must give the boards, the findings and the header that it gives for the part when it
            reads all; what concerns the header is reported with the first part only.
    """

    splitter: str = attrs.field(validator=check_reference)


@attrs.frozen
class SealSpec(Capability):
    """A format whose files can state that their hands are not to be shown.

    Every command then asks for `--show-cards`, or shows nothing of them. The reader of such a file
    sets `ReadContext.is_sealed`, the writer heeds `WriteContext.is_sealed`.
    """


@attrs.frozen
class DealCounterSpec(Capability):
    """A format whose files count how often each of their boards was dealt.

    Attributes:
        counter: reference to a `DealCounter`.
    """

    counter: str = attrs.field(validator=check_reference)


@attrs.frozen
class TablesSpec(Capability):
    """Tables that belong to a format's standard, such as a list of codes.

    Attributes:
        tables: a name for `overtrick formats NAME --TABLE`, and the reference of a callable
            without arguments that returns the file as text or bytes. Give a mapping; it is kept as
            sorted pairs.

    Raises:
        PluginLoadError: a name or a reference is none.
    """

    tables: Pairs = attrs.field(converter=_to_pairs, validator=_check_tables)

    def content(self, name: str) -> bytes:
        """Return one of the files; text is UTF-8.

        Raises:
            OptionError: there is no table of that name.
            PluginLoadError: the table's reference names nothing that can be imported.
        """
        reference = dict(self.tables).get(name)
        if reference is None:
            known = ", ".join(key for key, _ in self.tables)
            msg = f"there is no table {name!r} (there are: {known})"
            raise OptionError(msg)
        make = resolve(reference)
        with Guard(f"the table {name!r}", reference):
            content: str | bytes = make()
            return content.encode() if isinstance(content, str) else bytes(content)
