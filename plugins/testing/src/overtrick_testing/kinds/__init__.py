"""The suites of views, rules and commands, and what they look at."""
