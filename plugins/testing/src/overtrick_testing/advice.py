"""What to change where a requirement fails, and which part of the plugin it is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs


@attrs.frozen
class Advice:
    """What a failed requirement asks of the plugin's author.

    Attributes:
        fix: what to change, in a sentence or two.
        roles: the fields of the specification whose functions are likely at fault, the likeliest
            first.
    """

    fix: str
    roles: tuple[str, ...] = ()


_READ: Final = ("reader",)
_WRITE: Final = ("writer",)
_BOTH: Final = ("writer", "reader")
_READ_FIRST: Final = ("reader", "writer")
_SNIFF: Final = ("sniffer",)

NOTHING_KEPT: Final = Advice(
    "Keep what is read, written or shown in the function's own variables, not in the module's or a "
    "class's: each file begins with nothing."
)

ADVICE: Final[Mapping[str, Advice]] = {
    # Declarations of all kinds
    "test_plugin_loads": Advice(
        "Fix what the plugin's import or its declaring hook raises, or the name in the suite; all "
        "other tests wait for it."
    ),
    "test_declaration_is_light": Advice(
        'Name what is heavy by reference ("module:attribute") and import it there, or inside the '
        "function that needs it."
    ),
    "test_spec_fields_are_valid": Advice("Change the field in the specification that you yield."),
    "test_references_resolve": Advice(
        "Correct the reference, or give the function the arguments that its protocol has."
    ),
    "test_catalogue_is_complete": Advice("Fill in what the code's DiagnosticCode leaves out."),
    "test_options_are_documented": Advice(
        "Give the option a default, one line of help, and choices that have the default in them."
    ),
    "test_binary_is_declared_rightly": Advice(
        "Say binary=True in the FormatSpec of files that are no text, and tell places by offset; "
        "leave it out for text, and tell lines."
    ),
    # Sniffer
    "test_sniffer_is_total_and_pure": Advice(
        "Answer Confidence.NO of what is too short or strange; the probe may be empty and its "
        "size None.",
        _SNIFF,
    ),
    "test_sniffer_leaves_other_formats_alone": Advice(
        "Look at more of the head before you are sure; answer MAYBE or NO otherwise.", _SNIFF
    ),
    "test_sniffer_leaves_strangers_alone": Advice(
        "Look at more of the head before you are sure; answer MAYBE or NO otherwise.", _SNIFF
    ),
    "test_sniffer_ignores_quotations": Advice(
        "Look for the word where it has to be, at the beginning of the file or of a line, and "
        "answer LIKELY at most of one word.",
        _SNIFF,
    ),
    "test_sniffer_agrees_with_suffixes": Advice(
        "Tell a sound file by what is in it, and answer MAYBE at most of a suffix alone.", _SNIFF
    ),
    # Reader
    "test_empty_input_is_no_board": Advice(
        "Return before the first board where there is nothing to read.", _READ
    ),
    "test_files_are_read_apart": Advice(
        "Keep what a file says in the reader's own variables, not in the module's or a class's.",
        _READ,
    ),
    "test_no_board_takes_from_another": Advice(
        "Begin each board with nothing, and fill in what the file says of it; write of each board "
        "what it has itself.",
        _READ_FIRST,
    ),
    "test_reader_is_lazy": Advice(
        "Go through ctx.lines(source) or ctx.records(source, size) and yield each board at once; "
        "or declare streams=False.",
        _READ,
    ),
    "test_reader_holds_one_board": Advice("Keep no list of the boards that were yielded.", _READ),
    "test_only_format_errors_escape": Advice(
        "Catch the exception where the bytes are taken apart and report it with ctx.issue(code, "
        "...) at its line or offset.",
        _READ,
    ),
    "test_cost_is_linear": Advice(
        "Look at each byte a fixed number of times: search forward from where the last search "
        "ended, join pieces once at the end, and keep a set or dict of what was seen.",
        _READ,
    ),
    "test_every_byte_may_stand_anywhere": Advice(
        "Report this byte with ctx.issue where it means nothing: a table of bytes needs an answer "
        "for all 256.",
        _READ,
    ),
    "test_truncation_is_survived": Advice(
        "Look how much is left before you take it apart; report what is cut off with ctx.issue.",
        _READ,
    ),
    "test_a_lost_end_is_noticed": Advice(
        "Report a last board that is cut off with ctx.issue; ctx.records does so by itself.", _READ
    ),
    "test_short_reads_change_nothing": Advice(
        "A pipe gives less than you ask for: take what you need with ctx.take(source, count).",
        _READ,
    ),
    "test_positions_are_inside_the_file": Advice(
        "Lines and columns begin at 1, offsets at 0; give ctx.issue the place in the file, not in "
        "the board, and each board its place as `origin`.",
        _READ,
    ),
    "test_error_places_move": Advice(
        "Count the lines or add up the offsets as you read on, and give that place to ctx.issue.",
        _READ,
    ),
    "test_empty_lines_move_places": Advice(
        "Count every line, empty ones and comments too: number them before you leave any out, or "
        "go through ctx.lines(source), which gives each line with its number.",
        _READ,
    ),
    "test_error_modes_agree": Advice(
        "Report with ctx.issue alone and let it raise; do not look at ctx.errors.", _READ
    ),
    "test_collect_finds_every_error": Advice(
        "Go on with the next board after ctx.issue: continue, not return or break.", _READ
    ),
    "test_an_error_leaves_the_neighbours": Advice(
        "Begin each board anew, and find the next one by the file, not by what the bad one said.",
        _READ,
    ),
    "test_reading_touches_nothing_else": Advice(
        "Read from the source that you are given and nothing else.", _READ
    ),
    "test_a_reader_can_be_stopped": Advice(
        "Let GeneratorExit pass, put nothing that reads into `finally`, and leave the file open.",
        _READ,
    ),
    "test_no_board_is_lost_without_an_error": Advice(
        "Report a board that cannot be read with a code of severity ERROR, and read on after an "
        "empty line.",
        _READ,
    ),
    "test_leading_zeros_change_no_number": Advice(
        "Read digits with int(text), not int(text, 0), or report a number that begins with 0.",
        _READ,
    ),
    "test_no_value_is_passed_over": Advice(
        "Report a value that you do not know with ctx.issue(code, ...) at its place, a known "
        "beginning of it too: what `.get(text)`, `re.match` or an `if` without an else leaves out "
        "is lost in silence.",
        _READ,
    ),
    "test_nothing_is_kept_of_a_board": Advice(
        "Write or yield each board and let it go; set `kept_bytes` in the suite where the format "
        "cannot be written otherwise.",
        _BOTH,
    ),
    "test_the_locale_changes_nothing": Advice(
        "Format and parse numbers with str, int and f-strings without `n`; leave `locale` alone.",
        _BOTH,
    ),
    "test_nothing_is_printed_or_changed": Advice(
        "Say it with ctx.issue; use a context of your own (decimal.localcontext) in place of the "
        "process's.",
        _BOTH,
    ),
    "test_wants_changes_nothing_wanted": Advice(
        "Leave out of a board what ctx.wants does not name, and nothing else.", _READ
    ),
    "test_locator_is_total": Advice(
        "Return None for a part that you do not know or a board without an origin.", ("locator",)
    ),
    "test_fixer_keeps_the_meaning": Advice(
        "Change only what is wrong; hand on all else to the byte.", ("fixer",)
    ),
    "test_reader_is_deterministic": Advice(
        "Take dates, folders and the order of sets out of the reader, and keep nothing of a file "
        "for the next one.",
        _READ,
    ),
    "test_reading_time_is_linear": Advice(
        "Look at each byte once: no search from the beginning, no copy of all that was read, no "
        "pattern that goes back.",
        _READ,
    ),
    "test_writing_time_is_linear": Advice(
        "Write each board as it comes: no search or copy of all that was written.", _WRITE
    ),
    "test_memory_stays_flat": Advice(
        "Keep nothing of a board once it is yielded or written, its text included.", _BOTH
    ),
    # Writer and reader together
    "test_carried_fields_come_back": Advice(
        "Write and read the field, or take it out of `carries`.", _BOTH
    ),
    "test_every_dealer_comes_back": Advice(
        "Write the board's own dealer and vulnerability, not those of its number; where the format "
        "has no place for them, take them out of `carries`.",
        _BOTH,
    ),
    "test_every_number_comes_back": Advice(
        "Write the whole number, refuse what has no room (requires=Requires(numbers=...)), or "
        "report the loss with ctx.lose(board, Field.NUMBER, reason).",
        _BOTH,
    ),
    "test_boards_keep_their_order": Advice(
        "Write boards in the order in which they come, all of them, and read them so.", _BOTH
    ),
    "test_every_contract_comes_back": Advice(
        "Hold the table of levels, strains, doublings and declarers in writer and reader against "
        "each other.",
        _BOTH,
    ),
    "test_auctions_and_plays_of_any_length_come_back": Advice(
        "Give auctions and plays no fixed length: 319 calls and 13 tricks are possible.", _BOTH
    ),
    "test_every_number_of_tricks_comes_back": Advice(
        "0 is a result, 10 to 13 have two digits; report with ctx.lose what has no room, such as "
        "tricks of a side (Result.ns, Result.ew) or a result that contract and tricks do not give "
        "(Result.irregular).",
        _BOTH,
    ),
    "test_every_double_dummy_table_comes_back": Advice(
        "0 is a number of tricks, 10 to 13 have two digits; report with ctx.lose what has no room.",
        _BOTH,
    ),
    "test_no_silent_loss": Advice(
        "Write the field, or say ctx.lose(board, Field.X, reason) in the writer where it is left "
        "out or changed.",
        _BOTH,
    ),
    "test_no_crying_wolf": Advice("Call ctx.lose only where something is lost.", _WRITE),
    "test_what_is_written_reads_clean": Advice(
        "The two do not agree on the file: fix the writer, or what the reader complains of.", _BOTH
    ),
    "test_a_seal_is_kept": Advice(
        "Write what `ctx.is_sealed` states; the reader sets it again.", _BOTH
    ),
    "test_read_write_read_is_stable": Advice(
        "Keep in the board's extras or in the header what the file says beyond the model, and "
        "write it back.",
        _BOTH,
    ),
    "test_writer_is_deterministic": Advice(
        "Take dates, random numbers, folders and the order of sets out of the writer: sort what "
        "is a set.",
        _WRITE,
    ),
    "test_line_ends_are_the_formats_own": Advice(
        'Write bytes with the line ends that the format has, b"\\n" or b"\\r\\n".', _WRITE
    ),
    "test_writer_consumes_its_boards_once": Advice(
        "Go through the boards in one loop; they have no length, no index and no second time.",
        _WRITE,
    ),
    "test_writer_refuses_with_typed_errors": Advice(
        "Look at the board before you write it: ctx.issue with an error's code refuses it, "
        "ctx.lose leaves a field out.",
        _WRITE,
    ),
    "test_a_writer_can_be_stopped": Advice(
        "Catch only what the writer's own code raises; leave the file open.", _WRITE
    ),
    "test_no_boards_can_be_written": Advice(
        "Write what stands before the first board without a board, or refuse with ctx.issue.",
        _WRITE,
    ),
    # Options
    "test_options_for_writing_work": Advice(
        "Give every choice its branch, together with all others, and let the reader see which.",
        _BOTH,
    ),
    "test_options_for_writing_are_heeded": Advice(
        "Use ctx.options(WriteOptions) where the option matters, or take the option away.", _WRITE
    ),
    "test_options_for_reading_work": Advice(
        "Give every choice its branch, together with all others.", _READ
    ),
    "test_options_hold_for_every_board": Advice(
        "Take the options once, before the first board, and change nothing of them later.", _BOTH
    ),
    "test_options_for_reading_agree_with_the_oracle": Advice(
        "Compare the option's effect with its help text: fix the reader or the expected output.",
        _READ,
    ),
    "test_options_for_reading_are_heeded": Advice(
        "Use ctx.options(ReadOptions) where the option matters, or take the option away.", _READ
    ),
    # Parts
    "test_long_file_has_parts": Advice(
        "Cut wherever a sound board begins and the part is long enough.", ("splitter",)
    ),
    "test_parts_scanned_are_the_whole": Advice(
        "Cut only where nothing goes over from one board to the next, and count lines on from "
        "what the part's state says.",
        ("splitter", "reader"),
    ),
    # Corpus
    "test_corpus_valid_reads_clean": Advice(
        "Fix the reader; or, if the file is unsound, move it to invalid/.", _READ
    ),
    "test_corpus_invalid_yields_its_code": Advice(
        "Report what is wrong under that code; or name the file after the code that it shows.",
        _READ,
    ),
    "test_every_code_has_a_corpus_file": Advice(
        "Put a file into invalid/ that shows the code, or take the code out of the catalogue."
    ),
    "test_reader_agrees_with_the_oracle": Advice(
        "One of the two is wrong. Hold both against the description of the format: fix the "
        "reader, and the writer with it, or the oracle.",
        _READ_FIRST,
    ),
    "test_writer_agrees_with_the_oracle": Advice(
        "Write what the oracle says as it came from a file of another format.", _WRITE
    ),
    "test_findings_are_where_they_are_expected": Advice(
        "Fix the place that ctx.issue is given; or, if the place is right, the JSON.", _READ
    ),
    # Rules
    "test_every_code_has_a_sample": Advice(
        "Add a RuleSample of the code to the rule's samples.", ("samples",)
    ),
    "test_bad_samples_give_their_code_alone": Advice(
        "Make the sample wrong in this one way, or the rule narrower.", ("board", "file")
    ),
    "test_good_samples_give_nothing": Advice(
        "Make the sample right, or the rule narrower.", ("board", "file")
    ),
    "test_fix_fixes_its_samples": Advice("Return boards that the rule finds right.", ("fix",)),
    "test_fix_leaves_good_samples": Advice("Return what is right as it came.", ("fix",)),
    "test_fix_twice_is_once": Advice("Change only what the rule complains of.", ("fix",)),
    "test_survives_any_boards": Advice(
        "Look whether a field is there before you use it, and keep what you have seen in the "
        "object of the file.",
        ("board", "file"),
    ),
    "test_fixed_samples_can_be_written": Advice(
        "Return boards that hold only what the format carries.", ("fix",)
    ),
    "test_a_fix_settles": Advice(
        "Fix what the fixed boards bring up with them, and look at the boards beside.", ("fix",)
    ),
    "test_any_header_will_do": Advice(
        "Look whether the header has what you ask of it, and of what type it is.", ("board", "file")
    ),
    "test_bad_samples_are_found_in_a_file": Advice(
        "Ask of a board only what its format keeps; or make the sample such that the format "
        "carries it.",
        ("board", "file"),
    ),
    "test_files_know_nothing_of_each_other": Advice(
        "Keep what you have seen in the object of the file, not in the module's or a class's.",
        ("board", "file"),
    ),
    "test_findings_are_at_their_boards": Advice(
        "Give ctx.issue the board that the finding is about, and as `part` the field that is "
        "wrong; state in the sample's `at` which of its bad boards that is, and change that field "
        "in its good boards.",
        ("board", "file"),
    ),
    "test_boards_without_numbers_are_checked": Advice(
        "A board's number may be None, and two boards may have the same.", ("board", "file")
    ),
    "test_fix_keeps_every_board": Advice(
        "Yield every board: the very one that came where the check finds nothing, and otherwise "
        "one made of it with attrs.evolve, as its info is; let check and fix share a condition. If "
        "the fix is right, let the sample's good boards be the bad ones, fixed.",
        ("fix",),
    ),
    "test_findings_name_a_place_that_exists": Advice(
        "Give ctx.issue the board that it is about, and its code a message.", ("board", "file")
    ),
    "test_says_the_same_in_every_process": Advice(
        "Take dates, folders and the order of sets out of the rule.", ("board", "file")
    ),
    # Commands
    "test_a_broken_file_is_told_in_words": Advice(
        "Open files with the core's own functions and let its errors pass.", ("command",)
    ),
    "test_a_closed_output_is_no_fault": Advice(
        "Print with click.echo and let BrokenPipeError pass.", ("command",)
    ),
    "test_a_missing_file_is_named": Advice(
        "Open files with the core's own functions, before anything is printed.", ("command",)
    ),
    "test_an_unknown_option_is_wrong_usage": Advice(
        "Declare the options with click, and let it refuse the others.", ("command",)
    ),
    "test_help_is_given": Advice(
        "Give the command a docstring and each option its help.", ("command",)
    ),
    "test_it_works": Advice(
        "Run the command line of the suite by hand: it is to end with 0 and print the same twice.",
        ("command",),
    ),
    "test_json_is_json": Advice(
        "With --json print JSON to standard output, and words to standard error.", ("command",)
    ),
    "test_pipes_are_taken": Advice(
        "Take `-` for standard input, as the core's own functions do.", ("command",)
    ),
    "test_what_is_printed_is_printable": Advice(
        "Print texts of files with the core's function that makes them printable.", ("command",)
    ),
    # Views
    "test_every_language_is_shown": Advice(
        "Take words from the language that the context has, with none that it may lack.", ("view",)
    ),
    "test_every_option_changes_what_is_shown": Advice(
        "Give every choice of every option its branch, or take the choice away.", ("view",)
    ),
    "test_hostile_texts_do_no_harm": Advice(
        "Escape every text of a board before it is written into markup.", ("view",)
    ),
    "test_is_the_same_in_every_process": Advice(
        "Take dates, folders and the order of sets out of the view.", ("view",)
    ),
    "test_output_is_of_its_media_type": Advice(
        "Close what you open, escape what you write, and fetch and run nothing.", ("view",)
    ),
    "test_leaves_its_file_open": Advice(
        "Write to the sink and leave it open: no `with sink`, no sink.close(); detach what wraps "
        "it, such as io.TextIOWrapper.",
        ("view",),
    ),
    "test_options_show_what_they_say_they_show": Advice(
        "Fill what the option adds from the board, and name its fields in the suite: shows_with = "
        '{"players": {"info.players"}}; of an option that adds the same text to every board, none: '
        '{"legend": ()}.',
        ("view",),
    ),
    "test_texts_are_shown_in_full": Advice(
        "Show the whole text; where there is no room, cut it and put … behind it.", ("view",)
    ),
    "test_numbers_are_those_of_the_boards": Advice(
        "Show board.number as it is, and nothing where it is None: it is no place in the file.",
        ("view",),
    ),
    "test_nothing_is_invented": Advice(
        "Show what the board has: where a value is None, leave its place empty, and take no value "
        "from the board's number or of your own.",
        ("view",),
    ),
    "test_options_show_what_is_expected": Advice(
        "Compare the file with the boards and the option: fix the view, or the file if the view is "
        "right.",
        ("view",),
    ),
    "test_prints_nothing": Advice("Write to the sink that you are given.", ("view",)),
    "test_shows_what_it_says_it_shows": Advice(
        "Show the field, or take it out of `shows`.", ("view",)
    ),
    "test_each_hand_is_shown": Advice(
        "Show deal[seat] at that seat, for all four, whether the others are known or not.",
        ("view",),
    ),
    "test_shows_what_is_expected": Advice(
        "Compare the file with the boards: fix the view, or the file if the view is right.",
        ("view",),
    ),
    "test_options_out_of_range_are_refused": Advice(
        "Refuse what does not work with a ValueError in the options' __attrs_post_init__.",
        ("options",),
    ),
    "test_survives_any_board": Advice(
        "Look whether a field is there before you show it.", ("view",)
    ),
    "test_takes_boards_as_they_come": Advice(
        "Go through the boards in one loop; or declare that the view does not stream.", ("view",)
    ),
    # Commands and views
    "test_sealed_boards_stay_hidden": Advice(
        "Open files with the core's own functions, which refuse a sealed one; see the page on "
        "seals.",
        ("command", "view"),
    ),
}
"""By the name of a requirement."""
