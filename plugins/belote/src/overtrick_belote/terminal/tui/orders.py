"""The commands of the menus: games, replays, help, settings."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from overtrick import Seat
from overtrick_belote.errors import BeloteError
from overtrick_belote.explanations.hint import Explanation, told
from overtrick_belote.explanations.medal import VALUES
from overtrick_belote.explanations.pages import PAGE_NAMES, Table, page, page_lines
from overtrick_belote.explanations.score_card import score_card
from overtrick_belote.explanations.words import LANGUAGES
from overtrick_belote.players.advice import Level, Reason
from overtrick_belote.rules.auction import DOUBLE
from overtrick_belote.rules.cards import Side
from overtrick_belote.rules.dealing import NUMBERED_HANDS, SeededRandom, complete, numbered_hand
from overtrick_belote.rules.options import OPTIONS, RuleOptions
from overtrick_belote.rules.state import Action, Declare, HandState, Phase, Play
from overtrick_belote.rules.text import write
from overtrick_belote.table.history import read_history, statistics
from overtrick_belote.table.recording import (
    Begin,
    check_record_target,
    hand_record_of,
    read_record,
    record_of,
    write_record,
)
from overtrick_belote.table.session import Command, Step
from overtrick_belote.table.settings import CHOICES, change_settings, keep_aside, write_settings
from overtrick_belote.table.setup import OneHand, read_seat
from overtrick_belote.table.visible import early_doubler
from overtrick_belote.terminal.tui.base import TableApp
from overtrick_belote.terminal.tui.dialogs import Choice, Dialog, Question
from overtrick_belote.terminal.typed import apart, read_cards

_MENUS: Final = {
    "game": ("new-game", "load", "save", "history", "quit"),
    "practice": ("tutorial", "random-hand", "numbered-hand", "edited-hand", "without-help"),
    "hand": (
        *("hint", "analyse", "medal", "last-trick", "peek-n", "peek-e", "peek-s", "peek-w"),
        *("double-now", "undo", "replay-bidding", "replay-cards", "end-bidding", "end-cards"),
        *("next-hand", "score-card", "review", "compare", "copy"),
    ),
    "options": (
        *("players", "adviser", "rules", "end_of_turn", "speed", "animate", "medal", "autoplay"),
        *("confirm", "status_bar", "colour", "dark", "cards", "language"),
    ),
}

_COMMANDS: Final = {
    "hint": Command.HINT,
    "analyse": Command.ANALYSIS,
    "last-trick": Command.LAST_TRICK,
    "medal": Command.LAST_TRICK,
    "undo": Command.UNDO,
    "replay-bidding": Command.REPLAY_BIDDING,
    "replay-cards": Command.REPLAY_CARDS,
    "end-bidding": Command.END_BIDDING,
    "end-cards": Command.END_CARDS,
    "next-hand": Command.NEXT_HAND,
    "score-card": Command.REVIEW,
    "review": Command.REVIEW,
    "compare": Command.COMPARE,
}
_PEEKS: Final = {
    "peek-n": Seat.NORTH,
    "peek-e": Seat.EAST,
    "peek-s": Seat.SOUTH,
    "peek-w": Seat.WEST,
}
_VALUES: Final[dict[str, tuple[str, ...]]] = {
    **{name: CHOICES[name] for name in ("end_of_turn", "speed", "colour")},
    "cards": ("symbols", "letters"),
    "language": LANGUAGES,
    "adviser": tuple(level.value for level in Level),
}
_SWITCHES: Final = ("animate", "medal", "autoplay", "confirm", "status_bar", "dark")
_MOST_TOLD: Final = 8
"""The maximum number of choices in a review, unless more of them had a cost."""


class MenuCommands:
    """The commands of the menus.

    Args:
        app: the table on the screen.
    """

    def __init__(self, app: TableApp) -> None:
        self.app = app

    def _run(self, work: Awaitable[Any]) -> None:
        async def in_order() -> None:
            try:
                await work
            except BeloteError as error:
                self.app.refuse(error)
            except OSError as error:
                self.app.note(self.app.words_of(error))

        self.app.run_worker(in_order(), group="orders", exclusive=True)

    async def ask(self, dialog: Dialog) -> str | None:
        """Open a dialog; return the choice."""
        return await self.app.push_screen_wait(dialog)

    async def is_sure(self, question: str) -> bool:
        """Ask for confirmation."""
        label = self.app.label
        choices = (Choice("yes", label("yes")), Choice("no", label("no")))
        return await self.ask(Dialog(label("title"), question, choices)) == "yes"

    async def read(self, title: str, lines: Sequence[str]) -> None:
        """Open a text to read."""
        words = "\n".join(lines)
        await self.ask(Dialog(title, words, foot=self.app.label("space-closes")))

    def tell(self, reason: Reason) -> str:
        """Return a sentence, with Textual markup escaped."""
        return self.app.sentence(reason).replace("[", "\\[")

    # Menus ----------------------------------------------------------------------------------

    def menu(self, name: str) -> None:
        """Open a menu; without a name, the main menu."""
        if name == "help":
            self._run(self._pages())
        elif name == "options":
            self._run(self._options())
        else:
            self._run(self._menu(name))

    async def _menu(self, name: str) -> None:
        label = self.app.label
        if not name:
            names = ("game", "practice", "hand", "options", "help")
            choices = [Choice(each, label(each)) for each in names]
            chosen = await self.ask(Dialog(label("title"), choices=choices))
            if chosen is None:
                return
            if chosen in ("options", "help"):
                self.menu(chosen)
                return
            name = chosen
        choices = [Choice(each, self._text(each), self._is_off(each)) for each in _MENUS[name]]
        chosen = await self.ask(Dialog(label(name), choices=choices))
        if chosen is not None:
            self.order(chosen)

    def _text(self, name: str) -> str:
        text = self.app.label(name)
        if name == "without-help":
            state = "on" if self.app.table.without_help else "off"
            text += f"{self.app.label('colon')} {self.app.label(state)}"
        return text

    def _is_off(self, name: str) -> bool:
        table = self.app.table
        if name == "score-card":
            return not table.is_over
        if name == "double-now":
            return early_doubler(self.app.table) is None
        command = Command.PEEK if name in _PEEKS else _COMMANDS.get(name)
        return command is not None and table.refusal(command) is not None

    def order(self, name: str) -> None:
        """Carry out a command of a menu."""
        app, table = self.app, self.app.table
        refusal = table.refusal(_COMMANDS[name]) if name in _TABLE_ORDERS & set(_COMMANDS) else None
        if refusal is not None:
            app.note(self.tell(refusal))
        elif name == "double-now" and early_doubler(self.app.table) is None:
            app.note(app.label("no-double"))
        elif name == "quit":
            app.run_worker(app.action_quit())
        elif name == "analyse":
            app.call_later(app.run_action, "analysis")
        elif name in _PEEKS:
            app.call_later(app.run_action, f"peek({int(_PEEKS[name])})")
        elif name == "last-trick" and table.state.tricks:
            app.call_later(app.run_action, "last_trick")
        elif name in _TABLE_ORDERS:
            app.do(self._at_table(name))
        else:
            self._run(_ORDERS[name](self))

    async def _at_table(self, name: str) -> None:
        """Run a command that changes the table, then continue the game."""
        app, table = self.app, self.app.table
        try:
            if name == "undo":
                table.undo()
            elif name == "replay-bidding":
                table.replay_bidding()
            elif name == "replay-cards":
                table.replay_cards()
            elif name == "next-hand":
                table.next_hand()
            elif name == "players":
                table.seat_players(app.settings.players)
            elif name == "double-now":
                who = early_doubler(self.app.table)
                if who is not None:
                    table.act(DOUBLE, who)
            elif name == "end-bidding":
                await app.think(lambda: _all_of(table.end_bidding()))
            else:
                await app.think(lambda: _all_of(table.end_cards()))
        except BeloteError as error:
            app.refuse(error)
            app.go_on()
            return
        app.arrive()

    # Help -----------------------------------------------------------------------------------

    def help(self) -> None:
        """Open the help for the current action."""
        label, table = self.app.label, self.app.table
        phase = {Phase.AUCTION: "auction", Phase.PLAY: "play", Phase.OVER: "over"}
        words = f"{label('help-' + phase[table.state.phase])}\n\n{label('help-keys')}"
        self._run(self.read(label("help"), [words]))

    async def _pages(self) -> None:
        """Return the pages to read: keys, rules and tips."""
        app, chosen = self.app, ""
        language, options = app.said.language, app.table.setup.options
        while True:
            choices = [Choice("keys", app.label("keys"))]
            choices += [
                Choice(name, page(name, language).title) for name in PAGE_NAMES if name != "keys"
            ]
            answer = await self.ask(Dialog(app.label("help"), "", choices, chosen))
            if answer is None:
                return
            chosen = answer
            if answer == "keys":
                await self.read(app.label("help"), [app.label("help-keys")])
                continue
            shown = page(answer, language, options)
            lines = page_lines(shown)[2:]
            await self.read(shown.title, [line.replace("[", "\\[") for line in lines])

    async def _hint(self) -> None:
        app = self.app
        refusal = app.table.refusal(Command.HINT)
        if refusal is not None:
            app.note(self.tell(refusal))
            return
        app.note(app.label("working"))
        explanation = await app.think(app.table.hint)
        await self.explain(app.label("hint"), explanation)

    async def explain(
        self, title: str, explanation: Explanation, before: Sequence[str] = ()
    ) -> None:
        """Show the action of a player, with its reasons."""
        app = self.app
        words = told(explanation, app.said.language, symbols=app.said.symbols)
        lines = [*before, f"[b]{words.headline}[/b]", *words.why]
        app.note(*(line for line in lines if not line.startswith("[b]")))
        if words.rows:
            lines += ["", *_columns(words.headings, words.rows)]
        for aside in (words.notes, words.tried):
            if aside:
                lines += ["", *(f"[dim]{line}[/dim]" for line in aside)]
        await self.read(title, lines)

    def analyse(self, place: int) -> None:
        """Explain an action."""
        self._run(self._analyse(place))

    async def _analyse(self, place: int) -> None:
        app = self.app
        refusal = app.table.refusal(Command.ANALYSIS)
        if refusal is not None:
            app.note(self.tell(refusal))
            return
        app.note(app.label("working"))
        analysis = await app.think(lambda: app.table.analysis(place))
        before: list[str] = []
        if not analysis.agrees:
            before = [self._done(analysis.step), app.label("chosen-otherwise")]
        await self.explain(
            app.label("analyse").split("?")[0].strip() + "?", analysis.explanation, before
        )

    def _done(self, step: Step) -> str:
        said = self.app.said
        return f"{said.seat(step.seat)}{self.app.label('colon')} {self.named(step.action)}"

    def named(self, action: Action) -> str:
        """Return a card, a call or a declaration in short."""
        said = self.app.said
        if isinstance(action, Play):
            return said.card(action.card)
        if isinstance(action, Declare):
            return said.announce(action.announce)
        return said.call(action)

    async def comment(self, notes: Sequence[Reason]) -> None:
        """Show the comments of the tutorial hand."""
        if notes:
            lines = [self.tell(reason) for reason in notes]
            self.app.looking.note = tuple(lines[-1:])
            await self.read(self.app.label("tutorial"), lines)

    async def _tutorial(self) -> None:
        self.app.house.teach()
        self.app.arrive()

    async def _medal(self) -> None:
        app = self.app
        medal = app.table.medal()
        said, label = app.said, app.label
        lines = [self.tell(reason) for reason in medal.reasons]
        table = [f"[b]{label('trumps'):<16}{label('other-suits')}[/b]"]
        for (high, trump_points), (other, points) in zip(*VALUES, strict=True):
            left = f"{said.rank(high):<3} {trump_points:>3}"
            table.append(f"{left:<16}{said.rank(other):<3} {points:>3}")
        await self.read(label("medal"), [*lines, "", *table])

    # The end of a hand ----------------------------------------------------------------------

    def hand_is_over(self) -> None:
        """Open the score card."""
        self._run(self._score_card())

    async def _score_card(self) -> None:
        app, table = self.app, self.app.table
        if not table.is_over:
            app.note(self.tell(table.refusal(Command.REVIEW) or Reason("hand-not-over")))
            return
        app.house.keep()
        card = table.score_card()
        lines = [f"[b]{self.tell(card.result)}[/b]"]
        for group in (card.totals, card.requirements, card.notes, card.scores):
            lines.extend(self.tell(reason) for reason in group)
        lines += ["", f"[b]{self.tell(card.game)}[/b]"]
        names = ["review", "compare", "replay-bidding", "replay-cards", "copy"]
        names.insert(0, "next-hand" if not table.is_finished else "random-hand")
        if table.game is not None and table.is_finished:
            names[0] = "new-game"
        choices = [Choice(name, app.label(name), self._is_off(name)) for name in names]
        choices.append(Choice("close", app.label("close")))
        title = app.label("score-card")
        chosen = await self.ask(Dialog(title, "\n".join(lines), choices))
        if chosen not in (None, "close"):
            self.order(str(chosen))

    async def _review(self) -> None:
        app, table = self.app, self.app.table
        refusal = table.refusal(Command.REVIEW)
        if refusal is not None:
            app.note(self.tell(refusal))
            return
        app.note(app.label("working"))
        for seat in table.people or (Seat.SOUTH,):
            found = await app.think(functools.partial(table.review, seat))
            lines = [f"[b]{self.tell(reason)}[/b]" for reason in found.summary]
            for choice in found.choices[: max(_MOST_TOLD, len(found.costly))]:
                lines.append("")
                lines.extend(self.tell(reason) for reason in choice.sentences)
                lines.extend(f"[dim]{self.tell(reason)}[/dim]" for reason in choice.reasons)
            app.note()
            await self.read(f"{app.label('review')}: {app.said.seat(seat)}", lines)

    async def _compare(self) -> None:
        app, table = self.app, self.app.table
        refusal = table.refusal(Command.COMPARE)
        if refusal is not None:
            app.note(self.tell(refusal))
            return
        app.note(app.label("working"))
        other = await app.think(table.compare)
        label = app.label
        app.note()
        lines = [
            f"[b]{label('as-played')}[/b]",
            *self._result(table.state),
            "",
            f"[b]{label('compared')}[/b]",
            *self._result(other),
        ]
        await self.read(label("compare"), lines)

    def _result(self, state: HandState) -> Iterator[str]:
        card = score_card(state.score, state.options, state.standing)
        yield self.tell(card.result)
        for reason in card.scores:
            yield self.tell(reason)

    async def _copy(self) -> None:
        self.app.copy_to_clipboard(write(hand_record_of(self.app.table)))
        self.app.note(self.app.label("copied"))

    # Games and hands ------------------------------------------------------------------------

    async def _new_game(self) -> None:
        self.app.house.begin()
        self.app.arrive()

    async def _random_hand(self) -> None:
        number = 1 + SeededRandom(secrets.token_hex(8)).below(NUMBERED_HANDS)
        self.app.house.begin(OneHand.numbered(number))
        self.app.arrive()

    async def _question(
        self,
        name: str,
        prompt: str,
        fields: Sequence[tuple[str, str]],
        check: Callable[[tuple[str, ...]], object],
    ) -> tuple[str, ...] | None:
        def wrong(answers: tuple[str, ...]) -> str:
            try:
                check(answers)
            except (BeloteError, OSError) as error:
                return self.app.words_of(error)
            return ""

        label = self.app.label
        return await self.app.push_screen_wait(Question(label(name), label(prompt), fields, wrong))

    async def _numbered_hand(self) -> None:
        answers = await self._question(
            "numbered-hand",
            "number-prompt",
            (("1 - 1000000", ""),),
            lambda given: numbered_hand(_number(given[0])),
        )
        if answers is not None:
            self.app.house.begin(OneHand.numbered(_number(answers[0])))
            self.app.arrive()

    async def _edited_hand(self) -> None:
        said, label = self.app.said, self.app.label
        fields = [(said.seat(seat), "") for seat in Seat]
        fields += [(label("dealer-prompt"), ""), (label("seed-prompt"), secrets.token_hex(4))]
        answers = await self._question("edited-hand", "edit-prompt", fields, self._edited)
        if answers is not None:
            self.app.house.begin(self._edited(answers))
            self.app.arrive()

    def _edited(self, answers: tuple[str, ...]) -> OneHand:
        hands = [read_cards(text, self.app.said) for text in answers[:4]]
        apart(hands)
        dealer = read_seat(answers[4]) if answers[4] else None
        dealt, who = complete(hands, dealer, answers[5])
        return OneHand(hands=dealt, dealer=who)

    async def _load(self) -> None:
        answers = await self._question(
            "load", "file-prompt", (("*.b32", ""),), lambda given: read_record(Path(given[0]))
        )
        if answers is None:
            return
        record = read_record(Path(answers[0]))
        label = self.app.label
        if isinstance(record, tuple):
            numbers = [Choice(str(place), str(place + 1)) for place in range(len(record))]
            answer = await self.ask(Dialog(label("load"), label("which-hand"), numbers))
            if answer is None:
                return
            record = record[int(answer)]
        choices = [
            Choice(begin.value, label(name))
            for begin, name in (
                (Begin.BIDDING, "from-bidding"),
                (Begin.CARDS, "from-cards"),
                (Begin.END, "from-end"),
            )
        ]
        chosen = await self.ask(Dialog(label("load"), choices=choices))
        if chosen is not None:
            self.app.house.take_up(record, Begin(chosen))
            self.app.arrive()

    async def _save(self) -> None:
        app = self.app
        name = f"{app.house.journal.save.name}.b32"
        answers = await self._question(
            "save", "file-prompt", (("*.b32", name),), lambda given: _check_saving(Path(given[0]))
        )
        if answers is None:
            return
        path = Path(answers[0])
        overwrite = path.exists()
        if overwrite and not await self.is_sure(app.label("replace", path=path)):
            return
        write_record(path, record_of(app.table), overwrite=overwrite)
        app.note(app.label("saved", path=path))

    async def _history(self) -> None:
        label, said = self.app.label, self.app.said
        games, _ = read_history()
        if not games:
            await self.read(label("history"), [label("no-games")])
            return
        found = statistics(games)
        lines = [f"{found.games} {label('games')}, {found.hands} {label('hands')}"]
        for side, done in zip(Side, found.sides, strict=True):
            lines.append(
                f"{said.side(side)}: {done.games_won} {label('games')}, {done.contracts} "
                f"{label('contracts')}, {done.made} {label('made')}"
            )
        lines.append("")
        for game in reversed(games[-20:]):
            lines.append(
                f"{game.date:%Y-%m-%d %H:%M}  {game.totals[0]:>5} - {game.totals[1]:<5} "
                f"{label('won-by')} {said.side(game.winner)}"
            )
        await self.read(label("history"), lines)

    async def _without_help(self) -> None:
        table = self.app.table
        await self.app.quiet()
        table.switch_help(without=not table.without_help)
        self.change("without_help", table.without_help)
        self.app.looking.peeked.clear()
        self.app.show()

    # Options --------------------------------------------------------------------------------

    async def _options(self) -> None:
        label = self.app.label
        chosen = ""
        while True:
            choices = [Choice(name, self._option_text(name)) for name in _MENUS["options"]]
            answer = await self.ask(Dialog(self.app.label("options"), "", choices, chosen))
            if answer is None:
                return
            chosen = answer
            if answer in _SWITCHES:
                self.change(answer, not getattr(self.app.settings, answer))
            elif answer == "players":
                await self._players()
            elif answer == "rules":
                await self._rules()
            else:
                values = [
                    Choice(value, self._value_text(answer, value)) for value in _VALUES[answer]
                ]
                value = await self.ask(Dialog(label(self._option_label(answer)), "", values))
                if value is not None:
                    self.change(answer, value)

    def change(self, name: str, value: object) -> None:
        """Change a setting by its name, and save it."""
        app = self.app
        app.house.settings = change_settings(app.house.settings, {name: value})
        try:
            keep_aside()
            write_settings(app.house.settings)
        except OSError as error:
            app.note(app.words_of(error))
        app.dress()

    @staticmethod
    def _option_label(name: str) -> str:
        return "medals" if name == "medal" else name

    def _option_text(self, name: str) -> str:
        label, settings = self.app.label, self.app.settings
        text = label(self._option_label(name))
        colon = label("colon")
        if name in _SWITCHES:
            return f"{text}{colon} {label('on' if getattr(settings, name) else 'off')}"
        if name in ("players", "rules"):
            return f"{text} ..."
        value = getattr(settings, name)
        shown = value.value if isinstance(value, Level) else str(value)
        if name == "language":
            shown = self.app.said.language
        return f"{text}{colon} {self._value_text(name, shown)}"

    def _value_text(self, name: str, value: str) -> str:
        label = self.app.label
        if name == "end_of_turn":
            return label("by-key") if value == "key" else label("seconds", n=value)
        if name == "language":
            return label("french" if value == "fr" else "english")
        if name == "adviser":
            return self.app.said.level(Level(value))
        return label(value)

    async def _players(self) -> None:
        app = self.app
        label, said = app.label, app.said
        chosen = ""
        while True:
            choices = []
            for seat in Seat:
                level = app.settings.players[seat]
                who = label("human") if level is None else said.level(level)
                choices.append(Choice(seat.symbol, f"{said.seat(seat)}{label('colon')} {who}"))
            words = label("players-now")
            answer = await self.ask(Dialog(label("players"), words, choices, chosen))
            if answer is None:
                if app.table.players != app.settings.players:
                    app.do(self._at_table("players"))
                return
            chosen = answer
            values = [Choice(level.value, said.level(level)) for level in Level]
            if answer != Seat.NORTH.symbol:
                values.insert(0, Choice("human", label("human")))
            value = await self.ask(Dialog(answer, "", values))
            if value is not None:
                self.change(f"players.{answer}", value)

    async def _rules(self) -> None:
        app = self.app
        chosen = ""
        while True:
            options = app.settings.options
            colon = app.label("colon")
            choices = [
                Choice(name, f"{text}{colon} {value}")
                for name, text, value in self._rule_rows(options)
            ]
            words = app.label("next-game-only")
            answer = await self.ask(Dialog(app.label("rules"), words, choices, chosen))
            if answer is None:
                return
            chosen = answer
            value = getattr(options, answer)
            if isinstance(value, bool):
                self.change(f"rules.{answer}", not value)
            elif isinstance(value, int):
                await self._number_rule(answer, value)
            else:
                values = [
                    Choice(each.value, self._rule_value(options, answer, each))
                    for each in type(value)
                ]
                text = self._rule_text(options, answer)
                new = await self.ask(Dialog(app.label("rules"), text, values, value.value))
                if new is not None:
                    self.change(f"rules.{answer}", new)

    def _rule_rows(self, options: RuleOptions) -> Iterator[tuple[str, str, str]]:
        """Return each rule's name, description and value, as on the page of the options."""
        shown = page("options", self.app.said.language, options)
        for block in shown.blocks:
            if isinstance(block, Table):
                for name, row in zip(OPTIONS, block.rows, strict=True):
                    yield name, row[0], row[1]

    def _rule_text(self, options: RuleOptions, name: str) -> str:
        return next(text for rule, text, _ in self._rule_rows(options) if rule == name)

    def _rule_value(self, options: RuleOptions, name: str, value: object) -> str:
        changed: dict[str, Any] = {name: value}
        rows = self._rule_rows(attrs.evolve(options, **changed))
        return next(shown for rule, _, shown in rows if rule == name)

    async def _number_rule(self, name: str, value: int) -> None:
        def wrong(given: tuple[str, ...]) -> str:
            try:
                change_settings(self.app.settings, {f"rules.{name}": given[0]})
            except BeloteError as error:
                return self.app.words_of(error)
            return ""

        text = self._rule_text(self.app.settings.options, name)
        question = Question(self.app.label("rules"), text, (("", str(value)),), wrong)
        answers = await self.app.push_screen_wait(question)
        if answers is not None:
            self.change(f"rules.{name}", answers[0])


def _check_saving(path: Path) -> None:
    path.parent.stat()
    check_record_target(path)


def _number(text: str) -> int:
    digits = "".join(text.split()).replace(",", "").replace(".", "")
    if not (digits.isascii() and digits.isdigit()):
        msg = f"not a number: {text!r}"
        raise BeloteError(msg)
    return int(digits[:9])


def _all_of(steps: Iterator[Step]) -> None:
    for _ in steps:
        pass


def _columns(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Return a table: headings of two words take two lines; numbers are right-aligned."""
    heads = [text.rpartition(" ") for text in headings]
    lines = [[head[0] for head in heads], [head[2] for head in heads], *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings))]
    for line in lines:
        cells = [
            f"{cell:<{width}}" if column == 0 else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        yield "  ".join(cells).replace("[", "\\[")


_TABLE_ORDERS: Final = frozenset(
    {
        "double-now",
        "undo",
        "replay-bidding",
        "replay-cards",
        "end-bidding",
        "end-cards",
        "next-hand",
    }
)
_ORDERS: Final[dict[str, Callable[[MenuCommands], Awaitable[None]]]] = {
    "hint": MenuCommands._hint,
    "medal": MenuCommands._medal,
    "last-trick": MenuCommands._medal,
    "score-card": MenuCommands._score_card,
    "review": MenuCommands._review,
    "compare": MenuCommands._compare,
    "copy": MenuCommands._copy,
    "tutorial": MenuCommands._tutorial,
    "new-game": MenuCommands._new_game,
    "random-hand": MenuCommands._random_hand,
    "numbered-hand": MenuCommands._numbered_hand,
    "edited-hand": MenuCommands._edited_hand,
    "load": MenuCommands._load,
    "save": MenuCommands._save,
    "history": MenuCommands._history,
    "without-help": MenuCommands._without_help,
}
