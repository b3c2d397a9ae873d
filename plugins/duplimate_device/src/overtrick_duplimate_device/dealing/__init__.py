"""Dealing, for commands and programs: proposals, resumed sessions, and the operator's view."""
