"""The process of a command: its standard streams, and the signals that end it."""
