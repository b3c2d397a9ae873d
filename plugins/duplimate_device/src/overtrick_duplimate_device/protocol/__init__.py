"""The line protocol: its frames and messages."""
