"""The journal: the plan, every step, their sum, and the folder of journals."""
