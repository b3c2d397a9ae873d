"""Plugin code runs in here: whatever it does wrong comes out as one error that names the plugin.

Every call of the core into a plugin is a `Guard`. Two things follow from it:

- Whatever escapes the plugin, `SystemExit` and the like too, is a `PluginError` with the
  distribution's name. What the user sent (Ctrl-C, or what the handler of another signal raises)
  goes on as it came.
- Where the process is ours (`own_process`, as on the command line), what belongs to the process
  comes back as it was: the working directory, the environment, and so on (`BELONGINGS`). Meanwhile
  what is printed on standard output goes to standard error, for only data may come out there.

A program that embeds overtrick has threads and settings of its own, which nobody may put back
without its knowing: there the second is left out.
"""

from __future__ import annotations

import _locale
import _signal  # type: ignore[import-not-found,unused-ignore]  # `signal` itself takes a millisecond
import contextlib
import os
import sys
import warnings
from _thread import get_ident
from _weakref import ref
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from overtrick.findings.errors import OvertrickError, PluginError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import FrameType, TracebackType
    from typing import BinaryIO, NoReturn, Protocol, Self

    class Owner(Protocol):
        """Knows which distribution declared some code: the plugin manager."""

        def source_of(self, reference: str) -> str | None:
            """Return the distribution and version that declared it, `None` for no plugin."""


ItemT = TypeVar("ItemT")

TYPED: Final[tuple[type[BaseException], ...]] = (OvertrickError, OSError)
"""What a plugin may raise of the file that it reads or writes: our errors, and the system's."""

MOST_ITEMS: Final = 1_000
"""So many things a hook may give; one that gives more is taken to be endless."""

SPARE_BOARDS: Final = 100_000
"""So many boards more than its file has bytes a reader may give; then it is taken to be endless."""


_owners: Final[list[ref[Owner]]] = []


def add_owner(owner: Owner) -> None:
    """Ask somebody, from now on, whose a reference is; the last who came is asked first."""
    _owners.append(ref(owner, _owners.remove))


def source_of(reference: str) -> str | None:
    """Return the distribution that declared a reference, `None` where nobody knows."""
    for known in reversed(_owners):
        owner = known()
        found = None if owner is None else owner.source_of(reference)
        if found is not None:
            return found
    return None


def whose(reference: str | None) -> str:
    """Return the distribution that declared a reference, to stand behind its name, or nothing."""
    source = None if reference is None else source_of(reference)
    return "" if source is None else f" ({source})"


def one_line(error: BaseException, *, named: bool = True) -> str:
    """Return an exception on one line, with its class unless it is one of ours.

    Example:
        >>> one_line(SystemExit(0)), one_line(PluginError("it failed")), one_line(KeyError())
        ('SystemExit: 0', 'it failed', 'KeyError')
    """
    try:
        text = " ".join(str(error).split())
    except BaseException as another:
        if sent_in(another) is not None:
            raise
        text = "(its words cannot be had)"
    if not named or isinstance(error, PluginError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def failure(
    what: str,
    reference: str | None,
    error: BaseException,
    kind: type[PluginError] = PluginError,
    *,
    at: str = "",
) -> PluginError:
    """Return the error that says what failed, and whose it is.

    Args:
        what: the code that failed, such as `the reader of 'pbn'`.
        reference: the reference by which the plugin declared it.
        error: what it raised.
        kind: the class of the error.
        at: where, to stand behind `failed`.
    """
    return kind(f"{what}{whose(reference)} failed{at}: {one_line(error)}")


def sent_in(error: BaseException) -> BaseException | None:
    """Return what the user sent, or what the handler of a signal raised: then all is to end.

    A signal comes between two steps of whatever runs, so the traceback of a `KeyboardInterrupt`
    ends at a step that raises nothing itself; one that a plugin raises ends at its `raise`. A
    handler written in Python stands in the traceback itself.

    Args:
        error: what escaped a plugin; where that caught what the user sent and raised something
            else in its place, it is still found.

    Returns:
        `None` where it is the plugin's own doing.
    """
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        if _is_sent(found):
            return found
        found = found.__cause__ or found.__context__
        if found is not None and _is_of_caller(found.__traceback__):
            return None  # the plugin was called while that one was dealt with
    return None


def _is_sent(error: BaseException) -> bool:
    if isinstance(error, KeyboardInterrupt) and not _ends_at_raise(error.__traceback__):
        return True
    handlers = _handlers()
    return any(frame.f_code in handlers for frame in _frames(error.__traceback__))


def _frames(traceback: TracebackType | None) -> Iterator[FrameType]:
    while traceback is not None:
        yield traceback.tb_frame
        traceback = traceback.tb_next


def _ends_at_raise(traceback: TracebackType | None) -> bool:
    """Return whether the last step of a traceback is a `raise`."""
    import opcode

    if traceback is None:
        return False
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    steps = traceback.tb_frame.f_code.co_code
    return steps[traceback.tb_lasti] == opcode.opmap["RAISE_VARARGS"]


def _is_of_caller(traceback: TracebackType | None) -> bool:
    """Return whether an exception was caught by who called the plugin, directly or not."""
    caught = None if traceback is None else traceback.tb_frame
    frame: FrameType | None = sys._getframe()
    while frame is not None and frame is not caught:
        frame = frame.f_back
    return caught is not None and frame is caught


def _handlers() -> set[CodeType]:
    """Return the code of the handlers of signals that are written in Python."""
    found = set()
    for handler in map(_signal.getsignal, _signal.valid_signals()):
        # A method, a partial and an object that can be called have it one step further.
        inner = getattr(handler, "func", handler)
        inner = getattr(inner, "__func__", inner)
        called = inner if isinstance(inner, FunctionType) else vars(type(inner)).get("__call__")
        if isinstance(called, FunctionType):
            found.add(called.__code__)
    return found


class Belonging:
    """Something that belongs to the process, and that a plugin may change.

    Attributes:
        name: what it is, in words.
        take: returns how it is now; two answers are equal where nothing has changed.
        give: puts it back.
    """

    __slots__ = ("give", "name", "take")

    def __init__(self, name: str, take: Callable[[], Any], give: Callable[[Any], None]) -> None:
        self.name = name
        self.take = take
        self.give = give


def _folder() -> str | None:
    try:
        return os.getcwd()  # noqa: PTH109  # most commands need no pathlib
    except OSError:
        return None  # it was removed


def _go_back(folder: str | None) -> None:
    if folder is not None:
        os.chdir(folder)


def _environment() -> dict[Any, Any]:
    # Its own way to copy decodes every text, which takes a hundred times as long.
    return dict(getattr(os.environ, "_data", os.environ))


def _set_environment(before: dict[Any, Any]) -> None:
    now = _environment()
    for key in now.keys() - before.keys():
        del os.environ[os.fsdecode(key)]
    for key, value in before.items():
        if now.get(key) != value:
            os.environ[os.fsdecode(key)] = os.fsdecode(value)


def _search_path() -> tuple[list[str], tuple[str, ...]]:
    return sys.path, tuple(sys.path)


def _set_search_path(before: tuple[list[str], tuple[str, ...]]) -> None:
    sys.path, content = before
    sys.path[:] = content


def _locales() -> str:
    return _locale.setlocale(_locale.LC_ALL, None)


def _set_locales(before: str) -> None:
    _locale.setlocale(_locale.LC_ALL, before)


_SIGNALS: Final = tuple(number for number in sorted(_signal.valid_signals()) if number < 32)


def _signals() -> list[Any]:
    return list(map(_signal.getsignal, _SIGNALS))


def _set_signals(before: list[Any]) -> None:
    for number, handler in zip(_SIGNALS, before, strict=True):
        # `None` is a handler that is not Python's; nobody can put that back.
        if handler is not None and _signal.getsignal(number) is not handler:
            _signal.signal(number, handler)


def _mask() -> int:
    # The one way to ask is to set it.
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _set_mask(before: int) -> None:
    os.umask(before)


def _filters() -> tuple[Any, ...]:
    return (warnings.showwarning, *warnings.filters)


def _set_filters(before: tuple[Any, ...]) -> None:
    warnings.showwarning, *filters = before
    # This also makes Python forget what it decided by the filters that were.
    warnings.resetwarnings()
    warnings.filters[:] = filters  # type: ignore[index]  # a list, which typeshed calls a sequence


def _streams() -> tuple[Any, ...]:
    return sys.stdin, sys.stdout, sys.stderr


def _set_streams(before: tuple[Any, ...]) -> None:
    sys.stdin, sys.stdout, sys.stderr = before


def _arithmetic() -> Any:  # noqa: ANN401  # the context of a module that may not be there
    decimal = sys.modules.get("decimal")
    if decimal is None:
        return None
    now = decimal.getcontext()
    traps = tuple(name for name, is_on in now.traps.items() if is_on)
    return now.prec, now.rounding, now.Emin, now.Emax, now.capitals, now.clamp, traps


def _set_arithmetic(before: Any) -> None:  # noqa: ANN401  # likewise
    import decimal

    if before is None:
        # It has been imported meanwhile.
        decimal.setcontext(decimal.Context())
        return
    prec, rounding, least, most, capitals, clamp, traps = before
    decimal.setcontext(
        decimal.Context(prec, rounding, least, most, capitals, clamp, traps=list(traps))
    )


BELONGINGS: Final = (
    Belonging("standard streams", _streams, _set_streams),
    Belonging("working directory", _folder, _go_back),
    Belonging("environment", _environment, _set_environment),
    Belonging("module search path", _search_path, _set_search_path),
    Belonging("locale", _locales, _set_locales),
    Belonging("signal handlers", _signals, _set_signals),
    Belonging("mask of file modes", _mask, _set_mask),
    Belonging("recursion limit", sys.getrecursionlimit, sys.setrecursionlimit),
    Belonging("limit of digits", sys.get_int_max_str_digits, sys.set_int_max_str_digits),
    Belonging("filters of warnings", _filters, _set_filters),
    Belonging("decimal arithmetic", _arithmetic, _set_arithmetic),
)
"""What of the process is as it was once a plugin is through; 5 µs a call, in our processes only."""


class _Process:
    """Whose the process is.

    Attributes:
        thread: the thread that does our work in a process of ours, `None` in any other process.
        is_guarded: whether that thread runs a plugin.
        number: the process's own number, as long as it is ours.
    """

    def __init__(self) -> None:
        self.thread: int | None = None
        self.is_guarded = False
        self.number = 0

    @property
    def is_open(self) -> bool:
        """Whether it is ours, and no guard stands yet; one that stands serves for those in it."""
        return self.thread is not None and not self.is_guarded and self.thread == get_ident()


process: Final = _Process()
"""The process that this runs in."""


@contextlib.contextmanager
def own_process() -> Iterator[None]:
    """Keep plugins, for a while, from changing what belongs to the process, and from printing.

    For a program that is nothing but ours, as the command line, and whose main thread calls this:
    what other threads do to the process meanwhile is undone too. What plugins print on standard
    output goes to standard error; what C code prints, or other programs, does not. A copy of the
    process (`os.fork`) that a plugin comes back in ends there: the work is done once.

    Example:
        >>> with own_process():
        ...     with Guard("the reader of 'line'"):
        ...         os.environ["CHANGED"] = "yes"
        >>> "CHANGED" in os.environ
        False
    """
    before = process.thread, process.is_guarded, process.number
    # A process that was forked in the midst of a plugin begins anew.
    process.thread, process.is_guarded, process.number = get_ident(), False, os.getpid()
    try:
        yield
    finally:
        process.thread, process.is_guarded, process.number = before


class Guard:
    """A stretch of a plugin's code, for `with`; no caller of ours may go on in the midst of it.

    Args:
        what: the code, such as `the reader of 'pbn'`.
        reference: the reference by which the plugin declared it, so that its distribution can be
            named.
        typed: what may escape as it is; all else is a `PluginError`.
        spare: tells of what escaped whether it is that of the caller's own code that the plugin
            called.

    Raises:
        PluginError: what escaped; on leaving.

    Example:
        >>> with Guard("the reader of 'line'"):
        ...     raise SystemExit(0)
        Traceback (most recent call last):
        ...
        overtrick.findings.errors.PluginError: the reader of 'line' failed: SystemExit: 0
    """

    __slots__ = ("_before", "_kind", "_reference", "_spare", "_typed", "_what")

    def __init__(
        self,
        what: str,
        reference: str | None = None,
        *,
        typed: tuple[type[BaseException], ...] = TYPED,
        kind: type[PluginError] = PluginError,
        spare: Callable[[BaseException], bool] | None = None,
    ) -> None:
        self._what = what
        self._reference = reference
        self._typed = typed
        self._kind = kind
        self._spare = spare
        self._before: list[Any] | None = None

    def __enter__(self) -> Self:
        if process.thread is not None and process.is_open:
            self._before = [each.take() for each in BELONGINGS]
            process.is_guarded = True
            sys.stdout = sys.stderr
        return self

    def __exit__(
        self,
        _: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._before is not None:
            if process.number != os.getpid():
                _end_copy(self._what)
            process.is_guarded = False
            _put_back(self._before)
            self._before = None
        if error is None or isinstance(error, self._typed):
            return
        if self._spare is not None and self._spare(error):
            return
        raise_sent(error)
        raise failure(self._what, self._reference, error, self._kind) from error


def _end_copy(what: str) -> NoReturn:
    """End a copy of this process that a plugin made and came back in."""
    said = f"{what} made a copy of this process, which ends here\n"
    # Not as Python ends: what is in the buffers is printed by the process that was copied.
    with contextlib.suppress(OSError):  # nobody reads it
        os.write(2, said.encode())
    os._exit(4)


def check_open(file: BinaryIO) -> None:
    """Raise where a plugin closed the file that it was given; called inside its guard.

    Raises:
        ValueError: it is closed.
    """
    if file.closed:
        msg = "it closed the file that it was given to write to"
        raise ValueError(msg)


def around() -> Guard:
    """Return what stands around much code of one plugin that raises its own errors."""
    return _NO_GUARD if process.thread is None else Guard("", typed=(BaseException,))


class _NoGuard(Guard):
    """Stands around code of a plugin in a process that is not ours: that is, it does nothing."""

    __slots__ = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return


_NO_GUARD: Final = _NoGuard("")


def _put_back(before: list[Any]) -> None:
    for each, was in zip(BELONGINGS, before, strict=True):
        if each.take() != was:
            each.give(was)


def raise_sent(error: BaseException) -> None:
    """Raise again what the user sent, if that is what escaped a plugin (see `sent_in`)."""
    sent = sent_in(error)
    if sent is not None:
        raise sent


def bounded(items: Iterable[ItemT], most: int = MOST_ITEMS) -> Iterator[ItemT]:
    """Pass on what a plugin gives, as long as that may have an end.

    Args:
        items: what it gives.
        most: so many things at the most.

    Raises:
        ValueError: it gives more.

    Example:
        >>> list(bounded([1, 2, 3], most=2))
        Traceback (most recent call last):
        ...
        ValueError: it gave more than 2 things, and may have no end
    """
    for count, item in enumerate(items):
        if count >= most:
            msg = f"it gave more than {most:,} things, and may have no end"
            raise ValueError(msg)
        yield item
