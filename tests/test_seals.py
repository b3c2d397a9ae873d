"""Sealed boards stay hidden, whichever command is given them: a row for each, none left out."""

from __future__ import annotations

import pytest

import overtrick
from overtrick.plugin import SealSpec, ViewSpec, default_manager
from overtrick_testing import sealed_files

pytest.importorskip("click")

from overtrick_cli.commands import application, walk

ARCHIVE = "a sealed file does not come into an archive unasked (plugins/archive/tests)"
NO_BOARDS = "it is given no file of boards"
PAGE = "it is given no file; what is dropped on its pages is theirs (plugins/web/tests)"
BELOTE = "32-card bridge: its hands are not those of a file of boards"
BLIND = "it deals whatever the file says and shows nothing (plugins/duplimate_device/tests)"

# What is refused, and what works and shows nothing; or why there is nothing to be tried.
ROWS = {
    "check": (
        [],
        [
            ["check", "{file}"],
            ["check", "{file}", "--json"],
            ["check", "{file}", "--format", "sarif"],
            ["check", "{file}", "--format", "github"],
            ["check", "{file}", "--statistics"],
        ],
    ),
    "convert": (
        [
            ["convert", "{file}", "-", "--to", "pbn"],
            ["convert", "-q", "{file}", "{out}.lin"],
            ["convert", "{file}", "--to", "csv", "--out-dir", "{out}"],
            ["convert", "{file}", "{out}.dlm", "-O", "status=Show"],
        ],
        [
            ["convert", "{file}", "{out}.kitseal"],
            ["convert", "-q", "{file}", "{out}.dlm"],
            ["convert", "{file}", "{out}.dlm", "-O", "status=Sealed"],
            ["convert", "{file}", "-", "--to", "kitseal"],
            ["convert", "{file}", "--to", "kitseal", "--out-dir", "{out}"],
        ],
    ),
    "dd": (
        [
            ["dd", "{file}"],
            ["dd", "{file}", "--json"],
            ["dd", "{file}", "-o", "{out}.pbn"],
        ],
        [],
    ),
    "deal": NO_BOARDS,
    **{
        f"deal {name}": NO_BOARDS
        for name in ("bigdeal", "commit", "count", "describe", "from-number", "reveal", "script")
    },
    "deal number": ([["deal", "number", "{file}"]], []),
    "deal verify": BLIND,
    "detect": ([], [["detect", "{file}", "--explain"], ["detect", "{file}", "--json"]]),
    "edit": (
        [
            ["edit", "{file}", "{out}.pbn", "--rotate", "1"],
            ["edit", "{other}", "{out}.lin", "--merge", "{file}"],
        ],
        [
            ["edit", "{file}", "{out}.kitseal", "--rotate", "1"],
            ["edit", "-q", "{other}", "{out}.dlm", "--merge", "{file}"],
        ],
    ),
    "link": ([["link", "{file}"], ["link", "{file}", "--json"]], []),
    "records": (
        [
            ["records", "{file}", "-o", "{out}.html", "--no-tables"],
            ["records", "{file}", "-o", "-", "--to", "html", "--no-tables"],
        ],
        [],
    ),
    "select": (
        [
            ["select", "{file}", "--where", "north.hcp > 3"],
            ["select", "{file}", "--where", "north.hcp > 3", "-o", "{out}.kitseal"],
            ["select", "{file}", "--where", "board == 1", "-o", "{out}.pbn"],
            ["select", "{other}", "{file}", "--where", "board > 0", "-o", "{out}.pbn"],
        ],
        [
            ["select", "{file}", "--where", "board == 1"],
            ["select", "{file}", "--where", "board == 1", "-o", "{out}.kitseal"],
            ["select", "{other}", "{file}", "--where", "board > 0", "-o", "{out}.kitseal"],
        ],
    ),
    "show": ([["show", "{file}", "--json"], ["show", "{file}", "--boards", "1"]], []),
    "testing make-oracle": (
        [["testing", "make-oracle", "{file}", "-o", "{out}.json"],
         ["testing", "make-oracle", "{file}", "-o", "-"]],
        [],
    ),
    "explain": NO_BOARDS,
    "formats": NO_BOARDS,
    "new-plugin": NO_BOARDS,
    "plugins": NO_BOARDS,
    "serve": PAGE,
    **{
        f"duplimate {name}": NO_BOARDS
        for name in (
            "devices", "identify", "log", "record", "repair", "simulate", "status", "verify",
        )
    },
    **{f"duplimate {name}": BLIND for name in ("deal", "redeal", "resume")},
    **{
        f"archive {name}": ARCHIVE
        for name in (
            "add", "compact", "dd", "duplicates", "find", "remove", "sql", "stats", "verify",
        )
    },
    "belote": BELOTE,
    **{
        f"belote {name}": BELOTE
        for name in (
            "check", "edit", "hand", "history", "match", "play", "rules", "settings", "statistics",
            "tutorial",
        )
    },
}  # fmt: skip


def names():
    return [" ".join(path) for path, _ in walk(application)]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    with sealed_files(tmp_path_factory.mktemp("sealed")) as found:
        yield found


@pytest.mark.parametrize("name", names())
def test_every_command_says_what_it_does_about_a_seal(name):
    assert name in ROWS, f"overtrick {name} has no row here: what does it show of a sealed file?"


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if not isinstance(row, str)])
def test_a_sealed_file_stays_hidden(name, files):
    if name not in names():
        pytest.skip(f"overtrick {name} is not installed")
    refused, kept = ROWS[name]
    for words in refused:
        files.check(words)
    for words in kept:
        files.check(words, keeps=True)


@pytest.mark.parametrize("view", sorted(default_manager().specs(ViewSpec)))
def test_every_view_of_a_sealed_file_is_refused(view, files):
    suffix = "".join(default_manager().specs(ViewSpec)[view].suffixes[:1])
    files.check(["show", "{file}", "--as", view, "-o", "{out}" + suffix])


@pytest.mark.parametrize(
    "spec", [spec for spec in overtrick.formats() if spec.writer], ids=lambda spec: spec.name
)
def test_every_format_keeps_the_seal_or_refuses_it(spec, files):
    words = ["convert", "-q", "{file}", "{out}" + spec.suffixes[0], "--to", spec.name]
    files.check(words, keeps=spec.capability(SealSpec) is not None)


@pytest.mark.slow
def test_other_processes_know_what_may_be_shown(overtrick_command, tmp_path):
    pytest.importorskip("overtrick_dlm")
    deal = overtrick.Deal.parse(
        "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"
    )
    sealed = [tmp_path / "a.dlm", tmp_path / "b.dlm"]
    for path in sealed:
        boards = [overtrick.Board(number=1, deal=deal)]
        overtrick.write(boards, path, options={"status": "Sealed"})
    out = tmp_path / "out"
    words = ("convert", *sealed, "--to", "csv", "--out-dir", out, "--jobs", "2")
    printed = overtrick_command(*words, code=2)
    assert printed.stderr.count("--show-cards writes it") == 2
    assert not list(out.iterdir())
    overtrick_command(*words, "--show-cards")
    assert len(list(out.iterdir())) == 2


def test_merging_seals_a_set_and_a_notebook_shows_none_of_it(tmp_path):
    pytest.importorskip("overtrick_dlm")
    text = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"
    deal = overtrick.Deal.parse(text)
    plain = overtrick.BoardSet(boards=(overtrick.Board(number=1, deal=deal),))
    path = tmp_path / "sealed.dlm"
    overtrick.write([overtrick.Board(number=2, deal=deal)], path, options={"status": "Sealed"})
    sealed = overtrick.read(path, sealed="keep")
    merged = overtrick.merge(plain, sealed)
    assert merged.is_sealed
    assert merged._repr_html_() is None
    assert repr(merged) == "<BoardSet 2 sealed boards: 1, 2>"
    assert "AKJ9" not in repr(merged)
    assert plain._repr_html_() is not None
    target = tmp_path / "merged.dlm"
    overtrick.write(merged, target)
    assert overtrick.read(target, sealed="keep").is_sealed
    report = overtrick.write(merged, tmp_path / "merged.csv", sealed="show")
    assert "the hands are hidden and not in this file" in report.summary()
    with pytest.raises(overtrick.SealedError):
        overtrick.write(merged, tmp_path / "kept.csv", sealed="keep")
    with pytest.raises(overtrick.SealedError, match='sealed="show" writes it'):
        overtrick.write(merged, tmp_path / "kept.csv")
    with pytest.raises(overtrick.SealedError):
        overtrick.show(merged, tmp_path / "kept.txt", view="text")
    overtrick.show(merged, tmp_path / "shown.txt", view="text", sealed="show")
    assert "AKJ9" in (tmp_path / "shown.txt").read_text("utf-8")
    assert not [*tmp_path.glob("kept.*")]
    with pytest.raises(overtrick.SealedError, match='sealed="show" shows them'):
        overtrick.read(path)
    with pytest.raises(overtrick.SealedError):
        overtrick.read(path, sealed="refuse")
    with pytest.raises(overtrick.OptionError, match="'show', 'refuse' or 'keep'"):
        overtrick.read(path, sealed="refused")
