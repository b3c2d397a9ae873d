"""A plugin that asks for an argument which this overtrick does not give."""

from overtrick.plugin import hookimpl


@hookimpl
def overtrick_formats(api, colour):
    return []
