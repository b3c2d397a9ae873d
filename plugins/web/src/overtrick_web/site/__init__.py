"""The site: its layout, its languages, the context of pages, and the application of a role."""
