"""`PageSuite`: the requirements of a page, one named test each.

It needs `overtrick-testing`, as every kit does.
"""

from __future__ import annotations

from overtrick_web.testing.suite import PageSuite

__all__ = ["PageSuite"]
