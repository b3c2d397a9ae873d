"""Plugins: their declarations, discovery, isolation and calls."""
