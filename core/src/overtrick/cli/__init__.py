"""The `overtrick` script."""
