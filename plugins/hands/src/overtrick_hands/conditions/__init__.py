"""Conditions on boards: the language, its expression trees, and what they are compiled to."""

from overtrick_hands.conditions import building as building
