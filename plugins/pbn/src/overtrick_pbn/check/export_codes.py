r"""The codes of export-format rules, PBN650 to PBN679; only where a file says `% EXPORT`.

The samples are shown with LF; in a file their lines end with CRLF.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from overtrick.findings.diagnostics import DiagnosticCode, Severity

HEADER: Final = "% PBN 2.1\n% EXPORT\n"

MANDATORY_GAME: Final[Mapping[str, str]] = {
    "Event": "", "Site": "", "Date": "", "Board": "1", "West": "", "North": "", "East": "",
    "South": "", "Dealer": "N", "Vulnerable": "None",
    "Deal": "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5",
    "Scoring": "", "Declarer": "S", "Contract": "3NT", "Result": "7",
}  # fmt: skip
"""The 15 mandatory tags of a game in export format, in order."""


def export_game(after: str = "", **tags: str) -> str:
    """Return a file of one game in export format, with other values for some mandatory tags.

    Example:
        >>> export_game('[Room "Open"]', Dealer="E").splitlines()[-1]
        '[Room "Open"]'
    """
    values = {**MANDATORY_GAME, **tags}
    lines = "".join(f'[{name} "{value}"]\n' for name, value in values.items())
    return f"{HEADER}{lines}{after}" + ("\n" if after else "")


def _code(  # noqa: PLR0917  # a row of a table
    code: str, clause: str, template: str, hint: str, sample: str, mend: str
) -> DiagnosticCode:
    return DiagnosticCode(
        code=code,
        severity=Severity.WARNING,
        clause=f"PBN 2.1 §{clause}",
        template=template,
        hint=hint,
        sample=sample,
        mend=mend,
    )


_AUCTION: Final = '[Auction "N"]\n'
_PLAY: Final = '[Play "W"]\n'

EXPORT_CODES: Final[tuple[DiagnosticCode, ...]] = (
    _code("PBN650", "2.3", "in export format a line ends with CR and LF",
          "save the file with CRLF; this is said of the first line that has not",
          "a file in export format with LF alone", "the same with CRLF"),
    _code("PBN651", "2.3", "a tab is not permitted in export format", "write blanks",
          export_game("{a\tb}"), export_game("{a b}")),
    _code("PBN652", "3", "in export format an empty line without blanks divides games",
          "delete the blanks on that line",
          export_game() + " \n" + export_game(Board="2").removeprefix(HEADER),
          export_game() + "\n" + export_game(Board="2").removeprefix(HEADER)),
    _code("PBN653", "3.3", 'in export format the tag {name} stands as [{name} "value"] on a line '
          "of its own", "one blank between name and value, none elsewhere, nothing before it",
          export_game().replace('[Site "', '[Site  "'), export_game()),
    _code("PBN654", "3.4", "the mandatory tag {name} is missing",
          'give it with "?" where it is unknown, with "" where it does not apply',
          export_game().replace('[Site ""]\n', ""), export_game()),
    _code("PBN655", "3.4", "in export format the tag {name} belongs before {before}",
          "the fifteen mandatory tags in their order, then the others by the alphabet",
          export_game('[Room "Open"]\n[Competition "Teams"]'),
          export_game('[Competition "Teams"]\n[Room "Open"]')),
    _code("PBN656", "3.1", "in export format the section {name} belongs before {before}",
          "identification, auction, play, then the other sections by the alphabet",
          export_game(f"{_PLAY}*\n{_AUCTION}3NT *", Declarer="N").replace('Play "W"', 'Play "E"'),
          export_game(f"{_AUCTION}3NT *\n{_PLAY}*", Declarer="N").replace('Play "W"', 'Play "E"')),
    _code("PBN658", "3.4.10", "export format says None, NS, EW or All, not {value}",
          "None for Love and -, All for Both", export_game(Vulnerable="Love"), export_game()),
    _code("PBN659", "3.4.11", "in export format the ranks of a suit descend: {value}",
          "write them from A down to 2",
          export_game().replace("AQ53", "A3Q5"), export_game()),
    _code("PBN660", "3.4.11", "in export format the deal begins with the dealer {dealer}, "
          "not {first}", "rotate the hands", export_game(Dealer="E"), export_game()),
    _code("PBN661", "3.4.15", "in export format the result is the number of declarer's tricks: "
          "{value}", "give declarer's tricks alone", export_game(Result="NS 7"), export_game()),
    _code("PBN662", "3.5", "in export format the auction begins with the dealer's call",
          "name the dealer in the Auction tag and leave out the hyphens before his call",
          export_game('[Auction "W"]\n- 3NT *', Declarer="N"),
          export_game(f"{_AUCTION}3NT *", Declarer="N")),
    _code("PBN663", "3.5", "in export format a line of the auction has four calls, not {count}",
          "fewer only where annotations fill the line",
          export_game(f"{_AUCTION}3NT Pass Pass\nPass", Declarer="N"),
          export_game(f"{_AUCTION}3NT Pass Pass Pass", Declarer="N")),
    _code("PBN664", "3.5.2", "in export format annotations stand as note, then NAGs ascending",
          "write =1= $3 $25",
          export_game(f'{_AUCTION}3NT $3 =1= *\n[Note "1:text"]', Declarer="N"),
          export_game(f'{_AUCTION}3NT =1= $3 *\n[Note "1:text"]', Declarer="N")),
    _code("PBN665", "3.5.3", "in export format the suffix {text} is written as {nag}",
          "write the numeric annotation glyph",
          export_game(f"{_AUCTION}3NT! *", Declarer="N"),
          export_game(f"{_AUCTION}3NT $1 *", Declarer="N")),
    _code("PBN666", "3.7", "in export format a single blank follows {text}",
          "put one blank between it and what follows on the line",
          export_game(f"{_AUCTION}3NT $1  *", Declarer="N"),
          export_game(f"{_AUCTION}3NT $1 *", Declarer="N")),
    _code("PBN667", "3.6", "in export format the play begins with the opening leader {leader}",
          "name declarer's left-hand opponent in the Play tag and give the cards in that order",
          export_game('[Play "N"]\n- - - S6\n*'), export_game(f"{_PLAY}S6 - - -\n*")),
    _code("PBN668", "3.6", "in export format a line of the play has four cards, not {count}",
          "a hyphen for a card that is unknown or not played",
          export_game(f"{_PLAY}S6 SQ\n*"), export_game(f"{_PLAY}S6 SQ - -\n*")),
    _code("PBN669", "3.8", "in export format {what}",
          "begin a comment on a new line behind a tag, elsewhere after one blank",
          export_game().replace('[Site ""]', '[Site ""] {home}'),
          export_game().replace('[Site ""]', '[Site ""]\n{home}')),
    _code("PBN671", "5.2", "{name}: in export format each row is one line of {columns} elements",
          "one row a line",
          export_game('[OptimumResultTable "Declarer;Denomination;Result"]\nN NT\n9'),
          export_game('[OptimumResultTable "Declarer;Denomination;Result"]\nN NT 9')),
    _code("PBN672", "5.2", "{name}: in export format elements are divided by one blank and "
          "filled up to their width alone", "one blank between elements",
          export_game('[OptimumResultTable "Declarer;Denomination;Result"]\nN NT  9'),
          export_game('[OptimumResultTable "Declarer;Denomination;Result"]\nN NT 9')),
)  # fmt: skip
