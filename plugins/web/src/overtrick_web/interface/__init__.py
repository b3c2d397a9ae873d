"""The interface of pages."""
