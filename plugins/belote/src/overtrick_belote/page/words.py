"""The vocabulary of the table's script, in the language of its reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from overtrick import Seat, Suit
from overtrick_belote.explanations.pages import PAGE_NAMES, page
from overtrick_belote.page.presenter import COMMANDS
from overtrick_belote.page.voices import PageTexts
from overtrick_belote.rules.cards import Rank, Side
from overtrick_belote.table.settings import SPEEDS

_LABELS: Final = (
    "play", "table", "your-hand", "auction", "bid", "bid-of", "amount", "announce", "pass",
    "double", "redouble", "more", "less", "your-turn-call", "your-turn-card", "trick-of",
    "next-trick", "previous-trick", "on-table", "cards-left", "taker", "dealer", "thinking",
    "hidden", "show-hand", "choose-why", "what-happens", "close", "working", "sure", "yes", "no",
    "stale", "lost", "settings", "review", "compare", "copy", "score-card", "score-sheet",
    "no-help", "look", "close-table", "to-points", "tricks", "score", "keys", "help", "page-keys",
    "letter-keys", "copied-text", "copy-text", "over", "next-hand", "read-more", "why",
    "hint-short", "take-back", "more-to-do", "without-help", "on", "off", "double-now", "colon",
    "go-on",
)  # fmt: skip

MODULES: Final = ("cards.js", "sheets.js")
"""The modules that the table's own asks for when it begins."""


def page_words(voice: PageTexts, static: Callable[[str], str]) -> dict[str, Any]:
    """Return the vocabulary and module addresses for the table's script.

    Args:
        voice: how the page speaks.
        static: from the path of a static file to its address.
    """
    said = voice.words
    return {
        "labels": {name: voice.label(name) for name in _LABELS},
        # Pairs, so that they keep their order.
        "commands": [(name, voice.label(name)) for name in COMMANDS],
        "cards": voice.card_names(),
        "ranks": {rank.symbol: said.rank(rank) for rank in Rank},
        "suits": {suit.symbol: said.suit(suit) for suit in Suit},
        "signs": {suit.symbol: said.suit_sign(suit) for suit in Suit},
        "seats": {seat.symbol: said.seat(seat) for seat in Seat},
        "sides": ["-".join(said.seat(seat)[:1] for seat in side.seats) for side in Side],
        "pages": [(n, page(n, voice.language).title) for n in PAGE_NAMES if n != "keys"],
        "speeds": SPEEDS,
        "modules": {name: static(f"belote/{name}") for name in MODULES},
    }
