"""Tools for boards: edit them, number them, convert them to JSON, draw them."""
