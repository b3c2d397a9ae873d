"""The page `archive-questions.md` and its pictures: six questions, asked and answered.

Each block of code of the page is run here; the answer that it makes stands below it, as a table and
as a picture. `generate.py` writes both, and a test compares them with what is committed.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import tempfile
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import attrs
import charts

_ROOT: Final = Path(__file__).resolve().parents[2]


def _filled(text: str) -> str:
    """Return prose in lines as long as those of other pages."""
    return textwrap.fill(text, 118, break_long_words=False, break_on_hyphens=False)


_TITLE: Final = (
    "<!-- Written by docs/scripts/generate.py; do not edit. -->\n# Six questions to an archive\n"
)

_WHAT: Final = """
The data is an invented season, `examples/season.pbn.xz`: a thousand random deals, each played at
two tables, with solved double-dummy tables. Contracts, leads and lost tricks follow from the rules
in `docs/scripts/season.py`, so the answers describe these rules. Use the questions with the files
of your own club. The answers and pictures are computed when the documentation is built.
"""

_OPEN: Final = """
import math

import pyarrow as pa

import overtrick_archive
from overtrick_hands import ShapeClass

overtrick_archive.add("season.archive", ["examples/season.pbn.xz"])
season = overtrick_archive.open("season.archive")
"""

_GOING_ON: Final = """
`overtrick archive sql season.archive "..." -o answer.csv` writes an answer for a spreadsheet;
`answer.to_pandas()` and `polars.from_arrow(answer)` convert it in a notebook, and
`season.to_polars(where="level >= 6")` returns the boards. Write the boards behind a number in any
format:
"""

_AFTER: Final = f"""
## Further use

{_filled(_GOING_ON)}

```sh
overtrick archive add season.archive examples/season.pbn.xz
overtrick archive sql season.archive --where "level >= 6 and not made" --as-boards -o slams.pbn
```

[](../howto/archive.md) describes the tables and functions.
"""


@attrs.frozen(kw_only=True)
class _Question:
    title: str
    why: str
    code: str
    picture: str
    chart: Callable[[Mapping[str, list[Any]]], str]
    alt: str
    after: Callable[[Mapping[str, list[Any]], str], str]


def _slams(found: Mapping[str, list[Any]]) -> str:
    return charts.bars(
        "Slams bid and made", found["strain"], {"bid": found["bid"], "made": found["made"]},
        "strain", "boards",
    )  # fmt: skip


def _levels(found: Mapping[str, list[Any]]) -> str:
    return charts.bars(
        "Tricks at the table beyond double dummy", [str(level) for level in found["level"]],
        {"difference": found["difference"]}, "level of the contract", "tricks",
    )  # fmt: skip


def _shapes(found: Mapping[str, list[Any]]) -> str:
    return charts.bars(
        "Shapes dealt and expected", found["shape"][:9],
        {"dealt": found["dealt"][:9], "expected": found["expected"][:9]}, "shape", "hands",
    )  # fmt: skip


def _leads(found: Mapping[str, list[Any]]) -> str:
    return charts.bars(
        "Tricks beyond double dummy, by the card led", found["lead"],
        {"against suits": found["suit"], "against notrump": found["notrump"]}, "card led", "tricks",
    )  # fmt: skip


def _games(found: Mapping[str, list[Any]]) -> str:
    return charts.bars(
        "3NT makes, double dummy", [str(points) for points in found["points"]],
        {"made": found["percent"]}, "high-card points of both hands", "percent",
    )  # fmt: skip


def _swings(found: Mapping[str, list[Any]]) -> str:
    return charts.bars(
        "Swings between two tables", found["imps"], {"deals": found["deals"]}, "IMPs", "deals"
    )


_QUESTIONS: Final = (
    _Question(
        title="How many slams are bid, and how many are made?",
        why="`made` compares a contract with the tricks taken.",
        code='''
answer = season.sql("""
    select strain, count(*) as bid, count(*) filter (made(contract, result)) as made,
        round(100 * avg(made(contract, result)::int), 1) as percent
    from boards where level >= 6 group by strain
    order by list_position(['C', 'D', 'H', 'S', 'NT'], strain)
""")
''',
        picture="archive-slams.svg",
        chart=_slams,
        alt="slams bid and made, by strain",
        after=lambda found, said: (
            f"Of {sum(found['bid'])} slams {sum(found['made'])} were made. A small slam pays at "
            "even odds."
        ),
    ),
    _Question(
        title="Do declarers take their double-dummy tricks?",
        why="`tricks` returns the number of a declarer and strain from the board's table.",
        code='''
answer = season.sql("""
    select level, count(*) as boards,
        round(avg(result - tricks(double_dummy, declarer, strain)), 2) as difference,
        round(stddev(result - tricks(double_dummy, declarer, strain)) / sqrt(count(*)), 2) as error
    from boards where level > 0 and result is not null group by level order by level
""")
''',
        picture="archive-levels.svg",
        chart=_levels,
        alt="tricks at the table beyond double dummy, by level",
        after=lambda found, said: (
            "`error` is the standard error of the difference. Declarers of this season gain from "
            "leads that give tricks away, and a little from the rules for later mistakes."
        ),
    ),
    _Question(
        title="Are the deals dealt at random?",
        why=(
            "The expected frequency of each shape is exact. Each deal counts once, although two "
            "tables played it. Rare shapes are combined, so that at least five hands are expected "
            "of each; a chi-square test gives the probability of a difference as large as this "
            "(by the approximation of Wilson and Hilferty)."
        ),
        code='''
dealt = season.sql("""
    with deals as (select any_value(deal) as deal from boards group by deal_hash)
    select shape(deal, seat) as shape, count(*) as dealt
    from deals, (select unnest(['N', 'E', 'S', 'W']) as seat) group by all
""").to_pylist()
counts = {row["shape"]: row["dealt"] for row in dealt}
hands = sum(counts.values())
chances: dict[str, float] = {}
for shape in ShapeClass.where(lambda *lengths: True):
    name = "-".join(map(str, sorted(shape, reverse=True)))
    chances[name] = chances.get(name, 0) + ShapeClass.of([shape]).probability
common = sorted((name for name in chances if hands * chances[name] >= 5), key=lambda n: -chances[n])
rest = [name for name in chances if name not in common]
rows = [(name, counts.get(name, 0), hands * chances[name]) for name in common]
rows.append(("others", sum(counts.get(n, 0) for n in rest), hands * sum(chances[n] for n in rest)))
answer = pa.table(
    {
        "shape": [name for name, _, _ in rows],
        "dealt": [count for _, count, _ in rows],
        "expected": [round(expected, 1) for _, _, expected in rows],
    }
)

chi_square = sum((count - expected) ** 2 / expected for _, count, expected in rows)
freedom = len(rows) - 1
deviation = (chi_square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))
chance = math.erfc(deviation / math.sqrt(2 / (9 * freedom)) / math.sqrt(2)) / 2
print(f"chi-square {chi_square:.1f} with {freedom} degrees of freedom: p = {chance:.2f}")
''',
        picture="archive-shapes.svg",
        chart=_shapes,
        alt="the nine commonest shapes, dealt and expected",
        after=lambda found, said: (
            f"It prints `{said.strip()}`. A value below 0.01 would be suspicious. (The four hands "
            "of a deal depend on each other, so the value is approximate.)"
        ),
    ),
    _Question(
        title="Which opening leads cost tricks?",
        why=(
            "`opening_lead` is the first card of the play. The cost is declarer's tricks beyond "
            "the double-dummy table; it includes the rest of the play."
        ),
        code='''
answer = season.sql("""
    with led as (
        select opening_lead(play)[2] as rank, strain = 'NT' as is_notrump,
            result - tricks(double_dummy, declarer, strain) as cost
        from boards where opening_lead(play) is not null
    )
    select case when rank in ('A', 'K', 'Q', 'J', 'T') then rank else 'small' end as lead,
        count(*) as boards,
        round(coalesce(avg(cost) filter (not is_notrump), 0), 2) as suit,
        round(coalesce(avg(cost) filter (is_notrump), 0), 2) as notrump
    from led group by lead
    order by list_position(['A', 'K', 'Q', 'J', 'T', 'small'], lead)
""")
''',
        picture="archive-leads.svg",
        chart=_leads,
        alt="what leads cost, by rank, against suits and against notrump",
        after=lambda found, said: (
            f"{sum(found['boards']):,} leads are known. `overtrick_dd.leads` computes the cost of "
            "each lead by itself."
        ),
    ),
    _Question(
        title="How many points are needed for 3NT?",
        why=("`hcp` of a side counts both hands; each deal gives two rows, one for each side."),
        code='''
answer = season.sql("""
    with deals as (
        select any_value(deal) as deal, any_value(double_dummy) as double_dummy
        from boards group by deal_hash
    ), sides as (
        select hcp(deal, 'NS') as points, greatest(
            tricks(double_dummy, 'N', 'NT'), tricks(double_dummy, 'S', 'NT')) as tricks from deals
        union all
        select hcp(deal, 'EW'), greatest(
            tricks(double_dummy, 'E', 'NT'), tricks(double_dummy, 'W', 'NT')) from deals
    )
    select points, count(*) as sides, round(100 * avg((tricks >= 9)::int), 1) as percent
    from sides where points between 20 and 30 group by points order by points
""")
''',
        picture="archive-games.svg",
        chart=_games,
        alt="how often 3NT makes, by high-card points",
        after=lambda found, said: (
            "The deals are random and the tricks are solved, so this answer holds for bridge in "
            "general: with 24 points a little less than half of the games are made, with 25 a "
            "little more."
        ),
    ),
    _Question(
        title="How large are the swings between two tables, and how far from par?",
        why="The deal's hash joins its rows; `imps` and `par` follow the laws.",
        code='''
answer = season.sql("""
    with tables as (
        select deal_hash,
            max(score_ns) filter (room = 'Open') as open,
            max(score_ns) filter (room = 'Closed') as closed,
            any_value(par(double_dummy, dealer, vulnerability)) as par
        from boards group by deal_hash
    ), swings as (
        select abs(imps(open - closed)) as swing, abs(imps(open - par)) as from_par from tables
    )
    select case when swing = 0 then '0' when swing <= 2 then '1-2' when swing <= 5 then '3-5'
            when swing <= 9 then '6-9' else '10 or more' end as imps,
        count(*) as deals, round(avg(from_par), 1) as from_par
    from swings group by imps order by min(swing)
""")
''',
        picture="archive-swings.svg",
        chart=_swings,
        alt="how many deals brought how many IMPs",
        after=lambda found, said: (
            "`from_par` is the mean distance of the open room from par, in IMPs."
        ),
    ),
)


def _table(found: Mapping[str, list[Any]]) -> str:
    lines = ["| " + " | ".join(found) + " |", "|" + "---|" * len(found)]
    rows = list(zip(*found.values(), strict=True))
    lines += [
        "| " + " | ".join("" if cell is None else str(cell) for cell in row) + " |" for row in rows
    ]
    return "\n".join(lines)


def pages() -> dict[str, str]:
    """Return the page and its pictures, by their paths below `docs/`."""
    found: dict[str, str] = {}
    texts = [f"{_TITLE}\n{_filled(_WHAT)}\n\n```python{_OPEN}```\n"]
    names: dict[str, Any] = {}
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "examples").mkdir()
        shutil.copy(_ROOT / "examples" / "season.pbn.xz", Path(folder, "examples"))
        os.chdir(folder)
        try:
            exec(_OPEN, names)  # the page's own
            for question in _QUESTIONS:
                said = io.StringIO()
                with contextlib.redirect_stdout(said):
                    exec(question.code, names)  # as above
                answer = names["answer"].to_pydict()
                found[f"pictures/{question.picture}"] = question.chart(answer)
                texts.append(
                    f"\n## {question.title}\n\n{_filled(question.why)}\n\n"
                    f"```python{question.code}```\n\n"
                    f"{_table(answer)}\n\n```{{image}} ../pictures/{question.picture}\n"
                    f":alt: {question.alt}\n:width: 620px\n```\n\n"
                    f"{_filled(question.after(answer, said.getvalue()))}\n"
                )
            names["season"].close()
        finally:
            os.chdir(here)
    texts.append(_AFTER)
    found["generated/archive-questions.md"] = "".join(texts)
    return found
