"""Dealing, for commands and programs: what is dealt, sessions taken up, what is seen of them."""
