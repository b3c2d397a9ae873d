"""The suites of views and of commands, and what they look at."""
