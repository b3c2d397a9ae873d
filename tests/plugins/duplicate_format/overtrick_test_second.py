"""One of two plugins that declare the format `twice`."""

from overtrick.plugin import FormatSpec, hookimpl


@hookimpl
def overtrick_formats(api):
    yield FormatSpec(name="twice", summary="Of the second", suffixes=(".twice",), reader="a:b")
    yield FormatSpec(name="only_second", summary="Of the second alone", reader="a:b")
