"""A plugin that yields what is no format."""

from overtrick.plugin import hookimpl


@hookimpl
def overtrick_formats(api):
    yield {"name": "garbage"}
