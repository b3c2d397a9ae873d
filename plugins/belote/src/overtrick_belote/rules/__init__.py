"""The game itself: cards, auction, play, announces and scores, without input or output."""
