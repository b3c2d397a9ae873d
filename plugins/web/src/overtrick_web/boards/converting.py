"""Convert a file to another format: the available formats, the losses, and the bytes."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from overtrick import PluginManager
from overtrick.plugin import OptionValue, Seals, default_manager, unpacked_name
from overtrick_web.boards.loss_report import LossSentence, lost
from overtrick_web.boards.options import FormField, form_fields
from overtrick_web.boards.reading import Reading
from overtrick_web.boards.rewriting import Rewritten, rewritten


@attrs.frozen(kw_only=True)
class Target:
    """A format that can be written.

    Attributes:
        name: its name.
        summary: what it is, in one line of English.
        suffix: what its files end in.
        fields: its options.
        requires: what boards must have, each in a few words of English.
    """

    name: str
    summary: str
    suffix: str
    fields: tuple[FormField, ...] = ()
    requires: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Converted:
    """The result of a conversion.

    Attributes:
        name: the new file's name.
        written: its bytes.
        lost: what is not in it.
    """

    name: str
    written: Rewritten
    lost: tuple[LossSentence, ...]


def targets(manager: PluginManager | None = None) -> tuple[Target, ...]:
    """Return the formats that can be written, those that carry the most fields first."""
    plugins = default_manager() if manager is None else manager
    specs = sorted(plugins.formats().values(), key=lambda spec: (-len(spec.carries), spec.name))
    return tuple(
        Target(
            name=spec.name,
            summary=spec.summary,
            suffix=spec.suffix,
            fields=form_fields(spec.write_options),
            requires=() if spec.requires is None else spec.requires.words,
        )
        for spec in specs
        if spec.writer is not None
    )


def converted(
    reading: Reading,
    to: str,
    options: Mapping[str, OptionValue] | None = None,
    *,
    keep_going: bool = False,
    sealed: Seals = "keep",
    manager: PluginManager | None = None,
) -> Converted:
    """Return a version in another format, with the losses.

    Args:
        reading: the version, as it was read.
        to: the format's name.
        options: its options.
        keep_going: as for `rewritten`, as `sealed`.
        sealed: what is done about sealed boards.
        manager: the plugins to use; the installed ones by default.

    Raises:
        The errors of `rewritten`.
    """
    plugins = default_manager() if manager is None else manager
    written = rewritten(
        reading, to=to, options=options, keep_going=keep_going, sealed=sealed, manager=plugins
    )
    return Converted(
        name=new_name(reading.name, plugins.format(to).suffix),
        written=written,
        lost=lost(written.losses),
    )


def new_name(name: str, suffix: str) -> str:
    """Return the name of a file in another format: without folder, with the new suffix.

    Example:
        >>> new_name("club/Evening 1.pbn.gz", ".dlm"), new_name(".pbn", ".dlm")
        ('Evening 1.dlm', 'boards.dlm')
    """
    base = unpacked_name(name.replace("\\", "/").rpartition("/")[2])
    stem = base.rpartition(".")[0] if "." in base else base
    return f"{stem or 'boards'}{suffix}"
