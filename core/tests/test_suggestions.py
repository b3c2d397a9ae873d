from __future__ import annotations

from pathlib import Path

import pytest

from overtrick.framework.known_distributions import KNOWN_DISTRIBUTIONS
from overtrick.framework.manager import default_manager
from overtrick.framework.records import PluginRecord, PluginState
from overtrick.framework.suggestions import hint, near_suffix


def test_a_format_a_suffix_and_a_command_name_their_distribution():
    assert hint((), "format", "lin").endswith("python -m pip install overtrick-lin")
    assert "overtrick-dup:" in hint((), "suffix", ".bri")
    assert "overtrick-duplimate-device" in hint((), "command", "duplimate")
    assert "overtrick-lin" in hint((), "code", "LIN001")


def test_what_nobody_knows_is_not_suggested():
    assert hint((), "format", "qqq") == hint((), "suffix", ".qqq") == ""


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (".pnb", True), (".pdn", True), (".pbnn", True), (".pn", True),
        (".pbn", False), (".old", False), (".npb", False), (".pbnxx", False), (".p", False),
        ("", False),
    ],
)  # fmt: skip
def test_a_guess_at_a_suffix_is_one_slip_away(typed, meant):
    assert near_suffix(typed, [".pbn", ".jsonl"]) == ("; did you mean .pbn?" if meant else "")


def test_nothing_is_guessed_for_a_suffix_that_is_known():
    assert "did you mean .pbn" in hint((), "suffix", ".rpbn")
    assert hint((), "suffix", ".rpbn", [".rpbn"]) == ""


def record(name, state, error, distribution=None):
    return PluginRecord(name=name, state=state, error=error, distribution=distribution)


OFF = "switched off by OVERTRICK_DISABLE_PLUGINS"


@pytest.mark.parametrize(
    ("state", "error", "expected"),
    [
        (PluginState.BLOCKED, OFF, f"the plugin 'pbn' is {OFF}"),
        (PluginState.FAILED, "no", "the plugin 'pbn' is installed but failed to load: no; run"),
        (PluginState.OUTDATED, "old", "the plugin 'pbn' is installed but is outdated: old; run"),
    ],
)
@pytest.mark.parametrize("distribution", ["overtrick-pbn", None])
@pytest.mark.parametrize("asked", [("format", "pbn"), ("suffix", ".pbn")])
def test_a_plugin_that_brings_it_and_is_not_used_is_the_cause(
    state, error, expected, distribution, asked
):
    """Nothing is guessed beside it: neither what to install nor another word."""
    others = [record(name, PluginState.OUTDATED, "old") for name in "abc"]
    told = hint([record("pbn", state, error, distribution), *others], *asked, ["pbm", ".pbm"])
    assert told.startswith(f"\n{expected}")
    assert told.count("\n") == 1
    assert "did you mean" not in told


def test_plugins_that_are_off_or_outdated_share_a_line():
    records = [
        *(record(name, PluginState.BLOCKED, OFF) for name in ("a", "b", "c", "d")),
        record("e", PluginState.BLOCKED, "switched off by OVERTRICK_PLUGINS"),
        *(record(name, PluginState.OUTDATED, f"try {name}") for name in ("f", "g")),
    ]
    assert hint(records, "format", "zzz").splitlines() == [
        "",
        f"4 plugins are {OFF} (a, b, c, ...); run `overtrick plugins --verbose`",
        "the plugin 'e' is switched off by OVERTRICK_PLUGINS",
        "2 plugins are made for an earlier overtrick and not used (f, g); "
        "run `overtrick plugins --verbose`",
    ]
    assert hint(records, "format", "zzz", ["zzy"]) == "; did you mean zzy?"


@pytest.fixture
def bare(monkeypatch, overtrick_command, tmp_path):
    """The command line where none of the project's other distributions is installed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.lin").write_text("nothing that anybody knows")
    monkeypatch.setenv("OVERTRICK_PLUGINS", "")
    default_manager().discover()
    monkeypatch.setattr(default_manager(), "records", tuple)
    return overtrick_command


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["convert", "{}", "x.lin"], "overtrick-lin"),
        (["convert", "{}", "x.bri.gz"], "overtrick-dup"),
        (["convert", "{}", "-", "--to", "dlm"], "overtrick-dlm"),
        (["edit", "{}", "x.rzd", "--rotate", "1"], "overtrick-rzd"),
        (["show", "{}", "--from", "pbn"], "overtrick-pbn"),
        (["show", "old.lin"], "overtrick-lin"),
        (["check", "old.lin"], "overtrick-lin"),
        (["detect", "old.lin"], "overtrick-lin"),
        (["detect", "old.lin", "--json"], "overtrick-lin"),
        (["formats", "hrf"], "overtrick-hrf"),
        (["explain", "LIN001"], "overtrick-lin"),
        (["show", "{}", "--as", "pdf"], "overtrick-records"),
        (["show", "{}", "-o", "x.pdf"], "overtrick-records"),
        (["recrods", "{}"], "overtrick-records"),
        (["convert", "{}", "-", "--to", "dlmm"], "overtrick-dlm"),
        (["convert", "{}", "x.rzdd"], "overtrick-rzd"),
        *(
            ([command], known.name)
            for known in KNOWN_DISTRIBUTIONS
            for command in known.commands
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_what_is_not_installed_is_named_with_its_install(words, name, bare, line_file, split_ten):
    file = line_file(f"1 {split_ten}")
    done = bare(*(word.replace("{}", str(file)) for word in words))
    assert done.code in {1, 2}
    assert f"python -m pip install {name}" in done.out + done.err
    assert not Path("x.pdf").exists()


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["chekc", "x"], "did you mean check?"),
        (["CONVERT"], "did you mean convert?"),
        (["check", "x", "--statistic"], "--statistics"),
        (["convert", "{}", "-", "--to", "lien"], "did you mean line?"),
        (["convert", "{}", "x.lnie"], "did you mean .line?"),
        (["formats", "lin3"], "did you mean line?"),
        (["show", "{}", "--as", "htlm"], "did you mean html?"),
        (["explain", "LINE0001"], "did you mean LINE001"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_is_misspelt_is_guessed_at(words, meant, overtrick_command, line_file, split_ten):
    file = line_file(f"1 {split_ten}")
    done = overtrick_command(*(word.replace("{}", str(file)) for word in words))
    assert done.code == 2
    assert meant in done.err
