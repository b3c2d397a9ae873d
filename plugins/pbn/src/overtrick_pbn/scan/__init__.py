"""Scanning: from the text of many games at once to columns, without boards."""
