"""Other formats, double dummy, hand records and dealt boards, without a page."""

from __future__ import annotations

import importlib.resources
import importlib.util

import pytest

import overtrick
from overtrick import EditError, Field, SealedError, WriteError
from overtrick.plugin import default_manager
from overtrick_web.boards import double_dummy, generating, records
from overtrick_web.boards.converting import converted, targets
from overtrick_web.boards.generating import (
    PRESETS,
    BadConditionError,
    GenerateRequest,
    generated,
    outlook,
)
from overtrick_web.boards.options import form_fields, given_options
from overtrick_web.boards.reading import read
from overtrick_web.errors import AbsentError, CancelledJobError


def absent(monkeypatch, *names):
    """Let packages be absent, as far as somebody asks."""
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *more: None if name in names else real(name, *more),
    )


# --- other formats ----------------------------------------------------------------------------


def test_formats_that_are_read_only_are_not_offered_and_options_are_fields():
    known = {target.name: target for target in targets()}
    assert "rbn" not in known
    style = known["pbn"].fields[0]
    assert (style.name, style.kind, style.default) == ("style", "choice", "auto")
    assert known["dlm"].requires
    assert known["dlm"].suffix == ".dlm"


def test_what_is_lost_is_told_by_field_and_boards(evening):
    result = converted(evening, "dlm")
    assert result.name == "evening.dlm"
    assert [board.number for board in overtrick.read(result.written.data)] == [1, 2, 3, 4]
    found = {loss.field: loss for loss in result.lost}
    assert found[Field.AUCTION_CALLS].boards == "1-4"
    assert found[Field.AUCTION_CALLS].count == 4


def test_options_of_a_form_are_taken_and_an_empty_one_is_not_given(evening):
    fields = next(target.fields for target in targets() if target.name == "pbn")
    options = given_options(fields, {"style": "export", "creator": " "})
    assert options == {"style": "export"}
    assert b"% EXPORT" in converted(evening, "pbn", options).written.data


def test_boxes_that_are_not_ticked_say_no():
    fields = form_fields(records.OPTIONS)
    assert given_options(fields, {})["tables"] == "no"
    assert "tables" not in given_options(fields, {}, is_filled=False)
    paper = next(field for field in fields if field.name == "paper")
    assert paper.choices[0] == ""


def test_what_the_core_refuses_is_refused(evening, sealed_dlm):
    half = read(b'[Board "1"]\n[Deal "N:AKQ2.A.K6542.985 - - -"]\n', "half.pbn", default_manager())
    with pytest.raises(WriteError):
        converted(half, "dlm")
    with pytest.raises(SealedError):
        converted(sealed_dlm, "pbn")
    assert converted(sealed_dlm, "pbn", sealed="show").written.count == 2


# --- double dummy -----------------------------------------------------------------------------

solved = pytest.mark.skipif(double_dummy.absence() is not None, reason="no solver")


@solved
def test_tables_and_par_are_found_told_and_put_into_a_new_version(evening):
    told = []
    results = double_dummy.double_dummy(evening, lambda *state: told.append(state))
    assert told[0] == (0, 4, "Solving")
    assert told[-1] == (4, 4, "Solving")
    assert [result.label for result in results] == ["1", "2", "3", "4"]
    assert results[0].tricks == overtrick_dd_table(evening)
    assert results[0].par[0].startswith("NS ")
    new = double_dummy.put_in(evening, results)
    boards = overtrick.read(new.data)
    assert all(board.double_dummy.tricks == results[0].tricks for board in boards)
    again = double_dummy.double_dummy(read(new.data, "evening.pbn", default_manager()))
    assert all(result.was_there for result in again)
    assert b'[OurTag "was 1"]' in new.data


def overtrick_dd_table(reading):
    import overtrick_dd

    return overtrick_dd.table(reading.boards[0].deal).tricks


@solved
def test_solving_is_given_up_where_it_tells(evening):
    def stop(done, total=None, words=""):
        raise CancelledJobError("enough")

    with pytest.raises(CancelledJobError):
        double_dummy.double_dummy(evening, stop)


@solved
def test_a_board_without_all_cards_has_a_reason_and_no_table(evening):
    half = read(b'[Board "1"]\n[Deal "N:AKQ2.A.K6542.985 - - -"]\n', "half.pbn", default_manager())
    (result,) = double_dummy.double_dummy(half)
    assert not result.tricks
    assert result.why_not == "its deal has 13 of 52 cards"


def test_sealed_hands_are_not_solved_without_a_deliberate_act(sealed_dlm):
    if double_dummy.absence() is not None:
        pytest.skip("no solver")
    with pytest.raises(SealedError):
        double_dummy.double_dummy(sealed_dlm)


def test_without_overtrick_dd_one_line_names_its_install(monkeypatch, evening):
    absent(monkeypatch, "overtrick_dd")
    with pytest.raises(AbsentError, match=r"pip install 'overtrick-web\[dd\]'"):
        double_dummy.double_dummy(evening)


def test_without_a_solver_one_line_says_so(monkeypatch, evening):
    pytest.importorskip("overtrick_dd")
    monkeypatch.setattr("overtrick_dd.unavailable", lambda: "no solver is here: install one")
    with pytest.raises(AbsentError, match="install one"):
        double_dummy.double_dummy(evening)


# --- hand records -----------------------------------------------------------------------------


def test_sheets_are_drawn_in_the_layout_that_is_wanted(evening):
    pytest.importorskip("overtrick_records")
    sheet = records.drawn(evening, "html", {"layout": "large", "title": "<b>"}, boards="2-3")
    assert (sheet.count, sheet.name) == (2, "evening.html")
    assert b"&lt;b&gt;" in sheet.data
    assert b"<script" not in sheet.data


def test_a_preview_stops_and_says_so(evening):
    pytest.importorskip("overtrick_records")
    whole = records.drawn(evening, "html", {})
    assert whole.left == 0
    some = records.drawn(evening, "html", {}, most=1)
    assert (some.count, some.left) == (1, whole.count - 1)


def test_sheets_as_pdf(evening):
    pytest.importorskip("typst")
    assert records.drawn(evening, "pdf", {}).data.startswith(b"%PDF")


def test_sealed_hands_are_not_printed_without_a_deliberate_act(sealed_dlm):
    pytest.importorskip("overtrick_records")
    with pytest.raises(SealedError):
        records.drawn(sealed_dlm, "html", {})
    assert records.drawn(sealed_dlm, "html", {}, sealed="show").count == 2


def test_boards_that_are_not_there_are_refused(evening):
    pytest.importorskip("overtrick_records")
    with pytest.raises(EditError):
        records.drawn(evening, "html", {}, boards="7")


def test_without_what_draws_one_line_names_its_install(monkeypatch, evening):
    absent(monkeypatch, "typst")
    assert records.absence() is None or importlib.util.find_spec("overtrick_records") is None
    assert "overtrick-web[pdf]" in (records.pdf_absence() or "overtrick-web[pdf]")
    absent(monkeypatch, "overtrick_records")
    assert records.fields() == ()
    with pytest.raises(AbsentError, match=r"overtrick-web\[records\]"):
        records.drawn(evening, "html", {})


# --- dealt boards -----------------------------------------------------------------------------

deals = pytest.mark.skipif(generating.absence() is not None, reason="no overtrick-deal")


@deals
def test_dealt_boards_fit_the_condition_and_a_seed_gives_them_again():
    wish = GenerateRequest(count=6, first=17, condition="north.hcp >= 20", seed="lesson 7")
    told = []
    result = generated(wish, lambda *state: told.append(state))
    boards = overtrick.read(result.data)
    assert [board.number for board in boards] == list(range(17, 23))
    assert all(board.deal[overtrick.Seat.NORTH].hcp >= 20 for board in boards)
    assert (result.seed, result.name) == ("lesson 7", "boards 17-22.pbn")
    assert b"lesson 7" not in result.data
    assert generated(wish).data == result.data
    assert told[0] == (0, 6, "Dealing")


@deals
def test_a_seed_of_the_system_is_told():
    result = generated(GenerateRequest(count=1))
    assert len(result.seed) == 64
    assert generated(GenerateRequest(count=1, seed=result.seed)).data == result.data


@deals
def test_a_condition_that_is_wrong_says_where():
    with pytest.raises(BadConditionError) as caught:
        outlook(GenerateRequest(condition="norht.hcp > 3"))
    assert caught.value.column == 1
    with pytest.raises(BadConditionError, match="no deal can"):
        outlook(GenerateRequest(condition="north.hcp >= 38"))
    with pytest.raises(BadConditionError, match="the cards of a deal do not determine"):
        outlook(GenerateRequest(condition="contract == 4S"))


@pytest.mark.slow
@deals
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_each_example_is_a_condition_that_deals_satisfy(preset):
    wish = GenerateRequest(count=1, condition=preset.condition, seed="1")
    assert not outlook(wish).notes
    assert generated(wish).count == 1


@deals
def test_dealing_is_given_up_while_nothing_is_found():
    calls = []

    def stop(done, total=None, words=""):
        calls.append(done)
        if len(calls) > 3:
            raise CancelledJobError("enough")

    rare = "everyone(longest >= 8) and (north.hcp + east.hcp) % 2 == 0"
    with pytest.raises(CancelledJobError):
        generated(GenerateRequest(count=5, condition=rare, seed="1"), stop)
    assert calls[-1] == 0


@deals
def test_what_a_format_has_no_place_for_is_refused_or_told():
    with pytest.raises(WriteError):
        generated(GenerateRequest(count=3, first=98, format="dlm"))
    assert generated(GenerateRequest(count=3, format="dlm", seed="1")).name == "boards 1-3.dlm"


def test_without_overtrick_deal_one_line_names_its_install(monkeypatch):
    absent(monkeypatch, "overtrick_deal")
    with pytest.raises(AbsentError, match=r"overtrick-web\[deal\]"):
        generated(GenerateRequest())
