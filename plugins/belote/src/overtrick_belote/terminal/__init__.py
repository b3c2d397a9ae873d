"""The terminal: the command `overtrick belote`, its line mode, and its table drawn in Textual."""
