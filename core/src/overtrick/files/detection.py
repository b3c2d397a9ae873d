"""Detect a file's format: candidates by magic and suffix, sniffers, and no tie-breaks."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, Final, NamedTuple

from overtrick.disk.compression import suffix_of
from overtrick.disk.sources import HEAD_LENGTH, OpenSource
from overtrick.files.appearance import appearance
from overtrick.findings.codes import core_finding
from overtrick.findings.diagnostics import Diagnostic, Location
from overtrick.findings.errors import (
    AmbiguousFormatError,
    NoBoardsError,
    ParseError,
    PluginError,
    UnknownFormatError,
)
from overtrick.framework.core_kinds import OTHER_FILES
from overtrick.framework.guard import Guard, resolve
from overtrick.framework.spec.formats import Confidence, FormatSpec, Probe
from overtrick.framework.text import wide_encoding

if TYPE_CHECKING:
    from overtrick.framework.manager import PluginManager


class SniffAnswer(NamedTuple):
    """The answer of one format about a file.

    Attributes:
        format: the format's name.
        confidence: how sure it is.
        reason: why: the magic, the suffix, the sniffer, or the sniffer's failure.
        failed: whether the format's sniffer raised an exception.
    """

    format: str
    confidence: Confidence
    reason: str
    failed: bool = False


class Detection(NamedTuple):
    """The detected format of a file, with the answers that led to it.

    Attributes:
        format: the name of the format.
        answers: the answers of all formats that were asked, in descending confidence.
    """

    format: str
    answers: tuple[SniffAnswer, ...] = ()

    @property
    def confidence(self) -> Confidence:
        """How sure the chosen format was; `CERTAIN` where the caller named it."""
        found = (answer.confidence for answer in self.answers if answer.format == self.format)
        return next(found, Confidence.CERTAIN)


def make_probe(opened: OpenSource, path: str | None = None) -> Probe:
    """Return the part of an open source that sniffers see.

    Args:
        opened: the source.
        path: its name, in place of the source's own; a file in an archive has its own suffix.
    """
    suffix = suffix_of(opened.member or path or opened.path)
    return Probe(head=opened.head, suffix=suffix, size=opened.size)


def _ask(spec: FormatSpec, probe: Probe) -> SniffAnswer:
    if spec.sniffer is not None:
        try:
            return SniffAnswer(spec.name, _sniffed(spec.sniffer, probe), "its sniffer")
        except PluginError as error:
            # A failed sniffer counts as a no.
            return SniffAnswer(spec.name, Confidence.NO, str(error), failed=True)
    by_magic = next((magic for magic in spec.magic if probe.head.startswith(magic)), None)
    if by_magic is not None:
        reason = f"begins with {by_magic!r}"
        return SniffAnswer(format=spec.name, confidence=Confidence.LIKELY, reason=reason)
    if probe.suffix in spec.suffixes:
        reason = f"the suffix {probe.suffix}"
        return SniffAnswer(format=spec.name, confidence=Confidence.MAYBE, reason=reason)
    return SniffAnswer(format=spec.name, confidence=Confidence.NO, reason="nothing speaks for it")


def _sniffed(sniffer: str, probe: Probe) -> Confidence:
    """Return the answer of a sniffer.

    Raises:
        PluginError: it raises any exception.
    """
    sniff = resolve(sniffer)
    with Guard("its sniffer", sniffer, typed=()):
        return Confidence(sniff(probe))


def ask_formats(opened: OpenSource, manager: PluginManager) -> list[SniffAnswer]:
    """Return the answers of formats about an open file, in descending confidence."""
    return _answers(make_probe(opened), manager)


def _answers(probe: Probe, manager: PluginManager) -> list[SniffAnswer]:
    """Return the answers of the formats for a file, in descending confidence.

    Formats whose magic or suffix fits are asked first; all others only where those are not sure.
    """
    specs = [spec for spec in manager.formats().values() if spec.reader is not None]
    likely = [
        spec for spec in specs if probe.suffix in spec.suffixes or probe.head.startswith(spec.magic)
    ]
    answers = [_ask(spec, probe) for spec in likely]
    is_sure = any(answer.confidence >= Confidence.LIKELY for answer in answers)
    if not is_sure:
        asked = {answer.format for answer in answers}
        answers += [_ask(spec, probe) for spec in specs if spec.name not in asked]
    answers.sort(key=lambda answer: (-answer.confidence, answer.format))
    return answers


def detect_format(probe: Probe, manager: PluginManager, path: str | None = None) -> Detection:
    """Detect the format of a file from its first bytes and suffix.

    Formats whose magic or suffix fits are asked first; all others only where those are not
    sure. The surest answer wins; a tie is an error, never decided by order.

    Raises:
        UnknownFormatError: no format accepts the file; plugins that failed to load are named.
        NoBoardsError: a plugin recognizes the file as one without boards.
        AmbiguousFormatError: several formats are equally sure.
    """
    answers = _answers(probe, manager)
    best = answers[0].confidence if answers else Confidence.NO
    name = "<data>" if path is None else path
    wide = wide_encoding(probe.head) if best < Confidence.LIKELY else None
    if wide is not None and not any(
        manager.format(answer.format).binary for answer in answers if answer.confidence is best
    ):
        # UTF-16 text is in no text format, even if its suffix fits.
        best = Confidence.NO
    if best < Confidence.LIKELY:
        _refuse_other(probe, manager, name, by_suffix=best is Confidence.NO)
    if best is Confidence.NO:
        known = ", ".join(manager.formats()) or "none"
        broken = [f"{answer.format}: {answer.reason}" for answer in answers if answer.failed]
        details = "".join(f"\n{line}" for line in broken)
        if wide is not None:
            what = f"is {wide} text, which no format here uses"
            details += "\nsave the file as UTF-8 or plain text"
        else:
            what, remedy = _looks(probe, manager)
            details += remedy
            named = _named(probe, answers, manager)
            if named:
                details += (
                    f"\nby its suffix it would be {' or '.join(named)}, which its content is not"
                )
            details += manager.hint("suffix", probe.suffix, [probe.suffix] if named else ())
        msg = f"{name} {what}{details}\nthe formats here: {known}"
        raise UnknownFormatError(msg)
    tied = [answer.format for answer in answers if answer.confidence is best]
    if len(tied) == 1:
        return Detection(format=tied[0], answers=tuple(answers))
    msg = (
        f"{name} could be {' or '.join(tied)}; name the format with --from, in Python with format="
    )
    raise AmbiguousFormatError(msg, tuple(tied))


def _looks(probe: Probe, manager: PluginManager) -> tuple[str, str]:
    """Return what a file of no known format looks like, and lines with the remedy."""
    missing = manager.hint_for_content(probe.head)
    seen = appearance(probe.head)
    what = f"is of no format that is known here: it looks like {seen.what}"
    if missing:
        return what, missing
    return what, f"\n{seen.remedy}" if seen.remedy else ""


def _named(probe: Probe, answers: list[SniffAnswer], manager: PluginManager) -> list[str]:
    """Return the formats with a file's suffix whose sniffers did not fail."""
    return [
        answer.format
        for answer in answers
        if probe.suffix in manager.format(answer.format).suffixes and not answer.failed
    ]


def _refuse_other(probe: Probe, manager: PluginManager, name: str, *, by_suffix: bool) -> None:
    """Refuse a file that holds no boards, by its magic, or by its suffix if that may count."""
    head = probe.head.removeprefix(b"\xef\xbb\xbf").lstrip()
    for spec in manager.specs(OTHER_FILES).values():
        named = by_suffix and probe.suffix in spec.suffixes
        if named or (spec.magic and head.startswith(spec.magic)):
            raise NoBoardsError(spec.sentence(name))


_BLANK: Final = b" \t\r\n\f\v\x1a"  # the last is the end-of-file mark of DOS
_MAX_BLANK_BYTES: Final = 1 << 20


def refuse_empty(opened: OpenSource, path: str | None = None) -> None:
    """Refuse a source that holds nothing, or nothing but blanks and line ends.

    Args:
        opened: the source.
        path: its name, in place of the source's own.

    Raises:
        ParseError: it does (`CORE045`), or it is compressed, and damaged before its first byte.
    """
    if not _is_blank(opened.head) or not _is_blank_behind(opened):
        return
    opened.damage.raise_found()
    name = opened.path if path is None else path
    raise ParseError(core_finding("CORE045", Location(path=name)))


def _is_blank(data: bytes) -> bool:
    return not data.removeprefix(codecs.BOM_UTF8).strip(_BLANK)


def _is_blank_behind(opened: OpenSource) -> bool:
    """Return whether the rest is blank too; `False` where it is large or cannot be read twice."""
    if len(opened.head) < HEAD_LENGTH:
        return True
    if not opened.stream.seekable():
        return False
    content = opened.stream.read(_MAX_BLANK_BYTES + 1)
    opened.stream.seek(0)
    return len(content) <= _MAX_BLANK_BYTES and _is_blank(content)


def misnamed(
    opened: OpenSource, spec: FormatSpec, manager: PluginManager, path: str | None = None
) -> list[Diagnostic]:
    """Return the finding that a source's name promises another format than its own, if it does.

    Args:
        opened: the source.
        spec: its format.
        manager: knows the suffixes.
        path: its name, in place of the source's own.
    """
    name = opened.path if path is None else path
    suffix = suffix_of(opened.member or name)
    if suffix in spec.suffixes:
        return []
    others = " or ".join(
        other.title for other in manager.formats().values() if suffix in other.suffixes
    )
    if not others:
        return []
    values = {"suffix": suffix, "others": others, "format": spec.title}
    return [core_finding("CORE046", Location(path=name), **values)]


def detect_source(opened: OpenSource, manager: PluginManager, path: str | None = None) -> Detection:
    """Detect the format of an open source.

    Raises:
        ParseError: it is empty (`CORE045`), or a compressed file is damaged too early to detect it.
    """
    name = opened.path if path is None else path
    refuse_empty(opened, name)
    try:
        return detect_format(make_probe(opened, name), manager, name)
    except UnknownFormatError:
        opened.damage.raise_found()
        raise
