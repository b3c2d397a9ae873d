"""PluginManager without discovery: registration, isolation, conflicts, hooks that are asked."""

from __future__ import annotations

import itertools
import re
import types
from concurrent.futures import ThreadPoolExecutor

import attrs
import pytest

from overtrick import (
    FormatConflictError,
    PluginLoadError,
    PluginLoadWarning,
    PluginManager,
    PluginState,
    PluginVersionError,
    UnknownFormatError,
)
from overtrick.framework.core_kinds import COMMANDS, KINDS
from overtrick.framework.spec.interface import API_VERSION
from overtrick.plugin import (
    CommandSpec,
    FixerSpec,
    FormatSpec,
    Kind,
    OtherFileSpec,
    RuleSpec,
    TablesSpec,
    ViewSpec,
    hookimpl,
)


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
    assert manager.formats() == manager.specs(RuleSpec) == {}
    assert set(manager.commands()) == {spec.name for spec in COMMANDS.built_in}
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


def test_hook_overtrick_commands():
    manager = PluginManager(discover=False)
    spec = CommandSpec(name="points", summary="", command="points:points")
    manager.register(plugin(overtrick_commands=lambda api: (spec,)), "points")
    assert manager.commands()["points"] == spec


def test_hook_overtrick_rules():
    manager = PluginManager(discover=False)
    spec = RuleSpec(name="stock", summary="", board="club:stock", diagnostics="club:CODES")
    record = manager.register(plugin(overtrick_rules=lambda api: [spec]), "club")
    assert manager.specs(RuleSpec) == {"stock": spec}
    assert record.provides == {"rules": ("stock",)}


def test_hook_overtrick_views():
    manager = PluginManager(discover=False)
    spec = ViewSpec(name="club-list", summary="", view="club:show")
    manager.register(plugin(overtrick_views=lambda api: [spec]), "club")
    assert manager.specs(ViewSpec)["club-list"] == spec


def test_hook_overtrick_other_files():
    manager = PluginManager(discover=False)
    spec = OtherFileSpec(
        name="lesson", summary="", holds="a lesson", use="read {file}", suffixes=(".lesson",)
    )
    record = manager.register(plugin(overtrick_other_files=lambda api: [spec]), "lessons")
    assert manager.specs(OtherFileSpec) == {"lesson": spec}
    assert record.provides == {"other_files": ("lesson",)}


def test_an_implementation_gets_the_arguments_that_it_names():
    manager = PluginManager(discover=False)
    spec = FormatSpec(name="a", summary="")
    manager.register(plugin(overtrick_formats=lambda: [spec]), "names no argument")
    assert manager.formats() == {"a": spec}


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
    "command": (
        lambda api: [CommandSpec(name="mill", summary="", command="m:n")],
        PluginLoadError,
        "which is no FormatSpec",
    ),
    "unknown argument": (
        lambda api, wanted: [],
        PluginVersionError,
        r"overtrick_formats names the argument 'wanted' \(there is: api\)",
    ),
    "twice": (
        lambda api: [FormatSpec(name="half", summary=""), FormatSpec(name="half", summary="b")],
        PluginLoadError,
        "gave the format 'half' twice",
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
    bad, good = manager.records()
    assert (good.state, good.error) == (PluginState.LOADED, None)
    # As of an installed plugin, the error is kept.
    assert bad.state in {PluginState.FAILED, PluginState.INCOMPATIBLE}
    assert re.search(message, bad.error)
    assert not bad.provides
    # The name is free again, and later plugins are unaffected.
    manager.register(format_plugin("half"), "bad")
    assert list(manager.formats()) == ["good", "half"]
    assert {record.state for record in manager.records()} == {PluginState.LOADED}


def test_a_misspelt_hook_is_reported_with_the_nearest_name():
    manager = PluginManager(discover=False)
    with pytest.raises(PluginVersionError, match="did you mean 'overtrick_formats'"):
        manager.register(plugin(overtrick_format=lambda api: []), "typo")
    manager.register(format_plugin("good"), "good")
    assert list(manager.formats()) == ["good"]


def test_a_hook_name_like_none_of_ours_lists_ours():
    manager = PluginManager(discover=False)
    with pytest.raises(PluginVersionError, match="known are overtrick_commands, "):
        manager.register(plugin(overtrick_zzzzzzzzzz=lambda: []), "typo")


@pytest.mark.parametrize("old_style", [False, True])
def test_hook_wrappers_are_refused(old_style):
    def overtrick_formats(api):
        return (yield)

    marker = hookimpl(hookwrapper=True) if old_style else hookimpl(wrapper=True)
    wrapper = types.SimpleNamespace(overtrick_formats=marker(overtrick_formats))
    manager = PluginManager(discover=False)
    with pytest.raises(PluginLoadError, match="hook wrapper"):
        manager.register(wrapper, "wrapper")
    assert manager.formats() == {}
    assert [record.state for record in manager.records()] == [PluginState.FAILED]


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


def test_a_command_may_not_take_a_name_of_the_command_line():
    manager = PluginManager(discover=False)
    spec = CommandSpec(name="convert", summary="", command="mine:convert")
    record = manager.register(plugin(overtrick_commands=lambda api: [spec]), "shadow")
    assert record.state is PluginState.CONFLICT
    assert "overtrick itself" in record.error
    assert "convert" not in manager.commands()


def test_an_unknown_format_names_what_there_is():
    manager = PluginManager(discover=False)
    manager.register(format_plugin("a"), "one")
    with pytest.raises(UnknownFormatError, match=r"'zzz' \(there are: a\)"):
        manager.format("zzz")


# Kinds that plugins bring. --------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class LessonSpec:
    name: str
    summary: str = ""
    page: int = 1


LESSONS = Kind(name="lessons", summary="Lessons", spec=LessonSpec)
optional = hookimpl(optionalhook=True)


def school(kind=LESSONS, *own):
    """A plugin that brings a kind, and declares specifications of it."""
    made = plugin(overtrick_kinds=lambda api: [kind])
    if own:
        setattr(made, kind.hook, hookimpl(lambda api: own))
    return made


def teacher(*specs):
    """A plugin that declares specifications of another plugin's kind."""
    return types.SimpleNamespace(overtrick_lessons=optional(lambda api: specs))


def test_hook_overtrick_kinds():
    manager = PluginManager(discover=False)
    record = manager.register(school(LESSONS, LessonSpec(name="own")), "school")
    assert manager.kinds()["lessons"] == LESSONS
    assert list(manager.kinds()) == [
        "commands",
        "formats",
        "lessons",
        "other_files",
        "rules",
        "views",
    ]
    assert record.provides == {"kinds": ("lessons",), "lessons": ("own",)}
    assert manager.specs(LESSONS) == {"own": LessonSpec(name="own")}


@pytest.mark.parametrize("order", [("school", "teacher"), ("teacher", "school")])
def test_a_hook_waits_for_its_kind_in_any_order(order):
    manager = PluginManager(discover=False)
    squeeze = LessonSpec(name="squeeze")
    parts = {"school": school(), "teacher": teacher(squeeze)}
    manager.register(parts[order[0]], order[0])
    assert manager.specs(LESSONS) == {}
    if order[0] == "teacher":
        [record] = manager.records()
        assert record.state is PluginState.LOADED
        assert record.waits == ("overtrick_lessons",)
        assert record.provides == {}
    manager.register(parts[order[1]], order[1])
    assert manager.specs(LESSONS) == {"squeeze": squeeze}
    found = {record.name: record for record in manager.records()}
    assert found["teacher"].waits == ()
    assert found["teacher"].provides == {"lessons": ("squeeze",)}
    assert manager.owner_of("squeeze", LESSONS) == found["teacher"]


@pytest.mark.parametrize("with_school", [False, True])
def test_a_hook_of_another_plugins_kind_says_that_it_is_optional(with_school):
    manager = PluginManager(discover=False)
    if with_school:
        manager.register(school(), "school")
    with pytest.raises(PluginVersionError, match=r"unknown hook 'overtrick_lessons'.*optionalhook"):
        manager.register(plugin(overtrick_lessons=lambda api: []), "forgot")


def test_a_kind_that_two_plugins_bring_is_nobodys():
    results = set()
    parts = {
        "one": school(LESSONS, LessonSpec(name="a")),
        "two": school(attrs.evolve(LESSONS, summary="Others")),
        "teacher": teacher(LessonSpec(name="squeeze", page=2)),
    }
    for order in itertools.permutations(parts):
        manager = PluginManager(discover=False)
        for name in order:
            manager.register(parts[name], name)
        assert manager.specs(LESSONS) == {}
        results.add(
            tuple((r.state, r.error, tuple(r.provides), r.waits) for r in manager.records())
        )
    [(one, teacher_record, two)] = results
    assert one[0] is two[0] is PluginState.CONFLICT
    assert one[1] == (
        "the kind 'lessons' is also declared by 'two'; "
        "OVERTRICK_DISABLE_PLUGINS=one turns this plugin off"
    )
    assert teacher_record == (PluginState.LOADED, None, (), ("overtrick_lessons",))


def test_a_plugin_that_fails_takes_its_kind_away_again():
    manager = PluginManager(discover=False)
    manager.register(teacher(LessonSpec(name="squeeze")), "teacher")
    broken = school()
    broken.overtrick_formats = hookimpl(raising)
    with pytest.raises(PluginLoadError, match="halfway"):
        manager.register(broken, "school")
    assert "lessons" not in manager.kinds()
    failed, record = manager.records()
    assert failed.state is PluginState.FAILED
    assert (record.state, record.waits) == (PluginState.LOADED, ("overtrick_lessons",))
    manager.register(school(), "school")
    assert list(manager.specs(LESSONS)) == ["squeeze"]


def test_a_plugin_that_waited_and_then_fails_is_no_fault_of_the_bringer():
    manager = PluginManager(discover=False, environment={})
    manager.register(teacher("no lesson"), "teacher")
    with pytest.warns(PluginLoadWarning, match="'teacher'.*which is no LessonSpec"):
        record = manager.register(school(), "school")
    assert record.state is PluginState.LOADED
    failed = manager.records()[1]
    assert (failed.name, failed.state) == ("teacher", PluginState.FAILED)
    assert failed.provides == {}


@pytest.mark.parametrize("name", ["formats", "kinds"])
def test_no_plugin_brings_a_kind_of_the_core(name):
    manager = PluginManager(discover=False)
    record = manager.register(school(attrs.evolve(LESSONS, name=name)), "shadow")
    assert record.state is PluginState.CONFLICT
    assert "overtrick itself" in record.error
    assert manager.kinds() == {kind.name: kind for kind in sorted(KINDS.built_in, key=str)}


def test_a_specification_has_what_every_kind_needs():
    @attrs.frozen
    class Bare:
        name: str

    with pytest.raises(PluginLoadError, match="has no summary"):
        Kind(name="bare", summary="", spec=Bare)
    with pytest.raises(PluginLoadError, match="no name"):
        Kind(name="text", summary="", spec=str)


def test_the_order_of_registration_changes_nothing():
    parts = {
        "one": format_plugin("a", "twice"),
        "two": format_plugin("b", "twice"),
        "school": school(LESSONS, LessonSpec(name="own")),
        "teacher": teacher(LessonSpec(name="squeeze", page=2)),
    }
    results = set()
    for order in itertools.permutations(parts):
        manager = PluginManager(discover=False)
        for name in order:
            manager.register(parts[name], name)
        states = tuple(
            (r.name, r.state, r.error, tuple(r.provides.items()), r.hooks, r.waits)
            for r in manager.records()
        )
        lessons = tuple(manager.specs(LESSONS).items())
        results.add((states, tuple(manager.formats().items()), lessons))
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
        "provides": {"formats": ["a"]},
        "waits": [],
        "load_ms": round(record.load_ms, 1),
    }
    assert record.source == "'one'"
    assert hash(record) == hash(attrs.evolve(record))


BAD_SPECS = {
    "name": {"name": "Upper"},
    "suffix without a dot": {"suffixes": ("pbn",)},
    "suffix in capitals": {"suffixes": (".PBN",)},
    "reference": {"reader": "no colon"},
    "field": {"carries": {"moustache"}},
    "no capability": {"capabilities": ["a:b"]},
    "a capability twice": {"capabilities": (FixerSpec("a:b"), FixerSpec("a:c"))},
}


@pytest.mark.parametrize("case", BAD_SPECS)
def test_a_bad_format_spec_is_refused(case):
    with pytest.raises(PluginLoadError):
        FormatSpec(**({"name": "a", "summary": ""} | BAD_SPECS[case]))


def test_a_bad_capability_is_refused():
    with pytest.raises(PluginLoadError, match="tables maps a name"):
        TablesSpec({"NAG": "a:b"})
    with pytest.raises(PluginLoadError, match="tables maps a name"):
        TablesSpec({"nag": "ab"})
    with pytest.raises(PluginLoadError, match="fixer"):
        FixerSpec("no colon")


def test_bad_specs_of_other_kinds_are_refused():
    with pytest.raises(PluginLoadError):
        CommandSpec(name="Two Words", summary="", command="a:b")
    with pytest.raises(PluginLoadError):
        ViewSpec(name="page", summary="", view="nowhere")
    for parts in ({}, {"board": "a:b", "file": "a:c"}):
        with pytest.raises(PluginLoadError, match="either `board` or `file`"):
            RuleSpec(name="stock", summary="", diagnostics="a:CODES", **parts)


def test_threads_that_ask_at_the_same_time_get_the_same_answer():
    manager = PluginManager(environment={})
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: tuple(manager.formats()), range(8)))
    assert len(set(answers)) == 1
