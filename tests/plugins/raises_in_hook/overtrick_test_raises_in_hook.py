"""A plugin whose generator fails after its first format."""

from overtrick.plugin import FormatSpec, hookimpl


@hookimpl
def overtrick_formats(api):
    yield FormatSpec(name="half", summary="The first half")
    raise RuntimeError("halfway through")
