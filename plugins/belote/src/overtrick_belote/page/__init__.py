"""The page: the table in a browser, a third face beside lines and the drawn terminal."""
