"""Verdicts on a program's reading of a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from overtrick_pbn_conformance.suite import (
    Json,
    expected_boards,
    expected_bytes,
    expected_notes,
    expected_problems,
)

READ = ("right", "lost", "wrong", "false alarm", "refused")
FAULTS = ("reported", "misread", "other", "refused", "accepted")
OUTPUT = ("same", "different", "unread", "refused")

GOOD = {"right", "reported", "same"}

_WORST_LAST = ("right", "lost", "wrong")


def compare(expected: object, found: object) -> str:
    """Return `right`, `lost` (something is missing) or `wrong` (something differs).

    Example:
        >>> compare({"board": 1, "dealer": "N"}, {"board": 1})
        'lost'
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        # What is empty may be left out as well.
        worst = "right"
        for key in expected.keys() | found.keys():
            if key not in found:
                verdict = "right" if expected[key] in ({}, []) else "lost"
            elif key not in expected:
                verdict = "right" if found[key] in ({}, []) else "wrong"
            else:
                verdict = compare(expected[key], found[key])
            worst = max(worst, verdict, key=_WORST_LAST.index)
        return worst
    return "right" if expected == found else "wrong"


def compare_boards(expected: Sequence[Json], found: Sequence[Json]) -> str:
    """Return the worst verdict over all boards; a different number of boards is `wrong`."""
    if len(expected) != len(found):
        return "wrong"
    verdicts = [compare(one, other) for one, other in zip(expected, found, strict=True)]
    return max(verdicts, key=_WORST_LAST.index, default="right")


def without_ignored(boards: Sequence[Json]) -> list[Json]:
    """Return boards without ignorable data: escape lines (§2.4), repeated tags (§3.4)."""
    return [_without(_without(board, "pbn:escapes"), "pbn:repeated") for board in boards]


def _without(board: Json, name: str) -> Json:
    if name not in board.get("extras", ()):
        return board
    rest = {key: value for key, value in board["extras"].items() if key != name}
    return {**board, "extras": rest}


def after_export(expected: Json, found: Json) -> Json:
    """Return an exported and reread board, without the additions of export format.

    A mandatory tag that was not given comes back as unknown or as empty (§3.4).
    """
    return {
        key: after_export(expected[key], value)
        if key in expected and isinstance(value, dict) and isinstance(expected[key], dict)
        else value
        for key, value in found.items()
        if key in expected or not _is_nothing(value)
    }


def _is_nothing(value: object) -> bool:
    if isinstance(value, dict):
        return all(_is_nothing(item) for item in value.values())
    return value is None or value == ""


def _is_of_clause(problem: Json, clauses: Sequence[str]) -> bool:
    stated = str(problem.get("clause") or "").replace("§", " ")
    return any(word.strip(";,.()") in clauses for word in stated.split())


def _is_at(item: Json, place: Json, *, with_codes: bool) -> bool:
    return (
        item.get("line") == place["line"]
        and _is_of_clause(item, place["clauses"])
        and (not with_codes or place["code"] in (None, item.get("code")))
    )


def is_loud(problem: Json) -> bool:
    """Return whether a problem is an error or a warning."""
    return bool(problem.get("severity", "error") != "note")


def matches(
    expected: Sequence[Json],
    found: Sequence[Json],
    notes: Sequence[Json] = (),
    *,
    with_codes: bool = False,
) -> bool:
    """Return whether each fault was reported with its line and clause, and nothing else.

    A fault may be reported more than once, and by a note, unless a note of something else is listed
    for the same place. A note elsewhere does not count, nor does anything at a place of `notes`.
    """

    def at(item: Json, places: Sequence[Json]) -> bool:
        return any(_is_at(item, place, with_codes=with_codes) for place in places)

    telling = [item for item in found if is_loud(item) or not at(item, notes)]
    return all(any(at(item, [place]) for item in telling) for place in expected) and all(
        at(item, [*expected, *notes]) for item in found if is_loud(item)
    )


def notes_match(entry: Json, found: Sequence[Json], *, with_codes: bool = False) -> bool:
    """Return whether the notes about a file are exactly those of the suite.

    Only what names a clause of PBN counts: a program may have notes of its own.
    """
    listed = expected_notes(entry)
    places = [*listed, *expected_problems(entry)]
    ours = [item for item in found if "PBN" in str(item.get("clause") or "")]
    return all(
        any(_is_at(item, place, with_codes=with_codes) for item in ours) for place in listed
    ) and all(
        any(_is_at(item, place, with_codes=with_codes) for place in places)
        for item in ours
        if not is_loud(item)
    )


def judge(entry: Json, answer: Json, *, with_codes: bool = False) -> str:
    """Return the verdict on reading one file: one of `READ` or of `FAULTS`."""
    problems = expected_problems(entry)
    boards = expected_boards(entry)
    found = answer.get("problems")
    if "error" in answer:
        return "refused"
    read = without_ignored(answer["boards"])
    if not problems:
        if found and not matches([], found, expected_notes(entry), with_codes=False):
            return "false alarm"
        return compare_boards(without_ignored(boards or []), read)
    if not found:
        return "accepted"
    if not matches(problems, found, expected_notes(entry), with_codes=with_codes):
        return "other"
    if (
        boards is not None
        and entry.get("boards_from") != "practice"
        and compare_boards(without_ignored(boards), read) != "right"
    ):
        return "misread"
    return "reported"


def is_noticed(answer: Json) -> bool:
    """Return whether a file with faults was refused or reported, for any reason."""
    return "error" in answer or any(is_loud(item) for item in answer.get("problems") or ())


def is_understood(entry: Json, answer: Json) -> bool:
    """Return whether a faulty file was read in its meaning in practice."""
    boards = expected_boards(entry)
    return boards is not None and (
        compare_boards(without_ignored(boards), without_ignored(answer.get("boards") or []))
        == "right"
    )


def comparable(text: bytes) -> bytes:
    """Return an export without the parts that the standard leaves to the program.

    That is its escape lines, and how wide the columns of calls and cards are: the standard's own
    example fills them with blanks, and no sentence demands it.
    """
    lines: list[bytes] = []
    is_section = False
    for line in without_escape_lines(text).split(b"\r\n"):
        if line.startswith(b"["):
            is_section = line.startswith((b'[Auction "', b'[Play "'))
        elif is_section and b"{" not in line and b";" not in line:
            line = b" ".join(line.split())  # noqa: PLW2901  # the line, laid out plainly
        lines.append(line)
    return b"\r\n".join(lines)


def without_escape_lines(text: bytes) -> bytes:
    """Return PBN text without escape lines, and without empty lines at its ends.

    The standard proposes `% PBN` and `% EXPORT`, it does not demand them; what else stands in
    escape lines is the program's own.
    """
    kept: list[bytes] = []
    inside = False
    for line in text.splitlines(keepends=True):
        if inside or not line.startswith(b"%"):
            kept.append(line)
        if not line.startswith(b"%") or inside:
            inside = _ends_inside_brace(line, inside=inside)
    return re.sub(rb"\A(?:\r?\n)+|(?<=\n)(?:\r?\n)+\Z", b"", b"".join(kept))


def _ends_inside_brace(line: bytes, *, inside: bool) -> bool:
    # A string that is never closed ends with its line.
    for token in re.finditer(rb'"(?:[^"\\]|\\.)*"?|[{};]', line) if not inside else ():
        if token[0] == b";":
            return False
        if token[0] == b"{":
            return b"}" not in line[token.end() :] or _ends_inside_brace(
                line[token.end() :].partition(b"}")[2], inside=False
            )
    if inside:
        _, closed, rest = line.partition(b"}")
        return not closed or _ends_inside_brace(rest, inside=False)
    return False


def judge_export(entry: Json, output: Json) -> str:
    """Return whether a program's export has the expected bytes: one of `OUTPUT`."""
    if "text" not in output:
        return "refused"
    text = comparable(output["text"].encode("iso8859-1"))
    right = [comparable(one) for one in expected_bytes(entry, "export")]
    return "same" if text in right else "different"


def judge_fix(entry: Json, output: Json) -> str:
    """Return whether a program's fixed file has the expected bytes: one of `OUTPUT`."""
    if "text" not in output:
        return "refused"
    return (
        "same"
        if output["text"].encode("iso8859-1") in expected_bytes(entry, "fix")
        else "different"
    )


def judge_round_trip(entry: Json, output: Json, read: Callable[[bytes], Json]) -> str:
    """Return whether an export reads like the file itself: one of `OUTPUT`."""
    if "text" not in output:
        return "refused"
    answer = read(output["text"].encode("iso8859-1"))
    if "error" in answer:
        return "unread"
    expected = without_ignored(expected_boards(entry) or [])
    found = without_ignored(answer["boards"])
    if len(expected) != len(found):
        return "different"
    pairs = zip(expected, found, strict=True)
    same = all(compare(one, after_export(one, other)) == "right" for one, other in pairs)
    return "same" if same else "different"


def findings(answer: Json) -> Iterator[str]:
    """Yield the reports of a program, as text."""
    for item in answer.get("problems") or ():
        yield f"{item.get('line')}:{item.get('code')} {item.get('clause')} {item.get('severity')}"
