"""What a drawn table has, and how something is done at it while the screen lives on."""

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
from overtrick_belote.table.house import House
from overtrick_belote.table.refusals import RULES
from overtrick_belote.table.session import Table
from overtrick_belote.table.settings import Settings
from overtrick_belote.terminal.tui.presenter import Looking, Shower

_REFUSALS: Final = table(RULES)
_Result = TypeVar("_Result")


class TableApp(App[None]):
    """A drawn table without its picture and keys.

    Args:
        house: the table, its file and the settings.

    Attributes:
        house: the table, its file and the settings.
        looking: what the person looks at.
        said: the person's language and signs.
        shower: makes pictures in them.
    """

    def __init__(self, house: House) -> None:
        super().__init__()
        self.house = house
        self.looking = Looking()
        self.said: Words = words("en", True)
        self.shower = Shower(self.said, medals=True)
        self._thought: asyncio.Future[Any] | None = None

    @property
    def table(self) -> Table:
        """The table."""
        return self.house.table

    @property
    def settings(self) -> Settings:
        """What the person chose."""
        return self.house.settings

    def label(self, name: str, **facts: object) -> str:
        """Return a label in the person's language."""
        return label(name, self.said.language, **facts)

    @property
    def is_thinking(self) -> bool:
        """Whether something that takes long is being done."""
        return self._thought is not None and not self._thought.done()

    @property
    def is_wide(self) -> bool:
        """Whether the panel beside the table is wide enough to read in."""
        return self.size.width >= 108

    def show(self) -> None:
        """Show the table as it is now."""
        raise NotImplementedError

    def dress(self) -> None:
        """Take colours, language and signs from the settings."""
        raise NotImplementedError

    def arrive(self) -> None:
        """Begin at a table, at whatever stage it is."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Let the game go on until a person must do something."""
        raise NotImplementedError

    def note(self, *lines: str) -> None:
        """Tell something in the panel; on a narrow screen below the table too."""
        self.looking.note = tuple(line.replace("[", "\\[") for line in lines)
        self.show()
        if lines and not self.is_wide:
            self.query_one("#status", Static).update(" " + self.looking.note[0])

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something at the table, in place of what is being done there."""
        self.run_worker(self._in_turn(work), group="table", exclusive=True)

    async def _in_turn(self, work: Coroutine[Any, Any, None]) -> None:
        """Wait until a player has finished his thought: a table has one hand on it at a time."""
        try:
            await self.quiet()
        except asyncio.CancelledError:
            work.close()
            raise
        try:
            await work
        except OSError as error:
            # What was done is not on the disk: nothing more is done until that is mended.
            self.looking.thinking = None
            self.note(self.words_of(error))

    @property
    def is_going(self) -> bool:
        """Whether something is being done at the table, or waited for there."""
        return any(worker.group == "table" and worker.is_running for worker in self.workers)

    async def quiet(self) -> None:
        """Wait until nothing that takes long is being done at the table."""
        while self._thought is not None and not self._thought.done():
            await asyncio.wait({self._thought})

    async def think(self, thought: Callable[[], _Result]) -> _Result:
        """Do something that takes long, one such thing at a time, while the screen lives on."""
        await self.quiet()
        future = asyncio.get_running_loop().run_in_executor(None, thought)
        self._thought = future
        # Who waits for it may be called away; the thought itself comes to its end.
        return await asyncio.shield(future)

    def refuse(self, error: BeloteError) -> None:
        """Tell why something is not done."""
        self.note(self.words_of(error))

    def words_of(self, error: Exception) -> str:
        """Return an error in the person's words."""
        text = in_words(error, self.said)
        return text[:1].upper() + text[1:]

    def sentence(self, reason: Reason) -> str:
        """Return a reason in the person's words."""
        if reason.rule not in _REFUSALS:
            return tell(reason, self.said.language, symbols=self.said.symbols)
        text = fill(_REFUSALS[reason.rule], reason.facts, self.said)
        return text[:1].upper() + text[1:]
