"""What a format owes to its corpus: valid files read clean and right, invalid ones give their code.

What is right is said by the oracles beside the files.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path

import attrs

from overtrick import NO_EXTRAS, FormatError, WriteError
from overtrick.plugin import resolve
from overtrick_testing.corpus import Corpus, code_of
from overtrick_testing.examples import keep_fields
from overtrick_testing.harness import Reading
from overtrick_testing.oracles import (
    NO_ORACLE,
    NoOracleWarning,
    NotInstalledError,
    Oracle,
    disagreements,
    reach,
    read_expectation,
    read_oracle,
    record_reach,
    unexpected,
)
from overtrick_testing.requirements import SuiteBase, requirement, skip


class CorpusRequirements(SuiteBase):
    """The requirements of a corpus; part of `FormatSuite`."""

    def need_corpus(self) -> Corpus:
        """Return the corpus, or skip where the suite names none."""
        found = self.found_corpus
        if found is None:
            skip(f"the suite of {self.format_name} names no corpus")
        return found

    @requirement(level=1, after=("test_only_format_errors_escape",))
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

    @requirement(
        level=1,
        after=(
            "test_a_lost_end_is_noticed",
            "test_every_number_comes_back",
            "test_no_value_is_passed_over",
        ),
    )
    def test_corpus_invalid_yields_its_code(self) -> None:
        """Every file of `invalid/` gives the code in its name, and no other."""
        self.need_reader()
        files = self.need_corpus().invalid
        if not files:
            skip("the corpus has no invalid files")
        for code, path in files:
            data = path.read_bytes()
            found = self._read_invalid(path)
            assert found.crash is None, f"{path.name}: {found.crash!r}"
            assert found.codes == (code,), f"{path.name} gives {', '.join(found.codes) or 'none'}"
            if any(item.is_error for item in found.diagnostics):
                strict = self.harness.read(data, errors="raise").error
                assert isinstance(strict, FormatError), f"{path.name}: no error in raise mode"
                assert strict.diagnostic.code == code, f"{path.name}: raises {strict}"

    def _read_invalid(self, path: Path) -> Reading:
        """Read a file of `invalid/`."""
        found = self.harness.read(path.read_bytes())
        if found.diagnostics:
            return found
        # What only `check` reports: the finer rules of the format.
        return self.harness.read(path.read_bytes(), checking=True)

    @requirement(level=1)
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

    def need_oracles(self) -> tuple[tuple[Path, Oracle], ...]:
        """Return the files of `valid/` that have an oracle, with it, or skip if there is none."""
        corpus = self.found_corpus
        if corpus is None or not corpus.oracles:
            skip(NO_ORACLE)
        found: list[tuple[Path, Oracle]] = []
        reason = ""
        for path, oracle in corpus.oracles:
            try:
                found.append((path, read_oracle(oracle, self.format_name)))
            except NotInstalledError as error:
                reason = str(error)
        if not found:
            skip(reason)
        return tuple(found)

    @requirement(level=2, after=("test_no_silent_loss",))
    def test_reader_agrees_with_the_oracle(self) -> None:
        """What the reader makes of a file of `valid/` is what the oracle beside the file says."""
        self.need_reader()
        corpus = self.found_corpus
        if corpus is not None and corpus.orphans:
            names = ", ".join(f"{path.parent.name}/{path.name}" for path in corpus.orphans)
            own = " ".join(self.spec.suffixes) or "none"
            msg = f"an oracle of no file: {names} (the suffixes of {self.format_name} are: {own})"
            raise AssertionError(msg)
        if corpus is None or not corpus.oracles:
            where = "no corpus" if corpus is None else f"no oracle in {corpus.folder.name}/valid"
            warnings.warn(
                f"{self.format_name}: {NO_ORACLE} ({where}; `overtrick testing make-oracle FILE`"
                " writes one to look over)",
                NoOracleWarning,
                stacklevel=2,
            )
        pairs = self.need_oracles()
        told = [board for _, oracle in pairs for board in oracle.boards or ()]
        record_reach(f"{self.format_name}: {reach(len(pairs), told, self.spec.carries)}")
        for path, oracle in pairs:
            found = self.harness.read(path.read_bytes())
            assert found.crash is None, f"{path.name}: {found.crash!r}"
            wrong = disagreements(oracle, self.spec, found.boards, found.header)
            check_none(wrong, f"{path.name} against {oracle.path.name}")

    @requirement(
        level=2, after=("test_reader_agrees_with_the_oracle", "test_options_for_reading_work")
    )
    def test_options_for_reading_agree_with_the_oracle(self) -> None:
        """With options, a file of `valid/` reads as its oracle says: each value, not one more."""
        self.need_reader()
        if self.spec.read_options is None:
            skip(f"{self.format_name} has no options for reading")
        left = {field.name for field in attrs.fields(resolve(self.spec.read_options))}
        for path, oracle in self.need_oracles():
            for options, boards in oracle.with_options:
                left -= options.keys()
                found = self.harness.read(path.read_bytes(), options=dict(options))
                assert found.crash is None, f"{path.name} with {dict(options)}: {found.crash!r}"
                expected = attrs.evolve(oracle, boards=boards, header=None)
                wrong = disagreements(expected, self.spec, found.boards)
                check_none(wrong, f"{path.name}, read with {dict(options)}")
        if left:
            skip(f"no expected output has these options: {', '.join(sorted(left))}")

    @requirement(level=2, after=("test_reader_agrees_with_the_oracle",))
    def test_writer_agrees_with_the_oracle(self) -> None:
        """What an oracle says comes back from the writer, less what is reported as lost."""
        self.need_both()
        for path, oracle in self.need_oracles():
            assert oracle.boards is not None
            boards = tuple(keep_fields(board, self.spec.carries) for board in oracle.boards)
            header = NO_EXTRAS if oracle.header is None else oracle.header
            try:
                written = self.harness.write(boards, header=header)
            except WriteError as error:
                msg = f"{oracle.path.name}: what {path.name} holds cannot be written: {error}"
                raise AssertionError(msg) from error
            found = self.harness.read(written.data)
            wrong = disagreements(
                oracle, self.spec, found.boards, found.header, passed_over=written.fields()
            )
            check_none(wrong, f"{oracle.path.name}, written and read")

    @requirement(
        level=2,
        after=(
            "test_reader_agrees_with_the_oracle",
            "test_error_places_move",
            "test_collect_finds_every_error",
        ),
    )
    def test_findings_are_where_they_are_expected(self) -> None:
        """A file of `invalid/` has the findings, places and boards that its JSON says, in order."""
        self.need_reader()
        corpus = self.need_corpus()
        if not corpus.expectations:
            skip("no file of invalid/ has a JSON beside it that says where its findings are")
        for path, oracle in corpus.expectations:
            expected = read_expectation(oracle)
            found = self._read_invalid(path)
            if found.codes != (code_of(path),):
                continue  # test_corpus_invalid_yields_its_code tells of it
            wrong = unexpected(expected, found.diagnostics)
            wrong += disagreements(expected, self.spec, found.boards, found.header)
            check_none(wrong, f"{path.name} against {oracle.name}")


def check_none(wrong: Sequence[str], where: str) -> None:
    """Assert that nothing is wrong; what is stands on lines of its own."""
    assert not wrong, "\n".join(f"{where}: {line}" for line in wrong)
