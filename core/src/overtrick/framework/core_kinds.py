"""The kinds of plugin that the core brings, with what comes built in."""

from __future__ import annotations

from typing import Any, Final

from overtrick.framework.spec import (
    CommandSpec,
    FormatSpec,
    Kind,
    OtherFileSpec,
    RuleSpec,
    ViewSpec,
)

FORMATS: Final = Kind(
    name="formats",
    summary="File formats",
    spec=FormatSpec,
    suite="overtrick.testing:FormatSuite",
)

COMMANDS: Final = Kind(
    name="commands",
    summary="Commands of the `overtrick` script",
    spec=CommandSpec,
    suite="overtrick.testing:CommandSuite",
    built_in=[
        CommandSpec(name=name, summary=summary, command=f"overtrick.cli.{command}")
        for name, summary, command in (
            (
                "check",
                "Say what is wrong in files, with the clause that is broken",
                "linter.check:check",
            ),
            ("convert", "Convert files from one format to another", "convert:convert"),
            ("detect", "Tell which format a file is in, and why", "detect:detect"),
            ("edit", "Swap, move, rotate, drop, renumber and merge boards", "edit:edit"),
            (
                "explain",
                "Tell what a code of `check` means, with a bad and a good sample",
                "linter.explain:explain",
            ),
            ("formats", "List the formats: what they read, write and carry", "formats:formats"),
            (
                "new-plugin",
                "Write the skeleton of a plugin: a format, a rule, a view ...",
                "skeleton.new_plugin:new_plugin",
            ),
            ("plugins", "List the plugins with their state", "plugin_list:plugins"),
            ("show", "Show boards: as hand diagrams, a page, a picture, or as JSON", "show:show"),
            ("testing", "Help with the tests of a plugin", "testing:testing"),
        )
    ],
)

RULES: Final = Kind(
    name="rules",
    summary="Rules that boards and files are held against",
    spec=RuleSpec,
    suite="overtrick.testing:RuleSuite",
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
    suite="overtrick.testing:ViewSuite",
    built_in=[
        ViewSpec(
            name="html",
            summary="A page of diagrams, for browsers and paper",
            view="overtrick.tools.views.html:view",
            suffixes=(".html", ".htm"),
            media_type="text/html",
            options="overtrick.tools.views.look:Look",
        ),
        ViewSpec(
            name="png",
            summary="Diagrams on one picture of pixels",
            view="overtrick.tools.views.png:view",
            suffixes=(".png",),
            media_type="image/png",
            options="overtrick.tools.views.png:PngLook",
        ),
        ViewSpec(
            name="svg",
            summary="Diagrams on one picture",
            view="overtrick.tools.views.svg:view",
            suffixes=(".svg",),
            media_type="image/svg+xml",
            options="overtrick.tools.views.svg:SheetLook",
        ),
        ViewSpec(
            name="text",
            summary="Diagrams as plain text",
            view="overtrick.tools.views.text:view",
            suffixes=(".txt",),
            options="overtrick.tools.views.look:Look",
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
