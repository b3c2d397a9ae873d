"""A plugin that works: the format `good`, one deal a line."""

from overtrick.plugin import CommandSpec, FormatSpec, hookimpl


@hookimpl
def overtrick_formats(api):
    yield FormatSpec(
        name="good",
        summary="One deal a line",
        suffixes=(".good",),
        reader="overtrick_test_good_code:read",
        writer="overtrick_test_good_code:write",
        sniffer="overtrick_test_good_code:sniff",
        carries={"deal", "deal.partial", "number"},
    )


@hookimpl
def overtrick_commands(api):
    yield CommandSpec(
        name="good", summary="A command of a plugin", command="overtrick_test_good_code:command"
    )
