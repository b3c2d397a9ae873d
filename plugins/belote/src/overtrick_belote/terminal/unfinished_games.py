"""List the unfinished games and ask which one to continue."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import click

from overtrick.plugin import printable
from overtrick_belote.table.saves import Journal, SaveError
from overtrick_belote.table.storage import InUseError, aside
from overtrick_belote.table.unfinished import Unfinished, delete_game, unfinished_games
from overtrick_belote.terminal.speaking import TextPrinter, ask
from overtrick_belote.terminal.typed import folded
from overtrick_cli.commands import INPUT, Failure

_YES: Final = ("y", "yes", "o", "oui")
_NEW: Final = ("n", "no", "non", "new", "nouvelle")
_DELETE: Final = re.compile(r"(?:d|delete|s|supprimer)(?: ?([0-9]{1,6}))?")
_QUIT: Final = ("q", "quit", "exit", "fin", "quitter")


class NoGameChosenError(click.exceptions.Exit):
    """The user chose no game."""

    def __init__(self) -> None:
        super().__init__(0)


def resumed(speaker: TextPrinter) -> Journal | None:
    """Return the journal of the latest intact game not open elsewhere, without asking.

    Raises:
        Failure: there are only games that are damaged or being played.
    """
    known, in_use = _look(speaker)
    for game in known:
        journal = _opened(speaker, game) if game.is_sound else None
        if journal is not None:
            return journal
        if not game.is_sound:
            _tell_damaged(speaker, game)
    if in_use:
        raise Failure(in_use[0], INPUT)
    if known:
        raise Failure(speaker.text("none-sound"), INPUT)
    return None


def offered(speaker: TextPrinter) -> Journal | None:
    """Return the unfinished game that the user chooses, or `None` for a new one.

    Raises:
        Exit: the person chose to leave, or the input has ended.
    """
    is_damaged = False
    while True:
        known, in_use = _look(speaker)
        for text in in_use:
            speaker.write(text)
        if not known:
            # No game begins of itself where there was one that cannot be gone on with.
            if (in_use or is_damaged) and not _is_begun(speaker):
                raise NoGameChosenError
            return None
        _tell(speaker, known)
        chosen, is_deleted = _asked(speaker, known)
        if chosen is None:
            return None
        if is_deleted:
            _delete(speaker, chosen)
            is_damaged = not chosen.is_sound
        elif (journal := _opened(speaker, chosen)) is not None:
            return journal


def _look(speaker: TextPrinter) -> tuple[list[Unfinished], list[str]]:
    """Return the unfinished games, the most recently played first, and those open elsewhere."""
    games = list(unfinished_games())
    in_use = [speaker.text("in-use", date=_date_of(speaker, g)) for g in games if g.in_use]
    return [game for game in games if not game.in_use], in_use


def _about(speaker: TextPrinter, game: Unfinished) -> str:
    """Return the description of a game: its date, hand and score."""
    date, table = _date_of(speaker, game), game.table
    if table is None:
        return date
    if table.game is None:
        return speaker.text("hand-of", date=date)
    return speaker.text(
        "game-of",
        date=date,
        number=table.hand_number,
        north_south=table.totals[0],
        east_west=table.totals[1],
    )


def _tell(speaker: TextPrinter, known: Sequence[Unfinished]) -> None:
    if len(known) == 1:
        (game,) = known
        if game.is_sound:
            speaker.say("unfinished-one", game=_about(speaker, game))
        else:
            _tell_damaged(speaker, game)
        return
    speaker.say("unfinished-several", count=str(len(known)))
    for number, game in enumerate(known, 1):
        speaker.write(f"{number:>3}  {_about(speaker, game)}")
        if not game.is_sound:
            speaker.write(_damage(speaker, game), indent="     ")


def _tell_damaged(speaker: TextPrinter, game: Unfinished) -> None:
    speaker.say("unfinished-damaged", game=_about(speaker, game))
    speaker.write(_damage(speaker, game))


def _damage(speaker: TextPrinter, game: Unfinished) -> str:
    if not game.line:
        return speaker.text("damaged-whole", why=game.why)
    kept = printable(aside(game.path).name)
    return speaker.text("damaged-part", why=game.why, line=str(game.line), path=kept)


def _asked(speaker: TextPrinter, known: Sequence[Unfinished]) -> tuple[Unfinished | None, bool]:
    """Ask for a game; return it, or `None` for a new one, and whether to delete it."""
    single = known[0] if len(known) == 1 else None
    if single is None:
        prompt = speaker.text("prompt-which", count=str(len(known)))
    elif single.is_sound:
        prompt = speaker.text("prompt-resume")
    else:
        prompt = speaker.text("prompt-damaged" if single.line else "prompt-lost")
    while True:
        answer = _answer(speaker, prompt, is_kept=known[0].is_sound)
        if answer in _NEW:
            return None, False
        if answer in _YES or not answer:
            # A damaged game is resumed only with the user's consent.
            chosen = known[0] if (answer in _YES and single) or known[0].is_sound else None
            is_deleted = False
        else:
            deleting = _DELETE.fullmatch(answer)
            is_deleted = deleting is not None
            number = (deleting[1] or "") if deleting else answer
            chosen = single if is_deleted and not number else _numbered(known, number)
        if chosen is not None and (is_deleted or chosen.is_sound or chosen.line):
            return chosen, is_deleted
        speaker.say("no-such-answer", text=printable(answer))


def _numbered(known: Sequence[Unfinished], number: str) -> Unfinished | None:
    if not re.fullmatch("[0-9]{1,6}", number) or not 1 <= int(number) <= len(known):
        return None
    return known[int(number) - 1]


def _answer(speaker: TextPrinter, prompt: str, *, is_kept: bool) -> str:
    """Return the user's answer to a question.

    Raises:
        Exit: the person chose to leave, or the input has ended.
    """
    try:
        answer = folded(ask(f"{prompt} > "))
    except EOFError:
        speaker.say("kept" if is_kept else "none-begun")
        raise NoGameChosenError from None
    if answer in _QUIT:
        speaker.say("goodbye")
        raise NoGameChosenError
    return answer


def _is_begun(speaker: TextPrinter) -> bool:
    """Ask whether to begin a new game though another one is open elsewhere."""
    while True:
        try:
            answer = folded(ask(f"{speaker.text('prompt-begin')} > "))
        except EOFError:
            speaker.say("none-begun")
            return False
        if answer in _YES:
            return True
        if answer in _NEW[:3] or answer in _QUIT:
            speaker.say("goodbye")
            return False
        speaker.say("no-such-answer", text=printable(answer))


def _opened(speaker: TextPrinter, game: Unfinished) -> Journal | None:
    """Open a game; report the reason if that fails."""
    try:
        return Journal.resume(game.path) if game.is_sound else Journal.rescue(game.path)
    except InUseError:
        # It is reported with those that are played elsewhere.
        return None
    except FileNotFoundError:
        return None  # it was finished this moment
    except SaveError as error:
        speaker.write(printable(str(error)))
        return None


def _delete(speaker: TextPrinter, game: Unfinished) -> None:
    # A game in progress is reported with all that are played elsewhere.
    if delete_game(game.path):
        speaker.say("deleted", game=_about(speaker, game))


def _date_of(speaker: TextPrinter, game: Unfinished) -> str:
    return printable(game.path.name) if game.begun is None else speaker.words.date(game.begun)
