"""What an archive can be asked: views, functions for bridge, conditions as SQL; and what not."""
