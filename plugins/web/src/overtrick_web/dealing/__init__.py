"""Dealing of documents: the available machines, and the sessions of this process."""
