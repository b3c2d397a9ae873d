"""Which names are one file: links, and folders that do not tell capitals apart."""

from __future__ import annotations

import os

import pytest

from overtrick_cli import same_file
from overtrick_cli.same_file import ignores_case, is_same_place

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links and folders of POSIX")


def test_one_place_by_many_names(tmp_path, monkeypatch):
    file, other = tmp_path / "Tuesday.pbn", tmp_path / "other.pbn"
    file.write_bytes(b"")
    (tmp_path / "soft").symlink_to(file)
    os.link(file, tmp_path / "hard")
    assert is_same_place(file, tmp_path / "soft")
    assert is_same_place(file, tmp_path / "hard")
    assert is_same_place(file, tmp_path / "x" / ".." / "Tuesday.pbn") is False
    assert not is_same_place(file, other)
    assert is_same_place(other, tmp_path / "." / "other.pbn")
    upper = tmp_path / "OTHER.pbn"
    assert not ignores_case(str(tmp_path))
    assert not is_same_place(other, upper)
    monkeypatch.setattr(same_file, "ignores_case", lambda folder: True)
    assert is_same_place(other, upper)
    assert not is_same_place(other, tmp_path / "others.pbn")
    # One letter in two ways to write it.
    assert is_same_place(tmp_path / "\u00e9.pbn", tmp_path / "E\u0301.pbn")


def test_a_folder_that_ignores_case_is_known_by_what_is_in_it(tmp_path, monkeypatch):
    (tmp_path / "a.pbn").write_bytes(b"")
    real, same = os.path.exists, os.path.samefile
    monkeypatch.setattr(os.path, "exists", lambda path: real(path) or real(str(path).lower()))
    monkeypatch.setattr(os.path, "samefile", lambda one, two: same(one, str(two).lower()))
    folder = tmp_path / "new" / "newer"
    assert ignores_case(str(tmp_path))
    assert ignores_case(str(folder))
