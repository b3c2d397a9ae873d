"""The web page: the table in a browser, beside line mode and the full-screen terminal."""
