"""Long work: its progress, its end, and how it is given up."""
