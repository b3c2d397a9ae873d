"""A simulated dealing machine: stages, faults, somebody who tends it, and a server."""
