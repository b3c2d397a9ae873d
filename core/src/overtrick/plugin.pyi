# Written by tests/make_stub.py from the table in the module of this name; do not edit.
from typing import Final

from overtrick.disk.archives import (
    Member as Member,
    open_zip as open_zip,
)
from overtrick.disk.atomic import (
    FileState as FileState,
    atomic_output as atomic_output,
    replace_file as replace_file,
    sync_folder as sync_folder,
)
from overtrick.disk.buffer import (
    Gathered as Gathered,
)
from overtrick.disk.compression import (
    Compression as Compression,
    ContentError as ContentError,
    archive_for as archive_for,
    compressing as compressing,
    compression_of as compression_of,
    members_of as members_of,
    suffix_of as suffix_of,
    unpacked_name as unpacked_name,
)
from overtrick.disk.paths import (
    place_of as place_of,
)
from overtrick.disk.sources import (
    HEAD_LENGTH as HEAD_LENGTH,
    OpenSource as OpenSource,
    ReadSource as ReadSource,
    file_of as file_of,
    keeping_archives as keeping_archives,
    list_archive as list_archive,
    open_source as open_source,
    read_content as read_content,
    source_lines as source_lines,
)
from overtrick.disk.targets import (
    open_target as open_target,
    replace_content as replace_content,
)
from overtrick.files.converting import (
    Edit as Edit,
    convert_boards as convert_boards,
)
from overtrick.files.detection import (
    ask_formats as ask_formats,
    detect_source as detect_source,
    misnamed as misnamed,
    refuse_empty as refuse_empty,
)
from overtrick.files.fixing import (
    Fixed as Fixed,
    apply_fixes as apply_fixes,
    fix_file as fix_file,
    fixing_rules as fixing_rules,
    make_fixes as make_fixes,
)
from overtrick.files.processes import (
    Died as Died,
    Processes as Processes,
    Task as Task,
)
from overtrick.files.reading import (
    ReadSettings as ReadSettings,
)
from overtrick.files.searching import (
    FoundFile as FoundFile,
    files_in as files_in,
    find_files as find_files,
    readable_suffixes as readable_suffixes,
)
from overtrick.files.showing import (
    named_view as named_view,
    show_stream as show_stream,
    view_for_target as view_for_target,
)
from overtrick.files.splitting import (
    Crew as Crew,
    parts_of as parts_of,
)
from overtrick.files.writing import (
    WriteSettings as WriteSettings,
    format_for_target as format_for_target,
    make_write_context as make_write_context,
    pre_report as pre_report,
    without_seed as without_seed,
    write_boards as write_boards,
    write_stream as write_stream,
)
from overtrick.findings.advice import (
    Advice as Advice,
    advice as advice,
)
from overtrick.findings.codes import (
    core_finding as core_finding,
)
from overtrick.findings.diagnostics import (
    Catalogue as Catalogue,
    DiagnosticCode as DiagnosticCode,
    Diagnostics as Diagnostics,
    ErrorKind as ErrorKind,
    in_order as in_order,
)
from overtrick.findings.filled import (
    FilledText as FilledText,
    fill as fill,
)
from overtrick.findings.losses import (
    ALL_FIELDS as ALL_FIELDS,
    DEAL_FIELDS as DEAL_FIELDS,
    LossCollector as LossCollector,
)
from overtrick.findings.printable import (
    json_text as json_text,
    printable as printable,
    printable_lines as printable_lines,
)
from overtrick.framework.catalogues import (
    NamedCatalogue as NamedCatalogue,
    all_codes as all_codes,
    blind as blind,
    catalogues as catalogues,
)
from overtrick.framework.contexts.read import (
    ErrorMode as ErrorMode,
    Part as Part,
    ReadContext as ReadContext,
)
from overtrick.framework.contexts.rules import (
    RuleContext as RuleContext,
)
from overtrick.framework.contexts.views import (
    ViewContext as ViewContext,
)
from overtrick.framework.contexts.write import (
    WriteContext as WriteContext,
)
from overtrick.framework.guard import (
    Guard as Guard,
    one_line as one_line,
    resolve as resolve,
)
from overtrick.framework.known_distributions import (
    KNOWN_DISTRIBUTIONS as KNOWN_DISTRIBUTIONS,
)
from overtrick.framework.lazy import (
    lazy_names as lazy_names,
)
from overtrick.framework.manager import (
    default_manager as default_manager,
)
from overtrick.framework.numbering import (
    with_implied as with_implied,
)
from overtrick.framework.options import (
    OptionValue as OptionValue,
    Options as Options,
    describe_options as describe_options,
    make_options as make_options,
    option_names as option_names,
)
from overtrick.framework.protocols import (
    DealCounter as DealCounter,
    FileCheck as FileCheck,
    Reader as Reader,
    RuleSample as RuleSample,
    Writer as Writer,
)
from overtrick.framework.seals import (
    Seals as Seals,
    check_shown as check_shown,
    hides_hands as hides_hands,
)
from overtrick.framework.spec.capabilities import (
    DealCounterSpec as DealCounterSpec,
    ExtrasSpec as ExtrasSpec,
    FixerSpec as FixerSpec,
    LocatorSpec as LocatorSpec,
    SealSpec as SealSpec,
    SplitterSpec as SplitterSpec,
    TablesSpec as TablesSpec,
)
from overtrick.framework.spec.commands import (
    CommandSpec as CommandSpec,
)
from overtrick.framework.spec.formats import (
    Confidence as Confidence,
    FormatSpec as FormatSpec,
    Probe as Probe,
    Requires as Requires,
    option as option,
)
from overtrick.framework.spec.interface import (
    API_VERSION as API_VERSION,
    ApiVersion as ApiVersion,
    hookimpl as hookimpl,
)
from overtrick.framework.spec.kinds import (
    Kind as Kind,
)
from overtrick.framework.spec.other_files import (
    OtherFileSpec as OtherFileSpec,
)
from overtrick.framework.spec.reference import (
    check_reference as check_reference,
)
from overtrick.framework.spec.rules import (
    RuleSpec as RuleSpec,
)
from overtrick.framework.spec.views import (
    ViewSpec as ViewSpec,
)
from overtrick.framework.suggestions import (
    did_you_mean as did_you_mean,
)
from overtrick.framework.text import (
    decode_line as decode_line,
    has_doubled_ends as has_doubled_ends,
    split_lines as split_lines,
    wide_encoding as wide_encoding,
)
from overtrick.laws.par import (
    par_scores as par_scores,
)
from overtrick.model.calls import (
    AuctionState as AuctionState,
    passes_to_end as passes_to_end,
)
from overtrick.model.columns import (
    columns_of as columns_of,
)
from overtrick.model.fields import (
    field_of_place as field_of_place,
    field_value as field_value,
)
from overtrick.model.grids import (
    OPTIMUM_RESULT_TABLE as OPTIMUM_RESULT_TABLE,
)
from overtrick.model.hands import (
    ALL_CARDS_MASK as ALL_CARDS_MASK,
    holding_text as holding_text,
    parse_holding as parse_holding,
)
from overtrick.model.missing import (
    MissingPlaces as MissingPlaces,
)
from overtrick.model.play import (
    NO_CARD as NO_CARD,
    winning_step as winning_step,
)
from overtrick.tools.board_json import (
    extras_from_dict as extras_from_dict,
    extras_to_dict as extras_to_dict,
)
from overtrick.tools.diagram.content import (
    COLOURS as COLOURS,
    BoardText as BoardText,
    Table as Table,
)
from overtrick.tools.locking import (
    FileLock as FileLock,
    LockedError as LockedError,
)

SURFACE: Final[dict[str, dict[str, str]]]
