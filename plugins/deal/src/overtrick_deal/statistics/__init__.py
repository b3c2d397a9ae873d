"""Averages, deviations, correlations and frequencies of what deals come to, and their pictures."""
