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
PASS: Final = r"(?:Pass|pass)(?![A-Za-z0-9-])"
ALL_PASS: Final = r"(?:AP|ap)(?![A-Za-z0-9-])"
DOUBLE: Final = r"[Xx](?![A-Za-z0-9-])"
REDOUBLE: Final = r"(?:XX|xx)(?![A-Za-z0-9-])"
BID: Final = r"[1-7](?:(?:NT|[SHDC])|(?:nt|[shdc]))(?![A-Za-z0-9-])"
CARD: Final = r"(?:[SHDC]|[shdc])(?:[AKQJT2-9]|[akqjt])(?![A-Za-z0-9-])"
SUFFIX: Final = r"[!?]{1,2}+"
NOTE_TOKEN: Final = r"=[0-9]++="
NOTE_REF: Final = r"=0*+(?:3[0-2]|[12][0-9]|[1-9])="
NAG_TOKEN: Final = r"\$[0-9]++"
ASTERISK: Final = r"\*"
PLUS: Final = r"\+"
IRREGULARITY: Final = r"\^[ISRL]"
INSUFFICIENT: Final = r"\^I"
SKIPPED: Final = r"\^S"
REVOKE: Final = r"\^R"
LEAD: Final = r"\^L"
SECTION_TOKEN: Final = r"(?:[!#$&-:=-Z\\^-z|~]++|<(?!\/PBN>))++"
ESCAPE: Final = r"(?<![^\r\n])%[^\r\n]*+"
VERSION_LINE: Final = r"[ \t]*+PBN[ \t]++([0-9]++\.[0-9]++)[ \t]*+\Z"
EXPORT_LINE: Final = r"[ \t]*+EXPORT[ \t]*+\Z"
LINE_END: Final = r"\r\n?|\n"
SEAT: Final = r"[NESWnesw]"
VULNERABILITY: Final = r"None|none|Love|love|-|NS|ns|EW|ew|All|all|Both|both"
CARET: Final = r"\^"
DATE: Final = r"[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}"
CELL_BID: Final = r"[1-7](?:NT|[SHDC])"
CELL_PASS: Final = r"Pass"
CELL_ALL_PASS: Final = r"AP"
CELL_RISK: Final = r"XX?+"
SUIT_RANK: Final = r"[SHDC][AKQJT2-9]"
CELL_DECIMAL: Final = r"-?[0-9]{1,9}+(?:\.[0-9]{1,9}+)?+"

# observed.lark
OBSERVED_PASS: Final = r"(?i:PASS)(?![A-Za-z0-9-])"
OBSERVED_P: Final = r"(?i:P)(?![A-Za-z0-9-])"
OBSERVED_DOUBLE: Final = r"(?i:D(?:BL)?)(?![A-Za-z0-9-])"
OBSERVED_REDOUBLE: Final = r"(?i:R(?:DBL)?)(?![A-Za-z0-9-])"
MIXED_REDOUBLE: Final = r"(?i:XX)(?![A-Za-z0-9-])"
MIXED_BID: Final = r"[1-7](?i:NT)(?![A-Za-z0-9-])"
SHORT_BID: Final = r"[1-7](?i:N)(?![A-Za-z0-9-])"
OBSERVED_ALL_PASS: Final = r"(?i:AP)(?![A-Za-z0-9-])"
OBSERVED_ALL: Final = r"(?i:ALL)(?![A-Za-z0-9-])"
UNDERLINE: Final = r"_++"
OBSERVED_CARD: Final = r"(?i:[SHDC])10(?![A-Za-z0-9-])"
ANY_ELEMENT: Final = r'[^\s\[\]{};"%]++(?:%[^\s\[\]{};"%]*+)*+'
OBSERVED_TEN: Final = r"10"
PROGRAM_SIDE: Final = r"(?:NS|EW)"
PROGRAM_SEAT: Final = r"[NESW]"
PROGRAM_STRAIN: Final = r"NT?|[SHDC]"
PROGRAM_RISK: Final = r"XX?"
PAR_MARGIN: Final = r"=|[+-][1-9][0-9]?"
MINIMAX_STRAIN: Final = r"[SHDCN]"
MINIMAX_DOUBLE: Final = r"D"
SPOKEN_STRAIN: Final = r"(?i:no\s?-?trumps?|nt|n|spades?|hearts?|diamonds?|clubs?|[shdc])"
SPOKEN_REDOUBLE: Final = r"(?i:redoubled?|redbl|rdbl|xx|\*\*|dd|r)"
SPOKEN_DOUBLE: Final = r"(?i:doubled?|dbled|dbl|x|\*|d)"
SPOKEN_PASS: Final = r"(?i:(?:all )?pass(?:ed)?(?:[ -]?out)?|ap|nobid)"
BOTH_SIDES: Final = r"(?i:NSEW|EWNS|NS[+\/]EW|N-S\/E-W)"
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

VALUES: Final = {
    "seat": r"(?P<SEAT>[NESWnesw])?",
    "vulnerable": r"(?P<VULNERABILITY>None|none|Love|love|-|NS|ns|EW|ew|All|all|Both|both)?",
    "deal": r"(?:(?P<SEAT>[NESWnesw])[\ \t]*+:(?:[\ \t]*+(?P<HAND>(?!\.{3}(?![AKQJTakqjt2-9]))[AKQJTakqjt2-9]*+(?:\.[AKQJTakqjt2-9]*+){3})|[\ \t]*+(?P<HYPHEN>\-(?![A-Za-z0-9-]))) (?! )(?:(?P<HAND_2>(?!\.{3}(?![AKQJTakqjt2-9]))[AKQJTakqjt2-9]*+(?:\.[AKQJTakqjt2-9]*+){3})|(?P<HYPHEN_2>\-(?![A-Za-z0-9-]))) (?! )(?:(?P<HAND_3>(?!\.{3}(?![AKQJTakqjt2-9]))[AKQJTakqjt2-9]*+(?:\.[AKQJTakqjt2-9]*+){3})|(?P<HYPHEN_3>\-(?![A-Za-z0-9-]))) (?! )(?:(?P<HAND_4>(?!\.{3}(?![AKQJTakqjt2-9]))[AKQJTakqjt2-9]*+(?:\.[AKQJTakqjt2-9]*+){3})|(?P<HYPHEN_4>\-(?![A-Za-z0-9-]))))?",
    "declarer": r"(?:(?P<SEAT>[NESWnesw])|(?P<SWAPPED>\^[NESWnesw]))?",
    "contract": r"(?:(?P<PASS>(?:Pass|pass)(?![A-Za-z0-9-]))|(?P<CONTRACT>[1-7](?:(?:NT|[SHDC])|(?:nt|[shdc]))(?:(?:XX|xx|X|x))?(?![A-Za-z0-9-]))|(?P<DENOMINATION>(?:NT|[SHDC]))|(?P<LOWER_DENOMINATION>(?:nt|[shdc])))?",
    "result": r"(?:(?P<CARET>\^)?(?:[\ \t]*+(?P<TRICKS>1[0-3]|[0-9])|(?:[\ \t]*+(?P<NORTH_SOUTH>NS(?=\s)) (?! )(?P<TRICKS_2>1[0-3]|[0-9])(?: (?! )(?P<EAST_WEST>EW(?=\s)) (?! )(?P<TRICKS_3>1[0-3]|[0-9]))?|[\ \t]*+(?P<EAST_WEST_2>EW(?=\s)) (?! )(?P<TRICKS_4>1[0-3]|[0-9])(?: (?! )(?P<NORTH_SOUTH_2>NS(?=\s)) (?! )(?P<TRICKS_5>1[0-3]|[0-9]))?)))?",
    "note_text": r"(?P<NOTE_NUMBER>0*+(?:3[0-2]|[12][0-9]|[1-9])(?=:))[\ \t]*+:[\ \t]*+(?P<TEXT>[^\r\n]++)?",
    "date": r"(?P<DATE>[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2})?",
    "board": r"(?P<BOARD>0*+[1-9][0-9]*+)?",
    "french_mp": r"(?P<YES_NO>(?:Yes|No))?",
    "hidden": r"(?P<HIDDEN>(?!.*(?P<seat>.).*(?P=seat))[WNES]{1,4}+)?",
    "room": r"(?P<ROOM>(?:Closed|Open))?",
    "score": r"(?:(?P<INT>[+-]?[0-9]++(?![0-9A-Za-z.]))|(?P<NORTH_SOUTH>NS(?=\s))[\ \t]*+(?P<INT_2>[+-]?[0-9]++(?![0-9A-Za-z.]))(?:[\ \t]*+(?P<EAST_WEST>EW(?=\s))[\ \t]*+(?P<INT_3>[+-]?[0-9]++(?![0-9A-Za-z.])))?|(?P<EAST_WEST_2>EW(?=\s))[\ \t]*+(?P<INT_4>[+-]?[0-9]++(?![0-9A-Za-z.]))(?:[\ \t]*+(?P<NORTH_SOUTH_2>NS(?=\s))[\ \t]*+(?P<INT_5>[+-]?[0-9]++(?![0-9A-Za-z.])))?)?",
    "score_decimal": r"(?:(?P<DECIMAL>[+-]?[0-9]++(?:\.[0-9]*+)?+(?![0-9A-Za-z]))|(?P<NORTH_SOUTH>NS(?=\s))[\ \t]*+(?P<DECIMAL_2>[+-]?[0-9]++(?:\.[0-9]*+)?+(?![0-9A-Za-z]))(?:[\ \t]*+(?P<EAST_WEST>EW(?=\s))[\ \t]*+(?P<DECIMAL_3>[+-]?[0-9]++(?:\.[0-9]*+)?+(?![0-9A-Za-z])))?|(?P<EAST_WEST_2>EW(?=\s))[\ \t]*+(?P<DECIMAL_4>[+-]?[0-9]++(?:\.[0-9]*+)?+(?![0-9A-Za-z]))(?:[\ \t]*+(?P<NORTH_SOUTH_2>NS(?=\s))[\ \t]*+(?P<DECIMAL_5>[+-]?[0-9]++(?:\.[0-9]*+)?+(?![0-9A-Za-z])))?)?",
    "score_percentage": r"(?:(?P<PERCENTAGE>(?:100(?:\.0*+)?+|[0-9]{1,2}+(?:\.[0-9]*+)?+)(?![0-9A-Za-z]))|(?P<NORTH_SOUTH>NS(?=\s))[\ \t]*+(?P<PERCENTAGE_2>(?:100(?:\.0*+)?+|[0-9]{1,2}+(?:\.[0-9]*+)?+)(?![0-9A-Za-z]))(?:[\ \t]*+(?P<EAST_WEST>EW(?=\s))[\ \t]*+(?P<PERCENTAGE_3>(?:100(?:\.0*+)?+|[0-9]{1,2}+(?:\.[0-9]*+)?+)(?![0-9A-Za-z])))?|(?P<EAST_WEST_2>EW(?=\s))[\ \t]*+(?P<PERCENTAGE_4>(?:100(?:\.0*+)?+|[0-9]{1,2}+(?:\.[0-9]*+)?+)(?![0-9A-Za-z]))(?:[\ \t]*+(?P<NORTH_SOUTH_2>NS(?=\s))[\ \t]*+(?P<PERCENTAGE_5>(?:100(?:\.0*+)?+|[0-9]{1,2}+(?:\.[0-9]*+)?+)(?![0-9A-Za-z])))?)?",
    "score_rubber": r"(?:(?P<RUBBER>[0-9]++\s*+\/\s*+[0-9]++(?![0-9A-Za-z]))|(?P<NORTH_SOUTH>NS(?=\s))[\ \t]*+(?P<RUBBER_2>[0-9]++\s*+\/\s*+[0-9]++(?![0-9A-Za-z]))(?:[\ \t]*+(?P<EAST_WEST>EW(?=\s))[\ \t]*+(?P<RUBBER_3>[0-9]++\s*+\/\s*+[0-9]++(?![0-9A-Za-z])))?|(?P<EAST_WEST_2>EW(?=\s))[\ \t]*+(?P<RUBBER_4>[0-9]++\s*+\/\s*+[0-9]++(?![0-9A-Za-z]))(?:[\ \t]*+(?P<NORTH_SOUTH_2>NS(?=\s))[\ \t]*+(?P<RUBBER_5>[0-9]++\s*+\/\s*+[0-9]++(?![0-9A-Za-z])))?)?",
    "rubber_history": r"(?:(?P<NORTH_SOUTH>NS(?=\s))(?:[\ \t]*+(?P<CARDINAL>[0-9]++)[\ \t]*+(?P<RUBBER>[0-9]++\s*+\/\s*+[0-9]++(?![0-9A-Za-z])))[\ \t]*+(?P<EAST_WEST>EW(?=\s))(?:[\ \t]*+(?P<CARDINAL_2>[0-9]++)[\ \t]*+(?P<RUBBER_2>[0-9]++\s*+\/\s*+[0-9]++(?![0-9A-Za-z])))|(?P<NORTH_SOUTH_2>NS(?=\s))(?:[\ \t]*+(?P<CARDINAL_3>[0-9]++)[\ \t]*+(?P<RUBBER_3>[0-9]++\s*+\/\s*+[0-9]++(?![0-9A-Za-z]))[\ \t]*+(?P<CARDINAL_4>[0-9]++))[\ \t]*+(?P<EAST_WEST_2>EW(?=\s))(?:[\ \t]*+(?P<CARDINAL_5>[0-9]++)[\ \t]*+(?P<RUBBER_4>[0-9]++\s*+\/\s*+[0-9]++(?![0-9A-Za-z]))[\ \t]*+(?P<CARDINAL_6>[0-9]++))|(?P<NORTH_SOUTH_3>NS(?=\s))(?:[\ \t]*+(?P<CARDINAL_7>[0-9]++)[\ \t]*+(?P<RUBBER_5>[0-9]++\s*+\/\s*+[0-9]++(?![0-9A-Za-z]))[\ \t]*+(?P<CARDINAL_8>[0-9]++)[\ \t]*+(?P<CARDINAL_9>[0-9]++))[\ \t]*+(?P<EAST_WEST_3>EW(?=\s))(?:[\ \t]*+(?P<CARDINAL_10>[0-9]++)[\ \t]*+(?P<RUBBER_6>[0-9]++\s*+\/\s*+[0-9]++(?![0-9A-Za-z]))[\ \t]*+(?P<CARDINAL_11>[0-9]++)[\ \t]*+(?P<CARDINAL_12>[0-9]++)))?",
    "optimum_score": r"(?:(?P<NORTH_SOUTH>NS(?=\s))[\ \t]*+(?P<INT>[+-]?[0-9]++(?![0-9A-Za-z.]))(?:[\ \t]*+(?P<EAST_WEST>EW(?=\s))[\ \t]*+(?P<INT_2>[+-]?[0-9]++(?![0-9A-Za-z.])))?|(?P<EAST_WEST_2>EW(?=\s))[\ \t]*+(?P<INT_3>[+-]?[0-9]++(?![0-9A-Za-z.]))(?:[\ \t]*+(?P<NORTH_SOUTH_2>NS(?=\s))[\ \t]*+(?P<INT_4>[+-]?[0-9]++(?![0-9A-Za-z.])))?)?",
    "round": r"(?P<ROUND>[A-Za-z0-9_]++(?:\.[A-Za-z0-9_]++)*+)?",
    "time": r"(?P<TIME>(?:[01?][0-9?]|2[0-3?]):[0-5?][0-9?]:[0-5?][0-9?])?",
    "time_control": r"(?P<TIME_CONTROL>[0-9]++\/[0-9]++)?",
    "seconds": r"(?P<CARDINAL>[0-9]++)?",
    "column": r"(?P<ORDER>[+-])?(?P<COLUMN_NAME>[^;\\]++)?(?:(?P<WIDTH>\\[0-9]++)(?P<ALIGN>[LR])?)?",
    "cell_call": r"(?P<CELL_BID>[1-7](?:NT|[SHDC]))|(?P<CELL_PASS>Pass)|(?P<CELL_ALL_PASS>AP)|(?P<CELL_RISK>XX?+)",
    "cell_card": r"(?P<SUIT_RANK>[SHDC][AKQJT2-9])",
    "cell_declarer": r"(?P<CARET>\^)?(?P<CELL_SEAT>[WNES])",
    "cell_seat": r"(?P<CELL_SEAT>[WNES])",
    "cell_contract": r"(?P<CELL_CONTRACT>[1-7](?:NT|[SHDC])(?:XX?+)?)|(?P<CELL_PASS>Pass)",
    "cell_denomination": r"(?P<DENOMINATION>(?:NT|[SHDC]))",
    "cell_result": r"(?P<TRICKS>1[0-3]|[0-9])",
    "cell_ranks": r"(?P<RANKS>[AKQJT2-9]++)",
    "cell_time": r"(?P<CELL_TIME>[0-9]++(?::[0-5]?[0-9](?![0-9])){0,2}+)",
    "cell_score": r"(?P<CELL_INT>-?[0-9]{1,9}+(?![0-9.]))",
    "cell_range": r"(?P<CELL_INT>-?[0-9]{1,9}+(?![0-9.]))(?:,(?:(?P<CELL_INT_2>-?[0-9]{1,9}+(?![0-9.]))|(?P<ASTERISK>\*)))?|(?P<ASTERISK_2>\*),(?P<CELL_INT_3>-?[0-9]{1,9}+(?![0-9.]))",
    "cell_number": r"(?P<CELL_DECIMAL>-?[0-9]{1,9}+(?:\.[0-9]{1,9}+)?+)",
    "cell_count": r"(?P<CELL_COUNT>[0-9]{1,9}+)",
}
"""Tag values and cells of tables by start symbol, a group for each terminal."""
