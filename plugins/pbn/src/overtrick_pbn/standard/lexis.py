"""The tokens of PBN as patterns for `re`: generated from the grammars, do not edit.

`python plugins/pbn/make_lexis.py` writes this from the terminals of `pbn.lark` (the standard) and
`observed.lark` (what real programs write beyond it).
"""
# ruff: noqa: E501, S105  # patterns are as long as they are, and tokens no passwords
# fmt: off

from __future__ import annotations

from typing import Final

# pbn.lark
ESCAPED: Final = r'\\(["\\])'
WORD: Final = r"[A-Za-z0-9-]++"
LEVEL: Final = r"[1-7]"
DENOMINATION: Final = r"(?:NT|[SHDC])"
SUIT: Final = r"[SHDC]"
SUFFIX: Final = r"[!?]{1,2}+"
NOTE_TOKEN: Final = r"=[0-9]++="
NOTE_REF: Final = r"=0*+(?:3[0-2]|[12][0-9]|[1-9])="
NAG_TOKEN: Final = r"\$[0-9]++"
ASTERISK: Final = r"\*"
IRREGULARITY: Final = r"\^[ISRL]"
SECTION_TOKEN: Final = r"(?:[!#$&-:=-Z\\^-z|~]++|<(?!\/PBN>))++"
ESCAPE: Final = r"(?<![^\r\n])%[^\r\n]*+"
VERSION_LINE: Final = r"[ \t]*+PBN[ \t]++([0-9]++\.[0-9]++)[ \t]*+\Z"
EXPORT_LINE: Final = r"[ \t]*+EXPORT[ \t]*+\Z"
LINE_END: Final = r"\r\n?|\n"
CARET: Final = r"\^"
TRICKS: Final = r"1[0-3]|[0-9]"
DATE: Final = r"[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}"
YES_NO: Final = r"(?:Yes|No)"
HIDDEN: Final = r"(?!.*(?P<seat>.).*(?P=seat))[WNES]{1,4}+"
ROOM: Final = r"(?:Closed|Open)"
INT: Final = r"[+-]?[0-9]++(?![0-9.])"
DECIMAL: Final = r"[+-]?[0-9]++(?:\.[0-9]*+)?+"
PERCENTAGE: Final = r"(?:100(?:\.0*+)?+|[0-9]{1,2}+(?:\.[0-9]*+)?+)(?![0-9])"
RUBBER: Final = r"[0-9]++\s*+\/\s*+[0-9]++"
CARDINAL: Final = r"[0-9]++"
ROUND: Final = r"[A-Za-z0-9_]++(?:\.[A-Za-z0-9_]++)*+"
TIME: Final = r"(?:[01?][0-9?]|2[0-3?]):[0-5?][0-9?]:[0-5?][0-9?]"
CELL_SEAT: Final = r"[WNES]"
CELL_BID: Final = r"[1-7](?:NT|[SHDC])"
CELL_PASS: Final = r"Pass"
CELL_ALL_PASS: Final = r"AP"
CELL_RISK: Final = r"XX?+"
CELL_CONTRACT: Final = r"[1-7](?:NT|[SHDC])(?:XX?+)?"
SUIT_RANK: Final = r"[SHDC][AKQJT2-9]"
RANKS: Final = r"[AKQJT2-9]++"
CELL_TIME: Final = r"[0-9]++(?::[0-5]?[0-9](?![0-9])){0,2}+"
CELL_INT: Final = r"-?[0-9]{1,9}+(?![0-9.])"
CELL_DECIMAL: Final = r"-?[0-9]{1,9}+(?:\.[0-9]{1,9}+)?+"
CELL_COUNT: Final = r"[0-9]{1,9}+"

# observed.lark
UNDERLINE: Final = r"_++"
ANY_ELEMENT: Final = r'[^\s\[\]{};"%]++(?:%[^\s\[\]{};"%]*+)*+'
ANY_STRING: Final = r'"[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+"'
COMMENT_BEGIN: Final = r"\{[^}]*+"
ANY_LINE_COMMENT: Final = r";[^\r\n]*+"
ANY_NAME: Final = r"[A-Za-z0-9_]++"
ANY_SPACE: Final = r"\s++"
FOREIGN: Final = r"<\/PBN>(?:[^<]++|<(?!PBN>))*+(?:<PBN>)?+"
OPEN_STRING: Final = r'"[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+"?+'
OPEN_COMMENT: Final = r"\{[^}]*+\}?+"
ANY_TAG: Final = r'\[\s*+(?:(?<=[\r\n])%[^\r\n]*+\s*+)*+[A-Za-z0-9_]++\s*+(?:(?<=[\r\n])%[^\r\n]*+\s*+)*+"[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+"\s*+(?:(?<=[\r\n])%[^\r\n]*+\s*+)*+\]'
SPREAD_TAG: Final = r'\[\s*+(?:(?<=[\r\n])%[^\r\n]*+\s*+)*+[A-Za-z0-9_]++\s*+(?:(?<=[\r\n])%[^\r\n]*+\s*+)*+"'
PLAIN_TAG: Final = r'\[[A-Z][A-Za-z0-9_]*+\ "[^"\\\x00-\x1f]*+(?:\\[^"\\\x00-\x1f][^"\\\x00-\x1f]*+)*+"\]'
PLAIN_NAME: Final = r"[A-Z][A-Za-z0-9_]*+"
PLAIN_STRING: Final = r'"[^"\\\x00-\x1f]*+(?:\\[^"\\\x00-\x1f][^"\\\x00-\x1f]*+)*+"'
BARE_STRING: Final = r'"[^"\\\x00-\x1f]*+"'
TAG_BEGIN: Final = r"\[[ \t]*+[A-Za-z0-9_]++"
TAG_LINE: Final = r'(?<![^\r\n])[ \t]*+\[[ \t]*+[A-Za-z0-9_]++[ \t]*+"'
BROKEN_TAG: Final = r'(?:\[[^\[\]\r\n"]*+(?=\[))++|(?:\[[^\[\]\r\n]*+(?=\[)){8,}+|\[[^\[\]\r\n]*+\]?+'
INNER_ESCAPE: Final = r"(?<=[\r\n])%[^\r\n]*+"
ANY_NOTE: Final = r"\s*+([0-9]++)\s*+:"
