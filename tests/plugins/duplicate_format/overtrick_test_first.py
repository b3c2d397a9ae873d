"""One of two plugins that declare the format `twice`."""

from overtrick.plugin import FormatSpec, hookimpl


@hookimpl
def overtrick_formats(api):
    yield FormatSpec(name="twice", summary="Of the first", suffixes=(".twice",), reader="a:b")
    yield FormatSpec(name="only_first", summary="Of the first alone", reader="a:b")
