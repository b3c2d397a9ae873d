"""New boards, random or by a condition, through overtrick-deal if it is installed."""

from __future__ import annotations

import importlib.util
import io
from typing import TYPE_CHECKING, Final

import attrs

from overtrick import (
    NO_EXTRAS,
    Board,
    BoardSet,
    Deal,
    Extras,
    OptionError,
    PluginManager,
    Seat,
    Vulnerability,
)
from overtrick.plugin import SealSpec, WriteSettings, default_manager, write_boards
from overtrick_web.boards.double_dummy import with_tables
from overtrick_web.boards.loss_report import LossSentence, lost
from overtrick_web.boards.progress import ProgressCallback, ignore_progress
from overtrick_web.errors import AbsentError

if TYPE_CHECKING:
    from overtrick_deal import Sampler
    from overtrick_hands import Condition

NEEDED: Final = "Dealing boards needs overtrick-deal: python -m pip install 'overtrick-web[deal]'"
"""The message if overtrick-deal is not installed."""

DEALING: Final = "Dealing"
WRITING: Final = "Writing"

MOST: Final = 10_000
"""The most boards at a time."""

LONGEST: Final = 2_000
"""The most characters of a condition."""

MOST_TRIES: Final = 20_000_000
"""The maximum number of consecutive failed deals; about a minute."""


@attrs.frozen(kw_only=True)
class Preset:
    """An example condition.

    Attributes:
        name: what such boards are good for, in a word or two; the page has a title for each.
        condition: the condition.
    """

    name: str
    condition: str


PRESETS: Final = (
    Preset(name="notrump", condition="north.hcp in 15..17 and balanced(north)"),
    Preset(
        name="stayman",
        condition="north.hcp in 15..17 and balanced(north) and south.hcp >= 8 "
        "and (south.spades == 4 or south.hearts == 4) and south.spades <= 4 and south.hearts <= 4",
    ),
    Preset(
        name="transfers",
        condition="north.hcp in 15..17 and balanced(north) and "
        "(south.spades >= 5 or south.hearts >= 5)",
    ),
    Preset(
        name="strong",
        condition="north.hcp >= 22",
    ),
    Preset(
        name="weak_two",
        condition="north.hcp in 6..10 and north.longest == 6 and "
        "(north.spades == 6 or north.hearts == 6)",
    ),
    Preset(
        name="preempts",
        condition="someone(hcp in 5..9 and longest >= 7)",
    ),
    Preset(
        name="slams",
        condition="ns.hcp >= 31 and ns.fit >= 9",
    ),
    Preset(
        name="splinters",
        condition="north.hcp in 12..16 and north.spades >= 5 and south.hcp in 11..14 "
        "and south.spades >= 4 and south.shortest <= 1",
    ),
    Preset(
        name="competition",
        condition="ns.fit >= 8 and ew.fit >= 8 and ns.hcp in 18..22",
    ),
    Preset(
        name="doubles",
        condition="west.hcp in 12..17 and west.hearts >= 5 and north.hcp >= 12 "
        "and north.hearts <= 2 and north.spades >= 3 and north.diamonds >= 3 and north.clubs >= 3",
    ),
)
"""Conditions that a teacher may begin with."""


class BadConditionError(OptionError):
    """A condition that cannot be parsed.

    Attributes:
        why: what is wrong, in English.
        column: where in it, 1-based, in code points; 0 if the complete text is wrong.
    """

    def __init__(self, why: str, column: int = 0) -> None:
        super().__init__(why)
        self.why = why
        self.column = column


@attrs.frozen(kw_only=True)
class GenerateRequest:
    """The requested boards.

    Attributes:
        count: how many, 1 to `MOST`.
        first: the first board's number, from 1.
        condition: what the deals have to be like; empty for any.
        seed: what they follow from; empty for one of the system's.
        format: the format of the new file.
        has_tables: whether double-dummy tables are put in.
        is_sealed: whether the file marks its hands as hidden.

    Raises:
        OptionError: a number that is too small or too large.
    """

    count: int = 16
    first: int = 1
    condition: str = ""
    seed: str = ""
    format: str = "pbn"
    has_tables: bool = False
    is_sealed: bool = False

    def __attrs_post_init__(self) -> None:
        if not 1 <= self.count <= MOST:
            msg = f"1 to {MOST:,} boards can be dealt at a time, not {self.count:,}"
            raise OptionError(msg)
        if not 1 <= self.first <= 99_999:
            msg = f"the first number is 1 to 99,999, not {self.first:,}"
            raise OptionError(msg)


@attrs.frozen(kw_only=True)
class ConditionEstimate:
    """The estimated probability of the requested boards, and warnings about the condition.

    Attributes:
        share: the probability that a random deal fits, 0 to 1; `None` if it is not computed.
        notes: the warnings about a condition that looks unintended, in English.
    """

    share: float | None
    notes: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Generated:
    """The dealt boards.

    Attributes:
        data: the bytes of their file.
        name: its name.
        count: how many boards are in it.
        seed: what they follow from: the same seed and condition give them again.
        lost: what of them is not in the file.
    """

    data: bytes = attrs.field(repr=False)
    name: str
    count: int
    seed: str
    lost: tuple[LossSentence, ...] = ()


def absence() -> str | None:
    """Return the reason dealing is unavailable, in one sentence, or `None` if it is available."""
    return NEEDED if importlib.util.find_spec("overtrick_deal") is None else None


def sealing_formats(manager: PluginManager | None = None) -> tuple[str, ...]:
    """Return the formats whose files can mark their hands as hidden."""
    plugins = default_manager() if manager is None else manager
    return tuple(
        spec.name
        for spec in plugins.formats().values()
        if spec.writer is not None and spec.capability(SealSpec) is not None
    )


def check_dealing() -> None:
    """Raise unless overtrick-deal is installed.

    Raises:
        AbsentError: it is not; the message has the install command.
    """
    why = absence()
    if why is not None:
        raise AbsentError(why)


def new_seed() -> str:
    """Return a cryptographically random seed: 64 hexadecimal digits."""
    check_dealing()
    from overtrick_deal import Seed

    return Seed.of_system().text


def outlook(request: GenerateRequest) -> ConditionEstimate:
    """Return the estimated probability of a request, before anything is dealt.

    Raises:
        BadConditionError: the condition cannot be understood, or no deal can satisfy it.
        DealingError: the seed cannot be one.
    """
    sampler = _sampler(request)
    share = sampler.probability
    notes = () if sampler.where is None else sampler.where.notes
    return ConditionEstimate(share=None if share is None else float(share), notes=notes)


def generated(
    request: GenerateRequest,
    report: ProgressCallback = ignore_progress,
    *,
    manager: PluginManager | None = None,
) -> Generated:
    """Deal boards.

    Args:
        request: the requested boards.
        report: receives the number of deals and their total; may end it.
        manager: the plugins to use; the installed ones by default.

    Raises:
        AbsentError: overtrick-deal, or a solver that is wanted, is not installed.
        BadConditionError: the condition cannot be understood, or no deal can satisfy it.
        DealingError: too many deals were tried in vain.
        WriteError: the format has no place for that many boards, or for such numbers.
        SealedError: the request hides the hands, and the format cannot mark hidden hands.
    """
    sampler = _sampler(request)
    plugins = default_manager() if manager is None else manager
    spec = plugins.format(request.format)
    extras = NO_EXTRAS
    if spec.name == "pbn":
        extras = Extras({"pbn:Generator": f"overtrick deal: {sampler.plan.way}"})
    report(0, request.count, DEALING)
    made: list[Board] = []
    for hands in sampler.hands(request.count):
        for masks in hands.T.tolist():
            made.append(_board(request.first + len(made), masks, extras))
        # Also after a block without a deal, so that the user can cancel.
        report(len(made), request.count, DEALING)
    if request.has_tables:
        made = with_tables(made, report)
    report(request.count, request.count, WRITING)
    sink = io.BytesIO()
    board_set = BoardSet(boards=tuple(made), is_sealed=request.is_sealed)
    settings = WriteSettings(format=spec.name, sealed="keep")
    losses = write_boards(board_set, sink, plugins, settings)
    last = request.first + request.count - 1
    span = str(request.first) if request.count == 1 else f"{request.first}-{last}"
    return Generated(
        data=sink.getvalue(),
        name=f"boards {span}{spec.suffix}",
        count=request.count,
        seed=sampler.seed.text,
        lost=lost(losses),
    )


def _board(number: int, masks: list[int], extras: Extras) -> Board:
    return Board(
        number=number,
        dealer=Seat.dealer_of(number),
        vulnerability=Vulnerability.of_board(number),
        deal=Deal.from_masks(*masks),
        extras=extras,
    )


def _sampler(request: GenerateRequest) -> Sampler:
    """Return the sampler of a request.

    Raises:
        AbsentError: overtrick-deal is not installed.
        BadConditionError: the condition cannot be understood, or no deal can satisfy it.
    """
    check_dealing()
    from overtrick_deal import DealingError, Sampler, Seed

    where = _condition(request.condition)
    seed = Seed.of(request.seed) if request.seed else Seed.of_system()
    try:
        return Sampler(where, seed=seed, max_tries=MOST_TRIES)
    except DealingError as error:
        raise BadConditionError(str(error)) from error


def _condition(text: str) -> Condition | None:
    from overtrick_hands import ConditionError, compile_condition

    if not text.strip():
        return None
    if len(text) > LONGEST:
        msg = f"the condition is too long: {LONGEST:,} characters at most"
        raise BadConditionError(msg)
    try:
        return compile_condition(text)
    except ConditionError as error:
        raise BadConditionError(error.why, error.column) from error
