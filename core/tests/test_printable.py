from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.findings.printable import printable


@pytest.mark.parametrize(("text", "shown"), [("a\tb\r\nc", "a b  c"), ("\x1b\u2028", "��")])
def test_text_is_printed_on_one_line(text, shown):
    assert printable(text) == shown


@given(st.text())
def test_any_text_is_printable(text):
    shown = printable(text)
    assert len(shown) == len(text)
    assert "\x1b" not in shown
    assert "\n" not in shown
