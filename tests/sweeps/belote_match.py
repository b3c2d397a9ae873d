"""Duplicate matches of 32-card bridge: our levels against each other and against colver.

    python tests/sweeps/belote_match.py OURS THEIRS [--boards N] [--seed TEXT] [--contracts WHO]
                                 [--jobs N] [--json FILE] [--quick]

A player is a level (novice, advanced, expert; expert-plain is the expert without the extra `fast`;
with a number, as in expert:20, it looks at so many worlds, however many cards are left),
`random`, `greedy` (the quick policy in one sampled world), `thumbs` (the rules of thumb, with a
number those of a player who remembers so many tricks),
`effort:EARLY:LATE:EXACT:FAST:CANDIDATES:SURPRISE:DOUBT:AUCTION` (the search with other numbers,
surprise and doubt in hundredths), or an agent of colver (PyPI, MIT), where it is installed:
colver-heuristic, colver-rule, colver-smart_ismcts, colver-isdd:WORLDS (worlds drawn uniformly, no
weights needed).

Each deal is played twice, the sides changed; a board's figure is ours less theirs over both,
halved. `--contracts` says who calls for all four, so that only the play differs: a level or
`colver` (its improved_v2); `own` lets each side call for itself. With colver announces are off and
bids end at 160 but for 250, as it knows no others; a call of ours that it does not know becomes a
pass. Seats are relabelled, as its turn goes the other way round. The referee is our scorer: colver
asks for the bid where we ask for two more, loses belot with the contract and doubles the bid
alone, so that the play with fixed contracts is the figure to look at first.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import multiprocessing
import platform
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import attrs

from overtrick import Seat, Suit
from overtrick_belote.players.advice import Level
from overtrick_belote.players.card_play import (
    SearchEffort,
    advise_with,
    effort_of,
    quick_card,
)
from overtrick_belote.players.heuristics import thumb
from overtrick_belote.players.levels import advise, announce
from overtrick_belote.players.matches import (
    LevelPlayer,
    play_board,
    random_deal,
    summed_up,
)
from overtrick_belote.rules.auction import DOUBLE, PASS, REDOUBLE, Bid
from overtrick_belote.rules.cards import Card, Rank, cards_of
from overtrick_belote.rules.options import RuleOptions
from overtrick_belote.rules.state import (
    Declare,
    Phase,
    Play,
    apply,
    legal,
    view,
)
from overtrick_belote.solving.worlds import FastRandom

try:
    import colver
except ImportError:
    colver = None

SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
RANKS = (
    Rank.SEVEN,
    Rank.EIGHT,
    Rank.NINE,
    Rank.JACK,
    Rank.QUEEN,
    Rank.KING,
    Rank.TEN,
    Rank.ACE,
)
"""The order of colver's suits and ranks: 8 times the suit and the rank."""
TO_COLVER = {
    Card.of(suit, rank): 8 * s + r for s, suit in enumerate(SUITS) for r, rank in enumerate(RANKS)
}
FROM_COLVER = {theirs: ours for ours, theirs in TO_COLVER.items()}
AMOUNTS = (80, 90, 100, 110, 120, 130, 140, 150, 160, 250)
CALLS = (PASS, *(Bid(amount, suit) for amount in AMOUNTS for suit in SUITS), DOUBLE, REDOUBLE)
TO_CALL = {call: number for number, call in enumerate(CALLS)}


def their_seat(seat):
    """Return colver's seat: its turn goes the other way, sides stay."""
    return -seat & 3


class Colver:
    """An agent of colver for the two hands of a side."""

    def __init__(self, method, worlds=20):
        self.name = f"colver-{method}" + (f":{worlds}" if method == "isdd" else "")
        spec = f'[bid]\nstrategy = "improved_v2"\n[play]\nmethod = "{method}"\n'
        if method == "isdd":
            spec += f"time_ms = 0\ndeterminizations = {worlds}\nparallel = false\n"
            spec += '[worlds]\nsource = "uniform"\n'
        elif method == "smart_ismcts":
            spec += "time_ms = 20\n"
        self.spec = spec
        self.env, self.agents, self.seen = None, {}, 0

    def begin(self, state):
        self.env = env_of(state)
        self.agents = {seat: colver.Agent(self.spec, seat, 1) for seat in range(4)}
        for agent in self.agents.values():
            agent.init_deal(self.env)
        self.seen = 0
        self._follow(state)

    def _follow(self, state):
        for action in history(state)[self.seen :]:
            self.seen += 1
            number = TO_COLVER[action] if isinstance(action, Card) else TO_CALL[action]
            if not isinstance(action, Card) and self.env.phase() != 0:
                continue
            for agent in self.agents.values():
                agent.observe(self.env, number)
            self.env.step(number)

    def decide(self, state, seed):
        self._follow(state)
        number = self.agents[their_seat(state.turn)].decide(self.env)["action"]
        if state.phase is Phase.AUCTION:
            # Where our auction goes on after theirs has ended, nobody has a word to say.
            return CALLS[number] if self.env.phase() == 0 else PASS
        return Play(FROM_COLVER[number])


def env_of(state):
    """Return colver's table with a deal of ours, before the auction."""
    hands = [[], [], [], []]
    for seat in Seat:
        hands[their_seat(seat)] = [TO_COLVER[card] for card in cards_of(state.dealt[seat])]
    return colver.Env.deal_with_hands(their_seat(state.dealer), hands)


def history(state):
    """Return all calls and cards so far."""
    calls = [call for _, call in state.auction.calls]
    tricks = [card for trick in state.tricks for card in trick.cards]
    return [*calls, *tricks, *(state.trick.cards if state.trick is not None else ())]


class Chance:
    """Any legal card, by lot; it passes."""

    name = "random"

    def begin(self, state):
        pass

    def decide(self, state, seed):
        if state.phase is Phase.AUCTION:
            return PASS
        cards = [action for action in legal(state) if isinstance(action, Play)]
        return cards[FastRandom(f"{seed} {len(history(state))}").below(len(cards))]


class Thinker:
    """What plays from a view: the levels with their efforts, and the quick policy."""

    def __init__(self, name, effort):
        self.name, self.effort = name, effort

    def begin(self, state):
        pass

    def decide(self, state, seed):
        seen = view(state, state.turn)
        if state.phase is Phase.AUCTION:
            return advise(seen, Level.EXPERT, seed).action
        declared = announce(seen, Level.EXPERT)
        if declared is not None:
            return declared.action
        if self.effort is None:
            return Play(quick_card(seen, seed))
        return advise_with(seen, Level.EXPERT, seed, self.effort).action


class Thumbs:
    """The rules of thumb with another memory than a novice's."""

    def __init__(self, memory):
        self.name, self.memory = f"thumbs:{memory}", memory

    def begin(self, state):
        pass

    def decide(self, state, seed):
        seen = view(state, state.turn)
        if state.phase is Phase.AUCTION:
            return advise(seen, Level.NOVICE, seed).action
        declared = announce(seen, Level.NOVICE)
        if declared is not None:
            return declared.action
        return Play(thumb(seen, self.memory, practised=True)[0])


class Known:
    """A player of ours at a table of colver's calls: what it cannot say becomes a pass."""

    def __init__(self, player):
        self.player, self.name = player, player.name

    def begin(self, state):
        self.player.begin(state)

    def decide(self, state, seed):
        action = self.player.decide(state, seed)
        if isinstance(action, (Declare, Play)) or action in TO_CALL:
            return action
        return PASS


def player_of(name):
    """Return the player of a name."""
    kind, _, rest = name.partition(":")
    if kind in {level.value for level in Level} and not rest:
        return LevelPlayer(Level(kind))
    if kind in {"advanced", "expert", "expert-plain"}:
        level = Level.ADVANCED if kind == "advanced" else Level.EXPERT
        effort = effort_of(level, fast=False if kind == "expert-plain" else None)
        if rest:
            effort = attrs.evolve(effort, early=int(rest), late=int(rest))
        return Thinker(name, effort)
    if kind == "effort":
        numbers = [int(text) for text in rest.split(":")]
        numbers += [0, 0, 3, 0, 1, 100, 0, 0][len(numbers) :]
        early, late, exact, fast, candidates, surprise, doubt, auction = numbers
        effort = SearchEffort(
            early=early,
            late=late or early,
            candidates=candidates,
            exact=exact,
            fast=fast,
            surprise=surprise / 100,
            doubt=doubt / 100,
            auction=bool(auction),
        )
        return Thinker(name, effort)
    if kind == "thumbs":
        return Thumbs(int(rest) if rest else None)
    if kind == "greedy":
        return Thinker(name, None)
    if kind == "random":
        return Chance()
    if kind.startswith("colver-"):
        if colver is None:
            sys.exit("colver is not installed: pip install colver")
        return Colver(kind.removeprefix("colver-"), int(rest or 20))
    sys.exit(f"no such player: {name}")


def colver_auction(state):
    """Let colver's improved_v2 call for all four; return the state after it."""
    env = env_of(state)
    while state.phase is Phase.AUCTION:
        number = env.bid_improved_v2() if env.phase() == 0 else 0
        state, _ = apply(state, CALLS[number])
        if env.phase() == 0:
            env.step(number)
    return state


def board(task):
    """Play a board; return its result, `None` where the deal was passed out."""
    names, contracts, seed, number, announces = task
    state = random_deal(seed, number, RuleOptions(announces=announces))
    if contracts == "colver":
        state = colver_auction(state)
    elif contracts != "own":
        caller = LevelPlayer(Level(contracts))
        while state.phase is Phase.AUCTION:
            state, _ = apply(state, caller.decide(state, f"{seed} auction {number}"))
    if state.turn is None:
        return None
    players = [player_of(name) for name in names]
    if contracts == "own" and any(name.startswith("colver") for name in names):
        players = [p if isinstance(p, Colver) else Known(p) for p in players]
    return play_board(state, *players, f"{seed} {number}")


def versions():
    """Return what the figures come from."""
    found = {"python": platform.python_version()}
    for name in ("overtrick-belote", "colver", "numba"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "absent"
    return found


def told(result):
    """Print a result."""
    low, high = result.interval
    half = (high - low) / 2
    print(f"{result.ours} v {result.theirs}: {result.boards} boards")
    print(
        f"  score        {result.score_per_board:+7.1f} ± {half:.1f} a board"
        f"  (95 % {low:+.1f} to {high:+.1f}, bootstrap {result.bootstrap[0]:+.1f} to"
        f" {result.bootstrap[1]:+.1f})"
    )
    low, high = result.trick_points_interval
    print(
        f"  trick points {result.trick_points_per_board:+7.2f} ± {(high - low) / 2:.2f} a board"
        f"  (95 % {low:+.2f} to {high:+.2f}, bootstrap {result.trick_points_bootstrap[0]:+.2f} to"
        f" {result.trick_points_bootstrap[1]:+.2f})"
    )
    print(
        f"  better, same, worse {result.won[0]}, {result.won[1]}, {result.won[2]};  CPU ms a"
        f" decision {result.cpu_ms_per_decision[0]:.2f} and {result.cpu_ms_per_decision[1]:.2f}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ours", nargs="?", default="advanced")
    parser.add_argument("theirs", nargs="?", default="greedy")
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--contracts", default=None)
    parser.add_argument("--announces", action="store_true", help="play with announces")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", help="write the result to a file")
    parser.add_argument("--quick", action="store_true", help="few boards, for a first look")
    args = parser.parse_args()
    contracts = args.contracts or ("colver" if colver is not None else "novice")
    boards = 4 if args.quick else args.boards
    names = (args.ours, args.theirs)
    results, begun = [], time.time()
    tasks = (
        (names, contracts, args.seed, number, args.announces) for number in range(1, 1_000_000)
    )
    with contextlib.ExitStack() as stack:
        run = map(board, tasks)
        if args.jobs > 1:
            # A pool takes all its tasks at once; of ten deals hardly one is passed out.
            some = itertools.islice(tasks, 2 * boards + 20)
            run = stack.enter_context(multiprocessing.Pool(args.jobs)).imap(board, some)
        for result in run:
            if result is not None:
                results.append(result)
                if len(results) % 25 == 0:
                    so_far = summed_up(*names, results, args.seed)
                    print(
                        f"{len(results)} boards, {time.time() - begun:.0f} s: "
                        f"{so_far.score_per_board:+.1f}, {so_far.trick_points_per_board:+.2f}",
                        file=sys.stderr,
                    )
            if len(results) == boards:
                break
    result = summed_up(player_of(names[0]).name, player_of(names[1]).name, results, args.seed)
    told(result)
    about = {"contracts": contracts, "announces": args.announces, "seed": args.seed}
    print("  " + ", ".join(f"{k} {v}" for k, v in {**about, **versions()}.items()))
    if args.json:
        whole = {**attrs.asdict(result), **about, "versions": versions()}
        Path(args.json).write_text(json.dumps(whole, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
