"""A plugin for a later overtrick; it must not even be imported."""

raise AssertionError("imported a plugin of another major version")
