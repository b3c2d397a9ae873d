"""The small files of the plugins: the same job has the same name in each of them."""

from __future__ import annotations

import pytest

import overtrick

MODULES = {
    "reader": "reader",
    "writer": "writer",
    "sniffer": "sniffer",
    "diagnostics": "diagnostics",
    "read_options": "options",
    "write_options": "options",
}
NAMES = {
    "reader": "read",
    "writer": "write",
    "sniffer": "sniff",
    "diagnostics": "CODES",
    "read_options": "ReadOptions",
    "write_options": "WriteOptions",
}


def names_of(job, spec, package):
    """Return the names that a job may have: a plugin's further formats add their own to it."""
    name = NAMES[job]
    if package == f"overtrick_{spec.name}":
        return {name}
    if name[0].islower():
        return {f"{name}_{spec.name}"}
    return {name, spec.name.title() + name}


@pytest.mark.parametrize("spec", overtrick.formats(), ids=lambda spec: spec.name)
def test_the_same_job_has_the_same_name(spec):
    for job, word in MODULES.items():
        reference = getattr(spec, job)
        if reference is None:
            continue
        path, _, name = reference.partition(":")
        package, _, module = path.rpartition(".")
        assert module == word or module.endswith(f"_{word}"), reference
        assert name in names_of(job, spec, package), reference
