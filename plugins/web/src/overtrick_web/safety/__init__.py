"""Access control: tokens, passwords, origins, headers, size and time limits."""
