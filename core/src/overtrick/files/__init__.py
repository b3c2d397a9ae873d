"""Files: opened, told apart, read, written whole or not at all, checked."""
