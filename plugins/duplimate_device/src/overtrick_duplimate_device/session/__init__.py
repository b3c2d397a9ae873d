"""A dealing session: what to do next, what runs it, and what the operator sees and says."""
