"""The `overtrick duplimate` commands: dealing, looking, reading decks, simulating."""
