"""A session in a thread of this process; pages show its state."""

from __future__ import annotations

import logging
import secrets
import threading
import traceback
from typing import Final

from overtrick import OvertrickError
from overtrick_duplimate_device import HeldSession, Operator, Picture, PictureWatcher, redact
from overtrick_web.errors import ConflictError

_LOG: Final = logging.getLogger("overtrick.page")
_AT_ANY_MOMENT: Final = frozenset({Operator.PAUSE, Operator.STOP})


class LiveSession:
    """A started or resumed session.

    Args:
        held: the session; it is given back when it is over.

    Attributes:
        name: the session's name.
        run: a token of this run: another one is another run of the session.
        failure: why it broke off, in a sentence without cards; empty where it ended by itself.
    """

    def __init__(self, held: HeldSession) -> None:
        self.name: Final = held.name
        self.run: Final = secrets.token_hex(4)
        self.url: Final = held.machine.url if held.machine is not None else ""
        self.failure = ""
        self._held = held
        self._watcher = PictureWatcher()
        # There is no time limit: the operator may be fetching boards.
        self._runner = held.runner(self._watcher, patience=None)
        self._watcher.refresh(self._runner.session)
        self._thread = threading.Thread(target=self._work, name=f"dealing {self.name}", daemon=True)
        self._ended = threading.Event()

    def start(self) -> None:
        """Start the thread of the session."""
        self._thread.start()

    def _work(self) -> None:
        try:
            with self._held:
                self._runner.run()
        except (OvertrickError, OSError) as error:
            self.failure = redact(str(error))
        except Exception as error:  # noqa: BLE001  # reported on the page and in the log
            self.failure = "Something went wrong in the program."
            _LOG.error("dealing %s\n%s", self.name, "".join(traceback.format_exception(error)))
        finally:
            self._ended.set()

    @property
    def is_over(self) -> bool:
        """Whether the thread has ended; then the session can be resumed."""
        return self._ended.is_set()

    @property
    def picture(self) -> Picture:
        """The current state for the operator."""
        picture = self._watcher.picture
        assert picture is not None  # noqa: S101  # there is one since `__init__`
        return picture

    def say(self, word: Operator, moment: int | None = None) -> None:
        """Pass an answer of the operator to the session.

        Args:
            word: the answer.
            moment: the moment that it is meant for, or `None` for any; pause and stop are always
                meant.

        Raises:
            ConflictError: something else is waited for by now, or it is over.
        """
        picture = self.picture
        is_late = moment is not None and moment != picture.moment and word not in _AT_ANY_MOMENT
        if is_late or (self.is_over and word is not Operator.STOP):
            msg = "the machine is further on by now; look at what it waits for"
            raise ConflictError(msg, picture.moment)
        self._runner.say(word)

    def join(self, timeout: float | None = None) -> None:
        """Wait until the session is over.

        Args:
            timeout: seconds after which that is given up.
        """
        self._thread.join(timeout)
