"""Mutation testing of the conformance suite: is each fault of our reader, writer, linter found?

    python tests/sweeps/pbn_mutants.py            # all mutants, some minutes
    python tests/sweeps/pbn_mutants.py deal ten   # those whose name has one of the words

Each mutant is one change of text in a copy of `overtrick_pbn`. The suite runs against the copy and
the mutant is found at the first file of which the verdict is another one than on the true code: by
line, clause, notes, boards and bytes, never by our own codes. A file that is to be fixed is fixed
by `check --fix` and by the edits that its findings offer; both are held against the suite's bytes. Exit code 1 if a mutant lives.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "plugins" / "pbn" / "src"
SUITE = ROOT / "plugins" / "pbn_conformance" / "src"
TIMEOUT = 240


class Mutant(NamedTuple):
    """A fault: what it does, in which module, which text becomes which.

    Without a new text a condition never holds any more, and a statement does nothing.
    """

    name: str
    module: str
    old: str
    new: str | None = None

    @property
    def text(self) -> str:
        """What stands in the place of `old`."""
        if self.new is not None:
            return self.new
        return "if False:" if self.old.startswith("if ") else "pass"


VALUES, AUCTION, PLAY = "read/values.py", "read/auction.py", "read/play.py"
DEAL, NOTES, TABLES = "read/deal.py", "read/notes.py", "read/tables.py"
GAMES, SCAN = "text/games.py", "text/annotations.py"
OUT_VALUES, OUT_AUCTION = "write/export/values.py", "write/export/auction.py"
OUT_PLAY, OUT_TABLES, OUT_TAGS = (
    "write/export/play.py",
    "write/export/tables.py",
    "write/export/tags.py",
)
TAG_RULES, LAYOUT, TABLE_RULES = "check/tags.py", "check/layout.py", "check/tables.py"
SECTION_RULES, SPELLINGS, EDITS = "check/sections.py", "check/spellings.py", "check/edits.py"
ANEW, FIXES, PROGRAMS = "check/export.py", "check/fixes.py", "programs/tricks.py"
BOARD, INHERITANCE, CUT, CODES = (
    "read/board.py",
    "read/inheritance.py",
    "text/cut.py",
    "read/codes.py",
)

# What the reader does in two ways, quick and at length, has mutants in the way that the suite's files
# take; the property tests of the reader hold the other one to it.
MUTANTS = tuple(Mutant(*row) for row in (
    # The reader: values
    ("east is west", "read/values.py", "seat = Seat.parse(text[-1])", 'seat = Seat.parse("W" if text[-1] in "Ee" else text[-1])'),
    ("lower-case west is no seat", VALUES, "if found is None:\n        say(code, value=bare)", 'if found is None or bare == "w":\n        say(code, value=bare)'),
    ("lower-case seats silently", "read/values.py", 'odd.append(("PBN813", {"name": name}))\n    spelled(name, value, odd, say)\n    return seat, kind', "pass\n    spelled(name, value, odd, say)\n    return seat, kind"),
    ("swapped declarer forgotten", "read/values.py", 'return seat, kind == "SWAPPED"', "return seat, False"),
    ("unknown is empty", VALUES, '{"?": UNKNOWN, "": EMPTY}', '{"?": EMPTY, "": EMPTY}'),
    ("empty is unknown", VALUES, '{"?": UNKNOWN, "": EMPTY}', '{"?": UNKNOWN, "": UNKNOWN}'),
    ("redoubled is doubled", "read/values.py", 'PASSED_OUT if kind == "OBSERVED_P" else Contract.parse(word)', 'PASSED_OUT if kind == "OBSERVED_P" else Contract.parse(word.upper().replace("XX", "X"))'),
    ("a double of a contract is lost", "read/values.py", 'PASSED_OUT if kind == "OBSERVED_P" else Contract.parse(word)', 'PASSED_OUT if kind == "OBSERVED_P" else Contract.parse(word.rstrip("Xx"))'),
    ("3N silently", "read/values.py", 'return contract, "PBN813" if kind in _STANDARD_CONTRACTS else "PBN812"', 'return contract, "PBN813" if kind in _STANDARD_CONTRACTS else None'),
    ("end position at notrump refused", "read/values.py", "    if not found:\n        return None\n    ((kind, word),) = found\n    contract =", "    if not found or text == 'NT':\n        return None\n    ((kind, word),) = found\n    contract ="),
    ("the other side's tricks of twelve", "standard/results.py", "else (total or 0) - (theirs or 0)", "else (total or 0) - 1 - (theirs or 0)"),
    ("tricks of the wrong side", "standard/results.py", "declarer.value % 2 == 0 else", "declarer.value % 2 == 1 else"),
    ("caret of a result lost", "read/values.py", "irregular=irregular)", "irregular=False)"),
    ("decimals of Score truncated", "read/values.py", "_by_side(found, Decimal)", "_by_side(found, lambda text: Decimal(int(Decimal(text))))"),
    ("scores of the sides exchanged", "read/values.py", "north_south, east_west = (numbers", "east_west, north_south = (numbers"),
    ("board numbers end at 99", "read/values.py", "return int(bare)", "return min(int(bare), 99)"),
    ("names for numbers silently", VALUES, 'say("PBN332", value=value)'),
    # The reader: inheritance
    ("# takes the first game's value", "read/inheritance.py", "last.update(resolved.fields)", "self._last = {**resolved.fields, **last}"),
    ("## cannot be redefined", "read/inheritance.py", "self.standing[name] = resolved.fields[name]"),
    ("# of nothing silently", "read/inheritance.py", "resolved.orphans.append(name)"),
    ("#23 inherits", "read/inheritance.py", 'or (len(value) > 1 and value[1] != "#")', "or False"),
    ("every tag may inherit", "read/inheritance.py", "if name in NOT_INHERITED:"),
    # The reader: deals
    ("east and south exchanged", "read/deal.py", '_FIRST: Final = {f"{seat.symbol}:": seat.value for seat in Seat}', '_FIRST: Final = {"N:": 0, "E:": 2, "S:": 1, "W:": 3}'),
    ("dots for no hand silently", "read/deal.py", '"PBN808": any(not hand.strip(".") for hand in plain),', '"PBN808": False,'),
    ("10 silently", "read/deal.py", '"PBN807": _TEN in bare,', '"PBN807": False,'),
    ("lower-case ranks silently", "read/deal.py", '"PBN813": text != text.upper(),', '"PBN813": False,'),
    ("two blanks between hands silently", "read/deal.py", '"PBN342": bare[2:] != " ".join(hand for _, hand in hands),', '"PBN342": False,'),
    # The reader: auctions
    ("AP is three passes (plain)", "read/auction.py", "missing = passes_to_end(tuple(entries))\n            if not", "missing = 3\n            if not"),
    ("AP is three passes (looked up)", "read/auction.py", "missing = passes_to_end(tuple(self.entries)) if kind in ALL_PASSES else 0", "missing = 3 if kind in ALL_PASSES else 0"),
    ("AP is three passes", "read/auction.py", "        missing = passes_to_end(tuple(self.entries))\n        if not missing:\n            self.say", "        missing = 3\n        if not missing:\n            self.say"),
    ("closed is open", "read/auction.py", "literal(lexis.ASTERISK): Ending.CLOSED,", "literal(lexis.ASTERISK): Ending.OPEN,"),
    ("other spellings of calls silently", AUCTION, '            self.say(code, start, text=word.value, section="Auction")\n            return call', "            return call"),
    ("columns before the dealer not counted", AUCTION, "first.after(found.hyphens)", "first"),
    ("insufficient bid forgotten", AUCTION, "irregularity = None if place.irregular is None else Irregularity.INSUFFICIENT_BID", "irregularity = None"),
    ("skipped player forgotten", AUCTION, "self._add(None, self.marks(place), Irregularity.SKIPPED)", "self._add(None, self.marks(place), None)"),
    ("glyphs of calls lost", AUCTION, "nags=marks.glyphs(CALL_SUFFIXES)", "nags=()"),
    ("notes of calls lost", AUCTION, "note=note or None,\n                nags", "note=None,\n                nags"),
    ("comments of calls lost", AUCTION, "comment=marks.comment,", "comment=None,"),
    ("calls behind AP silently", AUCTION, '            self.say("PBN364", found.start(word), text=word.value[:20])\n            raise SectionError', "            return"),
    ("passes do not end the auction", AUCTION, "if ending is not Ending.OPEN and _is_complete(calls):"),
    # The reader: plays
    ("last trick without hyphens dropped", PLAY, "cards = cards + [None] * (4 - (count & 3))", "cards = cards[: count & ~3]"),
    ("columns of the play turned", PLAY, "first = leader.value", "first = (leader.value + 1) & 3"),
    ("lower-case cards silently", "read/play.py", "        for code in codes:\n            self.say", "        for code in ():\n            self.say"),
    ("53 cards", PLAY, "if number == 52:", "if number == 99:"),
    ("two plus signs silently", PLAY, "            if self.ending is not None:", "            if False:"),
    ("glyphs of cards lost", PLAY, "nags=marks.glyphs(CARD_SUFFIXES)", "nags=()"),
    ("revoke forgotten", PLAY, "irregularity = _PLAYS[place.irregular]", "irregularity = None"),
    # The reader: notes, tables, text
    ("notes up to 99", NOTES, "1 <= number <= MOST_NOTES", "1 <= number <= 99"),
    ("the last of equal notes counts", NOTES, "if number in self.positions:"),
    ("orders of columns exchanged", "read/tables.py", 'order=Order(found.get("ORDER", "")),', 'order=Order({"+": "-", "-": "+"}.get(found.get("ORDER", ""), "")),'),
    ("widths of columns lost", "read/tables.py", "width=int(width) if 0 < len(width) <= MAX_WIDTH_DIGITS else None,", "width=None,"),
    ("alignments exchanged", "read/tables.py", 'align=Align(found.get("ALIGN", "")),', 'align=Align({"L": "R", "R": "L"}.get(found.get("ALIGN", ""), "")),'),
    ("comments in tables silently", TABLES, '            if elements:\n                say("PBN504"', '            if False:\n                say("PBN504"'),
    ("no embedding", GAMES, "self.embedded = tag is None or tag.start() > start or _is_delimiter(buffer, start)", "self.embedded = False"),
    ("no embedding inside a line", GAMES, "self.embedded = tag is None or tag.start() > start or", "self.embedded ="),
    ("no embedding behind what looks like a tag", GAMES, "tag.start() > start or _is_delimiter(buffer, start)", "tag.start() > start"),
    ("lines by CR end no game", GAMES, 'if b"\\r" in block:\n            self._blank', 'if b"\\r\\n" in block:\n            self._blank'),
    ("an empty line in a comment ends the game", GAMES, "if is_open:\n                start", "if False:\n                start"),
    ("CR inside comments kept", "text/quoting.py", 'return plain_lines(raw[1:-1] if raw.endswith("}") else raw[1:])', 'return raw[1:-1] if raw.endswith("}") else raw[1:]'),
    ("Latin-2 for Latin-1", "text/encoding.py", "return data.decode(LATIN_1), LATIN_1", 'return data.decode("iso8859-2"), "iso8859-2"'),
    ("quotes keep their backslash", "text/quoting.py", r'return _ESCAPED.sub(r"\1", text) if "\\" in text else text', "return text"),
    # The writer
    ("LF in export", "write/export/lines.py", 'EOL: Final = "\\r\\n"', 'EOL: Final = "\\n"'),
    ("the deal begins with north", OUT_TAGS, "deal.to_text(dealer or Seat.NORTH)", "deal.to_text(Seat.NORTH)"),
    ("three calls a line", OUT_AUCTION, "min(4, count - at)) for at in range(0, count, 4)", "min(3, count - at)) for at in range(0, count, 3)"),
    ("four calls with glyphs run on", OUT_AUCTION, "        if index % 4 == 0:\n            lines.end_line()", "        if False:\n            lines.end_line()"),
    ("glyphs not in order", "write/export/notes.py", "kept = sorted({nag for nag in nags if 0 <= nag <= 255})", "kept = sorted({nag for nag in nags if 0 <= nag <= 255}, reverse=True)"),
    ("open auction without its sign", OUT_AUCTION, '        lines.word("+")', "        pass"),
    ("closed auction without its sign", OUT_AUCTION, '        lines.word("*")', "        pass"),
    ("insufficient bid written as a bid", OUT_AUCTION, "return [MARKS[irregularity], call.symbol]", "return [call.symbol]"),
    ("closed play without its sign", OUT_PLAY, '        lines.append("*")', "        pass"),
    ("no sign for the next card", OUT_PLAY, "if (number, seat) == next_card:"),
    ("revoke written as a card", OUT_PLAY, "            lines.word(MARKS[irregularity])\n    lines.word", "            pass\n    lines.word"),
    ("caret of a result not written", OUT_VALUES, 'caret = "^" if result.irregular else ""', 'caret = ""'),
    ("supplemental tags not sorted", OUT_TAGS, "    tags.sort(key=_by_name)", "    tags.sort(key=_by_name, reverse=True)"),
    ("swapped declarer not written", OUT_VALUES, '("^" if contract.swapped else "")', '""'),
    ("side scores not written", "write/export/values.py", 'words.append(f"{Side.EAST_WEST.symbol} {_points(score.ew)}")'),
    ("cells aligned to the other side", OUT_TABLES, "cell.rjust(width) if right else cell.ljust(width)", "cell.ljust(width) if right else cell.rjust(width)"),
    ("cells not filled up", OUT_TABLES, "cell.rjust(width) if right else cell.ljust(width)", "cell"),
    ("quotes not escaped", "text/quoting.py", """.replace('"', '\\\\"')\n    return""", "\n    return"),
    # The linter
    ("auction without dealer silently", "check/tags.py", 'checker.say("PBN320", cut.start(place), part="dealer")'),
    ("thirteen months", TAG_RULES, "except ValueError:\n        return True", "except ValueError:\n        return False"),
    ("names without blanks silently", TAG_RULES, 'r",(?! )"', 'r",(?! |.)"'),
    ("empty fields of Scoring silently", TAG_RULES, "if value and not all(", "if False and not all("),
    ("two deals of one DealId silently", TAG_RULES, "!= board.deal:\n        checker", "is None:\n        checker"),
    ("vulnerability of a rubber silently", "check/tags.py", "if board.vulnerability != won:"),
    ("optimum scores that are not opposite", "check/tags.py", "len(points) == 2 and points[0] != -points[1]", "False"),
    ("missing mandatory tags silently", TAG_RULES, "    if missing:\n        checker.say", "    if False:\n        checker.say"),
    ("## does not count as given", TAG_RULES, "if name not in known and name not in for_all]", "if name not in known]"),
    ("order of tags silently", "check/tags.py", 'checker.say("PBN655", cut.start(position), name=name, before=highest)'),
    ("Both in export silently", TAG_RULES, "    if value in _EXPORT_VULNERABLE:\n        checker", "    if False:\n        checker"),
    ("unsorted ranks in export silently", TAG_RULES, "return ranks == sorted(ranks)", "return True"),
    ("first hand in export silently", "check/tags.py", 'if dealer is not None and is_turned and "PBN660" not in checker.state.said:'),
    ("contract of an end position silently", TAG_RULES, "if largest < _HAND_SIZE and contract.level:"),
    ("256 characters a line", LAYOUT, "MAX_LINE: Final = 255", "MAX_LINE: Final = 256"),
    ("lines of 80 silently", LAYOUT, '{80,}+")', '{81,}+")'),
    ("discouraged characters silently", LAYOUT, '"[\\u00a0-\\u00bf]"', '"[\\u00a0-\\u00a1]"'),
    ("two tags on a line in export silently", LAYOUT, 'return start == tag.start and not before and behind in {"", "{", ";", "["}', 'return True'),
    ("comments behind tags in export silently", LAYOUT, '    elif before == "]":\n        checker.say("PBN669", comment.start, what="a comment behind a tag begins a new line")', '    elif before == "]":\n        pass'),
    ("order of rows silently", TABLE_RULES, "return value > previous if column.order", "return value < previous if column.order"),
    ("cells silently", "check/tables.py", "if form.fullmatch(text):\n                continue", "if True:\n                continue"),
    ("times without a section silently", "check/tables.py", 'checker.say("PBN512", table.start, clause=clause, name=grid.name, section=name)'),
    ("too many times silently", TABLE_RULES, "if len(grid.rows) not in counts and least:"),
    ("wrong scores of a table silently", TABLE_RULES, "if found != int(stated):"),
    ("rows over two lines in export silently", TABLE_RULES, "        if broken is not None:\n", "        if False:\n"),
    ("optimum cards of the wrong hand silently", TABLE_RULES, "if missing is not None and len(board.deal[seat]):"),
    # The fixer
    ("fixer leaves 10", "check/tags.py", "words = [with_letters(word) for word in words]"),
    ("fixer leaves dots", TAG_RULES, 'words = ["-" if word == "..." else word for word in words]'),
    ("fixer leaves Both", TAG_RULES, "if is_export and value in _EXPORT_VULNERABLE:"),
    ("fixer leaves the order of tags", "check/tags.py", "if new != text[starts[0] : end]:"),
    ("fixer leaves tabs", LAYOUT, """yield Edit(start, end, " " * len(match.group()), "PBN772")"""),
    # Offered fixes, and what follows from a doubt
    ("fixer exchanges month and day", SPELLINGS, "yield match[1], match[3], match[4]", "yield match[1], match[4], match[3]"),
    ("fixer leaves dates in figures", SPELLINGS, "yield match[1], match[2], match[3]", "yield match[1], match[3], match[2]"),
    ("fixer leaves months in words", SPELLINGS, "yield match[3], _MONTHS.get(match[2].lower(), 13), match[1]", "yield match[3], 13, match[1]"),
    ("fixer takes a date that can be read in two ways", SPELLINGS, "return dates[0] if len(dates) == 1 else value", "return dates[0] if dates else value"),
    ("fixer leaves rooms", SPELLINGS, "return value.strip().capitalize()", "return value"),
    ("fixer leaves sides to be hidden", SPELLINGS, "def _upper(value: str) -> str:\n    return value.strip().upper()", "def _upper(value: str) -> str:\n    return value"),
    ("fixer writes hours without zeros", SPELLINGS, "{int(match[1]):02}:{match[2]}", "{int(match[1])}:{match[2]}"),
    ("fixer leaves seats in words", TAG_RULES, 'yield Fix(SEAT_WORDS[value.lower()], "PBN778")', "yield from ()"),
    ("fixer leaves odd words for the vulnerable sides", "check/tags.py", "value = _LOWER_VULNERABLE.get(value.lower(), vulnerability.label)", "value = _LOWER_VULNERABLE.get(value.lower(), value)"),
    ("fixer leaves N for notrump", "check/tags.py", "yield Fix(contract.text,", "yield Fix(value if code == 'PBN812' else contract.text,"),
    ("fixer leaves lone backslashes", "check/tags.py", 'elif "\\\\" in old and lone_backslash(text, cut, position) is not None:', "elif False:"),
    ("fixer doubles backslashes that escape", "text/quoting.py", "match[0] if match[1] else", "match[0] * 2 if match[1] else"),
    ("fixer leaves two blanks between hands", TAG_RULES, 'spaced = " ".join(hands.split())', "spaced = hands"),
    ("fixer leaves the letters of suits", TAG_RULES, "words = [_without_suits(word) for word in words]"),
    ("fixer leaves zeros before a board number", TAG_RULES, 'yield Fix(_LEADING_ZEROS.sub("", value), "PBN762")', "yield from ()"),
    ("fixer leaves zeros before tricks", TAG_RULES, 'upper = _ODD_FIGURES.sub("", upper)'),
    ("fixer leaves plus signs of scores", TAG_RULES, 'value.upper().replace("+", "")', "value.upper()"),
    ("fixer leaves results of sides", TAG_RULES, 'if not upper.lstrip("^").isdigit():'),
    ("fixer leaves who calls first", TAG_RULES, 'yield Fix(board.dealer.symbol, "PBN781")', "yield from ()"),
    ("fixer leaves calls in other words", "check/sections.py", "else (call.symbol, FIXES[code])", 'else (text, "")'),
    ("fixer leaves all pass in two words", "check/sections.py", "return Edit(place.word.start, end, ALL_PASS,", "return Edit(place.word.start, place.word.end, ALL_PASS,"),
    ("fixer leaves AP behind three passes", SECTION_RULES, "if calls[1:] == [PASS.symbol] * 3 and", "if calls == [PASS.symbol] * 3 and"),
    ("fixer leaves the line for the next call", SECTION_RULES, 'if text[0] == "_":', 'if text[0] == "?":'),
    ("fixer leaves tens of a play", SECTION_RULES, "return _edit(place, card.symbol,", "return _edit(place, text,"),
    ("fixer leaves elements that want quotes", SECTION_RULES, "elif not _ALLOWED.fullmatch(text) and text.isprintable():", "elif False:"),
    ("fixer leaves data on the line of a tag", "check/sections.py", 'data, newline, "PBN784"', 'data, " ", "PBN784"'),
    ("fixer writes NAGs in falling order", SECTION_RULES, "sorted(g for g in glyphs if g is not None)", "sorted((g for g in glyphs if g is not None), reverse=True)"),
    ("fixer leaves suffixes", SECTION_RULES, 'glyphs |= {rules.suffixes[mark.text] for mark in place.marks if mark.text[0] in "!?"}'),
    ("fixer leaves games without a line between", "check/fixer.py", 'text += self._newline if text.endswith(("\\r", "\\n")) else 2 * self._newline'),
    ("fixer leaves comments behind tags", LAYOUT, '"]": newline}', '"]": " "}'),
    ("fixer leaves blanks of empty lines", LAYOUT, 'yield Edit(match.start(), match.end(), "", "PBN773")', "yield from ()"),
    ("fixer leaves missing tags", ANEW, "if not cut.names or names >= _ALL_MANDATORY:", "if True:"),
    ("fixer adds tags at the end", ANEW, "there = ranked[at][1] if at < len(ranked) else behind", "there = behind"),
    ("fixer leaves the lines of calls", "check/codes.py", '"PBN663": "PBN786",', ""),
    ("fixer leaves who calls first in export", "check/codes.py", '"PBN662": "PBN786",', ""),
    ("fixer leaves the lines of cards", "check/codes.py", '"PBN668": "PBN787",', ""),
    ("fixer leaves rows over two lines", "check/codes.py", '"PBN671": "PBN788",', ""),
    ("fixer leaves the width of cells", "check/codes.py", '"PBN672": "PBN788",', ""),
    ("nothing is offered", FIXES, "code = FIXES.get(found.code)", "code = None"),
    ("of a section only the place told is offered", FIXES, "if found.code in _OF_THE_SECTION:"),
    ("an empty line is offered within a line only", FIXES, "self._fixer.newline * (1 + is_inside)", "self._fixer.newline * is_inside"),
    ("offered edits begin one column late", EDITS, "column=start.column,", "column=start.column + 1,"),
    ("offered edits end where they begin", EDITS, "end_column=end.column,", "end_column=start.column,"),
    ("offered edits of a line above", EDITS, "line=start.line,\n        column", "line=start.line - 1,\n        column"),
    ("offered edits without their text", EDITS, "        text=edit.text,\n    )", '        text="",\n    )'),
    ("a doubtful result tells against the score", CODES, """'[Result "9"]', doubts=True""", """'[Result "9"]'"""),
    ("a doubtful declarer tells against a pass-out", CODES, """'[Declarer ""]', doubts=True""", """'[Declarer ""]'"""),
    ("a doubtful first call tells against the dealer", CODES, "- 1D', doubts=True", "- 1D'"),
    ("a doubtful cell tells against its table", "check/codes.py", "9', doubts=True", "9'"),
    # Places of findings
    ("tags are told four characters too early", CUT, "_SIGNS: Final = 5", "_SIGNS: Final = 1"),
    ("calls and cards are told at their tag", "read/locator.py", "if number >= len(spans):", "if True:"),
    # What people and programs write
    ("four hyphens silently", AUCTION, "if found.hyphens > 3:"),
    ("a line for the next call silently", "read/auction.py", 'self.odd["PBN371"] = index, 0, word[:20]'),
    ("calls behind the next one silently", AUCTION, 'self.say("PBN372", found.start(token), text=text[:20])'),
    ("a call that cannot be told silently", AUCTION, "                self._untold(found.rest)", "                pass"),
    ("odd spellings of calls silently (looked up)", "read/auction.py", "in sorted((*place, code) for code, place in odd.items()):", "in ():"),
    ("an asterisk alerts no call", "read/auction.py", "entry = CallEntry(call=call, alert=True)", "entry = CallEntry(call=call)"),
    ("the last glyph of a call counts (looked up)", "read/auction.py", "marks.glyphs(CALL_SUFFIXES), is_alert", "marks.glyphs(CALL_SUFFIXES)[-1:], is_alert"),
    ("the last comment of a call counts (looked up)", "read/auction.py", "is_alert, marks.comment\n", "is_alert, marks.comments[-1] if marks.comments else None\n"),
    ("hyphens before the dealer not counted (looked up)", "read/auction.py", "return auction_of(first.after(hyphens), entries, ending)", "return auction_of(first, entries, ending)"),
    ("notes of calls lost (looked up)", "read/auction.py", "call=entry.call, note=note or None,", "call=entry.call, note=None,"),
    ("closed plays are open (looked up)", "read/play.py", "        words.pop()\n        ending = Ending.CLOSED", "        words.pop()"),
    ("thirteen tricks not complete (looked up)", "read/play.py", "if len(indexes) == 52 and NO_CARD not in indexes:"),
    ("lower-case cards silently (looked up)", "read/play.py", "for code, number in odd.items():", "for code, number in ():"),
    ("a plus alone in a row is a trick", PLAY, "and (plus or 0) >= row >= 0 and not any(cards[row:]):", "and False:"),
    ("whole deals begin with north", "read/deal.py", "Deal.from_masks(masks[-first], masks[1 - first], masks[2 - first], masks[3 - first])", "Deal.from_masks(*masks)"),
    ("partial deals begin with north", DEAL, "return Deal((hands[-first], hands[1 - first], hands[2 - first], hands[3 - first]))", "return Deal((hands[0], hands[1], hands[2], hands[3]))"),
    ("letters of suits silently", "read/deal.py", '"PBN809": "LETTERED_HAND" in kinds,', '"PBN809": False,'),
    ("lower-case ranks silently (looked up)", DEAL, "        if text != text.upper():\n            raise", "        if False:\n            raise"),
    ("seats in words silently", "read/values.py", 'odd.append(("PBN817", {"value": bare, "clause": f"PBN 2.1 §{clause}"}))'),
    ("mixed case is lower case", "read/values.py", '"PBN813" if kind in _STANDARD_CONTRACTS else "PBN812"', '"PBN813"'),
    ("tricks that do not make thirteen silently", BOARD, "if not partial_play and not is_too_many:"),
    ("more tricks than an end position silently", BOARD, "if total < 13 and max(", "if False and max("),
    ("partial results count the tricks to come", BOARD, "completed_tricks(play))", "total)"),
    ("an end position is never played out", BOARD, "if not play.is_whole(total):", "if True:"),
    ("a plus at another place silently", "read/board.py", "if is_left and (trick, seat) != (place >> 2, play.leader.after(place & 3)):"),
    ("the earliest of some tags counts for #", "read/inheritance.py", "if name in self._names:"),
    ("## hands down nothing", INHERITANCE, "self.standing[name] = value[2:]"),
    ("a tag inside a comment is a tag", CUT, "and not CLOSED_BODY.fullmatch(body):", "and False:"),
    ("a tag inside a comment before the first is a tag", CUT, """if is_odd and not CLOSED_BODY.fullmatch(f"\\n{prefix}"):"""),
    ("tricks of a tag by the seats in turn", PROGRAMS, "(Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)", "tuple(Seat)"),
    ("abilities from clubs up", PROGRAMS, "for digit in match[2]]", "for digit in match[2][::-1]]"),
    # The linter: export format
    ("results of sides in export silently", TAG_RULES, "not _EXPORT_RESULT.fullmatch(value)", "False"),
    ("order of sections silently", "check/tags.py", 'checker.say("PBN656", cut.start(position), what=what, before=f"the section {highest}")'),
    ("order of annotations silently", SECTION_RULES, "if order != sorted(order):"),
    ("suffixes in export silently", SECTION_RULES, "            if mark.text in rules.suffixes:\n", "            if False:\n"),
    ("lines of calls and cards silently", SECTION_RULES, "if len(line) > left or is_short or is_indented:"),
    ("glyphs of cards at calls silently", SECTION_RULES, 'if mark.text[0] == "$" and nag_number(mark.text) in rules.foreign_nags:'),
    ("leader of a play in export silently", SECTION_RULES, "if value in SEAT_LETTERS and value != leader.symbol:"),
    ("first call of another in export silently", SECTION_RULES, "if begins_late or (", "if False and ("),
    ("notes outside of sections silently", SECTION_RULES, '            checker.say("PBN322", checker.cut.start(place))', "            pass"),
    ("a lone backslash silently", "check/tags.py", 'checker.say("PBN317", index, name=cut.names[position])'),
    # Forty written from the standard's text alone, before the files were looked at
    ("the second of two tags counts", "read/board.py", "            repeated[position] = first[name]\n", "            repeated[position] = first[name]\n            fields[name] = cut.values[position]\n"),
    ("a line of tabs ends no game", "text/scanners.py", 'rb"[\\r\\n](?:(?<=\\r)\\n)?+(?:[ \\t]*+[\\r\\n](?:(?<=\\r)\\n)?+)++"', 'rb"[\\r\\n](?:(?<=\\r)\\n)?+(?:[ ]*+[\\r\\n](?:(?<=\\r)\\n)?+)++"'),
    ("a hyphen is vulnerable", "standard/values.py", "word: Vulnerability.parse(word) for word", 'word: Vulnerability.parse(word.replace("-", "Both")) for word'),
    ("Love is both sides", "standard/values.py", "word: Vulnerability.parse(word) for word", 'word: Vulnerability.parse(word.replace("Love", "Both")) for word'),
    ("a comment before the first tag is lost", "read/sections.py", 'self.remarks.add(-1, "", cut.prefix)'),
    ("$255 is too high", "text/annotations.py", "return number if number <= 255 else None", "return number if number < 255 else None"),
    ("31 notes", "standard/values.py", "MOST_NOTES: Final = 32", "MOST_NOTES: Final = 31"),
    ("a lead out of turn is a revoke", "standard/values.py", "(Irregularity.REVOKE, Irregularity.LEAD_OUT_OF_TURN)", "(Irregularity.REVOKE, Irregularity.REVOKE)"),
    ("# without an earlier game stays", "read/inheritance.py", 'resolved.fields[name] = last.get(name, "")', 'resolved.fields[name] = last.get(name, "#")'),
    ("a width alone aligns to the left", "read/tables.py", 'align=Align(found.get("ALIGN", "")),', 'align=Align(found.get("ALIGN", "L" if width else "")),'),
    ("suffixes !? and ?! exchanged", "standard/glyphs.py", '"!!", "??", "!?", "?!")', '"!!", "??", "?!", "!?")'),
    ("one backslash of two stays two", "standard/lexis.py", 'ESCAPED: Final = r\'\\\\(["\\\\])\'', 'ESCAPED: Final = r\'\\\\(["])\''),
    ("a suit may be given as 1 to 8 odd tricks", "standard/lexis.py", 'LEVEL: Final = r"[1-7]"', 'LEVEL: Final = r"[0-7]"'),
    ("29 February in every year", "check/tags.py", "datetime.date(year or 2000,", "datetime.date(2000,"),
    ("board numbers with zeros before them", "read/board.py", 'value.isascii() and value[0] != "0" and len', "value.isascii() and len"),
    ("names of South are not looked at", "check/tags.py", '("West", "North", "East", "South"), 5', '("West", "North", "East"), 5'),
    ("FrenchMP may say anything", "standard/tags.py", '("FrenchMP", "french_mp",', '("FrenchMP", None,'),
    ("optimum score of the declarer", "standard/tags.py", '("OptimumScore", "optimum_score",', '("OptimumScore", "score",'),
    ("percentages above 100", "standard/tags.py", '"score_percentage"', '"score_decimal"'),
    ("histories of rubbers may say anything", "standard/tags.py", '("ScoreRubberHistory", "rubber_history",', '("ScoreRubberHistory", None,'),
    ("UTCTime may say anything", "standard/tags.py", '("UTCTime", "time",', '("UTCTime", None,'),
    ("a round may say anything", "standard/tags.py", '("Round", "round",', '("Round", None,'),
    ("TimeCard may say anything", "standard/tags.py", '("TimeCard", "seconds",', '("TimeCard", None,'),
    ("a play needs no contract", "check/tags.py", '_BEFORE_PLAY: Final = ("Deal", "Declarer", "Contract")', '_BEFORE_PLAY: Final = ("Deal", "Declarer")'),
    ("lower bounds of ranges belong to them", "check/tables.py", "int(low) + 1,", "int(low),"),
    ("ranges of east and west are not looked at", "check/tables.py", "for side in (side.symbol for side in Side):", 'for side in ("NS",):'),
    ("optimum results above 13", "standard/tables.py", '"Denomination": "denomination", "Result": "result",', '"Denomination": "denomination", "Result": "score",'),
    ("the play before the auction in export", "check/tags.py", '("Auction", "Play").index(name)', '("Play", "Auction").index(name)'),
    ("a character 127", "check/layout.py", '[\\x00-\\x08\\x0c\\x0e-\\x1f\\x7f]")', '[\\x00-\\x08\\x0c\\x0e-\\x1f]")'),
    ("a passed-out board has the declarer ?", "write/export/values.py", '    elif contract.level == 0:\n        seat = ""', '    elif contract.level == 0:\n        seat = "?"'),
    ("lines of comments joined", "write/strings.py", '    lines = text.split("\\n")\n    if "}" in text:', '    lines = [text.replace("\\n", " ")]\n    if "}" in text:'),
    ("notes that nothing refers to dropped", "write/export/notes.py", "for text in texts if isinstance(texts, tuple) else ():", "for text in ():"),
    ("hyphens of a trick left out", "write/export/play.py", '        lines.word(word or "-")\n        return', '        if played is not None:\n            lines.word(word or "-")\n        return'),
    ("tables in the file's order in export", "write/export/tables.py", "if by_name and len(grids) > 1:"),
    ("backslashes not doubled", "text/quoting.py", 'value.replace("\\\\", "\\\\\\\\").replace(', "value.replace("),
    ("lines of 255 without their ends", "write/strings.py", "WIDTH: Final = 253", "WIDTH: Final = 255"),
    ("fixer leaves lower-case contracts", "check/tags.py", "yield Fix(contract.text,", "yield Fix(value if code == 'PBN813' else contract.text,"),
    ("fixer leaves line ends", "check/layout.py", 'return LINE_END.sub("\\r\\n", text)', "return text"),
    ("fixer writes missing tags empty", "check/export.py", 'lines.append(f"[{name} {quote(values[place])}]")', 'lines.append(f\'[{name} ""]\')'),
    # What two reviews from outside found that the files did not see
    ("an alert without text is lost", "write/export/auction.py", "    if note or entry.alert:", "    if note:"),
    ("a play without + is never partial", "standard/results.py", "    return play.ending is Ending.UNKNOWN and play.length > 0 and not play.is_whole(total)", "    return False"),
    ("comments behind unused notes at one note", "read/notes.py", "following += 1", "following += 0"),
    ("no redouble in an ActionTable", "standard/lexis.py", "|(?P<CELL_ALL_PASS>AP)|(?P<CELL_RISK>XX?+)", "|(?P<CELL_ALL_PASS>AP)|(?P<CELL_RISK>X)"),
    ("bytes that Windows-1252 lacks", "text/encoding.py", "if _C1.search(data) and not _UNDEFINED.search(data):", "if _C1.search(data):"),
    ("no leap day in a year that is not known", "check/tags.py", "year or 2000", "year or 2001"),
    ("the play of an end position wants a declarer", "check/tags.py", "    return deal is not None and max(len(hand) for hand in deal) < _HAND_SIZE", "    return False"),
    ("days of EventDate are not looked at", "check/tags.py", '("EventDate", "4.4.1"), ', ""),
    ("days of UTCDate are not looked at", "check/tags.py", ', ("UTCDate", "4.5.2")):', "):"),
    ("a time table may stand before its section", "check/tables.py", "if name not in checker.values or checker.position(name) > checker.position(grid.name):", "if name not in checker.values:"),
    ("nothing above the last range", "check/tables.py", "return None if covered[-1][1] == _WHOLE else", "return None if True else"),
    ("optimum cards of the first trick alone", "check/tables.py", "for number, row in enumerate(grid.rows):\n        trick", "for number, row in enumerate(grid.rows[:4]):\n        trick"),
    ("vertical tabs in export silently", "check/layout.py", "[^\\r\\n\\t\\v]*+([\\t\\v])[^\\r\\n]*+", "[^\\r\\n\\t\\v]*+([\\t])[^\\r\\n]*+"),
    ("a corrected card at a call silently", "standard/glyphs.py", "frozenset({7, 8, 9, 10, 11, 12, 14})", "frozenset({7, 8, 9, 10, 11, 12})"),
    ("a corrected card is no card's glyph", "standard/glyphs.py", "CALL_ONLY: Final = frozenset({1, 2, 3, 4, 5, 6, 13})", "CALL_ONLY: Final = frozenset({1, 2, 3, 4, 5, 6, 13, 14})"),
    ("a passed-out board has the result ?", "write/export/values.py", '"" if passed_out else absent', "absent"),
    ("a plus sign in the fifth column", "write/export/auction.py", "        if len(auction.entries) % 4 == 0:\n            lines.end_line()\n        lines.word", "        lines.word"),
    ("% EXPORT is an escape line", "read/file.py", 'if "EXPORT" in preamble:'),
    ("% EXPORT counts on the second line alone", "read/file.py", "others = [said for said in escapes if", "others = [said for at, said in enumerate(escapes) if at or"),
    ("fixer leaves ^s", "check/tags.py", '_SEAT: Final = re.compile(f"(?:{lexis.CARET})?[', '_SEAT: Final = re.compile(f"['),
    ("fixer leaves nt of an end position", "check/tags.py", "        contract, code = known\n        yield", "        contract, code = known\n        if contract.level is None:\n            return\n        yield"),
    ("fixer leaves notes behind glyphs", "check/codes.py", '"PBN664": "PBN771",', ""),
    ("fixer writes notes behind glyphs", "check/sections.py", '[*notes, *(f"${glyph}" for glyph in sorted(g for g in glyphs if g is not None))]', '[*(f"${glyph}" for glyph in sorted(g for g in glyphs if g is not None)), *notes]'),
    ("fixer leaves a file without a version", "check/fixer.py", "if not self._has_version and (text or self._splitter.head()):"),
    ("a closing delimiter alone silently", "read/file.py", "if CLOSE in game.text and not splitter.embedded:"),
    ("an empty part is not closed", "read/file.py", "    for _, end in delimiters(game.text[start:]):", "    for _, end in ():"),
    ("times of hyphens in export", "write/export/times.py", "return attrs.evolve(grid, rows=grid.rows[count:])", "return grid"),
    ("times of cards in the file's columns", "write/export/times.py", '        return grid\n    losses.changed(Field.GRIDS, f"the rows', '        pass\n    return grid\n    losses.changed(Field.GRIDS, f"the rows'),
    ("words lose their quotes", "write/strings.py", "    if type(text) is StringToken:", "    if False:"),
    ("fixer leaves export format inside a document", "check/fixer.py", "is_export and (self._is_ours or is_embedded)", "is_export and self._is_ours"),
    ("fixer ends the lines of a document", "check/fixer.py", "start, stop = part_of(game)", "start, stop = 0, len(game.text)"),
))  # fmt: skip

WORKER = r"""
import itertools, json, sys
from pathlib import Path
from overtrick_pbn_conformance import judging, run, suite
from overtrick_pbn_conformance.adapters import with_overtrick

class Here:
    name, tasks = "overtrick", ("read", "export", "fix")
    def ask(self, task, path):
        try:
            return getattr(with_overtrick, task)(str(path))
        except Exception as error:
            return {"error": f"{type(error).__name__}: {error}"}
    def close(self):
        pass

def offered(path):
    # A file with the fixes made that its findings offer.
    lines = path.read_bytes().decode("iso8859-1").splitlines(keepends=True)
    starts = [0, *itertools.accumulate(map(len, lines))]
    text = "".join(lines)
    edits = set()
    for problem in with_overtrick.read(str(path))["problems"]:
        for edit in (problem.get("fix") or {"edits": ()})["edits"]:
            start = starts[edit["line"] - 1] + edit["column"] - 1
            end = starts[edit["end_line"] - 1] + edit["end_column"] - 1
            edits.add((start, end, edit["text"]))
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return {"text": text}

known = json.loads(Path(sys.argv[1]).read_text()) if len(sys.argv) > 1 else None
entries = suite.load_index()
if known is not None:
    # What is long is asked last.
    entries.sort(key=lambda entry: entry["part"] == "large")
found = {}
for one in run.run(Here(), entries):
    name = f"{one.task} {one.entry['file']}"
    result = [one.verdict]
    if one.task == "read" and "problems" in one.answer:
        result.append(judging.notes_match(one.entry, one.answer["problems"]))
        result.append(judging.is_understood(one.entry, one.answer))
        # One fault is one finding.
        loud = sum(map(judging.is_loud, one.answer["problems"]))
        result.append(loud == len(suite.expected_problems(one.entry)))
    if one.task == "fix":
        result.append(judging.judge_fix(one.entry, offered(suite.SUITE / one.entry["file"])))
    if known is None:
        found[name] = result
    elif known[name] != result:
        print(f"{name}: {known[name][0]} -> {one.verdict}")
        sys.exit(0)
print(json.dumps(found))
sys.exit(0 if known is None else 3)
"""


def run_worker(source: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the suite against the package in a folder."""
    paths = os.pathsep.join([str(source), str(SUITE)])
    return subprocess.run(
        [sys.executable, "-c", WORKER, *arguments],
        capture_output=True, text=True, check=False, timeout=TIMEOUT,
        env=os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip


def try_mutant(mutant: Mutant, known: Path) -> str:
    """Return at which file a mutant is found, nothing if it lives."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "overtrick_pbn"
        shutil.copytree(
            SOURCE / "overtrick_pbn", copy, ignore=shutil.ignore_patterns("__pycache__")
        )
        module = copy / mutant.module
        text = module.read_text("utf-8")
        if text.count(mutant.old) != 1:
            msg = (
                f"{mutant.name}: its text stands {text.count(mutant.old)} times in {mutant.module}"
            )
            raise SystemExit(msg)
        module.write_text(text.replace(mutant.old, mutant.text), "utf-8")
        try:
            done = run_worker(Path(folder), str(known))
        except subprocess.TimeoutExpired:
            return "it hangs"
    if done.returncode == 0:
        return done.stdout.strip()
    if done.returncode == 3:
        return ""
    return f"it breaks: {done.stderr.strip().splitlines()[-1]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("words", nargs="*", help="only mutants whose name has one of the words")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="say where each one is found")
    options = parser.parse_args()
    chosen = [
        mutant
        for mutant in MUTANTS
        if not options.words or any(word in mutant.name for word in options.words)
    ]
    started = time.perf_counter()
    living = 0
    with tempfile.TemporaryDirectory() as folder:
        known = Path(folder) / "known.json"
        done = run_worker(SOURCE)
        if done.returncode:
            raise SystemExit(done.stderr)
        known.write_text(done.stdout)
        with ThreadPoolExecutor(options.jobs) as pool:
            results = pool.map(lambda mutant: try_mutant(mutant, known), chosen)
            for mutant, result in zip(chosen, results, strict=True):
                living += not result
                if not result or options.verbose:
                    print(f"{mutant.module}: {mutant.name}: {result or 'LIVES'}", flush=True)
    found = len(chosen) - living
    print(f"{found} of {len(chosen)} mutants found, {time.perf_counter() - started:.0f} s")
    return 1 if living else 0


if __name__ == "__main__":
    sys.exit(main())
