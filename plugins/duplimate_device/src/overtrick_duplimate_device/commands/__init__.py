"""The `overtrick duplimate` commands, one module for each kind of task."""
