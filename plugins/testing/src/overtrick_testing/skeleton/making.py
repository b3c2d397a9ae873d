"""From a plugin's name and kind to the texts of its files."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from importlib.resources import files
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, NamedTuple

from overtrick.plugin import KNOWN_DISTRIBUTIONS, default_manager
from overtrick_testing.skeleton.sampling import Look

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,29}")
_README: Final = "README.md"


class _Skeleton(NamedTuple):
    """A kind of plugin.

    Attributes:
        layers: the folders of templates that it is made of; a file of a later one replaces that
            of an earlier one, but for the README, whose parts stand one behind the other.
        about: what the plugin is, for its README and its metadata.
        needs: the distribution that it needs.
        plural: the kind of plugin of which no two may have its name; `None` for a kind itself.
    """

    layers: tuple[str, ...]
    about: str
    needs: str = "overtrick"
    plural: str | None = None


_SKELETONS: Final[Mapping[str, _Skeleton]] = {
    "text": _Skeleton(
        ("common", "format", "cells", "text"), "The format @@name@@", plural="formats"
    ),
    "binary": _Skeleton(("common", "format", "binary"), "The format @@name@@", plural="formats"),
    "read-only": _Skeleton(
        ("common", "format", "cells", "read-only"), "The format @@name@@", plural="formats"
    ),
    "rule": _Skeleton(("common", "rule"), "The rule @@name@@", plural="rules"),
    "view": _Skeleton(("common", "view"), "The view @@word@@", plural="views"),
    "command": _Skeleton(
        ("common", "command"), "The command @@word@@", "overtrick[cli]", "commands"
    ),
    "driver": _Skeleton(
        ("common", "driver"), "The driver @@name@@", "overtrick-duplimate-device", "drivers"
    ),
    "page": _Skeleton(("common", "page"), "The page @@name@@", "overtrick-web", "pages"),
    "kind": _Skeleton(("common", "kind"), "The kind of plugin @@name@@"),
}

KINDS: Final = tuple(_SKELETONS)
"""The kinds of plugin that there is a skeleton for."""


class Sample(NamedTuple):
    """A file of a format that nobody has read yet.

    Attributes:
        name: the file's own name, without its folder.
        data: what is in it.
        look: how its boards are likely to be laid out.
    """

    name: str
    data: bytes
    look: Look


def make_skeleton(name: str, kind: str = "text", sample: Sample | None = None) -> dict[str, bytes]:
    """Return the files of a plugin's skeleton: path within its folder, and content.

    Args:
        name: the plugin's name, `[a-z][a-z0-9_]*`, at most 30 characters.
        kind: one of `KINDS`.
        sample: for a format, a file to begin with: it is all that the corpus has, and how a board
            is read is left to do.

    Raises:
        ValueError: the name is not of that form, is a word of Python, or is taken; there is a
            sample of what is no format.

    Example:
        >>> sorted(make_skeleton("club"))[:3]
        ['.gitattributes', '.github/workflows/test.yml', '.gitignore']
    """
    _check_name(name, kind)
    skeleton = _SKELETONS[kind]
    values = _values(name, skeleton)
    if sample is None:
        return _make(skeleton.layers, values)
    if skeleton.plural != "formats":
        msg = f"a sample is a file of a format, and a {kind} has none"
        raise ValueError(msg)
    done = "reads" if kind == "read-only" else "writes"
    layers = ("common", "format", "sample", f"sample-{sample.look.shape}", f"sample-{done}")
    made = _make(layers, values | _sample_values(name, sample))
    return made | {f"tests/corpus/valid/{sample.name}": sample.data}


def _check_name(name: str, kind: str) -> None:
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        msg = f"a plugin's name is 1 to 30 small letters, digits and _, a letter first: {name!r}"
        raise ValueError(msg)
    plural = _SKELETONS[kind].plural
    manager = default_manager()
    kinds = manager.kinds()
    # Of a kind that is not installed nothing is known.
    kind_of = None if plural is None else kinds.get(plural)
    taken = manager.specs(kind_of) if kind_of else kinds if plural is None else ()
    if {name, name.replace("_", "-")} & set(taken):
        owner = None if kind_of is None else manager.owner_of(name, kind_of)
        msg = f"{'overtrick' if owner is None else owner.source} serves {name!r} already"
        raise ValueError(msg)
    if distribution_of(name) in _known_distributions():
        msg = f"{distribution_of(name)} is a distribution of overtrick's own"
        raise ValueError(msg)


def distribution_of(name: str) -> str:
    """Return the name of a plugin's distribution.

    Example:
        >>> distribution_of("house_notes")
        'overtrick-house-notes'
    """
    return f"overtrick-{name.replace('_', '-')}"


def nearly(name: str) -> str | None:
    """Return the distribution of overtrick's own whose name is nearly that; `None` for none.

    Example:
        >>> nearly("recrods"), nearly("club")
        ('overtrick-records', None)
    """
    for known in _known_distributions():
        own = known.removeprefix("overtrick-")
        # Of shorter names very many are alike.
        if len(own) > 4 and SequenceMatcher(None, name, own).ratio() > 0.8:
            return known
    return None


def _known_distributions() -> tuple[str, ...]:
    return tuple(known.name for known in KNOWN_DISTRIBUTIONS)


def _values(name: str, skeleton: _Skeleton) -> dict[str, str]:
    letters = re.sub("[^A-Z]", "", name.upper())
    return {
        "about": skeleton.about,
        "needs": skeleton.needs,
        "name": name,
        "word": name.replace("_", "-"),
        "package": f"overtrick_{name}",
        "distribution": distribution_of(name),
        "suffix": f".{name}",
        "class": "".join(word.capitalize() for word in name.split("_")),
        "PREFIX": letters[:8] if len(letters) > 1 else f"{letters}PLUGIN",
    }


def _sample_values(name: str, sample: Sample) -> dict[str, str]:
    look = sample.look
    suffix = PurePath(sample.name).suffix.lower()
    return {
        "suffix": suffix if len(suffix) > 1 else f".{name}",
        "sample": sample.name,
        "found": look.words,
        "reasons": "\n".join(f"- {reason}" for reason in look.reasons),
        "is_binary": str(look.is_binary),
        "size": str(look.size),
        "start": str(look.start),
    }


def _make(layers: tuple[str, ...], values: Mapping[str, str]) -> dict[str, bytes]:
    """Return the files that some folders of templates come to."""
    made: dict[str, bytes] = {}
    for layer in layers:
        for path, content in _templates(files(__package__) / layer, ""):
            where, what = _fill(path, values), _filled(path, content, values)
            where = where.rpartition(".")[0]
            made[where] = made.get(where, b"") + what if where == _README else what
    return made


def _templates(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """Yield the templates in a folder and below it, each with its path."""
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            yield from _templates(item, f"{path}{item.name}/")
        else:
            yield path + item.name, item


def _filled(path: str, template: Traversable, values: Mapping[str, str]) -> bytes:
    text = template.read_text(encoding="utf-8")
    # Texts as bytes too: a corpus has its own ends of lines on every system.
    return bytes.fromhex(text) if path.endswith(".hex") else _fill(text, values).encode()


def _fill(text: str, values: Mapping[str, str]) -> str:
    for key, value in values.items():
        text = text.replace(f"@@{key}@@", value)
    return text
