"""Random words: seeds, generators, and exact draws."""
