"""The JSON Schema of a line, for programs that read or write boards without overtrick.

It says of the shape all that such a schema can: keys, kinds, the words that are allowed. What needs
the game (that no card is dealt twice, that a call may be made) the reader and the laws say.

Source: overtrick's own (`overtrick.board_to_dict`); JSON Schema 2020-12.
"""

from __future__ import annotations

import json
from typing import Final

_ABSENT: Final = {"enum": [None, ""]}
"""What a board states to be unknown, or not to apply."""


def _stated(schema: dict[str, object]) -> dict[str, object]:
    return {"anyOf": [schema, _ABSENT]}


def _object(properties: dict[str, object], *required: str) -> dict[str, object]:
    found: dict[str, object] = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    return found | ({"required": list(required)} if required else {})


_TEXT: Final[dict[str, object]] = {"type": "string"}
_STATED_TEXT: Final[dict[str, object]] = {"type": ["string", "null"]}
_WHOLE: Final[dict[str, object]] = {"type": "integer"}
_SEAT: Final[dict[str, object]] = {"enum": ["N", "E", "S", "W"]}
_NUMBER: Final[dict[str, object]] = {
    "anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^-?\d+(\.\d+)?([eE][+-]?\d+)?$"}]
}
_HOLDING: Final = "[AKQJT98765432]*"
_HAND: Final = rf"({_HOLDING}(\.{_HOLDING}){{3}}|-)"
_CARD: Final[dict[str, object]] = {
    "anyOf": [{"type": "string", "pattern": "^[SHDC][AKQJT2-9]$"}, {"type": "null"}]
}
_CALL: Final[dict[str, object]] = {
    "anyOf": [
        {"type": "string", "pattern": "^([1-7]([CDHS]|NT)|Pass|X|XX)$"},
        {"type": "null"},
    ]
}
_ENDING: Final[dict[str, object]] = {"enum": ["complete", "open", "closed", "unknown"]}


def _about(key: str) -> dict[str, object]:
    """Return the schema of annotations on calls or cards, by their keys."""

    def table(value: dict[str, object]) -> dict[str, object]:
        return {
            "type": "object",
            "propertyNames": {"pattern": key},
            "additionalProperties": value,
        }

    return {
        "notes": table(_TEXT),
        "nags": table({"type": "array", "items": _WHOLE}),
        "comments": table(_TEXT),
        "irregularities": table(
            {"enum": ["insufficient_bid", "skipped", "revoke", "lead_out_of_turn"]}
        ),
    }


_EXTRA: Final[dict[str, object]] = {
    "anyOf": [
        {"type": ["string", "integer", "boolean", "null"]},
        {"type": "array", "items": {"$ref": "#/$defs/extra"}},
    ]
}
_EXTRAS: Final[dict[str, object]] = {
    "type": "object",
    "additionalProperties": {"$ref": "#/$defs/extra"},
}
_GRID: Final = _object(
    {
        "name": _TEXT,
        "columns": {"type": "array", "items": _TEXT},
        "layout": {
            "type": "array",
            "items": _object(
                {
                    "order": {"enum": ["+", "-"]},
                    "width": {"type": "integer", "minimum": 0},
                    "align": {"enum": ["L", "R"]},
                }
            ),
        },
        "rows": {"type": "array", "items": {"type": "array", "items": _TEXT}},
    }
)
_BOARD: Final = _object(
    {
        "board": _stated({"type": "integer"}),
        "name": _STATED_TEXT,
        "dealer": _stated(_SEAT),
        "vulnerable": _stated({"enum": ["None", "NS", "EW", "All"]}),
        "deal": _stated({"type": "string", "pattern": f"^[NESW]:{_HAND}( {_HAND}){{3}}$"}),
        "event": _STATED_TEXT,
        "site": _STATED_TEXT,
        "date": _STATED_TEXT,
        "room": _STATED_TEXT,
        "players": _object(dict.fromkeys("NESW", _STATED_TEXT)),
        "teams": _object({"home": _STATED_TEXT, "visit": _STATED_TEXT}),
        "scoring": _STATED_TEXT,
        "declarer": _stated({"type": "string", "pattern": r"^\^?[NESW]$"}),
        "contract": _stated(
            {"type": "string", "pattern": "^([1-7]([CDHS]|NT)X{0,2}|[CDHS]|NT|Pass)$"}
        ),
        "result": _stated(
            {
                "anyOf": [
                    _WHOLE,
                    _object(
                        {
                            "declarer": _WHOLE,
                            "NS": _WHOLE,
                            "EW": _WHOLE,
                            "irregular": {"type": "boolean"},
                        }
                    ),
                ]
            }
        ),
        "score": _stated(_object({"declarer": _NUMBER, "NS": _NUMBER, "EW": _NUMBER})),
        "auction": _stated(
            _object(
                {
                    "dealer": _SEAT,
                    "calls": {"type": "array", "items": _CALL},
                    "ending": _ENDING,
                    "alerts": {"type": "array", "items": _WHOLE},
                    **_about("^[0-9]+$"),
                },
                "dealer",
                "calls",
                "ending",
            )
        ),
        "play": _stated(
            _object(
                {
                    "leader": _SEAT,
                    "tricks": {
                        "type": "array",
                        "items": {"type": "array", "items": _CARD, "minItems": 4, "maxItems": 4},
                    },
                    "ending": _ENDING,
                    **_about(r"^[0-9]+\.[NESW]$"),
                },
                "leader",
                "tricks",
                "ending",
            )
        ),
        "grids": {"type": "object", "additionalProperties": _GRID},
        "extras": _EXTRAS,
    }
)

SCHEMA: Final[dict[str, object]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A line of overtrick's JSON lines: a board, or the header in front of all boards",
    "anyOf": [_BOARD, _object({"header": _EXTRAS}, "header")],
    "$defs": {"extra": _EXTRA},
}
"""What a line may be."""


def text() -> str:
    """Return the schema as a file; `overtrick formats json --schema` prints it."""
    return json.dumps(SCHEMA, indent=2) + "\n"
