"""The options of the PBN reader and writer."""

from __future__ import annotations

import attrs

from overtrick.plugin import option

STYLES = ("auto", "export", "preserve", "plain")
ENCODINGS = ("auto", "latin-1", "utf-8")
LONG_VALUES = ("keep", "cut")
PARSERS = ("auto", "grammar")


@attrs.frozen(kw_only=True)
class ReadOptions:
    """How a PBN file is read; boards and findings are the same.

    Attributes:
        parser: `auto` reads values and sections in regular form by patterns, others by the
            grammar; `grammar` reads all by the grammar. A scanner cuts games and tags in both.

    Example:
        >>> ReadOptions().parser
        'auto'
    """

    parser: str = option(
        "auto",
        help="grammar: read values and sections by the grammar, which is slower and gives the same",
        choices=PARSERS,
    )


@attrs.frozen(kw_only=True)
class WriteOptions:
    """How a PBN file is written.

    Attributes:
        style: `export` writes the standard's strict export format; `preserve` writes back what
            was read, byte for byte, and rewrites only what has changed; `plain` is export format
            for programs that read little: mandatory tags, a number for each board, calls and
            cards without annotations; `auto` preserves from PBN to PBN and exports from
            everything else.
        encoding: for export and plain: `latin-1` is the standard's; `utf-8` is declared by a
            `%Content-type` line; `auto` takes Latin-1 unless a character has no place in it.
        creator: the program to name in a `%Creator:` line behind the two lines of the standard;
            empty for none.
        long_values: a tag pair cannot be divided, so a value may be too long for a line of 255
            characters: `keep` it whole (with a warning), or `cut` it (reported as lost).

    Example:
        >>> WriteOptions().style
        'auto'

    Source: PBN 2.1 §2.1 (Import format and export format), §2.2, §2.3, §2.4.
    """

    style: str = option(
        "auto",
        help="auto: preserve from PBN to PBN, export otherwise; plain: for readers of little",
        choices=STYLES,
    )
    encoding: str = option(
        "auto",
        help="of an export; auto: Latin-1, or UTF-8 where Latin-1 lacks a character",
        choices=ENCODINGS,
    )
    creator: str = option("", help="the program to name in a %Creator: line; empty for none")
    long_values: str = option(
        "keep",
        help="what to do with a tag value that does not fit a line of 255 characters",
        choices=LONG_VALUES,
    )

    def style_for(self, source_format: str | None) -> str:
        """Return the style for boards of a format: `export`, `preserve` or `plain`.

        Example:
            >>> WriteOptions().style_for("pbn"), WriteOptions().style_for("dlm")
            ('preserve', 'export')
        """
        if self.style == "auto":
            return "preserve" if source_format == "pbn" else "export"
        return self.style
