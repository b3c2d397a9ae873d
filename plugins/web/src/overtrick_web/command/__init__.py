"""The command `overtrick serve`, and what opens it by a double click."""
