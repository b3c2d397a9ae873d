"""Lets overtrick's own code see Windows; Python imports this module at its start.

What is imitated: to modules of overtrick, and to no others, `sys.platform` is `win32`, `os.name` is
`nt`, and modules, functions and signals that Windows lacks are missing. For the whole process, an
open file can neither be removed nor replaced, `os.rename` replaces nothing, names that Windows
refuses cannot be created, and text files are not opened without an encoding. Not imitated: paths
with drives and backslashes, the console, and what libraries do on Windows.
"""

from __future__ import annotations

import builtins
import errno
import fcntl
import os
import re
import signal
import sys
import types
import warnings
from pathlib import Path

import missing

_SIGNALS = {2, 4, 8, 11, 15, 6}
_RESERVED = re.compile(
    r'(con|prn|aux|nul|com\d|lpt\d)(\..*)?|.*[<>:"|?*\\\x00-\x1f].*|.*[. ]', re.IGNORECASE
)


class View(types.ModuleType):
    """A module as it is on Windows."""

    def __init__(self, real, **changed):
        super().__init__(real.__name__)
        gone = missing.ATTRIBUTES.get(real.__name__)
        vars(self).update(changed, _real=real, _is_gone=gone.fullmatch if gone else lambda _: None)

    def __getattr__(self, name):
        if self._is_gone(name):
            msg = f"module {self.__name__!r} has no attribute {name!r}"
            raise AttributeError(msg, name=name, obj=self)
        return getattr(self._real, name)

    def __setattr__(self, name, value):
        setattr(self._real, name, value)

    def __delattr__(self, name):
        delattr(self._real, name)


def _handle(number, handler):
    if number not in _SIGNALS:
        raise ValueError("invalid signal value")
    return signal.signal(number, handler)


def _handler_of(number):
    if number not in _SIGNALS:
        raise ValueError("signal number out of range")
    return signal.getsignal(number)


def _locking(descriptor, _mode, _count):
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES)) from None


_handling = {"signal": _handle, "getsignal": _handler_of, "valid_signals": lambda: set(_SIGNALS)}
_views = {
    "sys": View(sys, platform="win32"),
    "os": View(os, name="nt"),
    "signal": View(signal, **_handling),
    "_signal": View(sys.modules["_signal"], **_handling),
}
_msvcrt = types.ModuleType("msvcrt")
_msvcrt.locking, _msvcrt.LK_NBLCK = _locking, 2
_import = builtins.__import__


def _import_as_on_windows(name, globals=None, locals=None, fromlist=(), level=0):
    importer = (globals or {}).get("__package__") or (globals or {}).get("__name__") or ""
    if level or not importer.startswith("overtrick"):
        return _import(name, globals, locals, fromlist, level)
    top = name.partition(".")[0]
    if top in missing.MODULES:
        msg = f"No module named {top!r}"
        raise ModuleNotFoundError(msg, name=top)
    if top == "msvcrt":
        return _msvcrt
    module = _import(name, globals, locals, fromlist, level)
    if name in missing.ATTRIBUTES or name in _views or (name == "os.path" and not fromlist):
        return _views.setdefault(top, View(module)) if module.__name__ == top else module
    return module


def _is_open(path):
    """Whether this process has a file open or mapped."""
    file = Path(os.path.realpath(path))
    if not file.is_file():
        return False
    for descriptor in Path("/proc/self/fd").iterdir():
        try:
            if descriptor.samefile(file):
                return True
        except OSError:
            continue  # it was closed meanwhile
    maps = Path("/proc/self/maps").read_text(encoding="utf-8")
    return any(line.endswith(str(file)) for line in maps.splitlines())


def _refuse(number, path):
    raise OSError(number, os.strerror(number), path)


def _is_own(path):
    # What the system mounts is no file.
    return isinstance(path, (str, os.PathLike)) and not os.fspath(path).startswith(
        ("/dev/", "/proc/")
    )


def _watch(event, arguments):
    if event in {"os.remove", "os.rename"}:
        for path in arguments[:2] if event == "os.rename" else arguments[:1]:
            if _is_own(path) and _is_open(path):
                _refuse(errno.EACCES, path)
    if event == "open":
        path, _, flags = arguments
        target = path if isinstance(flags, int) and flags & os.O_CREAT else None
    else:
        at = {"os.mkdir": 0, "os.rename": 1, "os.link": 1, "os.symlink": 1}.get(event)
        target = None if at is None else arguments[at]
    if target is not None and _is_own(target) and _RESERVED.fullmatch(Path(target).name):
        _refuse(errno.EINVAL, target)


_rename = os.rename


def _rename_to_nothing(src, dst, **folders):
    if os.path.lexists(dst):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), src, None, dst)
    _rename(src, dst, **folders)


os.rename = _rename_to_nothing
builtins.__import__ = _import_as_on_windows
sys.addaudithook(_watch)
# With PYTHONWARNDEFAULTENCODING: text is cp1252 there where the code names no encoding.
warnings.filterwarnings("error", category=EncodingWarning, module=r"overtrick")
