"""Queries on an archive: views, bridge functions, conditions as SQL, and restrictions."""
