"""The format `parquet`: boards as one Parquet file, with the columns of the table `boards`."""
