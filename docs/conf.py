"""Sphinx configuration: MyST pages, furo, and pages generated from the plugins themselves."""

from __future__ import annotations

import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS / "scripts"))

import generate  # noqa: E402  # after the path of the scripts is set

import overtrick  # noqa: E402  # as above

generate.write_pages(DOCS)

project = "overtrick"
author = "The overtrick developers"
copyright = "2026, the overtrick developers"  # the name that Sphinx reads
release = overtrick.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "overtrick"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
# A signature that does not fit a line has a line an argument.
python_maximum_signature_line_length = 90
autodoc_member_order = "bysource"
napoleon_use_ivar = True
