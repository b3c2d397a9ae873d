"""The analysis of a text: its format, boards and findings, as `overtrick check` reports them."""

from __future__ import annotations

import io

import attrs

import overtrick
from overtrick import Board, BoardSet, Diagnostic, FormatError, UnknownFormatError
from overtrick.plugin import FormatSpec, default_manager, fix_file, in_order, resolve


class NotFormattedError(Exception):
    """The reason a text is not formatted, as a sentence for the user."""


@attrs.frozen(kw_only=True)
class Analysis:
    """The analysis of a text.

    Attributes:
        data: the text as the bytes of a file.
        path: its name, which may tell the format.
        spec: its format; `None` where no installed format knows it, or only one that is no text.
        boards: its boards, with the header.
        findings: what is wrong, in the order of lines.
    """

    data: bytes
    path: str
    spec: FormatSpec | None = None
    boards: BoardSet = attrs.field(factory=BoardSet)
    findings: tuple[Diagnostic, ...] = ()

    def board_at(self, line: int) -> Board | None:
        """Return the board at a line, 1-based: the last one that begins at or above it."""
        found = None
        for board in self.boards:
            if board.origin is None or board.origin.line is None:
                continue
            if board.origin.line > line:
                break
            found = board
        return found

    def mended(self) -> str:
        """Return the text with all faults fixed that have one right answer.

        Raises:
            OvertrickError: see `overtrick.files.fixing.fix_file`.
        """
        if self.spec is None:
            return self.data.decode()
        fixed = fix_file(self.data, self.spec, default_manager(), path=self.path)
        return fixed.data.decode("utf-8", "replace")

    def formatted(self) -> str:
        """Return the text in its format's standard layout.

        Raises:
            NotFormattedError: the text has errors, something of it would be lost, or its format
                has no writer.
            OvertrickError: the boards cannot be written.
        """
        spec = self.spec
        if spec is None or spec.writer is None:
            raise NotFormattedError("no installed format writes such files")
        errors = [finding for finding in self.findings if finding.is_error]
        if errors:
            line = errors[0].location.line
            where = "" if line is None else f" in line {line}"
            raise NotFormattedError(f"mend the errors first: {errors[0].message}{where}")
        if not self.boards:
            raise NotFormattedError("there is no board")
        sink = io.BytesIO()
        options = {"style": "export"} if _has_export_style(spec) else None
        try:
            overtrick.dump(self.boards, sink, format=spec.name, options=options, on_loss="raise")
        except overtrick.LossError as error:
            raise NotFormattedError(f"it would lose {error.report.summary()}") from error
        return sink.getvalue().decode("utf-8", "replace")


def _has_export_style(spec: FormatSpec) -> bool:
    """Return whether a writer preserves source text and has the standard layout `export`."""
    if spec.write_options is None:
        return False
    declared = {field.name: field for field in attrs.fields(resolve(spec.write_options))}
    return "style" in declared and "export" in declared["style"].metadata.get("choices", ())


def analyse(data: bytes, path: str) -> Analysis:
    r"""Read a text as a file of its format and check it.

    Args:
        data: the text as the bytes of a file.
        path: the file's name; where the content does not tell the format, its suffix may.

    Example:
        >>> found = analyse(b'% PBN 2.1\n[Board "1"]\n[Contract "9N"]\n', "a.pbn")
        >>> found.spec.name, found.boards[0].number, found.findings[0].location.line
        ('pbn', 1, 3)
    """
    if not data.strip():
        return Analysis(data=data, path=path)
    try:
        # Nobody asks for what an editor shows: of sealed hands it shows nothing.
        reader = overtrick.open_boards(data, errors="collect", check=True, path=path, sealed="keep")
    except UnknownFormatError:
        return Analysis(data=data, path=path)
    boards: list[Board] = []
    with reader:
        if reader.spec.binary:
            # What an editor shows of it is not what stands in the file.
            return Analysis(data=data, path=path)
        stopped = None
        try:
            boards.extend(reader)
        except FormatError as error:
            stopped = error.diagnostic
        findings = list(reader.diagnostics)
        if stopped is not None and stopped not in findings:
            findings.append(stopped)
        return Analysis(
            data=data,
            path=path,
            spec=reader.spec,
            boards=BoardSet(
                boards=tuple(boards),
                header=reader.header,
                format=reader.spec.name,
                is_sealed=reader.is_sealed,
            ),
            findings=tuple(in_order(findings)),
        )
