"""The chaos laboratory; `tests/chaos/run.py` is the command."""
