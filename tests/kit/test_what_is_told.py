"""What the author of a spoilt format is told: the function at fault, and the fault in words."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

HERE = Path(__file__).parent
kit = runpy.run_path(str(HERE / "running.py"))
BY_WORDS = {one.what: one for one in kit["MUTANTS"]}

READER, WRITER = "in read", "in write"

# The function that is named first; the other may follow where the writer is not known to be wrong.
AT_FAULT = {
    "Numbers over 99 lose their first digit in the reader": READER,
    "Board 100 is refused by the reader": READER,
    "Both vulnerable is read as none": READER,
    "Notrump at the seventh level is read as spades": READER,
    "Ten tricks and more lose a digit": READER,
    "Vulnerability is claimed, and not read": READER,
    "Forty calls are read and no more": READER,
    "The last trick is left out": READER,
    "A vulnerability stands until there is another": READER,
    "Numbers over 255 are wrapped": WRITER,
    "Numbers over 99 are clamped": WRITER,
    "Boards are written by their numbers": WRITER,
    "Redoubled contracts are written as doubled": WRITER,
    "No trick at all is written as no result": WRITER,
    "13 tricks are written as 12": WRITER,
    "Blanks are lost without a word": WRITER,
    "A long event is cut without a word": WRITER,
    "The title is written in small letters": WRITER,
    "Twenty calls are written and no more": WRITER,
    "The event is written of the board before": WRITER,
}


def told(mutant, folder: Path) -> str:
    """Return what is told of a mutant's fault."""
    with kit["suite_of"](mutant.good, mutant.edits, folder, kit["KeptExamples"]) as suite:
        kit["alone"](suite, mutant.requirement)
        outcome = kit["outcome_of"](suite, mutant.requirement)
    assert outcome.error is not None, outcome
    return str(outcome.told)


@pytest.mark.slow
@pytest.mark.parametrize("what", AT_FAULT)
def test_the_function_at_fault_is_named_first(what: str, tmp_path: Path) -> None:
    text = told(BY_WORDS[what], tmp_path)
    (where,) = [line for line in text.splitlines() if line.startswith("Where:")]
    assert where.endswith(AT_FAULT[what]), text
    if AT_FAULT[what] == WRITER:
        assert READER not in text


def test_the_same_boards_in_another_order_are_called_so(tmp_path: Path) -> None:
    text = told(BY_WORDS["Boards are written by their numbers"], tmp_path)
    order = "8 7 6 5 4 3 2 1 came back as 1 2 3 4 5 6 7 8"
    assert text.startswith(f"the same boards come in another order: {order}\n")
    assert "Write boards in the order in which they come" in text


@pytest.mark.slow
def test_texts_that_look_alike_are_told_apart(tmp_path: Path) -> None:
    text = told(BY_WORDS["Texts are read in the composed form of Unicode (NFC)"], tmp_path)
    assert r"'Zoe\u0308 \u212bsa' came back as 'Zo\xeb \xc5sa'" in text


ALL_OF_THEM = "    yield from read_lines(source, ctx, before)\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("test", "edits", "words"),
    [
        (
            "test_reader_agrees_with_the_oracle",
            (ALL_OF_THEM, "    yield from reversed([*read_lines(source, ctx, before)])\n"),
            "the same boards come in another order: ",
        ),
        (
            "test_error_modes_agree",
            (
                ALL_OF_THEM,
                "    boards = [*read_lines(source, ctx, before)]\n"
                '    yield from boards if ctx.errors == "raise" else reversed(boards)\n',
            ),
            "the same boards come in another order: ",
        ),
        (
            "test_every_number_of_tricks_comes_back",
            (
                '    if result is not None and result.irregular:\n'
                '        ctx.lose(board, Field.RESULT, "only tricks have room")\n',
                "    if result is not None and result.irregular:\n",
            ),
            "Result.irregular",
        ),
    ],
)  # fmt: skip
def test_other_faults_are_told_in_these_words(
    test: str, edits: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    with kit["suite_of"]("demo_format", edits, tmp_path, kit["KeptExamples"]) as suite:
        kit["alone"](suite, test)
        outcome = kit["outcome_of"](suite, test)
    assert words in outcome.told, outcome


@pytest.mark.slow
@pytest.mark.parametrize(
    "edits",
    [
        (ALL_OF_THEM, "    yield from list(read_lines(source, ctx, before))[:50]\n"),
        (
            "    for board in boards:\n        if isinstance(board.number",
            "    for count, board in enumerate(boards):\n        if count > 50:\n"
            "            return\n        if isinstance(board.number",
        ),
    ],
    ids=["reading", "writing"],
)
def test_memory_is_not_measured_where_too_few_boards_pass(
    edits: tuple[str, ...], tmp_path: Path
) -> None:
    with kit["suite_of"]("demo_format", edits, tmp_path) as suite:
        kit["alone"](suite, "test_nothing_is_kept_of_a_board")
        suite.max_examples = 20
        outcome = kit["outcome_of"](suite, "test_nothing_is_kept_of_a_board")
    assert "boards" in outcome.skipped, outcome
