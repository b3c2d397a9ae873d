"""What a failed requirement tells the plugin's author: the fault, the place, what to change."""

from __future__ import annotations

import inspect
import linecache
import re
import textwrap
import traceback
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Final, NoReturn

import attrs

from overtrick import Board, Field
from overtrick.plugin import resolve
from overtrick_testing.advice import Advice
from overtrick_testing.comparing import in_words
from overtrick_testing.corpus import CorpusError
from overtrick_testing.loading import NotLoadedError

TOLD: Final = "overtrick_kit"
"""The attribute of an exception that has what is told; the pytest plugin prints that alone."""

_ADVICE: Final = "overtrick_advice"
_AT_FAULT: Final = "overtrick_at_fault"
_FOUND_WITH: Final = "overtrick_found_with"
_REFERENCE: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
_MOST_LINES: Final = 24
_LONGEST: Final = 110


_OF_FIELDS: Final[Mapping[Field, str]] = {
    Field.NUMBER: "Numbers have up to five digits, or none at all. ",
    Field.DEALER: "The dealer need not be that of the board's number. ",
    Field.VULNERABILITY: "The vulnerability need not be that of the board's number. ",
    Field.CONTRACT: "Compare the tables of levels, strains, doublings and declarers of both. ",
    Field.RESULT: "0 is a result, 10 to 13 have two digits; a result may also be that of a side "
    "(Result.ns, Result.ew), or irregular (Result.irregular): agreed on, and not what contract and "
    "tricks give. ",
    Field.GRIDS: "0 is a number of tricks, 10 to 13 have two digits, and a number may be missing. ",
    Field.AUCTION_CALLS: "An auction has 4 to 319 calls. ",
    Field.PLAY_CARDS: "A play has 1 to 13 tricks, and the last may lack cards. ",
}
"""What is easily forgotten of a field."""


def found_with(error: BaseException, value: object) -> None:
    """Note on an exception the generated value that it was found with."""
    error.__dict__[_FOUND_WITH] = value


def lost(fields: Mapping[Field, str], words: str, roles: tuple[str, ...] = ()) -> NoReturn:
    """Fail because of fields that came back different, with advice about these.

    Args:
        fields: what is told of each.
        words: what stands before each, with `{}` for the field's name.
        roles: as `failed` has them.

    Raises:
        AssertionError: always.
    """
    lines = (f"{words.format(field.value)}: {text}" for field, text in fields.items())
    raise failed("\n".join(lines), *roles, advice=_advice_of(fields))


def failed(message: str, *roles: str, advice: Advice | None = None) -> AssertionError:
    """Return the failure of a requirement that knows more of the fault than its advice does.

    Args:
        message: the fault.
        roles: the fields of the specification whose functions are at fault, the likeliest first;
            none for those that the advice names.
        advice: what to change; `None` for the requirement's own advice.
    """
    error = AssertionError(message)
    error.__dict__[_AT_FAULT] = roles
    error.__dict__[_ADVICE] = advice
    return error


def _advice_of(fields: Iterable[Field]) -> Advice:
    """Return what to change where a field comes back different, whatever the requirement."""
    first = next(iter(fields))
    name = first.value
    how = _OF_FIELDS.get(first, "")
    return Advice(
        f"{how}Write and read {name} as the board has it, or report the loss with ctx.lose(board, "
        f"Field.{first.name}, reason); take {name!r} out of `carries` where the format has no "
        "place for it.",
        ("writer", "reader"),
    )


def tell(
    error: BaseException,
    advice: Advice | None,
    owed: str,
    targets: Mapping[str, object],
    modules: Iterable[str] = (),
) -> str:
    """Return what a person is told of a failure, in less than a screen.

    Args:
        error: what the requirement raised.
        advice: what to change; `None` where nobody has written it.
        owed: what it demands, in a sentence.
        targets: what may be at fault, by its role; see `KitBase.targets`.
        modules: modules of the plugin besides, such as the one that declares it.
    """
    unloaded = error.modules if isinstance(error, NotLoadedError) else ()
    found = (*modules, *unloaded, *map(_module_of, targets.values()))
    packages = {name.partition(".")[0] for name in found} - {"", "overtrick"}
    advice = error.__dict__.get(_ADVICE) or advice
    parts = [_essence(error), ""]
    parts.append(_wrapped("Expected: ", owed))
    if isinstance(error, CorpusError):
        parts.append(_wrapped("Fix:      ", "Rename the file, or move it out of the corpus."))
    elif advice is not None:
        parts.append(_wrapped("Fix:      ", advice.fix))
    places = [place] if (place := _deepest(error, packages)) is not None else []
    if not places and not isinstance(error, CorpusError):  # of a corpus no function is at fault
        roles = error.__dict__.get(_AT_FAULT) or (() if advice is None else advice.roles)
        places = [*filter(None, (_defined(targets.get(role)) for role in roles))]
    heads = ("Where:    ", "       or ")
    parts += [head + place for head, place in zip(heads, dict.fromkeys(places), strict=False)]
    if _FOUND_WITH in error.__dict__:
        parts.append(f"With:     {_shown(error.__dict__[_FOUND_WITH])}")
    return "\n".join(parts)


def _wrapped(head: str, text: str) -> str:
    return textwrap.fill(
        text, _LONGEST, initial_indent=head, subsequent_indent=" " * len(head),
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _essence(error: BaseException) -> str:
    if isinstance(error, AssertionError) and str(error):
        text = str(error)
    elif isinstance(error, AssertionError):
        last = traceback.extract_tb(error.__traceback__)[-1:]
        text = f"this does not hold: {last[0].line}" if last else "it does not hold"
    else:
        text = f"{type(error).__name__}: {error}"
    lines = [line if len(line) <= 4 * _LONGEST else f"{line[: 4 * _LONGEST]} ..."
             for line in text.splitlines()]  # fmt: skip
    if len(lines) > _MOST_LINES:
        lines = [*lines[:_MOST_LINES], f"... and {len(lines) - _MOST_LINES} lines more"]
    return "\n".join(lines)


def references(spec: object) -> dict[str, str]:
    """Return the references of a specification ("module:attribute"), by the names of fields."""
    found: dict[str, str] = {}
    for declared in (spec, *getattr(spec, "capabilities", ())):
        kind: Any = type(declared)
        for field in attrs.fields(kind) if attrs.has(kind) else ():
            value = getattr(declared, field.name)
            if isinstance(value, str) and _REFERENCE.fullmatch(value):
                found[field.name] = value
    return found


def _deepest(error: BaseException, packages: Iterable[str]) -> str | None:
    """Return the place in the plugin that was reached last, of the error or of what caused it."""
    packages = frozenset(packages)
    for one in _causes(error):
        inside = [
            (frame, line)
            for frame, line in traceback.walk_tb(one.__traceback__)
            if _is_of(str(frame.f_globals.get("__name__", "")), packages)
        ]
        if inside:
            frame, line = inside[-1]
            code = frame.f_code
            return _place(code.co_filename, line, code.co_qualname)
    return None


def _is_of(module: str, packages: frozenset[str]) -> bool:
    """Return whether a module is of some packages, and of no kit that they ship."""
    package, *inside = module.split(".")
    return package in packages and "testing" not in inside


def _module_of(target: object) -> str:
    """Return the module that something is defined in, be it given by a reference or itself."""
    if isinstance(target, str):
        return target.partition(":")[0]
    return str(getattr(_inmost(target), "__module__", ""))


def _inmost(target: object) -> object:
    """Return the function of a property, or what a decorator was put around."""
    function = target.fget if isinstance(target, property) else target
    return inspect.unwrap(function) if callable(function) else function


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield what an error comes from, the first cause first, then the error itself."""
    chain: list[BaseException] = []
    one: BaseException | None = error
    while one is not None and one not in chain:
        chain.append(one)
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)
    yield from reversed(chain)
    # A requirement that keeps what the plugin raised, and then says that it did.
    last = _last_frame(error.__traceback__)
    for value in () if last is None else tuple(last.f_locals.values()):
        kept = value if isinstance(value, BaseException) else getattr(value, "crash", None)
        if isinstance(kept, BaseException) and kept not in chain:
            yield kept


def _last_frame(found: TracebackType | None) -> FrameType | None:
    frames = [frame for frame, _ in traceback.walk_tb(found)]
    return frames[-1] if frames else None


def _defined(target: object) -> str | None:
    """Return where a function or class begins, given by a reference or itself."""
    if target is None or _module_of(target).partition(".")[0] == "overtrick":
        return None  # what the core itself gives to plugins
    try:
        found: Any = _inmost(resolve(target) if isinstance(target, str) else target)
        lines, first = inspect.getsourcelines(found)
        file = inspect.getsourcefile(found)
    except Exception:  # noqa: BLE001  # a reference that is wrong is a requirement of its own
        return None
    name = target.partition(":")[2] if isinstance(target, str) else found.__qualname__
    # Decorators stand before the line that people look for.
    skip = next((at for at, line in enumerate(lines) if re.match(r"\s*(def|class)\b", line)), 0)
    return None if file is None else _place(file, first + skip, name)


def _place(file: str, line: int, name: str) -> str:
    text = linecache.getline(file, line).strip()
    path = Path(file)
    short = path.name if path.parent.name == "" else f"{path.parent.name}/{path.name}"
    return f"{short}:{line}, in {name}" + (f"\n            {text:.{_LONGEST}}" if text else "")


def _shown(value: object) -> str:
    """Return a generated value as a person reads it."""
    if isinstance(value, Board):
        return _cut(in_words(value))
    boards = list(_boards(value))
    if boards:
        told = [_cut(in_words(board)) for board in boards[:3]]
        more = [f"and {len(boards) - 3} boards more"] if len(boards) > 3 else []
        return "\n        ".join([*told, *more])
    if isinstance(value, bytes):
        return f"a file of {len(value)} bytes: {_cut(repr(value), 4)}"
    if isinstance(value, tuple) and value and isinstance(value[0], bytes):
        return f"{_shown(value[0])}; {', '.join(map(repr, value[1:])):.{_LONGEST}}"
    return _cut(repr(value), 2)


def _boards(value: object) -> Iterator[Board]:
    if isinstance(value, Board):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _boards(part)


def _cut(text: str, lines: int = 3) -> str:
    most = lines * _LONGEST
    return text if len(text) <= most else f"{text[: most - 4]} ..."
