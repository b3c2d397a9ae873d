"""Errors of dealing, without cards: messages of drivers and readers are redacted."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from overtrick import OvertrickError
from overtrick_duplimate_device import DealsError, MachineTakenError, redact
from overtrick_web.errors import RefusedError, WebError, sentence


class MachineInUseError(WebError):
    """Another host uses the machine.

    Attributes:
        host: what it calls itself, or empty.
    """

    def __init__(self, host: str) -> None:
        super().__init__(f"the machine is in use by {host or 'another computer'}")
        self.host = host


@contextlib.contextmanager
def blind() -> Iterator[None]:
    """Redact the cards in errors.

    Raises:
        MachineInUseError: another host has the machine.
        WebError: what went wrong, without cards.
    """
    try:
        yield
    except WebError as error:
        if redact(str(error)) == str(error):
            raise
        raise RefusedError(redact(str(error))) from None
    except MachineTakenError as error:
        raise MachineInUseError(redact(error.host)) from None
    except DealsError as error:
        # Who sees a page has no terminal to paste a command into.
        raise WebError(redact(error.plain)) from None
    except OvertrickError as error:
        raise WebError(redact(sentence(error))) from None
    except OSError as error:
        raise WebError(redact(error.strerror or str(error))) from None
