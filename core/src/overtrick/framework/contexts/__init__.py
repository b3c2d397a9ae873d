"""Contexts: the object that each plugin function receives besides boards and files.

New abilities become attributes of a context, never new parameters of readers, writers, rules and
views.
"""
