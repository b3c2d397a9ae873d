"""The terminal: the command `overtrick belote`, its line mode, and its full-screen table."""
