"""Players: from what a player may know to what he does, with the reasons."""
