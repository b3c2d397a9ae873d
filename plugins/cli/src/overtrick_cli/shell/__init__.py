"""What is typed: commands by their names, and the words that a shell completes."""
