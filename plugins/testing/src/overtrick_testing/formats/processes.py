"""Requirements about where a format is used: any process, day, folder, zone, system."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import attrs

from overtrick import Board
from overtrick_testing.advice import NOTHING_KEPT
from overtrick_testing.comparing import unlike
from overtrick_testing.elsewhere import VARIABLES, locale_folder, search_path
from overtrick_testing.every_value import varied_boards
from overtrick_testing.failures import failed
from overtrick_testing.harness import said, wrote
from overtrick_testing.requirements import SuiteBase, requirement, skip

LINE_END: Final = "\r\x1e\x1f\n"
"""How lines end on a platform that there is not."""

# Writes and reads in a fresh interpreter whose clock is ahead, on a platform with other line ends.
_ELSEWHERE: Final = r"""
import datetime, importlib, io, locale, os, pickle, sys, time, types
import getpass, platform, socket  # before the clock and the platform are others
import attrs, pluggy, importlib.metadata
# The harness alone: pytest and hypothesis take a second of every process.
kit = types.ModuleType("overtrick_testing")
kit.__path__ = [sys.argv[2]]
sys.modules["overtrick_testing"] = kit
answer = sys.argv[1]
with open(answer, "rb") as file:
    days, wanted, ending, name, plugin, libraries, files, samples = pickle.load(file)
for library in libraries:
    try:
        importlib.import_module(library)
    except ImportError:
        pass  # not everybody has each of them
ahead = days * 86400
real_time, real_local, real_gm, real_format = (
    time.time, time.localtime, time.gmtime, time.strftime)
time.time = lambda: real_time() + ahead
time.time_ns = lambda: int(time.time() * 1e9)
time.localtime = lambda when=None: real_local(time.time() if when is None else when)
time.gmtime = lambda when=None: real_gm(time.time() if when is None else when)
time.strftime = lambda text, when=None: real_format(text, when or time.localtime())
# Of the same size as their bases, which compiled libraries demand.
class Later(datetime.datetime):
    __slots__ = ()
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)
    @classmethod
    def utcnow(cls):
        return cls.now(datetime.timezone.utc).replace(tzinfo=None)
    @classmethod
    def today(cls):
        return cls.now()
class LaterDate(datetime.date):
    __slots__ = ()
    @classmethod
    def today(cls):
        return cls.fromtimestamp(time.time())
datetime.datetime, datetime.date = Later, LaterDate
try:
    locale.setlocale(locale.LC_ALL, wanted)
    has_locale = True
except locale.Error:
    has_locale = False  # not every system has every locale
from overtrick import PluginManager
from overtrick.plugin import default_manager
from overtrick_testing.elsewhere import be_elsewhere
from overtrick_testing.harness import Harness, said, wrote
class OddText(io.TextIOWrapper):
    def __init__(self, buffer, encoding=None, errors=None, newline=None, *rest, **more):
        self.is_platforms = newline is None
        newline = "" if newline is None else newline
        super().__init__(buffer, encoding, errors, newline, *rest, **more)
    def write(self, text):
        return super().write(text.replace("\n", ending) if self.is_platforms else text)
# After all that reads files of its own, and before the plugin is imported.
os.linesep, io.TextIOWrapper = ending, OddText
be_elsewhere()
manager = default_manager()
if plugin is not None:
    manager = PluginManager(discover=False)
    manager.register(importlib.import_module(plugin), name=name)
harness = Harness(manager, name)
lost = [wrote(harness.try_write(boards)) for boards in files]
# From the last to the first: what one file leaves behind is another there.
told = [said(harness.read(data)) for data in reversed(samples)][::-1]
with open(answer, "wb") as file:
    pickle.dump((lost, told, has_locale), file)
"""


@attrs.frozen
class Place:
    """Where and when a process runs.

    Attributes:
        days: how many days from now its clock stands.
        zone: its time zone.
        locale: its locale, where the system has it.
        seed: of the hashes of texts, which order sets.
        utf8: whether Python's UTF-8 mode is on.
        optimized: whether assertions are left out, as `python -O` does.
    """

    days: int
    zone: str
    locale: str
    seed: str
    utf8: str
    optimized: bool = False


_PLACES: Final = (
    Place(366, "Pacific/Kiritimati", "C.UTF-8", "4711", "0"),
    Place(1, "America/Adak", "C", "1", "1", optimized=True),
    Place(40, "UTC", "C.UTF-8", "2", "0"),
)
_GERMAN: Final = Place(0, "Europe/Berlin", "de_DE.UTF-8", "0", "0")
"""Where numbers are written 1.000,5."""

Told = tuple[list[tuple[bytes, str, str] | None], list[str], bool]
"""Of each file written its bytes, losses and findings; of each file read what was read; and
whether the system has the locale."""

# Made once for each suite class: two requirements look at them.
_TOLD: dict[type, tuple[Told, dict[Place, Told]]] = {}


class ProcessRequirements(SuiteBase):
    """What a format owes wherever it is used: part of `FormatSuite`."""

    def _files(self) -> list[tuple[Board, ...]]:
        if self.spec.writer is None:
            return []
        varied = ((board,) for board in varied_boards(self.spec.carries))
        return [self.examples, *((board,) for board in self.single_examples[3:12]), *varied]

    def _samples(self) -> list[bytes]:
        if self.spec.reader is None:
            return []
        whole = sorted(self.samples, key=len)[:8]
        written = (self.harness.try_write(boards) for boards in self._files()[1:])
        return [
            *whole,
            *(data[: len(data) * 2 // 3] for data in whole),
            *(one.data for one in written if one is not None),
        ]

    def _everywhere(self) -> tuple[Told, dict[Place, Told]]:
        """Return what is written and read here, and in other processes."""
        suite = type(self)
        if suite not in _TOLD:
            lost = [wrote(self.harness.try_write(boards)) for boards in self._files()]
            told = [said(self.harness.read(data)) for data in self._samples()]
            places = _PLACES[: self.scaled(len(_PLACES))]
            _TOLD[suite] = (lost, told, True), self._elsewhere(places)
        return _TOLD[suite]

    def _elsewhere(self, places: tuple[Place, ...]) -> dict[Place, Told]:
        found: dict[Place, Told] = {}
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            started = [
                (place, file, self._start(place, file, folder / f"here {number}"))
                for number, place in enumerate(places)
                for file in [folder / f"boards {number}"]
            ]
            for place, file, process in started:
                with process:
                    try:
                        _, errors = process.communicate(timeout=120)
                    finally:
                        process.kill()
                code = process.returncode
                assert code == 0, f"another process fails (it ends with {code}):\n{errors}"
                found[place] = pickle.loads(file.read_bytes())  # noqa: S301  # our own bytes
        return found

    def _start(self, place: Place, file: Path, folder: Path) -> subprocess.Popen[str]:
        folder.mkdir()
        asked = (
            place.days,
            place.locale,
            LINE_END,
            self.format_name,
            self.plugin,
            self.libraries,
            self._files(),
            self._samples(),
        )
        file.write_bytes(pickle.dumps(asked))
        return subprocess.Popen(
            [sys.executable, "-c", _ELSEWHERE, str(file), str(Path(__file__).parents[1])],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=os.environ
            | VARIABLES
            | ({} if (locales := locale_folder()) is None else {"LOCPATH": locales})
            | {
                "PYTHONPATH": search_path(),
                "PYTHONOPTIMIZE": "1" if place.optimized else "",
                "HOME": str(folder),
                "PYTHONHASHSEED": place.seed,
                "PYTHONUTF8": place.utf8,
                "TZ": place.zone,
                "LC_ALL": place.locale,
            },
        )

    @requirement(level=1, after=("test_writer_refuses_with_typed_errors",))
    def test_writer_is_deterministic(self) -> None:
        """The same boards give the same bytes: again, in other processes, zones and locales.

        Hash seed, working directory, day, user, host, platform and arguments are others there too.
        """
        self.need_writer()
        boards = self.examples
        data = self.harness.write(boards).data
        again = self.harness.write(boards).data
        assert again == data, (
            f"the second call with the same input differs: the same boards, written again, give "
            f"other bytes, {unlike(again, data)}"
        )
        (here, _, _), elsewhere = self._everywhere()
        self._check_written_again(here)
        for place, (there, _, _) in elsewhere.items():
            for one, other in zip(here, there, strict=True):
                assert _with_own_ends(one) == _with_own_ends(other), (
                    f"another process ({place}) writes other bytes, losses or findings, "
                    f"{unlike(one and one[0], other and other[0])}"
                )

    def _check_written_again(self, before: Sequence[tuple[bytes, str, str] | None]) -> None:
        """Assert that files are written as before, after others."""
        again = [wrote(self.harness.try_write(boards)) for boards in reversed(self._files())]
        for one, other in zip(before, reversed(again), strict=True):
            if one != other:
                msg = (
                    "the second call with the same input differs: the same boards, written after "
                    "others, give other bytes, losses or findings, "
                    f"{unlike(other and other[0], one and one[0])}"
                )
                raise failed(msg, "writer", advice=NOTHING_KEPT)

    @requirement(level=2, after=("test_files_are_read_apart",))
    def test_reader_is_deterministic(self) -> None:
        """The same file gives the same boards and findings in other processes, too."""
        self.need_samples()
        (_, here, _), elsewhere = self._everywhere()
        for place, (_, there, _) in elsewhere.items():
            for one, other in zip(here, there, strict=True):
                assert one == other, (
                    f"another process ({place}), which reads the files in another order, reads "
                    f"something else, {unlike(one, other)}"
                )

    @requirement(
        level=2, after=("test_line_ends_are_the_formats_own", "test_reader_is_deterministic")
    )
    def test_the_locale_changes_nothing(self) -> None:
        """Where numbers are written 1.000,5, the same is written and read.

        This needs a locale of that kind, or the means to compile one (`localedef`).
        """
        here, _ = self._everywhere()
        there = self._elsewhere((_GERMAN,))[_GERMAN]
        if not there[2]:
            skip("no locale but C can be had here: install de_DE.UTF-8, or localedef with its data")
        for one, other in zip(here[0], there[0], strict=True):
            if one != other:
                msg = (
                    f"with the locale {_GERMAN.locale} other bytes, losses or findings are "
                    f"written, {unlike(one and one[0], other and other[0])}"
                )
                raise failed(msg, "writer")
        for said_here, said_there in zip(here[1], there[1], strict=True):
            if said_here != said_there:
                msg = (
                    f"with the locale {_GERMAN.locale} something else is read, "
                    f"{unlike(said_here, said_there)}"
                )
                raise failed(msg, "reader")

    @requirement(level=2, after=("test_writer_refuses_with_typed_errors",))
    def test_line_ends_are_the_formats_own(self) -> None:
        """How lines end is the format's business: `os.linesep` and its like change nothing."""
        self.need_writer()
        (here, _, _), elsewhere = self._everywhere()
        for there, _, _ in elsewhere.values():
            for one, other in zip(here, there, strict=True):
                assert other is None or LINE_END.encode() not in other[0], (
                    f"where os.linesep is {LINE_END!r}, lines end so: {other[0]!r:.300}; here it "
                    f"is {one and one[0]!r:.300}: write bytes, or open text with newline='\\n'"
                )


def _with_own_ends(written: tuple[bytes, str, str] | None) -> tuple[bytes, str, str] | None:
    """Return what was written with the line ends of this platform."""
    if written is None:
        return None
    data, losses, findings = written
    return data.replace(LINE_END.encode(), os.linesep.encode()), losses, findings
