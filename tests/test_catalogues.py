"""Every diagnostic code of every installed plugin, and every field of the vocabulary."""

from __future__ import annotations

import re
import string
import subprocess
import sys

import overtrick
from overtrick import Field
from overtrick.findings.codes import CORE_CODES
from overtrick.laws import LAW_CODES
from overtrick.plugin import resolve


def catalogues():
    """The catalogues by the names of the formats that use them, each once."""
    found = {"core": CORE_CODES, "law": LAW_CODES}
    for spec in overtrick.formats():
        if spec.diagnostics is not None:
            catalogue = resolve(spec.diagnostics)
            if not any(catalogue is known for known in found.values()):
                found[spec.name] = catalogue
    return found


# Whose rules are published in numbered clauses.
STANDARDS = {"core", "dlm", "law", "pbn"}

CODES = [
    (owner, entry) for owner, catalogue in catalogues().items() for entry in catalogue.values()
]


def test_a_code_is_completely_described():
    for owner, entry in CODES:
        check_a_code_is_completely_described(owner, entry)


def check_a_code_is_completely_described(owner, entry):
    assert re.fullmatch(r"[A-Z]{2,8}\d{3}", entry.code)
    assert entry.template
    assert not entry.template.endswith(".") or entry.template.endswith("...")
    assert entry.sample.strip(), "no sample"
    assert entry.fix.strip(), "no fix"
    # The clause that is broken, or, where no standard speaks, what to do. A format without a
    # published standard has no clauses at all: there the fix says enough.
    assert entry.clause or entry.hint or owner not in STANDARDS, "neither clause nor hint"
    for _, field, _, _ in string.Formatter().parse(entry.template):
        assert field is None or field.partition("!")[0].isidentifier()
    # A template is filled in, a hint is not: a place in it would be printed as it is.
    assert not re.search(r"\{\w+\}", entry.hint or ""), entry.code


def test_no_two_plugins_use_one_code():
    owners = {}
    for owner, catalogue in catalogues().items():
        for code in catalogue:
            owners.setdefault(code, []).append(owner)
    assert not {code: found for code, found in owners.items() if len(found) > 1}


def test_a_plugin_keeps_to_prefixes_of_its_own():
    prefixes = {}
    for owner, catalogue in catalogues().items():
        for code in catalogue:
            prefixes.setdefault(code.rstrip("0123456789"), set()).add(owner)
    assert not {prefix: found for prefix, found in prefixes.items() if len(found) > 1}


def test_every_field_is_in_the_matrix():
    done = subprocess.run(
        [sys.executable, "-m", "overtrick_cli", "formats", "--matrix"],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    fields, _, demands = done.stdout.partition("\n\n")
    head, *rows = fields.splitlines()
    assert head.split() == ["field", *(spec.name for spec in overtrick.formats())]
    assert [row.split()[0] for row in rows] == [field.value for field in Field]
    for row, field in zip(rows, Field, strict=True):
        marks = ["yes" if field in spec.carries else "-" for spec in overtrick.formats()]
        assert row.split()[1:] == marks
    wanted = [
        (spec.name, ", ".join(spec.requires.words)) for spec in overtrick.formats() if spec.requires
    ]
    assert [tuple(row.split(maxsplit=1)) for row in demands.splitlines()[1:]] == wanted
