"""The quick look for entry points gives what `importlib.metadata` gives, or leaves it to that."""

from __future__ import annotations

import importlib
import sys
import zipfile
from importlib.machinery import PathFinder

import pytest

from overtrick.framework import discovery


def described(found):
    return sorted((one.name, one.value, one.group, one.origin()) for one in found)


def both(monkeypatch, *folders):
    """Return what both ways find on a path of some folders; the quick one may decline."""
    monkeypatch.setattr(sys, "path", [str(folder) for folder in folders])
    # Whatever other finders a test runner has put in.
    monkeypatch.setattr(sys, "meta_path", [PathFinder])
    importlib.invalidate_caches()
    quick = discovery.in_folders()
    slow, _ = discovery.by_metadata()
    return None if quick is None else described(quick), described(slow)


def make(folder, name, version, *entries, suffix="dist-info", group="overtrick.plugins.v1"):
    info = folder / f"{name.replace('-', '_')}-{version}.{suffix}"
    info.mkdir(parents=True)
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n\nName: not this\n"
    file_name = "METADATA" if suffix == "dist-info" else "PKG-INFO"
    (info / file_name).write_text(metadata, encoding="utf-8")
    if entries:
        text = "[console_scripts]\nrun = a:b\n\n# of ours\n" + f"[{group}]\n" + "\n".join(entries)
        (info / "entry_points.txt").write_text(text, encoding="utf-8")
    return info


def test_the_environment_of_this_run_is_read_alike():
    # Wheels and editable installs, as they are installed here.
    quick = discovery.in_folders()
    slow, _ = discovery.by_metadata()

    assert quick is None or described(quick) == described(slow)


def test_wheels_eggs_and_files_without_metadata(tmp_path, monkeypatch):
    make(tmp_path / "a", "Club-Format", "1.2", "club = club_format", "two=club.two:Plugin [x]")
    make(tmp_path / "a", "other", "3", suffix="egg-info")
    make(tmp_path / "a", "old", "3", "old = old:plugin", suffix="egg-info")
    make(tmp_path / "a", "next", "3", "later = later", group="overtrick.plugins.v2")
    info = make(tmp_path / "a", "bare", "3", "bare = bare")
    (info / "METADATA").unlink()
    (tmp_path / "a" / "flat.egg-info").write_text("Name: flat\n")
    quick, slow = both(monkeypatch, tmp_path / "a", tmp_path / "not there")
    assert quick == slow
    assert [name for name, *_ in quick] == ["bare", "club", "later", "old", "two"]
    assert ("Club-Format", "1.2") in [origin for *_, origin in quick]


def test_the_first_distribution_of_a_name_hides_the_others(tmp_path, monkeypatch):
    make(tmp_path / "a", "club.format", "2", "club = new")
    make(tmp_path / "b", "Club_Format", "1", "club = old")
    quick, slow = both(monkeypatch, tmp_path / "a", tmp_path / "b")
    assert quick == slow
    assert [value for _, value, *_ in quick] == ["new"]


@pytest.mark.parametrize("text", ["[x]\nno sign\n", b"[x]\n\xff = y\n"])
def test_what_cannot_be_read_is_left_to_the_long_way(tmp_path, monkeypatch, text):
    info = make(tmp_path, "club", "1", "club = club")
    data = text if isinstance(text, bytes) else text.encode()
    (info / "entry_points.txt").write_bytes(data)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert discovery.in_folders() is None


def test_a_zipped_application_is_left_to_the_long_way(tmp_path, monkeypatch):
    info = make(tmp_path / "a", "club", "1", "club = club")
    packed = tmp_path / "app.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for file in info.iterdir():
            archive.write(file, f"{info.name}/{file.name}")
    quick, slow = both(monkeypatch, packed)
    assert quick is None
    assert [name for name, *_ in slow] == ["club"]


def test_a_finder_of_its_own_is_left_to_the_long_way(monkeypatch):
    class Frozen:
        """Finds distributions in its own way, as frozen applications do."""

        @staticmethod
        def find_spec(*_):
            return None

        @staticmethod
        def find_distributions(*_):
            return iter(())

    monkeypatch.setattr(sys, "meta_path", [Frozen, *sys.meta_path])
    assert discovery.in_folders() is None


def test_loading_what_an_entry_point_names():
    assert discovery.Found("a", "json", "g").load() is importlib.import_module("json")
    assert (
        discovery.Found("a", "os.path : join [x]", "g").load()
        is importlib.import_module("os").path.join
    )
    with pytest.raises(ValueError, match="no module"):
        discovery.Found("a", "no module:", "g").load()
    assert discovery.Found("a", "json", "g").origin() == (None, None)
