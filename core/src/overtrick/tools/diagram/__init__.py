"""The diagram of a board: its parts as words and tables, and as plain text."""
