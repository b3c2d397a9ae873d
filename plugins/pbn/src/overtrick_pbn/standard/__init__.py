"""The standard: its tokens (made from the grammars), its tags, tables, words and glyphs."""
