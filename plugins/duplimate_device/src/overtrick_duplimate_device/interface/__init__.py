"""The interface to a dealing machine: jobs, events, faults, and when a board counts as dealt."""
