"""Targets that no registry names: texts of the model and of commands, scripts, tables, editors."""

from __future__ import annotations

import atexit
import functools
import importlib
import importlib.util
import random
import re
import shutil
import sys
import tempfile
from pathlib import Path

import overtrick
from fuzzing import seeds
from fuzzing.targets import Target, check_shown
from overtrick import Auction, Call, Card, Contract, Deal, Hand, Play, Seat, Vulnerability
from overtrick.findings.errors import EditError, ModelError, OvertrickError
from overtrick.findings.printable import printable
from overtrick.tools.ranges import NumberRanges


def decoded(data):
    """Return an input as text; what is not UTF-8 becomes lone surrogates, as on a command line."""
    return data.decode("utf-8", "surrogateescape")


class TextTarget(Target):
    """Something that takes a text."""

    suffixes = (".txt",)
    samples: tuple[str, ...] = ()

    def seeds(self):
        return [text.encode("utf-8", "surrogatepass") for text in self.samples]

    def run(self, data):
        return self.take(decoded(data))

    def take(self, text):
        """Do with a text what the target is for."""
        raise NotImplementedError


class ModelTarget(TextTarget):
    """Cards, hands, deals, calls, contracts, auctions, plays, ranges: a value or a `ModelError`."""

    every = 10**9
    weight = 4.0
    samples = (
        *("SA", "h10", "Ct", "3NT", "4SX", "7NXX", "Pass", "AP", "X", "1C", "N", "NS", "Both"),
        *("AKQJ63.AQ3.A7.KJ", "T53.AJ7.AT.AQ762", "-", "...", "1-16,20", "33-", "1, 2, 3-4"),
        "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543",
        "1C X Pass 1H Pass 2NT Pass 3NT AP", "H4 H2 HA HQ", "- - C2 -", "",
    )  # fmt: skip

    def __init__(self):
        super().__init__("text", "model")
        self.readers = [
            *(kind.parse for kind in (Card, Hand, Deal, Call, Contract)),
            NumberRanges.parse,
        ]
        self.rows = [
            Seat.parse,
            Vulnerability.parse,
            lambda text: Contract.parse(text, declarer=Seat.SOUTH),
            lambda text: Auction.of(Seat.EAST, text),
            lambda text: Play.of(Seat.SOUTH, text),
        ]

    def take(self, text):
        told = []
        for number, read in enumerate((*self.readers, *self.rows)):
            try:
                value = read(text)
            except (ModelError, EditError) as error:
                check_shown(printable(str(error)), "an error")
                continue
            told.append(number)
            if number < len(self.readers):
                assert read(str(value)) == value, f"{value} reads as another"
        return tuple(told)


class PrintableTarget(TextTarget):
    """What is made printable stays so, on one line, and says what can be read."""

    every = 10**9
    samples = ModelTarget.samples
    weight = 2.0

    def __init__(self):
        super().__init__("text", "printable")

    def take(self, text):
        shown = printable(text)
        assert printable(shown) == shown, "printable twice is not printable once"
        assert not re.search(r"[\x00-\x1f\x7f-\x9f]", shown), shown
        shown.encode()
        return len(shown) == len(text), shown == text


class BeloteTarget(TextTarget):
    """Hands and games of 32-card bridge: records or findings of the catalogue, in the text."""

    has_growth = True
    suffixes = (".b32",)

    def __init__(self):
        super().__init__("text", "b32")

    @functools.lru_cache(maxsize=1)  # noqa: B019  # one target
    def seeds(self):
        chance = random.Random(1)
        return [text.encode() for text in belote_texts(chance)]

    def take(self, text):
        from overtrick_belote import CODES, GameRecord, HandRecord, TextError, check, read, write

        record, found = check(text, "a.b32")
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for finding in found:
            assert finding.code in CODES, finding
            line, column = finding.location.line or 0, finding.location.column or 0
            assert 1 <= line <= len(lines), finding
            assert 1 <= column <= len(lines[line - 1]) + 1, finding
        assert (record is None) == bool(found), found
        if found:
            try:
                again = read(text)
            except TextError as error:
                assert error.diagnostic.code == found[0].code
            else:
                raise AssertionError(again)
            return tuple(sorted({finding.code for finding in found}))
        again = read(text)
        assert again == record
        canonical = write(again)
        assert read(canonical) == again, canonical
        assert write(read(canonical)) == canonical
        for hand in (again,) if isinstance(again, HandRecord | GameRecord) else again:
            hand.replay()
        return type(record).__name__


def belote_texts(chance):
    """Yield texts of hands, edited hands and games, played by chance."""
    from overtrick_belote import (
        AnnounceTie,
        HandRecord,
        Rounding,
        RuleOptions,
        apply,
        finish,
        legal,
        new_game,
        next_hand,
        numbered_hand,
        record_game,
        record_hand,
        start,
        write,
    )

    def played(state, stop=None):
        done = 0
        while state.turn is not None and done != stop:
            choices = legal(state)
            if state.trick is None and chance.random() < 0.7:
                choices = choices[:1] if chance.random() < 0.8 else choices[-1:]
            state, _ = apply(state, chance.choice(choices[:12]))
            done += 1
        return state

    rare = RuleOptions(
        rounding=Rounding.NONE, announce_tie=AnnounceTie.FIRST_TO_SPEAK, redouble_ends=False
    )
    for number in range(1, 25):
        hands, dealer = numbered_hand(number)
        begun = start(hands, dealer, rare if number % 3 == 0 else RuleOptions())
        state = played(begun, chance.choice((None, None, 5, 9, 20)))
        known = number if number % 2 else None
        yield write(record_hand(state, number=known, notes={"players": "all expert"}))
    for seed in ("spring", "", "an evening"):
        game = new_game(seed, RuleOptions(game_points=600, void_hands=1))
        while game.winner is None and len(game.hands) < 3:
            game = finish(game, played(next_hand(game)))
        state = None if game.winner is not None else played(next_hand(game), 9)
        yield write(record_game(game, state))
    yield (
        "32-card bridge 1\ngame: x\noption void-hands: 1\nhand 1\ncalls: P P P P\n"
        "hand 2\ncalls: 80C P P P\n"
    )
    edited = HandRecord(hands=(0xC0000000, 0, 0xFF, 0), dealer=None)
    yield write(edited)
    yield write(HandRecord(hands=(0, 0, 0xFF, 0), dealer=Seat.WEST, seed="a b"))
    yield write([edited, edited])
    yield write(HandRecord(hands=(0, 0, 0, 0), dealer=None))


SIGNS = (
    *("and", "or", "not", "in", "is", "is not", "contains", "any", "==", "!=", "<", "<=", ">"),
    *(">=", "=", "+", "-", "*", "/", "%", "(", ")", ",", ".", "..", "&", "≥", "'", '"'),
)
VALUES = ("0", "4", "15", "12.5", "17", "3NT", "4SX", "SA", "H10", "'Pairs'", "4333", "5xx3", "x")


class ConditionTarget(TextTarget):
    """Conditions: understood or refused at a column; printed back; arrays answer as boards."""

    samples = (
        "north.hcp in 15..17 and balanced(north) and south.spades >= 4",
        "shape(north, any 4333 + any 4432 - 4xxx) or not has(ns, SA, HK)",
        "someone(hcp >= 20 and spades >= 5) or everyone(hcp in 8..12)",
        "12 <= ns.hcp <= 25 and ns.fit >= 8 and ew.losers < 18",
        "contract in 3NT..4SX and declarer in ns and tricks(declarer, strain) > level + 6",
        "dealer is not vulnerable and vulnerability is both or board % 4 == 1",
        "max(north.cccc, south.cccc) - 0.5 > abs(ns.hcp - ew.hcp) / 2",
        "event contains 'Pairs' and north.name != \"O'Neil\" and date >= '2024'",
        "points(ew, 4.5, 3, 1.5, 0.75, 0.25) > 20.25 and west.spades.quality > 2",
        "made and overtricks in (-1, 0, 2..) and not (doubled or passed_out)",
        "declarer.trumps + dummy.trumps <= 7 and partner(dealer).clubs.top3 == 2",
    )

    def __init__(self):
        super().__init__("text", "condition")

    @functools.cached_property
    def words(self):
        from overtrick_hands import Kind, all_words, words_behind

        found = [*all_words(), *SIGNS * 3, *VALUES * 2]
        for kind in (Kind.SEAT, Kind.SIDE, Kind.HOLDING):
            found += words_behind(kind)
        found += [f"{who}.{word}" for who in ("north", "ns") for word in words_behind(Kind.SIDE)]
        return found

    @functools.cached_property
    def boards(self):
        chance = random.Random(1)
        found = [overtrick.Board()]
        for _ in range(4):
            pack = list(range(52))
            chance.shuffle(pack)
            masks = [sum(1 << card for card in pack[13 * i : 13 * i + 13]) for i in range(4)]
            found.append(
                overtrick.Board(
                    number=chance.randint(1, 32),
                    dealer=Seat(chance.randrange(4)),
                    vulnerability=Vulnerability(chance.randrange(4)),
                    deal=Deal.from_masks(*masks),
                    contract=Contract.parse("4S", declarer=Seat(chance.randrange(4))),
                    result=overtrick.Result(tricks=chance.randint(0, 13)),
                )
            )
        return found

    @functools.cached_property
    def hands(self):
        import numpy

        return [
            numpy.array([board.deal.masks[seat] for board in self.boards[1:]]) for seat in range(4)
        ]

    def make(self, known, chance):
        roll = chance.random()
        if roll < 0.35:
            return " ".join(
                chance.choice(self.words) for _ in range(chance.randint(1, 24))
            ).encode()
        if roll < 0.45:
            parts = [f"({chance.choice(self.samples)})" for _ in range(chance.randint(1, 4))]
            return chance.choice([" and ", " or ", " and not "]).join(parts).encode()
        if roll < 0.6:
            text = chance.choice(self.samples)
            at = chance.randrange(len(text) + 1)
            return (text[:at] + chance.choice(self.words) + text[at:]).encode()
        return super().make(known, chance)

    def take(self, text):
        from overtrick_hands import ConditionError, compile_condition

        try:
            condition = compile_condition(text)
        except ConditionError as error:
            assert 0 <= error.column <= len(text) + 1, error
            assert "\n" not in error.why, error
            return re.sub(r"\d+|'.*?'", "", error.why)[:40]
        again = compile_condition(condition.text)
        assert again == condition, condition.text
        answers = [condition(board) for board in self.boards]
        assert all(answer in (True, False, None) for answer in answers), answers
        if condition.is_about_cards:
            found = condition.on_masks(*self.hands).tolist()
            assert found == answers[1:], (found, answers)
        return tuple(sorted(re.findall(r"[a-z_]+", condition.text)))[:6]


class ScriptTarget(TextTarget):
    """Scripts of `dealer`: understood, or refused with a `ScriptError` of one printable line."""

    has_growth = True
    suffixes = (".dl",)

    def __init__(self):
        super().__init__("text", "dealer script")

    @functools.lru_cache(maxsize=1)  # noqa: B019  # one target
    def seeds(self):
        return seeds.of_suffixes({".dl"})

    def take(self, text):
        from overtrick_deal import ScriptError, parse_script

        try:
            script = parse_script(text)
        except ScriptError as error:
            return re.sub(r"\d+|'.*?'", "", str(error))[:40]
        return tuple(sorted({type(action).__name__ for action in script.actions}))


class SquareDealTarget(Target):
    """Files of SquareDeal, `.sqd` and `.sqk`: read and written back, or a `SquareDealError`."""

    has_growth = True
    suffixes = (".sqd",)

    def __init__(self):
        super().__init__("text", "squaredeal")

    @functools.lru_cache(maxsize=1)  # noqa: B019  # one target
    def seeds(self):
        return seeds.of_suffixes({".sqd", ".sqk"})

    def run(self, data):
        from overtrick_deal import Description, Keys, SquareDealError

        told = []
        for kind in (Description, Keys):
            try:
                kind.parse(data)
            except SquareDealError as error:
                told.append(re.sub(r"\d+|'.*?'", "", str(error))[:40])
            else:
                told.append(kind.__name__)
        return tuple(told)


class EditorTarget(Target):
    """What an editor asks of the language server about a text of any format that is text."""

    every = 10**9
    weight = 0.3
    is_guided = False

    def __init__(self, manager, spec):
        super().__init__("editor", spec.name)
        self.manager, self.spec = manager, spec
        self.suffixes = spec.suffixes

    @functools.lru_cache(maxsize=1)  # noqa: B019  # as many targets as formats
    def seeds(self):
        return seeds.of_format(self.manager, self.spec)

    def run(self, data):
        from lsprotocol import types

        from overtrick_lsp.analysis import NotFormattedError, analyse
        from overtrick_lsp.findings import actions, shown
        from overtrick_lsp.hovers import hover
        from overtrick_lsp.outline import outline
        from overtrick_lsp.text import Text

        text = Text(data.decode("utf-8", "replace"))
        found = analyse(text.data, f"a{self.suffixes[0]}")
        told = []
        for finding in found.findings:
            diagnostic = shown(finding, text)
            check_shown(diagnostic.message, "a message in the editor")
            told.append(finding.code)
        chance = random.Random(len(data))
        lines = text.text.count("\n") + 2
        place = types.Position(chance.randrange(lines), chance.randrange(60))
        about = hover(text, found, place)
        if about is not None:
            check_shown(about.contents.value, "a hover")
        for symbol in outline(text, found):
            check_shown(f"{symbol.name} {symbol.detail or ''}", "the outline")
        try:
            actions("file:///a", text, found, types.Range(place, place), None)
            text.rewrite(found.formatted())
        except NotFormattedError:
            told.append("not formatted")
        except OvertrickError as error:
            told.append(type(error).__name__)
        return tuple(sorted(set(told)))


class QuestionTarget(TextTarget):
    """Questions to an archive: an answer, or a `QuestionError` of one printable line; in time."""

    every = 10**9
    weight = 0.3
    # DuckDB has threads, which a process that is forked would miss.
    is_ours = False
    is_guided = False
    suffixes = (".sql",)
    samples = (
        "select count(*) as boards from boards",
        "select number, dealer, contract from boards where north_hcp >= 12 order by number",
        "select hcp(deal, 'N') from boards",
        "with recursive t as (select 1 as n union all select n + 1 from t where n < 5) from t",
        "describe boards",
        "select * from information_schema.columns where table_name = 'boards'",
        "pivot (select dealer, number from boards) on dealer using count(*)",
        "select list(n) from range(100) t(n) group by n % 5",
        "select 'x' || event as a, $$b$$ as b from boards -- end",
        "explain analyze select count(*) from boards a, boards b",
    )  # fmt: skip

    def __init__(self):
        super().__init__("text", "question")

    @functools.cached_property
    def archive(self):
        """An archive of no files, which has every view and function."""
        import overtrick_archive

        folder = Path(tempfile.mkdtemp(prefix="overtrick-questions-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        overtrick_archive.add(folder / "club.archive", [])
        limits = overtrick_archive.Limits(seconds=0.5, rows=1000, memory=60_000_000)
        return overtrick_archive.open(folder / "club.archive", limits=limits)

    def take(self, text):
        from overtrick_archive import QuestionError

        try:
            answer = self.archive.sql(text)
        except QuestionError as error:
            check_shown(printable(str(error)), "a refusal")
            return re.sub(r"\d+|'.*?'|\".*?\"", "", str(error))[:40]
        assert answer.num_rows <= 1000, answer.num_rows
        return tuple(answer.column_names)[:6]


class FrameTarget(Target):
    """The line protocol of dealing machines: frames out of anything, and never another error."""

    has_growth = True
    suffixes = (".line",)
    every = 10**9
    weight = 4.0

    def __init__(self):
        super().__init__("text", "frames")

    def seeds(self):
        from overtrick_duplimate_device import Frame, FrameKind, encode

        found = []
        for number, verb in enumerate(("HELLO", "STATUS", "LOAD", "START", "STOP", "CARD", "DONE")):
            for kind in FrameKind:
                frame = Frame("0a1b2c3d", kind, number + 1, verb, {"board": "7", "text": "a b"})
                found.append(encode(frame))
        return found

    def run(self, data):
        from overtrick_duplimate_device import FrameDecoder

        decoder = FrameDecoder()
        frames = decoder.feed(data[:7]) + decoder.feed(data[7:])
        return tuple(sorted({frame.verb for frame in frames}))


class CountTarget(Target):
    """Random conditions, counted on all deals that eight cards leave: the counts must agree.

    An input is a number, the seed of a condition; draws have to fit it and what was dealt before.
    """

    suffixes = (".txt",)
    every = 10**9
    weight = 0.5

    def __init__(self):
        super().__init__("text", "counted conditions")

    def seeds(self):
        return [str(number).encode() for number in range(20)]

    def make(self, known, chance):
        return str(chance.randrange(10**9)).encode()

    def run(self, data):
        from fuzzing.counting import counted

        return counted(decoded(data))


def others(manager):
    """Yield the targets that the registry does not name, of what is installed."""
    yield ModelTarget()
    yield PrintableTarget()
    installed = {
        name for name in ("archive", "belote", "hands", "deal", "lsp", "duplimate_device")
        if importlib.util.find_spec(f"overtrick_{name}") is not None
    }  # fmt: skip
    if "archive" in installed:
        yield QuestionTarget()
    if "belote" in installed:
        yield BeloteTarget()
    if "hands" in installed:
        yield ConditionTarget()
    if "deal" in installed:
        yield ScriptTarget()
        yield SquareDealTarget()
        yield CountTarget()
    if "duplimate_device" in installed:
        yield FrameTarget()
    if "lsp" in installed:
        for spec in manager.formats().values():
            if spec.reader is not None and not spec.binary:
                yield EditorTarget(manager, spec)


class Games:
    """What PBN's own tests know of its games: games by and against the standard, and all paths."""

    def __init__(self, folder):
        sys.path.insert(0, str(folder))
        self.games = importlib.import_module("pbn_games")

    def make_input(self, chance):
        """Return one to three games, the first one changed, as bytes."""
        games = self.games
        texts = [games.random_game(chance, wild=chance.random() < 0.6)]
        if chance.random() < 0.8:
            texts[0] = games.mutate(chance, texts[0])
        while chance.random() < 0.2:
            texts.append(games.random_game(chance))
        return "\n\n".join(texts).encode("utf-8" if chance.random() < 0.8 else "cp1252", "replace")

    def check(self, data):
        """Assert that all ways of reading agree: look-up, compiled pattern, lark grammar."""
        self.games.check_reader(data)
        for text in self.games.split_texts(data):
            self.games.check_paths(text)


def pbn_games():
    """Return what PBN's tests know, or `None` where they are not there."""
    folder = seeds.ROOT / "plugins" / "pbn" / "tests"
    return Games(folder) if (folder / "pbn_games.py").is_file() else None
