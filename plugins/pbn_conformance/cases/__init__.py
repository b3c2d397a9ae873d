"""The cases of the PBN 2.1 conformance suite, a module for each chapter of the standard."""
