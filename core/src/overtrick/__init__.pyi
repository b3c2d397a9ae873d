# Written by tests/make_stub.py from the table in the module of this name; do not edit.
from typing import Final

from overtrick.api import (
    convert as convert,
    detect as detect,
    dump as dump,
    dumps as dumps,
    formats as formats,
    lint as lint,
    load as load,
    loads as loads,
    open_boards as open_boards,
    plugins as plugins,
    read as read,
    scan as scan,
    show as show,
    write as write,
)
from overtrick.files.converting import (
    Conversion as Conversion,
)
from overtrick.files.detection import (
    Detection as Detection,
    SniffAnswer as SniffAnswer,
)
from overtrick.files.reading import (
    BoardReader as BoardReader,
)
from overtrick.files.scanning import (
    Batch as Batch,
    Scan as Scan,
)
from overtrick.findings.diagnostics import (
    Diagnostic as Diagnostic,
    Fix as Fix,
    Location as Location,
    Severity as Severity,
    TextEdit as TextEdit,
)
from overtrick.findings.errors import (
    AmbiguousFormatError as AmbiguousFormatError,
    CallError as CallError,
    CardError as CardError,
    DealError as DealError,
    DetectionError as DetectionError,
    DeviceError as DeviceError,
    EditError as EditError,
    FormatConflictError as FormatConflictError,
    FormatError as FormatError,
    InconsistentDataError as InconsistentDataError,
    LimitError as LimitError,
    LossError as LossError,
    ModelError as ModelError,
    NoBoardsError as NoBoardsError,
    OptionError as OptionError,
    OvertrickError as OvertrickError,
    ParseError as ParseError,
    PluginError as PluginError,
    PluginLoadError as PluginLoadError,
    PluginLoadWarning as PluginLoadWarning,
    PluginVersionError as PluginVersionError,
    ReplacedWarning as ReplacedWarning,
    SealedError as SealedError,
    TargetError as TargetError,
    TargetExistsError as TargetExistsError,
    TextEncodingError as TextEncodingError,
    UnknownFormatError as UnknownFormatError,
    WriteError as WriteError,
)
from overtrick.findings.losses import (
    Field as Field,
    Loss as Loss,
    LossKind as LossKind,
    LossReport as LossReport,
)
from overtrick.framework.contexts.limits import (
    Limits as Limits,
)
from overtrick.framework.manager import (
    PluginManager as PluginManager,
)
from overtrick.framework.records import (
    PluginRecord as PluginRecord,
    PluginState as PluginState,
)
from overtrick.laws import (
    auction_problems as auction_problems,
    board_problems as board_problems,
    play_problems as play_problems,
)
from overtrick.laws.par import (
    Par as Par,
    ParContract as ParContract,
    par as par,
    pars as pars,
)
from overtrick.model.board import (
    NO_EXTRAS as NO_EXTRAS,
    NO_INFO as NO_INFO,
    Board as Board,
    ExtraValue as ExtraValue,
    Extras as Extras,
    Info as Info,
    Source as Source,
)
from overtrick.model.board_set import (
    BoardSet as BoardSet,
    RecordValue as RecordValue,
)
from overtrick.model.calls import (
    CALLS as CALLS,
    DOUBLE as DOUBLE,
    PASS as PASS,
    REDOUBLE as REDOUBLE,
    Auction as Auction,
    Call as Call,
    CallEntry as CallEntry,
    Ending as Ending,
    Irregularity as Irregularity,
)
from overtrick.model.cards import (
    CARDS as CARDS,
    Card as Card,
    Rank as Rank,
    Strain as Strain,
    Suit as Suit,
)
from overtrick.model.columns import (
    COLUMNS as COLUMNS,
    BoardColumn as BoardColumn,
    Cell as Cell,
    ColumnType as ColumnType,
    board_column as board_column,
)
from overtrick.model.contract import (
    PASSED_OUT as PASSED_OUT,
    Contract as Contract,
    Doubling as Doubling,
    Result as Result,
    Score as Score,
)
from overtrick.model.grids import (
    Align as Align,
    Column as Column,
    DoubleDummyGrid as DoubleDummyGrid,
    Grid as Grid,
    Order as Order,
)
from overtrick.model.hands import (
    Deal as Deal,
    Hand as Hand,
)
from overtrick.model.missing import (
    EMPTY as EMPTY,
    PLACES as PLACES,
    UNKNOWN as UNKNOWN,
    Missing as Missing,
)
from overtrick.model.play import (
    Play as Play,
    PlayedCard as PlayedCard,
    Trick as Trick,
)
from overtrick.model.scoring import (
    imps as imps,
    matchpoints as matchpoints,
    score_contract as score_contract,
    score_for_side as score_for_side,
)
from overtrick.model.table import (
    Seat as Seat,
    Side as Side,
    Vulnerability as Vulnerability,
)
from overtrick.tools.board_json import (
    board_from_dict as board_from_dict,
    board_to_dict as board_to_dict,
)
from overtrick.tools.diagram.content import (
    Look as Look,
)
from overtrick.tools.diagram.text import (
    text_diagram as text_diagram,
)
from overtrick.tools.editing import (
    Lose as Lose,
    NumberRanges as NumberRanges,
    drop as drop,
    merge as merge,
    move as move,
    renumber as renumber,
    rotate as rotate,
    select as select,
    swap as swap,
)
from overtrick.tools.terms import (
    ENGLISH as ENGLISH,
    Terms as Terms,
)

__version__: Final[str]
