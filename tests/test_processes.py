"""What needs a process of its own: light imports, fresh processes, pipes, many jobs."""

from __future__ import annotations

import json
import os
import pickle
import shlex
import signal
import subprocess
import sys
import time
import zipfile

import attrs
import pytest

import overtrick
from overtrick.plugin import ExtrasSpec, TablesSpec, resolve

DEAL = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543\n"

# What a declaration may import: the standard library, these, and their own parts.
LIGHT = {"attr", "attrs", "overtrick", "pluggy", "typing_extensions"}

HEAVY = ("lark", "click", "rich", "numpy", "pytest", "hypothesis", "serial")


def modules_after(python, code, **arguments):
    """The top-level modules that some code brings into a fresh process."""
    report = (
        "import sys, json; print(json.dumps(sorted({m.partition('.')[0] for m in sys.modules})))"
    )
    done = python("-c", f"{code}\n{report}", **arguments)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_overtrick_imports_nothing_heavy(python):
    found = modules_after(python, "import overtrick")
    assert found.isdisjoint({*HEAVY, "attrs", "pluggy"})
    model = modules_after(python, "import overtrick; overtrick.Board, overtrick.Auction")
    assert model.isdisjoint({*HEAVY, "pluggy"})


def test_reading_a_file_imports_nothing_that_the_format_does_not_need(python, tmp_path):
    (tmp_path / "a.good").write_text(DEAL)
    code = "import overtrick; assert len(overtrick.read('a.good')) == 1"
    assert modules_after(python, code, plugins=["good"]).isdisjoint(HEAVY)


def test_reading_a_dlm_imports_neither_lark_nor_click(python, shared):
    path = shared / "golden" / "dupsoft-32-boards.dlm"
    code = f"import overtrick; assert len(overtrick.read({str(path)!r})) == 32"
    assert modules_after(python, code).isdisjoint(HEAVY)


def test_discovery_imports_nothing_heavy(python):
    found = modules_after(python, "import overtrick; overtrick.formats()")
    assert found.isdisjoint(HEAVY)


@pytest.fixture(scope="module")
def added_by_declarations(start_python):
    """What each plugin's declaration brings into a process that has the core's own declarations.

    One process imports all of them, and forgets after each what it brought.
    """
    names = [record.name for record in overtrick.plugins()]
    code = (
        "import importlib, json, sys, overtrick.framework.core_kinds, overtrick.findings.losses\n"
        "before, added = set(sys.modules), {}\n"
        f"for name in {names}:\n"
        "    importlib.import_module(f'overtrick_{name}')\n"
        "    added[name] = sorted(set(sys.modules) - before)\n"
        "    for module in added[name]:\n"
        "        del sys.modules[module]\n"
        "print(json.dumps(added))"
    )
    return json.loads(start_python("-c", code).stdout)


@pytest.mark.parametrize("record", overtrick.plugins(), ids=lambda record: record.name)
def test_a_declaration_is_light(added_by_declarations, record):
    added = {name.partition(".")[0] for name in added_by_declarations[record.name]}
    own = f"overtrick_{record.name}"
    assert own in added
    assert added - set(sys.stdlib_module_names) <= LIGHT | {own}


def test_the_version_needs_no_discovery(python):
    code = "from overtrick_cli.application import run; run(['--version'])"
    found = modules_after(python, code)
    assert "click" in found
    assert found.isdisjoint({"rich", "pluggy", "attrs", "lark"})


def test_help_imports_no_command(python):
    code = (
        "from overtrick_cli.application import run; run(['--help'])\n"
        "import sys; assert not [m for m in sys.modules if m.startswith('overtrick_cli.') "
        "and not m.startswith(('overtrick_cli.application', 'overtrick_cli.process', "
        "'overtrick_cli.shell', 'overtrick_cli.own_commands'))], "
        "sorted(sys.modules)"
    )
    assert "rich" not in modules_after(python, code, plugins=["good"])


# What takes long to import, and a command that needs none of it must not pay for.
NOT_FOR_DLM = {
    "difflib", "multiprocessing", "concurrent.futures", "lark", "rich", "pyarrow", "decimal",
    "overtrick.api", "overtrick.files.fixing", "overtrick.files.processes",
    "overtrick.files.scanning", "overtrick.files.showing", "overtrick.files.splitting",
    "overtrick.model.columns", "overtrick.laws.par", "overtrick.framework.protocols",
    "overtrick.tools.board_json",
    "overtrick.tools.editing", "overtrick.tools.ranges", "overtrick_render.translation",
    "overtrick_pbn.programs", "overtrick_pbn.read", "overtrick_pbn.text.annotations",
    "overtrick_pbn.text.scanners", "overtrick_pbn.write.export.sections",
    "overtrick_duplimate_device.session",
}  # fmt: skip


NOT_FOR_CHECK = {
    "overtrick_cli.converting.conversion", "overtrick.disk.atomic", "overtrick.files.converting",
    "overtrick.files.writing", "overtrick.model.fields", "overtrick_dlm.writer",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("words", [["check"], ["convert"]], ids=lambda words: words[0])
def test_a_dlm_is_checked_and_converted_without_what_is_heavy(python, words, repository, tmp_path):
    source = str(repository / "examples" / "club-evening.dlm")
    target = [str(tmp_path / "x.pbn")] if words == ["convert"] else []
    code = (
        f"from overtrick_cli.application import run; assert run({[*words, source, *target]}) == 0\n"
        "import sys; print(*sorted(sys.modules))"
    )
    found = set(python("-c", code).stdout.splitlines()[-1].split())
    assert "overtrick_dlm.reader" in found
    assert sorted(found & NOT_FOR_DLM) == []
    if words == ["check"]:
        # To check a file takes nothing of writing.
        assert sorted(found & NOT_FOR_CHECK) == []


def test_few_classes_are_built_on_the_way_to_a_check(python, repository):
    # Each class of attrs is a text that is put together and compiled: half a millisecond.
    source = str(repository / "examples" / "club-evening.dlm")
    code = (
        "import attr._make as make\n"
        "build, built = make._ClassBuilder.build_class, []\n"
        "make._ClassBuilder.build_class = lambda self: built.append(self) or build(self)\n"
        f"from overtrick_cli.application import run; assert run(['check', {source!r}]) == 0\n"
        "print(len(built))"
    )
    assert 20 < int(python("-c", code).stdout.splitlines()[-1]) <= 56


@pytest.mark.slow
def test_format_specs_can_be_pickled_and_resolved_elsewhere(python, tmp_path):
    specs = overtrick.formats()
    assert len(set(specs)) == len(specs)
    (tmp_path / "specs.pickle").write_bytes(pickle.dumps(specs))
    code = (
        "import pickle, pathlib, overtrick\n"
        "from overtrick.framework.manager import default_manager\n"
        "from overtrick.framework.guard import resolve\n"
        "for spec in pickle.loads(pathlib.Path('specs.pickle').read_bytes()):\n"
        "    assert default_manager().format(spec.name) == spec\n"
        "    assert spec.reader is None or callable(resolve(spec.reader))\n"
        "    assert spec.writer is None or callable(resolve(spec.writer))\n"
        "    print(spec.name)\n"
    )
    names = python("-c", code).stdout.split()
    assert names == [spec.name for spec in specs]


@pytest.mark.parametrize("spec", overtrick.formats(), ids=lambda spec: spec.name)
def test_every_reference_of_a_format_resolves(spec):
    for name in ("reader", "writer", "sniffer", "read_options", "write_options", "diagnostics"):
        reference = getattr(spec, name)
        assert reference is None or resolve(reference) is not None
    for capability in spec.capabilities:
        if isinstance(capability, TablesSpec):
            assert all(capability.content(name) for name, _ in capability.tables)
        elif isinstance(capability, ExtrasSpec):
            assert all(resolve(reference) for _, reference in capability.rotated)
        else:
            references = attrs.astuple(capability, recurse=False)
            assert all(resolve(reference) for reference in references if reference is not None)


def test_the_specifications_of_every_kind_can_be_pickled():
    from overtrick.plugin import default_manager

    manager = default_manager()
    specs = [spec for kind in manager.kinds().values() for spec in manager.specs(kind).values()]
    assert len(specs) > len(manager.formats())
    for spec in specs:
        assert pickle.loads(pickle.dumps(spec)) == spec


@pytest.mark.slow
def test_many_files_in_several_processes(python, tmp_path):
    for number in range(8):
        (tmp_path / f"n{number}.good").write_text(DEAL * (number + 1))
    (tmp_path / "n3.good").write_text("N:A... A... - -\n")
    sources = [f"n{number}.good" for number in range(8)]
    done = python(
        "-m", "overtrick_cli", "convert", *sources, "--to", "good", "--out-dir", "out",
        "--jobs", "2", "--report", "report.json", plugins=["good"], check=False,
    )  # fmt: skip
    assert done.returncode == 4  # the reader of `good` lets a ModelError out: a fault of its own
    assert done.stderr.splitlines()[-1] == "7 of 8 files converted, 1 not"
    report = json.loads((tmp_path / "report.json").read_text())
    assert [entry["source"] for entry in report] == sources
    assert [entry["boards"] for entry in report] == [1, 2, 3, 0, 5, 6, 7, 8]
    for number in (0, 1, 2, 4, 5, 6, 7):
        content = (tmp_path / "out" / f"n{number}.good").read_text()
        assert content == DEAL * (number + 1)
    assert not (tmp_path / "out" / "n3.good").exists()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is of POSIX")
def test_a_process_that_dies_costs_its_own_file_alone(python, tmp_path):
    for number in range(9):
        (tmp_path / f"n{number}.good").write_text(DEAL)
    for number in (2, 5):
        (tmp_path / f"n{number}.good").write_text(DEAL + "!die\n")
    sources = [f"n{number}.good" for number in range(9)]
    done = python(
        "-m", "overtrick_cli", "convert", *sources, "--to", "good", "--out-dir", "out",
        "--jobs", "2", plugins=["good"], check=False,
    )  # fmt: skip
    assert done.returncode == 4
    assert done.stderr.splitlines()[-1] == "7 of 9 files converted, 2 not"
    for number in (2, 5):
        assert f"n{number}.good: not converted, for its process ended" in done.stderr
    written = sorted(path.name for path in (tmp_path / "out").glob("*.good"))
    assert written == [f"n{number}.good" for number in range(9) if number not in {2, 5}]


@pytest.mark.skipif(os.name == "nt", reason="SIGPIPE is of POSIX")
def test_a_reader_that_goes_away_ends_the_command_quietly(plugin_folders, tmp_path):
    (tmp_path / "a.good").write_text(DEAL * 3000)
    process = subprocess.Popen(
        [sys.executable, "-m", "overtrick_cli", "show", "a.good"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(plugin_folders["good"])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 141
    assert err == b""


@pytest.mark.skipif(os.name == "nt", reason="pseudo terminals are of POSIX")
def test_on_a_terminal_diagrams_have_colours_and_a_slow_command_a_bar(plugin_folders, tmp_path):
    import pty

    (tmp_path / "a.good").write_text(DEAL)
    environment = os.environ | {"PYTHONPATH": str(plugin_folders["good"]), "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "overtrick_cli", "show", "a.good"],
        cwd=tmp_path, env=environment, stdin=theirs, stdout=theirs, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    output = b""
    while True:
        try:
            chunk = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not chunk:
            break
        output += chunk
    os.close(ours)
    assert process.wait(60) == 0
    text = output.decode()
    assert "\x1b[91m♥" in text
    assert "♠ AKJ9" in text


@pytest.mark.slow
def test_files_are_checked_in_several_processes(python, tmp_path):
    for number in range(7):
        (tmp_path / f"n{number}.good").write_text(DEAL * (number + 1))
    (tmp_path / "n3.good").write_text(DEAL + "N:A... A... - -\n")
    (tmp_path / "n5.good").write_text("N:A... - - -\n")

    def check(*options, code=4):
        done = python(
            "-m", "overtrick_cli", "check", ".", *options, plugins=["good"], check=False
        )  # fmt: skip
        assert done.returncode == code
        return done

    alone, together = check("--jobs", "1"), check("--jobs", "2")
    assert (together.stdout, together.stderr) == (alone.stdout, alone.stderr)
    assert "n3.good: error CORE052: a plugin failed: the reader of 'good'" in alone.stdout
    assert alone.stdout.splitlines()[-1] == "7 files, 1 error, 1 note"
    found = json.loads(check("--jobs", "2", "--json").stdout)
    assert [item["path"] for item in found] == ["n3.good", "n5.good"]
    assert check("--jobs", "2", "--statistics").stdout == check("--statistics").stdout


@pytest.mark.slow
def test_files_are_fixed_in_several_processes(python, tmp_path, repository):
    sound = (repository / "examples" / "club-evening.dlm").read_bytes()
    odd = sound.replace(b"Status=Show", b"Status=SHOW")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for number in range(4):
            archive.writestr(f"{number}.dlm", odd)
    for number in range(3):
        (tmp_path / f"{number}.dlm").write_bytes(odd)
    (tmp_path / "deals.ber").write_text("1234" * 13)  # has no fixer, and nobody named it
    done = python("-m", "overtrick_cli", "check", ".", "--fix", "--jobs", "2")
    assert done.stdout.splitlines()[-1] == "8 files, nothing wrong; 7 places fixed"
    assert done.stdout.count("rewritten, 1 place fixed") == 7
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert {archive.read(name) for name in archive.namelist()} == {sound}
    assert {(tmp_path / f"{number}.dlm").read_bytes() for number in range(3)} == {sound}
    again = python("-m", "overtrick_cli", "check", ".", "--fix", "--jobs", "2")
    assert again.stdout == "8 files, nothing wrong\n"
    assert again.stderr == ""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is of POSIX")
def test_a_process_that_dies_checking_costs_its_own_file_alone(python, tmp_path):
    for number in range(5):
        (tmp_path / f"n{number}.good").write_text(DEAL + "!die\n" * (number == 2))
    done = python(
        "-m", "overtrick_cli", "check", ".", "--jobs", "2", plugins=["good"], check=False
    )  # fmt: skip
    assert done.returncode == 4
    said = "n2.good: error CORE052: a plugin failed: the process that worked on the file ended"
    assert done.stdout.startswith(said)
    assert done.stdout.splitlines()[-1] == "5 files, 1 error"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="groups of processes are of POSIX")
@pytest.mark.parametrize("options", [[], ["--fix"]], ids=["check", "fix"])
def test_ctrl_c_ends_all_processes_quietly(plugin_folders, tmp_path, options):
    import signal

    for number in range(40):
        (tmp_path / f"n{number}.good").write_text(DEAL * 1500)
    (tmp_path / "a.good").write_text("N:A... - - -\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "overtrick_cli", "check", ".", "--jobs", "2", *options],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(plugin_folders["good"])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    # The first file is done, and the processes are in the midst of others.
    assert "note LAW312" in process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.split("\n")[-2:] == ["interrupted; no file was left half-written", ""]
    assert "Traceback" not in err


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals to a process are of POSIX")
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_ends_a_command_whose_output_nobody_takes(tmp_path, stream, name):
    pytest.importorskip("overtrick_pbn")
    import fcntl
    import termios

    # A diagram of each board, or a warning: more than a pipe holds.
    games = (f'[Board "{n}"]\n[Deal "{DEAL.strip()}"]\n[Contract "6N"]\n' for n in range(1, 2000))
    (tmp_path / "many.pbn").write_text("\n".join(games))
    words = ["show", "many.pbn"] if stream == "stdout" else ["convert", "many.pbn", "x.pbn"]
    process = subprocess.Popen(
        [sys.executable, "-m", "overtrick_cli", *words],
        cwd=tmp_path,
        **{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: subprocess.PIPE},
    )
    with process, getattr(process, stream) as pipe:
        try:
            held, before = 0, -1
            while not held or held != before:
                before = held
                time.sleep(0.5)
                held = int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)
            assert process.poll() is None  # it waits for a reader
            process.send_signal(getattr(signal, name))
            assert process.wait(timeout=60) == {"SIGINT": 130, "SIGTERM": 143}[name]
        finally:
            process.kill()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the shell's way to close a stream is of POSIX")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("check - <&-", 1), ("detect - <&-", 1), ("show - <&-", 1), ("check a.good >&-", 1),
        ("check a.good 2>&-", 0), ("check a.good --json >&-", 1), ("check a.good - <&- 2>&-", 1),
    ],
)  # fmt: skip
def test_a_stream_that_is_closed_is_no_fault(plugin_folders, tmp_path, words, code):
    (tmp_path / "a.good").write_text(DEAL)
    done = subprocess.run(
        ["sh", "-c", f"exec {shlex.quote(sys.executable)} -m overtrick_cli {words}"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(plugin_folders["good"])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code
    assert "fault" not in done.stderr
    if code and "2>&-" not in words:
        closed = "standard output cannot be written: it is closed (CORE055)"
        assert (
            "standard input is closed" if "<&-" in words else closed
        ) in done.stdout + done.stderr
