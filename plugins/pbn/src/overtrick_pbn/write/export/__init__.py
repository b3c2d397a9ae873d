"""Export format: a board as the text of a game, one module for each part of it."""
