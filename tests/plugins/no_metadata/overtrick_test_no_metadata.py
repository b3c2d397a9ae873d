"""A plugin that works."""

from overtrick.plugin import FormatSpec, hookimpl


@hookimpl
def overtrick_formats(api):
    yield FormatSpec(name="no_metadata", summary="Works", reader="a:b")
