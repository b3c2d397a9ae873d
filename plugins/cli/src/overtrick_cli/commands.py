"""What commands of plugins are made of: their boards, options, exit codes, words and progress.

A name is imported when it is first used.

    from overtrick_cli.commands import ReadableBoards, reads_boards

    @click.command()
    @reads_boards()
    def points(boards: ReadableBoards) -> None:
        for board in boards:
            click.echo(board.label)

Exit codes: `INPUT` (1) for what is wrong in a file, `USAGE` (2) for what is wrong in the command
line, `LOSS` (3) where something would be lost, `PLUGIN` (4) for a plugin or machine that fails. A
command raises `Failure`, or any exception of overtrick; or it returns the code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.plugin import lazy_names

if TYPE_CHECKING:
    from overtrick_cli.application import (
        INTERRUPTED,
        application,
        run,
    )
    from overtrick_cli.converting.batch import (
        BatchTask,
    )
    from overtrick_cli.converting.conversion import (
        Job,
        Outcome,
        perform,
        target_format,
    )
    from overtrick_cli.converting.reporting import (
        check_report,
        tell,
        write_report,
    )
    from overtrick_cli.failures import (
        INPUT,
        LOSS,
        PLUGIN,
        USAGE,
        Failure,
        describe,
        exit_code,
        failing,
        named_format,
        near_file,
    )
    from overtrick_cli.inputs import (
        PIPE,
        ReadableBoards,
        is_read_too,
        no_board,
        open_input,
        open_readable,
        read_options,
        reads_boards,
        standard_input,
    )
    from overtrick_cli.linter.diff import (
        unified,
    )
    from overtrick_cli.options import (
        FILE,
        FOLDER,
        FormatName,
        KeyValue,
        LanguageName,
        Ranges,
        conversion_options,
        from_option,
        is_debugging,
        jobs_option,
        language_option,
        quiet_option,
        show_cards_option,
    )
    from overtrick_cli.own_commands import (
        OWN_COMMANDS,
    )
    from overtrick_cli.shell.completion import (
        beginning,
        complete_boards,
        complete_format,
        one_of,
    )
    from overtrick_cli.shell.groups import (
        LazyGroup,
        walk,
    )
    from overtrick_cli.show import (
        Printer,
    )
    from overtrick_cli.targets import (
        check_suffix,
        check_target,
    )
    from overtrick_cli.terminal import (
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
    "OWN_COMMANDS",
    "PIPE",
    "PLUGIN",
    "USAGE",
    "BatchTask",
    "Failure",
    "FormatName",
    "Job",
    "KeyValue",
    "LanguageName",
    "LazyGroup",
    "Outcome",
    "Printer",
    "Progress",
    "Ranges",
    "ReadableBoards",
    "application",
    "beginning",
    "check_report",
    "check_suffix",
    "check_target",
    "complete_boards",
    "complete_format",
    "conversion_options",
    "describe",
    "exit_code",
    "failing",
    "from_option",
    "is_debugging",
    "is_read_too",
    "is_terminal",
    "jobs_option",
    "language_option",
    "named_format",
    "near_file",
    "no_board",
    "one_of",
    "open_input",
    "open_readable",
    "perform",
    "plural",
    "print_json",
    "print_table",
    "quiet_option",
    "read_options",
    "reads_boards",
    "run",
    "say",
    "say_finding",
    "show_cards_option",
    "standard_input",
    "target_format",
    "tell",
    "terminal_width",
    "unified",
    "walk",
    "write_report",
]

__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "application": "INTERRUPTED application run",
        "converting.batch": "BatchTask",
        "converting.conversion": "Job Outcome perform target_format",
        "failures": """
            Failure INPUT LOSS PLUGIN USAGE describe exit_code failing named_format
            near_file
        """,
        "inputs": """
            PIPE ReadableBoards is_read_too no_board open_input open_readable read_options
            reads_boards standard_input
        """,
        "linter.diff": "unified",
        "options": """
            FILE FOLDER FormatName KeyValue LanguageName Ranges conversion_options from_option
            is_debugging jobs_option language_option quiet_option show_cards_option
        """,
        "own_commands": "OWN_COMMANDS",
        "converting.reporting": "check_report tell write_report",
        "shell.completion": "beginning complete_boards complete_format one_of",
        "shell.groups": "LazyGroup walk",
        "show": "Printer",
        "targets": "check_suffix check_target",
        "terminal": """
            Progress is_terminal plural print_json print_table say say_finding terminal_width
        """,
    },
    of="overtrick_cli",
)
