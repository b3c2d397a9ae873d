"""Dealing hands: at random, by conditions without rejection, and so that anybody can verify it."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from overtrick.framework.spec import ApiVersion, CommandSpec, hookimpl

if TYPE_CHECKING:
    from overtrick_deal.errors import DealingError, ScriptError, SquareDealError
    from overtrick_deal.generating import deals, probability, sample
    from overtrick_deal.numbering.orders import (
        DEALS,
        ORDERS,
        Order,
        deal_number,
        deal_of_number,
    )
    from overtrick_deal.randomness.seed import Seed
    from overtrick_deal.sampling.block import Block
    from overtrick_deal.sampling.planning import Plan
    from overtrick_deal.sampling.predeal import Predeal
    from overtrick_deal.sampling.sampler import Sampler
    from overtrick_deal.scripts.parsing import Limits, parse_script
    from overtrick_deal.scripts.running import Outcome, run_script
    from overtrick_deal.scripts.tree import Script
    from overtrick_deal.statistics.reports import Statistics, tally
    from overtrick_deal.statistics.tables import Frequencies, JointFrequencies
    from overtrick_deal.verifiable.bigdeal import bigdeal_numbers
    from overtrick_deal.verifiable.description import Boards, Description, Phase, Session
    from overtrick_deal.verifiable.keys import Keys
    from overtrick_deal.verifiable.promise import (
        RevealedSession,
        commit,
        find_sessions,
        reveal,
    )
    from overtrick_deal.verifiable.verdict import (
        FileVerdict,
        SessionVerdict,
        Verification,
        verify,
    )

__version__: Final = "1.0.0"

# Every public name, by the module that it comes from.
_PUBLIC: Final = {
    "errors": "DealingError ScriptError SquareDealError",
    "generating": "deals probability sample",
    "numbering.orders": "DEALS ORDERS Order deal_number deal_of_number",
    "randomness.seed": "Seed",
    "sampling.block": "Block",
    "sampling.planning": "Plan",
    "sampling.predeal": "Predeal",
    "sampling.sampler": "Sampler",
    "scripts.parsing": "Limits parse_script",
    "scripts.running": "Outcome run_script",
    "scripts.tree": "Script",
    "statistics.reports": "Statistics tally",
    "statistics.tables": "Frequencies JointFrequencies",
    "verifiable.bigdeal": "bigdeal_numbers",
    "verifiable.description": "Boards Description Phase Session",
    "verifiable.keys": "Keys",
    "verifiable.promise": "RevealedSession commit find_sessions reveal",
    "verifiable.verdict": "FileVerdict SessionVerdict Verification verify",
}

_MODULE_OF: Final = {name: module for module, names in _PUBLIC.items() for name in names.split()}

__all__ = [
    "DEALS",
    "ORDERS",
    "Block",
    "Boards",
    "DealingError",
    "Description",
    "FileVerdict",
    "Frequencies",
    "JointFrequencies",
    "Keys",
    "Limits",
    "Order",
    "Outcome",
    "Phase",
    "Plan",
    "Predeal",
    "RevealedSession",
    "Sampler",
    "Script",
    "ScriptError",
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
    "run_script",
    "sample",
    "tally",
    "verify",
]


def __getattr__(name: str) -> object:
    module = _MODULE_OF.get(name)
    if module is None:
        msg = f"module 'overtrick_deal' has no attribute {name!r}"
        raise AttributeError(msg)
    value = getattr(importlib.import_module(f"overtrick_deal.{module}"), name)
    globals()[name] = value
    return value


@hookimpl
def overtrick_commands(api: ApiVersion) -> Iterator[CommandSpec]:
    """Declare the command `deal`."""
    yield CommandSpec(
        name="deal",
        summary="Deal boards: at random, by conditions, by scripts, or so that all can verify it",
        command="overtrick_deal.commands.command:deal",
    )
