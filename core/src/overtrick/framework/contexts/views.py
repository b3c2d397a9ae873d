"""The context of a view: options and the target."""

from __future__ import annotations

from overtrick.framework.contexts.base import Context
from overtrick.framework.spec.views import ViewSpec
from overtrick.model.board import NO_EXTRAS, Extras


class ViewContext(Context):
    """The context of a view: its options, the language and the target.

    Attributes:
        spec: the view.
        path: the name of the boards' file, for a title; `None` where there is none.
        header: the file's metadata.
        is_terminal: whether a person sees the output at once.
        has_colour: whether what is shown may have colours, where the view has a choice.
        language: the code of the language that people read it in, as for
            `overtrick_render.translator`.
    """

    spec: ViewSpec

    def __init__(
        self,
        spec: ViewSpec,
        *,
        path: str | None = None,
        header: Extras = NO_EXTRAS,
        options: object | None = None,
        is_terminal: bool = False,
        has_colour: bool = False,
        language: str = "en",
    ) -> None:
        super().__init__(spec, path, options)
        self.header = header
        self.is_terminal = is_terminal
        self.has_colour = has_colour
        self.language = language
