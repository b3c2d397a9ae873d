"""Findings as SARIF 2.1.0, which code hosts and editors show: one run, on standard output.

Source: OASIS Static Analysis Results Interchange Format (SARIF) Version 2.1.0, §3.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final
from urllib.parse import quote

from overtrick import Diagnostic, Fix, PluginManager, Severity, TextEdit, __version__
from overtrick.plugin import DiagnosticCode, all_codes
from overtrick_cli.inputs import PIPE
from overtrick_cli.linter.job import Checked
from overtrick_cli.linter.text import Totals, print_fixes
from overtrick_cli.terminal import print_json

SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}

Object = dict[str, object]


class SarifReport:
    """All findings as one SARIF log.

    Args:
        manager: knows the codes.
    """

    def __init__(self, manager: PluginManager) -> None:
        self._manager = manager
        self._findings: list[Diagnostic] = []
        self._is_complete = True

    def add(self, checked: Checked) -> None:
        """Add the findings of a file."""
        print_fixes(checked)
        self._findings += checked.findings
        self._is_complete = self._is_complete and not checked.code

    def end(self, totals: Totals) -> None:
        """Print the log."""
        print_json(log(self._findings, all_codes(self._manager), is_complete=self._is_complete))


def log(
    findings: list[Diagnostic], known: dict[str, DiagnosticCode], *, is_complete: bool = True
) -> Object:
    """Return findings as a SARIF log.

    Args:
        findings: in the order of the results.
        known: the entries of all installed codes; a code without one gets a bare rule.
        is_complete: whether every file could be checked.
    """
    codes = list(dict.fromkeys(finding.code for finding in findings))
    places = {code: place for place, code in enumerate(codes)}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "overtrick",
                        "version": __version__,
                        "rules": [_rule(code, known.get(code)) for code in codes],
                    }
                },
                "invocations": [{"executionSuccessful": is_complete}],
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding, places[finding.code]) for finding in findings],
            }
        ],
    }


def _rule(code: str, entry: DiagnosticCode | None) -> Object:
    if entry is None:
        return {"id": code}
    clause = f" ({entry.clause})" if entry.clause else ""
    text = [f"{entry.template}{clause}"]
    marked = [f"{_marked(entry.template)}{_marked(clause)}"]
    if entry.hint:
        text.append(entry.hint)
        marked.append(_marked(entry.hint))
    for title, sample in (("Bad:", entry.sample), ("Fixed:", entry.fix)):
        if sample:
            text.append(f"{title}\n{sample}")
            marked.append(f"{title}\n\n{_block(sample)}")
    properties: Object = {"tags": ["contract bridge"]}
    if entry.clause:
        properties["clause"] = entry.clause
    return {
        "id": code,
        "shortDescription": {"text": entry.template},
        "fullDescription": {"text": f"{entry.template}{clause}"},
        "help": {"text": "\n\n".join(text), "markdown": "\n\n".join(marked)},
        "defaultConfiguration": {"level": _LEVELS[entry.severity]},
        "properties": properties,
    }


def _marked(text: str) -> str:
    for mark in "\\`*_<>[]#":
        text = text.replace(mark, f"\\{mark}")
    return text


def _block(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


def _result(finding: Diagnostic, place: int) -> Object:
    text = f"{finding.message} ({finding.clause})" if finding.clause else finding.message
    if finding.hint:
        text += f"\n{finding.hint}"
    found: Object = {
        "ruleId": finding.code,
        "ruleIndex": place,
        "level": _LEVELS[finding.severity],
        "message": {"text": text},
        "locations": [{"physicalLocation": _location(finding)}],
    }
    if finding.location.board is not None:
        found["properties"] = {"board": finding.location.board}
    if finding.fix is not None and finding.fix.edits:
        found["fixes"] = [_fix(finding.fix, finding)]
    return found


def _artifact(path: str | None) -> Object:
    """Return the file as a URI reference: relative where the path is."""
    if path is None or path == PIPE:
        return {"uri": "stdin"}
    if Path(path).is_absolute():
        return {"uri": Path(path).as_uri()}
    parts = os.fsencode(path.replace(os.sep, "/"))
    # A first part with a colon would be taken for a scheme.
    return {"uri": quote(parts, safe="/") if b":" not in parts else "./" + quote(parts, safe="/")}


def _location(finding: Diagnostic) -> Object:
    location = finding.location
    found: Object = {"artifactLocation": _artifact(location.path)}
    if location.line is not None:
        region: Object = {"startLine": location.line}
        if location.column is not None:
            region["startColumn"] = location.column
            if location.end_column is not None:
                region["endLine"] = location.end_line or location.line
                region["endColumn"] = location.end_column
        elif location.end_line is not None:
            region["endLine"] = location.end_line
        found["region"] = region
    elif location.offset is not None:
        found["region"] = {"byteOffset": location.offset, "byteLength": 0}
    return found


def _fix(fix: Fix, finding: Diagnostic) -> Object:
    return {
        "description": {"text": fix.summary},
        "artifactChanges": [
            {
                "artifactLocation": _artifact(finding.location.path),
                "replacements": [_replacement(edit) for edit in fix.edits],
            }
        ],
    }


def _replacement(edit: TextEdit) -> Object:
    return {
        "deletedRegion": {
            "startLine": edit.line,
            "startColumn": edit.column,
            "endLine": edit.end_line,
            "endColumn": edit.end_column,
        },
        "insertedContent": {"text": edit.text},
    }
