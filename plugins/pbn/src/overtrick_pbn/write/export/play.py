"""The play section in export format.

Source: PBN 2.1 §3.6 (Play section), §3.9 (Irregularities).
"""

from __future__ import annotations

from typing import Final

import attrs

from overtrick import CARDS, Ending, Field, Irregularity, Play, PlayedCard, Seat, Strain, Trick
from overtrick.plugin import NO_CARD
from overtrick_pbn.read.play import next_card_of
from overtrick_pbn.standard.values import MARKS
from overtrick_pbn.write.export.lines import EOL, Lines, fitted_comment
from overtrick_pbn.write.export.notes import Notes
from overtrick_pbn.write.losses import Losses

# The shared entries live as long as the program, so their identities are keys that cost nothing.
_CELLS: Final = {id(PlayedCard.plain(card)): card.symbol for card in CARDS}
_CELLS[id(None)] = "-"

_WORDS: Final = {card.index: card.symbol for card in CARDS} | {NO_CARD: "-"}

_OF_CARDS: Final = frozenset({Irregularity.REVOKE, Irregularity.LEAD_OUT_OF_TURN})


def play_lines(
    play: Play,
    strain: Strain | None,
    unused: object,
    at_end: tuple[str, ...],
    losses: Losses,
    *,
    total: int = 13,
) -> tuple[list[str], list[str]]:
    """Return the lines of cards and the lines of notes.

    Args:
        play: the play.
        strain: the trumps, to know who plays next; `None` where they are not known.
        unused: the texts of notes that no card refers to, a tuple.
        at_end: comments behind the mark that ends the cards.
        losses: where they go.
        total: how many tricks there are; an end position has fewer than 13.
    """
    if play.ending is not Ending.OPEN and unused is None and not at_end:
        simple = _simple(play, total)
        if simple is not None:
            return simple, []
    ending = ending_of(play, total)
    if ending is not play.ending:
        losses.changed(Field.PLAY_CARDS, "the end of the play is derived from its cards")
    lines = Lines()
    notes = Notes("play", losses)
    remarks = [fitted_comment(comment, Field.EXTRAS, losses) for comment in at_end]
    next_card = next_card_of(play, strain)[:2] if ending is Ending.OPEN else None
    _write_tricks(play, next_card, remarks, lines, notes)
    if next_card is not None and next_card[0] == len(play.tricks):
        for step in range(4):
            if play.leader.after(step) is next_card[1]:
                _write_mark("+", remarks, lines)
            else:
                lines.word("-")
    elif ending is Ending.CLOSED or (at_end and next_card is None):
        # On a line of its own, as in the example of §1.2.
        _write_mark("*", remarks, lines)
    notes.add_unused(unused)
    return lines.finished(), notes.lines()


def led_by(play: Play, leader: Seat, losses: Losses) -> Play:
    """Return a play as the record of an opening leader.

    Whoever led instead has led out of turn, which is said at the card where nothing else is.

    Args:
        play: the play.
        leader: declarer's left hand opponent.
        losses: where they go.

    Source: PBN 2.1 §3.6 ("In export format this player is always the opening leader"), §3.9 (D).
    """
    if play.leader is leader:
        return play
    losses.changed(Field.PLAY_CARDS, f"the Play tag names the opening leader, {leader.symbol}")
    tricks = list(play.tricks)
    led = tricks[0].cards[play.leader] if tricks else None
    is_marked = any(
        played is not None and played.irregularity is Irregularity.LEAD_OUT_OF_TURN
        for trick in tricks[:1]
        for played in trick.cards
    )
    if led is not None and led.card is not None and led.irregularity is None and not is_marked:
        losses.changed(Field.PLAY_IRREGULARITIES, "the actual leader is marked as out of turn")
        marked = attrs.evolve(led, irregularity=Irregularity.LEAD_OUT_OF_TURN)
        north, east, south, west = (
            marked if seat is play.leader else tricks[0].cards[seat] for seat in Seat
        )
        tricks[0] = Trick((north, east, south, west))
    return attrs.evolve(play, leader=leader, tricks=tuple(tricks))


def _write_mark(mark: str, remarks: list[str], lines: Lines) -> None:
    lines.word(mark)
    for remark in remarks:
        lines.comment(remark)


def _simple(play: Play, total: int) -> list[str] | None:
    """Write a play of cards with nothing said about them; `None` for any other one.

    The lines are one text, which is not taken apart again.
    """
    indexes = play.indexes
    if indexes is None:
        return None
    text = EOL.join(map(" ".join, zip(*[map(_WORDS.__getitem__, indexes)] * 4, strict=True)))
    is_whole = len(indexes) == 4 * total and NO_CARD not in indexes
    if is_whole != (play.ending is Ending.COMPLETE):
        return None
    lines = [text] if text else []
    if play.ending is Ending.CLOSED:
        lines.append("*")
    return lines


def ending_of(play: Play, total: int) -> Ending:
    """Return the ending that a reader will find: as many whole tricks as there are, complete."""
    if play.is_whole(total):
        return Ending.COMPLETE
    return Ending.UNKNOWN if play.ending is Ending.COMPLETE else play.ending


def _write_tricks(
    play: Play,
    next_card: tuple[int, Seat] | None,
    remarks: list[str],
    lines: Lines,
    notes: Notes,
) -> None:
    """Write the tricks, a line each, with the mark of the next card if it is among them."""
    for number, trick in enumerate(play.tricks):
        for step in range(4):
            seat = play.leader.after(step)
            if (number, seat) == next_card:
                _write_mark("+", remarks, lines)
            else:
                _write_card(trick.cards[seat], lines, notes)
        lines.end_line()


def _write_card(played: PlayedCard | None, lines: Lines, notes: Notes) -> None:
    losses = notes.losses
    word = _CELLS.get(id(played))
    if word is not None or played is None:
        lines.word(word or "-")
        return
    irregularity = played.irregularity
    if irregularity is not None:
        if irregularity not in _OF_CARDS or played.card is None:
            losses.dropped(Field.PLAY_IRREGULARITIES, "PBN has no such irregularity at a card")
        else:
            lines.word(MARKS[irregularity])
    lines.word("-" if played.card is None else played.card.symbol)
    comment = played.comment
    if played.note is not None:
        note = notes.cleaned(played.note)
        if not notes.write_reference(note, lines):
            comment = notes.as_comment(note, comment)
    notes.write_rest(played.nags, comment, lines)
