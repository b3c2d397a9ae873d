"""What is said about a file: diagnostics, errors, losses, and the codes of the core itself."""
