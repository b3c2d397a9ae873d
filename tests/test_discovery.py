"""Discovery: what is found, what is wrong with it, and that the rest works all the same."""

from __future__ import annotations

import importlib
import itertools
import json
import re
import sys
import warnings

import pytest

from overtrick import (
    FormatConflictError,
    PluginError,
    PluginLoadError,
    PluginLoadWarning,
    PluginManager,
    PluginState,
    PluginVersionError,
    UnknownFormatError,
    read,
)

# Which plugin of which folder is in which state, and what its error says.
BAD = {
    "import_error": ("import_error", PluginState.FAILED, "overtrick_dependency_that_is_not_there"),
    "missing_module": ("missing_module", PluginState.FAILED, "overtrick_test_that_is_not_there"),
    "raises_in_hook": ("raises_in_hook", PluginState.FAILED, "RuntimeError: halfway through"),
    "yields_garbage": ("yields_garbage", PluginState.FAILED, "is no FormatSpec"),
    "exits": ("exits", PluginState.FAILED, "SystemExit: no licence found"),
    "wrapper": ("wrapper", PluginState.FAILED, "hook wrapper"),
    "unknown_argument": ("unknown_argument", PluginState.INCOMPATIBLE, "colour"),
    "unknown_hook": ("unknown_hook", PluginState.INCOMPATIBLE, "did you mean 'overtrick_formats'"),
    "future_major": ("future_major", PluginState.INCOMPATIBLE, "made for overtrick 9.x"),
    "bad_entry_points": (
        "overtrick-test-bad-entry-points", PluginState.FAILED, "metadata cannot be read",
    ),
}  # fmt: skip


@pytest.fixture
def manager_with(monkeypatch, plugin_folders):
    """Return a manager that finds the distributions of some folders beside the installed ones."""
    before = set(sys.modules)

    def make(*folders, **environment):
        for folder in folders:
            monkeypatch.syspath_prepend(plugin_folders[folder])
        importlib.invalidate_caches()
        return PluginManager(environment=environment)

    yield make
    for name in set(sys.modules) - before:
        if name.startswith("overtrick_test_"):
            del sys.modules[name]


@pytest.fixture(scope="module")
def installed():
    """The formats of the plugins that are really installed."""
    return PluginManager(environment={}).formats()


def quietly(manager):
    """Discover without the warnings, which have tests of their own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PluginLoadWarning)
        manager.discover()
    return manager


def record(manager, name):
    [found] = [record for record in manager.records() if record.name == name]
    return found


def test_an_installed_plugin_is_found(manager_with, installed):
    manager = manager_with("good")
    assert manager.formats().keys() == installed.keys() | {"good"}
    found = record(manager, "good")
    assert (found.distribution, found.version) == ("overtrick-test-good", "1.2")
    assert found.state is PluginState.LOADED
    assert found.hooks == ("overtrick_commands", "overtrick_formats")
    assert found.formats == ("good",)
    assert found.load_ms > 0
    assert "good" in manager.commands()


def test_discovery_waits_for_the_first_question(manager_with):
    manager = manager_with("good")
    assert "overtrick_test_good" not in sys.modules
    manager.formats()
    assert "overtrick_test_good" in sys.modules
    assert "overtrick_test_good_code" not in sys.modules


@pytest.mark.parametrize("folder", BAD)
def test_a_bad_plugin_is_named_and_the_others_work(manager_with, installed, folder):
    name, state, words = BAD[folder]
    manager = manager_with("good", folder)
    with pytest.warns(PluginLoadWarning, match=name):
        manager.discover()
    found = record(manager, name)
    assert found.state is state
    assert words in found.error
    assert "\n" not in found.error
    assert manager.formats().keys() == installed.keys() | {"good"}
    assert manager.formats()["good"].summary == "One deal a line"
    # It is warned of once.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        manager.discover()


@pytest.mark.parametrize("folder", BAD)
def test_an_unknown_format_names_the_plugin_that_failed(manager_with, folder):
    name, _, _ = BAD[folder]
    manager = quietly(manager_with(folder))
    with pytest.raises(UnknownFormatError) as caught:
        manager.format("zzz")
    assert f"the plugin {name!r} is installed but" in str(caught.value)
    assert "overtrick plugins --verbose" in str(caught.value)


@pytest.mark.parametrize("folder", BAD)
def test_strictly_a_bad_plugin_is_an_error_each_time(manager_with, folder):
    name, state, _ = BAD[folder]
    manager = manager_with("good", folder, OVERTRICK_STRICT_PLUGINS="1")
    expected = PluginVersionError if state is PluginState.INCOMPATIBLE else PluginLoadError
    for _ in range(2):
        with pytest.raises(expected, match=name):
            manager.formats()


@pytest.mark.parametrize("folder", sorted(set(BAD) - {"bad_entry_points"}))
def test_a_blocked_plugin_is_not_even_imported(manager_with, folder):
    name, _, _ = BAD[folder]
    manager = manager_with("good", folder, OVERTRICK_DISABLE_PLUGINS=f"csv, {name}")
    manager.discover()
    assert record(manager, name).state is PluginState.BLOCKED
    assert record(manager, name).error == "switched off by OVERTRICK_DISABLE_PLUGINS"
    assert f"overtrick_test_{folder}" not in sys.modules
    assert "good" in manager.formats()


def test_two_distributions_with_one_format(manager_with, installed):
    manager = manager_with("good", "duplicate_format")
    with pytest.warns(PluginLoadWarning, match="is in conflict"):
        manager.discover()
    assert manager.formats().keys() == installed.keys() | {"good", "only_first", "only_second"}
    for name, other in (
        ("first", "overtrick-test-second 2.0"),
        ("second", "overtrick-test-first 1.0"),
    ):
        found = record(manager, name)
        assert found.state is PluginState.CONFLICT
        assert other in found.error
    with pytest.raises(FormatConflictError) as caught:
        manager.format("twice")
    for words in (
        "overtrick-test-first 1.0",
        "overtrick-test-second 2.0",
        "DISABLE_PLUGINS=second",
    ):
        assert words in str(caught.value)


def test_blocking_one_of_two_ends_the_conflict(manager_with):
    manager = manager_with("duplicate_format", OVERTRICK_DISABLE_PLUGINS="second")
    manager.discover()
    assert manager.format("twice").summary == "Of the first"
    assert record(manager, "first").state is PluginState.LOADED


def test_a_conflict_is_an_error_strictly(manager_with):
    with pytest.raises(FormatConflictError):
        manager_with("duplicate_format", OVERTRICK_STRICT_PLUGINS="1").formats()


def test_only_allowed_plugins_are_loaded(manager_with):
    manager = manager_with("good", "import_error", OVERTRICK_PLUGINS="good")
    assert list(manager.formats()) == ["good"]
    assert {found.state for found in manager.records() if found.name != "good"} == {
        PluginState.BLOCKED
    }


def test_an_empty_list_of_allowed_plugins_leaves_none(manager_with):
    manager = manager_with("good", OVERTRICK_PLUGINS="")
    assert manager.formats() == {}
    assert "good" not in manager.commands()
    assert {found.state for found in manager.records()} == {PluginState.BLOCKED}


def test_blocking_wins_over_allowing(manager_with):
    environment = {"OVERTRICK_PLUGINS": "good", "OVERTRICK_DISABLE_PLUGINS": "good"}
    assert manager_with("good", **environment).formats() == {}


def test_tracing_writes_the_hook_calls_to_stderr(manager_with, capsys):
    manager_with("good", OVERTRICK_TRACE_PLUGINS="1").formats()
    assert "overtrick_formats" in capsys.readouterr().err
    manager_with("good", OVERTRICK_TRACE_PLUGINS="0").formats()
    assert capsys.readouterr().err == ""


def test_an_editable_twin_counts_once(manager_with):
    manager = manager_with("good", "editable_twin")
    manager.discover()
    assert [found.name for found in manager.records() if "good" in found.name] == ["good"]
    assert "good" in manager.formats()


def test_one_entry_point_name_of_two_distributions_is_kept_apart(manager_with):
    manager = manager_with("good", "same_name")
    assert {"good", "same_name"} <= manager.formats().keys()
    names = [found.name for found in manager.records() if found.name.startswith("good")]
    assert len(names) == 2
    assert any("overtrick-test-" in name for name in names)


def test_a_plugin_for_an_earlier_major_is_listed_and_changes_nothing_else(manager_with, installed):
    """It is not imported, warned of or, strictly, an error; an unknown format names it."""
    manager = manager_with("good", "earlier_major", OVERTRICK_STRICT_PLUGINS="1")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert manager.formats().keys() == installed.keys() | {"good"}
    found = record(manager, "earlier_major")
    assert found.state is PluginState.OUTDATED
    assert "overtrick_test_earlier_major" not in sys.modules
    assert found.error == (
        "made for overtrick 1.x; "
        "try `python -m pip install --upgrade overtrick-test-earlier-major`, "
        "or ask its author for a release for overtrick 2"
    )
    with pytest.raises(UnknownFormatError, match="'earlier_major' is made for an earlier"):
        manager.format("qqqqq")
    with pytest.raises(UnknownFormatError, match="'earlier_major' is installed but is outdated"):
        manager.format("earlier_major")


def test_the_address_in_an_outdated_plugins_metadata_is_named(manager_with, tmp_path, monkeypatch):
    info = tmp_path / "club_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: club-plugin\nVersion: 1.0\n"
        "Project-URL: Homepage, https://example.org/club\n"
    )
    (info / "entry_points.txt").write_text("[overtrick.plugins.v1]\nclub = club_plugin\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = record(manager_with(), "club")
    assert found.error.endswith("release for overtrick 2 (https://example.org/club)")


@pytest.mark.parametrize("variable", ["OVERTRICK_PLUGINS", "OVERTRICK_DISABLE_PLUGINS"])
def test_a_misspelt_name_in_a_variable_is_warned_of_once(manager_with, variable):
    manager = manager_with("good", **{variable: "goood, pbn"})
    with pytest.warns(PluginLoadWarning) as found:
        manager.discover()
    assert [str(warning.message) for warning in found] == [
        f"{variable} names 'goood', and no such plugin is installed; did you mean good?"
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        manager.formats()


@pytest.mark.parametrize("variable", ["OVERTRICK_PLUGINS", "OVERTRICK_DISABLE_PLUGINS"])
def test_a_plugin_that_is_switched_off_is_named_with_the_variable(manager_with, variable):
    value = "good" if variable == "OVERTRICK_DISABLE_PLUGINS" else "pbn"
    manager = manager_with("good", **{variable: value})
    assert record(manager, "good").error == f"switched off by {variable}"
    with pytest.raises(UnknownFormatError, match=f"'good' is switched off by {variable}"):
        manager.format("good")


HALF_PORTED = {
    "from overtrick import hookimpl": "'hookimpl' moved to overtrick.plugin in overtrick 2",
    "import overtrick; overtrick.hookimpl": "'hookimpl' moved to overtrick.plugin in overtrick 2",
    "import overtrick.testing": "'overtrick.testing' moved to overtrick_testing in overtrick 2",
    "import overtrick.cli.commands": "'overtrick.cli' moved to overtrick_cli.commands",
    "from overtrick.spec import Reader": "'overtrick.spec' moved to overtrick.plugin",
    "from overtrick import html_page": "'html_page' moved to overtrick_render in overtrick 2",
}


@pytest.mark.parametrize("line", HALF_PORTED)
def test_a_half_ported_plugin_hears_where_its_names_are(line, tmp_path, monkeypatch):
    """When it is imported, and when its reader is."""
    name = f"overtrick_test_half_{list(HALF_PORTED).index(line)}"
    (tmp_path / f"{name}.py").write_text(f"{line}\n")
    (tmp_path / f"{name}_light.py").write_text(
        "from overtrick.plugin import FormatSpec, hookimpl\n\n@hookimpl\n"
        f"def overtrick_formats():\n    yield FormatSpec(name='half', summary='', "
        f"suffixes=('.half',), reader='{name}:read')\n"
    )
    info = tmp_path / "half-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: half\nVersion: 1\n")
    points = f"[overtrick.plugins.v2]\nhalf = {name}\nlight = {name}_light\n"
    (info / "entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(tmp_path)
    manager = quietly(PluginManager(environment={"OVERTRICK_PLUGINS": "half,light"}))
    found = record(manager, "half")
    assert found.state is PluginState.FAILED
    assert HALF_PORTED[line] in found.error
    file = tmp_path / "a.half"
    file.write_text("1")
    with pytest.raises(PluginError, match=re.escape(HALF_PORTED[line])):
        read(file, manager=manager)


def test_a_plugin_for_two_majors_counts_for_ours(manager_with):
    manager = manager_with("both_majors")
    manager.discover()
    assert record(manager, "both_majors").state is PluginState.LOADED
    assert [found.name for found in manager.records() if "both" in found.name] == ["both_majors"]


def test_a_plugin_whose_metadata_is_missing_works(manager_with):
    manager = manager_with("no_metadata")
    assert "no_metadata" in manager.formats()
    found = record(manager, "no_metadata")
    assert found.state is PluginState.LOADED
    assert found.source == "'no_metadata'"


def test_a_program_of_its_own_needs_no_metadata(manager_with):
    manager_with("good")  # on the path, but nobody looks
    manager = PluginManager(discover=False)
    assert manager.records() == ()
    import overtrick_test_good

    manager.register(overtrick_test_good, "built in")
    assert list(manager.formats()) == ["good"]


@pytest.mark.slow
def test_the_order_of_the_path_changes_nothing(manager_with, monkeypatch, plugin_folders):
    folders = ["good", "duplicate_format", "import_error", "raises_in_hook"]
    results = set()
    for order in itertools.permutations(folders):
        with monkeypatch.context() as patch:
            for folder in order:
                patch.syspath_prepend(plugin_folders[folder])
            manager = quietly(PluginManager(environment={}))
            results.add(
                tuple((f.name, f.state, f.error, f.formats) for f in manager.records())
                + tuple(manager.formats())
            )
    assert len(results) == 1


# The same as a user sees it, all at once. ---------------------------------------------------

EVERYTHING = [*sorted(set(BAD)), "duplicate_format", "good"]


@pytest.mark.slow
def test_the_command_names_every_bad_plugin_with_its_reason(python):
    done = python("-m", "overtrick_cli", "plugins", "--json", plugins=EVERYTHING)
    found = {entry["name"]: entry for entry in json.loads(done.stdout)}
    for name, state, words in BAD.values():
        assert found[name]["state"] == state.value
        assert words in found[name]["error"]
        assert f"the plugin {name!r}" in done.stderr
    assert found["good"]["state"] == "loaded"
    table = python("-m", "overtrick_cli", "plugins", plugins=EVERYTHING)
    for name, state, words in BAD.values():
        assert f"\n{name} ({state}): " in table.stdout
        assert words in table.stdout
    assert "Traceback" not in table.stderr


def test_good_formats_convert_among_bad_plugins(python, tmp_path):
    (tmp_path / "in.good").write_text("N:A... - - -\n")
    done = python("-m", "overtrick_cli", "convert", "in.good", "out.good", plugins=EVERYTHING)
    assert (tmp_path / "out.good").read_text() == "N:A... - - -\n"
    assert "out.good: 1 board (good to good)" in done.stderr


def test_help_lists_plugin_commands_among_bad_plugins(python):
    done = python("-m", "overtrick_cli", "--help", plugins=EVERYTHING)
    assert "A command of a plugin" in done.stdout


def test_a_command_that_is_none_is_a_plugin_error(python):
    done = python("-m", "overtrick_cli", "good", plugins=["good"], check=False)
    assert done.returncode == 4
    assert "is not a click command" in done.stderr


@pytest.mark.slow
def test_a_format_whose_plugin_failed_is_exit_4(python):
    arguments = ("-m", "overtrick_cli", "formats", "import_error")
    done = python(*arguments, plugins=["import_error"], check=False)
    assert done.returncode == 4
    assert "overtrick_dependency_that_is_not_there" in done.stderr
    assert python("-m", "overtrick_cli", "formats", "zzz", check=False).returncode == 2


@pytest.mark.parametrize("command", [["plugins"], ["formats"], ["formats", "--json"]])
def test_listing_works_without_any_plugin(python, command):
    done = python("-m", "overtrick_cli", *command, OVERTRICK_PLUGINS="")
    assert done.stderr == ""
    if command == ["formats", "--json"]:
        assert json.loads(done.stdout) == []


def test_strict_mode_on_the_command_line(python):
    done = python(
        "-m", "overtrick_cli", "formats", plugins=["import_error"], check=False,
        OVERTRICK_STRICT_PLUGINS="1",
    )  # fmt: skip
    assert done.returncode == 4
    assert "import_error" in done.stderr
    assert "Traceback" not in done.stderr


def test_damaged_metadata_without_a_name_is_named_by_its_folder(monkeypatch, tmp_path):
    folder = tmp_path / "nameless-1.0.dist-info"
    folder.mkdir()
    (folder / "entry_points.txt").write_text("[overtrick.plugins.v2]\nno equals sign\n")
    (folder / "METADATA").write_bytes(b"\xff\xfe\x00")
    monkeypatch.syspath_prepend(tmp_path)
    manager = quietly(PluginManager(environment={}))
    [found] = [f for f in manager.records() if "metadata cannot be read" in (f.error or "")]
    assert "nameless" in found.name


@pytest.mark.parametrize(
    ("variable", "meant"),
    [
        ("OVERTRICK_DISABLE", "OVERTRICK_DISABLE_PLUGINS"),
        ("OVERTRICK_DISABLE_PLUGIN", "OVERTRICK_DISABLE_PLUGINS"),
        ("OVERTRICK_STRICT", "OVERTRICK_STRICT_PLUGINS"),
        ("OVERTRICK_PLUGIN", "OVERTRICK_PLUGINS"),
    ],
)
def test_a_misspelt_variable_is_warned_of(manager_with, variable, meant):
    with pytest.warns(PluginLoadWarning, match=f"{variable} means nothing .* did you mean {meant}"):
        manager_with("good", **{variable: "pbn"}).discover()


@pytest.mark.parametrize("variable", ["OVERTRICK_DISABLE", "OVERTRICK_DISABLE_PLUGINS"])
def test_what_is_misspelt_is_an_error_where_it_is_strict(manager_with, variable):
    """Continuous integration would go on to test with the plugin that was to be switched off."""
    manager = manager_with("good", OVERTRICK_STRICT_PLUGINS="1", **{variable: "goood"})
    with pytest.raises(PluginLoadError, match=f"{variable} .*did you mean"):
        manager.discover()
