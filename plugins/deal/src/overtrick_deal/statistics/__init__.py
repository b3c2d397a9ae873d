"""Statistics of deals: averages, deviations, correlations, frequencies, and plots."""
