"""The fuzzers of OSS-Fuzz: one for each kind of input, each with a `TestOneInput` for Atheris.

    python tests/fuzzing/oss_fuzz/harness.py --list
    python tests/fuzzing/oss_fuzz/harness.py --build FOLDER [NAME ...]
    python tests/fuzzing/oss_fuzz/harness.py NAME [options of libFuzzer] [FOLDER]
    python tests/fuzzing/oss_fuzz/harness.py NAME FILE ...

`--build` writes the seeds of each fuzzer and its dictionary as `build.sh` packs them. With files a
fuzzer reads these and no more, and needs no Atheris: so an input that OSS-Fuzz found is tried
again. What must hold for an input is said once, by the targets of `tests/fuzzing/run.py`.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import random
import sys
import zlib
from pathlib import Path

# In what PyInstaller packs, there is no such folder, and every module is there by its name.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

LEFT_OUT = {"command", "editor", "sniff", "view"}
"""Kinds of targets that read the same files once more, or are slow."""

MOST_SEEDS = 400
MOST_WORDS = 300


def targets():
    """Return the targets by the name of the fuzzer that feeds them."""
    from fuzzing.others import others
    from fuzzing.targets import registered
    from overtrick.framework.manager import default_manager

    manager = default_manager()
    found = {}
    for target in (*registered(manager), *others(manager)):
        is_heavy = target.kind == "view" and not target.is_ours
        # A number from which conditions are drawn is nothing that coverage could change.
        if (
            target.kind not in LEFT_OUT
            and not is_heavy
            and target.name != "text counted conditions"
        ):
            found.setdefault(target.folder, []).append(target)
    return found


class Fuzzer:
    """Feeds inputs to all targets of one name.

    Args:
        chosen: the targets.
    """

    def __init__(self, chosen):
        self.chosen = chosen

    def TestOneInput(self, data):
        """Feed one input; raise what should not be. The same input is always fed alike."""
        mark = zlib.crc32(data)
        for target in self.chosen:
            target.run(data)
            if mark % target.every == 0:
                target.deep(data, random.Random(mark))

    def seeds(self):
        """Return the inputs to begin with: of the targets, and what once failed."""
        from fuzzing import replay

        found = [item.data for item in replay.inputs() if item.of(self.chosen)]
        for target in self.chosen:
            found += target.seeds()[:MOST_SEEDS]
            if len(found) >= MOST_SEEDS:
                break
        return list(dict.fromkeys(found))[:MOST_SEEDS]

    def words(self):
        """Return what the seeds are made of, as lines of a dictionary of libFuzzer."""
        from fuzzing.mutations import tokens_of

        return [f'"{_escaped(word)}"' for word in tokens_of(self.seeds(), MOST_WORDS) if word]


def _escaped(word):
    plain = set(range(32, 127)) - {ord('"'), ord("\\")}
    return "".join(chr(byte) if byte in plain else f"\\x{byte:02x}" for byte in word)


def build(folder, names):
    """Write seeds and dictionaries of fuzzers."""
    for name, chosen in targets().items():
        if names and name not in names:
            continue
        fuzzer = Fuzzer(chosen)
        corpus = folder / f"fuzz_{name}_seed_corpus"
        corpus.mkdir(parents=True, exist_ok=True)
        for number, data in enumerate(fuzzer.seeds()):
            (corpus / f"{number:03}").write_bytes(data)
        lines = "\n".join(fuzzer.words())
        (folder / f"fuzz_{name}.dict").write_text(f"{lines}\n", "ascii")


def fuzz(name, arguments):
    """Let libFuzzer feed a fuzzer, guided by the coverage of overtrick; it never returns."""
    import atheris

    entries = importlib.metadata.entry_points(group="overtrick.plugins.v2")
    watched = {"overtrick", *(entry.value.split(":")[0] for entry in entries)}
    with atheris.instrument_imports(include=sorted(watched)):
        fuzzer = Fuzzer(targets()[name])
    atheris.Setup([f"fuzz_{name}", *arguments], fuzzer.TestOneInput)
    atheris.Fuzz()


def main(name, arguments):
    """Run a fuzzer: on files, or by libFuzzer."""
    if arguments and all(Path(argument).is_file() for argument in arguments):
        fuzzer = Fuzzer(targets()[name])
        for argument in arguments:
            fuzzer.TestOneInput(Path(argument).read_bytes())
        print(f"{len(arguments)} inputs, nothing wrong")
        return
    fuzz(name, arguments)


if __name__ == "__main__":
    words = sys.argv[1:]
    with contextlib.suppress(BrokenPipeError):
        if words == ["--list"]:
            print("\n".join(targets()))
        elif words[:1] == ["--build"]:
            build(Path(words[1]), words[2:])
        elif words and not words[0].startswith("-"):
            main(words[0], words[1:])
        else:
            sys.exit(__doc__)
