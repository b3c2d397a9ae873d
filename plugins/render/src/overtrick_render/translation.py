"""Translations of the texts for users: one mechanism for the core and for all plugins.

A package with texts for people has a folder `locale` with one catalogue for each language, such as
`fr.po`. Texts that it does not have are looked up in this package's catalogues, which have the
words of the game, and else stay English. Views, sheets and pages are translated, and on pages
findings and losses too (`translated`). Commands print English: what is searched for and quoted is
the same for all.
"""

from __future__ import annotations

import functools
import gettext
import io
import os
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from overtrick import ENGLISH, OptionError, PluginError, PluginLoadWarning, PluginState, Terms
from overtrick.plugin import FilledText, default_manager, printable

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from babel.messages.catalog import Catalog, Message

_WORDS: Final = "overtrick_render"
"""The package whose catalogues have the words of the game."""

_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class Translator(Terms):
    """The texts of a package, and the vocabulary of bridge, in one language.

    Made by `translator`. The methods of gettext's names are for a package's own texts; the
    programs that collect texts for translators (`xgettext`, Babel) know them by these names.

    Attributes:
        language: the code of the language, such as `fr`.

    Example:
        >>> words = translator(language="fr")
        >>> words.seat(Seat.SOUTH), words.holding(Hand.parse("AQT2..."), Suit.SPADES)
        ('Sud', 'A D 10 2')
    """

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self._catalogue = catalogue
        super().__init__(language)

    def gettext(self, message: str) -> str:
        """Return the translation of a text, or the text itself if there is none."""
        return self._catalogue.gettext(message)

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of an ambiguous text in its context."""
        return self._catalogue.pgettext(context, message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Return the translation of a text that depends on a number."""
        return self._catalogue.ngettext(one, many, count)


def translator(package: str = _WORDS, language: str | None = None) -> Translator:
    """Return the texts of a package in a language.

    Texts that the package has no translation for are looked up among the words of the game, and
    stay English where those have none either.

    Args:
        package: the import name of the package, whose folder `locale` has the catalogues.
        language: a language's code, such as `fr` or `fr_CA`; the environment's where not given.

    Raises:
        OptionError: a language that the core has no words of.
        PluginError: a catalogue that cannot be read.

    Example:
        >>> translator(language="de").gettext("Dealer")
        'Teiler'
    """
    return _translator(package, language_of(language))


@functools.cache
def _translator(package: str, language: str) -> Translator:
    words = _read(package, language)
    if package != _WORDS:
        words.add_fallback(_read(_WORDS, language))
    return Translator(language, words)


def translated(text: str, language: str | None = None) -> str:
    """Return the text of a finding, a loss or an option in a language.

    The text is looked up in the catalogues of all installed plugins. A message that was made from
    a template (`overtrick.plugin.FilledText`) is translated as a template and filled with the same
    values. It stays English where no catalogue has it, or a translation has a field that the
    template has not.

    Args:
        text: the message, hint, reason, label or help text.
        language: as that of `translator`.

    Returns:
        Text, not HTML: it can contain values of a file, without control characters.

    Raises:
        OptionError: a language that the core has no words of.

    Example:
        >>> translated("Dealer", "de"), translated("no such text", "de")
        ('Teiler', 'no such text')
    """
    code = language_of(language)
    if code == ENGLISH:
        return str(text)
    template = text.template if isinstance(text, FilledText) else text
    found = _of_all_plugins(code, _packages()).gettext(template)
    if found == template:
        return str(text)
    if not isinstance(text, FilledText):
        return found
    try:
        return printable(found.format(**text.values))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        # The translation names another field, or has a brace too many.
        return str(text)


def _packages() -> tuple[str, ...]:
    """Return the packages of the plugins that are in use, sorted."""
    modules = [
        record.module.partition(".")[0]
        for record in default_manager().records()
        if record.state is PluginState.LOADED and record.module is not None
    ]
    return tuple(sorted(set(modules)))


@functools.cache
def _of_all_plugins(language: str, packages: tuple[str, ...]) -> gettext.NullTranslations:
    words = _read(_WORDS, language)
    for package in packages:
        if package == _WORDS:
            continue
        try:
            words.add_fallback(_read(package, language))
        except PluginError as error:
            # The texts of the other plugins are translated all the same.
            warnings.warn(str(error), PluginLoadWarning, stacklevel=3)
    return words


def _read(package: str, language: str) -> gettext.NullTranslations:
    if language == ENGLISH:
        return gettext.NullTranslations()
    catalogue = _catalogue(package, f"{language}.po")
    if catalogue is None:
        return gettext.NullTranslations()
    # Texts in English, as most are read, need no catalogue and nothing that reads one.
    from babel.messages.mofile import write_mo

    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def _catalogue(package: str, name: str) -> Catalog | None:
    """Return a package's catalogue, `None` if it has none with that name."""
    from babel.messages.pofile import PoFileError, read_po

    file = _folder(package).joinpath(name)
    if not file.is_file():
        return None
    try:
        return read_po(io.BytesIO(file.read_bytes()), abort_invalid=True)
    except (PoFileError, ValueError) as error:
        msg = f"the catalogue {name} of {package} cannot be read: {error}"
        raise PluginError(msg) from error


def untranslated(package: str, language: str) -> tuple[str, ...]:
    """Return the texts of a package's `messages.pot` without a translation in a language.

    Args:
        package: the import name of the package.
        language: a language's code; any, whether or not there are words in it.

    Raises:
        PluginError: a catalogue that cannot be read.

    Example:
        >>> untranslated("overtrick_records", "fr")
        ()
        >>> "Dealer" in untranslated("overtrick_render", "it")
        True
    """
    template = _catalogue(package, "messages.pot")
    translated = _catalogue(package, f"{language}.po")
    known = set()
    if translated is not None:
        known = {(text.context, text.id) for text in translated if _is_translated(text)}
    return tuple(
        text.id if isinstance(text.id, str) else text.id[0]
        for text in template or ()
        if text.id and (text.context, text.id) not in known
    )


def _is_translated(message: Message) -> bool:
    """Return whether a message has a usable translation, in all plural forms."""
    texts = (message.string,) if isinstance(message.string, str) else message.string or ("",)
    return all(texts) and not message.fuzzy


def _folder(package: str) -> Traversable:
    from importlib import resources  # not needed, and slow to load, for texts in English

    return resources.files(package).joinpath("locale")


@functools.cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages with the vocabulary of bridge, sorted.

    Example:
        >>> languages()
        ('de', 'en', 'fr', 'nl', 'pl', 'sv')
    """
    names = [file.name for file in _folder(_WORDS).iterdir()]
    return tuple(sorted({ENGLISH, *(name[:-3] for name in names if name.endswith(".po"))}))


def language_of(chosen: str | None = None, environment: Mapping[str, str] | None = None) -> str:
    """Return the code of the language to use, one of `languages()`.

    Args:
        chosen: what a person asked for, such as `fr`, `fr_CA` or `fr-CA.UTF-8`.
        environment: where to look if nothing is chosen, the process's own by default. As with
            gettext, the first of LANGUAGE, LC_ALL, LC_MESSAGES and LANG that is set counts, and
            may name several languages with colons between them. English where none is known.

    Raises:
        OptionError: there are no words in the language that was chosen.

    Example:
        >>> language_of("de-AT"), language_of(None, {"LANG": "sv_SE.UTF-8"}), language_of(None, {})
        ('de', 'sv', 'en')
    """
    if chosen is not None:
        found = _known(chosen)
        if found is None:
            msg = f"no language {chosen!r} (there are: {', '.join(languages())})"
            raise OptionError(msg)
        return found
    variables = os.environ if environment is None else environment
    first = next((variables[name] for name in _VARIABLES if variables.get(name)), "")
    for name in first.split(":"):
        if name in {"C", "POSIX"} or name.startswith("C."):
            break
        found = _known(name)
        if found is not None:
            return found
    return ENGLISH


def _known(name: str) -> str | None:
    """Return the language code of a locale, with its region if available."""
    code = name.replace("-", "_").partition(".")[0].partition("@")[0]
    language, _, region = code.partition("_")
    if language.lower() == ENGLISH:
        return ENGLISH  # needs no catalogue, and a process in English looks for none
    for candidate in (f"{language.lower()}_{region.upper()}", language.lower()):
        if candidate in languages():
            return candidate
    return None
