"""Deal generation: random, by conditions without rejection, and publicly verifiable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from overtrick.plugin import ApiVersion, CommandSpec, OtherFileSpec, hookimpl, lazy_names

if TYPE_CHECKING:
    from overtrick_deal.errors import DealingError, ImpossibleError, ScriptError, SquareDealError
    from overtrick_deal.generating import Request, deals, probability, sample
    from overtrick_deal.numbering.orders import DEALS, ORDERS, Order, deal_number, deal_of_number
    from overtrick_deal.randomness.seed import GENERATORS, Seed
    from overtrick_deal.sampling.block import Block
    from overtrick_deal.sampling.plan import Plan
    from overtrick_deal.sampling.predeal import Predeal
    from overtrick_deal.sampling.sampler import Sampler
    from overtrick_deal.scripts.parsing import ScriptLimits, parse_script
    from overtrick_deal.scripts.running import Outcome, run_script
    from overtrick_deal.scripts.tree import Script
    from overtrick_deal.statistics.reports import Statistics, tally
    from overtrick_deal.statistics.tables import Frequencies, JointFrequencies
    from overtrick_deal.verifiable.bigdeal import bigdeal_numbers
    from overtrick_deal.verifiable.description import Boards, Description, Phase, Session
    from overtrick_deal.verifiable.keys import Keys
    from overtrick_deal.verifiable.promise import RevealedSession, commit, find_sessions, reveal
    from overtrick_deal.verifiable.ripemd160 import ripemd160
    from overtrick_deal.verifiable.verdict import FileVerdict, SessionVerdict, Verification, verify


__all__ = [
    "DEALS",
    "GENERATORS",
    "ORDERS",
    "Block",
    "Boards",
    "DealingError",
    "Description",
    "FileVerdict",
    "Frequencies",
    "ImpossibleError",
    "JointFrequencies",
    "Keys",
    "Order",
    "Outcome",
    "Phase",
    "Plan",
    "Predeal",
    "Request",
    "RevealedSession",
    "Sampler",
    "Script",
    "ScriptError",
    "ScriptLimits",
    "Seed",
    "Session",
    "SessionVerdict",
    "SquareDealError",
    "Statistics",
    "Verification",
    "bigdeal_numbers",
    "commit",
    "deal_number",
    "deal_of_number",
    "deals",
    "find_sessions",
    "parse_script",
    "probability",
    "reveal",
    "ripemd160",
    "run_script",
    "sample",
    "tally",
    "verify",
]


# Every public name, by the module that it comes from.
__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "errors": "DealingError ImpossibleError ScriptError SquareDealError",
        "generating": "Request deals probability sample",
        "numbering.orders": "DEALS ORDERS Order deal_number deal_of_number",
        "randomness.seed": "GENERATORS Seed",
        "sampling.block": "Block",
        "sampling.plan": "Plan",
        "sampling.predeal": "Predeal",
        "sampling.sampler": "Sampler",
        "scripts.parsing": "ScriptLimits parse_script",
        "scripts.running": "Outcome run_script",
        "scripts.tree": "Script",
        "statistics.reports": "Statistics tally",
        "statistics.tables": "Frequencies JointFrequencies",
        "verifiable.bigdeal": "bigdeal_numbers",
        "verifiable.description": "Boards Description Phase Session",
        "verifiable.keys": "Keys",
        "verifiable.promise": "RevealedSession commit find_sessions reveal",
        "verifiable.ripemd160": "ripemd160",
        "verifiable.verdict": "FileVerdict SessionVerdict Verification verify",
    },
)


@hookimpl
def overtrick_other_files(api: ApiVersion) -> Iterator[OtherFileSpec]:
    """Declare SquareDeal's description files and key files."""
    yield OtherFileSpec(
        name="tournament",
        summary="Descriptions of events for SquareDeal",
        holds="the description of an event for SquareDeal, in which there are no cards",
        use="overtrick deal reveal {file} generates its boards",
        suffixes=(".sqd",),
        magic=(b"# Description file of tournament",),
    )
    yield OtherFileSpec(
        name="tournament_keys",
        summary="Secret keys of SquareDeal",
        holds="the secret keys of an event for SquareDeal, in which there are no cards",
        use="overtrick deal reveal takes it with --keys",
        suffixes=(".sqk",),
    )


@hookimpl
def overtrick_commands(api: ApiVersion) -> Iterator[CommandSpec]:
    """Declare the command group `deal`."""
    yield CommandSpec(
        name="deal",
        summary="Generate boards at random, by a condition, by a script, or for a tournament",
        command="overtrick_deal.commands.main:deal",
    )
