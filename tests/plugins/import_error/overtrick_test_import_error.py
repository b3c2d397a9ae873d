"""A plugin one of whose dependencies is not installed."""

import overtrick_dependency_that_is_not_there  # noqa: F401  # it fails
