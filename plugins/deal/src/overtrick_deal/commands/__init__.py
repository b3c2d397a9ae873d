"""The commands of `overtrick deal`."""
