"""Files are replaced whole or not at all."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from overtrick.disk.atomic import replace_file
from overtrick.plugin import atomic_output

pytestmark = pytest.mark.skipif(os.name == "nt", reason="permissions and pipes of POSIX")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_is_complete_and_alone(tmp_path):
    target = tmp_path / "new.pbn"
    with atomic_output(target) as file:
        file.write(b"whole")
        assert not target.exists()
    assert target.read_bytes() == b"whole"
    assert names(tmp_path) == ["new.pbn"]


def test_an_existing_file_needs_leave(tmp_path):
    target = tmp_path / "old.pbn"
    target.write_bytes(b"old")
    with pytest.raises(FileExistsError) as caught, atomic_output(target):
        pytest.fail("the file was opened")
    assert caught.value.filename == str(target)
    replace_file(target, b"new")
    assert target.read_bytes() == b"new"
    assert names(tmp_path) == ["old.pbn"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_an_exception_leaves_the_old_file_and_nothing_else(tmp_path, error):
    target = tmp_path / "old.pbn"
    target.write_bytes(b"old")
    with pytest.raises(error), atomic_output(target, overwrite=True) as file:  # noqa: PT012  # in the midst of it
        file.write(b"half")
        raise error
    assert target.read_bytes() == b"old"
    assert names(tmp_path) == ["old.pbn"]


def test_a_target_that_appears_meanwhile_is_not_replaced(tmp_path):
    target = tmp_path / "race.pbn"
    with pytest.raises(FileExistsError), atomic_output(target) as file:  # noqa: PT012  # at its end
        file.write(b"ours")
        target.write_bytes(b"theirs")
    assert target.read_bytes() == b"theirs"
    assert names(tmp_path) == ["race.pbn"]


@pytest.mark.parametrize("has_function", [True, False])
def test_without_hard_links_a_target_is_placed_all_the_same(tmp_path, monkeypatch, has_function):
    def refuse(*_):
        raise OSError(95, "Operation not supported")

    if has_function:
        monkeypatch.setattr(os, "link", refuse)
    else:
        monkeypatch.delattr(os, "link")
    target = tmp_path / "fat.pbn"
    with atomic_output(target) as file:
        file.write(b"whole")
    assert target.read_bytes() == b"whole"
    with pytest.raises(FileExistsError), atomic_output(tmp_path / "race") as file:
        (tmp_path / "race").write_bytes(b"theirs")
    assert (tmp_path / "race").read_bytes() == b"theirs"
    assert names(tmp_path) == ["fat.pbn", "race"]


def test_permissions_are_kept_and_new_files_follow_the_umask(tmp_path):
    target = tmp_path / "old.pbn"
    target.write_bytes(b"old")
    target.chmod(0o640)
    replace_file(target, b"new")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    old = os.umask(0o027)
    try:
        replace_file(tmp_path / "new.pbn", b"new")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "new.pbn").stat().st_mode) == 0o640


def test_a_symbolic_link_stays_one(tmp_path):
    real, link = tmp_path / "real.pbn", tmp_path / "link.pbn"
    real.write_bytes(b"old")
    link.symlink_to(real)
    replace_file(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


def test_a_link_to_nowhere_makes_the_file_that_it_names(tmp_path):
    link = tmp_path / "link.pbn"
    link.symlink_to(tmp_path / "real.pbn")
    replace_file(link, b"new")
    assert (tmp_path / "real.pbn").read_bytes() == b"new"


def test_a_folder_is_refused(tmp_path):
    for overwrite in (False, True):
        with pytest.raises(IsADirectoryError), atomic_output(tmp_path, overwrite=overwrite):
            pytest.fail("the folder was opened")


def test_a_missing_folder_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError), atomic_output(tmp_path / "no" / "x.pbn"):
        pytest.fail("the file was opened")


def test_a_long_name_does_not_make_the_temporary_one_too_long(tmp_path):
    target = tmp_path / ("x" * 250 + ".pbn")
    replace_file(target, b"new")
    assert names(tmp_path) == [target.name]


def test_a_device_is_written_to_and_stays_a_device():
    before = Path(os.devnull).stat().st_ino
    with atomic_output(os.devnull) as file:
        file.write(b"gone")
    assert Path(os.devnull).stat().st_ino == before
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_a_named_pipe_gets_all_or_nothing(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    with pytest.raises(ValueError, match="halfway"), atomic_output(pipe) as file:  # noqa: PT012  # in the midst
        file.write(b"half")
        msg = "halfway"
        raise ValueError(msg)
    assert got == []
    with atomic_output(pipe) as file:
        file.write(b"whole")
    reader.join(10)
    assert got == [b"whole"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
