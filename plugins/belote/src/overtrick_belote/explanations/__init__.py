"""Explanations in English and French: reasons, which are data, turned into sentences."""
