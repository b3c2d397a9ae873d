"""Scripts in the language of `dealer`, for compatibility with existing ones."""
