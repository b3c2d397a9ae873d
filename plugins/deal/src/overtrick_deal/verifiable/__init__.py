"""Dealing that anybody can verify: BigDeal's deals, and SquareDeal's promise kept and shown."""
