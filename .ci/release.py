"""Prepare a release: versions, changelogs, builds, checks, an SBOM. Nothing is published.

    python3 .ci/release.py 2.0.0 [--folder dist]

Needs Python 3.11, pip, git and a clean tree. Run again it changes nothing that is right already, so
after the changes are committed the same command builds what is released.

1. The version, and what our distributions require of one another, are set.
2. `Not released` in each changelog becomes the version.
3. The public surface is kept as `tests/surfaces/VERSION.txt`.
4. sdists and wheels are built and proved as by `.ci/wheels.py`, and `twine check` reads them.
5. Each `pip install` line of the documentation is tried with these wheels in an empty environment.
6. `overtrick-VERSION.cdx.json` lists what an environment with everything holds, as CycloneDX.
7. The commands for commit and tag are printed.
"""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from wheels import ROOT, Environment, Failure, Project, find_projects, prove_all

VERSION_FILE = Path("core/src/overtrick/__init__.py")
API_FILE = Path("core/src/overtrick/framework/spec/interface.py")
# Where a version stands beside the one that all distributions read.
MENTIONS = {
    Path("docs/howto/check-in-ci.md"): r"(?<=rev: v)\d+\.\d+\.\d+",
    Path("docs/howto/editors.md"): r"(?<=overtrick-vscode-)\d+\.\d+\.\d+",
    Path("plugins/lsp/editors/vscode/package.json"): r'(?<="version": ")\d+\.\d+\.\d+',
}
REQUIREMENT = re.compile(
    r'(?<=")((?:overtrick(?:-[a-z-]+)?(?:\[[a-z,]+\])?|@@needs@@))>=[\d.]+,<\d+'
)
HEADINGS = ("Removed", "Changed", "Added", "Fixed")
NOT_RELEASED = "## Not released"
# The suite of PBN files comes without overtrick.
LOADED = """
import importlib.util
if importlib.util.find_spec("overtrick"):
    import overtrick
    assert not [record for record in overtrick.plugins() if record.error]
"""


def edit(path: Path, text: str) -> None:
    """Write a file where its text differs."""
    if path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
        sys.stdout.write(f"changed {path.name} in {path.parent}\n")


def set_version(root: Path, version: str) -> None:
    """Write the version, the interface's, and the limits of requirements among our own."""
    major, minor, _ = version.split(".")
    file = root / VERSION_FILE
    pattern = r'(?<=^__version__: Final = ")[^"]+'
    edit(file, re.sub(pattern, version, file.read_text("utf-8"), count=1, flags=re.MULTILINE))
    file = root / API_FILE
    text = re.sub(
        r"ApiVersion\(\d+, \d+\)", f"ApiVersion({major}, {minor})", file.read_text("utf-8")
    )
    edit(file, text)
    for name, mention in MENTIONS.items():
        edit(root / name, re.sub(mention, version, (root / name).read_text("utf-8")))
    limits = rf"\1>={major}.{minor},<{int(major) + 1}"
    skeletons = root / "plugins/testing/src/overtrick_testing/skeleton"
    patterns = ("core/pyproject.toml", "plugins/*/pyproject.toml", "examples/*/pyproject.toml")
    files = [path for pattern in patterns for path in sorted(root.glob(pattern))]
    for file in [*files, *sorted(skeletons.rglob("pyproject.toml.txt"))]:
        edit(file, REQUIREMENT.sub(limits, file.read_text("utf-8")))


def check_changelog(text: str) -> None:
    """Demand that what is said of each version after the first stands under the known headings.

    Raises:
        Failure: a heading is not known, comes twice, or an entry stands under none.
    """
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        if title.strip() == "1.0.0" or body.strip() == "No change but the version.":
            continue
        before, *parts = re.split(r"^### ", body, flags=re.MULTILINE)
        headings = [part.partition("\n")[0].strip() for part in parts]
        if before.strip() or headings != [each for each in HEADINGS if each in headings]:
            raise Failure(
                f"{title.strip()}: headings {headings}, and before them {before.strip()!r}"
            )


def released(text: str, version: str) -> str:
    """Return a changelog with the heading of a version, which is there once."""
    check_changelog(text)
    if re.search(rf"^## {re.escape(version)}$", text, re.MULTILINE):
        return text
    if NOT_RELEASED in text:
        return text.replace(NOT_RELEASED, f"## {version}", 1)
    title, _, rest = text.partition("\n")
    return f"{title}\n\n## {version}\n\nNo change but the version.\n{rest}"


def changelogs(root: Path) -> list[Path]:
    """Return the changelog of each distribution."""
    return [root / "core/CHANGELOG.md", *sorted(root.glob("plugins/*/CHANGELOG.md"))]


def documented(root: Path) -> set[tuple[str, ...]]:
    """Return what the documentation tells people to install of ours, each command's words."""
    pages = [root / "README.md", *root.glob("docs/**/*.md"), *root.glob("*/README.md"),
             *root.glob("plugins/*/README.md")]  # fmt: skip
    found = set()
    for page in pages:
        for line in re.findall(r"pip install ([^`\n]*\bovertrick[^`\n]*)", page.read_text("utf-8")):
            words = shlex.split(line.partition("&&")[0], comments=True)
            ours = [word for word in words if re.fullmatch(r"overtrick[\w-]*(\[[\w,-]+\])?", word)]
            if ours and not any(word.startswith("-") for word in words):
                found.add(tuple(ours))
    return found


def prove_documented(dist: Path, folder: Path, projects: list[Project], version: str) -> None:
    """Install each documented combination and load its plugins."""
    # Not by their addresses: pip 23 finds no distribution with an extra that is limited to one.
    constraints = folder / "constraints.txt"
    lines = [f"{project.name}=={version}" for project in projects]
    constraints.write_text("\n".join(lines) + "\n", "utf-8")
    for number, words in enumerate(sorted(documented(ROOT))):
        here = Environment(folder / f"documented-{number}")
        here.run("-m", "pip", "install", "-q", "--disable-pip-version-check",
                 "--find-links", str(dist), "-c", str(constraints), *words)  # fmt: skip
        packages = [re.sub(r"\[.*", "", word).replace("-", "_") for word in words]
        here.run("-W", "error", "-c", f"import {', '.join(packages)}")
        here.run("-W", "error", "-c", LOADED)
        shutil.rmtree(folder / f"documented-{number}")
        sys.stdout.write(f"pip install {' '.join(words)}: installed, plugins load\n")
        sys.stdout.flush()


def git(*words: str) -> str:
    """Run git in the tree and return what it prints."""
    command = ["git", "-C", str(ROOT), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603  # ours


def main() -> int:
    """Prepare the release; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("version", help="as 2.0.0")
    parser.add_argument("--folder", type=Path, default=ROOT / "dist", help="for what is built")
    parser.add_argument("--tests", default="", help="whose sdist tests are run, as .ci/wheels.py")
    chosen = parser.parse_args()
    version, target = chosen.version, chosen.folder.resolve()
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        parser.error(f'invalid version "{version}"; write MAJOR.MINOR.PATCH')
    if git("status", "--porcelain").strip():
        sys.exit("the tree has changes; commit or remove them first")
    if git("tag", "--list", f"v{version}").strip():
        sys.exit(f"version {version} is released: the tag v{version} exists")
    try:
        prepare(version)
        build(version, target, set(filter(None, chosen.tests.split(","))))
    except Failure as failure:
        sys.stdout.write(f"\nFAILED: {failure}\n")
        return 1
    files = sorted(path.name for path in target.iterdir())
    sys.stdout.write(f"{len(files)} files in {target}. To release them:\n\n")
    if git("status", "--porcelain").strip():
        sys.stdout.write(f'git add -A && git commit -m "release: {version}"\n')
        sys.stdout.write(f"python3 .ci/release.py {version}    # builds the commit\n")
    sys.stdout.write(f'git tag -a v{version} -m "overtrick {version}"\n')
    return 0


def prepare(version: str) -> None:
    """Set the version in the tree, and what follows from it."""
    set_version(ROOT, version)
    for path in changelogs(ROOT):
        try:
            edit(path, released(path.read_text("utf-8"), version))
        except Failure as failure:
            raise Failure(f"{path.relative_to(ROOT)}, {failure}") from None
    surface = ROOT / "tests" / "surfaces" / f"{version}.txt"
    surface.write_text((ROOT / "tests/public_surface.txt").read_text("utf-8"), "utf-8")


def build(version: str, target: Path, tested: set[str]) -> None:
    """Build and prove all distributions, and list what they bring."""
    projects = find_projects()
    with tempfile.TemporaryDirectory(prefix="release-") as name:
        folder = Path(name)
        prove_all(projects, folder, tested)
        dist = folder / "dist"
        stray = [path.name for path in dist.iterdir() if f"-{version}" not in path.name]
        if stray:
            raise Failure(f"other versions were built: {stray}")
        tools = Environment(folder / "release-tools")
        tools.install("twine", "cyclonedx-bom")
        sys.stdout.write(tools.run("-m", "twine", "check", "--strict", *map(str, dist.iterdir())))
        prove_documented(dist, folder, projects, version)
        whole = Environment(folder / "whole")
        whole.install(*map(str, sorted(dist.glob("*.whl"))))
        bill = dist / f"overtrick-{version}.cdx.json"
        options = ("--output-reproducible", "--output-format", "JSON", "--output-file", str(bill))
        tools.run("-m", "cyclonedx_py", "environment", *options, str(whole.python))
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(dist, target)


if __name__ == "__main__":
    sys.exit(main())
