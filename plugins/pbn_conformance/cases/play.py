"""Clauses 3.6 and 3.6.1: the play and its cards."""

from __future__ import annotations

from cases.table import (
    PLAYED,
    RANKS,
    SUITS,
    TRICK,
    Table,
    play,
    played,
)

TABLE = Table()
valid, invalid = TABLE.valid, TABLE.invalid
_export = TABLE.breaks_export

# 3.6 Play section

valid(
    "3.6",
    "first-trick",
    "cards in the order of the seats, the leader's first",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n*\n',
    played(play=play(TRICK, ending="closed")),
)
valid(
    "3.6",
    "columns-keep",
    "each line begins with the leader of the first trick",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\nHA H5 H2 HK\n*\n',
    played(play=play(TRICK, "HA H5 H2 HK", ending="closed")),
)
valid(
    "3.6",
    "thirteen-tricks",
    "the play ends after thirteen tricks",
    f'[Deal "{SUITS}"]\n[Declarer "N"]\n[Contract "7S"]\n[Play "E"]\n'
    + "".join(f"H{rank} D{rank} C{rank} S{rank}\n" for rank in RANKS),
    {
        "deal": SUITS,
        "declarer": "N",
        "contract": "7S",
        "play": play(
            *(f"H{rank} D{rank} C{rank} S{rank}" for rank in RANKS),
            leader="E",
            ending="complete",
        ),
    },
)
valid(
    "3.6",
    "closed-in-trick",
    "an asterisk in the middle of a trick",
    PLAYED + '[Play "W"]\nS6 SQ - -\n*\n',
    played(play=play("S6 SQ - -", ending="closed")),
)
valid(
    "3.6",
    "open-in-trick",
    "a plus sign stands for the next card, wherever it is",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\nHA H5 + -\n',
    played(play=play(TRICK, "HA H5 - -", ending="open")),
)
valid(
    "3.6",
    "open-before-cards",
    "the plus sign need not be the last character",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n+ H5 H2 HK\n',
    played(play=play(TRICK, "- H5 H2 HK", ending="open")),
)
valid(
    "3.6",
    "any-layout",
    "in import format lines break anywhere",
    PLAYED + '[Play "W"]\nS6 SQ\nS2 S4 HA H5 H2\nHK *\n',
    played(play=play(TRICK, "HA H5 H2 HK", ending="closed")),
)
valid(
    "3.6",
    "open-behind-the-lead",
    "North leads, East is next",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n- H5 + -\n',
    played(play=play(TRICK, "- H5 - -", ending="open")),
)
valid(
    "3.6",
    "unfinished-trick",
    "what has not been played yet is a dash, or nothing at the end",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n- H5\n*\n',
    played(play=play(TRICK, "- H5 - -", ending="closed")),
)
valid(
    "3.6",
    "plus-behind-an-unknown-trick",
    "cards that are not known are dashes, a whole trick of them too; then anybody may lead",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n- - - -\n+ - - -\n',
    played(play=play(TRICK, "- - - -", ending="open")),
    round_trip=False,
)
invalid(
    "3.6",
    "plus-out-of-turn",
    "the plus sign replaces the next card: North leads, so not South's",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n@PBN388@- H5 - +\n',
)
invalid(
    "3.6",
    "plus-before-a-card",
    "the plus sign replaces the next card: East's, once North has led, not West's",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n@PBN388@+ H5 - -\n',
)
invalid(
    "3.6",
    "leader",
    "the first card is played by W, N, E or S",
    PLAYED + '[Play @PBN380@"X"]\nS6 SQ S2 S4\n*\n',
)
invalid(
    "3.6",
    "fourteenth-trick",
    "the play ends after thirteen tricks",
    f'[Deal "{SUITS}"]\n[Declarer "N"]\n[Contract "7S"]\n[Play "E"]\n'
    + "".join(f"H{rank} D{rank} C{rank} S{rank}\n" for rank in RANKS)
    + "@PBN385@H2 D2 C2 S2\n",
)
invalid(
    "3.6",
    "card-after-end",
    "no card follows the asterisk",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n* @PBN384@HA\n',
)
invalid(
    "3.6",
    "two-plus-signs",
    "one card is the next one",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n+ @PBN387@+ - -\n',
)
_export(
    "export-leader",
    "3.6",
    "in export format the play begins with the opening leader",
    '@PBN667@[Play "S"]\n- S6 SQ S2\n*\n',
)
_export(
    "export-short-line",
    "3.6",
    "in export format a line has four cards",
    '[Play "W"]\n@PBN668@S6 SQ\n*\n',
)

# 3.6.1 Play card

valid(
    "3.6.1",
    "hyphen",
    "a hyphen: the card does not matter",
    PLAYED + '[Play "W"]\nS6 - S2 -\n*\n',
    played(play=play("S6 - S2 -", ending="closed")),
)
valid(
    "3.6.1",
    "all-ranks",
    "all ranks of a suit",
    f'[Deal "N:{RANKS}... - - -"]\n[Declarer "W"]\n[Contract "1NT"]\n[Play "N"]\n'
    + "".join(f"S{rank} - - -\n" for rank in RANKS)
    + "*\n",
    {
        "deal": f"N:{RANKS}... - - -",
        "declarer": "W",
        "contract": "1NT",
        "play": play(*(f"S{rank} - - -" for rank in RANKS), leader="N", ending="closed"),
    },
)
invalid(
    "3.6.1",
    "bad-rank",
    "there is no card of rank 1",
    PLAYED + '[Play "W"]\nS6 @PBN381@S1 S2 S4\n*\n',
)
invalid(
    "3.6.1",
    "rank-first",
    "the suit stands before the rank",
    PLAYED + '[Play "W"]\n@PBN381@6S SQ S2 S4\n*\n',
)
invalid(
    "3.6.1",
    "ten",
    "the ten is written T",
    PLAYED + '[Play "W"]\n@PBN806@S10 SQ S2 S4\n*\n',
    played(play=play("ST SQ S2 S4", ending="closed")),
)
