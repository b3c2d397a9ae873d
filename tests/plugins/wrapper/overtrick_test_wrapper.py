"""A plugin with a hook wrapper, which could change what the others answer."""

from overtrick.plugin import hookimpl


@hookimpl(wrapper=True)
def overtrick_formats(api):
    return (yield)
