"""What a name leads to, whose a file is, and every call of the system that can fail on the way."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
import threading
import warnings

import pytest

from overtrick import ReplacedWarning, TargetError
from overtrick.disk import atomic, metadata
from overtrick.disk.atomic import remove_temporaries, replace_file
from overtrick.disk.paths import place_of
from overtrick.plugin import FileState, atomic_output

pytestmark = pytest.mark.skipif(os.name == "nt", reason="descriptors and owners of POSIX")

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="extended attributes are Linux's")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


# What a name leads to ---------------------------------------------------------------------


def test_descriptors_are_not_the_files_behind_them(tmp_path):
    file = tmp_path / "k"
    link = tmp_path / "link"
    with file.open("wb") as opened:
        number = opened.fileno()
        assert place_of(f"/dev/fd/{number}")[1:] == (number, True)
        assert place_of(f"/proc/self/fd/{number}")[1:] == (number, True)
        link.symlink_to(f"/dev/fd/{number}")
        assert place_of(link)[1:] == (number, True)
    assert place_of("/dev/stdout").descriptor == 1
    assert place_of("/proc/1/fd/2")[1:] == (None, True)
    assert place_of(file) == (str(file.resolve()), None, False)
    assert place_of("/dev/null") == ("/dev/null", None, False)


def test_links_in_a_circle_are_an_error(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(OSError, match="symbolic") as caught:
        place_of(tmp_path / "a")
    assert caught.value.errno == errno.ELOOP


@pytest.mark.parametrize("flags", [os.O_WRONLY, os.O_WRONLY | os.O_APPEND])
def test_an_open_file_is_written_at_its_place(tmp_path, flags):
    file = tmp_path / "k"
    file.write_bytes(b"lost?")
    number = os.open(file, flags)
    os.lseek(number, 0, os.SEEK_END)
    try:
        before = file.stat().st_ino
        with atomic_output(f"/dev/fd/{number}", overwrite=True) as target:
            target.write(b" kept")
    finally:
        os.close(number)
    assert (file.read_bytes(), file.stat().st_ino) == (b"lost? kept", before)


def test_a_descriptor_that_takes_nothing_is_told_of_before_any_work(tmp_path):
    file = tmp_path / "k"
    file.write_bytes(b"old")
    number = os.open(file, os.O_RDONLY)
    try:
        with pytest.raises(TargetError, match="read"), atomic_output(f"/dev/fd/{number}"):
            pytest.fail("it was opened")
    finally:
        os.close(number)
    with pytest.raises(TargetError), atomic_output(f"/dev/fd/{number}"):
        pytest.fail("it was opened")


def test_a_full_device_and_a_pipe_without_a_reader_are_told_of_by_name():
    with pytest.raises(TargetError) as full, atomic_output("/dev/full") as file:
        file.write(b"x")
    assert (full.value.errno, full.value.filename) == (errno.ENOSPC, "/dev/full")
    reads, writes = os.pipe()
    os.close(reads)
    with pytest.raises(TargetError) as broken, atomic_output(f"/dev/fd/{writes}") as file:
        file.write(b"x")
    os.close(writes)
    assert broken.value.errno == errno.EPIPE


# Whose it is ------------------------------------------------------------------------------


def test_a_hard_link_keeps_the_old_content_and_that_is_said(tmp_path):
    file, other = tmp_path / "a.pbn", tmp_path / "b.pbn"
    file.write_bytes(b"old")
    os.link(file, other)
    with pytest.warns(ReplacedWarning, match=r"another name \(a hard link\), which keeps the old"):
        replace_file(file, b"new")
    assert (file.read_bytes(), other.read_bytes()) == (b"new", b"old")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        replace_file(file, b"newer")


@on_linux
def test_attributes_are_kept(tmp_path):
    file = tmp_path / "a.pbn"
    file.write_bytes(b"old")
    try:
        os.setxattr(file, "user.club", b"Lund")
    except OSError as error:
        pytest.skip(f"no extended attributes here: {error}")
    replace_file(file, b"new")
    assert os.getxattr(file, "user.club") == b"Lund"


@on_linux
def test_attributes_that_are_not_to_be_had_are_named(tmp_path, monkeypatch):
    file = tmp_path / "a.pbn"
    file.write_bytes(b"old")

    def refuse(*_):
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(
        os, "listxattr", lambda path: [] if isinstance(path, int) else ["security.x"]
    )
    monkeypatch.setattr(os, "getxattr", lambda *_: b"1")
    monkeypatch.setattr(os, "setxattr", refuse)
    with pytest.warns(
        ReplacedWarning, match=r"a\.pbn: its attribute security\.x could not be kept"
    ):
        replace_file(file, b"new")
    assert file.read_bytes() == b"new"


class Another:
    """A file of another owner, as the system would tell of it."""

    def __init__(self, monkeypatch, *, refuses):
        self.given = []
        real = os.fstat

        def fstat(number):
            about = list(real(number))
            about[4:6] = [about[4] + 1, about[5] + 1]
            return os.stat_result(about)

        def fchown(_number, user, group):
            if (user if group == -1 else group) in refuses:
                raise PermissionError(errno.EPERM, "Operation not permitted")
            self.given.append((user, group))

        monkeypatch.setattr(metadata.os, "fstat", fstat)
        monkeypatch.setattr(metadata.os, "fchown", fchown)


def test_owner_and_group_are_kept(tmp_path, monkeypatch):
    file = tmp_path / "a.pbn"
    file.write_bytes(b"old")
    about = file.stat()
    another = Another(monkeypatch, refuses=())
    replace_file(file, b"new")
    assert another.given == [(about.st_uid, -1), (-1, about.st_gid)]


def test_where_the_group_is_not_to_be_had_its_rights_go_to_nobody_else(tmp_path, monkeypatch):
    file = tmp_path / "a.pbn"
    file.write_bytes(b"old")
    file.chmod(0o664)
    about = file.stat()
    Another(monkeypatch, refuses=(about.st_uid, about.st_gid))
    with pytest.warns(ReplacedWarning) as said:
        replace_file(file, b"new")
    assert [str(item.message).partition(": ")[2] for item in said] == [
        f"its owner (user {about.st_uid}) could not be kept",
        f"its group ({about.st_gid}) could not be kept",
    ]
    monkeypatch.undo()
    assert stat.S_IMODE(file.stat().st_mode) == 0o644


def test_a_write_protected_file_is_not_replaced(tmp_path, monkeypatch):
    file = tmp_path / "a.pbn"
    file.write_bytes(b"old")
    file.chmod(0o444)
    real = os.open

    def refuse(path, flags, *arguments, **more):
        if os.fspath(path) == str(file.resolve()) and flags & os.O_WRONLY:
            raise PermissionError(errno.EACCES, "Permission denied")  # as for all but root
        return real(path, flags, *arguments, **more)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(PermissionError, match="write-protected"):
        replace_file(file, b"new")
    assert (file.read_bytes(), names(tmp_path)) == (b"old", ["a.pbn"])


def test_a_private_file_is_its_owners(tmp_path):
    with atomic_output(tmp_path / "keys", is_private=True) as file:
        file.write(b"secret")
    assert stat.S_IMODE((tmp_path / "keys").stat().st_mode) == 0o600


# Meanwhile --------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["written", "replaced", "appeared"])
def test_a_target_that_another_program_changed_is_left_to_it(tmp_path, how):
    file = tmp_path / "a.pbn"
    if how != "appeared":
        file.write_bytes(b"old")
    with pytest.raises(TargetError, match="changed it"), atomic_output(file, overwrite=True) as new:  # noqa: PT012  # in the midst
        new.write(b"ours")
        if how == "replaced":
            (tmp_path / "b").write_bytes(b"theirs")
            (tmp_path / "b").replace(file)
        else:
            file.write_bytes(b"theirs")
    assert (file.read_bytes(), names(tmp_path)) == (b"theirs", ["a.pbn"])


def test_what_was_made_from_an_older_state_does_not_replace_a_newer(tmp_path):
    file = tmp_path / "a.pbn"
    file.write_bytes(b"old")
    state = FileState.of(file)
    replace_file(file, b"same state", since=state)
    with pytest.raises(TargetError):
        replace_file(file, b"ours", since=state)
    assert file.read_bytes() == b"same state"


def test_a_target_that_was_removed_meanwhile_is_written(tmp_path):
    file = tmp_path / "a.pbn"
    file.write_bytes(b"old")
    with atomic_output(file, overwrite=True) as new:
        new.write(b"new")
        file.unlink()
    assert file.read_bytes() == b"new"


# The disk ---------------------------------------------------------------------------------


class FullDisk:
    """Lets one call of the system fail, and counts them.

    Every call that `overtrick.disk` makes on the way to a replaced file is one of these.
    """

    CALLS = ("open", "fsync", "fchmod", "fchown", "replace", "link", "unlink", "close", "stat")

    def __init__(self, monkeypatch, error):
        self.error = error
        self.at = None
        self.seen = []
        for name in self.CALLS:
            monkeypatch.setattr(atomic.os, name, self._failing(name, getattr(os, name)))
        disk, real_write, real_close = self, io.FileIO.write, io.FileIO.close

        class Raw(atomic._Raw):
            def write(self, data):
                with atomic._Naming(self.user_name):
                    return disk._failing("write", real_write)(self, data)

            def close(self):
                if not self.closed:
                    with atomic._Naming(self.user_name):
                        try:
                            disk._failing("file.close", lambda _: None)(self)
                        finally:
                            real_close(self)

        monkeypatch.setattr(atomic, "_Raw", Raw)

    def _failing(self, name, real):
        def call(*arguments, **more):
            self.seen.append(name)
            if self.at == len(self.seen):
                raise OSError(self.error, os.strerror(self.error))
            return real(*arguments, **more)

        return call


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS])
@pytest.mark.parametrize("is_new", [False, True])
def test_whichever_call_fails_the_target_is_old_or_whole(tmp_path, monkeypatch, error, is_new):
    file = tmp_path / "a.pbn"
    old, new = b"old" * 10, b"new" * 20_000

    def write():
        with atomic_output(file, overwrite=not is_new) as target:
            for start in range(0, len(new), 5_000):
                target.write(new[start : start + 5_000])

    def begin():
        file.unlink(missing_ok=True)
        if not is_new:
            file.write_bytes(old)

    begin()
    with monkeypatch.context() as patch:
        disk = FullDisk(patch, error)
        write()
    calls = list(disk.seen)
    assert {"write", "fsync", "file.close", "link" if is_new else "replace"} <= set(calls)
    failed = 0
    for place in range(1, len(calls) + 1):
        begin()
        with monkeypatch.context() as patch, warnings.catch_warnings():
            warnings.simplefilter("ignore", ReplacedWarning)
            disk = FullDisk(patch, error)
            disk.at = place
            refused = None
            try:
                write()
            except OSError as raised:
                refused = raised
        where = (place, calls[place - 1], refused)
        if refused is not None:
            failed += 1
            assert (refused.errno, refused.filename) == (error, str(file)), where
        if refused is None or calls[place - 1] == "unlink":
            assert file.read_bytes() == new, where
        else:
            assert (None if is_new else old) == (file.read_bytes() if file.exists() else None), (
                where
            )
        others = [name for name in names(tmp_path) if name != "a.pbn"]
        # What cannot be unlinked is left: there is nothing else to be done.
        assert others == [] or calls[place - 1] == "unlink", where
    assert failed >= 5


def test_the_real_thing_on_a_disk_of_a_few_kilobytes(tmp_path):
    import subprocess

    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", tmp_path],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("only root may make a small disk")
    try:
        file = tmp_path / "a.pbn"
        file.write_bytes(b"old" * 1000)
        with pytest.raises(TargetError) as caught:
            replace_file(file, bytes(100_000))
        assert caught.value.errno == errno.ENOSPC
        assert (file.read_bytes(), names(tmp_path)) == (b"old" * 1000, ["a.pbn"])
    finally:
        subprocess.run(["umount", tmp_path], check=True)


def test_what_is_begun_is_removed_by_a_process_that_ends_at_once(tmp_path):
    with pytest.raises(TargetError), atomic_output(tmp_path / "a.pbn") as file:  # noqa: PT012  # in the midst
        file.write(b"half")
        assert len(names(tmp_path)) == 1
        remove_temporaries()
        assert names(tmp_path) == []
    assert names(tmp_path) == []


def test_a_pipe_is_no_file_that_came_meanwhile(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(TargetError), atomic_output(pipe) as file:  # noqa: PT012  # in the midst
        file.write(b"new")
        pipe.unlink()
        pipe.write_bytes(b"theirs")
    assert pipe.read_bytes() == b"theirs"


def test_a_reader_of_a_pipe_gets_all_of_it(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    replace_file(pipe, b"x" * 200_000)
    reader.join(10)
    assert got == [b"x" * 200_000]
