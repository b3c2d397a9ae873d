"""The data folder: the uploaded files, and their versions."""
