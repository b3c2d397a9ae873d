"""Paths and bytes: open, unpack, list and replace files atomically; compare names of files."""
