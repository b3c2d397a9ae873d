"""The command `overtrick serve`, and desktop shortcuts to it."""
