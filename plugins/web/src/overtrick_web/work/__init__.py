"""The work folder: the uploaded files, and their versions."""
