"""Clauses 3.5.3 to 3.5.5 and 3.6.3: suffixes, notes of the auction."""

from __future__ import annotations

from cases.table import (
    BID,
    BODY,
    CALLED,
    PLAYED,
    TRICK,
    Table,
    auction,
    called,
    play,
    played,
)

TABLE = Table()
valid, invalid = TABLE.valid, TABLE.invalid
_export = TABLE.breaks_export

# 3.5.3 Auction suffix

for _nag, (_name, _suffix) in enumerate(
    (("good", "!"), ("poor", "?"), ("very-good", "!!"), ("very-poor", "??"),
     ("speculative", "!?"), ("questionable", "?!")), 1,
):  # fmt: skip
    valid(
        "3.5.3",
        _name,
        f"{_suffix} is the NAG ${_nag}",
        CALLED + f"1S{_suffix} AP\n",
        called("1S Pass Pass Pass", nags={"0": [_nag]}),
    )
    valid(
        "3.6.3",
        _name,
        f"{_suffix} is the NAG ${_nag + 6}",
        PLAYED + f'[Play "W"]\nS6{_suffix} SQ S2 S4\n*\n',
        played(play=play(TRICK, ending="closed", nags={"0.W": [_nag + 6]})),
    )
invalid(
    "3.5.3",
    "three-signs",
    "there are exactly six suffixes",
    CALLED + "1S !!@PBN363:3.5.2|3.5.3|3.2@! AP\n",
)
_export(
    "export-suffix",
    "3.5.3",
    "in export format suffixes are translated to NAGs",
    BODY.replace("1NT Pass", "1NT @PBN665@! Pass"),
    {"auction": auction(BID, nags={"2": [1]})},
)

# 3.5.4 Auction note reference

valid(
    "3.5.4",
    "range",
    "references from 1 to 32",
    CALLED + '1S =1= Pass =32= Pass Pass\n[Note "1:first"]\n[Note "32:last"]\n',
    called("1S Pass Pass Pass", notes={"0": "first", "1": "last"}),
)
valid(
    "3.5.4",
    "shared",
    "several calls use the same reference",
    CALLED + '1S =1= Pass =1= Pass Pass\n[Note "1:both"]\n',
    called("1S Pass Pass Pass", notes={"0": "both", "1": "both"}),
)
invalid(
    "3.5.4",
    "thirty-three",
    "a reference is 32 at most",
    CALLED + '1S =33= AP\n[Note @PBN396@"33:text"]\n',
    called("1S Pass Pass Pass", notes={"0": "text"}),
)
invalid(
    "3.5.4",
    "zero",
    "a reference is 1 at least",
    CALLED + '1S =0= AP\n[Note @PBN396@"0:text"]\n',
    called("1S Pass Pass Pass", notes={"0": "text"}),
)
invalid(
    "3.5.4", "letter", "a reference is a number", CALLED + "1S @PBN361:3.5.1|3.5.4|3.2@=a= AP\n"
)
invalid(
    "3.5.4",
    "asterisk",
    "an alert is a note reference, not an asterisk",
    CALLED + "1S@PBN804:3.5.4|3.5@* Pass Pass Pass\n",
    called("1S Pass Pass Pass", alerts=[0]),
)
_export(
    "export-blank",
    "3.5.4",
    "in export format one blank follows a reference",
    BODY.replace("1NT Pass", "1NT @PBN666@=1=Pass") + '[Note "1:text"]\n',
    {"auction": auction(BID, notes={"2": "text"})},
)

# 3.5.5 Auction note explanation

valid(
    "3.5.5",
    "explained",
    "notes stand behind the calls",
    CALLED + '1S =1= Pass 2NT =2= AP\n[Note "1:five cards"]\n[Note "2:natural: 11"]\n',
    called("1S Pass 2NT Pass Pass Pass", notes={"0": "five cards", "2": "natural: 11"}),
)
invalid(
    "3.5.5",
    "unexplained",
    "a reference is explained by a note",
    CALLED + "1S @PBN397@=1= AP\n",
    called("1S Pass Pass Pass", alerts=[0]),
)
valid(
    "3.5.5",
    "unused",
    "nothing demands that a note is referred to",
    CALLED + '1S AP\n@~PBN398@[Note "1:text"]\n',
    {**called("1S Pass Pass Pass"), "extras": {"pbn:auction.notes": ["text"]}},
)
invalid(
    "3.5.5",
    "twice",
    "notes differ in their number",
    CALLED + '1S =1= AP\n[Note "1:text"]\n@PBN394:3.5.5|3.4@[Note "1:other"]\n',
)
invalid(
    "3.5.5",
    "misplaced",
    "a note stands in no other section",
    '[Dealer "N"]\n@PBN322@[Note "1:text"]\n',
)
invalid(
    "3.5.5",
    "no-number",
    "a note has a number, a colon and a text",
    CALLED + '1S =1= AP\n[Note "1:text"]\n@PBN399@[Note "text"]\n',
)
