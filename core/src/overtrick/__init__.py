"""overtrick: contract-bridge deals in Python; every file format is a plugin.

    >>> import overtrick
    >>> overtrick.Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. -").missing[0]
    <Card SQ>

Everything public is a name of this package; each is imported when it is first used.
"""

from __future__ import annotations

# Not from `typing`, which takes longer than all else that is here: until it is imported, Ctrl-C is
# answered by Python, with a traceback.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

__version__: Final = "2.0.0"

# The public names, each with its module, which is imported on first use: a program that needs only
# a suit does not load the plugins, and `import overtrick` is almost free. `tests/make_stub.py`
# writes the type stub beside this file, for type checkers and editors, from it.
_PUBLIC: Final = {
    "api": """
        convert detect dump dumps formats lint load loads open_boards plugins read scan
        show write
    """,
    "findings.diagnostics": "Diagnostic Fix Location Severity TextEdit",
    "findings.errors": """
        AmbiguousFormatError CallError CardError DealError DetectionError DeviceError EditError
        FormatConflictError FormatError InconsistentDataError LimitError LossError ModelError
        NoBoardsError OptionError OvertrickError ParseError PluginError PluginLoadError
        PluginLoadWarning PluginVersionError ReplacedWarning SealedError TargetError
        TargetExistsError TextEncodingError UnknownFormatError WriteError
    """,
    "findings.losses": "Field Loss LossKind LossReport",
    "laws": "auction_problems board_problems play_problems",
    "laws.par": "Par ParContract par pars",
    "model.board": "Board ExtraValue Extras Info NO_EXTRAS NO_INFO Source",
    "model.board_set": "BoardSet RecordValue",
    "model.calls": "Auction CALLS Call CallEntry DOUBLE Ending Irregularity PASS REDOUBLE",
    "model.cards": "CARDS Card Rank Strain Suit",
    "model.contract": "Contract Doubling PASSED_OUT Result Score",
    "model.grids": "Align Column DoubleDummyGrid Grid Order",
    "model.hands": "Deal Hand",
    "model.missing": "EMPTY Missing PLACES UNKNOWN",
    "model.play": "Play PlayedCard Trick",
    "model.scoring": "imps matchpoints score_contract score_for_side",
    "model.table": "Seat Side Vulnerability",
    "model.columns": "COLUMNS BoardColumn Cell ColumnType board_column",
    "framework.contexts.limits": "Limits",
    "framework.manager": "PluginManager",
    "framework.records": "PluginRecord PluginState",
    "files.converting": "Conversion",
    "files.detection": "Detection SniffAnswer",
    "files.reading": "BoardReader",
    "files.scanning": "Batch Scan",
    "tools.board_json": "board_from_dict board_to_dict",
    "tools.editing": "Lose NumberRanges drop merge move renumber rotate select swap",
    "tools.diagram.content": "Look",
    "tools.diagram.text": "text_diagram",
    "tools.terms": "ENGLISH Terms",
}

_MODULE_OF: Final = {name: module for module, names in _PUBLIC.items() for name in names.split()}

__all__ = sorted([*_MODULE_OF, "__version__"])  # noqa: PLE0605  # type checkers read the stub


def __getattr__(name: str) -> object:
    module = _MODULE_OF.get(name)
    if module is None:
        msg = f"module 'overtrick' has no attribute {name!r}"
        raise AttributeError(msg)
    import importlib

    value = getattr(importlib.import_module(f"overtrick.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
