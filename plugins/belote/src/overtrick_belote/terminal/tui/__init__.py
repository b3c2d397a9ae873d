"""The full-screen table of the terminal, with keys and mouse: `overtrick belote --tui`.

It shows what a table is and asks it for everything; of the game it knows nothing itself. Textual
draws it and comes with `overtrick-belote[tui]`.
"""
