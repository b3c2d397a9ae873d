"""The reference of drivers, from the code: values, events, errors, faults, a dealt board."""

from __future__ import annotations

import inspect
import re
import tempfile
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Final, get_args

import attrs

import overtrick_duplimate_device as interface
from overtrick_duplimate_device import (
    FAULT_HELP,
    CardDropped,
    ConnectionLostError,
    Driver,
    Entry,
    FaultCode,
    FileCounters,
    Header,
    JobState,
    Journal,
    MachineRefusedError,
    Mode,
    Notice,
    Phase,
    Plan,
    Recovery,
    Runner,
    Session,
    SimulatorDriver,
)
from overtrick_duplimate_device.testing import DEALS, SimulatedBench

_ATTRIBUTE: Final = re.compile(r"^    (\w+): (.*?)(?=^    \w+: |\Z)", re.MULTILINE | re.DOTALL)


PAGE: Final = """
# Driver reference

What [a driver](../extending/writing-a-driver.md) receives, returns and raises. All names are those
of `overtrick_duplimate_device`. Values take keywords and refuse arguments of a wrong type.

## Values

{values}

## Modes and states

{words}

## Events

`Driver.next_event` returns them. A question mark follows optional fields.

{events}

## Errors

{errors}

## Faults

{faults}

## Calls and events of a board

Written down while the session deals on the simulated machine. The session writes its journal before
it calls the driver.

{dealing}
"""


def page() -> str:
    """Return the page."""
    return PAGE.format(
        values=values(), words=words(), events=events(), errors=errors(), faults=faults(),
        dealing=dealing(),
    )  # fmt: skip


# Values.


def _summary(thing: object) -> str:
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())


def _meanings(kind: type) -> dict[str, str]:
    """Return what the docstring says of each attribute."""
    _, _, text = inspect.getdoc(kind).partition("Attributes:\n")
    text = text.partition("\n\n")[0]
    return {match[1]: " ".join(match[2].split()) for match in _ATTRIBUTE.finditer(text)}


def _type(kind: type, name: str) -> str:
    """Return an annotation as it is written; those of exceptions stand in their signature."""
    return kind.__annotations__[name].replace("|", "or")


def _default(field: attrs.Attribute) -> str:
    if field.default is attrs.NOTHING:
        return "required"
    if isinstance(field.default, attrs.Factory):
        return "a new one"
    if isinstance(field.default, frozenset):
        return f"`{{{', '.join(sorted(map(str, field.default)))}}}`"
    if isinstance(field.default, tuple):
        return f"`({field.default[0]},) * {len(field.default)}`"
    if isinstance(field.default, Enum):
        return f"`{field.default.name}`"
    return f"`{field.default!r}`"


def _table(kind: type) -> str:
    """Return the fields of a value."""
    meanings = _meanings(kind)
    lines = [f"**`{kind.__name__}`**: {_summary(kind)}", ""]
    fields = attrs.fields(kind)
    if not fields:
        return lines[0]
    lines += ["| field | type | default | description |", "|---|---|---|---|"]
    for field in fields:
        meaning = meanings.get(field.name, "")
        name, type_name = field.name, _type(kind, field.name)
        lines.append(f"| `{name}` | `{type_name}` | {_default(field)} | {meaning} |")
    return "\n".join(lines)


def values() -> str:
    """Return the values that are handed over, a table each."""
    kinds = ("Job", "Capabilities", "Identity", "Status", "JobReport", "Claim")
    return "\n\n".join(_table(getattr(interface, name)) for name in kinds)


def words() -> str:
    """Return the modes and states."""
    text = inspect.getdoc(Mode) or ""
    modes = {
        match[1]: " ".join(match[2].split()).rstrip(". ")
        for match in re.finditer(r"`([A-Z]+)`: (.*?)(?=`[A-Z]+`:|\Z)", text, re.DOTALL)
    }
    lines = ["| mode | description |", "|---|---|"]
    lines += [f"| `{mode.name}` | {modes[mode.name]} |" for mode in Mode]
    lines += ["", "| state of a job | job is in hand |", "|---|---|"]
    lines += [f"| `{state.name}` | {'yes' if state.is_in_hand else 'no'} |" for state in JobState]
    return "\n".join(lines)


def events() -> str:
    """Return the events, each with its fields."""
    lines = ["| event | fields | description |", "|---|---|---|"]
    for kind in get_args(interface.Event):
        fields = [
            f"`{field.name}`" + ("" if field.default is attrs.NOTHING else "?")
            for field in attrs.fields(kind)
        ]
        lines.append(f"| `{kind.__name__}` | {', '.join(fields) or 'none'} | {_summary(kind)} |")
    return "\n".join(lines)


def errors() -> str:
    """Return what a driver raises."""
    lines = ["| error | description | reaction of the session |", "|---|---|---|"]
    does = {
        "ConnectionLostError": "closes the driver and opens it again, for `--reconnect` seconds",
        "MachineTakenError": "pauses until the operator asks again or takes the machine",
        "MachineRefusedError": "depends on the code; an unknown code ends the session",
    }
    for name, text in does.items():
        lines.append(f"| `{name}` | {_summary(getattr(interface, name))} | {text} |")
    refusals = _summary(MachineRefusedError)
    codes = re.search(r"Codes: (.*?)\.$", inspect.getdoc(MachineRefusedError), re.S | re.M)
    assert codes is not None, refusals
    lines += ["", f"Codes of refusals: {' '.join(codes[1].split())}."]
    return "\n".join(lines)


def faults() -> str:
    """Return the faults, with the operator's words."""
    lines = ["| `FaultCode` | message to the operator | afterwards |", "|---|---|---|"]
    goes_on = {Recovery.CONTINUE: "the board goes on", Recovery.AFRESH: "the board is dealt again"}
    for code in FaultCode:
        told = FAULT_HELP[code]
        lines.append(f"| `{code.name}` | {told.title}. {told.advice} | {goes_on[told.recovery]} |")
    return "\n".join(lines)


# What is said and done, as it really was.


class Scribe:
    """Writes down what passes between a session, a driver and its machine."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._cards: list[int] = []

    def down(self, text: str) -> None:
        """Write down what the session says."""
        self._flush()
        self.lines.append(f"session ── {text} ".ljust(52, "─") + "> driver")

    def up(self, text: str) -> None:
        """Write down what the driver says."""
        self._flush()
        self.lines.append("session <" + f" {text} ── driver".rjust(50, "─"))

    def card(self, event: CardDropped) -> None:
        """Write down a card; a run of them is one line."""
        self._cards.append(event.position)

    def note(self, text: str) -> None:
        """Write down what is done on one side."""
        self._flush()
        self.lines.append(f"   {text}")

    def _flush(self) -> None:
        cards, self._cards = self._cards, []
        if cards:
            run = f"{cards[0]}" if len(cards) == 1 else f"{cards[0]} ... {cards[-1]}"
            self.lines.append("session <" + f" CardDropped {run} ── driver".rjust(50, "─"))

    def text(self) -> str:
        """Return all that was written."""
        self._flush()
        return "\n".join(self.lines)


class Heard:
    """A driver that is overheard."""

    def __init__(self, inner: Driver, scribe: Scribe) -> None:
        self._inner = inner
        self._scribe = scribe

    def __getattr__(self, name: str) -> object:
        value = getattr(self._inner, name)
        if not callable(value):
            self._scribe.down(name)
            self._scribe.up(type(value).__name__)
            return value
        return lambda *given: self._called(name, value, given)

    def _called(self, name: str, call: Callable[..., object], given: tuple[object, ...]) -> object:
        if name == "next_event":
            return self._event(call, given)
        words = ", ".join("job" if isinstance(each, interface.Job) else "job_id" for each in given)
        self._scribe.down(f"{name}({words})")
        answer = call(*given)
        if answer is not None:
            state = getattr(answer, "state", None)
            told = f"({state.name})" if name == "report" else ""
            self._scribe.up(f"{type(answer).__name__}{told}")
        return answer

    def _event(self, call: Callable[..., object], given: tuple[object, ...]) -> object:
        try:
            event = call(*given)
        except ConnectionLostError:
            self._scribe.up("ConnectionLostError")
            raise
        if isinstance(event, CardDropped):
            self._scribe.card(event)
        elif event is not None:
            fields = [f"{event.code.name}"] if isinstance(event, interface.FaultRaised) else []
            fields += [event.how.name] if isinstance(event, interface.FaultCleared) else []
            self._scribe.up(type(event).__name__ + (f"({fields[0]})" if fields else ""))
        return event


class Bench(SimulatedBench):
    """The simulated machine, whose driver is overheard."""

    def __init__(self, scribe: Scribe) -> None:
        super().__init__()
        self.scribe = scribe

    def open(self) -> Driver:
        self.scribe.down("open_driver(url, timeout=...)")
        return Heard(SimulatorDriver(self.machine, None, sleep=self.time.sleep), self.scribe)


class Kept:
    """A journal that tells what is written, before anything else happens."""

    def __init__(self, journal: Journal, scribe: Scribe) -> None:
        self._journal = journal
        self._scribe = scribe

    def write(self, entry: Entry) -> None:
        self._scribe.note(f"journal: {entry.kind}")
        self._journal.write(entry)


class Silent:
    """Shows nothing."""

    def show(self, notice: Notice) -> None:
        pass

    def refresh(self, session: Session) -> None:
        pass


def job_name(attempt: int) -> str:
    """Return the name of an attempt's job, the same each time that the page is made."""
    return f"{attempt:016x}"


def _dealt(trouble: str, card: int) -> str:
    """Deal one board, with a trouble at a card, and return what was said."""
    scribe = Scribe()
    bench = Bench(scribe)
    plan = Plan(boards=(1,))
    header = Header(
        session="s", path="x", format="x", device="x", plan=plan, base={}, salt="00" * 32,
        fingerprints={},
    )  # fmt: skip
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal.create(Path(folder), header) as journal,
    ):
        session = Session(plan, DEALS, journal.ledger(), make_job_id=job_name)
        runner = Runner(
            session, Kept(journal, scribe), bench.open, FileCounters(Path("x"), None), Silent(),
            clock=bench.clock, sleep=bench.wait,
        )  # fmt: skip
        runner.begin()
        fixed = False
        while not session.is_over:
            if session.phase in {Phase.WAITING, Phase.REMOVING}:
                hands = "an empty board is put in" if bench.machine.board is None else (
                    "the board is emptied, and put back"
                )  # fmt: skip
                scribe.note(f"hands: {hands}")
                bench.take_board()
                bench.put_board()
                while session.phase in {Phase.WAITING, Phase.REMOVING}:
                    runner.step(0.05)
            if trouble and session.phase is Phase.DEALING and session.cards == card:
                getattr(bench, trouble)()
                trouble = ""
            if session.phase is Phase.FAULT and not fixed:
                scribe.note("hands: the card is freed, and the machine's key is pressed")
                bench.fix()
                fixed = True
            runner.step(0.05)
        runner.close()
    return scribe.text()


def dealing() -> str:
    """Return what is said while a board is dealt, and when something goes wrong."""
    parts = [
        ("A board without a fault:", "", 0),
        ("A card jams, and the operator fixes it at the machine; the board is dealt again:",
         "jam", 20),
        ("The line is lost. The machine stops after the card in hand and reports the job; the "
         "session aborts it and deals the board again:", "lose_line", 20),
    ]  # fmt: skip
    return "\n\n".join(
        f"{title}\n\n```text\n{_dealt(trouble, card)}\n```" for title, trouble, card in parts
    )
