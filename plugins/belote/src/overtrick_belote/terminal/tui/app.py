"""The application of the full-screen table: its events, keys and mouse."""

from __future__ import annotations

import asyncio
from typing import ClassVar, Final, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from overtrick import Seat, Suit
from overtrick_belote.explanations.words import game_language, words
from overtrick_belote.players.sentences import table
from overtrick_belote.rules.auction import Bid, Double, Redouble
from overtrick_belote.rules.cards import CARDS
from overtrick_belote.rules.state import Action, CardPlayed, Declare, Phase, Play
from overtrick_belote.table.house import TableManager
from overtrick_belote.table.refusals import RULES, RefusedError, why_no_card
from overtrick_belote.table.saves import Journal
from overtrick_belote.table.session import Step
from overtrick_belote.table.settings import SPEEDS, Settings
from overtrick_belote.table.visible import last_call, place_of_card
from overtrick_belote.terminal.tui.base import TableApp
from overtrick_belote.terminal.tui.board import LEAST, Board
from overtrick_belote.terminal.tui.drawing import palette
from overtrick_belote.terminal.tui.orders import MenuCommands
from overtrick_belote.terminal.tui.picture import Target
from overtrick_belote.terminal.tui.presenter import (
    DisplayState,
    PictureMaker,
    pages,
    trick_waits,
)

SECOND: Final = 1.0
"""The duration of a second of the settings."""

_REFUSALS: Final = table(RULES)
_FRAMES: Final = 6
_FRAME: Final = 0.03
_Result = TypeVar("_Result")


class BeloteApp(TableApp):
    """A table of 32-card bridge.

    Args:
        house: the table, its file and the settings.
    """

    CSS = """
    Screen { layers: base; }
    #menu { height: 1; background: $primary-background; color: $text; }
    #middle { height: 1fr; }
    #side { width: 27; background: $surface; padding: 0 1; }
    #side.wide { width: 42; }
    #status { height: 1; background: $primary-background; color: $text-muted; }
    #status.off { display: none; }
    """
    ENABLE_COMMAND_PALETTE = False
    TITLE = "32-card bridge"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(keys, f"move({across}, {down})", show=False, priority=False)
            for keys, across, down in (
                ("left,4,s", -1, 0),
                ("right,6,d", 1, 0),
                ("up,8,e", 0, -1),
                ("down,2,x", 0, 1),
            )
        ),
        Binding("space,enter", "choose", show=False),
        Binding("p", "pass_", show=False),
        Binding("f", "end_turn", show=False),
        Binding("h", "hands", show=False),
        Binding("f1", "help", show=False),
        Binding("f10,m", "menu('')", show=False),
        Binding("question_mark,f2", "hint", show=False),
        Binding("a,f3", "analysis", show=False),
        Binding("w", "medal", show=False),
        Binding("l", "last_trick", show=False),
        Binding("c", "order('score-card')", show=False),
        Binding("r", "order('review')", show=False),
        Binding("u", "order('undo')", show=False),
        Binding("n", "order('next-hand')", show=False),
        Binding("b", "order('double-now')", show=False),
        Binding("7", "peek(3)", show=False),
        Binding("9", "peek(0)", show=False),
        Binding("3", "peek(1)", show=False),
        Binding("escape", "leave", show=False),
        Binding("ctrl+q", "quit", show=False, priority=True),
    ]

    def __init__(self, house: TableManager) -> None:
        super().__init__(house)
        self.orders = MenuCommands(self)
        self._ended = asyncio.Event()

    # The screen -----------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Build the widgets."""
        yield Static(id="menu")
        with Horizontal(id="middle"):
            yield Board(id="board")
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="panel")
        yield Static(id="status")

    def on_mount(self) -> None:
        """Begin play."""
        self.dress()
        self.board.focus()
        self.arrive()

    @property
    def board(self) -> Board:
        """The table's widget."""
        return self.query_one(Board)

    def on_resize(self) -> None:
        """Give the panel the available room, once the new size is known everywhere."""
        self.call_later(self._give_room)

    def _give_room(self) -> None:
        side = self.query_one("#side")
        side.set_class(self.is_wide, "wide")
        # Where the table cannot be drawn, the message about it has the whole width.
        side.display = self.size.width >= LEAST[0]

    def dress(self) -> None:
        """Apply colours, language and symbols from the settings."""
        settings = self.settings
        language = settings.language or game_language()
        self.said = words(language, settings.cards != "letters")
        self.shower = PictureMaker(self.said, medals=settings.medal)
        self.theme = "textual-dark" if settings.dark else "textual-light"
        self.board.dress(palette(settings.colour, dark=settings.dark), self.said)
        self.query_one("#status").set_class(not settings.status_bar, "off")
        menus = ("game", "practice", "hand", "options", "help")
        self.query_one("#menu", Static).update(
            " "
            + "   ".join(f"[@click=app.menu('{name}')]{self.label(name)}[/]" for name in menus)
            + f"    [b]{self.label('title')}[/b]"
        )
        self.show()

    def show(self) -> None:
        """Show the current state of the table."""
        table, looking = self.table, self.looking
        self.board.show(self.shower.picture(table, looking))
        self.query_one("#panel", Static).update(self.shower.panel(table, looking))
        self.query_one("#status", Static).update(" " + self.label(f"status-{self._status()}"))

    def _status(self) -> str:
        if self.looking.analysing:
            return "analyse"
        if trick_waits(self.table, self.looking):
            return "turn"
        if self.table.is_over:
            return "over"
        if self.table.is_persons_turn:
            return "call" if self.table.state.phase is Phase.AUCTION else "play"
        return "wait"

    # What happens ---------------------------------------------------------------------------

    def arrive(self) -> None:
        """Begin at a table, at any stage of play."""
        self.looking = DisplayState(seen_tricks=len(self.table.state.tricks))
        self.go_on()

    def go_on(self) -> None:
        """Continue the game until a human player must act."""
        self.do(self._play_on())

    async def _play_on(self) -> None:
        table, looking = self.table, self.looking
        while True:
            self.show()
            if trick_waits(table, looking):
                await self._wait_for_end_of_turn()
                looking.seen_tricks = len(table.state.tricks)
                self.show()
            lesson = self.house.lesson
            told = None if lesson is None else lesson.coming(table)
            if lesson is not None and (table.is_over or table.is_persons_turn):
                await self.orders.comment(lesson.notes(table))
            if table.is_over:
                self.orders.hand_is_over()
                return
            if table.is_persons_turn:
                if told is not None:
                    self._point_at(told.action)
                card = table.forced_card()
                if (
                    told is not None
                    or card is None
                    or not self.settings.autoplay
                    or table.announces()
                ):
                    return
                await self._pause()
                step = table.act(Play(card))
            elif told is not None:
                table.happen(told)
                step = table.steps[-1]
                await self._pause()
            else:
                looking.thinking = table.turn
                self.show()
                done = await self.think(table.step)
                looking.thinking = None
                if done is None:
                    return
                step = done
                await self._pause()
            await self._show_step(step)

    def _point_at(self, action: Action) -> None:
        """Select the next action of the tutorial hand."""
        self.show()
        if isinstance(action, Play):
            self.board.select(Target("card", action.card))
        else:
            self.board.select(Target("announce" if isinstance(action, Declare) else "pass"))

    async def _pause(self) -> None:
        await asyncio.sleep(SPEEDS[self.settings.speed])

    async def _wait_for_end_of_turn(self) -> None:
        self._ended.clear()
        seconds = self.settings.end_of_turn
        if seconds == "key":
            await self._ended.wait()
            return
        try:
            await asyncio.wait_for(self._ended.wait(), float(seconds) * SECOND)
        except TimeoutError:
            return

    async def _show_step(self, step: Step) -> None:
        """Show a card as it is played."""
        looking = self.looking
        looking.last_trick = False
        if not self.settings.animate or not isinstance(step.action, Play):
            return
        if not any(isinstance(event, CardPlayed) for event in step.events):
            return
        for frame in range(_FRAMES):
            looking.moving = (step.action.card, step.seat, frame / _FRAMES)
            self.board.show(self.shower.picture(self.table, looking))
            await asyncio.sleep(_FRAME)
        looking.moving = None

    def act(self, action: Action) -> None:
        """Call, declare or play for the human player at turn."""
        # A second stroke of the same key finds nothing selected.
        self.board.select(None)
        self.do(self._act(action))

    async def _act(self, action: Action) -> None:
        if self.settings.confirm and not isinstance(action, Play | Declare):
            call = self.said.call(action)
            if not await self.orders.is_sure(self.label("sure", call=call)):
                self.show()
                return
        lesson = self.house.lesson
        told = None if lesson is None else lesson.coming(self.table)
        if told is not None and told.action != action:
            self.note(self.label("lesson-other", action=self.orders.named(told.action)))
            return
        try:
            step = self.table.act(action)
        except RefusedError as error:
            self.refuse(error)
            return
        self.looking.amount = self.looking.page = 0
        self.looking.note = ()
        self.looking.revealed = self.looking.revealed and isinstance(action, Declare)
        await self._show_step(step)
        await self._play_on()

    # Keys -----------------------------------------------------------------------------------

    def action_move(self, across: int, down: int) -> None:
        """Move the selection."""
        self.board.move(across, down)

    def action_choose(self) -> None:
        """Carry out the selected action, or continue."""
        if self.looking.analysing:
            self._take(self.board.cursor, analysing=True)
        elif trick_waits(self.table, self.looking):
            self.action_end_turn()
        elif self.table.is_over:
            self.orders.hand_is_over()
        elif self.table.is_persons_turn:
            self._take(self.board.cursor)
        else:
            self.action_end_turn()

    def action_pass_(self) -> None:
        """Pass."""
        if self.board.picture.box is not None:
            self._take(Target("pass"))

    def action_end_turn(self) -> None:
        """Clear the trick."""
        if self.looking.last_trick and not trick_waits(self.table, self.looking):
            self.looking.last_trick = False
            self.show()
        self._ended.set()
        if not self.is_going:
            # It was stopped, as by a full disk: another try.
            self.go_on()

    def action_hands(self) -> None:
        """Show or hide the hand of the human player at turn."""
        self.looking.revealed = not self.looking.revealed
        self.show()

    def action_help(self) -> None:
        """Open the help for the current action."""
        self.orders.help()

    def action_menu(self, name: str) -> None:
        """Open a menu."""
        self.orders.menu(name)

    def action_order(self, name: str) -> None:
        """Carry out a command of a menu."""
        self.orders.order(name)

    def action_hint(self) -> None:
        """Show the computer's choice."""
        self.orders.order("hint")

    def action_analysis(self) -> None:
        """Choose an action to explain."""
        self.looking.analysing = not self.looking.analysing
        self.show()
        if self.looking.analysing and not self.board.selectable():
            self.looking.analysing = False
            self.orders.analyse(-1)

    def action_analyse(self, place: int) -> None:
        """Explain an action."""
        self.orders.analyse(place)

    def action_medal(self) -> None:
        """Explain the winning card."""
        self.orders.order("medal")

    def action_last_trick(self) -> None:
        """Show or hide the last trick."""
        if not self.table.state.tricks:
            self.orders.order("last-trick")
            return
        self.looking.last_trick = not self.looking.last_trick
        self.show()

    def action_peek(self, seat: int) -> None:
        """Show or hide a hand."""
        self.run_worker(self._peek(Seat(seat)), group="peek")

    async def _peek(self, which: Seat) -> None:
        await self.quiet()
        if which in self.looking.peeked:
            self.looking.peeked.discard(which)
        else:
            try:
                self.table.peek(which)
            except RefusedError as error:
                self.refuse(error)
                return
            self.looking.peeked.add(which)
        self.show()

    def action_leave(self) -> None:
        """Close the current view."""
        self.looking.analysing = self.looking.last_trick = False
        self.looking.note = ()
        self.show()

    async def action_quit(self) -> None:
        """Leave the table; an unfinished game can be resumed."""
        await self.quiet()
        self.house.leave()
        self.exit()

    # The mouse ------------------------------------------------------------------------------

    def on_board_chosen(self, event: Board.Chosen) -> None:
        """Carry out the action of the clicked target."""
        target = event.target
        if event.button == 3 or (target.kind == "felt" and event.button == 1):
            self.action_end_turn()
            if self.table.is_over and not trick_waits(self.table, self.looking):
                self.orders.hand_is_over()
            return
        self.board.select(target if target.kind in self.board.picture.selectable else None)
        self._take(target, analysing=self.looking.analysing)

    def _take(self, target: Target | None, *, analysing: bool = False) -> None:
        """Carry out the action of a target."""
        if target is None:
            return
        kind, value = target.kind, target.value
        if kind in ("played", "call"):
            self.looking.analysing = False
            self._ask_why(target)
        elif kind == "medal":
            self.orders.order("medal")
        elif kind == "hand":
            self.action_peek(value)
        elif not analysing and self.table.is_persons_turn:
            self._choose(kind, value)

    def _ask_why(self, target: Target) -> None:
        if target.kind == "played":
            place = place_of_card(self.table, CARDS[target.value])
        else:
            step = last_call(self.table, Seat(target.value))
            place = None if step is None else step.place
        if place is not None:
            self.orders.analyse(place)

    def _why_not(self, card: int) -> None:
        """Explain an illegal card."""
        seat = self.table.turn
        reason = None if seat is None else why_no_card(self.table.state, seat, CARDS[card])
        if reason is not None:
            self.note(self.sentence(reason))

    def _choose(self, kind: str, value: int) -> None:
        looking, picture = self.looking, self.board.picture
        box = picture.box
        if kind == "card":
            may_play = picture.hands[self.table.turn or 0].playable or 0
            if may_play >> value & 1:
                self.act(Play(CARDS[value]))
            else:
                self._why_not(value)
        elif kind == "announce":
            self.act(Declare(self.table.announces()[value]))
        elif kind == "amount":
            looking.amount = value
            self.show()
            self.board.select(Target("suit", Suit.SPADES))
        elif kind == "more":
            looking.page = (looking.page + 1) % pages()
            self.show()
        elif kind == "suit" and box is not None:
            self.act(Bid(box.amount, Suit(value)))
        elif kind == "pass":
            self.act(next(iter(self.table.actions())))
        elif kind == "double":
            doubles = (a for a in self.table.actions() if isinstance(a, Double | Redouble))
            for action in doubles:
                self.act(action)
                return


def play_drawn(journal: Journal, settings: Settings) -> None:
    """Play at a full-screen table until the user leaves it.

    Args:
        journal: the table and its file, which is closed or taken away in the end.
        settings: what the person chose; changes are kept.
    """
    BeloteApp(TableManager(journal, settings)).run()
