"""`CommandSuite`: the requirements of a command, one named test each."""

from __future__ import annotations

import contextlib
import os
import pickle
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

import pytest

from overtrick.plugin import CommandSpec, resolve
from overtrick_testing.declaration import check_light, check_summary, declaring_module
from overtrick_testing.elsewhere import run_elsewhere
from overtrick_testing.hostile import unprintable_line
from overtrick_testing.kinds.media import check_json
from overtrick_testing.requirements import KitBase, requirement, skip
from overtrick_testing.sealing import Ran, SealedFiles, sealed_files

if TYPE_CHECKING:
    import click

Words = tuple[str, ...]

_FILE: Final = "{file}"
_GARBAGE: Final = {
    "an empty file": b"",
    "random bytes": bytes(range(256)) * 4,
    "a file of no format": b"no boards at all\n" * 40,
}
_HOSTILE_NAME: Final = "a[/x]\x1b[31m\x9b\u202e\u2066\n.kitseal"
_NOTHING_THERE: Final = "no-such-file.kitseal"

# Runs in a process of its own: the command line, with the kit's own format.
_ELSEWHERE: Final = """
import importlib, sys
from overtrick.plugin import default_manager
plugin = sys.argv.pop(1)
if plugin != "-":
    default_manager().register(importlib.import_module(plugin), name=plugin)
default_manager().register(importlib.import_module("overtrick_testing.sealing"), name="kitseal")
from overtrick_cli import main
main()
"""


class CommandSuite(KitBase):
    """Every requirement of a command; a plugin's test file subclasses it.

    Each requirement is one test, as in `FormatSuite`: one that does not apply skips with its
    reason, and one that cannot be met yet is marked by name.

        class TestPoints(CommandSuite):
            command_lines = (("points", "{file}"),)

    Attributes:
        command_lines: the ways in which the command is told of boards, each a command line:
            `{file}` stands for a file of boards, `{other}` for one that is never sealed, and
            `{out}` for the beginning of the name of a new file.
        keeping: those after which nothing of the boards has been shown, and what was written is
            sealed: they work on a sealed file as on any other.
        command_name: the command's name, where no command line says it.
        level: the level of the suite that the plugin undertakes to pass.
        plugin: the declaration module, for a plugin that is not installed; `None` to find it
            through its entry point.
    """

    command_lines: ClassVar[tuple[Words, ...]] = ()
    keeping: ClassVar[tuple[Words, ...]] = ()
    command_name: ClassVar[str | None] = None

    # What the requirements use ---------------------------------------------------------------

    @property
    def told(self) -> tuple[Words, ...]:
        """All command lines."""
        return (*self.command_lines, *self.keeping)

    @property
    def name(self) -> str:
        """The command's name."""
        assert self.told or self.command_name, "the suite names no command line to try"
        return self.command_name or self.told[0][0]

    @property
    def spec(self) -> CommandSpec:
        """The command's specification."""
        from overtrick_cli.commands import OWN_COMMANDS

        return OWN_COMMANDS.get(self.name) or self.find_spec(CommandSpec, self.name)

    @property
    def lines(self) -> tuple[Words, ...]:
        """All command lines; skips where there is none."""
        pytest.importorskip("click")
        if not self.told:
            skip(f"{self.name} is told of no boards")
        return self.told

    def commands(self) -> Iterator[tuple[Words, click.Command]]:
        """Yield the command, or each command of the group, with the words that choose it."""
        pytest.importorskip("click")
        from overtrick_cli.commands import walk

        for words, command in walk(resolve(self.spec.command)):
            yield (self.name, *words), command

    @contextlib.contextmanager
    def files(self, folder: Path) -> Iterator[SealedFiles]:
        """Give files in a folder, with the kit's format and the plugin there for so long."""
        with sealed_files(folder, *(() if self.plugin is None else (self.plugin,))) as found:
            yield found

    def check_words(self, ran: Ran, what: str) -> None:
        """Assert that a command failed with words, and without a traceback."""
        assert "Traceback (most recent call last)" not in ran.err, f"{what}: {ran.err[-600:]}"
        assert "a fault in overtrick" not in ran.err, f"{what}: {ran.err[:300]}"
        assert ran.err.strip() or ran.out.strip(), f"{what} says nothing"

    # The requirements ------------------------------------------------------------------------

    @requirement(level=2)
    def test_declaration_is_light(self) -> None:
        """Importing the declaration adds nothing outside the standard library and overtrick."""
        from overtrick_cli.commands import OWN_COMMANDS

        if self.name in OWN_COMMANDS:
            skip(f"the command {self.name} comes with the command line")
        check_light(self.plugin or declaring_module(self.manager, CommandSpec, self.name))

    @requirement(level=2)
    def test_spec_fields_are_valid(self) -> None:
        """The specification says what it must, and names a click command."""
        click = pytest.importorskip("click")
        spec = self.spec
        check_summary(spec.summary)
        assert pickle.loads(pickle.dumps(spec)) == spec  # noqa: S301  # our own bytes
        command = resolve(spec.command)
        assert isinstance(command, click.Command), f"{spec.command} is a {type(command).__name__}"

    @requirement(level=2)
    def test_help_is_given(self, tmp_path: Path) -> None:
        """`--help` ends with 0 and says what the command does; each option has its help."""
        with self.files(tmp_path) as files:
            for words, command in self.commands():
                what = " ".join((*words, "--help"))
                ran = files.run((*words, "--help"))
                assert ran.code == 0, f"{what} ends with {ran.code}: {ran.err}"
                assert ran.out.strip(), f"{what} prints nothing on standard output"
                assert not ran.err, f"{what} prints on standard error: {ran.err[:200]}"
                assert command.help or command.callback is None, f"{what} says not what it does"
                for param in command.params:
                    is_told = param.param_type_name == "argument" or bool(vars(param).get("help"))
                    assert is_told or vars(param).get("hidden"), (
                        f"{what} says nothing of {param.opts[0]}"
                    )

    @requirement(level=2)
    def test_an_unknown_option_is_wrong_usage(self, tmp_path: Path) -> None:
        """An option that there is not ends with 2 and words on standard error."""
        with self.files(tmp_path) as files:
            # Where a file is named too, nothing else can be wrong.
            for words in (*(words for words, _ in self.commands()), *self.told):
                line = (*words, "--no-such-option")
                ran = files.run(line, files.plain)
                what = " ".join(line)
                assert ran.code == 2, f"{what} ends with {ran.code}, not 2"
                self.check_words(ran, what)
                assert not ran.out, f"{what} prints on standard output: {ran.out[:100]!r}"
                assert ran.err, f"{what} says nothing on standard error"

    @requirement(level=2)
    def test_it_works(self, tmp_path: Path) -> None:
        """Each command line ends with 0 and gives something; twice the same."""
        with self.files(tmp_path) as files:
            for words in self.lines:
                what = " ".join(words)
                first, again = (files.run(words, files.plain) for _ in range(2))
                assert first.code == 0, f"{what} ends with {first.code}: {first.err}"
                assert first.out or first.files, f"{what} gives nothing"
                assert first.out == again.out, f"{what} prints another thing the second time"
                made = [[path.read_bytes() for path in ran.files] for ran in (first, again)]
                assert made[0] == made[1], f"{what} writes another thing the second time"

    @requirement(level=2)
    def test_a_missing_file_is_named(self, tmp_path: Path) -> None:
        """A file that is not there ends with 1 or 2, is named, and nothing is given."""
        with self.files(tmp_path) as files:
            for words in self.lines:
                if not any(_FILE in word for word in words):
                    continue
                ran = files.run(words, tmp_path / _NOTHING_THERE)
                what = f"{' '.join(words)} of a file that is not there"
                assert ran.code in {1, 2}, f"{what} ends with {ran.code}"
                self.check_words(ran, what)
                said = "".join(f"{ran.err}{ran.out.decode()}".split())
                assert _NOTHING_THERE in said, f"{what} does not name it"
                assert not ran.files, f"{what} writes {ran.files[0].name}"

    @requirement(level=2)
    def test_a_broken_file_is_told_in_words(self, tmp_path: Path) -> None:
        """A file that holds no boards, or a folder, ends with words and no traceback."""
        with self.files(tmp_path) as files:
            given = {}
            for index, (what, data) in enumerate(_GARBAGE.items()):
                given[what] = tmp_path / f"broken{index}.unknown"
                given[what].write_bytes(data)
            given["a folder"] = tmp_path / "folder"
            given["a folder"].mkdir()
            for words in self.lines:
                if not any(_FILE in word for word in words):
                    continue
                for what, path in given.items():
                    ran = files.run(words, path)
                    told = f"{' '.join(words)} of {what}"
                    assert "Traceback (most recent" not in ran.err, f"{told}: {ran.err[-600:]}"
                    assert "a fault in overtrick" not in ran.err, f"{told}: {ran.err[:300]}"
                    assert ran.code in range(4), f"{told} ends with {ran.code}: {ran.err[:300]}"
                    assert ran.code or ran.out or ran.err, f"{told} says nothing, and ends with 0"

    @requirement(level=2)
    def test_pipes_are_taken(self, tmp_path: Path) -> None:
        """Where `-` stands for a file, the boards come from standard input, with the same end."""
        tried = 0
        with self.files(tmp_path) as files:
            for words in self.lines:
                if _FILE not in words:
                    continue
                data = files.plain.read_bytes()
                line = tuple("-" if word == _FILE else word for word in words)
                ran = files.run(line, stdin=data)
                what = " ".join(line)
                if ran.code == 2 and not self._says_dash(words):
                    # It takes files alone, and says so.
                    self.check_words(ran, what)
                    continue
                tried += 1
                assert ran.code == 0, f"{what} ends with {ran.code}: {ran.err}"
                named = files.run(words, files.plain)
                assert bool(ran.out) == bool(named.out), f"{what} gives another thing than a file"
                assert len(ran.files) == len(named.files), f"{what} writes other files"
        if not tried:
            skip(f"{self.name} takes files alone, no pipe")

    def _says_dash(self, words: Words) -> bool:
        """Return whether the command of a command line declares that `-` is a file."""
        return any(
            getattr(param.type, "allow_dash", False)
            for chosen, command in self.commands()
            if words[: len(chosen)] == chosen
            for param in command.params
        )

    @requirement(level=2)
    def test_json_is_json(self, tmp_path: Path) -> None:
        """With `--json`, where there is such an option, standard output is JSON and no more."""
        able = {
            words: command
            for words, command in self.commands()
            if any("--json" in param.opts for param in command.params)
        }
        tried = 0
        with self.files(tmp_path) as files:
            for words in self.lines:
                if not any(words[: len(each)] == each for each in able):
                    continue
                line = words if "--json" in words else (*words, "--json")
                ran = files.run(line, files.plain)
                if ran.code == 2:
                    # Some options leave no room for it.
                    self.check_words(ran, " ".join(line))
                    continue
                tried += 1
                check_json(ran.out, f"{' '.join(line)} prints")
        if not tried:
            skip(f"{self.name} has no --json")

    @requirement(level=2)
    def test_what_is_printed_is_printable(self, tmp_path: Path) -> None:
        """A file's name cannot steer the terminal, on standard output or on standard error."""
        if os.name != "posix":
            skip("such a name cannot be given to a file here")
        with self.files(tmp_path) as files:
            path = tmp_path / "hostile"
            path.mkdir()
            path /= _HOSTILE_NAME.replace("/", "_")
            path.write_bytes(files.plain.read_bytes())
            missing = path.with_name(f"other{path.name}")
            for words in self.lines:
                for given in (path, missing):
                    ran = files.run(words, given)
                    for place, text in (("output", ran.out.decode()), ("error", ran.err)):
                        # A table for programs may be divided by tabs.
                        line = unprintable_line(text.replace("\t", " "))
                        assert line is None, (
                            f"{' '.join(words)}: on standard {place} stands {line!r:.150}"
                        )

    @requirement(level=2)
    def test_a_closed_output_is_no_fault(self, tmp_path: Path) -> None:
        """When nobody reads its output any more, it ends without a traceback."""
        if os.name != "posix":
            skip("a closed pipe is another thing here")
        with self.files(tmp_path) as files:
            words = self.lines[0]
            line = files.words(words, files.plain, tmp_path / "out")
            reader, writer = os.pipe()
            os.close(reader)
            with tempfile.TemporaryDirectory() as folder:
                words_of_it = (self.plugin or "-", *line)
                done = run_elsewhere(_ELSEWHERE, *words_of_it, folder=folder, output=writer)
            os.close(writer)
            said = done.stderr.decode("utf-8", "replace")
            what = " ".join(words)
            assert "Traceback (most recent call last)" not in said, f"{what}: {said[-600:]}"
            assert "a fault in overtrick" not in said, f"{what}: {said[:300]}"
            assert "Exception ignored" not in said, f"{what}: {said[-300:]}"

    @requirement(level=1)
    def test_sealed_boards_stay_hidden(self, tmp_path: Path) -> None:
        """A sealed file is refused without `--show-cards`, or kept sealed and nothing shown."""
        pytest.importorskip("click")
        assert self.told or self.command_name, "the suite names no command line to try"
        with self.files(tmp_path) as files:
            for words in self.command_lines:
                files.check(words)
            for words in self.keeping:
                files.check(words, keeps=True)
