"""Who may ask for what: tokens, passwords, origins, headers, sizes and times."""
