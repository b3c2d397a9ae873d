"""Preserving style: what nobody changed is written back byte for byte."""
