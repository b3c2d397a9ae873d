"""What `bench/fuzz.py` is made of: seeds, mutations, targets, and what runs them."""
