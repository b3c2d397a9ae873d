"""What a format owes to its corpus: valid files read clean, invalid ones give their code."""

from __future__ import annotations

from overtrick.findings.errors import FormatError
from overtrick.framework.spec import resolve
from overtrick.testing.corpus import Corpus
from overtrick.testing.obligations import SuiteBase, obligation, skip


class CorpusObligations(SuiteBase):
    """The obligations of a corpus; part of `FormatSuite`."""

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
