"""A kind of plugin, as a value.

The core brings formats, commands, rules, views and other files; a plugin may bring a kind of its
own, as the plugin of dealing machines brings their drivers. To the plugin manager all are alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar

import attrs

from overtrick.findings.errors import PluginLoadError
from overtrick.framework.spec.reference import check_name, check_reference


class Spec(Protocol):
    """The common attributes of specifications."""

    @property
    def name(self) -> str:
        """The name, which no two of a kind share."""

    @property
    def summary(self) -> str:
        """One line for a person."""


SpecT = TypeVar("SpecT", bound=Spec)


def _noun(kind: Kind[SpecT]) -> str:
    return kind.name.removesuffix("s")


# A function, for attrs asks a converter for its signature: that of `tuple` itself is a text that
# Python takes 5 ms to parse.
def _to_specs(specs: Iterable[SpecT]) -> tuple[SpecT, ...]:
    return tuple(specs)


def _to_names(names: Iterable[str]) -> frozenset[str]:
    return frozenset(names)


@attrs.frozen(kw_only=True)
class Kind(Generic[SpecT]):
    """A kind of plugin.

    A plugin declares specifications of a kind with the kind's hook, `overtrick_<name>`. The hook
    is called once, with the one argument `api`, and gives an iterable of specifications.

    Attributes:
        name: what the specifications are, in the plural, `[a-z][a-z0-9_]*`: `drivers`.
        summary: one line for a person.
        spec: the class of the specifications: attrs, frozen, with at least a `name` and a
            `summary`. They are data, and name their code by reference.
        noun: one of them, for messages; the name without its `s` where it is not given.
        built_in: specifications that come with the kind; no plugin may take their names.
        reserved: other names that no plugin may take.
        suite: reference to the class of tests that a plugin runs over a specification of this
            kind, `None` where there is no such kit.

    Raises:
        PluginLoadError: a name or reference that is not of the form described, a class without
            the attributes that a specification has.

    Example:
        >>> from overtrick.plugin import CommandSpec
        >>> Kind(name="greetings", summary="Ways to say hello", spec=CommandSpec).hook
        'overtrick_greetings'
    """

    name: str = attrs.field(validator=check_name)
    summary: str
    spec: type[SpecT] = attrs.field()
    noun: str = attrs.field(default=attrs.Factory(_noun, takes_self=True))
    built_in: tuple[SpecT, ...] = attrs.field(default=(), converter=_to_specs, repr=False)
    reserved: frozenset[str] = attrs.field(default=(), converter=_to_names, repr=False)
    suite: str | None = attrs.field(default=None, validator=check_reference)

    @spec.validator
    def _check_spec(self, attribute: object, value: type[SpecT]) -> None:
        fields = {field.name for field in attrs.fields(value)} if attrs.has(value) else set()
        missing = {"name", "summary"} - fields
        if missing:
            msg = f"a specification of {self.name} has no {' and no '.join(sorted(missing))}"
            raise PluginLoadError(msg)

    @property
    def hook(self) -> str:
        """The name of the hook with which a plugin declares specifications of this kind."""
        return f"overtrick_{self.name}"
