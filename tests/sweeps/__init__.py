"""Long checks, each a command of its own: real files, other programs, kills, every case."""
