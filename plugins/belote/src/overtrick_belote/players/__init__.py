"""Computer players: from a player's view to an action with reasons."""
