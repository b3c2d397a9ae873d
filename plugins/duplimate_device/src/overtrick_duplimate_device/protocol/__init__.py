"""The line protocol: its frames, and what they say."""
