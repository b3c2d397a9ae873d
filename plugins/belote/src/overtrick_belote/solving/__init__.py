"""Hidden cards: what is known of them, deals that agree with it, and playing these out."""
