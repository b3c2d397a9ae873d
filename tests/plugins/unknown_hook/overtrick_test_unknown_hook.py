"""A plugin with a misspelt hook."""

from overtrick import hookimpl


@hookimpl
def overtrick_fromats(api):
    return []
