"""Requirements of a format's declaration: light, valid, every reference in its place."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import Final

import attrs

from overtrick.plugin import (
    Catalogue,
    ExtrasSpec,
    FixerSpec,
    FormatSpec,
    LocatorSpec,
    SplitterSpec,
    TablesSpec,
    describe_options,
    resolve,
)
from overtrick_testing.declaration import (
    check_callable,
    check_catalogue,
    check_light,
    check_summary,
    declaring_module,
)
from overtrick_testing.fuzzing import stray_tokens
from overtrick_testing.requirements import SuiteBase, requirement, skip

_ARGUMENTS: Final = {"reader": 2, "writer": 3, "sniffer": 1}
_ARGUMENTS_OF: Final[dict[type, dict[str, int]]] = {
    FixerSpec: {"fixer": 3},
    LocatorSpec: {"locator": 2},
    SplitterSpec: {"splitter": 2},
}

# Controls but for blanks, line ends, the end of a page and that of a DOS file.
_NO_TEXT: Final = frozenset(range(32)) - frozenset(b"\t\n\v\f\r\x1a")


class DeclarationRequirements(SuiteBase):
    """What a declaration owes: part of `FormatSuite`."""

    @requirement(level=1)
    def test_declaration_is_light(self) -> None:
        """Importing the declaration adds nothing outside the standard library and overtrick.

        Reading lark, numpy or click is for the reader's module: a program that lists its
        formats should not pay for it.
        """
        check_light(
            self.plugin or declaring_module(self.harness.manager, FormatSpec, self.format_name)
        )

    @requirement(level=1)
    def test_spec_fields_are_valid(self) -> None:
        """The specification says what it must, and in the form that programs rely on."""
        spec = self.spec
        assert spec.name == self.format_name
        check_summary(spec.summary)
        assert spec.reader or spec.writer, "a format can be read or written"
        assert spec.carries, "a format carries at least one field"
        assert len(set(spec.suffixes)) == len(spec.suffixes), "a suffix stands twice"
        assert all(len(suffix) > 1 for suffix in spec.suffixes), "a suffix is only a dot"
        assert all(spec.magic), "an empty magic fits every file"
        assert spec.suffixes or spec.magic or spec.sniffer, "nothing tells such a file"
        assert spec.spec_url is None or spec.spec_url.startswith(("https://", "http://"))
        assert pickle.loads(pickle.dumps(spec)) == spec  # noqa: S301  # our own bytes

    @requirement(level=1)
    def test_references_resolve(self) -> None:
        """Every reference names something of the shape that its protocol asks for."""
        spec = self.spec
        _check_callables(spec, _ARGUMENTS)
        for capability in spec.capabilities:
            _check_callables(capability, _ARGUMENTS_OF.get(type(capability), {}))
            if isinstance(capability, ExtrasSpec):
                for name, reference in capability.rotated:
                    check_callable(f"what rotates {name}:", reference, 2)
            elif isinstance(capability, TablesSpec):
                for name, _ in capability.tables:
                    assert capability.content(name), f"the table {name} is empty"
        for role in ("read_options", "write_options"):
            reference = getattr(spec, role)
            if reference is not None:
                assert attrs.has(resolve(reference)), f"{role} {reference} is no attrs class"
        if spec.diagnostics is not None:
            assert isinstance(resolve(spec.diagnostics), Catalogue), (
                f"diagnostics {spec.diagnostics} is no Catalogue"
            )

    @requirement(level=1)
    def test_catalogue_is_complete(self) -> None:
        """Every diagnostic code has the plugin's prefix, a message, a sample and its fix."""
        if self.spec.diagnostics is None:
            skip(f"{self.format_name} has no catalogue of diagnostic codes")
        check_catalogue(resolve(self.spec.diagnostics))

    @requirement(level=1)
    def test_options_are_documented(self) -> None:
        """Every option has a line of help, a default, and choices that include the default."""
        if self.spec.read_options is None and self.spec.write_options is None:
            skip(f"{self.format_name} has no options")
        for reference in (self.spec.read_options, self.spec.write_options):
            if reference is not None:
                resolve(reference)()  # an option without a default fails here
        for info in describe_options(self.spec):
            where = f"{info.direction} option {info.name}"
            assert info.help.strip(), f"{where} has no help"
            assert isinstance(info.default, (str, int, bool, type(None))), (
                f"{where} has a default that no command line can give: {info.default!r}"
            )
            if info.choices and info.default is not None:
                assert info.default in info.choices, f"{where}: its default is no choice"

    @requirement(level=2)
    def test_binary_is_declared_rightly(self) -> None:
        """A format whose files are no text says `binary=True`, and counts no lines."""
        files = self._written_or_found()
        if not files:
            skip(f"{self.format_name} has neither a writer nor a corpus to take a sample from")
        odd = [sorted(set(data) & _NO_TEXT) for data in files]
        if not self.spec.binary:
            for data, found in zip(files, odd, strict=True):
                assert not found, (
                    f"its files hold bytes that no text has ({bytes(found[:8])!r} in "
                    f"{data!r:.100}): declare binary=True"
                )
        elif not any(odd) and self.spec.reader is not None:
            for data in stray_tokens(files, places=2):
                for item in self.harness.read(data).diagnostics:
                    assert item.location.line is None, (
                        f"binary=True, yet its files are text and {item.code} tells a line: {item}"
                    )

    def _written_or_found(self) -> list[bytes]:
        """Return what the writer makes of plain boards; the valid corpus where there is none."""
        if self.spec.writer is None:
            corpus = self.found_corpus
            return [] if corpus is None else [path.read_bytes() for path in corpus.valid]
        several = (self.examples, self.examples[:1], self.examples[1:2], self.examples[2:3])
        return [one.data for one in map(self.harness.try_write, several) if one is not None]


def _check_callables(declared: object, arguments: Mapping[str, int]) -> None:
    for role, count in arguments.items():
        reference = getattr(declared, role)
        if reference is not None:
            check_callable(role, reference, count)
