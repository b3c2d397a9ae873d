"""Boards dealt from documents: which machines are there, and the sessions of this process."""
