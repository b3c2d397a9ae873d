"""What a plugin's functions are given besides boards and files: one context object each.

New abilities become attributes of a context, never new parameters of readers, writers, rules and
views.
"""
