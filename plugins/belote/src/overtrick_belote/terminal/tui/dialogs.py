"""Dialogs over the table: texts, choices, questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

_CSS = """
{name} {{ align: center middle; background: $background 40%; }}
{name} > Vertical {{
    width: auto; max-width: 100%; min-width: 30; height: auto; max-height: 95%;
    border: round $primary; background: $surface; padding: 0 1;
}}
{name} VerticalScroll {{ width: auto; max-width: 100%; height: auto; }}
{name} .words {{ width: auto; max-width: 68; height: auto; }}
{name} OptionList {{
    width: auto; min-width: 26; height: auto;
    border: none; background: $surface; padding: 0; margin: 1 0 0 0;
}}
{name} .field {{ width: 70; height: 1; }}
{name} .name {{ width: 20; height: 1; color: $text-muted; }}
{name} Input {{ width: 1fr; }}
{name} .wrong {{ color: $error; width: 68; height: auto; }}
"""


@attrs.frozen
class Choice:
    """An option of a dialog.

    Attributes:
        name: the result when it is chosen.
        text: what is seen.
        off: whether it cannot be chosen now.
    """

    name: str
    text: str
    off: bool = False


class Dialog(ModalScreen[str | None]):
    """A text with choices below it; its result is the name of the choice.

    Args:
        title: the text on its upper edge.
        words: what is read, with Textual's marks.
        choices: what may be chosen; without any, every key of closing closes it.
        chosen: the choice that is selected at first.
        foot: the text on its lower edge.
    """

    DEFAULT_CSS = _CSS.format(name="Dialog")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f10", "dismiss(None)", show=False),
        Binding("q", "dismiss(None)", show=False),
        *(
            Binding(keys, f"move('{which}')", show=False)
            for keys, which in (("8,e", "up"), ("2,x", "down"))
        ),
    ]

    def __init__(
        self,
        title: str,
        words: str | Content = "",
        choices: Sequence[Choice] = (),
        chosen: str = "",
        foot: str = "",
    ) -> None:
        super().__init__()
        self._heading, self._words, self._choices = title, words, choices
        self._first, self._foot = chosen, foot

    def compose(self) -> ComposeResult:
        """Build the widgets."""
        with Vertical() as box:
            box.border_title, box.border_subtitle = self._heading, self._foot
            if self._words:
                with VerticalScroll():
                    yield Static(self._words, classes="words")
            if self._choices:
                yield OptionList(
                    *(Option(each.text, each.name, each.off) for each in self._choices),
                    compact=True,
                )

    def on_mount(self) -> None:
        """Select the first choice."""
        self._share_rows()
        if not self._choices:
            self.query_one(VerticalScroll).focus()
            return
        options = self.query_one(OptionList)
        options.focus()
        names = [each.name for each in self._choices]
        if self._first in names:
            options.highlighted = names.index(self._first)

    def on_resize(self) -> None:
        """Distribute the rows again."""
        self._share_rows()

    def _share_rows(self) -> None:
        """Give the choices the rows they need, and the text the rest."""
        rows = self.app.size.height - 5
        wanted = min(len(self._choices), max(4, rows - 4)) if self._choices else 0
        if wanted:
            self.query_one(OptionList).styles.max_height = wanted
        if self._words:
            self.query_one(VerticalScroll).styles.max_height = max(3, rows - wanted)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the chosen option as the result."""
        self.dismiss(event.option.id)

    def action_move(self, which: str) -> None:
        """Move up or down by the keys of a text view."""
        if self._choices:
            options = self.query_one(OptionList)
            (options.action_cursor_up if which == "up" else options.action_cursor_down)()
        else:
            scroll = self.query_one(VerticalScroll)
            (scroll.action_scroll_up if which == "up" else scroll.action_scroll_down)()

    def key_space(self) -> None:
        """Choose the selected option, or close a dialog without options."""
        if self._choices:
            self.query_one(OptionList).action_select()
        else:
            self.dismiss(None)

    def key_enter(self) -> None:
        """Close a dialog without options."""
        if not self._choices:
            self.dismiss(None)

    def key_f1(self) -> None:
        """Close help by the key that opened it."""
        self.dismiss(None)

    def on_click(self) -> None:
        """Close a dialog without options."""
        if not self._choices:
            self.dismiss(None)


class Question(ModalScreen[tuple[str, ...] | None]):
    """A dialog with one or more lines of input; its result is the input.

    Args:
        title: the text on its upper edge.
        words: what is asked.
        fields: each line's name with its initial content.
        wrong: what is wrong with the answers, empty where nothing is.
    """

    DEFAULT_CSS = _CSS.format(name="Question")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(
        self,
        title: str,
        words: str,
        fields: Sequence[tuple[str, str]],
        wrong: Callable[[tuple[str, ...]], str],
    ) -> None:
        super().__init__()
        self._heading, self._words, self._fields, self._wrong = title, words, fields, wrong

    def compose(self) -> ComposeResult:
        """Build the widgets."""
        with Vertical() as box:
            box.border_title = self._heading
            yield Static(self._words, classes="words")
            for name, value in self._fields:
                with Horizontal(classes="field"):
                    yield Static(name, classes="name")
                    yield Input(value, compact=True)
            yield Static("", classes="wrong")

    def on_input_submitted(self) -> None:
        """Go to the next line, and return the input after the last."""
        inputs = list(self.query(Input))
        focused = next((n for n, each in enumerate(inputs) if each.has_focus), 0)
        if focused < len(inputs) - 1:
            inputs[focused + 1].focus()
            return
        answers = tuple(each.value.strip() for each in inputs)
        problem = self._wrong(answers)
        if problem:
            self.query_one(".wrong", Static).update(Content(problem))
        else:
            self.dismiss(answers)
