"""Reading: from the text of a game to a board, and what is found on the way."""
