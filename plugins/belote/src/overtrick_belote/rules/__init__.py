"""The game itself: cards, auction, play, declarations and scores, without input or output."""
