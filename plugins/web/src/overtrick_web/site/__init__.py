"""The site: its layout, its languages, what pages are given, and the application of a role."""
