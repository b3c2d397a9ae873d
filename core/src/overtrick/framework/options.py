"""A plugin's options: from text or values to an instance of the plugin's own attrs class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import attrs

from overtrick.findings.errors import OptionError
from overtrick.framework.guard import TYPED, Guard, one_line, resolve

if TYPE_CHECKING:
    from overtrick.framework.spec.formats import FormatSpec

OptionValue = str | int | bool | None

Options = Mapping[str, OptionValue] | object
"""Options of a format: values by name, or an instance of the plugin's options class."""

_TRUE = frozenset({"yes", "true", "on", "1"})
_FALSE = frozenset({"no", "false", "off", "0"})


def one_of(literal: object) -> Callable[[object, attrs.Attribute[str], str], None]:
    """Return an attrs validator that refuses all words but those of a `Literal`.

    A misspelt `raise` must not lose anything in silence, a misspelt `refuse` not show anything.

    Example:
        >>> from typing import Literal
        >>> @attrs.frozen
        ... class Settings:
        ...     errors: str = attrs.field(validator=one_of(Literal["raise", "collect"]))
        >>> Settings("rise")
        Traceback (most recent call last):
        ...
        overtrick.findings.errors.OptionError: errors is 'raise' or 'collect', not 'rise'
    """
    words = get_args(literal)
    known = ", ".join(map(repr, words[:-1])) + f" or {words[-1]!r}"

    def check(_: object, attribute: attrs.Attribute[str], value: str) -> None:
        if value not in words:
            msg = f"{attribute.name} is {known}, not {value!r}"
            raise OptionError(msg)

    return check


class OptionInfo(NamedTuple):
    """One option of a format, for people and programs that list them.

    Attributes:
        name: as on the command line, with dashes.
        direction: `read` or `write`.
        default: the value where none is given.
        help: one line.
        choices: the texts that are allowed; empty for any.
    """

    name: str
    direction: str
    default: OptionValue
    help: str
    choices: tuple[str, ...] = ()


def describe_options(spec: FormatSpec) -> tuple[OptionInfo, ...]:
    """Return the options of a format, those for reading first.

    Raises:
        PluginLoadError: the plugin's options class cannot be imported.
    """
    found = []
    for direction, reference in (("read", spec.read_options), ("write", spec.write_options)):
        if reference is not None:
            found += [
                OptionInfo(
                    name=field.name.replace("_", "-"),
                    direction=direction,
                    default=field.default,
                    help=str(field.metadata.get("help", "")),
                    choices=tuple(field.metadata.get("choices", ())),
                )
                for field in _fields(reference)
            ]
    return tuple(found)


def option_names(reference: str | None) -> frozenset[str]:
    """Return the names of an options class, with underscores."""
    return (
        frozenset() if reference is None else frozenset(field.name for field in _fields(reference))
    )


def _fields(reference: str) -> tuple[attrs.Attribute[Any], ...]:
    """Return the fields of an options class.

    Raises:
        PluginError: it is no attrs class.
    """
    cls = resolve(reference)
    with Guard(f"the class of options {reference!r}", reference):
        found: tuple[attrs.Attribute[Any], ...] = attrs.fields(cls)
        return found


def make_options(
    name: str,
    reference: str | None,
    values: Mapping[str, OptionValue] | object | None,
    *,
    noun: str = "format",
) -> object | None:
    """Return an instance of an options class, or `None` where there is none.

    Args:
        name: whose options they are, for messages.
        reference: the options class.
        values: texts (as from a command line) or values by name, dashes or underscores; or an
            instance of the class itself.
        noun: what has the name: a format, a view.

    Raises:
        OptionError: an option that the class does not have, or a value that it does not take.
        PluginError: the class itself failed.
    """
    if reference is None:
        if values and isinstance(values, Mapping):
            msg = f"the {noun} {name!r} has no options: {', '.join(values)}"
            raise OptionError(msg)
        return None
    cls: type[object] = resolve(reference)
    if values is not None and not isinstance(values, Mapping):
        if not isinstance(values, cls):
            msg = f"options of {name!r} are a mapping or {cls.__name__}"
            raise OptionError(msg)
        return values  # an instance of the class itself
    what = f"the class of options of {name!r}"
    if not values:
        with Guard(what, reference):
            return cls()
    fields = {field.name: field for field in _fields(reference)}
    chosen = {}
    for key, value in values.items():
        attribute = key.replace("-", "_")
        if attribute not in fields:
            known = ", ".join(sorted(field.replace("_", "-") for field in fields)) or "none"
            msg = f"the {noun} {name!r} has no option {key!r} (it has: {known})"
            raise OptionError(msg)
        chosen[attribute] = _convert(key, value, fields[attribute])
    try:
        with Guard(what, reference, typed=(*TYPED, TypeError, ValueError)):
            return cls(**chosen)
    except (TypeError, ValueError) as error:
        msg = f"options of {name!r}: {one_line(error, named=False)}"
        raise OptionError(msg) from error


def _convert(key: str, value: OptionValue, field: attrs.Attribute[Any]) -> OptionValue:
    choices: tuple[str, ...] = field.metadata.get("choices", ())
    if choices:
        for choice in choices:
            if str(value).lower() == choice.lower():
                return choice
        msg = f"option {key!r} is one of {', '.join(choices)}; not {value!r}"
        raise OptionError(msg)
    if not isinstance(value, str):
        return value
    kind = str(field.type) if field.type is not None else ""
    if isinstance(field.default, bool) or kind.startswith("bool"):
        if value.lower() in _TRUE | _FALSE:
            return value.lower() in _TRUE
        msg = f"option {key!r} is yes or no, not {value!r}"
        raise OptionError(msg)
    if isinstance(field.default, int) or kind.startswith("int"):
        try:
            return int(value)
        except ValueError:
            msg = f"option {key!r} is a whole number, not {value!r}"
            raise OptionError(msg) from None
    return value
