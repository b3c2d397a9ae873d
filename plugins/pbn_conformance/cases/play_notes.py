"""Clauses 3.6.2 to 3.6.5: annotations of the play."""

from __future__ import annotations

from cases.table import (
    BID,
    PLAYED,
    TRICK,
    Table,
    auction,
    play,
    played,
)

TABLE = Table()
valid, invalid = TABLE.valid, TABLE.invalid
_export = TABLE.breaks_export

# 3.6.2 Play annotations

valid(
    "3.6.2",
    "any-order",
    "in import format annotations stand in any order",
    PLAYED + '[Play "W"]\nS6 $200 =1= !! SQ S2 S4\n*\n[Note "1:fourth best"]\n',
    played(play=play(TRICK, ending="closed", nags={"0.W": [9, 200]}, notes={"0.W": "fourth best"})),
)
invalid(
    "3.6.2",
    "two-suffixes",
    "at most one suffix at a card",
    PLAYED + '[Play "W"]\nS6 ! @PBN383@? SQ S2 S4\n*\n',
)
invalid(
    "3.6.2",
    "no-card",
    "an annotation follows a card",
    PLAYED + '[Play "W"]\n@PBN382@$7 S6 SQ S2 S4\n*\n',
)
_export(
    "export-order",
    "3.6.2",
    "in export format the note comes first, then the NAGs",
    '[Play "W"]\nS6 @PBN664@$15 =1= SQ S2 S4\n*\n[Note "1:text"]\n',
    {"play": play(TRICK, ending="closed", nags={"0.W": [15]}, notes={"0.W": "text"})},
)

# 3.6.3 Play suffix

invalid(
    "3.6.3",
    "three-signs",
    "there are exactly six suffixes",
    PLAYED + '[Play "W"]\nS6 !!@PBN383:3.6.2|3.6.3|3.2@! SQ S2 S4\n*\n',
)
_export(
    "export-suffix",
    "3.6.3",
    "in export format suffixes are translated to NAGs",
    '[Play "W"]\nS6 @PBN665@! SQ S2 S4\n*\n',
    {"play": play(TRICK, ending="closed", nags={"0.W": [7]})},
)

# 3.6.4, 3.6.5 Play notes

valid(
    "3.6.4",
    "shared",
    "several cards use the same reference",
    PLAYED + '[Play "W"]\nS6 =1= SQ S2 =1= S4\n*\n[Note "1:count"]\n',
    played(play=play(TRICK, ending="closed", notes={"0.W": "count", "0.E": "count"})),
)
invalid(
    "3.6.4",
    "thirty-three",
    "a reference is 32 at most",
    PLAYED + '[Play "W"]\nS6 =33= SQ S2 S4\n*\n[Note @PBN396@"33:text"]\n',
)
_export(
    "export-blank",
    "3.6.4",
    "in export format one blank follows a reference",
    '[Play "W"]\nS6 @PBN666@=1=  SQ S2 S4\n*\n[Note "1:text"]\n',
    {"play": play(TRICK, ending="closed", notes={"0.W": "text"})},
)
valid(
    "3.6.5",
    "own-numbers",
    "the notes of the play have their own numbers",
    PLAYED + '[Auction "N"]\nPass Pass 1NT =1= Pass\n3NT AP\n[Note "1:15 to 17"]\n'
    '[Play "W"]\nS6 =1= SQ S2 S4\n*\n[Note "1:fourth best"]\n',
    played(
        auction=auction(BID, notes={"2": "15 to 17"}),
        play=play(TRICK, ending="closed", notes={"0.W": "fourth best"}),
    ),
)
invalid(
    "3.6.5",
    "unexplained",
    "a reference is explained by a note",
    PLAYED + '[Play "W"]\nS6 @PBN397@=1= SQ S2 S4\n*\n',
)
valid(
    "3.6.5",
    "unused",
    "nothing demands that a note is referred to",
    PLAYED + '[Play "W"]\nS6 SQ S2 S4\n*\n@~PBN398@[Note "1:text"]\n',
    {**played(play=play(TRICK, ending="closed")), "extras": {"pbn:play.notes": ["text"]}},
)
invalid(
    "3.6.5",
    "twice",
    "notes differ in their number",
    PLAYED
    + '[Play "W"]\nS6 =1= SQ S2 S4\n*\n[Note "1:text"]\n@PBN394:3.6.5|3.4@[Note "1:other"]\n',
)
