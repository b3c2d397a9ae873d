"""The kinds of plugin in the core, with the built-in specifications."""

from __future__ import annotations

from typing import Any, Final

from overtrick.framework.spec.commands import CommandSpec
from overtrick.framework.spec.formats import FormatSpec
from overtrick.framework.spec.kinds import Kind
from overtrick.framework.spec.other_files import OtherFileSpec
from overtrick.framework.spec.rules import RuleSpec
from overtrick.framework.spec.views import ViewSpec

FORMATS: Final = Kind(
    name="formats",
    summary="File formats",
    spec=FormatSpec,
    suite="overtrick_testing:FormatSuite",
)

COMMANDS: Final = Kind(
    name="commands",
    summary="Commands of the `overtrick` script",
    spec=CommandSpec,
    suite="overtrick_testing:CommandSuite",
    # What `overtrick-cli` itself brings, whether or not it is installed.
    reserved=("check", "convert", "detect", "edit", "explain", "formats", "plugins", "show"),
)

RULES: Final = Kind(
    name="rules",
    summary="Rules that boards and files are held against",
    spec=RuleSpec,
    suite="overtrick_testing:RuleSuite",
)

OTHER_FILES: Final = Kind(
    name="other_files",
    summary="Files that hold no bridge boards, and what takes them",
    spec=OtherFileSpec,
    noun="other file",
)

VIEWS: Final = Kind(
    name="views",
    summary="Ways to show boards",
    spec=ViewSpec,
    suite="overtrick_testing:ViewSuite",
    built_in=[
        ViewSpec(
            name="text",
            summary="Diagrams as plain text",
            view="overtrick.tools.diagram.text:view",
            suffixes=(".txt",),
            options="overtrick.tools.diagram.content:Look",
        ),
    ],
)

KINDS: Final[Kind[Kind[Any]]] = Kind(
    name="kinds",
    summary="Kinds of plugin",
    spec=Kind,
    built_in=(FORMATS, COMMANDS, RULES, VIEWS, OTHER_FILES),
    # Its hook would have the name of the core's own.
    reserved=("kinds",),
)
"""The kinds themselves: what a plugin may bring is a kind of plugin too."""
