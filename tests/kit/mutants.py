"""The demo format with one thing spoilt at a time: which obligation must notice, and only it."""

from __future__ import annotations

MUTANTS: dict[str, list[tuple[str, str]]] = {
    # Declaration -------------------------------------------------------------------------
    "test_declaration_is_light": [("import attrs\n", "import attrs\nimport pytest\n")],
    "test_spec_fields_are_valid": [('"A made-up format"', '"A made-up format "')],
    "test_references_resolve": [
        ('"demo_format:CODES"', '"demo_format:PLAIN"'),
        ("def sniff(", "PLAIN = dict(CODES)\n\n\ndef sniff("),
    ],
    "test_catalogue_is_complete": [('mend="demo 1"', 'mend=""')],
    "test_options_are_documented": [('help="the ends of lines"', 'help=""')],
    # Sniffer -----------------------------------------------------------------------------
    "test_sniffer_is_total_and_pure": [
        ("    return Confidence.MAYBE if",
         "    10 // (probe.size is None or probe.size < 1 << 20)\n"
         "    return Confidence.MAYBE if"),
    ],
    "test_sniffer_agrees_with_suffixes": [
        ("return Confidence.MAYBE if", "return Confidence.LIKELY if"),
    ],
    # It claims everything but what has its own suffix, where MAYBE is right.
    "test_sniffer_leaves_other_formats_alone": [("else Confidence.NO", "else Confidence.LIKELY")],
    # Reader ------------------------------------------------------------------------------
    "test_empty_input_is_no_board": [
        ("    for line, text in enumerate(ctx.text(source), before + 1):\n        if line == 1",
         "    line = 0\n    for line, text in enumerate(ctx.text(source), before + 1):\n"
         "        if line == 1"),
        ("                yield board\n", "                yield board\n"
         "    if line == 0:\n        yield Board(number=1)\n"),
    ],
    # An eager reader.
    "test_reader_is_lazy": [
        ("for line, text in enumerate(ctx.text(source), before + 1):\n        if line",
         "for line, text in enumerate(list(ctx.text(source)), before + 1):\n        if line"),
    ],
    "test_reader_holds_one_board": [
        ("    for line, text in enumerate(ctx.text(source), before + 1):\n        if line",
         "    kept = []\n    for line, text in enumerate(ctx.text(source), before + 1):\n"
         "        if line"),
        ("                yield board\n", "                kept.append(board)\n"
         "                yield board\n"),
    ],
    # An untyped exception.
    "test_only_format_errors_escape": [
        ("    if len(cells) != 4:", "    if len(cells) > 4:\n        raise KeyError(cells[4])\n"
         "    if len(cells) != 4:"),
    ],
    "test_truncation_is_survived": [
        ("    if len(cells) != 4:",
         '    if text == "1\\tN\\tClub Ch":\n        raise IndexError(text)\n'
         "    if len(cells) != 4:"),
    ],
    # A position outside the file.
    "test_positions_are_inside_the_file": [
        ('"DEMO001", line=line, column=1', '"DEMO001", line=line, column=len(text) + 2'),
    ],
    # A scanner that gives nothing but the right number of boards.
    "test_columns_are_those_of_the_boards": [
        ("[column.of(board)]", "[None]"),
    ],
    # A file that makes the reader look at another.
    "test_reading_touches_nothing_else": [
        ("    number, dealer, event, deal = cells\n", "    number, dealer, event, deal = cells\n"
         '    if event.startswith("/"):\n        open(__file__).close()\n'),
    ],
    # Digits that the whole process counts by from then on.
    "test_nothing_is_printed_or_changed": [
        ("    number, dealer, event, deal = cells\n", "    number, dealer, event, deal = cells\n"
         "    import decimal\n\n    decimal.getcontext().prec = 9\n"),
    ],
    "test_error_modes_agree": [
        ("    if len(cells) != 4:", '    if len(cells) > 4 and ctx.errors == "raise":\n'
         "        return None\n    if len(cells) != 4:"),
    ],
    "test_an_error_leaves_the_neighbours": [
        ("    for line, text in enumerate(ctx.text(source), before + 1):\n        if line == 1",
         "    board = 1\n    for line, text in enumerate(ctx.text(source), before + 1):\n"
         "        if board is None:\n            board = 1\n            continue\n"
         "        if line == 1"),
    ],
    "test_wants_changes_nothing_wanted": [
        ("make_board(number, dealer, event, deal)",
         'make_board(number, dealer, event if ctx.wants is None else "", deal)'),
    ],
    "test_locator_is_total": [
        ("    return board.origin\n", '    return {"deal": board.origin}[part]\n'),
    ],
    "test_fixer_keeps_the_meaning": [('text.rstrip(" ")', 'text.rstrip("\\t ")')],
    # Writer ------------------------------------------------------------------------------
    "test_no_silent_loss": [
        ('            ctx.lose(board, Field.INFO_EVENT, "blanks become single",'
         " LossKind.APPROXIMATED)\n", "            pass\n"),
    ],
    "test_no_crying_wolf": [
        ('        if event != (board.info.event or ""):\n', "        if board.info.event:\n"),
    ],
    "test_what_is_written_reads_clean": [
        ('f"demo 1 {title}"', '(f"demo 1 {title}" if title else "demo one")'),
    ],
    "test_a_seal_is_kept": [('{"demo:title": "(sealed)"}', '{"demo:title": "(seald)"}')],
    "test_read_write_read_is_stable": [
        ('ctx.header.text("demo:title") or ""',
         '(ctx.header.text("demo:title") or "").lower()'),
    ],
    "test_carried_fields_come_back": [
        ('"header"}', '"header", "scoring"}'),
        ("        number = board.number if", "        if board.scoring:\n"
         '            ctx.lose(board, Field.SCORING, "no room")\n'
         "        number = board.number if"),
    ],
    # Non-deterministic output: as many empty lines at the end as years have gone by.
    "test_writer_is_deterministic": [
        ("import re\n", "import datetime\nimport re\n"),
        ("def locate(", "def write_dated(boards, sink, ctx):\n    write(boards, sink, ctx)\n"
         "    if ctx.part is None or ctx.part.is_last:\n"
         '        sink.write(b"\\n" * (datetime.date.today().year - 2000))\n\n\ndef locate('),
        ('writer="demo_format:write"', 'writer="demo_format:write_dated"'),
    ],
    # A writer that goes through its boards twice where it can.
    "test_writer_consumes_its_boards_once": [
        ("    for board in boards:\n", '    if not hasattr(boards, "__next__"):\n'
         "        sum(1 for _ in boards)\n    for board in boards:\n"),
    ],
    "test_writer_refuses_with_typed_errors": [
        ('ctx.issue("DEMO004", "a board\'s number is 1 to 9999", severity=Severity.ERROR)', "pass"),
        ("sink.write(cells.encode()", 'sink.write(cells.encode("ascii")'),
    ],
    "test_no_boards_can_be_written": [
        ("    for board in boards:\n", "    board = None\n    for board in boards:\n"),
        ("def locate(", "def write_some(boards, sink, ctx):\n    boards = list(boards)\n"
         "    boards[0]\n    write(boards, sink, ctx)\n\n\ndef locate("),
        ('writer="demo_format:write"', 'writer="demo_format:write_some"'),
    ],
    # Numbers that begin anew.
    "test_deals_written_at_once_are_the_same": [
        ("itertools.count(first)", "itertools.count(1)"),
    ],
    # Parts -------------------------------------------------------------------------------
    "test_long_file_has_parts": [("yield Part(start, match.start(), state)", "continue")],
    # Lines are counted from the part's beginning.
    "test_parts_read_are_the_whole": [
        ('int(dict(part.state).get("lines", 0))', "1 if part.start else 0"),
    ],
    # Every part gets a first line.
    "test_parts_written_are_the_whole": [
        ("if ctx.part is None or ctx.part.is_first:", "if True:"),
    ],
    # Corpus ------------------------------------------------------------------------------
    "test_corpus_valid_reads_clean": [
        ("            else:\n                ctx.issue(\"DEMO003\"",
         "            if not text.startswith(\"demo 1\") or text.endswith(\"Club\"):\n"
         "                ctx.issue(\"DEMO003\""),
    ],
    "test_corpus_invalid_yields_its_code": [
        ('ctx.issue("DEMO001", line=line, column=1, count=len(cells))',
         'ctx.issue("DEMO001" if len(cells) > 2 else "DEMO002", line=line, column=1, '
         'count=len(cells), error="cells")'),
    ],
    "test_every_code_has_a_corpus_file": [
        ("\n)\n\n\n@attrs.frozen",
         "\n    DiagnosticCode(code=\"DEMO009\", severity=Severity.ERROR, "
         "template=\"t\", sample=\"s\", mend=\"m\"),\n)\n\n\n@attrs.frozen"),
    ],
    # Oracles -----------------------------------------------------------------------------
    # North and South have changed places, in reader and writer alike.
    "test_reader_agrees_with_the_oracle": [
        ("        deal=Deal.parse(deal) if deal else None,\n    )\n",
         "        deal=exchanged(Deal.parse(deal)) if deal else None,\n    )\n\n\n"
         "def exchanged(deal: Deal) -> Deal:\n    north, east, south, west = deal\n"
         "    return Deal((south, east, north, west))\n"),
        ("{board.deal or ''}", "{exchanged(board.deal) if board.deal else ''}"),
    ],
    # Boards from elsewhere, with a text that only the oracle holds, are dealt by nobody.
    "test_writer_agrees_with_the_oracle": [
        ('board.info.event or "").split())', 'board.info.event or "").split())\n'
         '        if event == "Open pairs" and ctx.source_format is None:\n'
         '            board = attrs.evolve(board, dealer=None)'),
    ],
    # The first column in place of the last.
    "test_findings_are_where_they_are_expected": [
        ('"DEMO002", line=line, column=len(text)', '"DEMO002", line=line, column=1'),
    ],
}  # fmt: skip
"""The test that must fail, and the edits of `demo_format.py` that make it fail: old and new."""
