"""Turn the state of a session into the text of its page, in the user's language; never a card."""

from __future__ import annotations

from typing import Any, Final

import attrs

from overtrick import NumberRanges
from overtrick_duplimate_device import (
    FAULT_HELP,
    Concern,
    Hand,
    NoticeKind,
    OddReasons,
    Operator,
    OperatorTask,
    Outcome,
    Phase,
    Picture,
    Question,
    Recovery,
    TimedNotice,
)
from overtrick_web.dealing.session_registry import KnownSession
from overtrick_web.pages.dealing.fault_words import PlainTexts, fault_words
from overtrick_web.site.languages import Words

_ALARMS: Final = frozenset({Phase.FAULT, Phase.ASKING, Phase.TAKEN})
_LOG: Final = 30


@attrs.frozen(kw_only=True)
class SessionContent:
    """The content of a session's page; every message to the page has all of it.

    Attributes:
        run: the run that it is of; empty where the session does not run in this process.
        number: of the picture.
        moment: of the picture: what a word is meant for.
        tone: `calm` (nothing to do), `act` (something to do), `alarm` (something is wrong),
            `paused`, `done` or `ended`.
        what: what there is to do now, or what goes on, in a few words.
        advice: what else there is to know, or empty.
        board: the board's number, or empty.
        copy: which copy of it, in words, or empty.
        cards: cards of the board in hand, 0 to 52.
        cards_text: the same in words.
        dealt: boards dealt by the plan.
        total: boards to deal, or 0 for no limit.
        progress: the same in words.
        buttons: the available answers: the word, and the text of its button.
        done: copies dealt by board, as text.
        boards: of each board its state: `done`, `now`, `next` or `left`.
        log: the notices, the newest first: its time in seconds since 1970, and its text.
    """

    run: str
    number: int
    moment: int
    tone: str
    what: str
    advice: str
    board: str
    copy: str
    cards: int
    cards_text: str
    dealt: int
    total: int
    progress: str
    buttons: dict[str, str]
    done: dict[str, int]
    boards: dict[str, str]
    log: list[tuple[float, str]]

    def as_json(self) -> dict[str, Any]:
        """Return the content as JSON values."""
        return attrs.asdict(self)


def shown_live(picture: Picture, run: str, failure: str, words: Words) -> SessionContent:
    """Return the content for a session of this process, running or just ended.

    Args:
        picture: what its operator sees.
        run: which run it is.
        failure: why it broke off, or empty.
        words: the reader's words.
    """
    texts = PlainTexts(words)
    what, advice = _what(picture, texts)
    tone = _tone(picture)
    if failure:
        what, advice, tone = texts.gettext("The session broke off"), failure, "ended"
    copy = ""
    if picture.copy is not None and picture.copies != 1:
        copy = (
            texts.gettext("copy {copy} of {copies}", copy=picture.copy, copies=picture.copies)
            if picture.copies
            else texts.gettext("copy {copy}", copy=picture.copy)
        )
    return SessionContent(
        run=run,
        number=picture.number,
        moment=picture.moment,
        tone=tone,
        what=what,
        advice=advice,
        board="" if picture.board is None else str(picture.board),
        copy=copy,
        cards=picture.cards if picture.in_hand else 0,
        cards_text=texts.gettext(
            "{count} of 52 cards", count=picture.cards if picture.in_hand else 0
        ),
        dealt=picture.dealt,
        total=picture.total or 0,
        progress=_progress(picture.dealt, picture.total, texts),
        buttons={} if failure else _buttons(picture, texts),
        done={str(board): count for board, count in picture.done.items()},
        boards=_boards(picture),
        log=_log(picture, texts),
    )


def shown_still(known: KnownSession, words: Words) -> SessionContent:
    """Return the content for a session that does not run in this process, from its journal.

    Args:
        known: the session.
        words: the reader's words.
    """
    texts, state = PlainTexts(words), known.state
    hand = state.in_hand
    advice = ""
    if known.is_finished:
        what, tone = texts.gettext("All boards are dealt"), "done"
    else:
        what, tone = texts.gettext("This session is not finished"), "ended"
        advice = texts.gettext("What is dealt is safe. Go on whenever you like.")
    if hand is not None:
        advice = {
            Hand.NOT_STARTED: advice,
            Hand.HALF_DEALT: texts.gettext(
                "Board {board} is half dealt: empty it and gather its 52 cards before you go on.",
                board=hand.board,
            ),
            Hand.DOUBTFUL: texts.gettext(
                "Nobody knows yet whether board {board} is finished. Leave it as it is, and go on.",
                board=hand.board,
            ),
        }[hand.hand]
    task = hand.board if hand is not None else state.plan.next_task(state.done)
    board = task if isinstance(task, int) else (task.board if task is not None else None)
    boards = {}
    for number in state.plan.boards:
        is_done = not state.plan.is_wanted(number, state.done)
        boards[str(number)] = "done" if is_done else "next" if number == board else "left"
    return SessionContent(
        run="",
        number=0,
        moment=0,
        tone=tone,
        what=what,
        advice=advice,
        board="" if board is None else str(board),
        copy="",
        cards=0,
        cards_text=texts.gettext("{count} of 52 cards", count=0),
        dealt=state.dealt,
        total=state.plan.total or 0,
        progress=_progress(state.dealt, state.plan.total, texts),
        buttons={},
        done={str(number): state.done.get(number, 0) for number in state.plan.boards},
        boards=boards,
        log=[],
    )


def _progress(dealt: int, total: int | None, texts: PlainTexts) -> str:
    if total:
        return texts.gettext("{dealt} of {total} boards dealt", dealt=dealt, total=total)
    return texts.gettext("{dealt} boards dealt, without a limit", dealt=dealt)


def _tone(picture: Picture) -> str:
    phase = picture.phase
    if phase is Phase.OVER:
        return "done" if picture.outcome is Outcome.FINISHED else "ended"
    if phase in _ALARMS or (phase is Phase.OFFLINE and picture.text):
        return "alarm"
    if phase is Phase.PAUSED:
        return "paused"
    return "act" if phase in {Phase.WAITING, Phase.REMOVING} else "calm"


def _what(picture: Picture, texts: PlainTexts) -> tuple[str, str]:
    """Return the next step in a few words, and further information."""
    phase = picture.phase
    if phase is Phase.FAULT and picture.fault is not None:
        return fault_words(picture.fault, texts)
    if phase is Phase.ASKING:
        return _question(picture, texts)
    if phase in {Phase.WAITING, Phase.REMOVING}:
        return _need(picture, texts)
    if phase is Phase.OVER:
        return _end(picture, texts)
    if phase is Phase.OFFLINE:
        if not picture.text:
            return texts.gettext("Looking for the machine"), ""
        return (
            texts.gettext("The machine does not answer"),
            texts.gettext(
                "Look at its cable and its power. It is looked for, and goes on by itself."
            ),
        )
    if phase is Phase.TAKEN:
        if not picture.rival:
            return (
                texts.gettext("The machine was lost several times"),
                texts.gettext(
                    "Perhaps another computer uses it. Ask for it again when it is free."
                ),
            )
        return (
            texts.gettext("Another computer has the machine"),
            texts.gettext(
                "It is {name}. Ask for the machine again when it is free.", name=picture.rival
            ),
        )
    if phase is Phase.PAUSED:
        if picture.in_hand:
            return texts.gettext("Paused"), texts.gettext(
                "The board in the machine is half dealt. Leave it there."
            )
        return texts.gettext("Paused"), ""
    if phase is Phase.DEALING:
        return texts.gettext("The machine deals"), texts.gettext(
            "Have the next board and deck ready."
        )
    return texts.gettext("One moment"), ""


def _need(picture: Picture, texts: PlainTexts) -> tuple[str, str]:
    board, need = picture.board, picture.need
    if need is OperatorTask.TAKE_OUT:
        return texts.gettext("Take board {board} out", board=board), texts.gettext("It is dealt.")
    if need is OperatorTask.EMPTY:
        return (
            texts.gettext("Empty the board in the machine"),
            texts.gettext("Take it out, empty it, gather all 52 cards, and put it back."),
        )
    if need is OperatorTask.CHANGE:
        return (
            texts.gettext("Wrong board: put board {board} in", board=board),
            texts.gettext(
                "Board {number} is in the machine. Take it out.", number=picture.number_in
            ),
        )
    if need is OperatorTask.TURN_AWAY:
        return texts.gettext("Take this board out"), texts.gettext("It is not wanted.")
    if board is None:
        return texts.gettext("Put an empty board in"), ""
    return texts.gettext("Put the empty board {board} in", board=board), ""


def _question(picture: Picture, texts: PlainTexts) -> tuple[str, str]:
    board = picture.board
    if picture.question is Question.DOUBT:
        return (
            texts.gettext("Look at board {board}: is it finished?", board=board),
            texts.gettext(
                "Nobody knows. Yes, if each pocket holds thirteen cards and no fault was shown. "
                "No, if there is any doubt: then empty it, and it is dealt afresh."
            ),
        )
    if picture.question is Question.CONFIRM:
        return (
            texts.gettext("Is board {board} finished without an error?", board=board),
            texts.gettext("The machine cannot say it: look whether it dealt all 52 cards."),
        )
    if picture.question is Question.COUNTED:
        return (
            texts.gettext("Did this session deal board {board}?", board=board),
            texts.gettext(
                "The file counts more copies of it than the session's journal knows of. Yes, if "
                "the journal was put back from an older copy. No, if somebody else deals this file."
            ),
        )
    if picture.question is Question.BEGUN:
        return (
            texts.gettext("Look at board {board}: is it dealt?", board=board),
            texts.gettext(
                "The session's journal was put back from an older copy. Yes, if each pocket holds "
                "thirteen cards. No: then empty it, and it is dealt."
            ),
        )
    if board is None:
        return texts.gettext("Is an empty board in, and the deck in place?"), ""
    return texts.gettext("Is the empty board {board} in, and the deck in place?", board=board), ""


def _end(picture: Picture, texts: PlainTexts) -> tuple[str, str]:
    safe = texts.gettext("What is dealt is safe. Go on whenever you like.")
    ends = {NoticeKind.DEALT, NoticeKind.NOT_DEALT}
    last = next((notice for notice in reversed(picture.told) if notice.kind in ends), None)
    if last is not None and last.kind is NoticeKind.NOT_DEALT:
        half = texts.gettext("Board {board} is half dealt: empty it.", board=last.board)
        safe = f"{half} {safe}"
    if picture.outcome is Outcome.FINISHED:
        if picture.total is not None and picture.dealt < picture.total:
            return texts.gettext("That is done"), safe
        return texts.gettext("All boards are dealt"), ""
    if picture.outcome is Outcome.STOPPED:
        return texts.gettext("Stopped"), safe
    kinds = {NoticeKind.GAVE_UP, NoticeKind.REFUSED, NoticeKind.FILE}
    why = next((notice.text for notice in reversed(picture.told) if notice.kind in kinds), "")
    if picture.outcome is Outcome.FILE:
        return texts.gettext("The file cannot be written"), f"{why} {safe}".strip()
    return texts.gettext("The machine does not go on"), f"{why} {safe}".strip()


def _buttons(picture: Picture, texts: PlainTexts) -> dict[str, str]:
    """Return the available answers, the most likely first."""
    phase, words = picture.phase, picture.words
    go_on = texts.gettext("Go on")
    if phase is Phase.FAULT and picture.fault is not None:
        is_afresh = FAULT_HELP[picture.fault].recovery is Recovery.AFRESH
        go_on = (
            texts.gettext("Emptied: deal it afresh") if is_afresh else texts.gettext("Fixed: go on")
        )
    elif phase is Phase.TAKEN:
        go_on = texts.gettext("Ask for the machine again")
    labels = {
        Operator.YES: texts.gettext("Yes"),
        Operator.NO: texts.gettext("No"),
        Operator.CONTINUE: go_on,
        Operator.AFRESH: texts.gettext("Emptied: deal it afresh"),
        Operator.TAKE: texts.gettext("Take the machine from there"),
        Operator.PAUSE: texts.gettext("Pause"),
        Operator.STOP: texts.gettext("Stop"),
    }
    return {word.value: label for word, label in labels.items() if word in words}


def _boards(picture: Picture) -> dict[str, str]:
    states = {}
    for board in picture.boards:
        is_done = picture.copies is not None and picture.done.get(board, 0) >= picture.copies
        state = "done" if is_done else "left"
        if board == picture.board and picture.phase is not Phase.OVER:
            is_out = picture.need is OperatorTask.TAKE_OUT
            state = "done" if is_out and is_done else "now" if picture.in_hand else "next"
        states[str(board)] = state
    return states


def _log(picture: Picture, texts: PlainTexts) -> list[tuple[float, str]]:
    """Return the log of events, the newest first, without mere requests."""
    happened = [
        notice
        for notice in picture.told
        if notice.fault is not None or notice.kind not in {NoticeKind.PROMPT, NoticeKind.PAUSING}
    ]
    return [
        (notice.at, _notice_text(notice, picture, texts)) for notice in reversed(happened[-_LOG:])
    ]


def _notice_text(notice: TimedNotice, picture: Picture, texts: PlainTexts) -> str:
    """Return an event as text, with its values in the user's language."""
    if notice.fault is not None:
        title, _ = fault_words(notice.fault, texts)
        return (
            title
            if notice.board is None
            else f"{texts.gettext('Board {board}', board=notice.board)}: {title}"
        )
    if notice.kind is NoticeKind.ENDED:
        return _end(picture, texts)[0]
    if notice.kind is NoticeKind.DEALT:
        return texts.gettext(
            "Board {board} (copy {copy}) is dealt.", board=notice.board, copy=notice.copy
        )
    if notice.kind is NoticeKind.NOT_DEALT:
        return texts.gettext(
            "Board {board} (copy {copy}) is not dealt. It must be emptied and is dealt afresh.",
            board=notice.board,
            copy=notice.copy,
        )
    if notice.kind is NoticeKind.WRONG:
        return texts.gettext("Board {board} is not right.", board=notice.board)
    return notice.text


def concern_words(concern: Concern, words: Words) -> str:
    """Return a concern about an unintended board, as a sentence."""
    texts = PlainTexts(words)
    boards = str(NumberRanges.from_numbers(concern.boards)) if concern.boards else ""
    if concern.odd is OddReasons.UNNUMBERED:
        return texts.ngettext(
            "{count} board has no number and is left out.",
            "{count} boards have no number and are left out.",
            concern.times,
        )
    if concern.odd is OddReasons.REPEATED:
        return texts.gettext(
            "Board {boards} stands {times} times in the file, always the same.",
            boards=boards,
            times=concern.times,
        )
    if concern.odd is OddReasons.PLACEHOLDER:
        return texts.ngettext(
            "Board {boards}: a whole suit in each hand, so never dealt.",
            "Boards {boards}: a whole suit in each hand, so never dealt.",
            len(concern.boards),
            boards=boards,
        )
    if concern.odd is OddReasons.TWINS:
        return texts.gettext("Boards {boards}: the same deal.", boards=boards)
    if concern.odd is OddReasons.EMPTY:
        return texts.ngettext(
            "Board {boards}: no cards, left out.",
            "Boards {boards}: no cards, left out.",
            len(concern.boards),
            boards=boards,
        )
    return texts.ngettext(
        "Board {boards}: not all cards, left out.",
        "Boards {boards}: not all cards, left out.",
        len(concern.boards),
        boards=boards,
    )
