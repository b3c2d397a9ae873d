"""The `overtrick archive` commands: adding files, asking in SQL, finding deals, verifying."""
