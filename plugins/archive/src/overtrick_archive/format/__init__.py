"""The format `parquet`: boards as one table, with the columns of an archive's `boards`."""
