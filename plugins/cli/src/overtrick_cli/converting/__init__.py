"""Converting and editing files: the commands, one job of theirs, and several side by side."""
