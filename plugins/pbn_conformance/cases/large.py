"""Long files, high numbers, long chains: what a limit or a block of a reader would break."""

from __future__ import annotations

from cases.table import DEAL, HEADER, Json, Table, auction, called, grid

TABLE = Table()


def _large(
    clause: str, name: str, says: str, text: str, *boards: Json, newline: str = "\n"
) -> None:
    TABLE.valid(
        clause, name, says, text, *boards, header=HEADER, newline=newline, part="large"
    )  # fmt: skip


_NUMBERS = (9, 10, 99, 100, 101, 128, 255, 256, 999, 1000, 12345)
_large(
    "3.4.4",
    "high-numbers",
    "board numbers have no upper limit",
    "\n".join(f'[Board "{number}"]\n' for number in _NUMBERS),
    *({"board": number} for number in _NUMBERS),
)

_VULNERABLE = ("None", "NS", "EW", "All", "NS", "EW", "All", "None",
               "EW", "All", "None", "NS", "All", "None", "NS", "EW")  # fmt: skip


def _implied(number: int) -> tuple[str, str]:
    return "NESW"[(number - 1) % 4], _VULNERABLE[(number - 1) % 16]


_large(
    "3",
    "three-hundred-games",
    "a file holds any number of games",
    "\n".join(
        f'[Board "{number}"]\n[Dealer "{dealer}"]\n[Vulnerable "{vulnerable}"]\n[Deal "{DEAL}"]\n'
        for number, (dealer, vulnerable) in ((n, _implied(n)) for n in range(1, 301))
    ),
    *(
        {"board": n, "dealer": _implied(n)[0], "vulnerable": _implied(n)[1], "deal": DEAL}
        for n in range(1, 301)
    ),
)
_large(
    "2.3",
    "crlf-in-many-blocks",
    "lines ended by CRLF in a file of some hundred thousand bytes",
    "\n".join(f'[Board "{n}"]\n[West "{"x" * (n % 61)}"]\n' for n in range(1, 4001)),
    *({"board": n, "players": {"W": "x" * (n % 61)}} for n in range(1, 4001)),
    newline="\r\n",
)


def _event(number: int) -> str:
    return "A" if number < 100 else "B" if number < 200 else "C"


_large(
    "4.8",
    "chain",
    "# over many games, with two new values between them",
    "\n".join(
        f'[Event "{_event(n) if n in (1, 100, 200) else "#"}"]\n[Board "{n}"]\n'
        for n in range(1, 301)
    ),
    *({"event": _event(n), "board": n} for n in range(1, 301)),
)
_large(
    "4.8",
    "header",
    "## at the top of a long file, redefined once",
    '[Event "##Pairs"]\n[Date "##2026.11.20"]\n[Board "1"]\n\n'
    + "\n".join(
        (f'[Date "2026.11.21"]\n[Board "{n}"]\n' if n == 151 else f'[Board "{n}"]\n')
        for n in range(2, 301)
    ),
    *(
        {"event": "Pairs", "date": f"2026.11.2{0 if n < 151 else 1}", "board": n}
        for n in range(1, 301)
    ),
)
_LONG = "\n".join(f"line {number} of a story" for number in range(3000))
_large(
    "3.8",
    "long-comment",
    "a brace comment may have any number of lines, empty ones among them",
    f'[Board "1"]\n{{{_LONG}\n\nend}}\n[Dealer "N"]\n\n[Board "2"]\n',
    {"board": 1, "dealer": "N", "extras": {"pbn:comments": [["Board", f"{_LONG}\n\nend"]]}},
    {"board": 2},
)
_CALLS = " ".join(
    ["Pass Pass Pass"]
    + [
        f"{level}{strain} Pass Pass X Pass Pass XX Pass Pass"
        for level in "1234567"
        for strain in ("C", "D", "H", "S", "NT")
    ]
    + ["Pass"]
)
_large(
    "3.5",
    "longest-auction",
    "the longest auction that the laws allow has 319 calls",
    '[Dealer "N"]\n[Auction "N"]\n'
    + "".join(
        " ".join(_CALLS.split()[start : start + 4]) + "\n"
        for start in range(0, len(_CALLS.split()), 4)
    ),
    called(_CALLS),
)
_ROWS = [f"{rank} {1 + rank % 40} {rank % 7}.5" for rank in range(1, 1201)]
_large(
    "5.2",
    "long-table",
    "a table of more than a thousand rows",
    '[TotalScoreTable "Rank;PairId;TotalIMP"]\n' + "".join(f"{row}\n" for row in _ROWS),
    grid("TotalScoreTable", "Rank;PairId;TotalIMP", *_ROWS),
)
_TAGS = {f"Own{number:03}": f"value {number}" for number in range(300)}
_large(
    "4.9",
    "many-tags",
    "a game may have any number of unknown tags",
    "".join(f'[{name} "{value}"]\n' for name, value in _TAGS.items()),
    {"extras": {f"pbn:{name}": value for name, value in _TAGS.items()}},
)
_large(
    "3.5.4",
    "all-notes",
    "thirty-two notes in one auction",
    '[Dealer "N"]\n[Auction "N"]\n'
    + "".join(
        f"{call} ={n}={' ' if n % 4 else chr(10)}" for n, call in enumerate(_CALLS.split()[:32], 1)
    )
    + "*\n"
    + "".join(f'[Note "{n}:note {n}"]\n' for n in range(1, 33)),
    {
        "dealer": "N",
        "auction": auction(
            " ".join(_CALLS.split()[:32]), "closed",
            notes={str(n - 1): f"note {n}" for n in range(1, 33)},
        ),
    },
)  # fmt: skip
