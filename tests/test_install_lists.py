"""The lists in `install/` are complete: pip finds all of overtrick's packages in the clone."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LISTS = sorted((ROOT / "install").glob("*.txt"))
NAME = re.compile(r"(overtrick[a-z-]*)(?:\[([a-z,]+)\])?")


def lines_of(path):
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("-r "):
            yield from lines_of(path.parent / line[3:])
        elif line and not line.startswith("#"):
            yield line


def project(folder):
    return tomllib.loads((ROOT / folder / "pyproject.toml").read_text("utf-8"))["project"]


def requirements(folder, extras):
    declared = project(folder)
    optional = declared.get("optional-dependencies", {})
    found = [*declared["dependencies"], *(each for extra in extras for each in optional[extra])]
    return {NAME.match(text)[1] for text in found if NAME.match(text)}


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_each_package_stands_behind_what_it_requires(path):
    installed = set()
    for line in lines_of(path):
        folder, _, extras = line.rstrip("]").partition("[")
        wanted = requirements(folder, filter(None, extras.split(",")))
        name = project(folder)["name"]
        assert wanted <= installed | {name}, f"{path.name}: {line} requires {wanted - installed}"
        installed.add(name)


def test_a_club_has_what_the_page_offers():
    offered = requirements("plugins/web", ["all"])
    listed = {
        project(line.partition("[")[0])["name"] for line in lines_of(ROOT / "install/club.txt")
    }
    assert offered <= listed


def test_all_is_all():
    listed = {line.partition("[")[0] for line in lines_of(ROOT / "install" / "all.txt")}
    folders = {f"./plugins/{path.parent.name}" for path in ROOT.glob("plugins/*/pyproject.toml")}
    assert listed == folders | {"./core"}


@pytest.mark.parametrize("page", ["README.md", "docs/howto/club-page.md"])
def test_pages_name_lists_that_exist(page):
    text = (ROOT / page).read_text("utf-8").replace("\\", "/")
    named = set(re.findall(r"install/\w+\.txt", text))
    assert named
    assert all((ROOT / name).is_file() for name in named)
