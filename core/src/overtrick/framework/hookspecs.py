"""The hooks that a plugin may implement: those of the core's kinds, and a question.

No hook of overtrick gives different results for different orders of registration: nothing is
`firstresult`, and hook wrappers are unsupported.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from overtrick.framework.spec.commands import CommandSpec
from overtrick.framework.spec.formats import FormatSpec
from overtrick.framework.spec.interface import ApiVersion
from overtrick.framework.spec.kinds import Kind
from overtrick.framework.spec.other_files import OtherFileSpec
from overtrick.framework.spec.rules import RuleSpec
from overtrick.framework.spec.views import ViewSpec


def overtrick_kinds(api: ApiVersion) -> Iterable[Kind[Any]]:
    """Bring kinds of plugin of your own.

    **Called** once for each plugin, during its registration, before its other hooks.

    **Return** an iterable of `Kind`. Each has a hook of its own, `overtrick_<name>`, which other
    plugins implement, and this one too.

    **Errors** make the plugin FAILED; nothing of it stays registered, its kinds included.

    **Example**

        @attrs.frozen(kw_only=True)
        class LessonSpec:
            name: str
            summary: str
            text: str

        @hookimpl
        def overtrick_kinds(api):
            yield Kind(name="lessons", summary="Lessons in play", spec=LessonSpec)

    **Since** 1.0.
    """
    return ()


def overtrick_formats(api: ApiVersion) -> Iterable[FormatSpec]:
    """Declare file formats.

    **Called** once for each plugin, during its registration.

    **Return** an iterable of `FormatSpec`; a generator is usual.

    **Errors** make the plugin FAILED; nothing of it stays registered.

    **Example**

        @hookimpl
        def overtrick_formats(api):
            yield FormatSpec(name="line", summary="One deal a line", suffixes=(".deal",),
                             reader="line_format.reader:read", carries={"deal"})

    **Since** 1.0.
    """
    return ()


def overtrick_commands(api: ApiVersion) -> Iterable[CommandSpec]:
    """Declare commands of the `overtrick` script.

    **Called** once for each plugin, during its registration. The command itself is imported
    only when it is chosen.

    **Return** an iterable of `CommandSpec`.

    **Errors** make the plugin FAILED; nothing of it stays registered.

    **Example**

        @hookimpl
        def overtrick_commands(api):
            yield CommandSpec(name="points", summary="Count high-card points",
                              command="points.command:points")

    **Since** 1.0.
    """
    return ()


def overtrick_rules(api: ApiVersion) -> Iterable[RuleSpec]:
    """Declare rules that boards and files are held against.

    **Called** once for each plugin, during its registration. The rule itself is imported when a
    file is checked.

    **Return** an iterable of `RuleSpec`.

    **Errors** make the plugin FAILED; nothing of it stays registered. A rule that fails becomes
    a diagnostic `CORE900` that names the plugin; the others still answer.

    **Example**

        @hookimpl
        def overtrick_rules(api):
            yield RuleSpec(name="stock", summary="We own 36 boards", board="club.rules:stock",
                           diagnostics="club.rules:CODES", samples="club.rules:samples")

    **Since** 1.0.
    """
    return ()


def overtrick_views(api: ApiVersion) -> Iterable[ViewSpec]:
    """Declare ways to show boards.

    **Called** once for each plugin, during its registration. The view itself is imported only
    when it is chosen.

    **Return** an iterable of `ViewSpec`.

    **Errors** make the plugin FAILED; nothing of it stays registered.

    **Example**

        @hookimpl
        def overtrick_views(api):
            yield ViewSpec(name="list", summary="A line for each board", view="club.lists:show",
                           suffixes=(".txt",))

    **Since** 1.0.
    """
    return ()


def overtrick_other_files(api: ApiVersion) -> Iterable[OtherFileSpec]:
    """Declare files that hold no bridge boards, so that they can be named.

    **Called** once for each plugin, during its registration.

    **Return** an iterable of `OtherFileSpec`.

    **Errors** make the plugin FAILED; nothing of it stays registered.

    **Example**

        @hookimpl
        def overtrick_other_files(api):
            yield OtherFileSpec(name="lesson", summary="Lessons in play", suffixes=(".lesson",),
                                holds="a lesson, which has no boards",
                                use="overtrick lesson {file} opens it")

    **Since** 1.0.
    """
    return ()


ARGUMENTS: Final = ("api",)
"""The arguments of the hook of a kind of plugin."""
