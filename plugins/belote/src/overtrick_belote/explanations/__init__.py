"""What is said to people, in English and French: from reasons, as data, to sentences."""
