"""Boards, deals and hands as pictures: plain text, HTML, SVG."""
