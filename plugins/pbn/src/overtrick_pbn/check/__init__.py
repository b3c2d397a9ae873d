"""Checking: what the standard forbids although the reader understood it."""
