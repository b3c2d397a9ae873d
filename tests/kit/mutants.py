"""Two good formats with one thing spoilt at a time: which requirement must notice, and only it."""

from __future__ import annotations

from typing import NamedTuple


class Mutant(NamedTuple):
    """A good format with one fault.

    Attributes:
        what: the fault, in words.
        requirement: the test that must fail, and it alone.
        edits: what is replaced in the module, and what by: old and new in turn.
        good: the module that is spoilt.
    """

    what: str
    requirement: str
    edits: tuple[str, ...]
    good: str = "demo_format"


def demo(requirement: str, what: str, *edits: str) -> Mutant:
    """Return the text format with a fault."""
    return Mutant(what, requirement, edits)


def tape(requirement: str, what: str, *edits: str) -> Mutant:
    """Return the binary format with a fault."""
    return Mutant(what, requirement, edits, "tape_format")


def calls(requirement: str, what: str, *edits: str) -> Mutant:
    """Return the format of auctions with a fault."""
    return Mutant(what, requirement, edits, "calls_format")


# fmt: off
LINES = "    for line, text in enumerate(ctx.text(source), before + 1):\n        if line == 1"
CELLS = "    if len(cells) != 8:"
UNPACKED = "    number, dealer, risk, event, deal, contract, result, tricks = cells\n    event ="
BOARDS = "    for board in boards:\n"
LOCATE = "def locate("
MADE = "    return Board(\n        number="
TAKEN = "            board = make_board(record, form, ctx.options(ReadOptions))\n"
YIELD = "            yield attrs.evolve(board, origin=Location(path=ctx.path, offset=offset))\n"
WRITE = 'writer="demo_format:write"'

DECLARATION = (
    demo("test_plugin_loads", "The declaring hook fails",
         "    yield FormatSpec(\n", "    {}[1]\n    yield FormatSpec(\n"),
    demo("test_declaration_is_light", "The declaration imports pytest",
         "import attrs\n", "import attrs\nimport pytest\n"),
    demo("test_spec_fields_are_valid", "The summary ends in a blank",
         '"A made-up format"', '"A made-up format "'),
    demo("test_references_resolve", "The catalogue of codes is a plain dictionary",
         '"demo_format:CODES"', '"demo_format:PLAIN"',
         "def sniff(", "PLAIN = dict(CODES)\n\n\ndef sniff("),
    demo("test_catalogue_is_complete", "A code does not say how its sample is fixed",
         'fix="demo 1"', 'fix=""'),
    demo("test_options_are_documented", "An option has no help",
         'help="the ends of lines"', 'help=""'),
    tape("test_options_are_documented", "The default of an option is none of its choices",
         'option("big"', 'option("middle"'),
)

DECLARATION += (
    tape("test_binary_is_declared_rightly", "`binary=True` is forgotten",
         "        binary=True,\n", ""),
    demo("test_binary_is_declared_rightly", "A text format says that it is binary",
         '        reader="demo_format:read",',
         '        binary=True,\n        reader="demo_format:read",'),
)

SNIFFER = (
    demo("test_sniffer_is_total_and_pure", "The sniffer fails on big files",
         "    return Confidence.MAYBE if",
         "    10 // (probe.size is None or probe.size < 1 << 20)\n"
         "    return Confidence.MAYBE if"),
    tape("test_sniffer_is_total_and_pure", "The sniffer fails on files of less than six bytes",
         "probe.head.startswith(MAGIC)", "probe.head[5] == 1 and probe.head.startswith(MAGIC)"),
    demo("test_sniffer_agrees_with_suffixes", "The sniffer is sure of a suffix alone",
         "return Confidence.MAYBE if", "return Confidence.LIKELY if"),
    demo("test_sniffer_leaves_other_formats_alone", "The sniffer claims all but its own suffix",
         "else Confidence.NO", "else Confidence.LIKELY"),
    tape("test_sniffer_leaves_other_formats_alone", "The sniffer is CERTAIN of every binary file",
         "probe.head.startswith(MAGIC)", 'b"\\0" in probe.head or probe.head[:4] == MAGIC'),
    demo("test_sniffer_leaves_strangers_alone", "The sniffer is CERTAIN of gzip files too",
         'startswith(b"demo 1"):', 'startswith((b"demo 1", b"\\x1f\\x8b")):'),
    demo("test_sniffer_leaves_other_formats_alone", "The sniffer is CERTAIN of any lines with tabs",
         'if probe.head.startswith(b"demo 1"):',
         'if b"\\t" in probe.head or probe.head[:4] == b"demo":'),
)

SNIFFER += (
    demo("test_sniffer_ignores_quotations", "The sniffer is CERTAIN wherever its word is",
         'if probe.head.startswith(b"demo 1"):', 'if b"demo 1" in probe.head:'),
    tape("test_sniffer_ignores_quotations", "The sniffer is CERTAIN of its word at any line's end",
         "probe.head.startswith(MAGIC)", "MAGIC + b'\\0\\1' in probe.head"),
)

READER = (
    demo("test_empty_input_is_no_board", "An empty file is read as one board",
         LINES, "    line = 0\n" + LINES,
         "                yield board\n", "                yield board\n"
         "    if line == 0:\n        yield Board(number=1)\n"),
    tape("test_empty_input_is_no_board", "An empty file is an IndexError",
         "    if not head:\n        return\n", '    if head[0] == 0:\n        return\n'),
    demo("test_reader_is_lazy", "The whole file is read before the first board",
         "in enumerate(ctx.text(source), before + 1):\n        if line",
         "in enumerate(list(ctx.text(source)), before + 1):\n        if line"),
    tape("test_reader_is_lazy", "The whole file is read at once",
         "    offset = len(head)\n",
         "    import io\n\n    source = io.BytesIO(source.read())\n    offset = len(head)\n"),
    demo("test_reader_holds_one_board", "The reader keeps all boards",
         LINES, "    kept = []\n" + LINES,
         "                yield board\n", "                kept.append(board)\n"
         "                yield board\n"),
    demo("test_only_format_errors_escape", "A line of too many cells is a KeyError",
         CELLS, "    if len(cells) > 8:\n        raise KeyError(cells[8])\n" + CELLS),
    tape("test_only_format_errors_escape", "A record that cannot be is a KeyError",
         'msg = "a hand has 13 cards"\n        raise ValueError(msg)', 'raise KeyError(data)'),
    tape("test_every_byte_may_stand_anywhere", "One rare byte in one place is a KeyError",
         MADE, "    {0xA5: 1}.get(record[7]) and {}[record[7]]\n" + MADE),
    demo("test_every_byte_may_stand_anywhere", "One rare byte anywhere is a KeyError",
         CELLS, '    if "\\x16" in text:\n        raise KeyError(text)\n' + CELLS),
    demo("test_truncation_is_survived", "A line that ends at one place is an IndexError",
         CELLS,
         '    if text == "1\\tN\\tnone\\tClub Ch":\n        raise IndexError(text)\n' + CELLS),
    tape("test_a_lost_end_is_noticed", "A last record that is cut off is passed over",
         '            ctx.issue("TAPE002", offset=offset, have=len(record))\n', ""),
    demo("test_a_lost_end_is_noticed", "A last line that is cut off is passed over",
         CELLS, "    if len(cells) < 8 and line > 2:\n        return None\n" + CELLS),
    demo("test_positions_are_inside_the_file", "A column beyond the end of its line",
         '"DEMO001", line=line, column=1', '"DEMO001", line=line, column=len(text) + 2'),
    demo("test_positions_are_inside_the_file", "Lines are counted one too high",
         '"DEMO002", line=line,', '"DEMO002", line=line + 1,'),
    tape("test_error_places_move", "The offset of every error is 0",
         '"TAPE003", offset=offset', '"TAPE003", offset=0'),
    demo("test_error_places_move", "The line of every error is 1",
         '"DEMO002", line=line, column=len(text)', '"DEMO002", line=1, column=1'),
    tape("test_short_reads_change_nothing", "A pipe that gives a few bytes is taken to have ended",
         "    while taken and len(taken) < count and (more := source.read(count - len(taken))):\n"
         "        taken += more\n", "",
         "    taken = source.read(count)\n", "    taken = source.read1(count)\n"),
    demo("test_reading_touches_nothing_else", "What a file says makes the reader open another",
         UNPACKED, '    if cells[3].startswith("/"):\n        open(__file__).close()\n' + UNPACKED),
    demo("test_nothing_is_printed_or_changed", "Decimals of the whole process have nine digits",
         UNPACKED, "    import decimal\n\n    decimal.getcontext().prec = 9\n" + UNPACKED),
    tape("test_nothing_is_printed_or_changed", "The reader prints",
         TAKEN, TAKEN + "            print(board.number)\n"),
    demo("test_nothing_is_printed_or_changed", "The working directory is changed",
         UNPACKED, "    import os\n\n    os.chdir(os.path.dirname(__file__))\n" + UNPACKED),
    demo("test_error_modes_agree", "Lines of too many cells are an error in `collect` alone",
         CELLS, '    if len(cells) > 8 and ctx.errors == "raise":\n        return None\n' + CELLS),
    tape("test_collect_finds_every_error", "The reader stops at the first error in `collect`",
         '            ctx.issue("TAPE003", offset=offset, error=error)\n',
         '            ctx.issue("TAPE003", offset=offset, error=error)\n            return\n'),
    demo("test_collect_finds_every_error", "Only the first error of a kind is reported",
         '        ctx.issue("DEMO002", line=line',
         '        if not any(item.code == "DEMO002" for item in ctx.diagnostics):\n'
         '            ctx.issue("DEMO002", line=line'),
    demo("test_an_error_leaves_the_neighbours", "After an error a board loses its event",
         "            board = parse(text, line, ctx)\n",
         "            lost = line > 2 and board is None\n"
         "            board = parse(text, line, ctx)\n"
         "            if lost and board is not None:\n"
         "                board = attrs.evolve(board, info=Info())\n",
         LINES, "    board = None\n" + LINES),
    demo("test_wants_changes_nothing_wanted", "What is not wanted spoils what is",
         "make_board([number, dealer, risk, event,",
         'make_board([number, dealer, risk, event if ctx.wants is None else "",'),
    demo("test_locator_is_total", "The locator knows one part only",
         "    return board.origin\n", '    return {"deal": board.origin}[part]\n'),
    demo("test_fixer_keeps_the_meaning", "The fixer takes tabs away",
         'text.rstrip(" ")', 'text.rstrip("\\t ")'),
    tape("test_reader_is_deterministic", "What a file says is read in the order of hashes",
         'rstrip(b"\\0").decode("latin-1")',
         'rstrip(b"\\0").decode("latin-1")\n    name = "".join(set(name))'),
    demo("test_files_are_read_apart", "The reader remembers what the last file has said",
         "RISKS = (", "LAST = []\nRISKS = (",
         MADE, "    LAST[:] = [event or (LAST or [''])[0]]\n    (event,) = LAST\n" + MADE),
)

READER += (
    demo("test_only_format_errors_escape", "An event that is empty is an IndexError",
         "event=event or None", "event=event[0] and event"),
    calls("test_only_format_errors_escape", "A dealer that is empty is a KeyError",
          "dealer=Seat.parse(dealer) if dealer else None",
          "dealer={seat.symbol: seat for seat in Seat}[dealer] if dealer in 'NESW' else"
          " Seat.parse(dealer)"),
    demo("test_files_are_read_apart", "A file without a title has that of the file before",
         "RISKS = (", "LAST = ['']\nRISKS = (",
         '.removeprefix("demo 1").strip()\n',
         '.removeprefix("demo 1").strip()\n                LAST[0] = title = title or LAST[0]\n'),
    tape("test_files_are_read_apart", "A board without a dealer has that of the board before",
         'SEATS = "NESW"\n', 'SEATS = "NESW"\nLAST = [15]\n',
         "    name = record[29:39]",
         "    LAST[0] = seat = LAST[0] if seat == 15 else seat\n    name = record[29:39]"),
    demo("test_no_board_takes_from_another", "A vulnerability stands until there is another",
         LINES, "    risk = None\n" + LINES,
         "            board = parse(text, line, ctx)\n            if board is not None:\n",
         "            board = parse(text, line, ctx)\n            if board is not None:\n"
         "                risk = board.vulnerability or risk\n"
         "                board = attrs.evolve(board, vulnerability=risk)\n"),
    tape("test_no_board_takes_from_another", "A contract stands until there is another",
         "    offset = len(head)\n", "    offset, last = len(head), None\n",
         TAKEN, TAKEN + "            last = board.contract or last\n"
         "            board = attrs.evolve(board, contract=last)\n"),
    demo("test_no_board_takes_from_another", "The event is written of the board before",
         BOARDS, "    event = ''\n" + BOARDS,
         'str(board.info.event or "").split())\n        if event != (board.info.event or ""):',
         'str(board.info.event or event).split())\n'
         "        if event != (board.info.event or event):"),
    demo("test_no_value_is_passed_over", "A vulnerability that is none is left out",
         "Vulnerability(RISKS.index(risk)) if risk else",
         "Vulnerability(RISKS.index(risk)) if risk in RISKS else"),
    demo("test_no_value_is_passed_over", "A result is read as far as it is one",
         "RESULT.fullmatch(text)", "RESULT.match(text)"),
    calls("test_no_value_is_passed_over", "Cards that are none are left out",
          'rows = cards.split(",") if cards else []\n',
          'rows = cards.split(",") if cards else []\n'
          '    rows = [" ".join(card if card.isalnum() else "-" for card in row.split())\n'
          "            for row in rows]\n"),
    demo("test_empty_lines_move_places", "Lines are counted without the empty ones",
         LINES, LINES.replace("ctx.text(source)", "filter(None, ctx.text(source))")),
    demo("test_empty_lines_move_places", "The line of an error is counted without the empty ones",
         LINES, "    full = 0\n" + LINES,
         "            board = parse(text, line, ctx)\n",
         "            full += 1\n"
         "            board = parse(text, before + full + (not before), ctx)\n"
         "            place = Location(path=ctx.path, line=line, column=1)\n"
         "            board = board and attrs.evolve(board, origin=place)\n"),
    calls("test_empty_lines_move_places", "Boards are counted in place of lines",
          "    for line, text in ctx.lines(source):\n        if text:\n",
          "    line = 0\n    for _, text in ctx.lines(source):\n        if text:\n"
          "            line += 1\n"),
    demo("test_reader_is_deterministic", "The first board of a process decides for all",
         "RISKS = (", "LASTING = []\nRISKS = (",
         UNPACKED, UNPACKED.replace("    event =", "    LASTING.append(number)\n"
                                    '    event = event if LASTING[0] == "1" else ""\n'
                                    "    event =")),
    demo("test_a_reader_can_be_stopped", "A reader that is closed is a KeyError",
         "                yield board\n",
         "                try:\n                    yield board\n"
         "                except GeneratorExit:\n                    raise KeyError from None\n"),
    tape("test_a_reader_can_be_stopped", "A reader that is closed reads to the end",
         "    offset = len(head)\n    while record := take(source, SIZE):\n",
         "    offset = len(head)\n    while record := take(source, SIZE):\n"
         "        if ctx.errors == 'never':\n            return\n",
         YIELD,
         "            try:\n"
         f"    {YIELD}"
         "            except GeneratorExit:\n                source.read()\n"
         "                raise\n"),
    tape("test_a_reader_can_be_stopped", "The reader closes the file when it is closed",
         YIELD,
         "            try:\n"
         f"    {YIELD}"
         "            except GeneratorExit:\n                source.close()\n"
         "                raise\n"),
    demo("test_no_board_is_lost_without_an_error", "An empty line ends the file",
         "        elif text:\n", "        elif not text:\n            return\n        else:\n"),
    demo("test_no_board_is_lost_without_an_error", "A board that is lost is a warning",
         'code="DEMO002",\n        severity=Severity.ERROR',
         'code="DEMO002",\n        severity=Severity.WARNING'),
    tape("test_no_board_is_lost_without_an_error", "A record that cannot be is a note",
         'code="TAPE003",\n        severity=Severity.ERROR',
         'code="TAPE003",\n        severity=Severity.NOTE'),
    demo("test_an_error_leaves_the_neighbours", "The line after one of too few cells is left out",
         LINES, "    cells = 8\n" + LINES,
         "            board = parse(text, line, ctx)\n            if board",
         "            is_after, cells = cells < 8, text.count('\\t') + 1\n"
         "            board = None if is_after and cells == 8 else parse(text, line, ctx)\n"
         "            if board"),
    demo("test_leading_zeros_change_no_number", "Numbers with a leading zero are octal",
         '"[1-9][0-9]{0,3}"', '"[0-9]{1,4}"',
         "    return int(text)\n", '    return int(text, 8 if text[0] == "0" else 10)\n'),
    tape("test_reader_is_deterministic", "Ten tricks and more depend on the terminal",
         "result=None if record[18] == ABSENT else Result(tricks=record[18])",
         "result=None if record[18] == ABSENT else Result(tricks=min(record[18], 9 "
         "if __import__('os').environ.get('COLUMNS') == '41' else 13))"),
)

VALUES = (
    tape("test_every_number_comes_back", "A number that has no room is a struct.error",
         '        ctx.issue("TAPE004", what="numbers 1 to 65535")\n', "        pass\n"),
    tape("test_every_number_comes_back", "Numbers over 255 are wrapped",
         "struct.pack(form, number)", "struct.pack(form, number & 0xFF)"),
    demo("test_every_number_comes_back", "Numbers over 99 are clamped",
         'f"{number}\\t', 'f"{min(number or 0, 99) or str()}\\t'),
    demo("test_every_number_comes_back", "Numbers over 99 lose their first digit in the reader",
         "    return int(text)\n", "    return int(text[-2:])\n"),
    demo("test_every_number_comes_back", "Board 100 is refused by the reader",
         '"[1-9][0-9]{0,3}"', '"[1-9][0-9]?|[1-9][0-9][1-9]|[1-9][0-9]{3}"'),
    demo("test_boards_keep_their_order", "Boards are written by their numbers",
         BOARDS,
         "    boards = iter(sorted(boards, key=lambda board: board.number or 0))\n" + BOARDS),
    demo("test_boards_keep_their_order", "The reader stops at the thousandth board",
         LINES, LINES.replace("        if line == 1", "        if line > 1000:\n"
                              "            return\n        if line == 1")),
    demo("test_boards_keep_their_order", "A board with the number of the last is left out",
         BOARDS, "    last = 0\n" + BOARDS +
         "        if board.number == last:\n            continue\n"
         "        last = board.number or 0\n"),
    demo("test_every_dealer_comes_back", "The dealer is told by the number, not by the file",
         MADE + "parse_number(number) if number else None,\n"
         "        dealer=Seat.parse(dealer) if dealer else None,\n",
         MADE + "parse_number(number) if number else None,\n"
         "        dealer=(Seat.dealer_of(int(number)) if number else Seat.parse(dealer)) if dealer "
         "else None,\n"),
    tape("test_every_dealer_comes_back", "Both vulnerable is read as none",
         "Vulnerability(risk)", "Vulnerability(risk % 3)"),
    tape("test_every_contract_comes_back", "Redoubled contracts are written as doubled",
         "int(contract.doubling) << 4", "min(int(contract.doubling), 1) << 4"),
    demo("test_every_contract_comes_back", "Notrump at the seventh level is read as spades",
         "    text, _, declarer = text.partition", '    text = text.replace("7NT", "7S")\n'
         "    text, _, declarer = text.partition"),
    tape("test_every_number_of_tricks_comes_back", "No trick at all is written as no result",
         "    return result.tricks\n", "    return result.tricks or ABSENT\n"),
    demo("test_every_number_of_tricks_comes_back", "Ten tricks and more lose a digit",
         "int(count[:3])", "int(count[:1])"),
    tape("test_every_double_dummy_table_comes_back", "13 tricks are written as 12",
         "    known = [15 if count is None else count for count in counts]\n    return",
         "    known = [15 if count is None else min(count, 12) for count in counts]\n    return"),
    demo("test_every_double_dummy_table_comes_back", "10 tricks and more are two digits",
         'f"{count:x}"', 'f"{count}"'),
)

WRITER = (
    demo("test_no_silent_loss", "Blanks are lost without a word",
         '            ctx.lose(board, Field.INFO_EVENT, "blanks become single",'
         " LossKind.APPROXIMATED)\n", "            pass\n"),
    tape("test_no_silent_loss", "A long event is cut without a word",
         '        ctx.lose(board, Field.INFO_EVENT, "ten letters have room", '
         "LossKind.APPROXIMATED)\n", "        pass\n"),
    demo("test_no_silent_loss", "A table that has no room is lost without a word",
         '        ctx.lose(board, Field.GRIDS, "only a double-dummy table has room")\n', ""),
    tape("test_no_silent_loss", "Boards whose event is long are left out without a word",
         BOARDS, BOARDS + '        if len(board.info.event or "") > 30:\n            continue\n'),
    demo("test_no_silent_loss", "Texts are read in the composed form of Unicode (NFC)",
         UNPACKED, UNPACKED.replace("    event =", "    import unicodedata\n\n"
                                    '    event = unicodedata.normalize("NFC", event)\n'
                                    "    event =")),
    demo("test_no_silent_loss", "Texts are written in the compatible form of Unicode (NFKC)",
         '        cells = f"{number}', "        import unicodedata\n\n"
         '        event = unicodedata.normalize("NFKC", event)\n'
         '        cells = f"{number}'),
    demo("test_no_silent_loss", "What has no width is stripped in the reader",
         UNPACKED,
         UNPACKED.replace("    event =", '    event = event.strip("\\ufeff")\n    event =')),
    demo("test_no_crying_wolf", "Every event is reported as lost",
         '        if event != (board.info.event or ""):\n', "        if board.info.event:\n"),
    tape("test_no_crying_wolf", "Every result is reported as lost",
         "    return result.tricks\n",
         '    ctx.lose(board, Field.RESULT, "perhaps")\n    return result.tricks\n'),
    demo("test_what_is_written_reads_clean", "The reader warns of the writer's own first line",
         'f"demo 1 {title}"', '(f"demo 1 {title}" if title else "demo one")'),
    demo("test_a_seal_is_kept", "The seal that is put on is not the one that is looked for",
         'title = "(sealed)"\n', 'title = "(seald)"\n'),
    demo("test_read_write_read_is_stable", "The title is written in small letters",
         'ctx.header.text("demo:title") or', '(ctx.header.text("demo:title") or "").lower() or'),
    demo("test_carried_fields_come_back", "A field is declared that is not written",
         '"grids", "header",', '"grids", "header", "scoring",',
         "        number = board.number if", "        if board.scoring:\n"
         '            ctx.lose(board, Field.SCORING, "no room")\n'
         "        number = board.number if"),
    tape("test_carried_fields_come_back", "Vulnerability is claimed, and not read",
         "None if risk == 15 else Vulnerability(risk)", "None"),
    tape("test_carried_fields_come_back", "The reader takes East for West",
         "    return Deal.from_masks(*masks)\n",
         "    return Deal.from_masks(masks[0], masks[3], masks[2], masks[1])\n"),
    demo("test_writer_is_deterministic", "The date is written",
         "import re\n", "import datetime\nimport re\n",
         LOCATE, "def write_dated(boards, sink, ctx):\n    write(boards, sink, ctx)\n"
         '    sink.write(b"\\n" * (datetime.date.today().year - 2000))\n\n\n' + LOCATE,
         WRITE, 'writer="demo_format:write_dated"'),
    tape("test_writer_is_deterministic", "What is written depends on the seed of hashes",
         '    data = event.encode("latin-1", "replace")\n',
         '    data = event.encode("latin-1", "replace")\n'
         '    data = b" ".join(set(data.split(b" "))) if data.count(b" ") else data\n'),
    demo("test_writer_is_deterministic", "The time is written",
         LOCATE, "def write_timed(boards, sink, ctx):\n    import time\n\n"
         "    write(boards, sink, ctx)\n"
         '    sink.write(b"\\n" * (time.time_ns() % 4999))\n\n\n' + LOCATE,
         WRITE, 'writer="demo_format:write_timed"'),
    demo("test_line_ends_are_the_formats_own", "Lines end as the platform has it",
         'if options.ending == "crlf" else "\\n"', 'if options.ending == "crlf" else os.linesep',
         "import io\n", "import io\nimport os\n"),
    demo("test_writer_consumes_its_boards_once", "The writer counts its boards first",
         BOARDS,
         '    if not hasattr(boards, "__next__"):\n        sum(1 for _ in boards)\n' + BOARDS),
    tape("test_writer_consumes_its_boards_once", "The writer asks how many boards there are",
         BOARDS, "    len(boards)\n" + BOARDS),
    demo("test_writer_refuses_with_typed_errors", "What cannot be encoded is a UnicodeEncodeError",
         "sink.write(cells.encode()", 'sink.write(cells.encode("ascii")'),
    tape("test_writer_refuses_with_typed_errors", "A board without a deal is an AttributeError",
         '        ctx.issue("TAPE004", what="complete deals only")\n', "        pass\n"),
    demo("test_no_boards_can_be_written", "Writing no boards is a StopIteration",
         LOCATE, "def write_some(boards, sink, ctx):\n    boards = iter(boards)\n"
         "    first = next(boards)\n    write([first, *boards], sink, ctx)\n\n\n"
         + LOCATE,
         WRITE, 'writer="demo_format:write_some"'),
)

SURROUNDINGS = {
    "user": "__import__('getpass').getuser()",
    "host": "__import__('socket').gethostname()",
    "arguments": "''.join(__import__('sys').argv[1:])",
    "platform": "__import__('sys').platform",
    "folder": "__import__('os').getcwd()",
    "time zone": "__import__('time').tzname[0] * 3",
    "environment": "__import__('os').environ.get('COLUMNS', '')",
    "decimal point": "__import__('locale').localeconv()['decimal_point'].replace(',', '.,')",
    "hash seed": "hash('x') % 7 * 'x'",
}

WRITER += (
    *(
        demo("test_writer_is_deterministic", f"What is written depends on the {what}",
             LOCATE, "def write_there(boards, sink, ctx):\n    write(boards, sink, ctx)\n"
             f'    sink.write(b"\\n" * sum(map(ord, {value})))\n\n\n' + LOCATE,
             WRITE, 'writer="demo_format:write_there"')
        for what, value in SURROUNDINGS.items()
    ),
    demo("test_writer_is_deterministic", "Assertions decide what is written",
         LOCATE, "def write_checked(boards, sink, ctx):\n    write(boards, sink, ctx)\n"
         "    try:\n        assert False\n    except AssertionError:\n"
         '        sink.write(b"\\n")  # hash(\n\n\n' + LOCATE,
         WRITE, 'writer="demo_format:write_checked"'),
    demo("test_the_locale_changes_nothing", "Thousands are divided as the locale has it",
         'f"{number}\\t', "f\"{number and format(number, 'n')}\\t"),
    demo("test_a_writer_can_be_stopped", "What the boards raise ends the file in silence",
         BOARDS, "    for board in quietly(boards):\n",
         LOCATE, "def quietly(boards):\n    try:\n        yield from boards\n"
         "    except Exception:\n        return\n\n\n" + LOCATE),
    demo("test_a_writer_can_be_stopped", "The writer closes its file",
         "    for board in boards:\n        if isinstance",
         "    import io\n\n    io.TextIOWrapper(sink)\n"
         "    for board in boards:\n        if isinstance"),
    demo("test_writer_refuses_with_typed_errors", "An incomplete table of tricks is a TypeError",
         '"-" if count is None else f"{count:x}" for', 'f"{count:x}" for'),
    tape("test_writer_refuses_with_typed_errors", "A table of one row is an IndexError",
         "    known = [15 if", "    counts[0] is None and counts[10] is not None and [][0]\n"
         "    known = [15 if"),
)

WRITER += (
    demo("test_writer_refuses_with_typed_errors", "A table that has no room is a code of nowhere",
         'ctx.lose(board, Field.GRIDS, "only a double-dummy table has room")',
         'ctx.issue("DEMO009", board=board)'),
    tape("test_writer_refuses_with_typed_errors", "A result that has no room is a code of nowhere",
         """ctx.lose(board, Field.RESULT, "only declarer's tricks have room")""",
         'ctx.issue("TAPE009", board=board)'),
)

WRITER += (
    demo("test_no_silent_loss", "Blanks that are lost are reported of the first board alone",
         '            ctx.lose(board, Field.INFO_EVENT, "blanks become single", '
         "LossKind.APPROXIMATED)\n",
         "            if not len(ctx.losses.report().by_field().get(Field.INFO_EVENT, ())):\n"
         '                ctx.lose(board, Field.INFO_EVENT, "blanks become single", '
         "LossKind.APPROXIMATED)\n"),
    tape("test_no_silent_loss", "A long event is reported of the file in place of its boards",
         'ctx.lose(board, Field.INFO_EVENT', "ctx.lose(None, Field.INFO_EVENT"),
    demo("test_no_crying_wolf", "A contract that is dropped is reported as approximated",
         '"only whole contracts have room"', '"only whole contracts have room", '
         "LossKind.APPROXIMATED"),
    tape("test_no_crying_wolf", "A table that is dropped is reported as approximated",
         '"only a table of 20 numbers has room"', '"only a table of 20 numbers has room", '
         "LossKind.APPROXIMATED",
         '"only a double-dummy table has room"', '"only a double-dummy table has room", '
         "LossKind.APPROXIMATED"),
)

NUMBERED = (
    demo("test_every_number_comes_back", "The writer refuses the last number that there may be",
         "<= 9999:", "<= 9998:"),
    tape("test_every_number_comes_back", "The last number that there may be is left out",
         '    if board.number is not None and not 1 <= number <= 65535:\n',
         '    if number == 65535:\n        number = 0\n'
         '        ctx.lose(board, Field.NUMBER, "a number is 1 to 65535")\n'
         '    if board.number is not None and number and not 1 <= number <= 65535:\n'),
)

KEPT = (
    demo("test_writer_is_deterministic", "A file after one of a single board ends in an empty line",
         "RISKS = (", "LAST = [0]\nRISKS = (",
         BOARDS, "    count = 0\n" + BOARDS + "        count += 1\n",
         "        sink.write(cells.encode() + ending.encode())\n",
         "        sink.write(cells.encode() + ending.encode())\n"
         '    sink.write(b"\\n" * (LAST[0] == 1))\n    LAST[0] = count\n'),
    tape("test_options_for_writing_work", "The order of bytes is that chosen for the last file",
         'SEATS = "NESW"\n', 'SEATS = "NESW"\nLAST = []\n',
         "    options = ctx.options(WriteOptions)\n    form = \"<H\" if options.order",
         "    options = ctx.options(WriteOptions)\n    LAST[:] = [*LAST[-1:], options.order]\n"
         '    order = "little" if "little" in LAST else "big"\n    form = "<H" if order',
         '(b"\\x01" if options.order == ', '(b"\\x01" if order == '),
    demo("test_options_for_reading_work", "Events are dropped once more than they are to be",
         "RISKS = (", "LAST = []\nRISKS = (",
         "    part, before = ctx.part, 0\n",
         "    part, before = ctx.part, 0\n"
         "    LAST[:] = [*LAST[-1:], ctx.options(ReadOptions).events]\n",
         'event if options.events == "keep"', 'event if "drop" not in LAST'),
)

ENVIRONMENT = (
    demo("test_options_for_writing_are_heeded", "A variable wins over whose hand comes first",
         "Seat.parse(options.first)",
         "Seat.parse(__import__('os').environ.get('DEMO_FIRST') or options.first)"),
    demo("test_options_for_reading_are_heeded", "A variable wins over what becomes of events",
         'event if options.events == "keep"',
         "event if __import__('os').getenv('DEMO_EVENTS', options.events) == 'keep'"),
    tape("test_options_for_writing_are_heeded", "A variable wins over what becomes of long events",
         'if options.long == "drop":',
         "if __import__('os').environ.get('TAPE_LONG', options.long) == 'drop':"),
)

GROWTH = (
    demo("test_reading_time_is_linear", "Reading takes the square of the time",
         LINES, "    kept = []\n    for line, text in enumerate(ctx.text(source), before + 1):\n"
         "        kept.append(line)\n        assert -1 not in kept\n"
         "        if line == 1"),
    demo("test_writing_time_is_linear", "All numbers are looked through for each board",
         BOARDS, "    kept = []\n" + BOARDS + "        kept.append(board.number or 0)\n"
         "        assert not any(each < 0 for one in kept for each in (one, one, one, one))\n"),
    demo("test_cost_is_linear", "Each line is compared with all before it",
         LINES, "    kept = []\n    for line, text in enumerate(ctx.text(source), before + 1):\n"
         "        for one in kept:\n            assert one < line\n        kept.append(line)\n"
         "        if line == 1"),
    demo("test_memory_stays_flat", "The reader keeps the text of every line",
         LINES, "    kept = []\n    for line, text in enumerate(ctx.text(source), before + 1):\n"
         "        kept.append(text)\n        if line == 1"),
)

GROWTH += (
    tape("test_nothing_is_kept_of_a_board", "Fourteen bytes of each record are kept",
         "    offset = len(head)\n", "    offset, kept = len(head), bytearray()\n",
         "        offset += SIZE\n", "        kept += record[:14]\n        offset += SIZE\n"),
    tape("test_nothing_is_kept_of_a_board", "The writer keeps what it has written of each",
         BOARDS, "    kept = bytearray()\n" + BOARDS + "        kept += bytes(14)\n"),
)

OPTIONS = (
    demo("test_options_for_writing_are_heeded", "An option is forgotten when writing",
         'options.ending == "crlf"', "not options"),
    tape("test_options_for_writing_are_heeded", "An option of four choices is forgotten",
         "    if len(data) > EVENT and options.long", "    options = WriteOptions()\n"
         "    if len(data) > EVENT and options.long"),
    demo("test_options_for_writing_work", "Every other choice of an option is a KeyError",
         "Seat.parse(options.first)", '{"N": Seat.NORTH, "S": Seat.SOUTH}[options.first]'),
    demo("test_options_for_writing_work", "Two options do not go together",
         '        risk = "" if', '        1 // (options.ending == "lf" or options.first != "S")\n'
         '        risk = "" if'),
    tape("test_options_for_writing_work", "The reader does not see what an option changed",
         'form = "<H" if head[4] else ">H"', 'form = ">H"'),
    demo("test_options_for_reading_are_heeded", "An option is forgotten when reading",
         'event = event if options.events == "keep" else ""', "event = event"),
    demo("test_options_for_reading_work", "A choice of an option is an AttributeError",
         "tricks = tricks if options.tables", "tricks = tricks if options.tables or ctx.tables"),
    tape("test_options_for_reading_work", "One choice of an option is a KeyError",
         'name = record[29:39].rstrip(b"\\0").decode("latin-1")',
         'name = record[29:39].rstrip(b"\\0").decode({True: "latin-1"}[options.events])'),
)

OPTIONS += (
    demo("test_options_hold_for_every_board", "From board 100 on lines end as usual",
         BOARDS, "    for count, board in enumerate(boards):\n        if count == 100:\n"
         '            ending = "\\n"\n'),
    demo("test_options_hold_for_every_board", "From board 100 on an option is forgotten in reading",
         'event = event if options.events == "keep" else ""',
         'event = event if options.events == "keep" or line > 100 else ""'),
    demo("test_options_for_reading_agree_with_the_oracle", "An option leaves out one field more",
         'tricks = tricks if options.tables else ""\n',
         'tricks, result = (tricks, result) if options.tables else ("", "")\n'),
)

CALLS = (
    calls("test_auctions_and_plays_of_any_length_come_back", "Twenty calls are written and no more",
          "    return text\n", '    return " ".join(text.split()[:20])\n'),
    calls("test_auctions_and_plays_of_any_length_come_back", "Forty calls are read and no more",
          "Auction.of(Seat.parse(dealer), calls)",
          'Auction.of(Seat.parse(dealer), " ".join(calls.split()[:40]))'),
    calls("test_auctions_and_plays_of_any_length_come_back", "The last trick is left out",
          'cards.split(",") if cards', 'cards.split(",")[:12] if cards'),
)

PARTS = (
    demo("test_long_file_has_parts", "The splitter makes one part of any file",
         "yield Part(start, match.start(), state)", "continue"),
    demo("test_parts_scanned_are_the_whole", "Lines are counted from the part's beginning",
         'int(dict(part.state).get("lines", 0))', "1 if part.start else 0"),
)

CORPUS = (
    demo("test_corpus_valid_reads_clean", "A sound file has a warning",
         "            else:\n                ctx.issue(\"DEMO003\"",
         "            if not text.startswith(\"demo 1\") or text.endswith(\"Club\"):\n"
         "                ctx.issue(\"DEMO003\""),
    demo("test_corpus_invalid_yields_its_code", "A fault is reported under another's code",
         'ctx.issue("DEMO001", line=line, column=1, count=len(cells))',
         'ctx.issue("DEMO001" if len(cells) > 2 else "DEMO002", line=line, column=1, '
         'count=len(cells), error="cells")'),
    demo("test_every_code_has_a_corpus_file", "No file shows a code",
         "\n)\n\n\nCARRIED =",
         "\n    DiagnosticCode(code=\"DEMO009\", severity=Severity.ERROR, "
         "template=\"t\", sample=\"s\", fix=\"m\"),\n)\n\n\nCARRIED ="),
)

EXCHANGED = ("\n\ndef exchanged(deal: Deal) -> Deal:\n    north, east, south, west = deal\n"
             "    return Deal((south, east, north, west))\n")

# The reader and the writer agree with each other: nothing but the oracle can tell.
ORACLE = (
    demo("test_reader_agrees_with_the_oracle", "North and South changed places, on both sides",
         "deal=Deal.parse(deal) if deal else None,",
         "deal=exchanged(Deal.parse(deal)) if deal else None,",
         "\n\ndef parse_contract(", EXCHANGED + "\n\ndef parse_contract(",
         "board.deal.to_text(", "exchanged(board.deal).to_text("),
    tape("test_reader_agrees_with_the_oracle", "Suits and ranks changed places, on both sides",
         "    for place in range(52):\n        masks[data[place // 4] >> 2 * (place % 4) & 3]",
         "    for place in range(52):\n        at = place % 4 * 13 + place // 4\n"
         "        masks[data[at // 4] >> 2 * (at % 4) & 3]",
         "                data[place // 4] |= owner << 2 * (place % 4)\n",
         "                at = place % 4 * 13 + place // 4\n"
         "                data[at // 4] |= owner << 2 * (at % 4)\n"),
    tape("test_reader_agrees_with_the_oracle", "Double dummy of the wrong side, on both sides",
         "    rows = [known[start : start + 5] for start in (0, 5, 10, 15)]\n",
         "    rows = [known[start : start + 5] for start in (5, 10, 15, 0)]\n",
         "for row in tricks.tricks for count in row]",
         "for row in (*tricks.tricks[3:], *tricks.tricks[:3]) for count in row]"),
    tape("test_reader_agrees_with_the_oracle", "Double dummy from clubs to notrump, on both sides",
         "    rows = [known[start : start + 5] for start in (0, 5, 10, 15)]\n",
         "    rows = [known[start : start + 5][::-1] for start in (0, 5, 10, 15)]\n",
         "for row in tricks.tricks for count in row]",
         "for row in tricks.tricks for count in row[::-1]]"),
    tape("test_reader_agrees_with_the_oracle", "The order of bytes is the other one, on both sides",
         'form = "<H" if head[4] else ">H"', 'form = ">H" if head[4] else "<H"',
         'form = "<H" if options.order == "little" else ">H"',
         'form = ">H" if options.order == "little" else "<H"'),
    demo("test_reader_agrees_with_the_oracle", "Vulnerability is the other side's, on both sides",
         'RISKS = ("none", "ns", "ew", "both")', 'RISKS = ("none", "ew", "ns", "both")'),
    demo("test_reader_agrees_with_the_oracle", "Tricks of one side are the other's, on both sides",
         "tricks, ns, ew = (", "tricks, ew, ns = (",
         "else str(result)", 'else str(attrs.evolve(result, ns=result.ew, ew=result.ns))'),
    demo("test_writer_agrees_with_the_oracle", "What only the oracle has is lost from elsewhere",
         "        number = board.number if",
         '        if event == "Open pairs" and ctx.source_format is None:\n'
         "            board = attrs.evolve(board, dealer=None)\n"
         "        number = board.number if"),
    demo("test_findings_are_where_they_are_expected", "The first column in place of the last",
         '"DEMO002", line=line, column=len(text)', '"DEMO002", line=line, column=1'),
    tape("test_findings_are_where_they_are_expected", "The offset is that of the record's end",
         '"TAPE003", offset=offset', '"TAPE003", offset=offset + SIZE'),
)

MUTANTS = (
    *DECLARATION, *SNIFFER, *READER, *VALUES, *WRITER, *NUMBERED, *KEPT, *GROWTH, *ENVIRONMENT,
    *OPTIONS, *PARTS, *CORPUS, *ORACLE, *CALLS,
)
"""All of them, in the order of the table."""
# fmt: on
