"""Bring the catalogues of translated texts up to date with the texts in the programs.

Run it after a change of a text for people, and commit the difference:

    python tests/make_catalogues.py

For each package that has a folder `locale` it writes `messages.pot`, the list of texts that a new
language begins with, and puts new texts into every `.po` file, untranslated; what is no longer used
goes. Translations and remarks of translators are kept.
"""

from __future__ import annotations

import ast
import functools
import itertools
from collections.abc import Iterator
from pathlib import Path

import attrs
from babel.messages.pofile import read_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

import overtrick
import overtrick_render
from overtrick import Field, Irregularity, Rank, Seat, Side, Suit, Terms, Vulnerability
from overtrick.plugin import catalogues as all_catalogues
from overtrick.plugin import default_manager, resolve
from overtrick_duplimate_device import FAULT_HELP

CORE = Path(overtrick.__file__).parent
VIEWS = Path(overtrick_render.__file__).parent

TERMS = Terms()
VULNERABILITIES = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.BOTH)
VOCABULARY: tuple[tuple[str | None, str], ...] = (
    *((None, TERMS.seat(seat)) for seat in Seat),
    *((None, TERMS.side(side)) for side in Side),
    *((None, TERMS.suit(suit)) for suit in reversed(Suit)),
    *((None, TERMS.vulnerable(sides)) for sides in VULNERABILITIES),
    *((None, TERMS.irregularity(mark)) for mark in Irregularity),
    *(("seat letter", seat.symbol) for seat in Seat),
    *(("side letters", side.symbol) for side in Side),
    *(("suit letter", suit.symbol) for suit in reversed(Suit)),
    *(("rank letter", rank.symbol) for rank in reversed(Rank) if rank >= Rank.TEN),
    *(("vulnerability", vulnerability.label) for vulnerability in VULNERABILITIES),
    *(("call", call) for call in ("Pass", "X", "XX")),
    ("strain", "NT"),
    # What sheets of plugins say; the core's diagram needs only some of them.
    *(
        (None, word)
        for word in (
            "Board",
            "Dealer",
            "Vulnerable",
            "Contract",
            "Declarer",
            "Dummy",
            "Lead",
            "Opening lead",
            "Result",
            "Score",
            "Scoring",
            "Trick",
            "Tricks",
            "Points",
            "High-card points",
            "Auction",
            "Play",
            "Par",
            "Par contract",
            "Par score",
            "Makeable contracts",
            "Double-dummy tricks",
            "Notrump",
            "Double",
            "Redouble",
            "Passed out",
            "Sacrifice",
            "Overtrick",
            "Undertrick",
            "Event",
            "Site",
            "Date",
            "Room",
            "Session",
            "Round",
            "Table",
            "Team",
            "Pair",
            "Player",
            "Teams",
            "Pairs",
            "Percent",
            "Matchpoints",
            "Hand records",
            "Traveller",
            "Commentary",
            "Page",
        )
    ),
)
"""The words of the game, each with its context, that every language has."""

# The methods of `overtrick_render.Translator` that are given a text, and what their arguments are.
METHODS = {
    "gettext": ("message",),
    "pgettext": ("context", "message"),
    "ngettext": ("message", "plural"),
}


@attrs.frozen(kw_only=True)
class Entry:
    """One text of a catalogue.

    Attributes:
        context: what tells it from another of the same words, `None` for nothing.
        message: the English text; empty for the catalogue's header.
        plural: the English text for several, `None` where there is no such choice.
        translations: one, or one a plural form; empty ones where it is not translated.
        is_fuzzy: whether a person has still to look at it; it is not used then.
    """

    context: str | None = None
    message: str
    plural: str | None = None
    translations: tuple[str, ...] = ()
    is_fuzzy: bool = False

    @property
    def key(self) -> tuple[str | None, str]:
        """What the entry is found by: its context and message."""
        return self.context, self.message

    @property
    def is_translated(self) -> bool:
        """Whether there is a translation, in all plural forms, that is used."""
        return bool(self.translations) and all(self.translations) and not self.is_fuzzy


def entries_of(path: Path) -> list[Entry]:
    """Return the texts of a catalogue, without its header."""
    found = []
    with path.open("rb") as file:
        for text in read_po(file, abort_invalid=True):
            one, *many = (text.id,) if isinstance(text.id, str) else text.id
            strings = (text.string,) if isinstance(text.string, str) else text.string
            if one:
                found.append(
                    Entry(
                        context=text.context,
                        message=one,
                        plural=many[0] if many else None,
                        translations=tuple(strings),
                        is_fuzzy=text.fuzzy,
                    )
                )
    return found


HEADER = (
    "Project-Id-Version: {package}\n"
    "Language: {language}\n"
    "MIME-Version: 1.0\n"
    "Content-Type: text/plain; charset=UTF-8\n"
    "Content-Transfer-Encoding: 8bit\n"
    "Plural-Forms: {plurals}\n"
)


def packages() -> list[Path]:
    """Return the folders of this repository's packages that have catalogues, or need them."""
    root = Path(overtrick.__file__).parents[3]
    return [
        path
        for path in sorted(root.glob("plugins/*/src/overtrick_*"))
        if (path / "locale").is_dir() or findings(path)
    ]


@functools.cache
def messages(package: Path) -> list[Entry]:
    """Return all texts of a package by alphabet; of the views' the words of the game come first."""
    is_views = package == VIEWS
    first = {key: Entry(context=key[0], message=key[1]) for key in (VOCABULARY if is_views else ())}
    # What the views' package has words for is looked up there; it has those of the core's diagrams.
    elsewhere = {} if is_views else {text.key: text for text in messages(VIEWS)}
    folders = (CORE, package) if is_views else (package,)
    modules = itertools.chain(*(folder.rglob("*.py") for folder in folders))
    texts = itertools.chain(
        *(_texts(ast.parse(path.read_text(encoding="utf-8"))) for path in modules),
        *(
            _shown(path.read_text(encoding="utf-8"))
            for path in package.rglob("templates/**/*.html")
        ),
    )
    own = (Entry(message=text) for text in findings(package))
    texts = itertools.chain(texts, _said_elsewhere(package), own)
    others = {
        entry.key: entry for entry in texts if entry.key not in first and entry.key not in elsewhere
    }
    return [
        *first.values(),
        *sorted(others.values(), key=lambda text: (text.message, text.context or "")),
    ]


@functools.cache
def findings(package: Path) -> frozenset[str]:
    """Return what a package reports: templates and hints, reasons of losses, names of options.

    The texts of the core are the views' package's.
    """
    is_views = package == VIEWS
    name = package.name
    if name == "overtrick_testing":
        return frozenset()  # the kit writes no file that a page converts to
    found: set[str] = set(_reasons(CORE if is_views else package))
    for spec in overtrick.formats():
        owner = str(spec.reader or spec.writer).partition(".")[0].partition(":")[0]
        if owner == name:
            for options in (spec.read_options, spec.write_options):
                for field in attrs.fields(resolve(options)) if options else ():
                    found |= {field.name.replace("_", " ").capitalize()}
                    found |= {str(field.metadata.get("help", ""))}
    for known in all_catalogues(default_manager()):
        of_core = known.distribution == "overtrick"
        if of_core == is_views and (of_core or known.distribution == name.replace("_", "-")):
            for entry in known.codes.values():
                found |= {entry.template, entry.hint or ""}
    if is_views:
        found |= {field.label for field in Field}
    return frozenset(found - {""})


# The functions that are given the reason of a loss, and `fill`, whose template it can be.
REASONS = {"lose", "dropped", "changed", "filled", "fill"}


def _reasons(folder: Path) -> Iterator[str]:
    """Yield the reasons of losses in a package's modules: constants, there or under a name."""
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        given = [
            arg
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and getattr(node.func, "attr", getattr(node.func, "id", "")) in REASONS
            for arg in node.args
        ]
        names = {node.id for arg in given for node in ast.walk(arg) if isinstance(node, ast.Name)}
        for node in ast.walk(tree):
            targets = (
                node.targets
                if isinstance(node, ast.Assign)
                else [node.target]
                if isinstance(node, ast.AnnAssign)
                else []
            )
            if any(getattr(target, "id", None) in names for target in targets) and node.value:
                given.append(node.value)
        for value in given:
            if isinstance(value, ast.Constant | ast.IfExp | ast.Dict):
                for each in ast.walk(value):
                    if (
                        isinstance(each, ast.Constant)
                        and isinstance(each.value, str)
                        and " " in each.value.strip()
                        and each.value == each.value.strip()
                    ):
                        yield each.value


def _texts(tree: ast.AST) -> Iterator[Entry]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            names = METHODS.get(node.func.attr)
            values = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            if names is not None and len(values) >= len(names):
                yield Entry(**dict(zip(names, values, strict=False)))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "PageSpec":
            # The title stands in the row of pages.
            for word in node.keywords:
                if word.arg == "title" and isinstance(word.value, ast.Constant):
                    yield Entry(message=word.value.value)


def _said_elsewhere(package: Path) -> Iterator[Entry]:
    """Yield what a package shows of others that have no catalogues: faults, what formats are."""
    if package.name == "overtrick_web":
        for words in FAULT_HELP.values():
            yield Entry(message=words.title)
            yield Entry(message=words.advice)
        for spec in overtrick.formats():
            if spec.writer is not None:
                yield Entry(message=spec.summary)


def _shown(template: str) -> Iterator[Entry]:
    """Yield the texts of a Jinja template, which calls `gettext` also `_`."""
    names = ("_", *METHODS)
    for _, name, given in extract_from_ast(Environment(autoescape=True).parse(template), names):
        # What is no text itself, as a word by its name, is marked where it stands.
        values = given if isinstance(given, tuple) else (given,)
        keys = METHODS["gettext" if name == "_" else name]
        texts = {key: text for key, text in zip(keys, values, strict=False) if text is not None}
        if len(texts) == len(keys):
            yield Entry(**texts)


def render(entries: list[Entry], header: str) -> str:
    """Return the text of a catalogue."""
    blocks = [_block(Entry(message="", translations=(header,)))]
    blocks += map(_block, entries)
    return "\n".join(blocks)


def _block(entry: Entry) -> str:
    lines = ["#, fuzzy"] if entry.is_fuzzy else []
    lines += [f"msgctxt {_quoted(entry.context)}"] if entry.context is not None else []
    lines.append(f"msgid {_quoted(entry.message)}")
    if entry.plural is None:
        lines.append(f"msgstr {_quoted(''.join(entry.translations))}")
    else:
        lines.append(f"msgid_plural {_quoted(entry.plural)}")
        lines += [f"msgstr[{i}] {_quoted(text)}" for i, text in enumerate(entry.translations)]
    return "".join(f"{line}\n" for line in lines)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    lines = escaped.splitlines(keepends=True) or [""]
    parts = ['"{}"'.format(line.replace("\n", "\\n")) for line in lines]
    return parts[0] if len(parts) == 1 else "\n".join(['""', *parts])


def catalogues(package: Path) -> Iterator[tuple[Path, str]]:
    """Yield the catalogues of a package with the text that each should have."""
    texts = messages(package)
    header = HEADER.format(
        package=package.name, language="", plurals="nplurals=2; plural=(n != 1);"
    )
    empty = [attrs.evolve(text, translations=_none(text, 2)) for text in texts]
    yield package / "locale" / "messages.pot", render(empty, header)
    for path in sorted(package.glob("locale/*.po")):
        # The remarks and the header are the translator's.
        head = path.read_text(encoding="utf-8").partition("\n\n")[0].rstrip("\n")
        known = {entry.key: entry for entry in entries_of(path)}
        forms = int(head.partition("nplurals=")[2][:1])
        merged = [_merged(entry, known.get(entry.key), forms) for entry in texts]
        yield path, "\n".join([f"{head}\n", *map(_block, merged)])


def _merged(entry: Entry, known: Entry | None, forms: int) -> Entry:
    if known is None or (known.plural is None) != (entry.plural is None):
        return attrs.evolve(entry, translations=_none(entry, forms))
    return attrs.evolve(entry, translations=known.translations, is_fuzzy=known.is_fuzzy)


def _none(entry: Entry, forms: int) -> tuple[str, ...]:
    return ("",) if entry.plural is None else ("",) * forms


def main() -> None:
    for package in packages():
        (package / "locale").mkdir(exist_ok=True)
        for language in sorted({*overtrick_render.languages()} - {"en"}):
            path = package / "locale" / f"{language}.po"
            if not path.is_file():
                head = (VIEWS / "locale" / path.name).read_text(encoding="utf-8")
                plurals = head.partition("Plural-Forms: ")[2].partition("\\n")[0]
                header = HEADER.format(package=package.name, language=language, plurals=plurals)
                path.write_text(render([], header), encoding="utf-8", newline="\n")
        for path, text in catalogues(package):
            path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
