"""`overtrick check` and `overtrick explain`: what is wrong in files, and what that means."""
