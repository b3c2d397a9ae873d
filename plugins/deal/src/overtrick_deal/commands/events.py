"""Shared code of the commands for a verifiable event: description, keys, messages."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import attrs
import click

from overtrick import NumberRanges
from overtrick.plugin import printable
from overtrick_cli.commands import FILE, INPUT, USAGE, Failure
from overtrick_deal.commands.options import Decorator, collected
from overtrick_deal.errors import SquareDealError
from overtrick_deal.verifiable.description import Description
from overtrick_deal.verifiable.keys import Keys

description_argument: Final[Decorator] = click.argument(
    "description_path", type=FILE, metavar="EVENT.sqd"
)

keys_option: Final[Decorator] = click.option(
    "--keys", type=FILE, metavar="EVENT.sqk", show_default="EVENT.sqk beside the description",
    help="Use the secret keys in this file.",
)  # fmt: skip


@attrs.frozen(kw_only=True)
class PublishedEvent:
    """The published description of an event, its keys, and the values that it leaves open."""

    description_path: str
    keys: str | None
    delayed_value: str | None
    fingerprint: str | None
    phase_boards: tuple[str, ...]

    def read(self) -> tuple[Description, Keys]:
        """Return the description and its keys.

        Raises:
            SquareDealError: they do not belong together, or the description is not the one that
                was published.
        """
        path = self.description_path
        description = Description.read(path)
        if not description.is_published:
            msg = "it has no hash of its keys (KH): `overtrick deal commit` makes the keys"
            raise SquareDealError(msg, path)
        keys = Keys.read(keys_path(path, self.keys))
        keys.check(description)
        description.check_fingerprint(self.fingerprint)
        return description, keys

    def boards(self) -> dict[int, str]:
        """Return the boards of phases that the description leaves open.

        Raises:
            click.UsageError: one is not of the form PHASE=BOARDS.
        """
        found: dict[int, str] = {}
        for text in self.phase_boards:
            phase, mark, boards = text.partition("=")
            if not (mark and phase.isascii() and phase.isdigit() and len(phase) < 6):
                msg = f"--phase-boards {text!r} is not of the form PHASE=BOARDS, such as 9=1-15"
                raise click.UsageError(msg)
            found[int(phase)] = boards
        return found


published_options: Final = collected(
    PublishedEvent,
    "published",
    (
        description_argument,
        keys_option,
        click.option(
            "--delayed-value", metavar="TEXT", show_default="as the description states it",
            help="Set the value of the delayed information.",
        ),
        click.option(
            "--fingerprint", metavar="HEX",
            help="Check the fingerprint of the description as it was published.",
        ),
        click.option(
            "--phase-boards", multiple=True, metavar="PHASE=BOARDS",
            help="Set the boards of a phase that the description leaves open, such as 9=1-15; may "
            "be repeated.",
        ),
    ),
)  # fmt: skip
"""Adds the options of `PublishedEvent`: the parameter `published`."""


def keys_path(path: str, keys: str | None) -> str:
    """Return the path of an event's keys."""
    return keys or str(Path(path).with_suffix(".sqk"))


@contextlib.contextmanager
def reported_errors() -> Iterator[None]:
    """Turn errors of descriptions and keys into messages; those without a file are usage errors."""
    try:
        yield
    except SquareDealError as error:
        code = USAGE if error.path is None else INPUT
        raise Failure(printable(str(error)), code) from error


def facts(description: Description) -> dict[str, object]:
    """Return the publishable facts of an event as JSON values."""
    return {
        "event": printable(description.name),
        "delayed_information": printable(description.delayed_information),
        "delayed_value": (
            None if description.delayed_value is None else printable(description.delayed_value)
        ),
        "key_hash": description.key_hash,
        "fingerprint": description.fingerprint,
    }


def ranges(numbers: Iterable[int]) -> str:
    """Return board numbers as ranges, such as `1-4,7`."""
    return str(NumberRanges.from_numbers(sorted(set(numbers))))
