"""The journal: what is to be dealt, what was dealt, and where it is kept."""
