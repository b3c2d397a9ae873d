"""The chaos laboratory's parts; the command is `bench/chaos.py`."""
