"""Drivers: machines on a line, the open-hardware machine, the simulator; and which one serves."""
