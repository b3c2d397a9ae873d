"""Programs under test, each as functions from a file to the values that the suite compares.

`read(path)` returns a JSON object: `boards`, the list of boards that were read, and `problems`, the
list of `{"line", "code", "clause", "severity"}` that were reported (absent where a program reports
none); or `error`, the message with which the file was refused. `export(path)` and `fix(path)`
return `text`, the file that was written, a character for each byte, or `error`.
"""
