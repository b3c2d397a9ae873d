"""What the release script writes, on copies of the files that it changes."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys

import pytest

import overtrick


@pytest.fixture(scope="module")
def release(repository):
    sys.path.insert(0, str(repository / ".ci"))
    try:
        spec = importlib.util.spec_from_file_location("release", repository / ".ci" / "release.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(repository / ".ci"))
    return module


def test_every_changelog_has_the_same_headings(release, repository):
    paths = release.changelogs(repository)
    assert len(paths) > 20
    for path in paths:
        release.check_changelog(path.read_text("utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        "## 2.0.0\n\n- loose\n\n### Added\n\n- a\n",
        "## 2.0.0\n\n### Added\n\n- a\n\n### Removed\n\n- b\n",
        "## 2.0.0\n\n### Added\n\n- a\n\n### Added\n\n- b\n",
        "## 2.0.0\n\n### Repaired\n\n- a\n",
    ],
)
def test_another_shape_is_refused(release, text):
    with pytest.raises(release.Failure, match=r"2\.0\.0"):
        release.check_changelog(text)


def test_a_changelog_gets_the_heading_of_the_version_once(release):
    text = "# Changelog\n\n## Not released\n\n### Added\n\n- a\n\n## 1.0.0\n\nFirst.\n"
    once = release.released(text, "2.0.0")
    assert once == text.replace("Not released", "2.0.0")
    assert release.released(once, "2.0.0") == once
    quiet = release.released(once, "2.1.0")
    assert quiet.startswith("# Changelog\n\n## 2.1.0\n\nNo change but the version.\n\n## 2.0.0\n")
    release.check_changelog(quiet)


def test_a_version_is_set_wherever_it_stands(release, repository, tmp_path):
    skeleton = "plugins/testing/src/overtrick_testing/skeleton/common/pyproject.toml.txt"
    names = [
        str(release.VERSION_FILE),
        str(release.API_FILE),
        *map(str, release.MENTIONS),
        skeleton,
    ]
    for pattern in ("core", "plugins/*", "examples/*"):
        paths = repository.glob(f"{pattern}/pyproject.toml")
        names += [path.relative_to(repository).as_posix() for path in paths]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(repository / name, tmp_path / name)
    before = {name: (tmp_path / name).read_text("utf-8") for name in names}
    release.set_version(tmp_path, "7.3.1")
    texts = {name: (tmp_path / name).read_text("utf-8") for name in names}
    assert '__version__: Final = "7.3.1"' in texts[str(release.VERSION_FILE)]
    assert "ApiVersion(7, 3)" in texts[str(release.API_FILE)]
    assert all("7.3.1" in texts[str(name)] for name in release.MENTIONS)
    limits = r'"(?:overtrick[^">]*|@@needs@@)(>=[^"]+)"'
    found = [limit for text in texts.values() for limit in re.findall(limits, text)]
    assert len(found) > 40
    assert set(found) == {">=7.3,<8"}
    release.set_version(tmp_path, overtrick.__version__)
    assert {name: (tmp_path / name).read_text("utf-8") for name in names} == before


def test_documented_combinations_are_found(release, repository):
    found = release.documented(repository)
    assert {("overtrick[cli]", "overtrick-dlm", "overtrick-pbn"), ("overtrick-web[all]",)} <= found
    assert all(word.startswith("overtrick") for words in found for word in words)


def test_the_versions_of_package_and_interface_agree():
    from overtrick.plugin import API_VERSION

    assert overtrick.__version__.startswith(f"{API_VERSION.major}.{API_VERSION.minor}.")
