"""Publicly verifiable deals: BigDeal's algorithm, and SquareDeal's commit and reveal."""
