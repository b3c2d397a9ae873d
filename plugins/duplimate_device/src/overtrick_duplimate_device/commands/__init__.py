"""The `overtrick duplimate` commands: deal, inspect machines, read decks, simulate."""
