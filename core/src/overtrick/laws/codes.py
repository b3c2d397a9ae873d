"""The diagnostic codes of bridge law: LAW1xx auction, LAW2xx play, LAW3xx the complete board.

The samples are parts of PBN games, the format that most readers know.
"""

from __future__ import annotations

import functools
from typing import Final

from overtrick.findings.diagnostics import Catalogue, Diagnostic, DiagnosticCode, Location, Severity

_DEAL: Final = '[Deal "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"]'

_FOUR_SPADES: Final = '[Vulnerable "None"]\n[Declarer "N"]\n[Contract "4S"]\n[Result "10"]'

_law = functools.partial(DiagnosticCode, kind="inconsistent")
_error = functools.partial(_law, severity=Severity.ERROR)
_warning = functools.partial(_law, severity=Severity.WARNING)
_note = functools.partial(_law, severity=Severity.NOTE)

LAW_CODES: Final = Catalogue(
    _warning(
        code="LAW101",
        template="insufficient bid {call} by {seat}, not above {last}",
        clause="Laws of Duplicate Bridge 2017, Law 18; PBN 2.1 §3.9",
        hint="correct the bid, or mark it as insufficient and accepted (PBN ^I)",
        sample='[Auction "N"]\n2S 2H AP',
        fix='[Auction "N"]\n2S ^I 2H AP',
    ),
    _error(
        code="LAW102",
        template="inadmissible double by {seat}: {why}",
        clause="Laws of Duplicate Bridge 2017, Law 19 A",
        hint="an inadmissible double is always cancelled: correct the call",
        sample='[Auction "N"]\n1S Pass X AP',
        fix='[Auction "N"]\n1S X AP',
    ),
    _error(
        code="LAW103",
        template="inadmissible redouble by {seat}: {why}",
        clause="Laws of Duplicate Bridge 2017, Law 19 B",
        hint="an inadmissible redouble is always cancelled: correct the call",
        sample='[Auction "N"]\n1S XX AP',
        fix='[Auction "N"]\n1S X XX AP',
    ),
    _error(
        code="LAW104",
        template="{seat} calls {call} after the end of the auction",
        clause="Laws of Duplicate Bridge 2017, Law 22; PBN 2.1 §3.5",
        hint="remove the calls after the final passes, or a surplus pass before them",
        sample='[Auction "N"]\n1S Pass Pass Pass\nPass',
        fix='[Auction "N"]\n1S Pass Pass Pass',
    ),
    _error(
        code="LAW105",
        template="auction marked complete, but {count} more passes are needed to end it",
        clause="Laws of Duplicate Bridge 2017, Law 22",
        hint="add the passes, or mark the record as incomplete (PBN *)",
        sample="an auction 1S Pass whose ending is COMPLETE",
        fix='[Auction "N"]\n1S Pass Pass Pass',
    ),
    _warning(
        code="LAW106",
        template="auction marked unfinished, but it has ended",
        clause="Laws of Duplicate Bridge 2017, Law 22; PBN 2.1 §3.5",
        hint="remove the mark for further calls (PBN +)",
        sample='[Auction "N"]\n1S Pass Pass Pass +',
        fix='[Auction "N"]\n1S Pass Pass Pass',
    ),
    _warning(
        code="LAW107",
        template="unjustified irregularity mark {mark} by {seat}: {why}",
        clause="PBN 2.1 §3.9",
        hint="remove the mark, or correct the call",
        sample='[Auction "N"]\n1S ^I 2H AP',
        fix='[Auction "N"]\n1S 2H AP',
    ),
    _warning(
        code="LAW108",
        template="missing call by {seat}",
        clause="Laws of Duplicate Bridge 2017, Law 17; PBN 2.1 §3.9",
        hint="enter the call, or mark the player as skipped (PBN ^S)",
        sample="an auction whose second entry has neither a call nor a mark",
        fix='[Auction "N"]\n1S ^S 2S AP',
    ),
    _error(
        code="LAW201",
        template="{seat} plays {card}, which {why}",
        clause="Laws of Duplicate Bridge 2017, Law 44",
        hint="correct the card or the deal",
        sample=f'{_DEAL}\n[Contract "4S"]\n[Declarer "S"]\n[Play "W"]\nSA S3 S9 S2\n*',
        fix=f'{_DEAL}\n[Contract "4S"]\n[Declarer "S"]\n[Play "W"]\nS4 S3 S9 S2\n*',
    ),
    _error(
        code="LAW202",
        template="{seat} plays {card}, which {player} already played to trick {before}",
        clause="Laws of Duplicate Bridge 2017, Law 44",
        hint="correct one of the two cards",
        sample='[Contract "4S"]\n[Declarer "S"]\n[Play "W"]\nS4 S3 S9 S2\nS4 S5 SK S7\n*',
        fix='[Contract "4S"]\n[Declarer "S"]\n[Play "W"]\nS4 S3 S9 S2\nS6 S5 SK S7\n*',
    ),
    _warning(
        code="LAW203",
        template="{seat} revokes: {card} on the lead of {led} while holding {held}",
        clause="Laws of Duplicate Bridge 2017, Law 61 A; PBN 2.1 §3.9",
        hint="correct the card, or mark the revoke (PBN ^R)",
        sample=f'{_DEAL}\n[Contract "4S"]\n[Declarer "S"]\n[Play "W"]\nS4 H7 S9 S2\n*',
        fix=f'{_DEAL}\n[Contract "4S"]\n[Declarer "S"]\n[Play "W"]\nS4 ^R H7 S9 S2\n*',
    ),
    _warning(
        code="LAW204",
        template="lead out of turn in trick {trick}: it is {leader}'s lead, but the others "
        "follow to another suit",
        clause="Laws of Duplicate Bridge 2017, Law 53; PBN 2.1 §3.9",
        hint="correct the cards, or mark the lead out of turn (PBN ^L)",
        sample=f'{_DEAL}\n[Contract "4S"]\n[Declarer "E"]\n[Play "S"]\nD2 C3 C2 C8\n*',
        fix=f'{_DEAL}\n[Contract "4S"]\n[Declarer "E"]\n[Play "S"]\nD2 D4 DT D5\n*',
    ),
    _error(
        code="LAW205",
        template="too many tricks: {count}, at most {limit} are possible",
        clause="Laws of Duplicate Bridge 2017, Law 44",
        hint="remove the tricks that were never played",
        sample="a play of fourteen tricks",
        fix="a play of thirteen tricks",
    ),
    _warning(
        code="LAW206",
        template="play marked complete, but it has only {count} of {limit} tricks",
        clause="Laws of Duplicate Bridge 2017, Law 44; PBN 2.1 §3.6",
        hint="add the tricks, or mark the record as incomplete (PBN *)",
        sample="a play of twelve tricks whose ending is COMPLETE",
        fix="a play of twelve tricks that ends with *",
    ),
    _warning(
        code="LAW207",
        template="play marked unfinished, but all {limit} tricks are played",
        clause="Laws of Duplicate Bridge 2017, Law 44; PBN 2.1 §3.6",
        hint="remove the mark for further cards (PBN +)",
        sample="a play of thirteen full tricks whose ending is OPEN",
        fix="a play of thirteen tricks",
    ),
    _warning(
        code="LAW208",
        template="unjustified irregularity mark {mark} by {seat}: {why}",
        clause="PBN 2.1 §3.9",
        hint="remove the mark, or correct the card",
        sample='[Contract "4S"]\n[Declarer "S"]\n[Play "W"]\n^L S4 S3 S9 S2\n*',
        fix='[Contract "4S"]\n[Declarer "S"]\n[Play "W"]\nS4 S3 S9 S2\n*',
    ),
    _error(
        code="LAW301",
        template="the contract is {stated}, but the auction ends in {found}",
        clause="Laws of Duplicate Bridge 2017, Law 22; PBN 2.1 §3.4.14",
        hint="correct the contract or the auction",
        sample='[Declarer "N"]\n[Contract "4S"]\n[Auction "N"]\n3S AP',
        fix='[Declarer "N"]\n[Contract "3S"]\n[Auction "N"]\n3S AP',
    ),
    _error(
        code="LAW302",
        template="the declarer is {stated}, but the auction makes it {found}",
        clause="Laws of Duplicate Bridge 2017, Law 22 and Definitions; PBN 2.1 §3.4.13",
        hint="correct the declarer, or mark that declarer and dummy were exchanged (PBN ^)",
        sample='[Declarer "S"]\n[Contract "3S"]\n[Auction "N"]\n3S AP',
        fix='[Declarer "N"]\n[Contract "3S"]\n[Auction "N"]\n3S AP',
    ),
    _error(
        code="LAW303",
        template="the dealer is {stated}, but {found} makes the first call",
        clause="Laws of Duplicate Bridge 2017, Law 17 B; PBN 2.1 §3.5",
        hint="correct the dealer or the auction",
        sample='[Dealer "E"]\n[Auction "N"]\n3S AP',
        fix='[Dealer "N"]\n[Auction "N"]\n3S AP',
    ),
    _warning(
        code="LAW304",
        template="{leader} makes the opening lead, but the declarer is {declarer}",
        clause="Laws of Duplicate Bridge 2017, Law 41 A; PBN 2.1 §3.6",
        hint="the player to declarer's left leads: correct the declarer or the play",
        sample='[Declarer "N"]\n[Contract "3S"]\n[Play "S"]\nS2 S6 S3 S9\n*',
        fix='[Declarer "N"]\n[Contract "3S"]\n[Play "E"]\nS9 S2 S6 S3\n*',
    ),
    _error(
        code="LAW305",
        template="the result is {stated} tricks, but in the play declarer {found}",
        clause="Laws of Duplicate Bridge 2017, Law 44; PBN 2.1 §3.4.15",
        hint="correct the result or the play, or mark that another number was agreed (PBN ^)",
        sample='a full play in which declarer wins nine tricks, and [Result "10"]',
        fix='the same with [Result "9"], or with [Result "^10"] if ten were agreed',
    ),
    _error(
        code="LAW306",
        template="inconsistent result: {why}",
        clause="Laws of Duplicate Bridge 2017, Law 44; PBN 2.1 §3.4.15",
        hint="the two sides' tricks add up to thirteen",
        sample='[Result "NS 9 EW 9"]',
        fix='[Result "NS 9 EW 4"]',
    ),
    _warning(
        code="LAW307",
        template="passed-out board with {what}",
        clause="Laws of Duplicate Bridge 2017, Law 22 A; PBN 2.1 §3.4.15",
        hint="a passed-out board has no declarer, no play and no result, and scores nothing",
        sample='[Contract "Pass"]\n[Result "7"]',
        fix='[Declarer ""]\n[Contract "Pass"]\n[Result ""]',
    ),
    _warning(
        code="LAW308",
        template="score {stated} does not match {contract} with {tricks} tricks: {found}",
        clause="Laws of Duplicate Bridge 2017, Law 77; PBN 2.1 §4.2.1",
        hint="correct the score, the result or the vulnerability; an adjusted score is not an "
        "error",
        sample=f'{_FOUR_SPADES}\n[Score "NS 450"]',
        fix=f'{_FOUR_SPADES}\n[Score "NS 420"]',
    ),
    _note(
        code="LAW310",
        template="the dealer is {stated}; on duplicate board {board} it is {found}",
        clause="Laws of Duplicate Bridge 2017, Law 2",
        hint="nothing to fix unless this is a duplicate board; reported once per file",
        sample='[Board "1"]\n[Dealer "S"]',
        fix='[Board "1"]\n[Dealer "N"]',
    ),
    _note(
        code="LAW311",
        template="the vulnerability is {stated}; on duplicate board {board} it is {found}",
        clause="Laws of Duplicate Bridge 2017, Law 2",
        hint="nothing to fix unless this is a duplicate board; reported once per file",
        sample='[Board "1"]\n[Vulnerable "All"]',
        fix='[Board "1"]\n[Vulnerable "None"]',
    ),
    _note(
        code="LAW312",
        template="cards in no hand: {count} of 52{names}",
        clause="Laws of Duplicate Bridge 2017, Law 1",
        hint="nothing to fix for an end position or a hidden hand; reported once per file",
        sample='[Deal "N:T53.AJ7.AT.AQ762 - - -"]',
        fix=_DEAL,
    ),
    _warning(
        code="LAW313",
        template="invalid table of double-dummy results: {why}",
        clause="PBN 2.1 §5.7",
        hint="correct the table: one row for each declarer and denomination",
        sample='[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\nN NT 14',
        fix='[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\nN NT 13',
    ),
    _note(
        code="LAW314",
        template="board number {number} already used by an earlier board with other hands",
        clause="Laws of Duplicate Bridge 2017, Law 2",
        hint="before dealing, split the file into its sets, or renumber the boards with "
        "`overtrick edit --renumber`; reported once per file",
        sample="two sets of boards in one file, each from board 1",
        fix="the boards numbered consecutively, or a file for each set",
    ),
)
"""Every code of bridge law, with a sample of what it finds and its fix."""


_NOWHERE: Final = Location()


def problem(code: str, part: str, **fields: object) -> Diagnostic:
    """Return the finding of a code about a part of a board, its message filled in."""
    return LAW_CODES[code].finding(_NOWHERE, part, **fields)
