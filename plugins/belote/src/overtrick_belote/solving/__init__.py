"""Hidden cards: constraints, deals that satisfy them, and the play of such deals."""
