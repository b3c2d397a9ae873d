"""A dealing session: its state machine, its runner, and the operator's view and input."""
