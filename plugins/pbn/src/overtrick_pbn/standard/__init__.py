"""Tables of the standard: its tags and its numeric annotation glyphs."""
