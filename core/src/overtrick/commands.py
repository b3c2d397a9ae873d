"""What commands of plugins are made of: their boards, options, exit codes, words and progress.

It needs the extra `overtrick[cli]`. A name is imported when it is first used.

    from overtrick.commands import Readable, reads_boards

    @click.command()
    @reads_boards()
    def points(boards: Readable) -> None:
        for board in boards:
            click.echo(board.label)

Exit codes: `INPUT` (1) for what is wrong in a file, `USAGE` (2) for what is wrong in the command
line, `LOSS` (3) where something would be lost, `PLUGIN` (4) for a plugin or machine that fails. A
command raises `Failure`, or any exception of overtrick; or it returns the code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.framework.lazy import lazy_names

if TYPE_CHECKING:
    from overtrick.cli.application import (
        INTERRUPTED,
        run,
    )
    from overtrick.cli.failures import (
        INPUT,
        LOSS,
        PLUGIN,
        USAGE,
        Failure,
        describe,
        exit_code,
        failing,
        named_format,
    )
    from overtrick.cli.inputs import (
        PIPE,
        Readable,
        is_read_too,
        no_board,
        open_input,
        open_readable,
        read_options,
        reads_boards,
        standard_input,
    )
    from overtrick.cli.options import (
        FILE,
        FOLDER,
        KeyValue,
        Ranges,
        from_option,
        jobs_option,
        language_option,
        show_cards_option,
    )
    from overtrick.cli.shell.completion import (
        beginning,
        complete_boards,
        complete_format,
        one_of,
    )
    from overtrick.cli.shell.groups import (
        LazyGroup,
    )
    from overtrick.cli.targets import (
        check_target,
    )
    from overtrick.cli.terminal import (
        Progress,
        is_terminal,
        plural,
        print_json,
        print_table,
        say,
        say_finding,
        terminal_width,
    )

__all__ = [
    "FILE",
    "FOLDER",
    "INPUT",
    "INTERRUPTED",
    "LOSS",
    "PIPE",
    "PLUGIN",
    "USAGE",
    "Failure",
    "KeyValue",
    "LazyGroup",
    "Progress",
    "Ranges",
    "Readable",
    "beginning",
    "check_target",
    "complete_boards",
    "complete_format",
    "describe",
    "exit_code",
    "failing",
    "from_option",
    "is_read_too",
    "is_terminal",
    "jobs_option",
    "language_option",
    "named_format",
    "no_board",
    "one_of",
    "open_input",
    "open_readable",
    "plural",
    "print_json",
    "print_table",
    "read_options",
    "reads_boards",
    "run",
    "say",
    "say_finding",
    "show_cards_option",
    "standard_input",
    "terminal_width",
]

__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "application": "INTERRUPTED run",
        "failures": "INPUT LOSS PLUGIN USAGE Failure describe exit_code failing named_format",
        "inputs": """
            PIPE Readable is_read_too no_board open_input
            open_readable read_options reads_boards standard_input
        """,
        "options": """
            FILE FOLDER KeyValue Ranges from_option
            jobs_option language_option show_cards_option
        """,
        "shell.completion": "beginning complete_boards complete_format one_of",
        "shell.groups": "LazyGroup",
        "targets": "check_target",
        "terminal": """
            Progress is_terminal plural print_json print_table
            say say_finding terminal_width
        """,
    },
    of="overtrick.cli",
)
