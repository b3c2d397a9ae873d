"""Clauses 3.4.12 to 3.4.15: scoring, declarer, contract, result."""

from __future__ import annotations

from cases.table import (
    EXPORT_HEADER,
    Table,
    export_board,
    export_game,
)

TABLE = Table()
valid, invalid = TABLE.valid, TABLE.invalid

# 3.4.12 Scoring

valid("3.4.12", "basic", "a basic scoring system", '[Scoring "IMP"]\n', {"scoring": "IMP"})
valid(
    "3.4.12",
    "modifiers",
    "fields divided by semicolons",
    '[Scoring "IMP;Butler-2;Mean"]\n',
    {"scoring": "IMP;Butler-2;Mean"},
)
valid(
    "3.4.12",
    "open-ended",
    "the values are open ended",
    '[Scoring "HouseRules"]\n',
    {"scoring": "HouseRules"},
)
invalid(
    "3.4.12",
    "empty-field",
    "a field names a system or a modifier",
    '[Scoring @PBN352@";"]\n',
    {"scoring": ";"},
)

# 3.4.13 Declarer

for _seat in "WNES":
    valid(
        "3.4.13",
        f"declarer-{_seat.lower()}",
        "the declarer is one of four directions",
        f'[Declarer "{_seat}"]\n[Contract "1C"]\n',
        {"declarer": _seat, "contract": "1C"},
    )
valid(
    "3.4.13",
    "swapped",
    "declarer and dummy changed places",
    '[Declarer "^S"]\n[Contract "1C"]\n',
    {"declarer": "^S", "contract": "1C"},
)
valid(
    "3.4.13",
    "passed-out",
    "when all pass, the declarer is an empty string",
    '[Declarer ""]\n[Contract "Pass"]\n[Result ""]\n',
    {"declarer": "", "contract": "Pass", "result": ""},
)
invalid(
    "3.4.13",
    "word",
    "the declarer is W, N, E or S",
    '[Declarer @PBN817@"South"]\n[Contract "1C"]\n',
    {"declarer": "S", "contract": "1C"},
)
invalid(
    "3.4.13",
    "colour",
    "the declarer is W, N, E or S",
    '[Declarer @PBN337@"White"]\n[Contract "1C"]\n',
)
invalid(
    "3.4.13",
    "passed-out-with-declarer",
    "when all pass there is no declarer",
    '[Declarer @PBN343:3.4.13|3.4.15@"S"]\n[Contract "Pass"]\n[Result ""]\n',
)

# 3.4.14 Contract

for _text in ("1C", "2D", "3H", "4S", "5NT", "6CX", "7NTXX"):
    valid(
        "3.4.14",
        _text.lower(),
        "odd tricks, denomination, risk",
        f'[Declarer "S"]\n[Contract "{_text}"]\n',
        {"declarer": "S", "contract": _text},
    )
valid(
    "3.4.14",
    "pass",
    "all players pass",
    '[Declarer ""]\n[Contract "Pass"]\n',
    {"declarer": "", "contract": "Pass"},
)
invalid("3.4.14", "eight", "odd tricks are 1 to 7", '[Declarer "S"]\n[Contract @PBN338@"8C"]\n')
invalid(
    "3.4.14",
    "word",
    "denominations are S, H, D, C and NT",
    '[Declarer "S"]\n[Contract @PBN338@"5Hearts"]\n',
)
invalid(
    "3.4.14",
    "n",
    "notrump is NT",
    '[Declarer "S"]\n[Contract @PBN812@"3N"]\n',
    {"declarer": "S", "contract": "3NT"},
)
invalid(
    "3.4.14", "xxx", "the risk is nothing, X or XX", '[Declarer "S"]\n[Contract @PBN338@"3SXXX"]\n'
)

# 3.4.15 Result

_S = '[Declarer "S"]\n[Contract "3NT"]\n'
_CONTRACT = {"declarer": "S", "contract": "3NT"}
valid(
    "3.4.15",
    "declarer",
    "tricks won by declarer",
    f'{_S}[Result "9"]\n',
    {**_CONTRACT, "result": 9},
)
valid("3.4.15", "zero", "no trick at all", f'{_S}[Result "0"]\n', {**_CONTRACT, "result": 0})
valid(
    "3.4.15",
    "ew",
    "tricks won by EW: the others are declarer's",
    f'{_S}[Result "EW 4"]\n',
    {**_CONTRACT, "result": 9},
)
valid("3.4.15", "ns", "tricks won by NS", f'{_S}[Result "NS 9"]\n', {**_CONTRACT, "result": 9})
valid(
    "3.4.15",
    "ew-ns",
    "tricks of both sides, EW first",
    f'{_S}[Result "EW 4 NS 9"]\n',
    {**_CONTRACT, "result": 9},
)
valid(
    "3.4.15",
    "ns-ew",
    "tricks of both sides, NS first",
    f'{_S}[Result "NS 9 EW 4"]\n',
    {**_CONTRACT, "result": 9},
)
valid(
    "3.4.15",
    "ns-without-declarer",
    "the side's tricks where the declarer is not known",
    '[Result "NS 9"]\n',
    {"result": {"NS": 9}},
)
valid(
    "3.4.15",
    "irregular",
    "the players agreed on a wrong number of tricks",
    f'{_S}[Result "^9"]\n',
    {**_CONTRACT, "result": {"declarer": 9, "irregular": True}},
)
invalid("3.4.15", "fourteen", "tricks are 0 to 13", f'{_S}[Result @PBN339@"14"]\n')
invalid("3.4.15", "word", "the result is a number of tricks", f'{_S}[Result @PBN339@"C-2"]\n')
invalid(
    "3.4.15",
    "sum",
    "both sides together win thirteen tricks",
    f'{_S}[Result @PBN340@"NS 9 EW 2"]\n',
)
invalid(
    "3.4.15",
    "passed-out",
    "when all pass, the result is an empty string",
    '[Declarer ""]\n[Contract "Pass"]\n@LAW307@[Result "7"]\n',
)
invalid(
    "3.4.15",
    "export-side",
    "in export format the result is declarer's tricks",
    export_game(Result="NS 7").replace('"NS 7"', '@PBN661@"NS 7"'),
    export_board(),
    header=EXPORT_HEADER,
    newline="\r\n",
)
