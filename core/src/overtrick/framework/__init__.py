"""What a plugin declares and how it is found, kept apart and asked."""
