"""Runs targets: mutations guided by coverage (atheris) or by what inputs come to; counts; failures.

Each stretch of work is a process of its own, so that what an input does to memory or to the
interpreter ends with it. Counts are kept by seed in one JSON file, so that several runs sum up.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import pickle
import random
import re
import resource
import select
import signal
import struct
import sys
import time
import traceback
from pathlib import Path

import attrs

from fuzzing import replay

LIMIT = 10.0
"""Seconds of processor time that one input may take."""

GROWTH = 192 * 1024
"""Kilobytes by which one input may make the process grow."""

_MOST_KNOWN = 3000
_MOST_FOUND = 300
_FEWEST = 20


class Late(BaseException):
    """The time of an input is up; no `except Exception` on the way holds it."""


@attrs.define
class Tally:
    """What came of a stretch of work.

    Attributes:
        executions: inputs that were fed.
        deep: those of them of which more was tried.
        seconds: processor time.
        slowest: seconds of the slowest input.
        slowest_input: that input.
        peak: kilobytes by which the process had grown at its largest.
        outcomes: different outcomes that were met, as texts.
        failures: what should not be, by what tells it from others: the input and the words.
    """

    executions: int = 0
    deep: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    slowest_input: bytes = b""
    peak: int = 0
    outcomes: set[str] = attrs.field(factory=set)
    failures: dict[str, tuple[bytes, str]] = attrs.field(factory=dict)


def failure_key(error):
    """Return what tells a fault from others: its kind and the innermost line of ours."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "overtrick" in frame.filename]
    inner = (ours or frames)[-1]
    said = str(error)[:40] if isinstance(error, AssertionError) else ""
    key = f"{type(error).__name__} {Path(inner.filename).name}:{inner.name} {said}".strip()
    return re.sub(r"(?<![A-Z\d])\d+", "N", key)


def _stop(number, frame):
    raise Late


class Feeder:
    """Feeds one target and keeps the tally."""

    def __init__(self, target, chance, seconds, known):
        self.target, self.chance, self.seconds = target, chance, seconds
        self.known = known
        self.tally = Tally()
        self.seen = set()
        self.begun = time.process_time()
        self.start_size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        signal.signal(signal.SIGVTALRM, _stop)

    @property
    def is_over(self):
        """Whether the stretch is over."""
        is_enough = self.tally.executions >= _FEWEST
        return is_enough and time.process_time() - self.begun >= self.seconds

    def feed(self, data):
        """Feed one input; return whether it came to something new."""
        tally, target = self.tally, self.target
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        tally.executions += 1
        started = time.process_time()
        outcome = None
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
            try:
                outcome = target.run(data)
                took = time.process_time() - started
                if tally.executions % target.every == 0:
                    tally.deep += 1
                    signal.setitimer(signal.ITIMER_VIRTUAL, 4 * LIMIT)
                    target.deep(data, self.chance)
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        except (Exception, Late) as error:  # noqa: BLE001  # every fault is written down
            took = time.process_time() - started
            self._note(failure_key(error), data, error)
        if took > tally.slowest:
            tally.slowest, tally.slowest_input = took, data
        size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        tally.peak = max(tally.peak, size - self.start_size)
        if size - before > GROWTH:
            self._note(f"MemoryError grown by {(size - before) // 1024} MB", data, None)
        if outcome is None or outcome in self.seen:
            return False
        self.seen.add(outcome)
        tally.outcomes.add(hashlib.sha256(repr(outcome).encode()).hexdigest()[:8])
        return True

    def _note(self, key, data, error):
        if key in self.known:
            return
        known = self.tally.failures.get(key)
        if known is None:
            data = self._smaller(key, data)
        elif len(known[0]) <= len(data):
            return
        words = key if error is None else "".join(traceback.format_exception(error))
        self.tally.failures[key] = (data, words[-6000:])

    def _same(self, key, data, state):
        """Tell whether an input fails in the same way."""
        self.chance.setstate(state)
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, 4 * LIMIT)
            try:
                self.target.run(data)
                self.target.deep(data, self.chance)
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        except (Exception, Late) as error:  # noqa: BLE001  # the caller tells them apart
            return failure_key(error) == key
        return False

    def _smaller(self, key, data, seconds=4.0):
        """Return the shortest input found within some seconds that fails alike."""
        state = self.chance.getstate()
        begun = time.process_time()
        step = max(1, len(data) // 2)
        while step and time.process_time() - begun < seconds:
            at = 0
            while at < len(data) and time.process_time() - begun < seconds:
                shorter = data[:at] + data[at + step :]
                if self._same(key, shorter, state):
                    data = shorter
                else:
                    at += step
            step //= 2
        self.chance.setstate(state)
        return data


def by_novelty(feeder, folder):
    """Mutate what is known; what comes to something new is known from then on."""
    target, chance = feeder.target, feeder.chance
    known = list(target.seeds())
    found = sorted(folder.glob("*")) if folder.is_dir() else []
    known += [path.read_bytes() for path in chance.sample(found, min(len(found), _MOST_FOUND))]
    for data in chance.sample(known, min(len(known), _MOST_FOUND)):
        if feeder.is_over:
            return
        feeder.feed(data)
    fresh = []
    while not feeder.is_over:
        pool = fresh if fresh and chance.random() < 0.5 else known
        data = target.make(pool, chance)
        if feeder.feed(data):
            fresh.append(data)
            if len(fresh) > _MOST_KNOWN:
                fresh.pop(0)


def by_coverage(feeder, folder, finish):
    """Let libFuzzer choose, by the coverage of instrumented modules; it never returns."""
    import atheris

    target, chance = feeder.target, feeder.chance
    seeds = list(target.seeds())
    folder.mkdir(parents=True, exist_ok=True)
    if not any(folder.iterdir()):
        for number, data in enumerate(chance.sample(seeds, min(len(seeds), _MOST_FOUND))):
            (folder / f"seed-{number}").write_bytes(data)

    def one(data):
        feeder.feed(data)
        if feeder.is_over:
            finish()

    def mutated(data, most, seed):
        roll = random.Random(seed)
        if roll.random() < 0.3:
            return atheris.Mutate(data, most)
        known = (data,) if data else seeds
        return target.make(known, roll)[:most]

    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 2)
    os.dup2(silent, 1)
    flags = [
        "-max_len=8192",
        "-rss_limit_mb=0",
        "-timeout=600",
        f"-seed={chance.randrange(1, 2**31)}",
    ]
    flags += [f"-artifact_prefix={folder.parent}/crash-", "-verbosity=0", "-len_control=0"]
    atheris.Setup(["fuzz", *flags, str(folder)], one, custom_mutator=mutated)
    atheris.Fuzz()


def stretch(target, seconds, seed, folder, *, guided, known=()):
    """Feed a target for some seconds of processor time in a process of its own; return the tally.

    Args:
        target: what is fed.
        seconds: of processor time, 0 for one input.
        seed: where chance begins.
        folder: of inputs that coverage found.
        guided: by coverage, not by what inputs come to.
        known: failures that need not be told again.
    """
    way_in, way_out = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(way_in)
        feeder = Feeder(target, random.Random(seed), seconds, known)

        def finish():
            feeder.tally.seconds = time.process_time() - feeder.begun
            data = pickle.dumps(feeder.tally)
            with os.fdopen(way_out, "wb") as pipe:
                pipe.write(struct.pack("<Q", len(data)) + data)
            os._exit(0)

        try:
            if guided:
                by_coverage(feeder, folder, finish)
            by_novelty(feeder, folder)
            finish()
        except BaseException:  # noqa: BLE001  # the process ends here, whatever it was
            traceback.print_exc()
            os._exit(70)
    os.close(way_out)
    with os.fdopen(way_in, "rb") as pipe:
        ready, _, _ = select.select([pipe], [], [], 300 + 30 * seconds)
        if not ready:
            os.kill(pid, signal.SIGKILL)
        data = pipe.read()
    _, status = os.waitpid(pid, 0)
    if len(data) < 8:
        tally = Tally()
        key = f"the process died with status {status}" if ready else "the process waits for ever"
        tally.failures[key] = b"", "no word of it"
        return tally
    return pickle.loads(data[8:])  # our own child's


def _file_name(target):
    """Return a target's name as a file may have it."""
    return target.name.replace(" ", "-").replace("--", "")


class State:
    """The counts of all runs, by seed and target, in one file; failures beside it."""

    def __init__(self, folder):
        self.folder = folder
        self.path = folder / "counts.json"
        self.counts = json.loads(self.path.read_text()) if self.path.exists() else {}

    def stretches(self, seed, name):
        """Return how many stretches a target has had with a seed."""
        return self.counts.get(str(seed), {}).get(name, {}).get("stretches", 0)

    def failures(self, seed, name):
        """Return the failures of a target that are known."""
        return frozenset(self.counts.get(str(seed), {}).get(name, {}).get("failures", ()))

    def add(self, seed, target, tally, *, guided):
        """Take up what came of a stretch; return the failures that are new."""
        entry = self.counts.setdefault(str(seed), {}).setdefault(
            target.name,
            {"kind": target.kind, "stretches": 0, "executions": 0, "deep": 0, "seconds": 0.0,
             "slowest_ms": 0.0, "peak_kb": 0, "outcomes": 0, "failures": []},
        )  # fmt: skip
        entry["stretches"] += 1
        entry["executions"] += tally.executions
        entry["guided"] = entry.get("guided", 0) + (tally.executions if guided else 0)
        entry["deep"] += tally.deep
        entry["seconds"] = round(entry["seconds"] + tally.seconds, 2)
        if 1000 * tally.slowest > entry["slowest_ms"]:
            slowest = self.folder / "slowest"
            slowest.mkdir(parents=True, exist_ok=True)
            (slowest / f"{_file_name(target)}{target.suffixes[0]}").write_bytes(tally.slowest_input)
        entry["slowest_ms"] = max(entry["slowest_ms"], round(1000 * tally.slowest, 1))
        entry["peak_kb"] = max(entry["peak_kb"], tally.peak)
        entry["outcomes"] = max(entry["outcomes"], len(tally.outcomes))
        fresh = []
        for key, (data, words) in tally.failures.items():
            if key in entry["failures"]:
                continue
            entry["failures"].append(key)
            fresh.append(key)
            self._keep(target, key, data, words)
        self.folder.mkdir(parents=True, exist_ok=True)
        waiting = self.path.with_suffix(".new")
        waiting.write_text(json.dumps(self.counts, indent=1))
        waiting.replace(self.path)
        return fresh

    def _keep(self, target, key, data, words):
        folder = self.folder / "failures"
        path = replay.add(folder, target, data, f"{target.name}: {key}")
        why = self.folder / "why" / f"{target.folder}-{path.stem}.txt"
        why.parent.mkdir(parents=True, exist_ok=True)
        why.write_text(f"{target.name}\n{key}\n\n{words}\n", "utf-8", "replace")

    def table(self):
        """Return the counts, one row a target and one a kind, summed over all seeds."""
        rows, kinds = {}, {}
        for targets in self.counts.values():
            for name, entry in targets.items():
                for table, key in ((rows, name), (kinds, entry["kind"])):
                    row = table.setdefault(key, [0, 0, 0.0, 0.0, 0, 0, 0])
                    row[0] += entry["executions"]
                    row[6] += entry.get("guided", 0)
                    row[1] += entry["deep"]
                    row[2] += entry["seconds"]
                    row[3] = max(row[3], entry["slowest_ms"])
                    row[4] = max(row[4], entry["peak_kb"])
                    row[5] += len(entry["failures"])
        return rows, kinds


def instrumented(names):
    """Return a context in which modules are imported so that atheris sees their coverage."""
    try:
        import atheris
    except ImportError:
        return None
    return atheris.instrument_imports(include=list(names))


@contextlib.contextmanager
def quiet():
    """Send standard error away: atheris names every module that it instruments."""
    kept = os.dup(2)
    silent = os.open(os.devnull, os.O_WRONLY)
    sys.stderr.flush()
    os.dup2(silent, 2)
    try:
        yield
    finally:
        sys.stderr.flush()
        os.dup2(kept, 2)
        os.close(kept)
        os.close(silent)
