"""32-card bridge (belote bridgée): rules, computer players that explain themselves, and a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from overtrick.plugin import ApiVersion, CommandSpec, OtherFileSpec, hookimpl, lazy_names

if TYPE_CHECKING:
    from overtrick_belote.errors import BeloteError, IllegalActionError
    from overtrick_belote.explanations.hint import Explanation, explain, told
    from overtrick_belote.explanations.sentences import tell
    from overtrick_belote.players.advice import Advice, Candidate, Level, Reason
    from overtrick_belote.players.levels import advise
    from overtrick_belote.players.matches import MatchResult, play_match
    from overtrick_belote.rules.announces import Announce, Kind
    from overtrick_belote.rules.auction import (
        DOUBLE,
        PASS,
        REDOUBLE,
        Auction,
        Bid,
        Contract,
        Double,
        Pass,
        Redouble,
    )
    from overtrick_belote.rules.cards import Card, Rank, Side
    from overtrick_belote.rules.dealing import complete, numbered_hand
    from overtrick_belote.rules.diagnostics import CODES
    from overtrick_belote.rules.game import Game, finish, new_game, next_hand
    from overtrick_belote.rules.options import (
        AnnounceTie,
        Rounding,
        RuleOptions,
        option_name,
        option_text,
    )
    from overtrick_belote.rules.play import Trick
    from overtrick_belote.rules.reading import TextError, check, read, read_hand
    from overtrick_belote.rules.scoring import Earned, HandScore, score_hand
    from overtrick_belote.rules.state import (
        Declare,
        HandState,
        Phase,
        Play,
        View,
        apply,
        legal,
        start,
        view,
    )
    from overtrick_belote.rules.text import GameRecord, HandRecord, record_game, record_hand, write
    from overtrick_belote.table.refusals import RefusedError
    from overtrick_belote.table.session import Analysis, Command, Step, Table
    from overtrick_belote.table.setup import OneHand, Setup
    from overtrick_web import PageSpec


__all__ = [
    "CODES",
    "DOUBLE",
    "PASS",
    "REDOUBLE",
    "Advice",
    "Analysis",
    "Announce",
    "AnnounceTie",
    "Auction",
    "BeloteError",
    "Bid",
    "Candidate",
    "Card",
    "Command",
    "Contract",
    "Declare",
    "Double",
    "Earned",
    "Explanation",
    "Game",
    "GameRecord",
    "HandRecord",
    "HandScore",
    "HandState",
    "IllegalActionError",
    "Kind",
    "Level",
    "MatchResult",
    "OneHand",
    "Pass",
    "Phase",
    "Play",
    "Rank",
    "Reason",
    "Redouble",
    "RefusedError",
    "Rounding",
    "RuleOptions",
    "Setup",
    "Side",
    "Step",
    "Table",
    "TextError",
    "Trick",
    "View",
    "advise",
    "apply",
    "check",
    "complete",
    "explain",
    "finish",
    "legal",
    "new_game",
    "next_hand",
    "numbered_hand",
    "option_name",
    "option_text",
    "play_match",
    "read",
    "read_hand",
    "record_game",
    "record_hand",
    "score_hand",
    "start",
    "tell",
    "told",
    "view",
    "write",
]

# Every public name, by the module that it comes from.
__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "errors": "BeloteError IllegalActionError",
        "players.advice": "Advice Candidate Level Reason",
        "players.levels": "advise",
        "players.matches": "MatchResult play_match",
        "rules.announces": "Announce Kind",
        "rules.auction": "DOUBLE PASS REDOUBLE Auction Bid Contract Double Pass Redouble",
        "rules.cards": "Card Rank Side",
        "rules.dealing": "complete numbered_hand",
        "rules.diagnostics": "CODES",
        "rules.game": "Game finish new_game next_hand",
        "rules.options": "AnnounceTie Rounding RuleOptions option_name option_text",
        "rules.play": "Trick",
        "rules.reading": "TextError check read read_hand",
        "rules.scoring": "Earned HandScore score_hand",
        "rules.state": "Declare HandState Phase Play View apply legal start view",
        "rules.text": "GameRecord HandRecord record_game record_hand write",
        "table.refusals": "RefusedError",
        "table.session": "Analysis Command Step Table",
        "table.setup": "OneHand Setup",
        "explanations.hint": "Explanation explain told",
        "explanations.sentences": "tell",
    },
)


@hookimpl
def overtrick_commands(api: ApiVersion) -> Iterator[CommandSpec]:
    """Declare the command `belote`."""
    yield CommandSpec(
        name="belote",
        summary="Play 32-card bridge (belote bridgée) with and against the computer",
        command="overtrick_belote.terminal.command:belote",
    )


@hookimpl(optionalhook=True)
def overtrick_pages(api: ApiVersion) -> Iterator[PageSpec]:
    """Declare the table as a page of `overtrick serve`; the hook is optional."""
    from overtrick_web import PageSpec

    yield PageSpec(
        name="belote",
        title="Belote",
        summary="32-card bridge: a table to play at",
        routes="overtrick_belote.page.routes:routes",
        static="overtrick_belote.page:static",
        templates="overtrick_belote.page:templates",
        place=200,
    )


@hookimpl
def overtrick_other_files(api: ApiVersion) -> Iterator[OtherFileSpec]:
    """Declare the text form of hands and games."""
    yield OtherFileSpec(
        name="b32",
        summary="Hands and games of 32-card bridge",
        holds="a hand or game of 32-card bridge, whose cards are no bridge board",
        use="overtrick belote check {file} says what is in it, overtrick belote play {file} plays",
        suffixes=(".b32",),
        magic=(b"32-card bridge ",),
        diagnostics="overtrick_belote.rules.diagnostics:CODES",
    )
