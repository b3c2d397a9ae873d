"""A plugin that works."""

from overtrick.plugin import FormatSpec, hookimpl


@hookimpl
def overtrick_formats(api):
    yield FormatSpec(name="same_name", summary="Works", reader="a:b")
