"""The machine interface: jobs, events, faults, pockets, and the driver protocol."""
