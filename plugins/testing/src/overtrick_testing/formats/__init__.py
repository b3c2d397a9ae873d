"""The suite of a file format: each obligation is one named test."""

from __future__ import annotations
