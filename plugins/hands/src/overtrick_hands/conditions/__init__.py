"""Conditions on boards: the language, its expression trees, and their compilation."""

from overtrick_hands.conditions import building as building
