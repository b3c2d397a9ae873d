"""overtrick: contract-bridge deals in Python."""
