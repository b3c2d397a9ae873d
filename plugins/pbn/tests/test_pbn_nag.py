"""The table of numeric annotation glyphs as the standard's file."""

from __future__ import annotations

from overtrick_pbn.standard.glyphs import nag_table


def test_the_table_has_a_line_for_each_glyph_that_the_standard_names():
    lines = nag_table().decode("ascii").split("\r\n")
    assert lines.pop() == ""
    numbers = [int(line.split(" ", 1)[0]) for line in lines]
    assert numbers == list(range(15))


def test_a_line_is_a_number_a_blank_and_a_text():
    lines = nag_table().split(b"\r\n")
    assert lines[0] == b"0 no annotation"
    assert lines[4] == b"4 very poor call"
    assert lines[13] == b"13 call has been corrected manually"
