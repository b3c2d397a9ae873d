"""A language server for files of bridge deals, in every text format that is installed."""
