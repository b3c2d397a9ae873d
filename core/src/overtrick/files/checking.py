"""Checking a board against bridge law and by the plugins' own rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from overtrick.findings.codes import plugin_failure
from overtrick.findings.diagnostics import Diagnostic, Location
from overtrick.framework.spec import resolve

if TYPE_CHECKING:
    from overtrick.framework.manager import PluginManager
    from overtrick.framework.spec import FormatSpec
    from overtrick.model.board import Board


def check_board(
    board: Board, manager: PluginManager, spec: FormatSpec | None = None
) -> tuple[Diagnostic, ...]:
    """Return what bridge law and the plugins say against a board, law first.

    Where the board's format has a locator, findings get the exact position of their part.
    """
    # Imported here because reading without a check needs no law.
    from overtrick.laws import board_problems

    found = list(board_problems(board))

    def complain(plugin: str, error: Exception) -> None:
        found.append(plugin_failure("CORE900", plugin, error, board.origin))

    answers = manager.call_each("overtrick_check_board", complain, board=board, origin=board.origin)
    for plugin, answer in answers:
        for item in answer if isinstance(answer, list) else (answer,):
            if isinstance(item, Diagnostic):
                found.append(item)
            elif item is not None:
                complain(plugin, TypeError(f"gave {item!r:.60}, which is no Diagnostic"))
    if spec is None or spec.locator is None or not found:
        return tuple(found)
    try:
        locate = resolve(spec.locator)
        return tuple(_placed(item, board, locate(board, item.part)) if item.part else item
                     for item in found)  # fmt: skip
    except Exception as error:  # noqa: BLE001  # findings without a position beat none
        complain(spec.name, error)
        return tuple(found)


def _placed(item: Diagnostic, board: Board, place: Location | None) -> Diagnostic:
    if place is None:
        return item
    number = place.board if place.board is not None else item.location.board
    return attrs.evolve(item, location=attrs.evolve(place, board=number))
