"""What a page shows of a file and does with it: plain functions that know no HTTP."""
