"""Par as programs state it: which contracts reach it, and what it is worth.

`OptimumScore` is a tag of the standard (§4.2.7). `ParContract` is BridgeComposer's, `Minimax` that
of Big Deal's print-outs and the Polish scoring programs. `ParScore`, which a bidding engine and a
web page write in two forms, is kept as it stands: no source tells from whose side it is counted.

Source: observed; the public programs bridge-solver (`ParContract`) and pybcdd (`Minimax`), see
docs/reference/sources.md.
"""

from __future__ import annotations

import re
from typing import Final

import attrs

from overtrick import (
    PASS,
    Board,
    Contract,
    Doubling,
    ModelError,
    Seat,
    Side,
    Strain,
    Vulnerability,
    score_contract,
)
from overtrick_pbn.programs.values import stated
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.values import literal

_SEATS: Final = {
    **{side.symbol: tuple(seat for seat in Seat if seat.side is side) for side in Side},
    **{seat.symbol: (seat,) for seat in Seat},
}
_WORDS: Final = {seats: word for word, seats in _SEATS.items()}
_CONTRACT: Final = re.compile(
    rf"({lexis.PROGRAM_SIDE}|{lexis.PROGRAM_SEAT}) ({lexis.LEVEL})({lexis.PROGRAM_STRAIN})"
    rf"({lexis.PROGRAM_RISK})?({lexis.PAR_MARGIN})?",
    re.ASCII,
)
_PASSED: Final = re.compile(f"({lexis.PROGRAM_SIDE}) {PASS.symbol}")
_MINIMAX: Final = re.compile(
    rf"({lexis.LEVEL})({lexis.MINIMAX_STRAIN})({lexis.MINIMAX_DOUBLE}?)({lexis.PROGRAM_SEAT})"
    r"(-?[0-9]{1,5})",
    re.ASCII,
)
_SIDE_SCORE: Final = re.compile(
    rf"({lexis.PROGRAM_SIDE})\s*([+-]?\d{{1,5}})", re.IGNORECASE | re.ASCII
)
_NOTHING_MADE: Final = "7NS0"


@attrs.frozen(kw_only=True)
class StatedContract:
    """A contract by which par is reached, as a tag states it.

    Attributes:
        seats: who can declare: one seat, or both of a side.
        contract: level, strain and doubling; without a declarer.
        tricks: tricks won by declarer, 0 to 13; `None` where they are not told.
    """

    seats: tuple[Seat, ...]
    contract: Contract
    tricks: int | None = None

    @property
    def side(self) -> Side:
        """The declaring side."""
        return self.seats[0].side

    def score(self, vulnerability: Vulnerability) -> int | None:
        """Return the points of North and South, `None` where the tricks are not told."""
        if self.tricks is None:
            return None
        vulnerable = vulnerability.includes(self.side)
        points = score_contract(self.contract, self.tricks, vulnerable=vulnerable)
        return points if self.side is Side.NORTH_SOUTH else -points

    def __str__(self) -> str:
        needed = self.contract.tricks_needed or 0
        end = ""
        if self.tricks is not None:
            end = f"{self.tricks - needed:+d}" if self.tricks != needed else "="
        return f"{_WORDS[self.seats]} {_short(self.contract)}{end}"


@attrs.frozen(kw_only=True)
class StatedPar:
    """All contracts by which par is reached, as `ParContract` states them.

    Attributes:
        contracts: in the tag's order; empty where the board is best passed out.
        side: the side that the tag names for a board that is passed out; else `None`.
    """

    contracts: tuple[StatedContract, ...] = ()
    side: Side | None = None

    def scores(self, vulnerability: Vulnerability) -> frozenset[int]:
        """Return the points of North and South by each contract; a sound tag has one number."""
        if not self.contracts:
            return frozenset({0})
        points = (contract.score(vulnerability) for contract in self.contracts)
        return frozenset(score for score in points if score is not None)

    def __str__(self) -> str:
        if not self.contracts:
            return f"{(self.side or Side.NORTH_SOUTH).symbol} {PASS.symbol}"
        return "; ".join(map(str, self.contracts))


@attrs.frozen(kw_only=True)
class Minimax:
    """Par with one contract that reaches it, as `Minimax` states it.

    Attributes:
        contract: with its declarer, doubled where it fails; `None` where the board is best
            passed out.
        score: points of North and South.
    """

    contract: Contract | None
    score: int

    def tricks(self, vulnerability: Vulnerability) -> int | None:
        """Return the tricks of declarer that give the score, `None` where none do."""
        contract = self.contract
        if contract is None or contract.declarer is None:
            return None
        side = contract.declarer.side
        wanted = self.score if side is Side.NORTH_SOUTH else -self.score
        vulnerable = vulnerability.includes(side)
        for tricks in range(14):
            if score_contract(contract, tricks, vulnerable=vulnerable) == wanted:
                return tricks
        return None

    def __str__(self) -> str:
        contract = self.contract
        if contract is None or contract.strain is None or contract.declarer is None:
            return _NOTHING_MADE
        doubled = literal(lexis.MINIMAX_DOUBLE) if contract.doubling else ""
        strain = contract.strain.symbol[0]
        return f"{contract.level}{strain}{doubled}{contract.declarer.symbol}{self.score}"


def parse_par(text: str) -> StatedPar:
    """Read a value of `ParContract`.

    Args:
        text: contracts with a semicolon between two: who declares (a side or a seat), a blank,
            the contract, and its result: `=`, or the tricks more or less than it needs.
            `NS Pass` for a board that is passed out.

    Raises:
        ModelError: the text is not of that form.

    Example:
        >>> par = parse_par("EW 2SX-1; EW 3DX-1")
        >>> [contract.score(Vulnerability.NONE) for contract in par.contracts]
        [100, 100]
        >>> print(parse_par("NS 3N+1").contracts[0].tricks, parse_par("NS Pass").contracts)
        10 ()

    Source: BridgeComposer's files; bridge-solver.
    """
    passed = _PASSED.fullmatch(text.strip())
    if passed is not None:
        return StatedPar(side=_SEATS[passed[1]][0].side)
    return StatedPar(contracts=tuple(_stated_contract(part) for part in text.split(";")))


def _stated_contract(text: str) -> StatedContract:
    match = _CONTRACT.fullmatch(" ".join(text.split()))
    if match is None:
        msg = f"{text.strip()[:30]!r} is no side with a contract and its result, such as NS 4S="
        raise ModelError(msg)
    who, level, strain, risk, end = match.groups()
    contract = Contract(
        level=int(level), strain=Strain.parse(strain), doubling=Doubling(len(risk or ""))
    )
    tricks = None
    if end is not None:
        tricks = (contract.tricks_needed or 0) + (0 if end == "=" else int(end))
        if not 0 <= tricks <= 13:
            msg = f"{text.strip()[:30]!r} makes {tricks} tricks (0 to 13)"
            raise ModelError(msg)
    return StatedContract(seats=_SEATS[who], contract=contract, tricks=tricks)


def parse_minimax(text: str) -> Minimax:
    """Read a value of `Minimax`.

    Args:
        text: level, strain (N for notrump), D where the contract is doubled, declarer, and the
            score of North and South, without blanks. `7NS0` for a board that is passed out.

    Raises:
        ModelError: the text is not of that form.

    Example:
        >>> par = parse_minimax("6HDE800")
        >>> par.contract, par.score, par.tricks(Vulnerability.BOTH)
        (<Contract 6HX by E>, 800, 9)
        >>> parse_minimax("7NS0").contract is None
        True

    Source: files of Big Deal and of the Polish scoring programs; pybcdd.
    """
    word = text.strip()
    match = _MINIMAX.fullmatch(word)
    if match is None:
        msg = "it is no contract with declarer and score, such as 4SW-420"
        raise ModelError(msg)
    level, strain, doubled, declarer, score = match.groups()
    if int(score) == 0:
        return Minimax(contract=None, score=0)
    contract = Contract(
        level=int(level),
        strain=Strain.parse(strain),
        doubling=Doubling.DOUBLED if doubled else Doubling.UNDOUBLED,
        declarer=Seat.parse(declarer),
    )
    return Minimax(contract=contract, score=int(score))


def parse_optimum_score(text: str) -> int:
    """Read a value of `OptimumScore`: the points of North and South.

    Args:
        text: the score of one side, or of both; a plus sign, which the standard does not have,
            is taken as well.

    Raises:
        ModelError: there is no score in it, or two that contradict each other.

    Example:
        >>> parse_optimum_score("EW 420"), parse_optimum_score("NS -50 EW 50")
        (-420, -50)

    Source: PBN 2.1 §4.2.7 (OptimumScore).
    """
    scores = {
        int(points) if side.upper() == Side.NORTH_SOUTH.symbol else -int(points)
        for side, points in _SIDE_SCORE.findall(text)
    }
    if len(scores) != 1:
        why = "the two sides contradict each other" if scores else "no side's score is stated"
        msg = f"{why}: {text[:30]!r}"
        raise ModelError(msg)
    return scores.pop()


def par_contract(board: Board) -> StatedPar | None:
    """Return what a board's `ParContract` states, `None` where there is no such tag.

    Raises:
        ModelError: the value cannot be read; the message says why.

    Example:
        >>> from overtrick import loads
        >>> [board] = loads('[ParContract "NS 4S=; NS 4H="]', format="pbn")
        >>> print(par_contract(board))
        NS 4S=; NS 4H=
    """
    return stated(board, "ParContract", parse_par)


def minimax(board: Board) -> Minimax | None:
    """Return what a board's `Minimax` states, `None` where there is no such tag.

    Raises:
        ModelError: the value cannot be read; the message says why.
    """
    return stated(board, "Minimax", parse_minimax)


def optimum_score(board: Board) -> int | None:
    """Return the points of North and South by `OptimumScore`, `None` where there is no such tag.

    Raises:
        ModelError: the value cannot be read; the message says why.
    """
    return stated(board, "OptimumScore", parse_optimum_score)


def _short(contract: Contract) -> str:
    """Return a contract with one letter for its strain."""
    strain = "" if contract.strain is None else contract.strain.symbol[0]
    return f"{contract.level}{strain}{contract.doubling.symbol}"
