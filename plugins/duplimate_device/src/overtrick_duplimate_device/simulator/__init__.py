"""A simulated dealing machine: the machine, its troubles, who tends it, and its end of the line."""
