"""The options of a format or of a view, as form fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import attrs

from overtrick.plugin import OptionValue, resolve

Kind = Literal["choice", "number", "text", "truth"]


@attrs.frozen(kw_only=True)
class FormField:
    """An option as a form field.

    Attributes:
        name: its name, with underscores.
        kind: `choice` (one of several texts), `number` (an integer), `text`, or `truth` (a
            check box).
        default: the value where none is given, as text; empty for none.
        help: one line of English.
        choices: the texts of a choice; the first is empty where nothing need be chosen.
    """

    name: str
    kind: Kind
    default: str
    help: str
    choices: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The label of the field, in English."""
        return self.name.replace("_", " ").capitalize()


def form_fields(reference: str | None) -> tuple[FormField, ...]:
    """Return the form fields of an options class, in its order; none without a class.

    Args:
        reference: the class, as a specification names it.

    Raises:
        PluginLoadError: it cannot be imported.
    """
    if reference is None:
        return ()
    return tuple(_field(attribute) for attribute in attrs.fields(resolve(reference)))


def _field(attribute: attrs.Attribute[Any]) -> FormField:
    choices = tuple(map(str, attribute.metadata.get("choices", ())))
    default = attribute.default
    kind: Kind = "text"
    if choices:
        kind = "choice"
        choices = choices if default is not None else ("", *choices)
    elif isinstance(default, bool):
        kind = "truth"
    elif isinstance(default, int):
        kind = "number"
    # A number of 0 means none.
    text = str(default) if default else ""
    if kind == "truth":
        text = "yes" if default else ""
    return FormField(
        name=attribute.name,
        kind=kind,
        default=text,
        help=str(attribute.metadata.get("help", "")),
        choices=choices,
    )


def given_options(
    fields: tuple[FormField, ...], form: Mapping[str, str], *, is_filled: bool = True
) -> dict[str, OptionValue]:
    """Return the submitted options as texts; an empty text field is omitted.

    Args:
        fields: the form's fields.
        form: what was filled in, by name; a box that is not ticked is not in it.
        is_filled: whether the form was sent at all: without that no box counts as not ticked.
    """
    given: dict[str, OptionValue] = {}
    for field in fields:
        value = form.get(field.name, "").strip()
        if field.kind == "truth":
            if is_filled:
                given[field.name] = "yes" if value else "no"
        elif value:
            given[field.name] = value
    return given
