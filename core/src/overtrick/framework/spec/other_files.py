"""Known files that hold no bridge boards, declared as data."""

from __future__ import annotations

import attrs

from overtrick.findings.errors import PluginLoadError
from overtrick.framework.spec.reference import (
    check_name,
    check_reference,
    check_suffixes,
    to_marks,
    to_texts,
)


@attrs.frozen(kw_only=True)
class OtherFileSpec:
    """Known files that hold no bridge boards, declared as data.

    No format reads or writes them. Commands that convert, check, show or detect one report what it
    is, and which command of the plugin takes it.

    Attributes:
        name: the name of such files, `[a-z][a-z0-9_]*`.
        summary: one line for a person.
        holds: what one holds and why it has no boards, worded to follow "it is".
        use: which command takes one, worded to follow a colon; `{file}` is the file's name.
        suffixes: file name suffixes, lower case with their dots.
        magic: byte strings that such a file begins with; blanks, line ends and the mark of
            UTF-8 may come before.
        diagnostics: reference to the `Catalogue` of what can be wrong with one.

    Raises:
        PluginLoadError: a name, suffix or reference that is not of the form described, or
            neither suffix nor magic.

    Example:
        >>> lesson = OtherFileSpec(
        ...     name="lesson", summary="Lessons in play", suffixes=(".lesson",),
        ...     holds="a lesson, which has no boards", use="overtrick lesson {file} opens it")
        >>> lesson.sentence("first.lesson")
        'first.lesson is a lesson, which has no boards: overtrick lesson first.lesson opens it'
    """

    name: str = attrs.field(validator=check_name)
    summary: str
    holds: str
    use: str
    suffixes: tuple[str, ...] = attrs.field(
        default=(), converter=to_texts, validator=check_suffixes
    )
    magic: tuple[bytes, ...] = attrs.field(default=(), converter=to_marks)
    diagnostics: str | None = attrs.field(default=None, validator=check_reference)

    def __attrs_post_init__(self) -> None:
        if not self.suffixes and not self.magic:
            msg = f"{self.name!r} has neither suffix nor magic: no file would be told by it"
            raise PluginLoadError(msg)

    def sentence(self, path: str) -> str:
        """Return the message for such a file.

        Args:
            path: the file's name.
        """
        return f"{path} is {self.holds}: {self.use.replace('{file}', path)}"
