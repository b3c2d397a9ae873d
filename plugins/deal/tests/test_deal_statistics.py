"""Means, deviations, correlations, frequencies: right, with the long run beside them, and drawn."""

from __future__ import annotations

import json
from fractions import Fraction
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import read
from overtrick_cli.commands import run
from overtrick_deal import DealingError, Seed, run_script, tally
from overtrick_deal.sampling.sampler import Sampler
from overtrick_deal.statistics.moments import Moments
from overtrick_deal.statistics.plots import plot
from overtrick_deal.statistics.tables import Frequencies, JointFrequencies, Rows
from overtrick_deal.statistics.theory import expected
from overtrick_deal.statistics.values import Value, values_of
from overtrick_hands import ConditionError, compile_condition, hcp

SVG = "{http://www.w3.org/2000/svg}"
HANDS = Sampler(seed=Seed.of("statistics")).take(5_000)

columns = st.lists(
    st.tuples(st.integers(-(10**9), 10**9), st.integers(-50, 50)), min_size=2, max_size=30
)


@settings(deadline=None)
@given(columns, st.integers(0, 30))
def test_moments_are_those_of_numpy_in_whatever_portions_they_come(pairs, cut):
    numbers = np.array(pairs, dtype=np.int64)
    moments = Moments((1, 2))
    for part in (numbers[:cut], numbers[cut:]):
        moments.add([part[:, 0], part[:, 1]])
    one, other = numbers[:, 0].astype(float), numbers[:, 1] / 2
    assert moments.mean(0) == Fraction(int(numbers[:, 0].sum()), len(pairs))
    assert float(moments.mean(1)) == pytest.approx(other.mean())
    assert moments.deviation(0) == pytest.approx(one.std(ddof=1), rel=1e-9, abs=1e-9)
    assert moments.error(1) == pytest.approx(other.std(ddof=1) / len(pairs) ** 0.5)
    correlation = moments.correlation(0, 1)
    if correlation is None:
        assert one.std() == 0 or other.std() == 0
    else:
        assert correlation == pytest.approx(np.corrcoef(one, other)[0, 1], abs=1e-6)


def test_sums_are_exact_where_floats_are_not():
    moments = Moments((1,))
    large = np.full(1000, (1 << 49) + 1, dtype=np.int64)
    moments.add([large])
    assert moments.sums == [1000 * ((1 << 49) + 1)]
    assert moments.products == [[1000 * ((1 << 49) + 1) ** 2]]
    assert moments.deviation(0) == 0.0


def test_of_no_deals_nothing_is_said():
    moments = Moments((1, 1))
    assert (moments.mean(0), moments.deviation(0), moments.correlation(0, 1)) == (None, None, None)


def test_a_table_has_rows_below_and_above_its_values():
    table = Frequencies(Rows(title="x", low=-1, high=1))
    table.add(np.array([-9, -1, 0, 0, 1, 2, 700]))
    assert table.counts.tolist() == [1, 1, 2, 1, 2]
    joint = JointFrequencies(Rows(title="x", low=0, high=1), Rows(title="y", low=5, high=5))
    joint.add(np.array([0, 0, 1, 9]), np.array([5, 4, 5, 99]))
    assert joint.counts.tolist() == [[0, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1]]


def test_high_cards_are_counted_as_they_are_known():
    """The number of hands with each count of points, out of 635,013,559,600.

    Source: Deal 3.1.9; Borel and Chéron; N. Taylor's table.
    """
    hands = 635_013_559_600
    few = expected(Value.parse("north.hcp", 0, 2))
    assert [chance * hands for chance in few[:-1]] == [
        *(0, 2_310_789_600, 5_006_710_800, 8_611_542_576)
    ]
    (middle,) = expected(Value.parse("north.hcp", 10, 10))[1:-1]
    assert middle * hands == 59_723_754_816
    most = expected(Value.parse("north.hcp", 36, 37))
    assert [chance * hands for chance in most[1:]] == [60, 4, 0]
    assert sum(most) == 1


@pytest.mark.parametrize(
    "text",
    ["north.new_losers,7..7", "north.controls,10..11", "balanced(north)", "north.spades,4..6"],
)
def test_the_long_run_is_that_of_deals(text):
    (value,) = values_of(text)
    table = Frequencies(value.rows())
    table.add(value.places(HANDS))
    chances = expected(value)
    assert sum(chances) == 1
    for count, chance in zip(table.counts.tolist(), chances, strict=True):
        spread = (len(HANDS[0]) * float(chance) * (1 - float(chance))) ** 0.5
        assert abs(count - len(HANDS[0]) * float(chance)) < 5 * spread + 3


def test_one_hand_by_itself_is_counted_as_the_sampler_counts_it():
    for text in ("north.losers,9..9", "points(south, -1, 2.5),0..1"):
        (value,) = values_of(text)
        always = compile_condition("north.spades >= 0")
        assert expected(value) == expected(value, always)


def test_the_long_run_of_a_condition():
    where = compile_condition("north.hcp in 15..17 and balanced(north)")
    value = Value.parse("north.hcp", 15, 17)
    chances = expected(value, where)
    assert chances[0] == chances[-1] == 0
    assert sum(chances) == 1
    found = tally(
        frequencies=["north.hcp,15..17"], where=where, count=3000, seed=Seed.of(1), theory=True
    )
    assert found.tables[0].counts.sum() == found.tables[0].counts[1:4].sum() == 3000
    assert found.tables[0].expected == chances


def test_numbers_are_read_with_the_ends_of_their_tables():
    found = values_of("max(north.hcp, south.hcp), 10..20, has(north, SA, SK)")
    assert [(value.text, value.low, value.high) for value in found] == [
        ("max(north.hcp, south.hcp)", 10, 20),
        ("has(north, SA, SK)", None, None),
    ]


@pytest.mark.parametrize(
    ("text", "error", "why"),
    [
        ("1..5", DealingError, "follows the number"),
        ("north.hcp,1..5,2..3", DealingError, "follows the number"),
        ("north.hcp,5..1", DealingError, "runs backwards"),
        ("north.hpc", ConditionError, "did you mean hcp"),
        ("north", ConditionError, "a number was expected"),
        ("declarer.hcp", DealingError, "do not determine declarer"),
        ("north.hcp * south.hcp", DealingError, "say which have a row"),
        ("north.hcp,south.hcp,east.hcp", DealingError, "one number, or two"),
    ],
)
def test_what_cannot_be_counted_is_said(text, error, why):
    with pytest.raises(error, match=why):
        tally(frequencies=[text], count=10)


def test_statistics_in_python():
    found = tally(
        ["north.hcp,south.hcp"],
        ["north.hcp", "north.hcp,8..12,south.hcp,8..12"],
        count=5_000,
        seed=Seed.of("statistics"),
    )
    counted = hcp.on_masks(HANDS[0])
    assert float(found.moments.mean(0)) == counted.mean()
    assert found.tables[0].counts[1:-1].tolist() == np.bincount(counted, minlength=38).tolist()
    assert found.moments.correlation(0, 1) == pytest.approx(-1 / 3, abs=0.06)
    assert found.tables[1].total == 5_000
    assert "correlation of north.hcp and south.hcp: -0.3" in str(found)
    shown = found._repr_html_()
    assert shown.startswith("<pre>north.hcp")
    assert "<svg" in shown


def test_a_picture_is_well_formed_and_says_all_that_it_shows():
    found = tally(
        frequencies=["north.losers", "north.hcp,8..12,south.hcp,8..12"], count=500, seed=Seed.of(1)
    )
    text = plot(found.tables)
    root = ElementTree.fromstring(text)  # noqa: S314  # our own picture
    assert root.get("role") == "img"
    assert "north.losers" in root.get("aria-label")
    bars = [
        bar.find(f"{SVG}title").text
        for bar in root.iter(f"{SVG}rect")
        if bar.get("class") == "plot-bar"
    ]
    shown = found.tables[0].shown()
    assert len(bars) == len(shown)
    assert bars[0].startswith(f"{found.tables[0].rows.names[shown[0]]}: ")
    assert "in the long run" in bars[0]
    assert "prefers-color-scheme:dark" in text
    for nothing in ([], [Frequencies(Rows(title="<&>", low=0, high=1))]):
        ElementTree.fromstring(plot(nothing))  # noqa: S314  # our own picture


def test_the_tables_of_a_script_are_drawn_in_a_notebook():
    text = 'produce 100 action frequency "points" (hcp(north), 5, 15)'
    assert "points" in run_script(text, seed=Seed.of(1))._repr_html_()
    alone = run_script('produce 5 action average "<b>" 1', seed=Seed.of(1))
    assert alone._repr_html_() == "<pre>&lt;b&gt;: 1\n</pre>"


# --- the command --------------------------------------------------------------------------------


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "lesson.dl"
    path.write_text(
        "produce 5\ndealer west\nvulnerable EW\ncondition hcp(north) >= 20\n"
        'action printoneline(hcp(north)), average "points" hcp(north),\n'
        'frequency "points" (hcp(north), 20, 22)\n'
    )
    return path


def test_statistics_on_the_command_line(capsys, tmp_path):
    out = tmp_path / "points.svg"
    args = ["deal", "count", "--deals", "2000", "--seed", "1", "--statistics", "north.hcp,ns.fit"]
    assert run([*args, "--frequency", "north.aces", "--plot", str(out)]) == 0
    text = capsys.readouterr().out
    assert text.startswith("north.hcp  mean 9.9")
    assert "correlation of north.hcp and ns.fit" in text
    assert "long run" in text
    ElementTree.parse(out)  # noqa: S314  # our own picture
    assert run([*args, "--frequency", "north.aces", "--plot", str(out)]) == 2
    assert "exists" in capsys.readouterr().err
    assert run([*args, "--frequency", "north.aces", "--no-theory", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["deals"] == 2000
    assert sum(told["frequencies"][0]["counts"]) == 2000
    assert "expected" not in told["frequencies"][0]


def test_a_script_on_the_command_line(capsys, script):
    assert run(["deal", "script", str(script), "--seed", "1"]) == 0
    first = capsys.readouterr()
    lines = first.out.splitlines()
    assert len(lines) == 5 + 1 + 1 + 3 + ("High" in first.out)
    assert all(int(line.split()[-1]) >= 20 for line in lines[:5])
    assert first.err.startswith("5 deals of 5 tried")
    assert run(["deal", "script", str(script), "--seed", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["produced"] == 5
    assert [deal["values"][0] for deal in told["deals"]] == [
        int(line.split()[-1]) for line in lines[:5]
    ]
    assert told["results"][0]["mean"] == pytest.approx(
        float(lines[5].removeprefix("points: ")), abs=1e-4
    )
    assert sum(told["results"][1]["counts"]) + told["results"][1]["above"] == 5


def test_the_deals_of_a_script_as_a_file(capsys, script, tmp_path):
    out = tmp_path / "lesson.pbn"
    args = ["deal", "script", str(script), "--seed", "1", "--count", "7", "-o", str(out)]
    assert run(args) == 0
    boards = read(out)
    assert len(boards) == 7
    assert {board.dealer.name for board in boards} == {"WEST"}
    assert {board.vulnerability.name for board in boards} == {"EW"}
    assert all(board.deal.masks for board in boards)


def test_how_likely_a_script_is(capsys, script, tmp_path):
    assert run(["deal", "count", "--script", str(script)]) == 0
    assert capsys.readouterr().out.startswith("1.44508 % (1 in 69.2")
    other = tmp_path / "other.dl"
    other.write_text("condition hcp(north) > 9 and\n  hcp(south) / 3 == 4")
    assert run(["deal", "count", "--script", str(other)]) == 2
    assert "line 2, column 3: this part of the condition is tried" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "options", "why"),
    [
        ("hcp(north", (), "line 1, column 10: ) or a comma was expected"),
        ("hcp(north) > 40", (), "no deal can"),
        ("hcp(north) / 2 > 30", ("--max-tries", "3000"), "3,000 deals were tried in vain"),
        ("predeal north SA", ("--predeal", "S:A..."), "give one of them"),
        ("produce 1", ("--statistics", "north.hcp"), "No such option"),
        ("action average 1 produce 5", ("--plot", "x.svg"), "the script has none"),
        ("produce 1", ("--plot", "x.svg", "-o", "x.pbn"), "give no --plot and no --json"),
        ("produce 1", ("--json", "-o", "x.pbn"), "give no --plot and no --json"),
        ("produce 1", ("--first", "3"), "need -o OUT"),
        ("produce 1", ("--to", "lin"), "need -o OUT"),
    ],
)
def test_what_is_wrong_is_said_without_a_traceback(capsys, tmp_path, text, options, why):
    path = tmp_path / "wrong.dl"
    path.write_text(text)
    assert run(["deal", "script", str(path), *options]) == 2
    assert why in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--theory",), "need --frequency"),
        (("--no-theory", "--statistics", "north.hcp"), "need --frequency"),
        (("--plot", "x.svg", "--statistics", "north.hcp"), "--plot needs --frequency"),
        (("--explain", "--statistics", "north.hcp"), "--explain excludes --statistics"),
        (("-o", "x.pbn"), "No such option"),
        (("--count", "3"), "No such option"),
    ],
)
def test_what_is_wrong_with_counting_is_reported(capsys, options, why):
    assert run(["deal", "count", *options]) == 2
    assert why in capsys.readouterr().err


@pytest.mark.slow
def test_statistics_follow_the_condition_of_a_script(capsys, script):
    words = ["deal", "count", "--script", str(script), "--deals", "100", "--seed", "1", "--json"]
    assert run([*words, "--frequency", "north.hcp"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["where"] == "north.hcp >= 20"
    assert sum(found["frequencies"][0]["counts"][20:]) == 100


def test_counting_without_options_prints_the_help(capsys):
    run(["deal", "count"])
    printed = capsys.readouterr()
    assert "Usage: overtrick deal count" in printed.out + printed.err


def test_a_file_that_is_no_script(capsys, tmp_path):
    path = tmp_path / "picture.dl"
    path.write_bytes(bytes(range(256)) * 40)
    assert run(["deal", "script", str(path)]) == 2
    assert "a script is text" in capsys.readouterr().err
    assert run(["deal", "script", str(tmp_path / "none.dl")]) == 2
    path.write_bytes(b"# na\xefve\nproduce 1")
    assert run(["deal", "script", str(path), "-q"]) == 0
