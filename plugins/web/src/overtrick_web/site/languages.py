"""The languages of the page, and the choice of the user's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from markupsafe import Markup, escape
from starlette.requests import Request

from overtrick import ENGLISH
from overtrick_render import Translator, translated, translator

LANGUAGES: Final[Mapping[str, str]] = {
    ENGLISH: "English",
    "fr": "Français",
    "de": "Deutsch",
    "nl": "Nederlands",
    "pl": "Polski",
    "sv": "Svenska",
}
"""The languages of the page, each with its own name for itself."""

LANGUAGE_COOKIE: Final = "overtrick-language"

PACKAGE: Final = "overtrick_web"


def language_of(request: Request) -> str:
    """Return the language that a user chose, or else the browser's first available one.

    Args:
        request: what was asked for.
    """
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    wanted: list[tuple[float, int, str]] = []
    for part in request.headers.get("accept-language", "").split(",")[:20]:
        name, _, quality = part.strip().partition(";q=")
        try:
            wanted.append((-float(quality or 1), len(wanted), name[:2].lower()))
        except ValueError:
            continue  # An invalid number is no statement about the user's language.
    return next((name for _, _, name in sorted(wanted) if name in LANGUAGES), ENGLISH)


class Words:
    """The translations of a page in one language, for templates and for code.

    Args:
        language: one of `LANGUAGES`.
        package: the package whose catalogues have the page's texts; what it has not, those of
            the web plugin and of the core have.
    """

    def __init__(self, language: str, package: str = PACKAGE) -> None:
        self.language: Final = language
        self.game: Final[Translator] = translator(package, language)
        """The words of the game: seats, suits, calls."""
        self._own = translator(PACKAGE, language)

    def gettext(self, text: str, /, **values: object) -> Markup:
        """Return a translated text with its placeholders filled, safe for HTML.

        Args:
            text: the English text; it is text, not HTML.
            values: the values for `{name}`; escaped, unless it is `Markup`.

        Example:
            >>> Words("en").gettext("{count} boards in {name}", count=3, name="<b>.pbn")
            Markup('3 boards in &lt;b&gt;.pbn')
        """
        return self._filled(self._looked_up(lambda words: words.gettext(text), text), values)

    def ngettext(self, one: str, many: str, count: int, /, **values: object) -> Markup:
        """Return the translated text for a number; `{count}` is the number.

        Args:
            one: the English text for one.
            many: the English text for any other number.
            count: the number.
            values: as those of `gettext`.
        """
        english = one if count == 1 else many
        found = self._looked_up(lambda words: words.ngettext(one, many, count), english)
        return self._filled(found, {"count": count, **values})

    def pgettext(self, context: str, text: str, /, **values: object) -> Markup:
        """Return the translation of an ambiguous text in its context."""
        found = self._looked_up(lambda words: words.pgettext(context, text), text)
        return self._filled(found, values)

    def translated(self, text: str) -> str:
        """Return the text of a finding, a loss or an option: text, which a template escapes.

        Args:
            text: a message, hint, reason, label or help text of a plugin, in English.

        Example:
            >>> Words("de").translated("Dealer")
            'Teiler'
        """
        return translated(text, self.language)

    def _looked_up(self, look: Callable[[Translator], str], english: str) -> str:
        found = look(self.game)
        return look(self._own) if found == english else found

    @staticmethod
    def _filled(text: str, values: Mapping[str, Any]) -> Markup:
        safe = escape(text)
        return safe.format(**values) if values else safe
