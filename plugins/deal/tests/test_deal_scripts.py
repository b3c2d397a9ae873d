"""Scripts of dealer: what they say, what they print, and what is wrong in them."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import Seat
from overtrick_deal.errors import DealingError, ScriptError
from overtrick_deal.randomness.seed import Seed
from overtrick_deal.sampling.sampler import Sampler
from overtrick_deal.scripts.compiling import condition_of, split
from overtrick_deal.scripts.evaluating import Arrays
from overtrick_deal.scripts.parsing import ScriptLimits, parse_script
from overtrick_deal.scripts.running import AverageResult, run_script
from overtrick_deal.scripts.words import TERMINALS
from overtrick_hands import compile_condition

DATA = Path(__file__).with_name("data")
RECORDED = json.loads((DATA / "dealer-output.json").read_text(encoding="utf-8"))


def printed(text, **options):
    """Return what a script prints."""
    found = []
    outcome = run_script(text, seed=Seed.of(1), write=found.append, **options)
    return "".join(found) + outcome.text()


def wrong_with(text):
    """Return what is wrong with a script, `None` where nothing is."""
    try:
        parse_script(text)
    except ScriptError as error:
        return error
    return None


def value_of(text):
    """Return the number of an expression."""
    return int(printed(f"produce 1\naction printes({text})"))


# --- as the program prints ---------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("case", RECORDED["cases"], ids=lambda case: case["script"][-40:])
def test_what_the_program_printed_is_printed(case):
    """Of deals that are given whole, so that no chance is in it."""
    assert printed(case["script"]) == case["output"]


def test_a_game_in_pbn_has_the_tags_of_the_program():
    text = printed("produce 2\ndealer west\nvulnerable NS\naction printpbn")
    games = text.split("\n\n")
    names = [line[1:].split()[0] for line in games[0].splitlines()]
    assert names == [
        *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer"),
        *("Vulnerable", "Deal", "Declarer", "Contract", "Result"),
    ]
    assert '[Dealer "W"]\n[Vulnerable "NS"]\n' in games[1]
    assert '[Board "2"]' in games[1]


def test_imps_are_those_of_the_laws():
    """The program's table has 420 to 429 and 1200 to 1299 one IMP too high."""
    assert [value_of(f"imps({n})") for n in (420, 430, 1290, 1300)] == [9, 10, 15, 16]


# --- what a script says ------------------------------------------------------------------------


def test_the_first_produce_and_the_last_condition_hold():
    script = parse_script("produce 3 produce 5 hcp(north) > 1 condition hcp(south) > 2")
    assert script.wanted == 3
    assert str(condition_of(script.condition)) == "south.hcp > 2"


def test_how_many_deals_where_the_script_does_not_say():
    assert parse_script("hcp(north) > 1").wanted == 40
    assert parse_script("action average hcp(north)").wanted == 100_000
    assert parse_script("").tries == 1_000_000


def test_comments_are_no_part_of_a_script():
    text = "# one\nproduce 2 // two\n/* three\nlines */ hcp(north) > 3 # four\n"
    assert parse_script(text).produce == 2


def test_words_and_numbers_part_where_the_program_parts_them():
    script = parse_script("hcp(north)>=12and spades(north)==4or 1==2")
    assert str(condition_of(script.condition)) == "north.hcp >= 12 and north.spades == 4"


def test_points_hold_for_the_whole_script():
    script = parse_script(
        "hcp(north) > 6\npointcount 3 2 1\naltcount 0 1 1 1 1 1 1\npt0(south) == 2"
    )
    assert str(condition_of(script.condition)) == "points(south, 1, 1, 1, 1, 1, 1) == 2"
    script = parse_script("pointcount 3 2 1\nhcp(north) > 6")
    assert str(condition_of(script.condition)) == "points(north, 3, 2, 1) > 6"
    script = parse_script("pointcount 4 3 2 1 0\nhcp(north) > 6")
    assert str(condition_of(script.condition)) == "north.hcp > 6"


def test_cards_and_lengths_are_dealt_beforehand():
    text = "predeal north SAKQ, HAK south S2 spades(north)==5 produce 20 action printoneline"
    for line in printed(text).splitlines():
        spades, hearts, *_ = line.split()[1].split(".")
        assert spades.startswith("AKQ")
        assert len(spades) == 5
        assert hearts.startswith("AK")
        assert "2" in line.split()[5].split(".")[0]


# --- the program's own examples ----------------------------------------------------------------

OWN = sorted((DATA / "dealer-examples").glob("*.dl"))
AVERAGE = re.compile(r"(?:(.*): )?(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)")


@pytest.mark.slow
@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_the_programs_own_examples_run(path):
    """Their averages are those that the program found, within five standard errors."""
    text = path.read_text(encoding="latin-1")
    script = parse_script(text)
    outcome = run_script(
        script, seed=Seed.of(path.stem), count=min(script.wanted, 1_500), write=lambda text: None
    )
    assert outcome.produced == min(script.wanted, 1_500)
    recorded = path.with_suffix(".txt")
    averages = [result for result in outcome.results if isinstance(result, AverageResult)]
    if not averages or script.wanted == 1 or not recorded.exists():
        return
    told = recorded.read_text(encoding="latin-1")
    produced = int(re.search(r"Produced (\d+)", told)[1])
    found = [AVERAGE.fullmatch(line) for line in told.splitlines()]
    numbers = [float(match[2]) for match in found if match is not None]
    for result, number in zip(averages, numbers, strict=True):
        spread = result.moments.deviation(0) * math.sqrt(1 / produced + 1 / outcome.produced)
        assert abs(result.mean - number) < 5 * spread + 1e-5


# --- conditions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("hcp(north) >= 15 && hcp(north) <= 17", "north.hcp >= 15 and north.hcp <= 17"),
        ("hcp(south, spades) == 10", "south.spades.hcp == 10"),
        ("spades(north) >= hearts(north)", "north.spades >= north.hearts"),
        ("not shape(west, any 4333 + any 4432 + any 5332)", "not balanced(west)"),
        ("shape(west, 54xx - any 0xxx)", "shape(west, 54xx - any 0xxx)"),
        ("hascard(east, TC)", "has(east, CT)"),
        ("losers(north) + losers(south) <= 13", "north.losers + south.losers <= 13"),
        ("controls(north, clubs) > 2", "north.clubs.controls > 2"),
        ("top3(north, hearts) == 2", "north.hearts.top3 == 2"),
        ("c13(north) > 20", "points(north, 6, 4, 2, 1) > 20"),
        ("2 * hcp(north) > 31", "2 * north.hcp > 31"),
        ("spades(north) % 2 == 1", "north.spades % 2 == 1"),
        ("spades(north)", "north.spades != 0"),
        ("!hcp(north)", "not north.hcp != 0"),
        ("!hcp(north) == 1", "not north.hcp != 0"),
        ("(hcp(north) > 9) == 1", "north.hcp > 9"),
        ("(hcp(north) > 9) == 0", "not north.hcp > 9"),
        ("(hcp(north) > 9) != (hcp(south) > 9)",
         "north.hcp > 9 and not south.hcp > 9 or not north.hcp > 9 and south.hcp > 9"),
        ("spades(north) > 4 ? hcp(north) > 9 : hcp(north) > 11",
         "north.spades > 4 and north.hcp > 9 or not north.spades > 4 and north.hcp > 11"),
        ("(spades(north) > 4 ? hcp(north) : hcp(south)) > 9",
         "north.spades > 4 and north.hcp > 9 or not north.spades > 4 and south.hcp > 9"),
        ("9 < (spades(north) > 4 ? hcp(north) : 3)", "north.spades > 4 and 9 < north.hcp"),
        ("1 && hcp(north) > 3 || 0", "north.hcp > 3"),
        ("tricks(south, notrump) >= 9", "tricks(south, notrump) >= 9"),
        ("a = hcp(north) > 3 b = a && hcp(south) > 3 condition b and spades(north) > 4",
         "north.hcp > 3 and south.hcp > 3 and north.spades > 4"),
    ],
)  # fmt: skip
def test_a_condition_is_the_tree_of_the_same_condition_as_text(script, text):
    found = split(parse_script(script).condition)
    assert found.where == compile_condition(text)
    assert not found.residue


@pytest.mark.parametrize(
    ("script", "where"),
    [
        ("hcp(north) > 9 && hcp(south) / 2 == 3", "north.hcp > 9"),
        ("(hcp(north) > 9) + (hcp(south) > 9) + (hcp(east) > 9) >= 2 && hcp(west) > 3",
         "west.hcp > 3"),
        ("tricks(north, spades) / 2 > 4 && hcp(west) > 3", "west.hcp > 3"),
        ("hcp(west) > 3 && imps(10 * hcp(north)) > 3", "west.hcp > 3"),
        ("hcp(west) > 3 && score(vul, x3N, spades(north)) > 3", "west.hcp > 3"),
    ],
)  # fmt: skip
def test_what_no_tree_says_is_tried_on_the_deals(script, where):
    found = split(parse_script(script).condition)
    assert found.where == compile_condition(where)
    assert len(found.residue) == 1


def test_what_can_never_be_is_a_condition_and_what_always_is_none():
    assert split(parse_script("3 > 4").condition).where is not None
    assert split(parse_script("4 > 3 || hcp(north) > 3").condition).where is None
    with pytest.raises(DealingError):
        run_script("3 > 4 && hcp(north) > 3", seed=Seed.of(1), tries=100)


HANDS = Sampler(seed=Seed.of(5)).take(400)

atoms = st.sampled_from(
    [
        *("hcp(north)", "spades(south)", "losers(east)", "cccc(north)", "quality(west, hearts)"),
        *("shape(north, any 4333 + 5xxx)", "hascard(south, AS)", "3", "0", "1", "100", "-2"),
        *("controls(north)", "hcp(south, clubs)", "pt3(west)", "1200"),
    ]
)
expressions = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.tuples(
            inner,
            st.sampled_from(
                ["&&", "||", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "and", "or"]
            ),
            inner,
        ).map(lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"),
        inner.map(lambda one: f"!({one})"),
        st.tuples(inner, st.sampled_from(["/", "%"]), st.sampled_from(["2", "-3", "7"])).map(
            lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"
        ),
        st.tuples(inner, inner, inner).map(lambda parts: f"({parts[0]} ? {parts[1]} : {parts[2]})"),
    ),
    max_leaves=8,
)


@settings(deadline=None)
@given(expressions)
def test_trees_and_residues_say_the_same(text):
    """Whatever is sampled by a tree is what the script's own arithmetic says."""
    error = wrong_with(text)
    if error is not None:
        assert "too large" in error.why
        return
    script = parse_script(text)
    expected = Arrays(HANDS).truth(script.condition)
    found = split(script.condition)
    masks = np.ones(HANDS.shape[1], dtype=bool)
    if found.where is not None:
        masks &= found.where.on_masks(*HANDS)
    for part in found.residue:
        masks &= Arrays(HANDS).truth(part)
    assert (masks == expected).all()


@settings(deadline=None)
@given(expressions)
def test_numbers_lie_between_their_bounds(text):
    if wrong_with(text) is not None:
        return
    script = parse_script(text)
    numbers = Arrays(HANDS).numbers(script.condition)
    assert script.condition.least <= numbers.min()
    assert numbers.max() <= script.condition.most


def test_division_is_tried_only_where_it_counts():
    script = parse_script("condition hcp(north) > 0 && 100 / hcp(north) > 9 produce 50")
    outcome = run_script(script, seed=Seed.of(1))
    assert outcome.produced == 50
    with pytest.raises(DealingError, match="line 1, column 1: a number is divided by 0"):
        run_script("100 / hcp(north) > 9 produce 5000", seed=Seed.of(1))


def test_tricks_come_from_the_solver_and_are_asked_for_last():
    asked = []

    def tables(deals):
        asked.extend(deals)
        return [[[13 if deal[Seat.NORTH].hcp > 20 else 5] * 5] * 4 for deal in deals]

    text = "hcp(north) > 18 && tricks(north, notrump) / 2 == 6 produce 2 action printoneline"
    outcome = run_script(text, seed=Seed.of(1), tables=tables)
    assert outcome.produced == 2
    assert all(deal[Seat.NORTH].hcp > 18 for deal in asked)
    with pytest.raises(DealingError, match="need a solver"):
        run_script(text, seed=Seed.of(1))


# --- how many ---------------------------------------------------------------------------------


def test_generate_ends_a_run():
    outcome = run_script("generate 100 action average hcp(north)", seed=Seed.of(1))
    assert outcome.produced == outcome.tried == 100
    outcome = run_script(
        "generate 1000 condition hcp(north) / 2 > 6 action average hcp(north)", seed=Seed.of(1)
    )
    assert outcome.tried == 1000
    assert 0 < outcome.produced < 500


_NESTED = "".join(f"(hcp(north) == {10 + i} {('or', 'and')[i % 2]} " for i in range(80))


@pytest.mark.slow
@pytest.mark.parametrize(
    "condition",
    [
        "+".join(["hcp(north)"] * 80) + " >= 800",
        "hcp(north) >= 10 and " + _NESTED + "1" + ")" * 80,
        " and ".join(
            f"(hcp(north) >= 10 or hcp(east) == {i % 30} and hcp(south) == {i})" for i in range(400)
        ),
    ],
    ids=["sum", "nested", "many"],
)
def test_what_is_too_large_for_a_condition_is_tried_on_deals(condition):
    text = f"produce 20 {condition} action printoneline(hcp(north))"
    assert split(parse_script(text).condition).residue
    told = run_script(text, seed=Seed.of(1), keep_deals=True, tries=100_000).deals
    assert len(told) == 20
    assert all(deal["values"][0] >= 10 for deal in told)


def test_a_generate_beyond_the_limit_is_the_limit():
    # dealer takes it, and practice scripts ask for "as many as it takes" in this way.
    script = parse_script("generate 10000000000 produce 3 hcp(north) > 30")
    assert (script.generate, script.tries, script.produce) == (10**9, 10**9, 3)
    assert run_script(script, seed=Seed.of(1)).produced == 3
    assert parse_script("generate 500", ScriptLimits(deals=100)).generate == 100


def test_redefined_counts_hold_beside_each_other():
    # dealer 20211121 ignores altcount, against its manual.
    text = (
        "produce 50 pointcount 5 4 3 2 1 altcount 1 450 300 150 75 25 altcount 0 4 3 2 1 "
        "action printes(hcp(west), pt0(west), pt1(west)), printoneline"
    )
    for told in run_script(text, seed=Seed.of(1), keep_deals=True).deals:
        suits = told["hands"]["west"].split(".")
        counts = [
            sum(
                dict(zip("AKQJT", points, strict=True)).get(card, 0)
                for suit in suits
                for card in suit
            )
            for points in ((5, 4, 3, 2, 1), (4, 3, 2, 1, 0), (450, 300, 150, 75, 25))
        ]
        assert told["values"] == counts


@pytest.mark.slow
def test_what_is_given_besides_counts_more_than_the_script():
    text = "produce 10 hcp(north) > 9 action average hcp(north)"
    assert run_script(text, seed=Seed.of(1), count=7).produced == 7
    where = compile_condition("south.hcp > 15")
    outcome = run_script(text, seed=Seed.of(1), where=where, count=50, keep_deals=True)
    assert outcome.produced == 50
    with pytest.raises(DealingError, match="in vain"):
        run_script("hcp(north) * hcp(south) > 500", seed=Seed.of(1), tries=5000)


@pytest.mark.slow
def test_a_seed_gives_the_same_again_however_many_are_asked_for():
    text = "hcp(north) % 7 == 3 && shape(south, any 5xxx) action printoneline"
    few, many = printed(text, count=5), printed(text, count=90)
    assert many.startswith(few)


def test_a_run_stops_when_its_time_is_up():
    outcome = run_script("generate 1000000000 produce 1000000000 action average 1", seconds=0.01)
    assert "stopped after 0.01 seconds" in outcome.in_vain


# --- what is wrong ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "column", "why"),
    [
        ("produce 5\nhcp(norht) > 11", 2, 5, "a seat"),
        ("produce", 1, 8, "a number was expected"),
        ("hcp(north) >", 1, 13, "a value was expected"),
        ("hcp(north) = 3", 1, 12, "== compares"),
        ("a =", 1, 4, "a value was expected"),
        ("action foo", 1, 8, "foo has no meaning"),
        ("shape(north, 5433)", 1, 14, "no hand of thirteen cards"),
        ("shape(north, 99xx)", 1, 14, "no hand of thirteen cards"),
        ("hcp(north", 1, 10, ") or a comma"),
        ('action printes("abc', 1, 16, "not closed"),
        ("hcp(north) > 3\n/* abc", 2, 1, "comment /* is not closed"),
        ("hcp(north) & 3", 1, 12, "&& joins"),
        ("north = 3", 1, 1, "is a word of the language"),
        ("x = 1 x = 2", 1, 7, "a meaning already"),
        ("produce 3;", 1, 10, "nothing in a script begins with ';'"),
        ("HCP(north) > 3", 1, 1, "there is no function 'HCP'; did you mean hcp"),
        ("hascard(north, SA)", 1, 16, "a card, such as AS"),
        ("hcp(north) / 0", 1, 1, "divided by 0"),
        ("a = rnd(3)", 1, 5, "rnd is not done here"),
        ("action frequency (hcp(north), 12, 0)", 1, 31, "the lower end stands first"),
        ("hcp(north) > 3)", 1, 15, "')' stands here"),
        ("predeal north SA south SA", 1, 24, "dealt twice"),
        ("predeal north SAKQJT98765432,HA", 1, 30, "more than thirteen"),
        ("predeal spades(north)==5 spades(south)==9", 1, 26, "cannot be dealt so"),
        ("vulnerable both", 1, 12, "none, NS, EW or all"),
        ("altcount 10 4 3", 1, 10, "0 to 9"),
        ("pointcount 1 2 3 4 5 6 7 8 9 10 11 12 13 14", 1, 42, "thirteen"),
        ("produce 99999999999", 1, 9, "10 digits"),
        ("produce 9999999999", 1, 9, "1,000,000,000 deals at most"),
        ("produce -3", 1, 9, "not negative"),
        ("hcp(north)*hcp(north)*hcp(north)*hcp(north)*hcp(north)*hcp(north)*hcp(north)*"
         "hcp(north)*hcp(north)*hcp(north)*hcp(north)", 1, 1, "too large"),
    ],
)  # fmt: skip
def test_an_error_stands_at_its_line_and_column(text, line, column, why):
    with pytest.raises(ScriptError) as caught:
        parse_script(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert why in caught.value.why
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


@pytest.mark.slow
def test_scripts_of_strangers_have_limits():
    with pytest.raises(ScriptError, match="100,000 characters at most"):
        parse_script("#" * 100_001)
    parse_script("(" * 5000 + "hcp(north)" + ")" * 5000)  # brackets alone are not deep
    with pytest.raises(ScriptError, match="100 expressions stand within one another"):
        parse_script("(1 - " * 5000 + "hcp(north)" + ")" * 5000)
    with pytest.raises(ScriptError, match="within one another"):
        parse_script("!" * 5000 + "hcp(north)")
    with pytest.raises(ScriptError, match="within one another"):
        parse_script("a0 = hcp(north)\n" + "\n".join(f"a{n} = a{n - 1} - 1" for n in range(1, 200)))
    with pytest.raises(ScriptError, match="1,000 deals at most"):
        parse_script("produce 1001", ScriptLimits(deals=1000))
    with pytest.raises(ScriptError, match="2,000 rows at most"):
        parse_script("action frequency (hcp(north), 0, 2000)")
    sums = "+".join(f"{n} * hcp(north)" for n in range(2, 40))
    with pytest.raises(ScriptError, match="more than 20 expressions"):
        parse_script(sums, ScriptLimits(expressions=20))


def test_a_script_that_doubles_itself_is_no_trouble():
    lines = ["a0 = hcp(north) > 3", *(f"a{n} = a{n - 1} && !a{n - 1}" for n in range(1, 45))]
    script = parse_script("\n".join([*lines, "condition a44"]))
    found = split(script.condition)
    assert not Arrays(HANDS).truth(script.condition).any()
    assert len(found.residue) < 45


@settings(deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                [
                    *TERMINALS,
                    *("(", ")", ",", "+", "-", "*", "/", "%", "?", ":", "==", "=", "!=", "<", ">="),
                    *("&&", "||", "!", '"a"', "\\n", "SAKQ", "AS", "x3N", "5xxx", "4333", "12"),
                    *("name", "\n", "0", "99999999999999", "/*", "*/", "//", "#", "any"),
                ]
            ),
            st.text(max_size=3),
        ),
        max_size=25,
    )
)
def test_whatever_is_typed_is_a_script_or_an_error_at_its_place(words):
    text = " ".join(words)
    error = wrong_with(text)
    if error is not None:
        assert error.why
        lines = text.split("\n")
        assert 0 <= error.line <= len(lines)
        assert not error.line or 1 <= error.column <= len(lines[error.line - 1]) + 1


@settings(deadline=None)
@given(st.sampled_from([path.read_text(encoding="latin-1") for path in OWN]), st.data())
def test_real_scripts_with_something_wrong_in_them_are_errors_at_their_place(script, data):
    place = data.draw(st.integers(0, len(script)))
    end = data.draw(st.integers(place, min(len(script), place + 20)))
    piece = data.draw(st.text(max_size=4))
    error = wrong_with(script[:place] + piece + script[end:])
    assert error is None or error.why
