"""The codes of what `check --fix` did, PBN751 to PBN779.

Each finding of the linter that is mended has a code here; `MENDS` pairs them.
"""

from __future__ import annotations

from typing import Final

from overtrick.findings.diagnostics import DiagnosticCode, Severity
from overtrick_pbn.check.export_codes import export_game


def _code(code: str, clause: str | None, template: str, sample: str, mend: str) -> DiagnosticCode:
    return DiagnosticCode(
        code=code,
        severity=Severity.NOTE,
        clause=None if clause is None else f"PBN 2.1 §{clause}",
        template=template,
        hint="nothing to do; this is what was mended",
        sample=sample,
        mend=mend,
    )


FIX_CODES: Final[tuple[DiagnosticCode, ...]] = (
    _code("PBN751", "3.11", "mended: {old} in upper case as {new}", '[Dealer "n"]', '[Dealer "N"]'),
    _code("PBN752", "3.5.1", "mended: {old} written Pass or AP",
          '[Dealer "N"]\n[Auction "N"]\n1C P *', '[Dealer "N"]\n[Auction "N"]\n1C Pass *'),
    _code("PBN753", "3.5.1", "mended: {old} written {new}",
          '[Dealer "N"]\n[Auction "N"]\n1C Dbl *', '[Dealer "N"]\n[Auction "N"]\n1C X *'),
    _code("PBN754", "3.5.1", "mended: notrump in {old} written {new}",
          '[Dealer "N"]\n[Auction "N"]\n1N *', '[Dealer "N"]\n[Auction "N"]\n1NT *'),
    _code("PBN755", "3.6.1", "mended: the ten in {old} written T",
          '[Deal "N:A10... - - -"]', '[Deal "N:AT... - - -"]'),
    _code("PBN756", "3.4.11", "mended: a hand that is not given written -",
          '[Deal "N:A... ... - -"]', '[Deal "N:A... - - -"]'),
    _code("PBN757", "3.4.10", "mended: vulnerability {old} written {new}",
          '[Vulnerable "N-S"]', '[Vulnerable "NS"]'),
    _code("PBN758", None, "mended: blanks at the ends of the value of {name} taken away",
          '[Vulnerable "None "]', '[Vulnerable "None"]'),
    _code("PBN759", "3.3", "mended: quotes and brackets of {name} put in their places",
          "[Event No quotes]", '[Event "No quotes"]'),
    _code("PBN760", "2.4", "mended: the line % PBN 2.1 added", '[Board "1"]',
          '% PBN 2.1\n[Board "1"]'),
    _code("PBN761", "2.2", "mended: the byte order mark taken away",
          "bytes EF BB BF before % PBN", "% PBN 2.1"),
    _code("PBN762", "3.4.4", "mended: leading zeros of the board number {old} taken away",
          '[Board "01"]', '[Board "1"]'),
    _code("PBN763", "3.4.11", "mended: blanks in the deal taken away",
          '[Deal "N: A... K...  - -"]', '[Deal "N:A... K... - -"]'),
    _code("PBN765", "3", "mended: an empty line put between two games",
          '[Board "1"]\n[Deal "N:- - - -"]\n[Board "2"]',
          '[Board "1"]\n[Deal "N:- - - -"]\n\n[Board "2"]'),
    _code("PBN766", "3.4.14", "mended: the contract {old} written {new}",
          '[Contract "3N"]', '[Contract "3NT"]'),
    _code("PBN767", "2.3", "mended: lines ended with CR and LF",
          "a file in export format with LF alone", "the same with CRLF"),
    _code("PBN768", "3.4", "mended: tags and sections put in the order of export format",
          export_game('[Room "Open"]\n[Competition "Teams"]'),
          export_game('[Competition "Teams"]\n[Room "Open"]')),
    _code("PBN769", "3.3", "mended: the tag {name} written as export format has it",
          export_game().replace('[Site "', '[Site  "'), export_game()),
    _code("PBN770", "3.4.11", "mended: the deal written from the dealer, ranks descending",
          export_game().replace("AQ53", "A3Q5"), export_game()),
    _code("PBN771", "3.5.2", "mended: the annotations {old} written {new}",
          export_game('[Auction "N"]\n3NT! *', Declarer="N"),
          export_game('[Auction "N"]\n3NT $1 *', Declarer="N")),
    _code("PBN772", "2.3", "mended: tabs written as blanks",
          export_game('[Auction "N"]\n3NT\t*', Declarer="N"),
          export_game('[Auction "N"]\n3NT *', Declarer="N")),
    _code("PBN773", "3", "mended: blanks on the empty line between games taken away",
          export_game() + " \n" + export_game(Board="2"),
          export_game() + "\n" + export_game(Board="2")),
    _code("PBN774", "3.4.11", "mended: suit letters in the deal taken away",
          '[Deal "N:SA.HK.DQ.CJ - - -"]', '[Deal "N:A.K.Q.J - - -"]'),
    _code("PBN775", "3.4.15", "mended: the result {old} written as declarer's tricks, {new}",
          export_game(Result="NS 7"), export_game()),
    _code("PBN776", "3.8", "mended: a comment put where export format has it",
          export_game().replace('[Site ""]', '[Site ""] {home}'),
          export_game().replace('[Site ""]', '[Site ""]\n{home}')),
)  # fmt: skip

MENDS: Final[dict[str, str]] = {
    "PBN202": "PBN761",
    "PBN222": "PBN760",
    "PBN301": "PBN765",
    "PBN308": "PBN759",
    "PBN309": "PBN759",
    "PBN310": "PBN759",
    "PBN311": "PBN759",
    "PBN314": "PBN759",
    "PBN341": "PBN762",
    "PBN342": "PBN763",
    "PBN650": "PBN767",
    "PBN651": "PBN772",
    "PBN652": "PBN773",
    "PBN653": "PBN769",
    "PBN655": "PBN768",
    "PBN656": "PBN768",
    "PBN658": "PBN757",
    "PBN659": "PBN770",
    "PBN660": "PBN770",
    "PBN661": "PBN775",
    "PBN664": "PBN771",
    "PBN665": "PBN771",
    "PBN666": "PBN771",
    "PBN669": "PBN776",
    "PBN801": "PBN752",
    "PBN802": "PBN753",
    "PBN803": "PBN754",
    "PBN805": "PBN751",
    "PBN806": "PBN755",
    "PBN807": "PBN755",
    "PBN808": "PBN756",
    "PBN809": "PBN774",
    "PBN810": "PBN758",
    "PBN811": "PBN757",
    "PBN812": "PBN766",
    "PBN813": "PBN751",
}
"""What `check --fix` mends: the code of a finding, and the code that tells of its mend."""
