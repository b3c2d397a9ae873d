"""The suite of a file format: each requirement is one named test."""

from __future__ import annotations
