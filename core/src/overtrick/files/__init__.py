"""Boards in files: detected, read, written, converted, checked, fixed, scanned, shown."""
