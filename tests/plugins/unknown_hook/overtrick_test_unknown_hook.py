"""A plugin with a misspelt hook."""

from overtrick.plugin import hookimpl


@hookimpl
def overtrick_fromats(api):
    return []
