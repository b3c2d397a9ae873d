"""Pages of refusals and questions: the reason and the next step, in the user's language."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import attrs
import jinja2
from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response

from overtrick import ENGLISH
from overtrick_render import Translator, translator

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import Scope

PACKAGE: Final = "overtrick_web"


@attrs.frozen
class ErrorContent:
    """The content of a page.

    Attributes:
        title: a few words: what happened.
        lines: sentences: why, and what to do now.
        asks: what the page asks for: `token`, `password` or nothing.
        onward: where the page leads on to by itself.
    """

    title: str
    lines: tuple[str, ...]
    asks: str | None = None
    onward: str | None = None


ContentFactory = Callable[[Translator], ErrorContent]
"""A function that returns a page's texts in a language."""


@functools.cache
def _templates() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader(PACKAGE, "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def error_response(
    scope: Scope,
    content_of: ContentFactory,
    status: int,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return a page with a notice, in the language of the request.

    A request for a fragment (`X-Fragment`) is answered with the fragment alone. The connection ends
    where a body was on its way: what is still to come of it would be taken for the next request.

    Args:
        scope: the request; its state has the `language`.
        content_of: returns the content of the page in a language.
        status: the answer's status, such as 403.
        headers: more headers of the answer.
    """
    language = scope.get("state", {}).get("language", ENGLISH)
    content = content_of(translator(PACKAGE, language))
    is_page = "x-fragment" not in Headers(scope=scope)
    html = _templates().get_template("safety/error.html").render(
        content=content,
        language=language,
        is_page=is_page,
        words=translator(PACKAGE, language),
    )  # fmt: skip
    more = dict(headers or {})
    if has_body(scope):
        more["connection"] = "close"
    return HTMLResponse(html, status, more)


def has_body(scope: Scope) -> bool:
    """Return whether a request has a body."""
    headers = Headers(scope=scope)
    return "transfer-encoding" in headers or headers.get("content-length", "0").strip() != "0"
