"""Writing: strict export format, or what was read with only the changes in it."""
