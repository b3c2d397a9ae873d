"""Sample deals: plain, by conditions without rejection, and with tests on top."""
