"""A plugin for overtrick 1.x; it must not even be imported."""

raise AssertionError("imported a plugin of another major version")
