"""Scripts in the language of `dealer`, so that those that exist run."""
