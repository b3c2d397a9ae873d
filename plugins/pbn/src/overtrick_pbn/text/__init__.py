"""Text: from bytes to games, tags and tokens, all with their places. Nothing here knows a board."""
