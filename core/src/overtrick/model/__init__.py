"""The values of the game: cards, calls, contracts, auctions, plays, boards.

Everything here is immutable, hashable and picklable. Structure raises (`ModelError`), bridge law
reports (`overtrick.auction_problems`, `play_problems`, `board_problems`).
"""
