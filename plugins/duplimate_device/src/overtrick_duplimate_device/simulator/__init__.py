"""A simulated dealing machine: the machine, its faults, its attendant, and its line."""
