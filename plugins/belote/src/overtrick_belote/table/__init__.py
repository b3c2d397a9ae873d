"""The table: seats, actions and saved games. It prints nothing and asks nothing."""
