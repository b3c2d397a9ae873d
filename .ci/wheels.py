"""Build every wheel and sdist, and prove them in empty environments outside the source tree.

    python3 .ci/wheels.py [--only dlm,pbn] [--tests pbn] [--keep FOLDER]

Needs Python 3.11 and pip, nothing else: the build tools go into an environment of their own.

1. Each distribution gives an sdist, and that sdist a wheel.
2. Each wheel holds what it must (`py.typed`, licence, grammar, metadata) and nothing more.
3. In empty environments: the core and the command line, with each of dlm and pbn, and everything.
   In each the commands run, a file is converted, and the tests of the sdists are run against what
   is installed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import venv
import zipfile
from collections.abc import Iterable, Iterator
from email.parser import Parser
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
CONSTRAINTS = ROOT / "tests" / "constraints.txt"
BUILD_TOOLS = ("build", "hatchling")
# What a wheel may hold beside its metadata: code, the type marker, grammars, catalogues of
# translated texts, skeleton texts, what pages are made of, and the files of the conformance suite
# and of the sheets.
ALLOWED = re.compile(
    r".+\.(py|lark)|.+/locale/(messages\.pot|[a-zA-Z_]+\.po)|overtrick/(__init__|plugin)\.pyi|.+/py\.typed"
    r"|overtrick_testing/skeleton/.+\.(txt|hex)"
    r"|overtrick_pbn_conformance/(suite/.+|adapters/npm_pbn\.cjs)"
    r"|overtrick_web/(static/.+\.(css|js|svg)|templates/.+\.html)"
    r"|overtrick_belote/page/(static/.+\.(css|js|svg)|templates/.+\.html)"
    r"|overtrick_records/(fonts/.+\.(ttf|woff2|txt)|sheet\.(css|typ))"
)
METADATA = re.compile(r".+\.dist-info/(METADATA|WHEEL|RECORD|entry_points\.txt|licenses/LICENSE)")
SDIST_FOLDERS = ("src/", "tests/", "cases/", "editors/")
SDIST_FILES = {
    *("PKG-INFO", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", ".gitignore"),
    # Writes the patterns of PBN from its grammars; a test of the package runs it.
    "make_lexis.py",
    # Writes the fonts of the sheets.
    "make_fonts.py",
    # Writes the files of the conformance suite from its tables; likewise.
    "make_suite.py",
}
PBN = """% PBN 2.1
[Event "Club night"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"]
"""
PYTEST = (
    "-m", "pytest", "-q", "--maxfail=5", "--hypothesis-profile=ci", "--import-mode=importlib",
    "-p", "no:cacheprovider", "-n", "2",
    "-W", "error", "-m", "not slow", "-o", "markers=slow: long by its nature",
)  # fmt: skip


# What every environment has besides the core. Their tests share fixtures with the core's, and are
# run in the repository.
BASE = ("render", "cli", "testing")


class Failure(Exception):  # noqa: N818  # it is what is printed, not what a caller catches
    """What is wrong with a distribution, for a person."""


class Project(NamedTuple):
    """A distribution's source folder and what its pyproject.toml says."""

    folder: Path
    name: str
    package: str
    has_testing: bool

    @property
    def file_name(self) -> str:
        """The name as it begins the names of the files built."""
        return self.name.replace("-", "_")


class Built(NamedTuple):
    """A distribution that was built."""

    project: Project
    wheel: Path
    sdist: Path


def find_projects() -> list[Project]:
    """Return core and the plugins, core first."""
    folders = [ROOT / "core", *sorted((ROOT / "plugins").iterdir())]
    projects = []
    for folder in folders:
        file = folder / "pyproject.toml"
        if file.is_file():
            about = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
            has_testing = "testing" in about.get("optional-dependencies", {})
            package = about["name"].replace("-", "_")
            projects.append(Project(folder, about["name"], package, has_testing))
    return projects


class Environment:
    """A virtual environment outside the source tree."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=True)
        scripts = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = scripts / "python"
        self.overtrick = scripts / "overtrick"
        self.work = folder / "work"
        self.work.mkdir()

    def install(self, *requirements: str) -> None:
        """Install with pip, third parties at the versions that the tests use."""
        limits = ["-c", str(CONSTRAINTS)] if CONSTRAINTS.is_file() else []
        self.run("-m", "pip", "install", "-q", "--disable-pip-version-check", *limits,
                 *requirements)  # fmt: skip

    def run(self, *arguments: str, cwd: Path | None = None, code: int = 0) -> str:
        """Run this environment's Python and return its output."""
        return self.call([str(self.python), *arguments], cwd=cwd, code=code)

    def call(self, command: list[str], *, cwd: Path | None = None, code: int = 0) -> str:
        """Run a command, demand its exit code, and return its output."""
        unwanted = ("PYTHONPATH", "OVERTRICK_PLUGINS", "OVERTRICK_DISABLE_PLUGINS", "COV_CORE")
        clean = {key: text for key, text in os.environ.items() if not key.startswith(unwanted)}
        done = subprocess.run(  # noqa: S603  # our own commands
            command,
            cwd=cwd or self.work,
            env=clean | {"OVERTRICK_STRICT_PLUGINS": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != code:
            msg = f"{' '.join(command)}\nexit code {done.returncode}, not {code}\n{done.stdout}"
            raise Failure(msg + done.stderr)
        return done.stdout + done.stderr


def build(project: Project, tools: Environment, target: Path) -> Built:
    """Build the sdist, and the wheel from the sdist."""
    tools.run("-m", "build", "--no-isolation", "--outdir", str(target), str(project.folder))
    (wheel,) = target.glob(f"{project.file_name}-[0-9]*.whl")
    (sdist,) = target.glob(f"{project.file_name}-[0-9]*.tar.gz")
    return Built(project, wheel, sdist)


def check_wheel(built: Built) -> None:
    """Demand that a wheel holds all it needs and nothing else."""
    package = built.project.package
    with zipfile.ZipFile(built.wheel) as archive:
        names = archive.namelist()
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        about = Parser().parsestr(archive.read(metadata).decode())
    content = {name for name in names if not METADATA.fullmatch(name)}
    roots = {f"{package}/"}
    if package == "overtrick_testing":
        roots.add("_overtrick_pytest.py")
    for name in content:
        is_test = "test_" in name and not name.startswith("overtrick_testing/skeleton/")
        if not ALLOWED.fullmatch(name) or not name.startswith(tuple(roots)) or is_test:
            raise Failure(f"{built.wheel.name} holds {name}, which nobody needs at run time")
    source = built.project.folder / "src"
    expected = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    if content != expected:
        raise Failure(f"{built.wheel.name} and src differ: {sorted(content ^ expected)}")
    if f"{package}/py.typed" not in content:
        raise Failure(f"{built.wheel.name} lacks py.typed")
    if not any(name.endswith("licenses/LICENSE") for name in names):
        raise Failure(f"{built.wheel.name} lacks the licence")
    if not about["License-Expression"]:
        raise Failure(f"{built.wheel.name} has no License-Expression")
    if "Typing :: Typed" not in (about.get_all("Classifier") or []):
        raise Failure(f"{built.wheel.name} is not classified as typed")
    if about["Requires-Python"] != ">=3.11":
        raise Failure(f"{built.wheel.name} requires Python {about['Requires-Python']}")


def check_sdist(built: Built) -> None:
    """Demand that an sdist holds source and tests, and nothing of the folder it was built in."""
    with tarfile.open(built.sdist) as archive:
        names = [member.name.partition("/")[2] for member in archive if member.isfile()]
    for name in names:
        if not name.startswith(SDIST_FOLDERS) and name not in SDIST_FILES:
            raise Failure(f"{built.sdist.name} holds {name}")
        if "__pycache__" in name:
            raise Failure(f"{built.sdist.name} holds compiled code: {name}")
    has_tests = any(name.startswith("tests/test_") for name in names)
    if not has_tests and built.project.folder.name not in BASE:
        raise Failure(f"{built.sdist.name} has no tests")
    for needed in ("LICENSE", "README.md", "pyproject.toml"):
        if needed not in names:
            raise Failure(f"{built.sdist.name} lacks {needed}")


def check_commands(here: Environment, formats: set[str]) -> None:
    """Demand that the installed plugins are loaded and the installed formats listed."""
    records = json.loads(here.call([str(here.overtrick), "plugins", "--json"]))
    bad = [record for record in records if record["state"] != "loaded"]
    if bad:
        raise Failure(f"plugins that do not load: {bad}")
    here.call([str(here.overtrick), "plugins"])
    listed = {
        row["name"] for row in json.loads(here.call([str(here.overtrick), "formats", "--json"]))
    }
    if listed != formats:
        raise Failure(f"formats {sorted(listed)} where {sorted(formats)} were installed")


def convert(here: Environment, source: Path, target: str) -> Path:
    """Convert a file with the installed script."""
    path = here.work / target
    here.call([str(here.overtrick), "convert", str(source), str(path)])
    if not path.stat().st_size:
        raise Failure(f"{path} is empty")
    return path


def run_sdist_tests(here: Environment, built: Built) -> str:
    """Run the tests that an sdist carries against what is installed."""
    with tarfile.open(built.sdist) as archive:
        archive.extractall(here.work, filter="data")
    folder = here.work / built.sdist.name.removesuffix(".tar.gz")
    # The installed package is tested, not the copy of it in the sdist.
    (folder / "src").rename(folder / "not-this-src")
    output = here.run(*PYTEST, "tests", cwd=folder)
    return output.strip().splitlines()[-1].strip("= ")


@contextlib.contextmanager
def step(text: str) -> Iterator[None]:
    """Say what is done and how long it took."""
    started = time.perf_counter()
    sys.stdout.write(f"{text} ... ")
    sys.stdout.flush()
    yield
    sys.stdout.write(f"{time.perf_counter() - started:.1f} s\n")


def formats_of(chosen: Iterable[Built]) -> set[str]:
    """Return the names of the formats that some distributions declare in their source."""
    found: set[str] = set()
    for built in chosen:
        text = (built.project.folder / "src" / built.project.package / "__init__.py").read_text(
            encoding="utf-8"
        )
        if "FormatSpec(" in text and built.project.package != "overtrick":
            found |= set(re.findall(r'FormatSpec\(\s*name="(\w+)"', text))
    return found


def prove(label: str, chosen: list[Built], folder: Path, tested: list[Built]) -> None:
    """Install some distributions in an empty environment and use them."""
    with step(f"{label}: install"):
        here = Environment(folder)
        here.install(*(str(built.wheel) for built in chosen))
    with step(f"{label}: commands and conversion"):
        formats = formats_of(chosen)
        check_commands(here, formats)
        evening = ROOT / "examples" / "club-evening.dlm"
        if "dlm" in formats:
            convert(here, evening, "copy.dlm")
        if "pbn" in formats:
            night = here.work / "night.pbn"
            night.write_text(PBN, encoding="utf-8")
            convert(here, night, "copy.pbn")
        if {"dlm", "pbn"} <= formats:
            convert(here, convert(here, evening, "evening.pbn"), "back.dlm")
        if not formats:
            # Nothing serves a format, and the command must say so in words.
            said = here.call([str(here.overtrick), "detect", str(evening)], code=1)
            if "Traceback" in said or "club-evening.dlm" not in said:
                raise Failure(f"without a format, detect says of a DLM file: {said}")
    with step(f"{label}: test tools"):
        wanted = [f"{built.wheel}[testing]" for built in chosen if built.project.has_testing]
        here.install(*wanted, "pytest-xdist")
    for built in tested:
        sys.stdout.write(f"{label}: tests of {built.sdist.name} ... ")
        sys.stdout.flush()
        sys.stdout.write(f"{run_sdist_tests(here, built)}\n")


def prove_bare_core(core: Built, folder: Path) -> None:
    """The core brings attrs and pluggy alone, and works without a plugin."""
    with step("core without the command line"):
        here = Environment(folder)
        here.install(str(core.wheel))
        listed = json.loads(here.run("-m", "pip", "list", "--format=json",
                                     "--disable-pip-version-check"))  # fmt: skip
        names = {row["name"].lower() for row in listed} - {"pip", "setuptools", "wheel"}
        if names != {"attrs", "overtrick", "pluggy"}:
            raise Failure(f"core brings {sorted(names)}")
        here.run("-c", "import overtrick; assert overtrick.formats() == ()")


# A shell that starts this in the background lets it ignore Ctrl-C, and the tests that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


def main() -> int:
    """Build, check and prove; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", help="plugins to build, divided by commas (all by default)")
    parser.add_argument("--tests", help="whose sdist tests are run (all by default)")
    parser.add_argument("--keep", type=Path, help="keep everything in this folder")
    chosen = parser.parse_args()
    projects = find_projects()
    if chosen.only is not None:
        wanted = set(chosen.only.split(","))
        projects = [item for item in projects if item.folder.name in wanted | {"core", *BASE}]
    with contextlib.ExitStack() as stack:
        folder = chosen.keep
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="wheels-")))
        folder.mkdir(parents=True, exist_ok=True)
        try:
            whose = None if chosen.tests is None else set(chosen.tests.split(","))
            prove_all(projects, folder, whose)
        except Failure as failure:
            sys.stdout.write(f"\nFAILED: {failure}\n")
            return 1
    sys.stdout.write("all wheels and sdists are sound\n")
    return 0


def prove_all(projects: list[Project], folder: Path, whose: set[str] | None) -> None:
    """Build every project and prove it alone and with others.

    The tests of the sdists are run for those that `whose` names, `None` for all.
    """

    def tested(candidates: list[Built]) -> list[Built]:
        return [one for one in candidates if whose is None or one.project.folder.name in whose]

    with step("build tools"):
        tools = Environment(folder / "tools")
        tools.install(*BUILD_TOOLS)
    built = []
    for project in projects:
        with step(f"build {project.name}"):
            built.append(build(project, tools, folder / "dist"))
            check_wheel(built[-1])
            check_sdist(built[-1])
    core = built[0]
    base = [core, *(one for one in built if one.project.folder.name in BASE)]
    plugins = [one for one in built if one not in base]
    prove_bare_core(core, folder / "bare")
    prove("no format", base, folder / "base", tested([core]))
    for plugin in plugins:
        if plugin.project.folder.name in {"dlm", "pbn"}:
            name = f"{plugin.project.folder.name} alone"
            prove(name, [*base, plugin], folder / plugin.project.package, tested([plugin]))
    if plugins:
        prove("everything", built, folder / "everything", tested(plugins))


if __name__ == "__main__":
    sys.exit(main())
