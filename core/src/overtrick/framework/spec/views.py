"""A way to show boards, declared as data."""

from __future__ import annotations

import attrs

from overtrick.framework.spec.reference import (
    check_command,
    check_reference,
    check_suffixes,
    to_texts,
)


@attrs.frozen(kw_only=True)
class ViewSpec:
    """A view, declared as data: boards as text, a page, a picture.

    `overtrick show --as NAME` uses it. A view chooses what it shows, so nothing that it leaves
    out counts as lost.

    Attributes:
        name: the view's name, `[a-z][a-z0-9-]*`.
        summary: one line for a person.
        view: reference to a function `(boards: Iterable[Board], sink: BinaryIO, ctx: ViewContext)
            -> None`, which consumes the boards once, in order, and writes to a binary file; text is
            UTF-8.
        suffixes: file name suffixes of what it makes, lower case with their dots.
        media_type: what it makes, as `text/html`.
        options: reference to an attrs class of options, made with `overtrick.plugin.option`.

    Raises:
        PluginLoadError: a name, suffix or reference that is not of the form described.

    Example:
        >>> ViewSpec(name="html", summary="A page of diagrams", view="club.page:show",
        ...          suffixes=(".html",), media_type="text/html").is_text
        True
    """

    name: str = attrs.field(validator=check_command)
    summary: str
    view: str = attrs.field(validator=check_reference)
    suffixes: tuple[str, ...] = attrs.field(
        default=(), converter=to_texts, validator=check_suffixes
    )
    media_type: str = "text/plain"
    options: str | None = attrs.field(default=None, validator=check_reference)

    @property
    def is_text(self) -> bool:
        """Whether a terminal can show what it makes: text, HTML, SVG, JSON."""
        return self.media_type.startswith("text/") or self.media_type.endswith(
            ("+xml", "/xml", "/json", "+json")
        )
