"""Show boards through a view, chosen by its name or its output."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

from overtrick.disk.compression import suffix_of
from overtrick.disk.sources import path_of
from overtrick.disk.targets import WriteTarget, open_target
from overtrick.files.writing import Watched
from overtrick.findings.errors import OptionError
from overtrick.framework.contexts.views import ViewContext
from overtrick.framework.core_kinds import VIEWS
from overtrick.framework.guard import Guard, check_open, resolve
from overtrick.framework.options import Options, make_options
from overtrick.framework.seals import Seals, check_shown
from overtrick.model.board import NO_EXTRAS, Board
from overtrick.model.board_set import BoardSet

if TYPE_CHECKING:
    from overtrick.framework.manager import PluginManager
    from overtrick.framework.spec.views import ViewSpec


def named_view(manager: PluginManager, name: str) -> ViewSpec:
    """Return the view of a name.

    Raises:
        OptionError: there is none; plugins that failed are named.
    """
    views = manager.specs(VIEWS)
    if name not in views:
        helps = manager.hint("view", name, views)
        msg = f"no view {name!r} (there are: {', '.join(views)}){helps}"
        raise OptionError(msg)
    return views[name]


def view_for_target(manager: PluginManager, target: str | os.PathLike[str]) -> ViewSpec:
    """Return the view that makes files of a target's suffix; that of a compression aside.

    Raises:
        OptionError: no view does, or several.
    """
    suffix = suffix_of(target)
    views = manager.specs(VIEWS).values()
    found = [view for view in views if suffix in view.suffixes]
    if len(found) == 1:
        return found[0]
    known = ", ".join(
        f"{view.name} ({' '.join(view.suffixes)})" if view.suffixes else view.name
        for view in found or views
    )
    if not suffix:
        name = os.path.basename(os.fspath(target))
        msg = (
            f"the name {name!r} has no suffix that chooses a view; add one, or name a view: {known}"
        )
        raise OptionError(msg)
    written = [
        spec.name for spec in manager.formats().values() if suffix in spec.suffixes and spec.writer
    ]
    if written and not found:
        msg = (
            f"no view makes a file of the suffix {suffix!r}; such a file is of the format "
            f"{' or '.join(written)}, which is not shown but written"
        )
        raise OptionError(msg)
    which = "several views make" if found else "no view makes"
    helps = "" if found else manager.hint("view", suffix)
    msg = f"{which} a file of the suffix {suffix!r}; name one: {known}{helps}"
    raise OptionError(msg)


def show_stream(boards: Iterable[Board], sink: BinaryIO, context: ViewContext) -> None:
    """Show boards on an open binary file.

    Raises:
        PluginError: the view itself failed.
    """
    source = Watched(boards)
    view = resolve(context.spec.view)
    with Guard(f"the view {context.spec.name!r}", context.spec.view, spare=source.has_raised):
        view(iter(source), sink, context)
        check_open(sink)


def show_boards(
    boards: Board | Iterable[Board],
    target: WriteTarget,
    manager: PluginManager,
    *,
    view: str | None,
    options: Options | None,
    overwrite: bool,
    language: str,
    sealed: Seals,
) -> None:
    """Show one board or many on a target; `overtrick.show` describes the arguments.

    Raises:
        SealedError: the hands are not to be shown, and `sealed` is not `show`.
        OptionError: no view of the name or for the suffix, or an option that it does not have.
        PluginError: the view itself failed.
    """
    check_shown("the boards are sealed", sealed, is_sealed=getattr(boards, "is_sealed", False))
    path = path_of(target)
    if view is not None:
        spec = named_view(manager, view)
    elif path is not None:
        spec = view_for_target(manager, path)
    else:
        msg = "name the view of an open file: view='html'"
        raise OptionError(msg)
    context = ViewContext(
        spec,
        header=boards.header if isinstance(boards, BoardSet) else NO_EXTRAS,
        options=make_options(spec.name, spec.options, options, noun="view"),
        language=language,
    )
    with open_target(target, overwrite=overwrite, suffix="".join(spec.suffixes[:1])) as sink:
        show_stream((boards,) if isinstance(boards, Board) else boards, sink, context)
