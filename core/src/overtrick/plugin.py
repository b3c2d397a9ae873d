"""The interface for plugins: every name that a plugin may use besides those of `overtrick`.

    from collections.abc import Iterator

    from overtrick.plugin import ApiVersion, FormatSpec, hookimpl

    @hookimpl
    def overtrick_formats(api: ApiVersion) -> Iterator[FormatSpec]:
        yield FormatSpec(name="cds", ...)

The names are grouped by what an author wants to do; `docs/generated/plugin-interface.md` is
the same table with a sentence for each. A name is imported when it is first used, because every
declaration of an installed plugin is imported with this module. Nothing else of this
distribution may be imported by another one: a contract of import-linter holds it.
"""

from __future__ import annotations

from typing import Final

from overtrick.framework.lazy import lazy_names

SURFACE: Final = {
    "Declare a format": {
        "framework.spec.formats": "FormatSpec Probe Confidence Requires option",
        "framework.spec.interface": "hookimpl ApiVersion",
        "framework.protocols": "Reader Writer",
        "framework.contexts.read": "ReadContext",
        "framework.contexts.write": "WriteContext",
        "findings.losses": "DEAL_FIELDS ALL_FIELDS",
        "findings.diagnostics": "Catalogue DiagnosticCode",
    },
    "Declare what few formats have": {
        "framework.protocols": "DealCounter",
        "framework.spec.capabilities": """
            DealCounterSpec ExtrasSpec FixerSpec LocatorSpec SealSpec SplitterSpec TablesSpec
        """,
        "framework.contexts.read": "Part",
    },
    "Declare other kinds of plugin": {
        "framework.spec.rules": "RuleSpec",
        "framework.contexts.rules": "RuleContext",
        "framework.protocols": "RuleSample FileCheck",
        "framework.spec.views": "ViewSpec",
        "framework.contexts.views": "ViewContext",
        "framework.spec.commands": "CommandSpec",
        "framework.spec.other_files": "OtherFileSpec",
        "framework.spec.kinds": "Kind",
        "framework.spec.reference": "check_reference",
        "framework.guard": "resolve",
        "framework.lazy": "lazy_names",
        "framework.spec.interface": "API_VERSION",
    },
    "Read text and options": {
        "disk.sources": "HEAD_LENGTH",
        "framework.text": "has_doubled_ends split_lines decode_line wide_encoding",
        "framework.options": "OptionValue Options make_options option_names describe_options",
        "framework.contexts.read": "ErrorMode",
    },
    "Build and examine boards": {
        "model.hands": "holding_text parse_holding ALL_CARDS_MASK",
        "model.play": "NO_CARD winning_step",
        "model.missing": "MissingPlaces",
        "model.grids": "OPTIMUM_RESULT_TABLE",
        "model.calls": "AuctionState passes_to_end",
        "laws.par": "par_scores",
        "framework.numbering": "with_implied",
        "files.writing": "without_seed",
        "tools.board_json": "extras_to_dict extras_from_dict",
    },
    "Report findings and losses": {
        "findings.diagnostics": "Diagnostics ErrorKind in_order",
        "findings.codes": "core_finding",
        "findings.filled": "FilledText fill",
        "findings.losses": "LossCollector",
        "model.fields": "field_of_place field_value",
        "model.columns": "columns_of",
        "framework.catalogues": "catalogues NamedCatalogue all_codes",
    },
    "Call other plugins and write messages": {
        "framework.manager": "default_manager",
        "framework.guard": "Guard one_line",
        "findings.printable": "printable printable_lines json_text",
        "framework.suggestions": "did_you_mean",
        "findings.advice": "advice Advice",
        "framework.known_distributions": "KNOWN_DISTRIBUTIONS",
    },
    "Show boards": {
        "tools.diagram.content": "BoardText Table COLOURS",
        "files.showing": "named_view view_for_target show_stream",
        "framework.seals": "Seals check_shown hides_hands",
        "framework.catalogues": "blind",
    },
    "Fix files": {
        "files.fixing": "fix_file Fixed fixing_rules make_fixes apply_fixes",
    },
    "Find and open files": {
        "files.searching": "find_files FoundFile files_in readable_suffixes",
        "disk.sources": "file_of open_source OpenSource ReadSource read_content source_lines",
        "files.reading": "ReadSettings",
        "files.detection": "detect_source ask_formats misnamed refuse_empty",
    },
    "Write files": {
        "disk.targets": "open_target replace_content",
        "disk.atomic": "atomic_output replace_file sync_folder FileState",
        "disk.buffer": "Gathered",
        "files.writing": """
            WriteSettings write_boards write_stream make_write_context pre_report
            format_for_target
        """,
        "files.converting": "convert_boards Edit",
    },
    "Read and write archives": {
        "disk.compression": """
            suffix_of unpacked_name archive_for Compression compression_of compressing members_of
            ContentError
        """,
        "disk.sources": "list_archive keeping_archives",
        "disk.archives": "open_zip Member",
    },
    "Use processes, locks and paths": {
        "files.processes": "Processes Task Died",
        "files.splitting": "Crew parts_of",
        "tools.locking": "FileLock LockedError",
        "disk.paths": "place_of",
    },
}
"""The names of this module: by what an author wants to do, by the module that defines them."""

_public: dict[str, str] = {}
for _modules in SURFACE.values():
    for _module, _names in _modules.items():
        _public[_module] = f"{_public.get(_module, '')} {_names}"

__all__ = sorted(" ".join(_public.values()).split())  # noqa: PLE0605  # type checkers read the stub

__getattr__, __dir__ = lazy_names(globals(), _public, of="overtrick")
