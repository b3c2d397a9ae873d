"""The table: who sits where, what may be done, what is kept on disk. It prints and asks nothing."""
