"""Benchmarks: `python -m bench` runs them; `bench.runner` has its options."""
