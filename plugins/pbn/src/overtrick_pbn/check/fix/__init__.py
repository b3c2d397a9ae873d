"""Mending: what has one right answer is put right in the text itself."""
