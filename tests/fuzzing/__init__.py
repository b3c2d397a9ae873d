"""Seeds, mutations and targets of the fuzzer; `tests/fuzzing/run.py` is the command."""
