"""The command line: what is printed for what is typed, in lines and by options."""

from __future__ import annotations

import io
import json
import os
import random
import re
import sys

import attrs
import pytest

from overtrick import Seat, Suit
from overtrick_belote.explanations.review import Choice, Review
from overtrick_belote.explanations.sentences import LocalizedError
from overtrick_belote.players.advice import Level, Reason
from overtrick_belote.rules.auction import DOUBLE, PASS, REDOUBLE, Bid
from overtrick_belote.rules.cards import Card
from overtrick_belote.rules.options import RuleOptions
from overtrick_belote.rules.reading import read
from overtrick_belote.rules.state import Declare, Phase, Play
from overtrick_belote.table.saves import running_games
from overtrick_belote.table.session import Table
from overtrick_belote.table.settings import Settings
from overtrick_belote.table.setup import OneHand, Setup
from overtrick_belote.terminal.command import belote
from overtrick_belote.terminal.phrases import RULES
from overtrick_belote.terminal.speaking import BothWords, TextPrinter
from overtrick_belote.terminal.typed import Order, read_cards, read_typed
from overtrick_cli.commands import run as overtrick

NOVICE = ("--level", "novice", "--adviser", "novice", "--seed", "s")


def run(*words, typed="", code=0):
    """Run the command as a shell does, and return all that it prints, as one reads it."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    given = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in (("stdin", given), ("stdout", out), ("stderr", out)):
            patch.setattr(sys, name, stream)
        found = overtrick(["belote", *map(str, words)])
    text = out.buffer.getvalue().decode().replace("\N{NO-BREAK SPACE}", " ")
    assert found == code, text
    assert "Traceback" not in text
    return text


def ordered(text, *parts):
    """Check that some texts stand in another, in this order."""
    place = 0
    for part in parts:
        found = text.find(part, place)
        assert found >= 0, f"{part!r} is not in, or not behind:\n{text[place:]}"
        place = found + len(part)


# What people type -------------------------------------------------------------------------

HANDS = (0xFF, 0xFF00, 0xFF0000, 0xFF000000)
PEOPLE = (Level.NOVICE, None, None, None)


def table_at_auction():
    hand = OneHand(hands=HANDS, dealer=Seat.WEST)
    return Table(Setup(seed="x", players=PEOPLE, adviser=Level.NOVICE, hand=hand))


def table_at_play(number=902379):
    """South leads, with the spades as trumps."""
    setup = Setup(seed="x", players=PEOPLE, adviser=Level.NOVICE, hand=OneHand.numbered(number))
    table = Table(setup)
    while table.state.phase is Phase.AUCTION:
        if table.is_persons_turn:
            bid = Bid(80, Suit.SPADES)
            table.act(bid if bid in table.actions() else PASS)
        else:
            table.step()
    for _ in table.advance():
        pass
    return table


def typed(text, table=None, language="en"):
    table = table or table_at_auction()
    listed = tuple(action.card for action in table.actions() if isinstance(action, Play))
    return read_typed(text, table, BothWords(language), listed)


@pytest.mark.parametrize(
    ("text", "language", "action"),
    [
        ("p", "en", PASS),
        (" PASS ", "en", PASS),
        ("passe", "fr", PASS),
        ("x", "en", DOUBLE),
        ("contre", "fr", DOUBLE),
        ("xx", "en", REDOUBLE),
        ("80s", "en", Bid(80, Suit.SPADES)),
        ("80 spades", "en", Bid(80, Suit.SPADES)),
        ("110♥", "en", Bid(110, Suit.HEARTS)),
        ("s80", "en", Bid(80, Suit.SPADES)),
        ("cent coeur", "fr", Bid(100, Suit.HEARTS)),
        ("Quatre-vingts pique", "fr", Bid(80, Suit.SPADES)),
        ("quatre-vingt-dix de carreau", "fr", Bid(90, Suit.DIAMONDS)),
        ("cent dix trèfles", "fr", Bid(110, Suit.CLUBS)),
        ("cent quatre vingts coeurs", "fr", Bid(180, Suit.HEARTS)),
        ("one hundred and ten hearts", "en", Bid(110, Suit.HEARTS)),
        ("eighty spades", "en", Bid(80, Suit.SPADES)),
        ("coinche", "fr", DOUBLE),
        ("surcoinche", "fr", REDOUBLE),
        ("90 club", "en", Bid(90, Suit.CLUBS)),
        ("80c", "en", Bid(80, Suit.CLUBS)),
        ("80c", "fr", Bid(80, Suit.HEARTS)),
        ("80 Cœur", "fr", Bid(80, Suit.HEARTS)),
        ("100 trefles", "fr", Bid(100, Suit.CLUBS)),
        ("90k", "fr", Bid(90, Suit.DIAMONDS)),
        ("90h", "fr", Bid(90, Suit.HEARTS)),
        ("85s", "en", Bid(85, Suit.SPADES)),
    ],
)
def test_calls_are_typed_short_or_long(text, language, action):
    assert typed(text, language=language) == action


@pytest.mark.parametrize(
    ("text", "language", "rule"),
    [
        ("80", "en", "which-suit"),
        ("80z", "en", "not-understood"),
        ("q", "en", "quit-word"),
        ("hello", "en", "not-understood"),
        ("third", "en", "nothing-to-announce"),
    ],
)
def test_what_is_not_understood_in_the_auction_is_told(text, language, rule):
    found = typed(text, language=language)
    assert isinstance(found, Reason)
    assert found.rule == rule


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("?", Order("help")),
        ("H", Order("hint")),
        ("suite", Order("next")),
        ("copie", Order("copy")),
        ("analyse nord", Order("why", ("nord",))),
        ("why north 3", Order("why", ("north", "3"))),
        ("Dernière", Order("last")),
        ("save My Game.b32", Order("save", ("My", "Game.b32"))),
        ("garder! Été", Order("save!", ("Été",))),
        ("règles valeurs", Order("rules", ("valeurs",))),
        ("quit", Order("quit")),
        ("fin", Order("quit")),
    ],
)
def test_commands_have_short_and_long_names_in_both_languages(text, order):
    assert typed(text) == order


def test_cards_are_typed_by_suit_and_rank_by_rank_or_by_number():
    table = table_at_play()
    cards = [action.card for action in table.actions() if isinstance(action, Play)]
    letters = {Suit.SPADES: "p", Suit.HEARTS: "c", Suit.DIAMONDS: "k", Suit.CLUBS: "t"}
    french = dict(zip("789TJQKA", ["7", "8", "9", "10", "v", "d", "r", "a"], strict=True))
    for number, card in enumerate(cards, 1):
        suit, rank = card.suit.symbol.lower(), card.rank.symbol.lower()
        for text in (f"{suit}{rank}", f"{rank}{suit}", f"{suit} {rank}", str(card).upper()):
            assert typed(text, table) == Play(card)
        own = letters[card.suit] + french[card.rank.symbol]
        for text in (own, own[::-1] if len(own) == 2 else own, own.upper()):
            assert typed(text, table, "fr") == Play(card)
        same = [other for other in cards if other.rank == card.rank]
        if number not in (7, 8):
            assert typed(str(number), table) == Play(card)
        if len(same) == 1 and rank not in "78":
            assert typed(rank, table) == Play(card)
        elif len(same) > 1:
            assert typed(rank, table).rule == "which-card"
    assert typed("jack of spades", table) == Play(Card.parse("SJ"))
    assert typed("dame de coeur", table, "fr") == Play(Card.parse("HQ"))
    assert typed("p", table) == PASS


def test_a_seven_is_never_taken_for_the_seventh_card():
    hand = OneHand(hands=(0xFF, 0xFF00, 0xFF0000, 0xFF000000), dealer=Seat.WEST)
    table = Table(Setup(seed="x", players=PEOPLE, hand=hand))
    table.act(Bid(80, Suit.HEARTS))
    while table.state.phase is Phase.AUCTION:
        if table.is_persons_turn:
            table.act(PASS)
        else:
            table.happen(_passes())
    found = typed("7", table)
    assert isinstance(found, Reason)
    # The seven of hearts, and the seventh in the list.
    assert set(found.facts["examples"]) == {"h7", "h8"}
    assert typed("2", table) == Play(Card.parse("HK"))


def _passes():
    from overtrick_belote.table.entries import ActionTaken

    return ActionTaken(Seat.NORTH, PASS, by_computer=True)


def test_announces_are_typed_by_their_kinds():
    hand = OneHand(hands=HANDS, dealer=Seat.WEST)
    table = Table(Setup(seed="x", players=PEOPLE, hand=hand))
    table.act(Bid(80, Suit.HEARTS))
    while table.state.phase is Phase.AUCTION:
        table.act(PASS) if table.is_persons_turn else table.happen(_passes())
    fifth = typed("fifth", table)
    assert isinstance(fifth, Declare)
    assert fifth.announce.points == 100
    assert typed("quinte", table, "fr") == fifth
    assert typed("third h9", table).announce.top.symbol == "9"
    assert typed("four", table).rule == "nothing-to-announce"
    assert typed("fourth", table).rule == "which-card"


@pytest.mark.parametrize(
    ("text", "language", "cards"),
    [
        ("SAJ10 H7", "en", "SA SJ ST H7"),
        ("sa, sj-ht", "en", "SA SJ HT"),
        ("S AKQ", "en", "SA SK SQ"),
        ("PAV10 C7", "fr", "SA SJ ST H7"),
        ("SAJ H7", "fr", "SA SJ H7"),
        ("♠A ♥10", "en", "SA HT"),
        ("S♠ A J 10   H♥ 7", "en", "SA SJ ST H7"),
        ("P♠VD9 C♥R", "fr", "SJ SQ S9 HK"),
        ("Sud : P♠ D V 9 8   C♥ R   K♦ D   T♣ R", "fr", "SQ SJ S9 S8 HK DQ CK"),
        ("South: trumps D♦ J 9   C♣ Q", "en", "DJ D9 CQ"),
        ("P♠ A D♦ R", "fr", "SA DK"),
        ("West: none", "en", ""),
        ("♠\N{VARIATION SELECTOR-15}A", "en", "SA"),
        ("", "en", ""),
    ],
)
def test_cards_of_an_edited_hand_are_read(text, language, cards):
    expected = sum(Card.parse(word).mask for word in cards.split())
    assert read_cards(text, BothWords(language)) == expected


@pytest.mark.parametrize("text", ["SAX", "A", "SA SA", "SAKQJT987 H7", "Z7", "7"])
def test_what_is_no_cards_is_refused(text):
    with pytest.raises(ValueError, match=r"not cards|twice|a player has eight"):
        read_cards(text, BothWords("en"))


@pytest.mark.parametrize(
    ("text", "language", "cause"),
    [
        ("SAKQJT987 HA", "en", "9 cards; a player has eight"),
        ("SAKQJT9877", "en", "S7 stands there twice"),
        ("SAKQJT9876", "en", "there is no rank “6”, only A K Q J 10 9 8 7"),
        ("AKQ", "en", "a suit comes first, as in SJ"),
        ("PAX", "fr", "il n'y a pas de « x », seulement A R D V 10 9 8 7"),
        ("PAVA", "fr", "P♠A y est deux fois"),
        ("PARDV10987 CA", "fr", "9 cartes ; un joueur en a huit"),
        ("SAKQJT987 SA", "fr", "P♠A y est deux fois"),
    ],
)
def test_what_is_wrong_with_cards_is_told(text, language, cause):
    said = BothWords(language)
    with pytest.raises(LocalizedError) as caught:
        read_cards(text, said)
    told = caught.value.told(said) if language == "fr" else str(caught.value)
    assert cause in told.replace("\N{NO-BREAK SPACE}", " ")


def test_a_hand_that_was_shown_is_made_again():
    shown = run("hand", 4711, "--show", "--lang", "fr").splitlines()
    hands = [
        word for flag, line in zip("NESW", shown[1:], strict=True) for word in (f"-{flag}", line)
    ]
    again = run("edit", *hands, "--dealer", "ouest", "--show", "--lang", "fr")
    assert again.splitlines() == shown


def test_mistakes_on_the_command_line_are_told_in_french():
    for words, told in (
        (["edit", "-S", "PX"], "il n'y a pas de « x »"),
        (["edit", "-S", "PA", "-N", "PA"], "est donné à Nord et Sud"),
        (["edit", "-S", "PA", "--dealer", "Q"], "pas une place : 'Q'"),
        (["rules", "poker"], "aucune page ne s'appelle 'poker' (il y a : bref, donne"),
        (["hand", "1", "--rule", "nothing=1"], "aucune règle ne s'appelle 'nothing'"),
        (["hand", "1", "--rule", "one-ace=5"], "pas une valeur pour one-ace : '5' (0 ou 10)"),
        (["hand", "1", "--rule", "least-cut=99"], "'99' (1 à 16)"),
        (["hand", "1", "--rule", "game-points=0"], "'0' (1 ou plus)"),
        (["hand", "1", "--player", "N=human"], "Nord est toujours l'ordinateur"),
        (["hand", "1", "--player", "E=champion"], "pas un joueur : 'champion'"),
    ):
        assert told in run(*words, "--lang", "fr", code=2)
    assert "aucune partie" in run("--resume", "--lang", "fr", code=2)
    run("settings", "language=fr")
    assert "aucun réglage ne s'appelle 'nothing'" in run("settings", "nothing=1", code=2)
    assert "pas une valeur pour cards" in run("settings", "cards=red", code=2)
    assert "un niveau, pas une personne" in run("settings", "adviser=human", code=2)


def test_pages_are_named_in_french_and_in_short():
    assert run("rules", "jeu", "--lang", "fr") == run("rules", "play", "--lang", "fr")
    assert run("rules", "annonces") == run("rules", "announces")
    assert run("rules", "conv", "--lang", "fr") == run("rules", "conventions", "--lang", "fr")
    assert run("rules", "Enchères", "--lang", "fr") == run("rules", "bidding", "--lang", "fr")
    # Of two pages that begin so none is taken.
    assert "aucune page" in run("rules", "con", "--lang", "fr", code=2)


def test_mistakes_at_the_table_are_told_in_french(tmp_path):
    lines = (
        "joueurs nord humain",
        "joueurs est champion",
        "joueurs personne novice",
        "regles poker",
        "regles",
        "regles jeu",
        f"garder {tmp_path}/nowhere/ma.b32",
        f"garder {tmp_path / 'file'}/ma.b32",
        "fin",
    )
    (tmp_path / "file").write_text("")
    text = run("hand", 4711, *NOVICE, "--lang", "fr", typed="\n".join(lines) + "\n")
    ordered(
        text,
        "Nord est toujours l'ordinateur",
        "pas un joueur : 'champion'",
        "De qui ?",
        "aucune page ne s'appelle 'poker' (il y a : bref",
        "Indiquez une page, comme dans : regles bref",
        "  touches",
        "Le jeu de la carte",
        "il n'existe pas",
        "n'en est pas un dossier",
    )


# At the table ------------------------------------------------------------------------------


def test_a_hand_is_played_in_lines():
    typed_lines = "p\n" * 4 + "1\n" * 30
    text = run("hand", 4711, *NOVICE, typed=typed_lines)
    ordered(
        text,
        "You play South, with North against East and West",
        "Hand number 4711. West deals, South speaks first.",
        "South, your cards: S♠ A   H♥ J 9   D♦ J 7   C♣ K Q 8",
        "Your call (p pass, 80 or more and a suit, as 80h) > p",
        "South: pass",
        "The contract is",
        "Trick 1. South leads.",
        "wins the trick with",
        "Trick 8.",
        "More points than the defence",
    )
    assert "The game stands at" not in text


def test_a_hand_is_played_in_french():
    text = run("hand", 4711, *NOVICE, "--lang", "fr", typed="p\n" * 4 + "1\n" * 30)
    ordered(
        text,
        "Vous jouez Sud, avec Nord contre Est et Ouest",
        "Sud, vos cartes : P♠ A   C♥ V 9   K♦ V 7   T♣ R D 8",
        "Votre enchère (p passe, 80 ou plus et une couleur, comme 80c) > p",
        "Le contrat est",
        "Levée 1. Sud entame.",
        "Plus de points que la défense",
    )
    assert not re.search(r"\b(trick|hand|pass|wins|your)\b", text)


def test_letters_alone_where_symbols_are_not_wanted():
    text = run("hand", 4711, *NOVICE, "--cards", "letters", typed="p\n" * 4 + "1\n" * 30)
    assert not set(text) & set("♠♥♦♣")
    assert "South, your cards: S A   H J 9   D J 7   C K Q 8" in text


def test_mistakes_are_answered_with_the_rule():
    typed_lines = "75s\n85s\n80\nxx\nx\nsj\n80s\nquit\n"
    text = run("hand", 4711, *NOVICE, typed=typed_lines)
    ordered(
        text,
        "75 is too little" if "75 is too little" in text else "75 is not a multiple of 10",
        "85 is not a multiple of 10.",
        "80 of what? Type a suit with it, as 80h.",
        "Nobody has doubled.",
        "There is no bid to double.",
        "I do not understand “sj”",
        "South: 80 S♠",
        "Kept: overtrick belote goes on from here.",
    )


def test_every_command_of_the_table_answers():
    words = (
        "?", "i", "b", "hand", "s", "values", "l", "m", "h", "w", "peek north", "peek", "players",
        "players east novice", "copy", "rules", "rules values", "u", "80s", "u", "nohelp on",
        "nohelp off", "end", "end bidding", "h", "w north", "i", "1", "l", "m", "s", "replay",
        "replay cards", "end cards", "s", "compare", "w south", "replay bidding",
        "end cards", "quit",
    )  # fmt: skip
    text = run("hand", 4711, *NOVICE, "--no-declarations", typed="".join(f"{w}\n" for w in words))
    ordered(
        text,
        "pass, bid points with a suit, double, redouble",
        "Dealer: West.",
        "Nobody has spoken yet.",
        "Trumps: J 20, 9 14, A 11",
        "No trick is complete yet.",
        "North: S♠",
        "North novice, East novice, South human, West novice. To change:",
        "32-card bridge 1\n\nnumber: 4711",
        "Ranks and values",
        "There is nothing to take back.",
        "South: 80 S♠",
        "Taken back.",
        "Type end bidding or end cards.",
        "The auction is over.",
        "Type replay bidding or replay cards.",
        "Taken back to the beginning of the play.",
        "The computer in your place:",
        "Taken back to the beginning of the bidding.",
    )


WORDS = """p x xx 80s 90h 100 c 110♦ sj 10h j q k a 7 8 1 2 3 third fourth four announce ? h w why
north south m l i b hand s values peek u undo replay end bidding cards next shuffle compare copy
players human novice nohelp on off rules tips quit! save save! / ~ ~x é ♠ 0 99999999999 -1"""


@pytest.mark.slow
def test_nothing_that_is_typed_ends_in_a_traceback(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    lots = random.Random(5)
    words = [*WORDS.split(), "\x1b[2J", "\x00", "\udcff"]
    lines = [" ".join(lots.choice(words) for _ in range(lots.randint(1, 3))) for _ in range(500)]
    # So that it gets somewhere.
    lines = [line for each in lines for line in (each, lots.choice("p1"))]
    typed_lines = "\n".join(lines).encode("utf-8", "surrogateescape").decode("latin-1") + "\n"
    text = run(*NOVICE, typed=typed_lines)
    # The game may have been won by then.
    assert text.splitlines()[-1] in ("Kept: overtrick belote goes on from here.", "Goodbye.")
    assert "\x1b" not in text
    assert "Trick 8" in text
    assert "fault in overtrick" not in text


def test_a_review_is_told_worst_first(monkeypatch):
    from overtrick_belote.table import session

    sentences = (Reason("review-known", {"known": 30}), Reason("review-cost", {"actual": 40}))
    choice = Choice(
        seat=Seat.SOUTH, trick=2, place=0, action=PASS, better=PASS, known=30.0, actual=40,
        sentences=sentences,
    )  # fmt: skip
    good = Choice(
        seat=Seat.SOUTH, trick=3, place=0, action=PASS, better=PASS, known=0.0, actual=0,
        sentences=(Reason("review-no-cost"),),
    )  # fmt: skip
    monkeypatch.setattr(
        session,
        "review",
        lambda state, seat, adviser: Review(seat=seat, choices=(choice, good), summary=()),
    )
    text = run("hand", 4711, *NOVICE, typed="review\nend cards\nreview\nquit\n")
    ordered(
        text,
        "The hand is not over.",
        "  By what could be known it gave up 30 points of score on average.",
        "  As the cards lay it cost 40.",
    )
    assert "cost nothing" not in text


def test_play_without_help_refuses_help():
    text = run("hand", 4711, *NOVICE, "--without-help", typed="h\npeek\nw\nu\nquit\n")
    assert text.count("You play without help: no hints") == 3 + ("nothing to take" not in text)


def test_a_hand_that_was_played_without_help_is_looked_at_when_it_is_over(monkeypatch):
    monkeypatch.setattr(
        "overtrick_belote.table.session.review",
        lambda state, seat, adviser: Review(seat=seat, choices=(), summary=()),
    )
    lines = "p\nend bidding\nend cards\n" + "p\n" * 4 + "1\n" * 30
    asked = "w\nreview\ncompare\npeek\nnohelp off\nreplay bidding\nquit\n"
    text = run("hand", 4711, *NOVICE, "--without-help", typed=lines + asked)
    assert text.count("You play without help: no hints") == 2
    ordered(text, "The computer in your place", "You play with help.", "Taken back")


def test_why_says_what_is_not_there_yet_and_whom_it_does_not_know(tmp_path):
    lines = (
        *("p", "w north 3", "w 1", "w nobody", "w north 9", "w north", "peek zorro"),
        *("medal x", "medal 3", "nohelp perhaps", "end bidding", "w south 1", "end cards"),
        *("review nobody", "w north 3", "quit"),
    )
    text = run("hand", 4711, *NOVICE, typed="\n".join(lines) + "\n")
    ordered(
        text,
        "> w north 3\nTrick 3 is not played yet.",
        "> w 1\nTrick 1 is not played yet.",
        "> w nobody\nWhy what?",
        "> w north 9\nWhy what?",
        "> w north\nNorth (novice) passed",
        "> peek zorro\nWhose?",
        "> medal x\nWhich trick?",
        "> medal 3\nTrick 3 is not played yet.",
        "> nohelp perhaps\nType nohelp on or nohelp off.",
        "> review nobody\nWhose?",
    )
    assert "Trick 1 is not played yet." in text.split("end bidding")[1]
    assert "La levée 3 n'est pas encore jouée." in run(
        "hand", 4711, *NOVICE, "--lang", "fr", typed="p\npourquoi nord 3\nfin\n"
    )


def test_the_next_hand_comes_by_its_words():
    for word in ("1", "suite", ""):
        assert "Hand 2." in run(*NOVICE, "--new", typed=f"p\nend cards\n{word}\nquit\n")


def test_a_device_is_not_taken_for_a_name_without_its_ending():
    text = run("hand", 4711, *NOVICE, typed="p\nsave /dev/null\nquit\n")
    assert "/dev/null is no plain file" in text
    assert "Saved" not in text


def test_numbers_of_hands_are_digits(tmp_path):
    for wrong in ("abc", "4_7", "0", "1000001", "٤", "9" * 30):
        assert "not the number of a hand" in run("hand", wrong, "--show", code=2)
    assert "pas le numéro d'une donne" in run("hand", "abc", "--lang", "fr", code=2)
    path = tmp_path / "one.b32"
    run("edit", "-S", "SQJT", "-o", path, "--seed", "7")
    assert "has 1 hand, and no hand 7" in run("play", path, "--hand", "7", code=2)
    assert "no whole number" in run("play", path, "--hand", "4_7", code=2)


def test_a_game_is_offered_again_and_goes_on_where_it_was():
    first = run(*NOVICE, typed="p\n")
    assert "Kept: overtrick belote goes on from here." in first
    (path,) = running_games()
    again = run(*NOVICE, typed="y\ni\nquit\n")
    ordered(again, "There is an unfinished game of", "hand 1, North-South 0", "South pass")
    assert list(running_games()) == [path]
    run(*NOVICE, typed="maybe\nn\np\nquit\n")
    assert len(list(running_games())) == 2
    text = run("--new", *NOVICE, typed="quit\n")
    assert "There is an unfinished game" not in text
    # Nothing was chosen: there is nothing to keep.
    assert text.endswith("Goodbye.\n")
    assert len(list(running_games())) == 2
    assert "South, your cards" in run("--resume", *NOVICE, typed="quit\n")
    run("--new", "--resume", code=2)


def begun(count):
    """Begin some games, and return their files, the one played last first."""
    for _ in range(count):
        run("--new", *NOVICE, typed="p\nquit\n")
    games = list(running_games())
    # Hours apart: what is played now comes first, even where the clock is set while this runs.
    for hours, path in enumerate(games, 1):
        played = path.stat().st_mtime - 3600 * hours
        os.utime(path, (played, played))
    return games


def test_all_unfinished_games_are_offered():
    newest, middle, oldest = begun(3)
    text = run(*NOVICE, typed="4\nzorro\nd 4\nd\nquit\n")
    parts = ("There are 3 unfinished games", "1  game of", "2  game of", "3  game of", "Which one?")
    ordered(text, *parts, "“4” is none", "“zorro” is none", "“d 4” is none", "“d” is none")
    assert list(running_games()) == [newest, middle, oldest]
    ordered(run(*NOVICE, typed="3\ni\nnohelp on\nquit\n"), "Which one?", "South pass")
    # The one that was played last comes first now.
    assert list(running_games()) == [oldest, newest, middle]
    text = run(*NOVICE, typed="d 2\nd 1\nd\nquit\n")
    ordered(
        text, "Deleted: game of", "are 2", "Deleted: ", "There is an unfinished game of", "Goodb"
    )
    assert list(oldest.parent.iterdir()) == []
    newest, older = begun(2)
    run(*NOVICE, typed="n\np\nquit\n")
    assert list(running_games())[1:] == [newest, older]
    text = run(*NOVICE, "--lang", "fr", typed="s 3\n\nfin\n")
    ordered(
        text, "Il y a 3 parties inachevées", "Supprimée : partie du", "Sud, vos cartes", "Gardé"
    )
    assert older not in set(running_games())


def test_a_game_of_another_window_is_told_and_nothing_begun_unasked():
    from overtrick_belote.table.saves import Journal

    newest, older = begun(2)
    with Journal.resume(newest):
        text = run(*NOVICE, typed="y\nquit\n")
        ordered(
            text,
            "is being played in another window",
            "There is an unfinished game",
            "South, your cards",
        )
        assert "South, your cards" in run("--resume", typed="quit\n")
        with Journal.resume(older):
            for answer in ("", "n\n", "quit\n"):
                text = run(*NOVICE, typed=answer)
                assert text.count("another window") == 2
                assert "South, your cards" not in text
            assert "--new begins one" in run(*NOVICE)
            ordered(run(*NOVICE, typed="hm\ny\nquit\n"), "“hm” is none", "South, your cards")
            assert "another window" in run("--resume", code=1)
    assert set(running_games()) == {newest, older}


def test_a_game_in_which_nothing_was_chosen_hides_no_other(monkeypatch):
    def interrupted(prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr("overtrick_belote.terminal.line.ask", interrupted)
    run("--new", *NOVICE, code=130)
    assert list(running_games()) == []


def test_the_end_of_the_input_at_the_question_keeps_the_game():
    run(*NOVICE, typed="p\n")
    (path,) = running_games()
    text = run(*NOVICE, typed="")
    assert "Kept" in text
    assert list(running_games()) == [path]


def test_a_damaged_game_goes_on_from_what_stands_before_the_damage():
    run(*NOVICE, typed="p\nend cards\nquit\n")
    (path,) = running_games()
    lines = path.read_bytes().splitlines(keepends=True)
    lines[20] = lines[20].replace(b'"did"', b'"dad"')
    damaged = b"".join(lines)
    path.write_bytes(damaged)
    # Nothing is done unasked, and Enter is no answer here.
    for answer in ("", "\n", "hm\nquit\n"):
        text = run(*NOVICE, typed=answer)
        ordered(
            text, "damaged: game of", "up to line 20", ":21: damaged", "Go on from what was read?"
        )
        assert "South, your cards" not in text
        assert (list(running_games()), path.read_bytes()) == ([path], damaged)
    assert "is whole" in run("--resume", code=1)
    text = run(*NOVICE, typed="y\nquit\n")
    ordered(text, f"is kept as {path.name}.damaged", "South, your cards", "Kept")
    assert path.with_name(f"{path.name}.damaged").read_bytes() == damaged
    assert path.read_bytes().startswith(b"".join(lines[:20]))
    assert "There is an unfinished game of" in run(*NOVICE, typed="quit\n")
    # What cannot have happened is damage too, and an aside file is never replaced.
    path.write_bytes(b"".join(lines[:20] + lines[3:5]))
    ordered(run(*NOVICE, typed="y\nquit\n"), "cannot have happened", ".damaged-2")
    assert path.with_name(f"{path.name}.damaged").read_bytes() == damaged
    path.write_bytes(damaged)
    begun(1)
    ordered(run(*NOVICE, typed="2\nquit\n"), "Which one?", "South, your cards")
    assert path.with_name(f"{path.name}.damaged-3").read_bytes() == damaged


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"overtrick-belote-game 1\n", b"overtrick-belote-game 2\n"]
)
def test_a_game_of_which_nothing_is_left_is_told_and_left(data):
    (path,) = begun(1)
    path.write_bytes(data)
    for answer in ("", "y\n", "quit\n"):
        text = run(*NOVICE, typed=answer)
        ordered(text, "damaged: 20", "Nothing of it can be read", "What now?")
        assert "South, your cards" not in text
        assert path.read_bytes() == data
    ordered(run(*NOVICE, typed="d\nn\n"), "Deleted", "Begin a new game?", "Goodbye")
    assert list(running_games()) == []


def test_there_is_nothing_to_resume():
    assert "there is no game that was interrupted" in run("--resume", code=2)


@pytest.mark.slow
def test_a_game_is_played_to_its_end_and_stands_in_the_history():
    rule = ("--rule", "game-points=300")
    text = run(*NOVICE, *rule, typed="end cards\n\n" * 30)
    ordered(text, "win the game,", "Goodbye.")
    assert list(running_games()) == []
    listed = run("history", "--hands")
    assert "won, " in listed
    (line,) = run("history", "--json").splitlines()
    game = json.loads(line)
    assert game["file"] in listed
    assert "nothing wrong; a game of" in run("check", game["file"])
    again = run("play", game["file"], "--hand", 1, "--from", "cards", typed="i\nquit\n")
    assert "Contract: " in again
    run("play", game["file"], typed="\n")
    assert len(run("history", "--json").splitlines()) == 1
    assert max(game["score"].values()) >= 300
    found = json.loads(run("statistics", "--json"))
    assert found["games"] == 1
    assert found["hands"] == len(game["hands"])
    assert found["NS"]["games_won_percent"] + found["EW"]["games_won_percent"] == 100
    assert "1 game, " in run("statistics")
    assert "1 partie, " in run("statistics", "--lang", "fr")


def test_what_is_no_game_is_not_replaced_by_one(tmp_path):
    path = tmp_path / "tuesday.pbn"
    path.write_text("% PBN 2.1\n")
    why = f"{path} is no hand or game of 32-card bridge; name another file"
    text = run(*NOVICE, typed=f"save {path}\nsave! {path}\nquit\n")
    # Wrapped to the terminal's width.
    assert "".join(text.split()).count("".join(why.split())) == 2
    assert "exists" not in text
    for force in ([], ["--force"]):
        assert why in run("edit", "-S", "SJ", "-o", path, *force, code=2)
    assert path.read_text() == "% PBN 2.1\n"
    path.write_text("")
    run("edit", "-S", "SJ", "-o", path, "--force")
    run("edit", "-S", "SJ", "-o", path, "--force")


def test_saved_games_and_hands_go_on(tmp_path):
    path = tmp_path / "mine.b32"
    words = f"end bidding\nsave {path}\nsave {path}\nsave! {path}\nquit\n"
    text = run(*NOVICE, typed=words)
    ordered(text, f"Saved as {path}.", "exists; type save!", f"Saved as {path}.")
    assert "nothing wrong; a game of 1 hand" in run("check", path)
    again = run("play", path, "--from", "bidding", typed="i\nquit\n")
    assert "The contract is" not in again
    assert "Your call" in again
    later = run("play", path, "--level", "novice", typed="i\nquit\n")
    assert "Contract: " in later
    assert "hands" in run("play", path, "--hand", "9", code=2)
    path.write_text("32-card bridge 1\ndealer: Q\n")
    assert "mine.b32:2:9: error BEL" in run("play", path, code=1)
    run("play", tmp_path / "none.b32", code=2)


def test_the_lesson_is_played_with_enter_alone():
    text = run("tutorial", typed="\n" * 20)
    ordered(
        text,
        "There is little in this hand. Pass.",
        "Your call (p pass",
        "North bids 80♣",
        "You may announce third",
        "South announces: third.",
        "Trick 1. South leads.",
        "Trumps rank J 9 A 10 K Q 8 7.",
        "Trick 2. North leads.",
        "Trick 8. North leads.",
        "120 for the bid = 270.",
        "Goodbye.",
    )
    assert text.count("Trick 2") == 1


def test_the_lesson_insists_and_answers_questions():
    words = ["80s", "", "", "", "", "", "", "replay cards", "", "", *[""] * 7, "w nord 8", "quit"]
    typed_lines = "".join(f"{word}\n" for word in words)
    text = run("tutorial", "--lang", "fr", typed=typed_lines)
    ordered(
        text,
        "Dans cette leçon on choisit passe",
        "Vous avez une tierce",
        "Levée 1. Sud entame.",
        "Retour au début du jeu de la carte.",
        "Vous avez une tierce",
        "Levée 8.",
        "Nord (expert) a joué ♣A",
    )


# Commands ----------------------------------------------------------------------------------


def test_a_hand_is_shown_and_played_by_the_computer():
    shown = run("hand", 4711, "--show")
    assert shown.splitlines()[1] == "North: S♠ Q 7   H♥ A K   D♦ Q 9 8   C♣ 9"
    text = run("hand", 4711, "--auto", "novice", "--seed", "s")
    assert text == run("hand", 4711, "--auto", "novice", "--seed", "s")
    found = json.loads(run("hand", 4711, "--auto", "novice", "--seed", "s", "--json"))
    assert found["number"] == 4711
    assert len(found["tricks"]) == 8
    assert sum(found["trick_points"].values()) in (162, 252)
    record = read(found["text"])
    assert record.replay().score.score == tuple(found["score"].values())
    run("hand", 4711, "--json", code=2)
    run("hand", 1_000_001, code=2)
    run("hand", 0, code=2)


@pytest.mark.slow
def test_a_hand_that_is_watched_is_the_same_every_time_and_tells_its_seed():
    first = run("hand", 4711, "--auto", "advanced")
    assert first == run("hand", 4711, "--auto", "advanced")
    assert first.startswith("Seed: 1.")
    found = json.loads(run("hand", 4711, "--auto", "novice", "--json"))
    assert found["seed"] == "1"
    assert json.loads(run("hand", 4711, "--auto", "novice", "--json", "--seed", "x"))["seed"] == "x"
    assert "Seed: x." in run("edit", "-S", "SJ9A", "--auto", "novice", "--seed", "x")


def test_a_hand_is_made(tmp_path):
    path = tmp_path / "third.b32"
    run("edit", "-S", "SQJT", "--dealer", "west", "-o", path, "--seed", "7")
    record = read(path.read_text())
    assert record.dealer is Seat.WEST
    shown = [run("edit", "-S", "SQJT", "--seed", seed, "--show") for seed in ("7", "7", "8")]
    assert shown[0] == shown[1] != shown[2]
    asked = run("edit", "--show", "--seed", "7", typed="SAX\nSA\n\n\n\nS\n")
    ordered(
        asked,
        "not cards: “sax”; there is no rank “x”",
        "Cards of East",
        "Dealer: South.",
        "North: S♠ A",
    )
    run("edit", typed="SA\n", code=2)
    assert "twice" in run("edit", "-S", "SA SA", code=2)
    assert "S♠A is given" in run("edit", "-S", "SA", "-N", "SA", code=2)
    run("edit", "-S", "Q", code=2)
    run("edit", "--dealer", "Q", code=2)


@pytest.mark.slow
def test_a_match_prints_one_object():
    text = run("match", "--ours", "advanced", "--theirs", "novice", "--count", 2, "--json")
    found = json.loads(text)
    assert found["boards"] == 2
    low, high = found["interval"]
    assert low <= found["score_per_board"] <= high
    assert {"trick_points_per_board", "cpu_ms_per_decision"} <= set(found)
    plain = run(
        "match", "--ours", "novice", "--theirs", "novice", "--count", 2, "--auction", "novice"
    )
    assert plain.startswith("novice against novice, 2 boards played twice\nscore         +0.0")
    run("match", "--ours", "novice", code=2)
    run("match", "--ours", "novice", "--theirs", "novice", "--count", 1, code=2)


def test_a_match_that_is_interrupted_tells_what_is_done(monkeypatch):
    from overtrick_belote.terminal import duplicate

    play, played = duplicate.play_board, []

    def interrupted(*arguments):
        if len(played) == stop:
            raise KeyboardInterrupt
        played.append(play(*arguments))
        return played[-1]

    monkeypatch.setattr(duplicate, "play_board", interrupted)
    words = ("match", "--ours", "novice", "--theirs", "novice", "--count", 50)
    stop = 3
    found = json.loads(run(*words, "--json", code=130))
    assert (found["boards"], found["interrupted"]) == (3, True)
    played.clear()
    assert "interrupted; of the boards that are done:" in run(*words, code=130)
    played.clear()
    stop = 1
    assert "interrupted before the second board was done" in run(*words, code=130)


def test_files_are_checked(tmp_path):
    good, bad = tmp_path / "good.b32", tmp_path / "bad.b32"
    good.write_text("32-card bridge 1\n\nnumber: 4711\n")
    bad.write_text("32-card bridge 1\n\nnorth: SAX\n")
    assert "good.b32: nothing wrong; a hand" in run("check", good)
    assert "bad.b32:3:10: error BEL010" in run("check", good, bad, code=1)
    found = json.loads(run("check", bad, "--json", code=1))
    assert found[0]["code"] == "BEL010"
    assert (found[0]["line"], found[0]["column"]) == (3, 10)
    run(*NOVICE, typed="p\n")
    (path,) = running_games()
    assert "nothing wrong" in run("check", path)
    path.write_bytes(path.read_bytes().replace(b'"by"', b'"bY"'))
    assert "damaged" in run("check", path, code=1)


def test_settings_are_changed_and_shown():
    assert json.loads(run("settings", "--json"))["rules.rounding"] == "half-up"
    run("settings", "rules.rounding=half-down", "players.E=novice", "language=fr", "cards=letters")
    found = json.loads(run("settings", "--json"))
    assert (found["rules.rounding"], found["players.E"]) == ("half-down", "novice")
    assert "Est novice" not in run("hand", "4711", "--show")
    assert run("hand", "4711", "--show").startswith("Donneur : Ouest.")
    run("settings", "--reset")
    assert json.loads(run("settings", "--json"))["language"] == "(the system's)"
    for wrong in ("rules.rounding=up", "nothing=1", "players.N=human", "medal"):
        run("settings", wrong, code=2)
    names = set(json.loads(run("settings", "--json")))
    for field in attrs.fields(Settings):
        if field.name not in ("players", "options"):
            assert field.name.replace("_", "-") in names
    assert {f"rules.{field.name.replace('_', '-')}" for field in attrs.fields(RuleOptions)} <= names


def test_wrong_settings_are_told_once_and_the_default_is_taken(data_folder):
    path = data_folder / "settings.toml"
    path.parent.mkdir()
    wrong = "cards = 'letters'\nlanguage = 'xx'\n"
    path.write_text(wrong)
    commands = (["hand", 4711, "--show"], ["rules", "options"], ["history"], ["settings"])
    for words in (*commands, [*NOVICE, "--new"]):
        text = run(*words, typed="quit\n")
        assert text.count("Settings that are wrong") == 1
        ordered(text, f"{path}:2: not a value of language", "settings --reset")
    assert "Réglages erronés" in run("hand", 4711, "--show", "--lang", "fr")
    assert path.read_text() == wrong
    text = run("settings", "medal=no")
    ordered(text, "Settings that are wrong", f"kept as {path}.damaged", f"kept in {path}")
    assert (data_folder / "settings.toml.damaged").read_text() == wrong
    assert json.loads(run("settings", "--json"))["cards"] == "letters"
    path.write_text("language = ")
    assert "Settings that are wrong" not in run("settings", "--reset")
    assert (data_folder / "settings.toml.damaged-2").read_text() == "language = "
    assert json.loads(run("settings", "--json"))["cards"] == "both"


def test_a_dash_is_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("edit", "-S", "SAJ H10 C7", "--dealer", "N", "--seed", "1", "-o")
    text = run(*words, "-")
    path = tmp_path / "hand.b32"
    run(*words, path)
    assert text == path.read_text()
    assert "nothing wrong; a hand" in run("check", "-", typed=text)
    assert "play takes a file" in run("play", "-", typed=text, code=2)
    assert "Type the name of a file" in run(*NOVICE, "--new", typed="save -\nquit\n")
    assert list(tmp_path.glob("-*")) == []


@pytest.mark.parametrize("place", ["file", "file/deeper", "file/deeper/still"])
def test_a_folder_that_cannot_be_used_is_told(tmp_path, monkeypatch, place):
    (tmp_path / "file").write_text("mine")
    folder = tmp_path / place
    monkeypatch.setenv("OVERTRICK_BELOTE", str(folder))
    for words in (
        ["history"],
        ["history", "--json"],
        ["statistics"],
        ["settings", "language=fr"],
        ["settings", "--reset"],
        ["--new"],
        ["--resume"],
        ["hand", 4711],
        [],
    ):
        text = run(*words, code=1)
        ordered(
            text, f"{folder}", "cannot be kept in this folder (", "file is no folder; OVERTRICK"
        )
        assert "--force" not in text
    # What keeps nothing goes on.
    run("hand", 4711, "--show")
    run("rules", "quick")
    assert (tmp_path / "file").read_text() == "mine"


def test_pages_are_read():
    names = re.findall(r"^  (\w+)", run("rules"), re.MULTILINE)
    assert {"quick", "values", "tips"} <= set(names)
    for name in names:
        assert len(run("rules", name)) > 100
        assert len(run("rules", name, "--lang", "fr")) > 100
    run("rules", "nothing", code=2)


def test_wrong_options_are_wrong_usage():
    for words in (
        ["--rule", "nothing=1"],
        ["--rule", "rounding"],
        ["--player", "N=human"],
        ["--player", "Q=novice"],
        ["--lang", "klingon"],
    ):
        run(*words, code=2)


def test_help_tells_every_command():
    text = run("--help")
    for name in belote.list_commands(None):
        assert f"  {name} " in text
        assert belote.get_command(None, name) is not None
        assert len(run(name, "--help")) > 100


def test_every_text_has_both_languages_and_no_line_breaks():
    for rule in RULES:
        assert rule.english.strip() == rule.english
        assert rule.french.strip() == rule.french
    assert len({rule.id for rule in RULES}) == len(RULES)
    assert TextPrinter("en", "both").text("called", seat=Seat.EAST, call=PASS) == "East: pass"
