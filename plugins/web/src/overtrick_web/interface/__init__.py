"""What a page is, and what it needs to be one."""
