"""What people do with boards: edit them, number them, turn them into JSON, look at them."""
