"""The journal: the plan, every step, what they add up to, and where journals are kept."""
