"""The format `parquet`: a file of boards as one table, its columns those of an archive's `boards`."""
