"""PluginManager without discovery: registration, isolation, conflicts, hooks that are asked."""

from __future__ import annotations

import itertools
import types
from concurrent.futures import ThreadPoolExecutor

import pytest

from overtrick import (
    Board,
    CommandSpec,
    DeviceSpec,
    Diagnostic,
    FormatConflictError,
    FormatSpec,
    Location,
    PluginLoadError,
    PluginManager,
    PluginState,
    PluginVersionError,
    Probe,
    Severity,
    UnknownFormatError,
    hookimpl,
    lint,
)
from overtrick.framework.hookspecs import overtrick_formats as formats_spec
from overtrick.framework.registry import Registry
from overtrick.framework.spec import API_VERSION


def plugin(**functions):
    """A plugin object whose hooks are the functions given."""
    made = types.SimpleNamespace()
    for name, function in functions.items():
        setattr(made, name, hookimpl(function))
    return made


def format_plugin(*names, **more):
    def overtrick_formats(api):
        for name in names:
            yield FormatSpec(name=name, summary=name, reader=f"{name}:read", **more)

    return plugin(overtrick_formats=overtrick_formats)


def test_nothing_is_there_without_discovery():
    manager = PluginManager(discover=False)
    assert manager.formats() == manager.devices() == manager.commands() == {}
    assert manager.records() == ()


def test_hook_overtrick_formats():
    manager = PluginManager(discover=False)
    seen = []

    def overtrick_formats(api):
        seen.append(api)
        yield FormatSpec(name="b", summary="")
        yield FormatSpec(name="a", summary="")

    record = manager.register(plugin(overtrick_formats=overtrick_formats), "two")
    assert seen == [API_VERSION]
    assert record.state is PluginState.LOADED
    assert record.hooks == ("overtrick_formats",)
    assert record.formats == ("a", "b")
    assert list(manager.formats()) == ["a", "b"]
    assert manager.owner_of("a") == record
    assert formats_spec.__doc__ is not None


def test_hook_overtrick_devices():
    manager = PluginManager(discover=False)
    spec = DeviceSpec(name="mill", summary="", driver="mill:open", schemes=("serial",))
    manager.register(plugin(overtrick_devices=lambda api: [spec]), "mill")
    assert manager.devices() == {"mill": spec}


def test_hook_overtrick_commands():
    manager = PluginManager(discover=False)
    spec = CommandSpec(name="points", summary="", command="points:points")
    manager.register(plugin(overtrick_commands=lambda api: (spec,)), "points")
    assert manager.commands() == {"points": spec}


def test_hook_overtrick_check_board():
    manager = PluginManager(discover=False)
    place = Location(path="a.pbn", line=3)

    def overtrick_check_board(board, origin):
        yield Diagnostic(code="CLUB1", severity=Severity.NOTE, message="ours", location=origin)

    manager.register(plugin(overtrick_check_board=overtrick_check_board), "club")
    [found] = lint(Board(origin=place), manager=manager)
    assert (found.code, found.location) == ("CLUB1", place)


def test_hook_overtrick_resolve_ambiguity():
    manager = PluginManager(discover=False)
    asked = []

    def overtrick_resolve_ambiguity(candidates, probe):
        asked.append((candidates, probe))
        return "a"

    manager.register(plugin(overtrick_resolve_ambiguity=overtrick_resolve_ambiguity), "app")
    probe = Probe(head=b"x")
    answers = manager.call_each(
        "overtrick_resolve_ambiguity", pytest.fail, candidates=(), probe=probe
    )
    assert answers == [("app", "a")]
    assert asked == [((), probe)]


def test_an_implementation_gets_the_arguments_that_it_names():
    manager = PluginManager(discover=False)
    manager.register(
        plugin(overtrick_check_board=lambda board: [board.number]), "names only the board"
    )
    answers = manager.call_each(
        "overtrick_check_board", pytest.fail, board=Board(number=3), origin=None
    )
    assert answers == [("names only the board", [3])]


def raising(api):
    yield FormatSpec(name="half", summary="")
    msg = "halfway"
    raise RuntimeError(msg)


def exits(api):
    raise SystemExit(3)


BAD = {
    "raises halfway": (raising, PluginLoadError, "RuntimeError: halfway"),
    "exits": (exits, PluginLoadError, "SystemExit: 3"),
    "text": (lambda api: "pbn", PluginLoadError, "iterable of FormatSpec, not str"),
    "number": (lambda api: 7, PluginLoadError, "iterable of FormatSpec, not int"),
    "garbage": (lambda api: [1], PluginLoadError, "gave 1, which is no FormatSpec"),
    "device": (
        lambda api: [DeviceSpec(name="mill", summary="", driver="m:n")],
        PluginLoadError,
        "which is no FormatSpec",
    ),
    "newer minor": (
        lambda api: [FormatSpec(name="half", summary="", requires_api=(1, 7))],
        PluginVersionError,
        "needs plugin interface 1.7, this overtrick has 1.0",
    ),
    "unknown argument": (
        lambda api, wanted: [],
        PluginVersionError,
        "made for another version of overtrick",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_failing_registration_leaves_no_trace(case):
    function, expected, message = BAD[case]
    manager = PluginManager(discover=False)
    manager.register(format_plugin("good"), "good")
    with pytest.raises(expected, match=message):
        manager.register(plugin(overtrick_formats=function), "bad")
    assert list(manager.formats()) == ["good"]
    assert [record.name for record in manager.records()] == ["good"]
    # The name is free again, and later plugins are unaffected.
    manager.register(format_plugin("half"), "bad")
    assert list(manager.formats()) == ["good", "half"]


def test_a_misspelt_hook_is_reported_with_the_nearest_name():
    manager = PluginManager(discover=False)
    with pytest.raises(PluginVersionError, match="did you mean 'overtrick_formats'"):
        manager.register(plugin(overtrick_format=lambda api: []), "typo")
    manager.register(format_plugin("good"), "good")
    assert list(manager.formats()) == ["good"]


def test_a_hook_name_like_none_of_ours_lists_ours():
    manager = PluginManager(discover=False)
    with pytest.raises(PluginVersionError, match="known are overtrick_check_board, "):
        manager.register(plugin(overtrick_zzzzzzzzzz=lambda: []), "typo")


@pytest.mark.parametrize("old_style", [False, True])
def test_hook_wrappers_are_refused(old_style):
    def overtrick_check_board(board):
        return (yield)

    marker = hookimpl(hookwrapper=True) if old_style else hookimpl(wrapper=True)
    wrapper = types.SimpleNamespace(overtrick_check_board=marker(overtrick_check_board))
    manager = PluginManager(discover=False)
    with pytest.raises(PluginLoadError, match="hook wrapper"):
        manager.register(wrapper, "wrapper")
    assert lint(Board(), manager=manager) == ()


def test_a_name_is_registered_once():
    manager = PluginManager(discover=False)
    manager.register(format_plugin("a"), "one")
    with pytest.raises(PluginLoadError, match="'one' is registered already"):
        manager.register(format_plugin("b"), "one")


def test_one_format_from_two_plugins_is_unusable_until_one_goes():
    manager = PluginManager(discover=False)
    manager.register(format_plugin("a", "twice"), "one")
    manager.register(format_plugin("b", "twice"), "two")
    assert list(manager.formats()) == ["a", "b"]
    assert {record.state for record in manager.records()} == {PluginState.CONFLICT}
    assert "also declared by 'two'" in manager.records()[0].error
    words = "'one' and 'two'.*OVERTRICK_DISABLE_PLUGINS=two"
    with pytest.raises(FormatConflictError, match=words):
        manager.format("twice")
    assert manager.owner_of("twice") is None


def test_all_conflicts_of_a_plugin_are_named():
    manager = PluginManager(discover=False)
    manager.register(format_plugin("a", "b"), "one")
    manager.register(format_plugin("a", "b"), "two")
    error = manager.records()[0].error
    assert "'a'" in error
    assert "'b'" in error


def test_a_command_may_not_shadow_a_built_in_one():
    manager = PluginManager(discover=False)
    spec = CommandSpec(name="convert", summary="", command="mine:convert")
    record = manager.register(plugin(overtrick_commands=lambda api: [spec]), "shadow")
    assert record.state is PluginState.CONFLICT
    assert "overtrick itself" in record.error
    assert manager.commands() == {}


def test_a_reserved_name_is_refused_by_the_registry():
    registry = Registry("command", frozenset({"convert"}))
    registry.add("shadow", CommandSpec(name="convert", summary="", command="m:n"))
    with pytest.raises(FormatConflictError, match="built in"):
        registry.get("convert")
    registry.remove("shadow")
    assert registry.get("convert") is None


def test_an_unknown_format_names_what_there_is():
    manager = PluginManager(discover=False)
    manager.register(format_plugin("a"), "one")
    with pytest.raises(UnknownFormatError, match=r"'zzz' \(there are: a\)"):
        manager.format("zzz")


def test_call_each_isolates_every_implementation():
    manager = PluginManager(discover=False)

    def fails(board):
        msg = "boom"
        raise ValueError(msg)

    def fails_halfway(board):
        yield 1
        msg = "later"
        raise ValueError(msg)

    manager.register(plugin(overtrick_check_board=fails), "b")
    manager.register(plugin(overtrick_check_board=fails_halfway), "c")
    manager.register(plugin(overtrick_check_board=lambda board: ["fine"]), "d")
    manager.register(plugin(overtrick_check_board=lambda board: None), "a")
    failed = []
    answers = manager.call_each(
        "overtrick_check_board",
        lambda name, error: failed.append((name, str(error))),
        board=Board(),
        origin=None,
    )
    assert answers == [("a", None), ("d", ["fine"])]
    assert failed == [("b", "boom"), ("c", "later")]


@pytest.mark.parametrize(
    "answer", [7, "text", [7], Board()], ids=["number", "text", "list of garbage", "board"]
)
def test_a_check_that_gives_no_diagnostics_is_reported_by_name(answer):
    manager = PluginManager(discover=False)
    manager.register(plugin(overtrick_check_board=lambda board: answer), "odd")
    [found] = lint(Board(number=1), manager=manager)
    assert found.code == "CORE900"
    assert "'odd'" in found.message
    assert not found.is_error


def test_a_check_that_raises_does_not_silence_the_others():
    manager = PluginManager(discover=False)

    def fails(board):
        msg = "boom"
        raise ValueError(msg)

    note = Diagnostic(code="CLUB1", severity=Severity.NOTE, message="ours")
    manager.register(plugin(overtrick_check_board=fails), "fails")
    manager.register(plugin(overtrick_check_board=lambda board: [note]), "works")
    codes = sorted(found.code for found in lint(Board(), manager=manager))
    assert codes == ["CLUB1", "CORE900"]


def test_the_order_of_registration_changes_nothing():
    def checks(code):
        return lambda board: [Diagnostic(code=code, severity=Severity.NOTE, message="")]

    parts = {
        "one": format_plugin("a", "twice"),
        "two": format_plugin("b", "twice"),
        "three": plugin(overtrick_check_board=checks("C3")),
        "four": plugin(overtrick_check_board=checks("C4")),
    }
    results = set()
    for order in itertools.permutations(parts):
        manager = PluginManager(discover=False)
        for name in order:
            manager.register(parts[name], name)
        states = tuple((r.name, r.state, r.error, r.formats, r.hooks) for r in manager.records())
        codes = tuple(found.code for found in lint(Board(), manager=manager))
        results.add((states, tuple(manager.formats().items()), codes))
    assert len(results) == 1


def test_a_record_is_json():
    manager = PluginManager(discover=False)
    record = manager.register(format_plugin("a"), "one")
    assert record.to_dict() == {
        "name": "one",
        "distribution": None,
        "version": None,
        "state": "loaded",
        "error": None,
        "hooks": ["overtrick_formats"],
        "formats": ["a"],
        "load_ms": round(record.load_ms, 1),
    }
    assert record.source == "'one'"


BAD_SPECS = {
    "name": {"name": "Upper"},
    "suffix without a dot": {"suffixes": ("pbn",)},
    "suffix in capitals": {"suffixes": (".PBN",)},
    "reference": {"reader": "no colon"},
    "field": {"carries": {"moustache"}},
    "table": {"tables": {"NAG": "a:b"}},
    "table reference": {"tables": {"nag": "ab"}},
}


@pytest.mark.parametrize("case", BAD_SPECS)
def test_a_bad_format_spec_is_refused(case):
    with pytest.raises(PluginLoadError):
        FormatSpec(**({"name": "a", "summary": ""} | BAD_SPECS[case]))


def test_bad_device_and_command_specs_are_refused():
    with pytest.raises(PluginLoadError):
        DeviceSpec(name="mill", summary="", driver="nowhere")
    with pytest.raises(PluginLoadError):
        CommandSpec(name="Two Words", summary="", command="a:b")


def test_threads_that_ask_at_the_same_time_get_the_same_answer():
    manager = PluginManager(environment={})
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: tuple(manager.formats()), range(8)))
    assert len(set(answers)) == 1
