"""Seals: files of the kit's own, one of them sealed, and what a command tells of them."""

from __future__ import annotations

import contextlib
import html
import io
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final

import attrs

from overtrick import Board, BoardReader, Deal, OvertrickError, Seat, Severity
from overtrick.plugin import (
    DEAL_FIELDS,
    Catalogue,
    Confidence,
    DiagnosticCode,
    FormatSpec,
    Probe,
    ReadContext,
    ReadSettings,
    SealSpec,
    WriteContext,
    default_manager,
    hookimpl,
)
from overtrick_testing.loading import add_plugin, installed_plugins

_MARK: Final = b"kitseal\n"
_DEALS: Final = (
    "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543",
    "N:AQ762.T53.AJ7.AT KJT8.AKJ9.Q.QJ65 .872.T9543.K9732 9543.Q64.K862.84",
)

_OTHER_DEAL: Final = "N:AKQ2.JT9.876.543 543.AKQ2.JT9.876 876.543.AKQ2.JT9 JT9.876.543.AKQ2"

# Words of a command line that stand for files.
_BOARDS: Final = "{file}"
_OTHER: Final = "{other}"
_OUT: Final = "{out}"

CODES: Final = Catalogue(
    DiagnosticCode(
        code="KITSEAL001",
        severity=Severity.WARNING,
        template="hands that a finding tells of: {hands}",
        hint="there is nothing to be done",
        sample="any board",
        fix="no board",
    )
)
"""What is found in each board of a file of the kit's own: a message that names cards."""


def sniff(probe: Probe) -> Confidence:
    """Tell the kit's own files by their first line."""
    return Confidence.CERTAIN if probe.head.startswith(_MARK) else Confidence.NO


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield the boards of a file: after its mark and its seal a number and four masks a line."""
    _, status, *lines = source.read().decode("ascii").split("\n")
    ctx.is_sealed = status == "sealed"
    for line, text in enumerate(filter(None, lines), 3):
        number, *masks = (int(word, 16) for word in text.split())
        deal = Deal.from_masks(*masks)
        ctx.issue("KITSEAL001", line=line, board=number, hands=deal.to_text(Seat.NORTH))
        yield Board(number=number, deal=deal, **ctx.implied(number))


def write(boards: Iterable[Board], sink: BinaryIO, ctx: WriteContext) -> None:
    """Write a file; no card can be read in it by eye."""
    sink.write(_MARK + (b"sealed\n" if ctx.is_sealed else b"open\n"))
    for number, board in ctx.numbered(boards):
        masks = () if board.deal is None else board.deal.masks
        sink.write(" ".join(f"{word:x}" for word in (number, *masks)).encode() + b"\n")


@hookimpl
def overtrick_formats() -> Iterator[FormatSpec]:
    """Declare the kit's own format, which has a seal; registered only while a suite needs it."""
    here = __name__
    yield FormatSpec(
        name="kitseal",
        summary="Boards with a seal, for the conformance kit",
        suffixes=(".kitseal",),
        magic=(_MARK,),
        reader=f"{here}:read",
        writer=f"{here}:write",
        sniffer=f"{here}:sniff",
        carries=DEAL_FIELDS,
        implied=("dealer", "vulnerability"),
        diagnostics=f"{here}:CODES",
        capabilities=(SealSpec(),),
    )


@attrs.frozen(kw_only=True)
class Ran:
    """What came of a command line.

    Attributes:
        code: its exit code.
        out: what it printed on standard output.
        err: what it said on standard error.
        files: the files that it wrote.
    """

    code: int
    out: bytes
    err: str
    files: tuple[Path, ...]


class SealedFiles:
    """Files of boards, one of them sealed, and command lines that are given them.

    Attributes:
        folder: where they are, and where what is written goes.
        sealed: the file that may not be shown.
        plain: a file of the same boards that may.
        other: a file of another board that may.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sealed = self._make("sealed", _DEALS)
        self.plain = self._make("open", _DEALS)
        self.other = self._make("open", (_OTHER_DEAL,), first=11, name="other")

    def _make(
        self, status: str, deals: Iterable[str], *, first: int = 1, name: str | None = None
    ) -> Path:
        lines = [
            " ".join(f"{word:x}" for word in (number, *Deal.parse(text).masks))
            for number, text in enumerate(deals, first)
        ]
        path = self.folder / f"{name or status}.kitseal"
        path.write_bytes(_MARK + "\n".join([status, *lines, ""]).encode())
        return path

    def words(self, words: Sequence[str], file: Path | None, out: Path) -> list[str]:
        """Return a command line with the names of files in it.

        Args:
            words: see `run`.
            file: the file of boards; the sealed one where not given.
            out: what `{out}` stands for.
        """
        names = {_BOARDS: file or self.sealed, _OTHER: self.other, _OUT: out}
        return [_named(word, names) for word in words]

    def run(self, words: Sequence[str], file: Path | None = None, *, stdin: bytes = b"") -> Ran:
        """Run a command line in this process.

        Args:
            words: its words; in them `{file}` stands for a file of boards, `{other}` for another
                one that is not sealed, and `{out}` for the beginning of the name of a new file.
            file: the file of boards; the sealed one where not given.
            stdin: what comes from standard input.
        """
        from overtrick_cli.commands import run

        out_folder = Path(tempfile.mkdtemp(dir=self.folder))
        given = self.words(words, file, out_folder / "out")
        out, err = io.BytesIO(), io.BytesIO()
        streams = [io.TextIOWrapper(stream, "utf-8", write_through=True) for stream in (out, err)]
        before, keyboard = Path.cwd(), sys.stdin
        os.chdir(out_folder)
        sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
        try:
            with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
                code = run(given)
        finally:
            os.chdir(before)
            sys.stdin = keyboard
        return Ran(
            code=code,
            out=out.getvalue(),
            err=err.getvalue().decode("utf-8", "replace"),
            files=tuple(path for path in sorted(out_folder.rglob("*")) if path.is_file()),
        )

    def check(self, words: Sequence[str], *, keeps: bool = False) -> None:
        """Fail where a command tells of the hands of the sealed file unasked.

        Args:
            words: the command line, as for `run`.
            keeps: whether it works on sealed boards and shows none of them; otherwise it must
                refuse the file: exit code 2, no word on standard output, and no file.
        """
        what = " ".join(words)
        given = self.run(words, self.plain)
        assert given.code == 0, f"it does not work on any boards: {what}: {given.err}"
        ran = self.run(words)
        for place, text in (("standard output", ran.out), ("standard error", ran.err.encode())):
            told = cards_in(text)
            assert not told, f"{what} names cards of a sealed file on {place}: {told}"
        if not keeps:
            assert ran.code == 2, f"{what} does not refuse a sealed file: exit code {ran.code}"
            assert not ran.out, f"{what} tells of a sealed file: {ran.out[:200]!r}"
            assert not ran.files, f"{what} writes {ran.files[0].name} from a sealed file"
            assert "--show-cards" in ran.err, f"{what} does not say what shows the hands: {ran.err}"
        else:
            assert ran.code == 0, f"{what} does not work on sealed boards: {ran.err}"
            for path in ran.files:
                assert reads_as_sealed(path), f"{what} writes {path.name}, which is not sealed"
        asked = self.run([*words, "--show-cards"])
        if not keeps:
            assert asked.code == 0, f"{what} --show-cards does not work: {asked.err}"
            assert asked.out or asked.files, f"{what} --show-cards shows nothing"


def _named(word: str, names: dict[str, Path]) -> str:
    for mark, path in names.items():
        word = word.replace(mark, str(path))
    return word


def reads_as_sealed(path: Path) -> bool:
    """Return whether a file says that its hands are not to be shown."""
    settings = ReadSettings(errors="collect", sealed="keep")
    try:
        with BoardReader(path, default_manager(), settings) as reader:
            return reader.is_sealed
    except OvertrickError:
        return False


_HOLDINGS: Final = frozenset(
    suit
    for text in _DEALS
    for hand in text[2:].split()
    for suit in hand.split(".")
    if len(suit) >= 4
)
_TAG: Final = re.compile(r"<[^<>]*>")
_BLANK: Final = re.compile(r"[\s,.·|;:'\"\[\]()-]+|[♠♥♦♣♤♡♢♧]")


def cards_in(data: bytes) -> list[str]:
    """Return the suits of four cards and more that a text names of the kit's boards, sorted.

    However they are written: with blanks or commas, in HTML, with `10` or `T`.
    """
    text = html.unescape(_TAG.sub("", data.decode("utf-8", "replace")))
    plain = _BLANK.sub("", text).upper().replace("10", "T")
    return sorted(suit for suit in _HOLDINGS if suit in plain)


@contextlib.contextmanager
def sealed_files(folder: Path, *plugins: str) -> Iterator[SealedFiles]:
    """Give files in a folder, one of them sealed, in a format that is there for so long.

    Args:
        folder: an empty folder.
        plugins: declaration modules of plugins that are not installed.
    """
    default_manager.cache_clear()
    try:
        manager = installed_plugins()
        for name in (*plugins, __name__):
            add_plugin(manager, name)
        yield SealedFiles(folder)
    finally:
        default_manager.cache_clear()
