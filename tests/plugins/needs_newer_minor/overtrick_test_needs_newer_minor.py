"""A plugin that needs a later overtrick of the same major version."""

from overtrick.plugin import FormatSpec, hookimpl


@hookimpl
def overtrick_formats(api):
    yield FormatSpec(name="newer", summary="From tomorrow", requires_api=(1, 99))
