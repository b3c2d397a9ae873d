"""The command `overtrick deal`."""
