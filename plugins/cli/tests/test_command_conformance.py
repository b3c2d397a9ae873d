"""The commands that come with overtrick against the kit."""

from __future__ import annotations

import importlib.util

import pytest

from overtrick_testing import CommandSuite


class TestCheck(CommandSuite):
    keeping = (("check", "{file}"), ("check", "{file}", "--format", "sarif"))


@pytest.mark.skipif(
    importlib.util.find_spec("overtrick_json") is None, reason="overtrick-json is not installed"
)
class TestConvert(CommandSuite):
    command_lines = (("convert", "{file}", "-", "--to", "json"),)
    keeping = (("convert", "{file}", "{out}.kitseal"),)


class TestDetect(CommandSuite):
    keeping = (("detect", "{file}"), ("detect", "{file}", "--explain"))


class TestEdit(CommandSuite):
    keeping = (("edit", "{file}", "{out}.kitseal", "--rotate", "1"),)


class TestShow(CommandSuite):
    command_lines = (("show", "{file}"), ("show", "{file}", "--boards", "1"))


class TestExplain(CommandSuite):
    command_name = "explain"


class TestFormats(CommandSuite):
    command_name = "formats"


class TestNewPlugin(CommandSuite):
    command_name = "new-plugin"


class TestPlugins(CommandSuite):
    command_name = "plugins"
