"""`FormatSuite`: the obligations of a format, one named test each."""

from __future__ import annotations

from overtrick.findings.errors import FormatError
from overtrick.framework.spec import resolve
from overtrick.testing.corpus import Corpus
from overtrick.testing.formats.coming_back import ValueObligations
from overtrick.testing.formats.declaration import DeclarationObligations
from overtrick.testing.formats.growth import GrowthObligations
from overtrick.testing.formats.octets import OctetObligations
from overtrick.testing.formats.options import OptionObligations
from overtrick.testing.formats.parts import PartObligations
from overtrick.testing.formats.places import PlaceObligations
from overtrick.testing.formats.processes import ProcessObligations
from overtrick.testing.formats.sniffing import SniffingObligations
from overtrick.testing.obligations import obligation, skip


class FormatSuite(
    DeclarationObligations,
    SniffingObligations,
    ValueObligations,
    OptionObligations,
    OctetObligations,
    PlaceObligations,
    ProcessObligations,
    GrowthObligations,
    PartObligations,
):
    """Every obligation of a file format; a plugin's test file subclasses it.

    Each obligation is one test. A test skips, with its reason, where the format lacks what it
    is about (no writer, no sniffer, no corpus). An obligation that a plugin cannot meet yet is
    marked by name, so that the day it is met is noticed:

        class TestLine(FormatSuite):
            format_name = "line"
            corpus = "tests/corpus"

            @pytest.mark.xfail(strict=True, reason="tabs in names, see issue 7")
            def test_no_silent_loss(self) -> None:
                super().test_no_silent_loss()

    New obligations come at a new `level`; a suite that says `level = 1` goes on as it was.

    Attributes:
        format_name: the format's name.
        corpus: a folder with `valid/` and `invalid/<CODE>-*`, looked for from the test
            module's folder upwards; `None` where there is none.
        level: the level of the suite that the plugin undertakes to pass.
        plugin: the declaration module, for a plugin that is not installed; `None` to find it
            through its entry point.
        read_ahead: how many bytes a streaming reader may take beyond the board it yields.
        max_examples: how many generated examples each property gets; `None` for a fifth of
            the hypothesis profile's number.
    """

    def need_corpus(self) -> Corpus:
        """Return the corpus, or skip where the suite names none."""
        found = self.found_corpus
        if found is None:
            skip(f"the suite of {self.format_name} names no corpus")
        return found

    @obligation(level=1)
    def test_corpus_valid_reads_clean(self) -> None:
        """Every file of `valid/` is read without an error or a warning, in both error modes."""
        self.need_reader()
        files = self.need_corpus().valid
        if not files:
            skip("the corpus has no valid files")
        for path in files:
            for mode in ("collect", "raise"):
                found = self.harness.read(path.read_bytes(), errors=mode)
                assert found.is_clean, f"{path.name}: {found.crash or found.diagnostics[0]}"
                assert found.boards, f"{path.name} has no boards"

    @obligation(level=1)
    def test_corpus_invalid_yields_its_code(self) -> None:
        """Every file of `invalid/` gives the code in its name, and no other."""
        self.need_reader()
        files = self.need_corpus().invalid
        if not files:
            skip("the corpus has no invalid files")
        for code, path in files:
            data = path.read_bytes()
            found = self.harness.read(data)
            if not found.diagnostics:
                # What only `check` reports: the finer rules of the format.
                found = self.harness.read(data, checking=True)
            assert found.crash is None, f"{path.name}: {found.crash!r}"
            assert found.codes == (code,), f"{path.name} gives {', '.join(found.codes) or 'none'}"
            if any(item.is_error for item in found.diagnostics):
                strict = self.harness.read(data, errors="raise").error
                assert isinstance(strict, FormatError), f"{path.name}: no error in raise mode"
                assert strict.diagnostic.code == code, f"{path.name}: raises {strict}"

    @obligation(level=1)
    def test_every_code_has_a_corpus_file(self) -> None:
        """Every code that a file can trigger has a file that does."""
        corpus = self.need_corpus()
        if self.spec.diagnostics is None:
            skip(f"{self.format_name} has no catalogue of diagnostic codes")
        wanted = {
            code
            for code, entry in resolve(self.spec.diagnostics).items()
            if entry.kind not in {"write", "limit"} and self.is_triggered_by_a_file(code)
        }
        missing = sorted(wanted - {code for code, _ in corpus.invalid})
        assert not missing, f"no file in invalid/ for {', '.join(missing)}"

    def is_triggered_by_a_file(self, code: str) -> bool:
        """Return whether a file can trigger a code; overridden for those that only options can."""
        return bool(code)
