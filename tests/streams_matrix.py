"""Every command, with every standard stream closed, full, broken or a device, and a judge.

Used by `test_streams.py` for a cross-section, by `tests/sweeps/streams.py` for all. A command is
run in a process that is forked from this one, with its descriptors as a shell would give them and
Python's streams made anew for them, which takes a tenth of the time of a fresh process.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import selectors
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import click

ROOT: Final = Path(__file__).resolve().parents[1]
PATIENCE: Final = 60.0

STDIN: Final = ("usual", "closed", "null", "ended", "folder", "write-only")
STDOUT: Final = ("usual", "closed", "full", "broken", "null", "read-only")
STDERR: Final = ("usual", "closed", "full", "broken", "null", "read-only")

DECK: Final = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"
PBN: Final = f'% PBN 2.1\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DECK}"]\n'
SCRIPT: Final = "produce 2\ncondition hcp(north) > 5\naction printcompact\n"


class Row(NamedTuple):
    """A command line of the matrix.

    Attributes:
        words: the command and what it is given.
        feeds: what it is given on standard input, where it reads that.
    """

    words: str
    feeds: str | None = None


# At least one row for each command; `test_streams.py` fails for a command without one.
ROWS: Final = (
    Row("--help"),
    Row("--version"),
    Row("check a.pbn"),
    Row("check -", PBN),
    Row("check a.pbn --json"),
    Row("check a.pbn --statistics"),
    Row("check a.pbn --format sarif"),
    Row("check a.pbn --format github"),
    Row("check bad.pbn --diff"),
    Row("check bad.pbn --fix"),
    Row("convert a.pbn x.lin"),
    Row("convert a.pbn - --to dlm"),
    Row("convert - - --from pbn --to pbn", PBN),
    Row("convert - x.pbn --from pbn --report r.json", PBN),
    Row("convert a.pbn b.pbn --to lin --out-dir out"),
    Row("convert a.pbn /dev/stdout --to pbn"),
    Row("convert a.pbn /dev/fd/1 --to csv"),
    Row("convert /dev/stdin x.dlm --from pbn", PBN),
    Row("dd a.pbn --no-cache"),
    Row("dd a.pbn --no-cache -o x.pbn"),
    Row("dd - --json --no-cache", PBN),
    Row("deal --count 3 --seed 1"),
    Row("deal --count 3 --seed 1 -o x.pbn"),
    Row("deal --count 3 --seed 1 --json"),
    Row(f"deal bigdeal {'0' * 40}"),
    Row("deal commit x.sqd"),  # a file that is not there, as below
    Row("deal count --where north.hcp>20"),
    Row("deal describe x.sqd --event E --delayed-information I --phase 1:4:A:B"),
    Row("deal from-number 1 2"),
    Row("deal number -", PBN),
    Row("deal reveal x.sqd"),
    Row("deal script -", SCRIPT),
    Row("deal verify x.sqd a.pbn"),
    Row("detect a.pbn"),
    Row("detect - --explain", PBN),
    Row("duplimate redeal 1"),
    Row("serve --host 192.0.2.1"),
    Row("archive add x.archive a.pbn"),
    *(
        Row(f"archive {words}")  # of an archive that is not there
        for words in (
            "compact x.archive", "dd x.archive", "duplicates x.archive", "find x.archive 'N:...'",
            "remove x.archive --missing", "sql x.archive 'select 1'", "stats x.archive",
            "verify x.archive",
        )
    ),
    Row("duplimate deal a.dlm --device simulator:?speed=0 --boards 1"),
    Row("duplimate devices"),
    Row("duplimate identify simulator:"),
    Row("duplimate log"),
    Row("duplimate record x.pbn --device simulator:?speed=0"),
    Row("duplimate repair"),
    Row("duplimate resume"),
    Row("duplimate simulate --listen nowhere:x"),
    Row("duplimate status"),
    Row("duplimate status --json"),
    Row("duplimate verify --device simulator:?speed=0"),
    Row("edit a.pbn x.pbn --renumber 5"),
    Row("edit a.pbn - --to pbn --merge b.pbn"),
    Row("explain CORE055"),
    Row("formats"),
    Row("formats --json"),
    Row("formats pbn"),
    Row("link a.pbn --boards 1"),
    Row("link - --boards 1 --qr x.svg", PBN),
    Row("new-plugin tuesday"),
    Row("plugins --verbose"),
    Row("plugins --json"),
    Row("records a.pbn -o x.html --no-tables"),
    Row("records a.pbn -o x.pdf --no-tables"),
    Row("records - -o - --to html --no-tables", PBN),
    Row("testing make-oracle a.pbn -o -"),
    Row("select a.pbn --where north.hcp>5"),
    Row("select - --where north.hcp>5 -o x.pbn", PBN),
    Row("show a.pbn"),
    Row("show - --json", PBN),
    Row("show a.pbn --as html -o -"),
    Row("show a.pbn --as png -o x.png"),
    Row("belote", "q\n"),
    Row("belote check a.b32"),
    Row("belote check - --json", "!"),
    Row("belote edit -S SJ9A --seed 7 --show"),
    Row("belote hand 4711 --show"),
    Row("belote edit -S SJ9A --seed 7 -o x.b32"),
    Row("belote history"),
    Row("belote match --ours novice --theirs novice --count 2"),
    Row("belote play a.b32", "q\n"),
    Row("belote rules"),
    Row("belote settings"),
    Row("belote settings language=fr"),
    Row("belote statistics"),
    Row("belote tutorial", "q\n"),
)  # fmt: skip


def commands() -> set[str]:
    """Return every command that there is, those of groups with the group's name before them."""
    from overtrick_cli.commands import application

    def walk(command: click.Command, name: str, above: click.Context | None) -> Iterator[str]:
        context = click.Context(command, parent=above)
        if not isinstance(command, click.Group):
            yield name
            return
        if command.invoke_without_command:
            yield name
        for word in command.list_commands(context):
            found = command.get_command(context, word)
            assert found is not None
            yield from walk(found, f"{name} {word}".strip(), context)

    return set(walk(application, "", None))


def command_of(row: Row) -> str:
    """Return the command of a row, as `commands` names it."""
    words = row.words.split()
    groups = {name.split()[0] for name in commands() if " " in name}
    length = 2 if words[0] in groups and len(words) > 1 and " ".join(words[:2]) in commands() else 1
    return " ".join(words[:length])


Streams = tuple[tuple[int, str], tuple[int, str], tuple[int, str]]
"""The three standard streams: a descriptor, and its state."""


class Done(NamedTuple):
    """What came of a command.

    Attributes:
        code: its exit code; minus the signal's number where one ended it, `None` where it hung.
        out: what it printed on a standard output that is as usual.
        err: what it said on a standard error that is as usual.
        files: the files in its folder afterwards, with what is in them.
        seconds: how long it took.
    """

    code: int | None
    out: bytes
    err: str
    files: dict[str, bytes]
    seconds: float


class Place:
    """A folder for commands, each of which finds the same files in it.

    Args:
        folder: an empty folder.
    """

    def __init__(self, folder: Path) -> None:
        self.first = folder / "first"
        self.work = folder / "work"
        self.first.mkdir()
        _import_all()
        (self.first / "a.pbn").write_text(PBN)
        (self.first / "b.pbn").write_text(PBN.replace('"1"', '"2"'))
        (self.first / "bad.pbn").write_text(f'{PBN}[Date "2023-07-28"]\n')
        done = self.run(Row("convert a.pbn a.dlm"))
        assert done.code == 0, done.err
        (self.first / "a.dlm").write_bytes(done.files["a.dlm"])
        done = self.run(Row("belote edit -S SJ9A --seed 7 -o a.b32"))
        assert done.code == 0, done.err
        (self.first / "a.b32").write_bytes(done.files["a.b32"])

    def run(
        self,
        row: Row,
        stdin: str = "usual",
        stdout: str = "usual",
        stderr: str = "usual",
        *,
        prepare: Callable[[], None] | None = None,
        names: Mapping[str, str] | None = None,
    ) -> Done:
        """Run a command line.

        Args:
            row: what to run.
            stdin: the state of standard input.
            stdout: the state of standard output.
            stderr: the state of standard error.
            prepare: called in the process before the command runs.
            names: other names for files.
        """
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.first, self.work)
        words = [(names or {}).get(word, word) for word in row.words.split()]
        for name, other in (names or {}).items():
            (self.work / other).parent.mkdir(exist_ok=True)
            if (self.work / name).exists():
                (self.work / name).rename(self.work / other)
        started = time.monotonic()
        feed, feeding = os.pipe()
        ends = {}
        outs: dict[int, bytearray] = {}
        for number, state in ((1, stdout), (2, stderr)):
            reads, ends[number] = _open_output(state)
            if reads is not None:
                outs[reads] = bytearray()
                if number == 1:
                    out = outs[reads]
                else:
                    err = outs[reads]
        child = os.fork()
        if not child:
            streams = ((feed, stdin), (ends[1], stdout), (ends[2], stderr))
            _be_command(words, self.work, streams, prepare)
        os.close(feed)
        for end in ends.values():
            os.close(end)
        with contextlib.suppress(BrokenPipeError):
            os.write(feeding, (row.feeds or "").encode())
        os.close(feeding)
        is_hung = not _gather(outs, started + PATIENCE)
        code = _wait(child, started + PATIENCE if not is_hung else 0.0)
        for reads in outs:
            os.close(reads)
        files = {
            str(path.relative_to(self.work)): path.read_bytes()
            for path in sorted(self.work.rglob("*"))
            if path.is_file() and not path.is_relative_to(self.work / "home")
        }
        return Done(
            code=code,
            out=bytes(out) if stdout == "usual" else b"",
            err=err.decode("utf-8", "replace") if stderr == "usual" else "",
            files=files,
            seconds=time.monotonic() - started,
        )


def _import_all() -> None:
    """Import what commands need, once for all of them."""
    from overtrick.plugin import ViewSpec, default_manager, resolve

    commands()
    for spec in (
        *default_manager().formats().values(),
        *default_manager().specs(ViewSpec).values(),
    ):
        for name in ("reader", "writer", "sniffer", "renderer"):
            reference = getattr(spec, name, None)
            if reference is not None:
                resolve(str(reference))


def _open_output(state: str) -> tuple[int | None, int]:
    """Return what to read from, if anything, and the descriptor to give to the command."""
    if state == "usual":
        return os.pipe()
    if state == "broken":
        reads, writes = os.pipe()
        os.close(reads)
        return None, writes
    path = {"full": "/dev/full"}.get(state, os.devnull)
    return None, os.open(path, os.O_RDONLY if state in {"read-only", "closed"} else os.O_WRONLY)


def _be_command(
    words: list[str], folder: Path, streams: Streams, prepare: Callable[[], None] | None
) -> None:
    """Be the process of a command; does not return."""
    code = 99
    try:
        code = _command(words, folder, streams, prepare)
    except BaseException:  # noqa: BLE001  # Python would print it, and so does this
        with contextlib.suppress(OSError, ValueError, AttributeError):
            os.write(2, traceback.format_exc().encode())
        code = 98
    finally:
        os._exit(code)


def _command(
    words: list[str], folder: Path, streams: Streams, prepare: Callable[[], None] | None
) -> int:
    os.chdir(folder)
    home = str(folder / "home")
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        os.environ[name] = home
    os.environ["OVERTRICK_SESSIONS"] = str(folder / "home" / "sessions")
    os.environ["COLUMNS"] = "100"
    os.environ.pop("OVERTRICK_DEVICE", None)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    descriptors = []
    for number, (descriptor, state) in enumerate(streams):
        if number == 0 and state in {"null", "folder", "write-only"}:
            path = "." if state == "folder" else os.devnull
            flags = os.O_WRONLY if state == "write-only" else os.O_RDONLY
            descriptors.append(os.open(path, flags))
        elif number == 0 and state == "ended":
            descriptors.append(os.open(os.devnull, os.O_RDONLY))
        else:
            descriptors.append(os.dup(descriptor))
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
    os.closerange(3, 256)
    states = [state for _, state in streams]
    for number, state in enumerate(states):
        if state == "closed":
            os.close(number)
    # As Python itself makes them when it starts.
    sys.stdin = None if states[0] == "closed" else _text(0)
    sys.stdout = None if states[1] == "closed" else _text(1)
    sys.stderr = None if states[2] == "closed" else _text(2)
    sys.argv = ["overtrick", *words]
    if prepare is not None:
        prepare()
    from overtrick_cli import main

    try:
        main()
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 0 if error.code is None else 1
    else:
        code = 0
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError):
        code = 120  # as Python itself says it
    return code


def _text(number: int) -> io.TextIOWrapper:
    if number == 0:
        return io.TextIOWrapper(io.BufferedReader(_raw(0, "rb")), "utf-8")
    return io.TextIOWrapper(
        io.BufferedWriter(_raw(number, "wb")), "utf-8", line_buffering=number == 2
    )


def _raw(number: int, mode: str) -> io.FileIO:
    try:
        return io.FileIO(number, mode, closefd=False)
    except IsADirectoryError:
        # Python itself ends with such an input before any of ours begins.
        return io.FileIO(os.dup(os.open(os.devnull, os.O_RDONLY)), "rb")


def _gather(outs: dict[int, bytearray], until: float) -> bool:
    """Read what comes until all ends are closed; return whether that came about in time."""
    with selectors.DefaultSelector() as selector:
        for reads in outs:
            selector.register(reads, selectors.EVENT_READ)
        while selector.get_map():
            left = until - time.monotonic()
            if left <= 0:
                return False
            for key, _ in selector.select(left):
                data = os.read(key.fd, 1 << 16)
                outs[key.fd] += data
                if not data:
                    selector.unregister(key.fd)
    return True


def _wait(child: int, until: float) -> int | None:
    pause = 0.001
    while True:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= until:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None
        time.sleep(pause)
        pause = min(pause * 2, 0.05)


def faults(row: Row, states: tuple[str, str, str], done: Done, usual: Done) -> list[str]:
    """Return what is wrong with what came of a command, compared with its run on usual streams."""
    stdin, stdout, stderr = states
    found = []
    if done.code is None:
        return ["it hangs"]
    if done.code < 0 or done.code in {98, 99, 120}:
        found.append(f"exit code {done.code}")
    if "Traceback" in done.err or "is a fault in" in done.err:
        found.append("a traceback or a fault of ours")
    found += [f"{name} is left" for name in done.files if name.endswith(".tmp")]
    for name, data in done.files.items():
        if stdin == "usual" and "x." in name and data != usual.files.get(name):
            found.append(f"{name} is neither old nor whole")
    # Without its input a command says so, and may have nothing to print.
    prints = bool(usual.out) and (stdin == "usual" or row.feeds is None)
    if stdout in {"closed", "full", "read-only"} and prints:
        found += [] if done.code else ["exit code 0 although nothing could be printed"]
        if stderr == "usual" and "CORE055" not in done.err:
            found.append("what is the matter with standard output is not said")
    elif stdout == "broken" and prints:
        # A target that is named is told of; what is simply printed ends without a word.
        if done.code not in {141, usual.code or 141, 1 if "/dev/" in row.words else 141}:
            found.append(f"exit code {done.code} for a reader that went away")
    elif stdin in {"closed", "write-only"} and row.feeds is not None:
        if done.code == 0 and usual.code == 0:
            found.append("exit code 0 without input")
        is_named = "/dev/stdin" in row.words
        if (
            stdin == "closed"
            and stderr == "usual"
            and not is_named
            and ("standard input" not in done.err)
        ):
            found.append("it is not said that standard input is closed")
    elif stdin == "usual" or row.feeds is None:
        if done.code != usual.code:
            found.append(f"exit code {done.code} in place of {usual.code}")
        if stdout == "usual" and bool(done.out) != bool(usual.out):
            found.append("it does not print what it prints as a rule")
        if sorted(done.files) != sorted(usual.files):
            found.append("it leaves other files than as a rule")
    return found


# Signals ----------------------------------------------------------------------------------

SIGNALS: Final = {"SIGINT": 130, "SIGTERM": 143, "SIGHUP": 129}
WORDS: Final = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "hung up"}

# Each stage of a command: the function that a signal comes in, as `module:name`.
STAGES: Final = (
    "overtrick_cli.application:_work",
    "overtrick_cli.shell.groups:LazyGroup.resolve_command",
    "overtrick_cli.inputs:detect_source",
    "overtrick.disk.sources:open_on",
    "overtrick.disk.atomic:_look",
    "overtrick.disk.atomic:_create",
    "overtrick.disk.atomic:_Raw.write",
    "overtrick.disk.atomic:os.fsync",
    "overtrick.disk.atomic:keep_owner",
    "overtrick.disk.atomic:os.replace",
    "overtrick.disk.atomic:_Raw.close",
    "overtrick.disk.atomic:sync_folder",
    "overtrick_cli.process.signals:end",
)

JOBS: Final = Row("convert a.pbn b.pbn --to lin --out-dir out --force --jobs 2")

# Those of them that another process comes by, which writes a new file.
IN_OTHERS: Final = tuple(
    stage
    for stage in STAGES
    if stage.startswith("overtrick.disk") and not stage.endswith(("keep_owner", "os.replace"))
)


def striking(
    stage: str, name: str, *, twice: bool = False, to_parent: bool = False
) -> Callable[[], None]:
    """Return what lets a signal come just before and just behind a stage.

    Args:
        stage: the function, one of `STAGES`.
        name: the signal.
        twice: whether another comes while the first is dealt with.
        to_parent: whether another process of ours does the work, and this one is struck.
    """
    module, _, path = stage.partition(":")

    def prepare() -> None:
        import importlib

        owner = importlib.import_module(module)
        *parts, last = path.split(".")
        for part in parts:
            owner = getattr(owner, part)
        real = getattr(owner, last)
        number = getattr(signal, name)
        main, unlink = os.getpid(), os.unlink

        def strike() -> None:
            if not to_parent or os.getpid() != main:
                os.kill(main, number)

        def struck(*arguments: object, **more: object) -> object:
            strike()
            result = real(*arguments, **more)
            strike()
            return result

        def unlinking(path: str) -> None:
            strike()
            unlink(path)

        setattr(owner, last, struck)
        if twice:
            os.unlink = unlinking

    return prepare


def signal_faults(stage: str, name: str, done: Done, old: bytes, new: bytes) -> list[str]:
    """Return what is wrong with a conversion of `a.pbn` to `x.pbn` that a signal came in.

    Args:
        stage: where it came.
        name: the signal.
        done: what came of the conversion.
        old: what `x.pbn` held.
        new: what the conversion makes of it.
    """
    found = []
    # When all is done the exit code is that of what was done.
    wanted = {SIGNALS[name]} | ({0} if stage.endswith(":end") else set())
    if done.code not in wanted:
        found.append(f"exit code {done.code}")
    if done.code and WORDS[name] not in done.err:
        found.append(f"it is not said: {done.err!r:.200}")
    if "Traceback" in done.err:
        found.append("a traceback")
    if done.files.get("x.pbn") not in {old, new}:
        found.append("the target is neither old nor whole")
    found += [f"{path} is left" for path in done.files if path.endswith(".tmp")]
    return found


def jobs_faults(name: str, done: Done, usual: Done) -> list[str]:
    """Return what is wrong with `JOBS` that a signal came in while another process worked.

    A process that stays behind holds what this one reads from: that is seen as a hang.

    Args:
        name: the signal.
        done: what came of it.
        usual: what comes of it without a signal.
    """
    found = []
    if done.code != SIGNALS[name]:
        found.append(f"exit code {done.code}")
    if "Traceback" in done.err:
        found.append("a traceback")
    for path, data in done.files.items():
        if path.endswith(".tmp"):
            found.append(f"{path} is left")
        elif data != usual.files.get(path):
            found.append(f"{path} is not whole")
    return found


# A disk that is full ----------------------------------------------------------------------

# What writes files whose names begin with `x.`; that is there already where it is replaced.
WRITERS: Final = (
    Row("convert a.pbn x.pbn"),
    Row("convert a.pbn x.dlm --force"),
    Row("convert a.pbn x.pbn.gz"),
    Row("convert a.pbn x.pbn.zip --force"),
    Row("convert a.pbn b.pbn --to lin --out-dir x.d"),
    Row("convert a.pbn b.pbn --to lin --out-dir x.d --jobs 2"),
    Row("convert a.pbn y.lin --report x.json"),
    Row("edit a.pbn x.pbn --renumber 5 --force"),
    Row("check x.pbn --fix"),
    Row("show a.pbn --as html -o x.html --force"),
    Row("show a.pbn --as svg -o x.svg"),
    Row("show a.pbn --as png -o x.png"),
    Row("show a.pbn --json -o x.json"),
    Row("dd a.pbn --no-cache -o x.pbn --force"),
    Row("deal --count 3 --seed 1 -o x.pbn --force"),
    Row("deal --count 3 --seed 1 -o x.csv"),
    Row("select a.pbn --where north.hcp>5 -o x.pbn --force"),
    Row("records a.pbn -o x.html --no-tables --force"),
    Row("records a.pbn -o x.pdf --no-tables"),
    Row("link a.pbn --boards 1 --qr x.svg"),
    Row("testing make-oracle a.pbn -o x.json"),
    Row("new-plugin x.d"),
    Row("belote edit -S SJ9A --seed 7 -o x.b32"),
    Row("duplimate record x.pbn --device simulator:?speed=0"),
)  # fmt: skip


def with_room_for(count: int) -> Callable[[], None]:
    """Return what lets no file of a process grow beyond so many bytes.

    Args:
        count: the bytes.
    """

    def prepare() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (count, resource.RLIM_INFINITY))

    return prepare


def disk_faults(done: Done, before: dict[str, bytes], usual: Done) -> list[str]:
    """Return what is wrong with a command whose disk was full.

    Args:
        done: what came of it.
        before: the files before it.
        usual: what comes of it where there is room.
    """
    if done.code is None:
        return ["it hangs"]
    found = []
    if done.code < 0 or done.code in {98, 99, 120}:
        found.append(f"exit code {done.code}")
    if "Traceback" in done.err or "is a fault in" in done.err:
        found.append("a traceback or a fault of ours")
    found += [f"{name} is left" for name in done.files if ".tmp" in name]
    for name in {*usual.files, *before, *done.files}:
        # What a session, a history or a cache keeps is not what was asked for.
        if done.files.get(name) not in {usual.files.get(name), before.get(name)}:
            found.append(f"{name} is neither old nor whole")
    is_done = all(done.files.get(name) == data for name, data in usual.files.items())
    if not is_done and not done.code:
        found.append("exit code 0 although a file is not written")
    if not is_done and "CORE055" not in done.err:
        found.append("that the disk is full is not said with its code")
    return found


# Names and kinds of files -----------------------------------------------------------------

NAMES: Final = {
    "not UTF-8": os.fsdecode(b"a\xff\x80b"),
    "markup that closes": "[/x]",
    "markup": "[bold red]a[link=x]",
    "an escape sequence": "a\x1b[31mb\x9bm",
    "other direction": "a\u202eb\u2066c",
    "a line's end": "a\nb\r",
    "a percent sign and braces": "%s{0}$HOME",
    "only spaces": "  ",
}

_STEERING: Final = "\x1b\x9b\u202e\u2066\r"


def name_faults(name: str, done: Done, usual: Done) -> list[str]:
    """Return what is wrong with a command that was given files of odd names.

    Args:
        name: what their names begin with.
        done: what came of it.
        usual: what comes of it with usual names.
    """
    if done.code != usual.code:
        return [f"exit code {done.code} in place of {usual.code}"]
    found = []
    if "Traceback" in done.err or "is a fault in" in done.err:
        found.append("a traceback or a fault of ours")
    text = done.out.decode("utf-8", "surrogateescape")
    was = usual.out.decode("utf-8", "surrogateescape")
    for mark in _STEERING:
        if mark in done.err or (mark in text and mark not in was):
            found.append(f"{mark!r} is printed")
    if "\n" in name and f"{name}-" in done.err + text:
        found.append("the end of a line in a name is printed")
    if was.startswith(("{", "[\n")):
        json.loads(text.splitlines()[0] if was.startswith('{"') else text)
    written = [path for path in usual.files if path.startswith("x.")]
    if sum(path.startswith(f"{name}-x.") for path in done.files) != len(written):
        found.append("it does not write what it writes as a rule")
    for path, data in done.files.items():
        if path.endswith(".json"):
            json.loads(data.decode())
    return found


def piped(name: str, text: str) -> Callable[[], None]:
    """Return what puts a pipe in a file's place, into which somebody writes once.

    Args:
        name: the pipe.
        text: what comes through it.
    """

    def prepare() -> None:
        with contextlib.suppress(FileNotFoundError):
            Path(name).unlink()
        os.mkfifo(name)
        if not os.fork():
            try:
                os.closerange(0, 3)
                signal.alarm(int(PATIENCE))
                with Path(name).open("wb") as pipe:
                    pipe.write(text.encode())
            finally:
                os._exit(0)

    return prepare


# What reads a file once through, and so takes a pipe with a name in its place; with the exit code.
READERS: Final = (
    ("check a.pbn", 0), ("check a.pbn --json", 0), ("check a.pbn --jobs 2", 0),
    ("check a.pbn --fix", 2), ("check a.pbn --diff", 0), ("convert a.pbn x.lin", 0),
    ("convert a.pbn x.lin --jobs 2", 0), ("convert a.pbn b.pbn --to lin --out-dir out", 0),
    ("convert a.pbn - --to dlm", 0), ("dd a.pbn --no-cache", 0), ("detect a.pbn", 0),
    ("dd a.pbn --no-cache -o x.pbn", 0), ("edit a.pbn x.pbn --renumber 5", 0),
    ("edit b.pbn x.pbn --merge a.pbn --renumber 1", 0), ("link a.pbn --boards 1", 0),
    ("records a.pbn -o x.html --no-tables", 0), ("select a.pbn --where north.hcp>5", 0),
    ("select a.pbn --where north.hcp>5 -o x.pbn", 0), ("show a.pbn", 0), ("show a.pbn --json", 0),
    ("show a.pbn --as html -o x.html", 0),
)  # fmt: skip
