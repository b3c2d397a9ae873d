"""The tokens of PBN as patterns for `re`: generated from the grammars, do not edit.

`python plugins/pbn/make_lexis.py` writes this from the terminals of `pbn.lark` (the standard) and
`observed.lark` (what real programs write beyond it).
"""
# ruff: noqa: E501, S105  # patterns are as long as they are, and tokens no passwords
# fmt: off

from __future__ import annotations

from typing import Final

# pbn.lark
NAME: Final = r"(?!Note(?![A-Za-z0-9_]))[A-Z][A-Za-z0-9_]*+"
TAG_NAME: Final = r"(?:Event|Site|Date|Board|West|North|East|South|Dealer|Vulnerable|Deal|Scoring|Declarer|Contract|Result|Competition|DealId|Description|FrenchMP|Generator|Hidden|Room|Termination|Score|ScoreIMP|ScoreMP|ScorePercentage|ScoreRubber|ScoreRubberHistory|OptimumScore|BidSystem(?:EW|NS)|Pair(?:EW|NS)|(?:West|North|East|South)(?:NA|Type)|EventDate|EventSponsor|HomeTeam|Round|Section|Stage|Table|VisitTeam|Time|UTCDate|UTCTime|TimeControl|TimeCall|TimeCard|Annotator|AnnotatorNA|Application|Mode)(?![A-Za-z0-9_])"
STRING: Final = r'"[^"\\\x00-\x1f\x7f-\x9f]*+(?:\\[^\x00-\x1f\x7f-\x9f][^"\\\x00-\x1f\x7f-\x9f]*+)*+"'
ESCAPED: Final = r'\\(["\\])'
WORD: Final = r"[A-Za-z0-9-]++"
LEVEL: Final = r"[1-7]"
DENOMINATION: Final = r"(?:NT|[SHDC])"
LOWER_DENOMINATION: Final = r"(?:nt|[shdc])"
SUIT: Final = r"[SHDC]"
RANK: Final = r"[AKQJT2-9]"
PASS: Final = r"(?:Pass|pass)(?![A-Za-z0-9-])"
ALL_PASS: Final = r"(?:AP|ap)(?![A-Za-z0-9-])"
DOUBLE: Final = r"[Xx](?![A-Za-z0-9-])"
REDOUBLE: Final = r"(?:XX|xx)(?![A-Za-z0-9-])"
BID: Final = r"[1-7](?:(?:NT|[SHDC])|(?:nt|[shdc]))(?![A-Za-z0-9-])"
CARD: Final = r"(?:[SHDC]|[shdc])(?:[AKQJT2-9]|[akqjt])(?![A-Za-z0-9-])"
HYPHEN: Final = r"\-(?![A-Za-z0-9-])"
SUFFIX: Final = r"[!?]{1,2}+"
NOTE_TOKEN: Final = r"=[0-9]++="
NOTE_REF: Final = r"=0*+(?:3[0-2]|[12][0-9]|[1-9])="
NAG_TOKEN: Final = r"\$[0-9]++"
NAG: Final = r"\$0*(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])(?![0-9])"
ASTERISK: Final = r"\*"
PLUS: Final = r"\+"
IRREGULARITY: Final = r"\^[ISRL]"
INSUFFICIENT: Final = r"\^I"
SKIPPED: Final = r"\^S"
REVOKE: Final = r"\^R"
LEAD: Final = r"\^L"
SECTION_TOKEN: Final = r"(?:[!#$&-:=-Z\\^-z|~]++|<(?!\/PBN>))++"
BRACE_COMMENT: Final = r"\{[^}\x00-\x08\x0c\x0e-\x1f\x7f-\x9f]*+\}"
LINE_COMMENT: Final = r";[^\r\n\x00-\x08\x0c\x0e-\x1f\x7f-\x9f]*+"
ESCAPE: Final = r"(?<![^\r\n])%[^\r\n]*+"
VERSION_LINE: Final = r"[ \t]*+PBN[ \t]++([0-9]++\.[0-9]++)[ \t]*+\Z"
EXPORT_LINE: Final = r"[ \t]*+EXPORT[ \t]*+\Z"
LINE_END: Final = r"\r\n?|\n"
WHITE_SPACE: Final = r"[ \t\v\r\n]++"
SEAT: Final = r"[NESWnesw]"
VULNERABILITY: Final = r"None|none|Love|love|-|NS|ns|EW|ew|All|all|Both|both"
HAND: Final = r"[AKQJTakqjt2-9]*+(?:\.[AKQJTakqjt2-9]*+){3}"
CARET: Final = r"\^"
CONTRACT: Final = r"[1-7](?:(?:NT|[SHDC])|(?:nt|[shdc]))(?:(?:XX|xx|X|x))?"
TRICKS: Final = r"1[0-3]|[0-9]"
SIDE: Final = r"(?:NS|EW)"
NOTE_NUMBER: Final = r"0*+(?:3[0-2]|[12][0-9]|[1-9])(?=:)"
TEXT: Final = r"[^\r\n]++"
DATE: Final = r"[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}"
BOARD: Final = r"0*+[1-9][0-9]*+"
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
ORDER: Final = r"[+-]"
COLUMN_NAME: Final = r"[^;\\]++"
WIDTH: Final = r"\\[0-9]++[LR]?+"

# observed.lark
OBSERVED_PASS: Final = r"(?i:PASS)(?![A-Za-z0-9-])"
OBSERVED_P: Final = r"(?i:P)(?![A-Za-z0-9-])"
OBSERVED_DOUBLE: Final = r"(?i:X|D(?:BL)?)(?![A-Za-z0-9-])"
OBSERVED_REDOUBLE: Final = r"(?i:XX|R(?:DBL)?)(?![A-Za-z0-9-])"
OBSERVED_BID: Final = r"[1-7](?i:NT?|[SHDC])(?![A-Za-z0-9-])"
OBSERVED_ALL_PASS: Final = r"(?i:AP)(?![A-Za-z0-9-])"
OBSERVED_ALL: Final = r"(?i:ALL)(?![A-Za-z0-9-])"
ALERT: Final = r"(?<=[A-Za-z0-9])\*(?=\s*+[A-Za-z0-9^$=!?-])"
UNDERLINE: Final = r"_++"
QUESTION: Final = r"\?{1,2}+(?![!?])"
UNTOLD: Final = r'(?i:AC)(?![A-Za-z0-9-])(?:(?:<\/PBN>(?:[^<]++|<(?!PBN>))*+(?:<PBN>)?+|\{[^}]*+\}|"[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+"?+|(?<![^\r\n])%[^\r\n]*+|;[^\r\n]*+|[^{;\[]))*'
REST: Final = r'(?!(?<![^\r\n])%)[^\s{;\[](?:(?:<\/PBN>(?:[^<]++|<(?!PBN>))*+(?:<PBN>)?+|\{[^}]*+\}|"[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+"?+|(?<![^\r\n])%[^\r\n]*+|;[^\r\n]*+|[^{;\[]))*'
OBSERVED_CARD: Final = r"(?i:[SHDC]10)(?![A-Za-z0-9-])"
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
