"""Sampling deals: plain, by conditions without rejection, and tested on top."""
