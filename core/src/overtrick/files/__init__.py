"""Boards in files: detect, read, write, convert, check, fix, scan and show them."""
