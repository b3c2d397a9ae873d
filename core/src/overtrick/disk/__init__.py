"""Paths and bytes: opened, unpacked, listed, replaced atomically; and which names are one file."""
