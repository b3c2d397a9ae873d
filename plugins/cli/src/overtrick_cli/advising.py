"""The commands that messages of the command line advise."""

from __future__ import annotations

from typing import Final

from overtrick.plugin import advice

CHECK: Final = advice("cli.check", "check")
"""See all that is wrong in a file."""

TABLE: Final = advice("cli.table", "formats")
"""See a table of a format."""

SHOW: Final = advice("cli.show", "show")
"""Show boards in a file that a view makes."""

CONVERT: Final = advice("cli.convert", "convert")
"""Write boards in another format."""

DEBUG: Final = advice("cli.debug", "--debug")
"""See where the program failed."""
