"""A language server for files of bridge deals, in every installed text format."""
