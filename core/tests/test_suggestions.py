from __future__ import annotations

from pathlib import Path

import pytest

from overtrick.framework.known_distributions import KNOWN_DISTRIBUTIONS
from overtrick.framework.manager import default_manager
from overtrick.framework.records import PluginRecord, PluginState
from overtrick.framework.suggestions import INSTALL_ONE, suggestion


def test_a_format_a_suffix_and_a_command_name_their_distribution():
    assert suggestion((), format="lin").endswith("python -m pip install overtrick-lin")
    assert "overtrick-dup:" in suggestion((), suffix=".bri")
    assert "overtrick-duplimate-device" in suggestion((), command="duplimate")
    assert "overtrick-lin" in INSTALL_ONE


def test_what_nobody_knows_and_what_is_installed_is_not_suggested():
    assert suggestion((), format="xyz", suffix=".xyz", command="xyz") == ""
    failed = PluginRecord(name="lin", distribution="overtrick-lin", state=PluginState.FAILED)
    assert suggestion((failed,), format="lin") == ""


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
