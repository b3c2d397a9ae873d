"""Writes hand diagrams as HTML."""

from overtrick_render import html_diagram


def write(boards, sink, ctx):
    sink.write(b"<!DOCTYPE html><meta charset=utf-8><title>Boards</title>\n")
    for board in boards:
        sink.write(f"<section>{html_diagram(board)}</section>\n".encode())
