"""The work folder: what was dropped, and what became of it, version by version."""
