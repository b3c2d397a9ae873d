"""The hooks that a plugin may implement, in the order of their life.

No hook of overtrick gives different results for different orders of registration: nothing is
`firstresult`, and hook wrappers are unsupported.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from overtrick.framework.spec import (
    ApiVersion,
    CommandSpec,
    DeviceSpec,
    FormatSpec,
    Probe,
    hookspec,
)

if TYPE_CHECKING:
    from overtrick.findings.diagnostics import Diagnostic, Location
    from overtrick.model.board import Board


@hookspec(historic=True)
def overtrick_formats(api: ApiVersion) -> Iterable[FormatSpec]:  # type: ignore[empty-body]
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


@hookspec(historic=True)
def overtrick_devices(api: ApiVersion) -> Iterable[DeviceSpec]:  # type: ignore[empty-body]
    """Declare drivers of dealing machines.

    **Called** once for each plugin, during its registration.

    **Return** an iterable of `DeviceSpec`.

    **Errors** make the plugin FAILED; nothing of it stays registered.

    **Example**

        @hookimpl
        def overtrick_devices(api):
            yield DeviceSpec(name="mill", summary="The club's own machine",
                             driver="mill.driver:open_driver", schemes=("serial",))

    **Since** 1.0.
    """


@hookspec(historic=True)
def overtrick_commands(api: ApiVersion) -> Iterable[CommandSpec]:  # type: ignore[empty-body]
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


@hookspec
def overtrick_check_board(board: Board, origin: Location | None) -> Iterable[Diagnostic]:  # type: ignore[empty-body]
    """Say what is wrong with a board.

    **Called** for each board by `lint` and `read(..., check=True)`; the order of plugins does
    not matter.

    **Return** an iterable of `Diagnostic`; empty where nothing is wrong.

    **Errors** become a diagnostic `CORE900` that names the plugin; the others still answer.

    **Example**

        @hookimpl
        def overtrick_check_board(board, origin):
            if board.number is not None and board.number > 36:
                yield Diagnostic(code="CLUB001", severity=Severity.NOTE,
                                 message="we own 36 boards", location=origin or Location())

    **Since** 1.0.
    """


@hookspec
def overtrick_resolve_ambiguity(candidates: tuple[FormatSpec, ...], probe: Probe) -> str | None:
    """Choose between formats that claim a file with equal confidence.

    **Called** only on a tie, and only an embedding application has reason to implement it.

    **Return** the name of one candidate, or `None` for no opinion. It is used if all answers
    that are not `None` agree.

    **Errors** count as no answer and become a diagnostic `CORE901`.

    **Example**

        @hookimpl
        def overtrick_resolve_ambiguity(candidates, probe):
            return "bri" if any(spec.name == "bri" for spec in candidates) else None

    **Since** 1.0.
    """
