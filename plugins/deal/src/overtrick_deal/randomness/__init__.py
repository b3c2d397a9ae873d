"""Random words: seeds, the generators that expand them, and exact draws from words."""
