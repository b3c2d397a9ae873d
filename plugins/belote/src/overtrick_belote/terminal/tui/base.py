"""The base of the full-screen table: slow actions run while the screen stays responsive."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from textual.app import App
from textual.widgets import Static

from overtrick_belote.errors import BeloteError
from overtrick_belote.explanations.labels import label
from overtrick_belote.explanations.sentences import fill, tell
from overtrick_belote.explanations.words import Words, words
from overtrick_belote.players.advice import Reason
from overtrick_belote.players.sentences import table
from overtrick_belote.table.faults import in_words
from overtrick_belote.table.house import TableManager
from overtrick_belote.table.refusals import RULES
from overtrick_belote.table.session import Table
from overtrick_belote.table.settings import Settings
from overtrick_belote.terminal.tui.presenter import DisplayState, PictureMaker

_REFUSALS: Final = table(RULES)
_Result = TypeVar("_Result")


class TableApp(App[None]):
    """A full-screen table without its picture and keys.

    Args:
        house: the table, its file and the settings.

    Attributes:
        house: the table, its file and the settings.
        looking: what the person looks at.
        said: the user's language and symbols.
        shower: makes pictures in them.
    """

    def __init__(self, house: TableManager) -> None:
        super().__init__()
        self.house = house
        self.looking = DisplayState()
        self.said: Words = words("en", True)
        self.shower = PictureMaker(self.said, medals=True)
        self._thought: asyncio.Future[Any] | None = None

    @property
    def table(self) -> Table:
        """The table."""
        return self.house.table

    @property
    def settings(self) -> Settings:
        """The user's settings."""
        return self.house.settings

    def label(self, name: str, **facts: object) -> str:
        """Return a label in the user's language."""
        return label(name, self.said.language, **facts)

    @property
    def is_thinking(self) -> bool:
        """Whether a slow action is running."""
        return self._thought is not None and not self._thought.done()

    @property
    def is_wide(self) -> bool:
        """Whether the panel beside the table is wide enough to read in."""
        return self.size.width >= 108

    def show(self) -> None:
        """Show the current state of the table."""
        raise NotImplementedError

    def dress(self) -> None:
        """Apply colours, language and symbols from the settings."""
        raise NotImplementedError

    def arrive(self) -> None:
        """Begin at a table, at any stage of play."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Continue the game until a human player must act."""
        raise NotImplementedError

    def note(self, *lines: str) -> None:
        """Show a note in the panel; on a narrow screen below the table too."""
        self.looking.note = tuple(line.replace("[", "\\[") for line in lines)
        self.show()
        if lines and not self.is_wide:
            self.query_one("#status", Static).update(" " + self.looking.note[0])

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Start an action at the table, in place of the running one."""
        self.run_worker(self._in_turn(work), group="table", exclusive=True)

    async def _in_turn(self, work: Coroutine[Any, Any, None]) -> None:
        """Wait until a computer player has finished: a table is used by one thread at a time."""
        try:
            await self.quiet()
        except asyncio.CancelledError:
            work.close()
            raise
        try:
            await work
        except OSError as error:
            # The action is not on the disk: play stops until that is fixed.
            self.looking.thinking = None
            self.note(self.words_of(error))

    @property
    def is_going(self) -> bool:
        """Whether an action at the table is running or waiting."""
        return any(worker.group == "table" and worker.is_running for worker in self.workers)

    async def quiet(self) -> None:
        """Wait until no slow action is running at the table."""
        while self._thought is not None and not self._thought.done():
            await asyncio.wait({self._thought})

    async def think(self, thought: Callable[[], _Result]) -> _Result:
        """Run a slow action, one at a time, while the screen stays responsive."""
        await self.quiet()
        future = asyncio.get_running_loop().run_in_executor(None, thought)
        self._thought = future
        # Who waits for it may be called away; the thought itself comes to its end.
        return await asyncio.shield(future)

    def refuse(self, error: BeloteError) -> None:
        """Show the message of a refusal."""
        self.note(self.words_of(error))

    def words_of(self, error: Exception) -> str:
        """Return the message of an error in the user's language."""
        text = in_words(error, self.said)
        return text[:1].upper() + text[1:]

    def sentence(self, reason: Reason) -> str:
        """Return the sentence of a reason in the user's language."""
        if reason.rule not in _REFUSALS:
            return tell(reason, self.said.language, symbols=self.said.symbols)
        text = fill(_REFUSALS[reason.rule], reason.facts, self.said)
        return text[:1].upper() + text[1:]
