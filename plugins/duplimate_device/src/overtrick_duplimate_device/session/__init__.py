"""A dealing session: its logic, what runs it, what the operator sees and does."""
