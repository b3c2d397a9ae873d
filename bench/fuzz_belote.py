"""Mutate hands and games of 32-card bridge (.b32): records or typed, located findings, no more.

    python bench/fuzz_belote.py [--quick] [--hands N] [--seed N]

Every mutant is checked and read: a record that is read is written and read again alike, and
replayed; a finding has a code of the form's catalogue and stands in the text. Prints how many were
read and how many had each code; any other exception ends it.
"""

from __future__ import annotations

import argparse
import collections
import random
import sys
import time

from overtrick import Seat
from overtrick_belote.rules.dealing import numbered_hand
from overtrick_belote.rules.diagnostics import CODES
from overtrick_belote.rules.game import finish, new_game, next_hand
from overtrick_belote.rules.options import AnnounceTie, Rounding, RuleOptions
from overtrick_belote.rules.reading import TextError, check, read
from overtrick_belote.rules.state import apply, legal, start
from overtrick_belote.rules.text import GameRecord, HandRecord, record_game, record_hand, write

TOKENS = (
    "calls:", "trick 1:", "hand 2", "option rounding: none", "option void-hands: 0", "game: x",
    "first dealer: N", "announces: S third of SQ", "N", "S", "SA", "S10", "XX", "820S", "1000S",
    "four jacks", "fifth of C8", "99999999999999999999", "-1", ":", ",", "#", "\n", "\r\n", "\0",
    "\ufeff", "\ud800", "\u2028", "é", "٣", "♠", "%s", "{found}", "standing: NS 1, EW 2", "note a:",
    "seed: 1", "number: 7", "unshuffled: yes", "score: NS 0, EW 0", "dealer: W", "pass", "3 : 4",
)  # fmt: skip


def played(state, chance, stop=None):
    """Return a hand after so many deeds of chance."""
    done = 0
    while state.turn is not None and done != stop:
        choices = legal(state)
        if state.trick is None and chance.random() < 0.7:
            choices = choices[:1] if chance.random() < 0.8 else choices[-1:]
        state, _ = apply(state, chance.choice(choices[:12]))
        done += 1
    return state


def sound_texts(chance):
    """Return texts of hands, edited hands and games."""
    texts = []
    for number in range(1, 25):
        options = (
            RuleOptions()
            if number % 3
            else RuleOptions(
                rounding=Rounding.NONE, announce_tie=AnnounceTie.FIRST_TO_SPEAK, redouble_ends=False
            )
        )
        hands, dealer = numbered_hand(number)
        state = played(start(hands, dealer, options), chance, chance.choice((None, None, 5, 9, 20)))
        known = number if number % 2 else None
        texts.append(write(record_hand(state, number=known, notes={"players": "all expert"})))
    for seed in ("spring", "", "an evening"):
        game = new_game(seed, RuleOptions(game_points=600, void_hands=1))
        while game.winner is None and len(game.hands) < 3:
            game = finish(game, played(next_hand(game), chance))
        state = None if game.winner is not None else played(next_hand(game), chance, 9)
        texts.append(write(record_game(game, state)))
    texts.append(
        "32-card bridge 1\ngame: x\noption void-hands: 1\nhand 1\ncalls: P P P P\n"
        "hand 2\ncalls: 80C P P P\n"
    )
    edited = HandRecord(hands=(0xC0000000, 0, 0xFF, 0), dealer=None)
    texts.append(write(edited))
    texts.append(write(HandRecord(hands=(0, 0, 0xFF, 0), dealer=Seat.WEST, seed="a b")))
    texts.append(write([edited, edited]))
    texts.append(write(HandRecord(hands=(0, 0, 0, 0), dealer=None)))
    return texts


def mutant(text, texts, chance):
    """Return a text with one to five things gone wrong."""
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        at = chance.randrange(len(text) + 1)
        end = at + chance.randrange(1, 30)
        kind = chance.randrange(8)
        if kind == 0:
            sign = chr(chance.choice((chance.randrange(128), chance.randrange(0x3000))))
            text = text[:at] + sign + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + chance.choice("CDHSNEW789TJQKA10 :,;\n#px") + text[at + 1 :]
        elif kind == 2:
            text = text[:at] + text[end:]
        elif kind == 3:
            text = text[:at] + chance.choice(TOKENS) + text[at:]
        elif kind == 4:
            text = text[:end] + text[at:]
        elif kind == 5:
            text = text[:at] + chance.choice(texts)[at:]
        else:
            lines = text.split("\n")
            one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
            if kind == 6:
                lines[one], lines[two] = lines[two], lines[one]
            else:
                lines.insert(one, chance.choice((lines[two], chance.choice(TOKENS))))
            text = "\n".join(lines)
    return text


def held(text):
    """Check one text; return the codes of what is wrong with it."""
    record, found = check(text, "a.b32")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for finding in found:
        assert finding.code in CODES, finding
        line, column = finding.location.line or 0, finding.location.column or 0
        assert 1 <= line <= len(lines), (finding, text)
        assert 1 <= column <= len(lines[line - 1]) + 1, (finding, text)
    assert (record is None) == bool(found), text
    if found:
        try:
            again = read(text)
        except TextError as error:
            refusal = error
        else:
            raise AssertionError(again)
        assert refusal.diagnostic.code == found[0].code
        return {finding.code for finding in found}
    again = read(text)
    assert again == record
    canonical = write(again)
    assert read(canonical) == again, canonical
    assert write(read(canonical)) == canonical
    for hand in (again,) if isinstance(again, HandRecord | GameRecord) else again:
        hand.replay()
    return set()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    count = 500 if args.quick else args.hands
    chance = random.Random(args.seed)
    texts = sound_texts(chance)
    for text in texts:
        assert not held(text), text
    tally = collections.Counter()
    started = time.process_time()
    for turn in range(count):
        codes = held(mutant(chance.choice(texts), texts, chance))
        tally["read" if not codes else "refused"] += 1
        tally.update(codes)
        if turn % 20_000 == 19_999:
            print(f"{turn + 1:,} mutants", file=sys.stderr)
    for name in sorted(tally):
        print(f"{name:8} {tally[name]:8,}")
    never = sorted(set(CODES) - set(tally) - {"BEL042"})
    print(f"codes never met: {', '.join(never) or 'none'}")
    print(f"{count:,} mutants, {time.process_time() - started:.0f} s of processor time")


if __name__ == "__main__":
    main()
