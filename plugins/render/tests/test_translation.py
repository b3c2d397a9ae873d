"""The words that people read, in six languages."""

from __future__ import annotations

import importlib
import re
import sys

import pytest
from hypothesis import given

import overtrick
from overtrick import (
    DOUBLE,
    PASS,
    Board,
    BoardSet,
    Call,
    Card,
    Contract,
    Deal,
    Hand,
    OptionError,
    PluginError,
    PluginLoadWarning,
    Result,
    Score,
    Seat,
    Strain,
    Suit,
    Vulnerability,
    text_diagram,
)
from overtrick.plugin import fill
from overtrick_render import (
    html_diagram,
    html_page,
    language_of,
    languages,
    svg_diagram,
    svg_sheet,
    translated,
    translation,
    translator,
    untranslated,
)
from overtrick_testing.strategies import hands

DEAL = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543")
BOARD = Board(
    number=1,
    dealer=Seat.EAST,
    vulnerability=Vulnerability.EW,
    deal=DEAL,
    contract=Contract.parse("3NTX", declarer=Seat.WEST),
    result=Result(ns=4),
    score=Score(ew=550),
)


def test_there_are_six_languages():
    assert languages() == ("de", "en", "fr", "nl", "pl", "sv")


@pytest.mark.parametrize(
    ("language", "ranks"),
    [
        ("en", "AKQJT9"),
        ("fr", "A R D V 10 9"),
        ("de", "A K D B 10 9"),
        ("nl", "A H V B 10 9"),
        ("pl", "A K D W 10 9"),
        ("sv", "E K D Kn 10 9"),
    ],
)
def test_ranks_have_the_letters_of_the_country(language, ranks):
    words = translator(language=language)
    assert words.holding(Hand.parse("AKQJT9..."), Suit.SPADES) == ranks
    assert words.holding(Hand.parse("AKQJT9..."), Suit.CLUBS) == ""


@pytest.mark.parametrize(
    ("language", "letters", "sides"),
    [
        ("en", "NESW", "NS EW"),
        ("fr", "NESO", "NS EO"),
        ("de", "NOSW", "NS OW"),
        ("nl", "NOZW", "NZ OW"),
        ("pl", "NESW", "NS WE"),
        ("sv", "NÖSV", "NS ÖV"),
    ],
)
def test_seats_have_the_letters_of_the_country(language, letters, sides):
    words = translator(language=language)
    assert "".join(map(words.seat_letter, Seat)) == letters
    assert " ".join(map(words.side_letters, overtrick.Side)) == sides


def test_the_words_of_the_game_in_french():
    words = translator(language="fr")
    assert [words.call(call) for call in (PASS, DOUBLE, Call.parse("1NT"), Call.parse("2H"))] == [
        "Passe",
        "Contre",
        "1SA",
        "2♥",
    ]
    assert words.card(Card.parse("HJ")) == "♥V"
    assert words.strain(Strain.NOTRUMP) == "SA"
    assert words.contract(Contract.parse("4SX", declarer=Seat.WEST)) == "4♠X par Ouest"
    assert words.vulnerability(Vulnerability.BOTH) == "Tous"
    assert words.vulnerable(Vulnerability.EW) == "EO vulnérables"
    assert words.score(Score(ew=420)) == "EO 420"
    assert words.result(Result(ns=4, ew=9)) == "NS 4 EO 9"
    assert words.ngettext("{count} board", "{count} boards", 0) == "{count} donne"


@given(hands())
def test_no_two_ranks_or_suits_are_taken_for_each_other(hand):
    for language in languages():
        words = translator(language=language)
        assert len({words.rank(rank) for rank in overtrick.Rank}) == 13
        assert len({words.suit_letter(suit) for suit in Suit}) == 4
        assert len({words.seat_letter(seat) for seat in Seat}) == 4
        for suit in Suit:
            held = words.holding(hand, suit)
            parts = held.split() if " " in held or language != "en" else list(held)
            assert len(parts) == len(hand.suit_text(suit))


@pytest.mark.parametrize("language", languages())
def test_a_set_counts_its_boards_by_the_languages_own_plurals(language):
    words = translator(language=language)
    told = [words.ngettext("{count} board", "{count} boards", n) for n in (1, 2, 5, 22)]
    if language == "pl":
        assert told == [
            "{count} rozdanie",
            "{count} rozdania",
            "{count} rozdań",
            "{count} rozdania",
        ]
    else:
        assert told[1:] == [told[1]] * 3


# Views ------------------------------------------------------------------------------------


def test_text_is_in_french_and_wide_enough():
    long = Deal.parse("N:... ... ... AKQJT98765432...")
    assert text_diagram(BOARD, language="fr").splitlines() == [
        "Donne 1 · Donneur Est · EO vulnérables",
        "",
        "               ♠ 10 5 3",
        "               ♥ A V 7",
        "               ♦ A 10",
        "               ♣ A D 7 6 2",
        "♠ D 6 4              N         ♠ A R V 9",
        "♥ R 8 6 2          O   E       ♥ D",
        "♦ 8 4                S         ♦ D V 6 5",
        "♣ 9 5 4 3                      ♣ R V 10 8",
        "               ♠ 8 7 2",
        "               ♥ 10 9 5 4 3",
        "               ♦ R 9 7 3 2",
        "               ♣ —",
        "",
        "Contrat 3SAX par Ouest · Résultat NS 4 · Marque EO 550",
    ]
    line = text_diagram(long, language="sv").splitlines()[1]
    assert line == "♠ E K D Kn 10 9 8 7 6 5 4 3 2        N         (okänd)"


@pytest.mark.parametrize("language", sorted({*languages()} - {"en"}))
@pytest.mark.parametrize("view", [text_diagram, html_diagram, svg_diagram])
def test_no_view_has_english_left(view, language):
    picture = re.sub(r"<style>.*?</style>|<[^>]*>", " ", view(BOARD, language=language))
    english = {"Dealer", "vulnerable", "Result", "Score", "Contract "} - {
        word for word in ("Result", "Score", "Contract ") if language in {"nl", "pl", "sv"}
    }
    assert not [word for word in english if re.search(rf"\b{word}\b", picture)]


def test_pages_and_sheets_say_their_language():
    page = "".join(html_page([BOARD], language="nl"))
    assert '<html lang="nl">' in page
    assert "Spel 1 · Gever Oost · OW kwetsbaar" in page
    assert ' lang="pl"' in html_diagram(BOARD, language="pl")
    assert "lang=" not in html_diagram(BOARD)
    assert 'aria-label="2 brickor"' in svg_sheet([BOARD, BOARD], language="sv")
    assert "2 rozdania" in html_diagram(BoardSet(boards=(BOARD, BOARD)), language="pl")


def test_show_takes_a_language(tmp_path):
    overtrick.show(BOARD, tmp_path / "a.txt", language="de-AT")
    assert (tmp_path / "a.txt").read_text("utf-8").startswith("Board 1 · Teiler Ost · OW in Gefahr")
    with pytest.raises(OptionError, match="no language 'xx' \\(there are: de, en, fr"):
        overtrick.show(BOARD, tmp_path / "b.txt", language="xx")
    assert not (tmp_path / "b.txt").exists()


def test_the_command_takes_a_language_or_that_of_the_environment(
    overtrick_command, line_file, monkeypatch
):
    file = line_file("1", "2")
    assert "Bricka 1" in overtrick_command("show", file, "--lang", "sv").out
    monkeypatch.setenv("LANGUAGE", "fr_CA:de")
    assert "Donne 1" in overtrick_command("show", file).out
    assert "Board 1" in overtrick_command("show", file, "--lang", "en").out
    assert '"board": 1' in overtrick_command("show", file, "--json").out
    refused = overtrick_command("show", file, "--lang", "klingon")
    assert refused.code == 2
    assert "no language 'klingon' (there are: de, en, fr, nl, pl, sv)" in refused.err


def test_the_shell_completes_languages():
    from overtrick_cli.commands import LanguageName

    assert [item.value for item in LanguageName().shell_complete(None, None, "")] == [*languages()]
    assert [item.value for item in LanguageName().shell_complete(None, None, "s")] == ["sv"]


# Choice -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_CH.UTF-8"}, "de"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "pl_PL@euro"}, "pl"),
        ({"LANG": "fr_FR", "LC_ALL": "nl_BE"}, "nl"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "sv_FI"}, "sv"),
        ({"LANG": "fr_FR", "LANGUAGE": "fi:de:nl"}, "de"),
        ({"LANG": "fr_FR", "LANGUAGE": ""}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "C"}, "en"),
        ({"LANG": "fi_FI"}, "en"),
        ({"LANG": "en_GB:fr"}, "en"),
    ],
)
def test_the_environment_chooses_as_with_gettext(environment, language):
    assert language_of(None, environment) == language


# Catalogues -------------------------------------------------------------------------------


PO = r"""# A remark.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#. for sheets
#: somewhere.py
msgid "Board"
msgstr "Étui"

msgctxt "letter"
msgid "N"
msgstr ""
"No"
"rd\"\n"

#, fuzzy, python-brace-format
msgid "Draw"
msgstr "Perhaps"

msgid "one"
msgid_plural "many"
msgstr[0] "eins"
msgstr[1] "viele"

msgid "nothing"
msgstr ""
"""


def test_a_catalogue_is_read_as_gettext_reads_it(package_with):
    words = translator(package_with(de=PO), "de")
    assert words.gettext("Board") == "Étui"
    assert words.pgettext("letter", "N") == 'Nord"\n'
    assert words.gettext("N") == "N"
    assert words.gettext("Draw") == "Draw"
    assert words.gettext("nothing") == "nothing"
    assert [words.ngettext("one", "many", n) for n in (0, 1, 2)] == ["viele", "eins", "viele"]


def test_what_is_not_translated_or_fuzzy_is_listed(package_with):
    assert untranslated(package_with(messages=PO, de=PO), "de") == ("Draw", "nothing")


@pytest.mark.parametrize("text", ["msgid Board\n", '"Board"\n', "\n# x\nfoo\n"])
def test_what_is_no_catalogue_is_refused(package_with, text):
    with pytest.raises(PluginError, match=r"the catalogue de\.po of \w+ cannot be read: "):
        translator(package_with(de=text), "de")


@pytest.fixture
def package_with(tmp_path, monkeypatch):
    """Make a package with catalogues, by their names; return its name."""

    def make(**texts):
        name = f"overtrick_catalogues_of_a_test_{abs(hash(tuple(texts.values())))}"
        folder = tmp_path / name / "locale"
        folder.mkdir(parents=True)
        (folder.parent / "__init__.py").write_text("")
        for language, text in texts.items():
            suffix = "pot" if language == "messages" else "po"
            (folder / f"{language}.{suffix}").write_text(text, encoding="utf-8")
        importlib.invalidate_caches()
        return name

    monkeypatch.syspath_prepend(tmp_path)
    return make


@pytest.fixture
def sheets(tmp_path, monkeypatch):
    """A package with texts of its own."""
    folder = tmp_path / "overtrick_sheets_of_a_test" / "locale"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    template = 'msgid "Board"\nmsgstr ""\n\nmsgid "Page one"\nmsgstr ""\n'
    (folder / "messages.pot").write_text(template)
    (folder / "fr.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "Page one"\nmsgstr "Première page"\n',
        encoding="utf-8",
    )
    (folder / "de.po").write_text("no catalogue")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield "overtrick_sheets_of_a_test"
    sys.modules.pop("overtrick_sheets_of_a_test", None)


def test_a_plugins_texts_come_before_the_words_of_the_core(sheets):
    words = translator(sheets, "fr_CA")
    assert words.gettext("Page one") == "Première page"
    assert words.gettext("Board") == "Donne"
    assert words.gettext("of nobody") == "of nobody"
    assert words.seat(Seat.WEST) == "Ouest"
    assert untranslated(sheets, "fr") == ("Board",)
    assert translator(sheets, "nl").gettext("Page one") == "Page one"
    assert translator(sheets, "nl").gettext("Board") == "Spel"
    assert translator(sheets, "en").gettext("Page one") == "Page one"


def test_a_catalogue_that_cannot_be_read_is_named(sheets):
    with pytest.raises(PluginError, match=f"de.po of {sheets} cannot be read: "):
        translator(sheets, "de")


@pytest.fixture
def german(package_with, monkeypatch):
    """Make a plugin with German texts."""

    def make(text):
        package = package_with(de=text)
        monkeypatch.setattr(translation, "_packages", lambda: (package,))

    return make


HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


@pytest.mark.parametrize(
    ("translation_of", "shown"),
    [
        ("Karte {card!r} auf {place:03}", "Karte 'S\\x1bX' auf 007"),
        ("nur {card}", "nur S�X"),
        ("{karte}", None),
        ("{card.__class__.no}", None),
        ("{card[name]}", None),
        ("{", None),
        ("{}", None),
        ("", None),
    ],
)
def test_a_message_is_translated_and_filled_or_stays_english(german, translation_of, shown):
    german(f'{HEAD}msgid "card {{card!r}} at {{place:03}}"\nmsgstr "{translation_of}"\n')
    message = fill("card {card!r} at {place:03}", card="S\x1bX", place=7)
    assert translated(message, "de") == (shown or message)
    assert translated(message, "en") == message
    assert translated(message, "fr") == message


def test_a_catalogue_that_cannot_be_read_leaves_the_texts_of_others(german):
    german("msgid Board\n")
    with pytest.warns(PluginLoadWarning, match=r"the catalogue de\.po of \w+ cannot be read"):
        assert translated("Dealer", "de") == "Teiler"
