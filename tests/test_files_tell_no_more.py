"""A file that is written tells its boards and no more: no seed, user, host, folder or time.

From a seed follow all boards of a set, those of later sessions too. Each way to write a file is
tried on boards that carry their seed, and what is packed in the file is unpacked before it is
searched.
"""

from __future__ import annotations

import datetime
import gzip
import io
import json
import lzma
import re
import socket
import sys
import time
import types
import zipfile
import zlib
from pathlib import Path
from typing import Any

import attrs
import pytest

import overtrick
from overtrick import PluginManager
from overtrick.plugin import RuleSpec, ViewSpec, default_manager, fix_file, hookimpl, without_seed
from overtrick_cli.commands import run
from overtrick_deal import GENERATORS, Request, Seed

SEED_WORD = "seed-marker"
SEED = f"{SEED_WORD}, (really) where"
GENERATOR = "pbn:Generator"
CONDITION = "north.hcp in 10..14"
USER, HOST, HOME, HERE = "user-marker", "host-marker", "home-marker", "folder-marker"
WRITTEN = sorted(
    name for name, spec in default_manager().formats().items() if spec.writer is not None
)
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.S)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, a user and a host whose names can be found again."""
    home, folder = tmp_path / HOME, tmp_path / HERE
    home.mkdir()
    folder.mkdir()
    for name in ("USER", "LOGNAME", "USERNAME", "LNAME"):
        monkeypatch.setenv(name, USER)
    for name in ("HOME", "USERPROFILE", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setattr(socket, "gethostname", lambda: HOST)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def dealt(here: Path) -> Path:
    """Boards that carry their seed."""
    path = here / "dealt.pbn"
    options = ["--count", "4", "--seed", SEED, "--where", CONDITION, "--with-seed"]
    assert run(["deal", *options, "-o", str(path)]) == 0
    assert path.read_text().count(f"seed {SEED} (shake128), where {CONDITION}") == 4
    return path


def unpacked(data: bytes) -> bytes:
    """Return bytes with all that is packed in them."""
    if data[:2] == b"\x1f\x8b":
        return data[:10] + unpacked(gzip.decompress(data))
    if data[:6] == b"\xfd7zXZ\0":
        return unpacked(lzma.decompress(data))
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return data + b"".join(unpacked(archive.read(name)) for name in archive.namelist())
    if data[:4] == b"PAR1":
        import pyarrow.parquet

        file = pyarrow.parquet.ParquetFile(io.BytesIO(data))
        cells = json.dumps(file.read().to_pylist(), default=str, ensure_ascii=False)
        return data + cells.encode(errors="surrogatepass")
    if data[:5] == b"%PDF-":
        pieces = [data]
        for match in _STREAM.finditer(data):
            try:
                pieces.append(zlib.decompress(match[1]))
            except zlib.error:
                pieces.append(match[1])
        return b"".join(pieces)
    return data


def assert_tells_no_more(data: bytes, *more: str) -> None:
    """Refuse bytes that hold a seed, a condition, or where and by whom they were written."""
    told = unpacked(data)
    assert told
    for word in (SEED, SEED_WORD, CONDITION, USER, HOST, HOME, HERE, *more):
        for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
            assert word.encode(encoding) not in told, word


def test_what_is_packed_is_searched() -> None:
    text = SEED.encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a", text)
    pdf = b"%PDF-1.7\nstream\n" + zlib.compress(text) + b"\nendstream"
    for data in (gzip.compress(text), lzma.compress(text), packed.getvalue(), pdf):
        assert text in unpacked(data)
        with pytest.raises(AssertionError):
            assert_tells_no_more(data)


def test_parquet_is_searched(here: Path) -> None:
    pytest.importorskip("overtrick_archive")
    path = here / "a.parquet"
    overtrick.write([overtrick.Board(info=overtrick.Info(event=SEED))], path)
    with pytest.raises(AssertionError):
        assert_tells_no_more(path.read_bytes())


# --- what counts as a seed --------------------------------------------------------------------


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("way", ["plain", "sampled", "tested", "sampled and tested", "script"])
@pytest.mark.parametrize("seed", ["7", "a, where b (philox)", "  ", "a" * 64, SEED])
def test_each_provenance_of_a_seed_becomes_the_one_without(generator, way, seed) -> None:
    from overtrick_deal import Predeal
    from overtrick_hands import compile_condition

    request = Request(count=1, seed=Seed.of(seed, generator))
    for where in (None, compile_condition(CONDITION)):
        for predeal in (Predeal.parse(), Predeal.parse("N:AKxx.-.Q.")):
            full = attrs.evolve(request, where=where, predeal=predeal)
            text = full.provenance(way, with_seed=True)
            assert f"seed {seed} " in text
            board = without_seed(overtrick.Board(extras=overtrick.Extras({GENERATOR: text})))
            assert board is not None
            assert board.extras[GENERATOR] == full.provenance(way) == f"overtrick deal: {way}"


@pytest.mark.parametrize(
    "text",
    ["Dealer 1.0, seed 5", "overtrick deal: plain", "overtrick deal, Cup, QF1", "overtrick deal",
     "overtrick deal, seed round, QF1", "BigDeal 2.12, seed 7 (sha1)"],
)  # fmt: skip
def test_other_provenance_stays(text: str) -> None:
    board = overtrick.Board(extras=overtrick.Extras({GENERATOR: text}))
    assert without_seed(board) is None


def test_the_event_of_a_printed_script_loses_its_seed_alone() -> None:
    event = "Hand simulated by overtrick deal"
    board = overtrick.Board(info=overtrick.Info(event=f"{event}, seed 7 (shake128)", site="Club"))
    bare = without_seed(board)
    assert bare is not None
    assert bare.info == overtrick.Info(event=event, site="Club")


# --- dealing ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("options", [[], ["--with-dd"], ["script"]], ids=["", "dd", "script"])
def test_boards_are_dealt_without_seed_and_the_user_gets_it(name, options, here, capsys) -> None:
    if options == ["--with-dd"] and why_no_solver():
        pytest.skip("no solver")
    options = [*options, "--where", CONDITION]
    if "script" in options:
        (here / "script.dl").write_text("hcp(south) > 5")
        options.insert(1, "script.dl")
    code = run(["deal", *options, "--count", "2", "--seed", SEED, "--to", name, "-o", "out"])
    assert code == 0
    assert f"seed {SEED} (shake128)" in capsys.readouterr().err
    assert_tells_no_more((here / "out").read_bytes())


def test_a_seed_of_the_system_gives_the_boards_again(here: Path, capsys) -> None:
    assert run(["deal", "--count", "2", "-o", "one.pbn"]) == 0
    told = capsys.readouterr().err
    seed = re.search(r"seed ([0-9a-f]{64}) ", told)
    assert seed is not None, told
    assert_tells_no_more((here / "one.pbn").read_bytes(), seed[1])
    assert run(["deal", "--count", "2", "--seed", seed[1], "-o", "two.pbn"]) == 0
    assert (here / "one.pbn").read_bytes() == (here / "two.pbn").read_bytes()


def test_a_seed_that_is_asked_for_is_written_or_reported(here: Path, capsys) -> None:
    assert run(["deal", "--count", "1", "--seed", SEED, "--with-seed", "-o", "a.json"]) == 0
    assert SEED in (here / "a.json").read_text()
    assert run(["deal", "--count", "1", "--seed", SEED, "--with-seed", "-o", "a.dlm"]) == 0
    assert "PBN Generator (1 board: 1) left out: not stored in DLM" in capsys.readouterr().err
    assert run(["deal", "--with-seed", "--no-provenance"]) == 2


def test_json_of_boards_has_the_seed_where_it_is_asked_for(capsys) -> None:
    options = ["deal", "--count", "1", "--seed", SEED, "--where", CONDITION, "--json"]
    assert run(options) == 0
    out, err = capsys.readouterr()
    assert_tells_no_more(out.encode())
    assert SEED in err
    assert run([*options, "--with-seed"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["seed"], found["where"]) == (SEED, CONDITION)


@pytest.mark.parametrize("action", ["printpbn", "printall", "printoneline"])
def test_a_script_prints_boards_without_seed(action: str, here: Path, capsys) -> None:
    (here / "script.dl").write_text(f"hcp(north) > 20 action {action}")
    options = ["deal", "script", "script.dl", "--count", "1", "--seed", SEED]
    for more in ([], ["--json"]):
        assert run([*options, *more]) == 0
        out, err = capsys.readouterr()
        assert_tells_no_more(out.encode())
        assert SEED in err
    assert run([*options, "--json", "--with-seed"]) == 0
    assert SEED in capsys.readouterr().out
    assert run([*options, "--with-seed"]) == 0
    assert (SEED in capsys.readouterr().out) == (action == "printpbn")


def test_the_number_of_a_deal_is_written_where_it_is_asked_for(here: Path) -> None:
    assert run(["deal", "from-number", "1234567", "-o", "a.pbn"]) == 0
    assert '[Generator "overtrick deal"]' in (here / "a.pbn").read_text()
    assert run(["deal", "from-number", "1234567", "--with-seed", "-o", "b.pbn"]) == 0
    assert "deal number 1,234,567 (bigdeal)" in (here / "b.pbn").read_text()
    assert run(["convert", "b.pbn", "c.pbn"]) == 0
    assert (here / "a.pbn").read_bytes() == (here / "c.pbn").read_bytes()


def test_an_event_publishes_nothing_of_its_keys(here: Path, capsys) -> None:
    describe = ["--event", "Cup", "--delayed-information", "DAX", "--phase", "2:1-3:QF#:Final #"]
    assert run(["deal", "describe", "cup.sqd", *describe]) == 0
    assert run(["deal", "commit", "cup.sqd"]) == 0
    keys = re.findall(r":(\w{60})", (here / "cup.sqk").read_text())
    assert len(keys) == 2
    secrets = [half for key in keys for half in (key[:30], key[30:])]
    for data in ((here / "cup.sqd").read_bytes(), capsys.readouterr().out.encode()):
        assert_tells_no_more(data, *secrets)
    reveal = ["reveal", "cup.sqd", "--delayed-value", "24107.36", "--to", "pbn"]
    assert run(["deal", *reveal, "--with-seed"]) == 2
    assert run(["deal", *reveal, "--out-dir", "out"]) == 0
    for path in (here / "out").iterdir():
        assert_tells_no_more(path.read_bytes(), *secrets, "24107")
        assert "overtrick deal, Cup, QF" in path.read_text()


# --- what passes boards on --------------------------------------------------------------------


def why_no_solver() -> str | None:
    dd: Any = pytest.importorskip("overtrick_dd")
    why: str | None = dd.unavailable()
    return why


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["", ".gz", ".xz", ".zip"])
@pytest.mark.parametrize("name", WRITTEN)
def test_no_conversion_passes_a_seed_on(name: str, suffix: str, dealt: Path) -> None:
    for target in (f"a{suffix}", str(dealt.parent / f"b{suffix}")):
        assert run(["convert", str(dealt), target, "--to", name]) == 0
        assert_tells_no_more(Path(target).read_bytes())


@pytest.mark.parametrize("name", ["json", "parquet", "pbn"])
def test_a_seed_is_left_out_and_reported_however_the_file_carries_it(name, dealt, capsys) -> None:
    if name not in WRITTEN:
        pytest.skip(f"no {name}")
    boards = overtrick.read(dealt)
    carrying = dealt.with_name(f"carrying.{name}")
    assert overtrick.write(boards, carrying, with_seed=True).is_lossless
    assert overtrick.read(carrying)[0].extras[GENERATOR] == boards[0].extras[GENERATOR]
    capsys.readouterr()
    assert run(["convert", str(carrying), "out", "--to", name]) == 0
    assert "the seed in PBN Generator (4 boards: 1-4) left out" in capsys.readouterr().err
    assert_tells_no_more(Path("out").read_bytes())
    assert run(["convert", str(carrying), "never", "--to", name, "--fail-on-loss"]) == 3
    assert not Path("never").exists()


@pytest.mark.parametrize(
    "command",
    [
        ["edit", "{dealt}", "{out}", "--boards", "1-2"],
        ["edit", "{dealt}", "{out}", "--rotate", "1"],
        ["edit", "{dealt}", "{out}", "--swap", "1,2"],
        ["edit", "{other}", "{out}", "--merge", "{dealt}"],
        ["edit", "{dealt}", "{out}", "--merge", "{other}"],
        ["select", "{dealt}", "--where", "board <= 2", "-o", "{out}"],
        ["select", "{dealt}", "{other}", "--where", "board <= 2", "-o", "{out}"],
        ["convert", "{dealt}", "{out}", "-O", "style=export"],
        ["convert", "{dealt}", "{out}", "-O", "style=plain"],
        ["convert", "{dealt}", "{out}", "-O", "style=preserve"],
        ["convert", "{dealt}", "{out}", "--jobs", "2"],
        ["dd", "{dealt}", "-o", "{out}"],
    ],
    ids=" ".join,
)
def test_no_command_passes_a_seed_on(command: list[str], dealt: Path) -> None:
    if command[0] == "dd" and why_no_solver():
        pytest.skip("no solver")
    other, out = dealt.with_name("other.pbn"), dealt.with_name("out.pbn")
    assert run(["deal", "--count", "2", "--first", "9", "-o", str(other)]) == 0
    names = {"dealt": str(dealt), "other": str(other), "out": str(out)}
    assert run([word.format_map(names) for word in command]) == 0
    assert_tells_no_more(out.read_bytes())


def test_a_seed_that_games_inherit_is_left_out(dealt: Path) -> None:
    first, mark, rest = dealt.read_bytes().partition(b'[Generator "')
    inherited = re.sub(rb'\[Generator "overtrick[^"]*"', b'[Generator "#"', rest)
    text = rest.partition(b'"')[0]
    dealt.write_bytes(first + mark + text + b'"' + inherited.partition(b'"')[2])
    assert dealt.read_bytes().count(SEED.encode()) == 1
    for boards in ("1-2", "2-3", "4"):
        assert run(["edit", str(dealt), "out.pbn", "--boards", boards, "--force"]) == 0
        assert_tells_no_more(Path("out.pbn").read_bytes())
        for board in overtrick.read("out.pbn"):
            assert board.extras[GENERATOR] == "overtrick deal: tested"


def test_only_the_seed_is_left_out_of_a_file_that_is_preserved(dealt: Path) -> None:
    assert run(["convert", str(dealt), "out.pbn"]) == 0
    assert Path("out.pbn").read_bytes() == re.sub(rb', seed [^"]*', b"", dealt.read_bytes())


def test_fixing_leaves_a_seed_as_it_is(dealt: Path) -> None:
    before = dealt.read_bytes()
    assert run(["check", "--fix", "-q", str(dealt)]) == 0
    assert dealt.read_bytes() == before
    dealt.write_bytes(before.replace(b'[Board "1"]', b'[Board  "1"]'))
    assert run(["check", "--fix", "-q", str(dealt)]) == 0
    assert dealt.read_bytes().count(SEED.encode()) == 4


def test_the_fix_of_a_rule_changes_nothing_else(dealt: Path, monkeypatch) -> None:
    def hail(boards, ctx):
        for board in boards:
            yield attrs.evolve(board, info=attrs.evolve(board.info, site="Club"))

    club = types.ModuleType("club_of_rules")
    club.CODES, club.hail = (), hail  # type: ignore[attr-defined]  # a module made here
    monkeypatch.setitem(sys.modules, club.__name__, club)
    rule = RuleSpec(
        name="hail",
        summary="Names the site.",
        board=f"{club.__name__}:CODES",
        diagnostics=f"{club.__name__}:CODES",
        fix=f"{club.__name__}:hail",
    )
    manager = PluginManager()
    manager.discover()
    manager.register(types.SimpleNamespace(overtrick_rules=hookimpl(lambda api: [rule])), "club")
    before = dealt.read_bytes()
    fixed = fix_file(before, manager.format("pbn"), manager, path="dealt.pbn")
    assert fixed.data == before.replace(b'[Site ""]', b'[Site "Club"]')


def test_an_archive_gives_boards_without_seed(dealt: Path) -> None:
    pytest.importorskip("overtrick_archive")
    assert run(["archive", "add", "kept", str(dealt)]) == 0
    for name in ("pbn", "json", "parquet"):
        out = dealt.with_name(f"out.{name}")
        options = ["--where", "board <= 2", "--as-boards", "-o", str(out)]
        assert run(["archive", "sql", "kept", *options]) == 0
        assert_tells_no_more(out.read_bytes())


# --- what is shown, printed and linked --------------------------------------------------------


@pytest.mark.parametrize("view", sorted(default_manager().specs(ViewSpec)))
def test_no_view_shows_a_seed(view: str, dealt: Path) -> None:
    scripted(dealt)
    code = run(["show", str(dealt), "--as", view, "--boards", "1", "-o", "out"])
    if view in {"png", "pdf", "records"} and code == 4:
        pytest.skip("no font, or no program that sets sheets")
    assert code == 0
    assert_tells_no_more(Path("out").read_bytes())


def test_json_of_show_has_no_seed_and_this_is_reported(dealt: Path, capsys) -> None:
    capsys.readouterr()
    assert run(["show", str(dealt), "--json"]) == 0
    out, err = capsys.readouterr()
    assert_tells_no_more(out.encode())
    assert "the seed of 4 boards is left out" in err


def scripted(dealt: Path) -> None:
    """Let the event of each board name the seed, as scripts once printed it."""
    event = f'[Event "Hand simulated by overtrick deal, seed {SEED} (shake128)"]'
    dealt.write_bytes(dealt.read_bytes().replace(b'[Event ""]', event.encode()))
    assert dealt.read_text().count(SEED) == 8


@pytest.mark.parametrize("suffix", [".pdf", ".html"])
def test_hand_records_tell_their_boards_alone(suffix: str, dealt: Path) -> None:
    records: Any = pytest.importorskip("overtrick_records.command")
    if suffix == ".pdf":
        try:
            records.check_typst()
        except Exception as error:  # noqa: BLE001  # whatever it lacks
            pytest.skip(str(error))
    scripted(dealt)
    for options in ([], ["--layout", "quiz"]):
        code = run(["records", str(dealt), "-o", f"out{suffix}", "--force", *options])
        if code == 2:
            continue
        assert code == 0
        data = Path(f"out{suffix}").read_bytes()
        assert_tells_no_more(data)
        for word in (b"/Author", b"CreationDate", b"ModDate", b"CreateDate", b"<!--"):
            assert word not in unpacked(data)


def test_links_tell_their_boards_alone(dealt: Path, capsys) -> None:
    pytest.importorskip("overtrick_lin")
    scripted(dealt)
    capsys.readouterr()
    assert run(["link", str(dealt), "--boards", "1"]) == 0
    told = capsys.readouterr().out
    assert "bridgebase" in told
    assert "seed" not in told


def test_a_machine_leaves_no_trace_of_the_host_in_the_file(dealt: Path) -> None:
    pytest.importorskip("overtrick_duplimate_device")
    out = dealt.with_name("out.dlm")
    assert run(["convert", "-q", str(dealt), str(out)]) == 0
    before = out.read_bytes()
    options = ["--device", "simulator:?speed=0&fixes=0", "--boards", "1"]
    assert run(["duplimate", "deal", str(out), *options]) == 0
    assert out.read_bytes() != before
    assert_tells_no_more(out.read_bytes(), "simulator")


# --- when it was written, and which other boards there are ------------------------------------

VIEWS = sorted(default_manager().specs(ViewSpec))


def shown(view: str, source: Path, out: str) -> bytes:
    """Return what a view shows of boards 1 and 2."""
    code = run(["show", str(source), "--as", view, "--boards", "1-2", "-o", out, "--force"])
    if view in {"png", "pdf", "records"} and code == 4:
        pytest.skip("no font, or no program that sets sheets")
    if code == 2:
        code = run(["show", str(source), "--as", view, "--boards", "1", "-o", out, "--force"])
    assert code == 0
    return Path(out).read_bytes()


def stated_days() -> list[bytes]:
    """Return today as files state days."""
    today = datetime.datetime.now().astimezone()
    forms = ("%Y-%m-%d", "%Y.%m.%d", "%Y%m%d", "%d.%m.%Y", "%m/%d/%Y", "%d %b %Y", "%b %d %Y")
    return [today.strftime(form).encode() for form in forms]


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["", ".gz", ".xz", ".zip"])
@pytest.mark.parametrize("name", WRITTEN)
def test_no_file_tells_when_it_was_written(name, suffix, dealt, monkeypatch) -> None:
    found = set()
    for seconds in (1_000_000_000.0, 1_500_000_000.0):
        local = time.gmtime(seconds)
        monkeypatch.setattr(time, "time", lambda now=seconds: now)
        monkeypatch.setattr(time, "localtime", lambda *_, now=local: now)
        assert run(["convert", str(dealt), f"a{suffix}", "--to", name, "--force"]) == 0
        found.add(Path(f"a{suffix}").read_bytes())
    assert len(found) == 1
    told = unpacked(found.pop())
    assert not [day for day in stated_days() if day in told]


@pytest.mark.parametrize("view", VIEWS)
def test_no_view_tells_when_it_was_made(view: str, dealt: Path) -> None:
    told = unpacked(shown(view, dealt, "out"))
    assert not [day for day in stated_days() if day in told]


@pytest.fixture
def evenings(here: Path) -> list[Path]:
    """Two files that have the same boards 1 and 2, and then others."""
    deals = {}
    for seed in ("1", "2"):
        path = here / f"{seed}.json"
        assert run(["deal", "--count", "4", "--seed", seed, "-o", str(path)]) == 0
        deals[seed] = overtrick.read(path)
    made = []
    for seed, boards in deals.items():
        path = here / f"evening-{seed}"
        path.mkdir()
        changed = attrs.evolve(boards, boards=(*deals["1"].boards[:2], *boards.boards[2:]))
        made.append(path / "evening.pbn")
        assert overtrick.write(changed, made[-1]).is_lossless
    assert made[0].read_bytes() != made[1].read_bytes()
    return made


@pytest.mark.parametrize("name", WRITTEN)
def test_a_file_of_some_boards_tells_nothing_of_the_others(name, evenings) -> None:
    for command in (
        ["edit", "{source}", "out", "--boards", "1-2", "--to", name, "--force"],
        ["select", "{source}", "--where", "board <= 2", "-o", "out", "--to", name, "--force"],
    ):
        found = set()
        for source in evenings:
            assert run([word.format(source=source) for word in command]) == 0
            found.add(Path("out").read_bytes())
        assert len(found) == 1, command


@pytest.mark.parametrize("name", WRITTEN)
def test_a_file_that_had_other_boards_tells_nothing_of_them(name, evenings) -> None:
    """Each format's own file is the source: what it kept of the whole is not passed on."""
    reader = default_manager().formats()[name].reader
    if reader is None:
        pytest.skip(f"{name} is not read")
    found = set()
    for source in evenings:
        whole = source.with_name("whole")
        assert run(["convert", str(source), str(whole), "--to", name]) == 0
        options = ["--boards", "1-2", "--from", name, "--to", name, "--force"]
        code = run(["edit", str(whole), "out", *options])
        if code:
            # Without numbers, boards are named by their places.
            whole_boards = overtrick.read(whole, format=name)
            assert whole_boards[0].number is None
            pytest.skip(f"{name} has no numbers")
        found.add(Path("out").read_bytes())
    assert len(found) == 1


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_of_some_boards_tells_nothing_of_the_others(view: str, evenings) -> None:
    assert len({shown(view, source, "out") for source in evenings}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".pdf", ".html"])
def test_hand_records_of_some_boards_tell_nothing_of_the_others(suffix, evenings) -> None:
    records: Any = pytest.importorskip("overtrick_records.command")
    if suffix == ".pdf":
        try:
            records.check_typst()
        except Exception as error:  # noqa: BLE001  # whatever it lacks
            pytest.skip(str(error))
    found = set()
    for source in evenings:
        options = ["--boards", "1-2", "-o", f"out{suffix}", "--force"]
        assert run(["records", str(source), *options]) == 0
        found.add(Path(f"out{suffix}").read_bytes())
    assert len(found) == 1


# --- the page ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_page_passes_no_seed_on(dealt: Path, tmp_path: Path) -> None:
    pytest.importorskip("overtrick_web")
    from starlette.testclient import TestClient

    from overtrick_web import Role, Site, WorkFolder, application, pages_for

    role, plugins = Role.DIRECTOR, default_manager()
    with WorkFolder.open(tmp_path / "work") as work:
        site = Site(role=role, work=work, plugins=plugins, pages=pages_for(role, plugins))
        with TestClient(application(site)) as page:
            page.post("/files/drop", files=[("files", (dealt.name, dealt.read_bytes()))])
            [document] = site.documents.all()
            address = f"/files/{document.id}/convert"
            for name in WRITTEN:
                made = page.get(f"{address}/file?to={name}")
                assert made.status_code == 200
                assert_tells_no_more(made.content)
            assert "the seed" in page.get(f"{address}?to=pbn").text
            order = {"based_on": 1, "plan": "places 1", "order": "2 1 3-4", "numbers": "places"}
            page.post(f"/files/{document.id}/edit/save", data=order)
            changed = site.documents.get(document.id).current
            assert changed.number == 2
            assert_tells_no_more(changed.read())
            for name in WRITTEN:
                wish = {"count": "2", "condition": CONDITION, "seed": SEED, "format": name}
                answer = page.post("/generate/", data=wish)
                while 'data-status="running"' in answer.text or 'waiting"' in answer.text:
                    answer = page.get(answer.url)
        generated = [one for one in site.documents.all() if one.id != document.id]
        assert len(generated) == len(WRITTEN)
        for one in generated:
            assert one.current.what == f"dealt by the seed {SEED}"
            assert_tells_no_more(one.current.read())
