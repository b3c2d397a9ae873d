"""The interface for plugins: every name that a plugin may use besides those of `overtrick`.

    from collections.abc import Iterator

    from overtrick.plugin import ApiVersion, FormatSpec, hookimpl

    @hookimpl
    def overtrick_formats(api: ApiVersion) -> Iterator[FormatSpec]:
        yield FormatSpec(name="cds", ...)

The names stand in groups by what an author wants to do; `docs/plugin-interface.md` is the same
table with a sentence for each. A name is imported when it is first used, because every
declaration of an installed plugin is imported with this module. Nothing else of this
distribution may be imported by another one: a contract of import-linter holds it.
"""

from __future__ import annotations

from typing import Final

from overtrick.framework.lazy import lazy_names

SURFACE: Final = {
    "Declare what a plugin brings": {
        "framework.spec.commands": "CommandSpec",
        "framework.spec.formats": "FormatSpec Requires option",
        "framework.spec.interface": "API_VERSION ApiVersion hookimpl",
        "framework.spec.kinds": "Kind",
        "framework.spec.other_files": "OtherFileSpec",
        "framework.spec.rules": "RuleSpec",
        "framework.spec.views": "ViewSpec",
        "framework.spec.capabilities": """
             DealCounterSpec ExtrasSpec FixerSpec LocatorSpec SplitterSpec SealSpec
            TablesSpec
        """,
        "framework.spec.reference": "check_reference",
        "framework.lazy": "lazy_names",
        "findings.losses": "ALL_FIELDS DEAL_FIELDS",
    },
    "Type the functions of a plugin": {
        "framework.protocols": "DealCounter FileCheck Reader RuleSample Writer",
    },
    "Detect a format": {
        "framework.spec.formats": "Confidence Probe",
    },
    "Read and write boards": {
        "framework.contexts.read": "Part ReadContext",
        "framework.contexts.write": "WriteContext",
        "framework.text": "decode_line raw_lines wide_encoding",
        "framework.options": "OptionValue Options make_options option_names",
        "tools.board_json": "extras_from_dict extras_to_dict",
        "model.calls": "passes_to_end",
        "model.grids": "OPTIMUM_RESULT_TABLE",
        "model.hands": """
            ALL_CARDS_MASK holding_text parse_holding
        """,
        "model.missing": "MissingPlaces",
        "model.play": "NO_CARD winning_step",
    },
    "Read columns": {
        "model.columns": "columns_of",
        "model.fields": "field_of_place field_value",
    },
    "Report findings and losses": {
        "findings.advice": "Advice advice",
        "findings.codes": "core_finding",
        "findings.diagnostics": "Catalogue DiagnosticCode Diagnostics ErrorKind in_order",
        "findings.losses": "LossCollector",
        "findings.printable": "json_text printable printable_lines",
        "framework.catalogues": "all_codes catalogues",
        "framework.suggestions": "did_you_mean",
        "laws.par": "par_scores",
        "files.writing": "without_seed",
    },
    "Check, fix and show boards": {
        "framework.contexts.rules": "RuleContext",
        "framework.contexts.views": "ViewContext",
        "framework.seals": "Seals check_shown hides_hands",
        "files.fixing": "apply_fixes fix_file fixing_rules make_fixes",
    },
    "Work on files": {
        "disk.archives": "Member open_zip",
        "disk.atomic": "FileState atomic_output replace_file",
        "disk.buffer": "Gathered",
        "disk.compression": """
            Compression ContentError archive_for compressing compression_of members_of suffix_of
            unpacked_name
        """,
        "disk.sources": """
            HEAD_LENGTH OpenSource ReadSource file_of keeping_archives list_archive
            open_source read_content source_lines
        """,
        "disk.targets": "open_target replace_content",
        "files.converting": "Edit convert_boards",
        "files.detection": "detect_source",
        "files.processes": "Processes Task",
        "files.reading": "ReadSettings",
        "files.searching": "FoundFile files_in find_files readable_suffixes",
        "files.splitting": "Crew parts_of",
        "files.writing": """
            WriteSettings format_for_target make_write_context write_boards
            write_stream
        """,
        "tools.locking": "FileLock LockedError",
    },
    "Call other plugins": {
        "framework.guard": "Guard one_line resolve",
        "framework.manager": "default_manager",
    },
    "Make commands, kits and views": {
        "tools.diagram.content": "BoardText COLOURS Table",
        "disk.paths": "ignores_case is_same_place place_of",
        "files.detection": "ask_formats",
        "files.fixing": "Fixed",
        "files.processes": "Died",
        "files.reading": "says_sealed",
        "files.showing": "named_view show_stream view_for_target",
        "files.writing": "pre_report",
        "findings.selection": "Selection",
        "framework.catalogues": "NamedCatalogue blind",
        "framework.contexts.read": "ErrorMode",
        "framework.known_distributions": "KNOWN_DISTRIBUTIONS",
        "framework.numbering": "with_implied",
        "framework.options": "describe_options",
        "model.calls": "AuctionState",
    },
}
"""The names of this module: by what an author wants to do, by the module that defines them."""

_MODULE_OF: Final = {
    name: module
    for modules in SURFACE.values()
    for module, names in modules.items()
    for name in names.split()
}

__all__ = sorted(_MODULE_OF)  # noqa: PLE0605  # type checkers read the stub

_public: dict[str, str] = {}
for _name, _module in _MODULE_OF.items():
    _public[_module] = f"{_public.get(_module, '')} {_name}"

__getattr__, __dir__ = lazy_names(globals(), _public, of="overtrick")
