"""What is on the disk: replaced whole or not at all, whose it is, what a name leads to."""
