"""Findings: diagnostics, errors, losses, and the codes of the core itself."""
