"""The operator's view: live on a terminal, plain lines elsewhere. It never shows a card.

The card of a fault is the only exception, and only with `--show-cards`.
"""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Final, Protocol, Self

from overtrick.plugin import printable
from overtrick_duplimate_device.interface.blind import redact
from overtrick_duplimate_device.session.actions import Notice, NoticeKind
from overtrick_duplimate_device.session.phases import Phase
from overtrick_duplimate_device.session.session import Session
from overtrick_duplimate_device.session.words import keys_for

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.live import Live

ALARMS: Final = frozenset({Phase.FAULT, Phase.ASKING, Phase.OFFLINE, Phase.TAKEN})
"""When the view is red: nothing goes on by itself."""

KEYED: Final = ALARMS - {Phase.OFFLINE} | {Phase.PAUSED}
"""The phases in which the operator must press a key."""

PASSING: Final = frozenset({NoticeKind.PROMPT, NoticeKind.WRONG, NoticeKind.PAUSING})
"""The notices that the live view replaces by the next one; all others stay above it."""


class Watcher(Protocol):
    """The interface of a display."""

    def show(self, notice: Notice) -> None:
        """Show a notice."""

    def refresh(self, session: Session) -> None:
        """Update from the session; called after every input."""


def fault_card(session: Session, *, show_cards: bool) -> str:
    """Return the card of the present fault for the view, or an empty text."""
    fault = session.fault
    if not show_cards or fault is None or fault.card is None:
        return ""
    return f" The card is {fault.card}."


def words_of(notice: Notice) -> str:
    """Return the text of a notice, without cards and terminal control characters."""
    words = printable(redact(notice.text))
    return f"{words}: {notice.command}" if notice.command else words


class PlainWatcher:
    """A display with one line for each notice, for files, pipes and screen readers.

    Args:
        show_cards: whether a fault names its card.
    """

    def __init__(self, *, show_cards: bool = False) -> None:
        self._show_cards = show_cards
        self._named: object = None
        self._asked = ""
        self._is_deaf = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        pass

    def show(self, notice: Notice) -> None:
        """Print a line."""
        self._print(words_of(notice))

    def _print(self, text: str) -> None:
        if sys.stdout is None or self._is_deaf:
            return
        try:
            sys.stdout.write(printable(text) + "\n")
            sys.stdout.flush()
        except (OSError, ValueError):
            # The output has no reader any more. The machine deals on; the journal records it.
            self._is_deaf = True

    def refresh(self, session: Session) -> None:
        """Print the keys once when an answer is needed, and the card of a fault on request."""
        asked = session.message if session.phase in KEYED else ""
        if asked and asked != self._asked:
            self._print(f"  {keys_for(session)}")
        self._asked = asked
        card = fault_card(session, show_cards=self._show_cards)
        if card and self._named is not session.fault:
            self._named = session.fault
            self._print(card.strip())


class LiveWatcher:
    """A live display: the board in hand, its cards, the progress, and the next action.

    Args:
        console: the terminal.
        title: the file's name.
        show_cards: whether a fault names its card.
    """

    def __init__(self, console: Console, title: str, *, show_cards: bool = False) -> None:
        self._console = console
        self._title = title
        self._show_cards = show_cards
        self._live: Live | None = None
        self._last = ""

    def __enter__(self) -> Self:
        from rich.live import Live

        self._live = Live(
            console=self._console, auto_refresh=False, transient=True, redirect_stderr=False
        )
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None
        if self._last:
            self._console.print(self._last, markup=False, highlight=False)

    def show(self, notice: Notice) -> None:
        """Keep the last notice; lasting ones are printed above the view."""
        self._last = words_of(notice)
        if notice.kind not in PASSING:
            # A command to paste must stay on one line.
            self._console.print(self._last, markup=False, highlight=False, soft_wrap=True)
            self._last = ""

    def refresh(self, session: Session) -> None:
        """Redraw the view."""
        if self._live is not None:
            self._live.update(self.view(session), refresh=True)

    def view(self, session: Session) -> RenderableType:
        """Return the view of a session."""
        from rich import box
        from rich.console import Group
        from rich.panel import Panel
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        ledger, plan = session.ledger, session.plan
        attempt, total = ledger.attempt, plan.total
        rows = Table.grid(padding=(0, 2))
        rows.add_column(justify="right", style="bold")
        rows.add_column(width=40)
        rows.add_column()
        if attempt is not None:
            name = f"Board {attempt.board}"
            copies = "" if plan.copies == 1 else f"copy {attempt.copy} of {plan.copies or '*'}"
            rows.add_row(
                name, ProgressBar(total=52, completed=session.cards), f"{session.cards}/52 {copies}"
            )
        else:
            task = session.next_task
            rows.add_row("Next", f"board {task.board}" if task else "nothing", "")
        done = sum(ledger.done.values())
        if total:
            rows.add_row("Set", ProgressBar(total=total, completed=done), f"{done}/{total} boards")
        else:
            rows.add_row("Set", f"{done} boards, no limit", "")
        parts: list[RenderableType] = [rows]
        is_alarm = session.phase in ALARMS
        if session.message:
            words = printable(redact(session.message)) + fault_card(
                session, show_cards=self._show_cards
            )
            parts.append(Text(words, style="bold red" if is_alarm else "bold"))
        keys = keys_for(session)
        if keys:
            parts.append(Text(keys, style="dim"))
        title = Text(f"{printable(self._title)} · {session.phase.value}")
        return Panel(Group(*parts), title=title, box=box.ROUNDED)


def make_watcher(title: str, *, show_cards: bool = False) -> PlainWatcher | LiveWatcher:
    """Return a live display if standard output is a terminal, otherwise plain lines."""
    if sys.stdout is None or not sys.stdout.isatty():
        return PlainWatcher(show_cards=show_cards)
    from rich.console import Console

    return LiveWatcher(Console(), title, show_cards=show_cards)
