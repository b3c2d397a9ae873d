"""What is known of every machine: jobs, events, faults, pockets, and the driver interface."""
