"""The operations of the pages on files: plain functions without HTTP."""
