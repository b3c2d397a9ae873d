"""Registers the kit's marks with pytest; loaded through pytest's own entry points."""
