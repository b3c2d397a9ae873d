"""The `overtrick archive` commands: add files, query with SQL, find deals, verify."""
