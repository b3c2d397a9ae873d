"""Many games at once: columns without boards, and the parts of a file."""
