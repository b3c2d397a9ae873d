"""A plugin that ends the program on import."""

raise SystemExit("no licence found")
