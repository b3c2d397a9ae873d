"""A plugin that serves this overtrick and an earlier one."""

from overtrick.plugin import FormatSpec, hookimpl


@hookimpl
def overtrick_formats(api):
    yield FormatSpec(name="both", summary="For two versions", reader="a:b")
