"""Files at addresses (`s3://...`, `https://...`), through fsspec: listing and content.

An address may hold a secret: a password, or a signature in its query. It is shown, and kept in an
archive, without; no message of a library is repeated if it contains a secret.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import tempfile
import time
import urllib.parse
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TypeVar, cast

import attrs

from overtrick import Diagnostic, Location, OptionError
from overtrick.plugin import (
    archive_for,
    core_finding,
    default_manager,
    file_of,
    readable_suffixes,
    suffix_of,
)
from overtrick_archive.errors import ArchiveError
from overtrick_archive.rows import held_text

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem  # type: ignore[import-untyped]  # it has no types

INSTALL: Final = (
    "addresses such as s3://... need fsspec: python -m pip install 'overtrick-archive[remote]'"
)

PAUSES: Final = (0.5, 2.0)
"""The seconds before the second and the third attempt after a temporary failure."""

_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://", re.ASCII)
_SECRET: Final = re.compile(
    r"sig|token|key|secret|pass|pwd|auth|cred|expir|policy|jwt|session|hmac|hash|code|ticket"
    r"|^x-|access|^s[a-z]$|^sk[a-z]+$",
    re.IGNORECASE,
)
_HARMLESS: Final = 24  # a value up to this length is no signature
_PIECE: Final = 1 << 20
_IN_MEMORY: Final = 16 << 20
_CONNECT: Final = 30.0  # seconds to reach a server
_SILENCE: Final = 60.0  # seconds of silence

ResultT = TypeVar("ResultT")


@attrs.frozen
class Address:
    """The address of a file.

    Attributes:
        url: the address with all that is in it.
        shown: its name: the address without secrets.
        size: how many bytes it has, `None` if unknown.
    """

    url: str = attrs.field(repr=False)
    shown: str = attrs.field(default=attrs.Factory(lambda self: shown(self.url), takes_self=True))
    size: int | None = None


@attrs.frozen
class Fetched:
    """A fetched file.

    Attributes:
        file: its bytes, at their beginning.
        sha256: that of its bytes.
        size: how many there are.
    """

    file: BinaryIO
    sha256: str
    size: int


class FetchError(Exception):
    """A file at an address that cannot be fetched.

    Attributes:
        diagnostic: why, without secrets.
    """

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic


def named(names: Iterable[str | os.PathLike[str]]) -> list[str]:
    """Return names as texts; raise unless the value is a list of names.

    Raises:
        TypeError: it is one name: taken for a list, its letters would be names.
        OptionError: a name is empty.
    """
    if isinstance(names, (str, bytes, os.PathLike)):
        msg = f"a list of names is wanted, not one name: [{names!r}]"
        raise TypeError(msg)
    texts: list[str] = []
    for name in names:
        text: object = os.fspath(name)
        if not isinstance(text, str):
            msg = f"a name is a text, not {text!r}"
            raise TypeError(msg)
        if not text:
            msg = "a name is empty"
            raise OptionError(msg)
        texts.append(text)
    return texts


def name_of(path: str | os.PathLike[str]) -> str:
    """Return the name of a file in an archive: its full path, or its address.

    Example:
        >>> name_of("https://me:word@host/a.pbn")
        'https://host/a.pbn'
    """
    text = os.fspath(path)
    if is_address(text):
        return shown(text)
    # A name in an archive is one: no dots in it lead anywhere.
    file = file_of(text)
    return stored_name(os.path.abspath(file) + text[len(file) :])  # noqa: PTH100  # text in, text out


def stored_name(path: str) -> str:
    r"""Return a path in the form of the tables: bytes that are not UTF-8 as escapes.

    Two paths have two names: where there is such an escape, or what looks like one, backslashes
    are doubled.

    Example:
        >>> stored_name("/club/M\udcfcller.pbn"), stored_name("/club/M\\udcfcller.pbn")
        ('/club/M\\udcfcller.pbn', '/club/M\\\\udcfcller.pbn')
    """
    if _ESCAPED.search(path):
        path = path.replace("\\", "\\\\")
    return held_text(path)


def disk_path(name: str) -> str:
    r"""Return the path of a stored name, the inverse of `stored_name`.

    Example:
        >>> disk_path("/club/M\\udcfcller.pbn") == "/club/M\udcfcller.pbn"
        True
    """
    if not _ESCAPED.search(name):
        return name
    return _WRITTEN.sub(lambda found: chr(int(found[1], 16)) if found[1] else "\\", name)


_WRITTEN: Final = re.compile(r"\\u(d[89a-f][0-9a-f]{2})|\\\\")
_ESCAPED: Final = re.compile("[\ud800-\udfff]|\\\\ud[89a-f][0-9a-f]{2}")


def is_address(source: str) -> bool:
    """Return whether a source is an address, not a path.

    Example:
        >>> is_address("s3://club/2024.pbn"), is_address("C:/club/2024.pbn")
        (True, False)
    """
    return _ADDRESS.match(source) is not None


def shown(url: str) -> str:
    """Return an address for display: without user, password, signatures and long parts.

    Example:
        >>> shown("https://me:word@host/a.pbn?year=2024&X-Amz-Signature=feed#top")
        'https://host/a.pbn?year=2024'
    """
    scheme, _, rest = url.partition("://")
    place, _, query = (rest.partition("#")[0] if _is_web(url) else rest).partition("?")
    host, slash, path = place.partition("/")
    user, _, server = host.rpartition("@")
    # `abfs://container@account` is no secret, `https://token@host` is one.
    host = server if ":" in user or _is_web(url) else host
    kept = [
        pair
        for pair in query.split("&")
        if pair
        and not _SECRET.search(urllib.parse.unquote(pair.partition("=")[0]))
        and len(pair.partition("=")[2]) <= _HARMLESS
    ]
    asked = f"?{'&'.join(kept)}" if kept else ""
    return f"{scheme}://{host}{slash}{path}{asked}"


def find(source: str) -> Iterator[Address]:
    """Yield the files of an address.

    That is the address itself; for a folder of a file system that lists them, all in it with a
    suffix that is known or is that of archives, and for a pattern (`s3://club/**/*.pbn`) all that
    fit, in the order of their names. An address of the web without a pattern is a file.

    Raises:
        ArchiveError: fsspec, or what it needs for such addresses, is not installed; or there are
            no such addresses.
        FetchError: what is there cannot be listed.
    """
    has_pattern = any(mark in source.partition("?")[0] for mark in "*[")
    if _is_web(source) and not has_pattern:
        # Only fetching it shows whether it is a folder, a page of links.
        _check(source)
        yield Address(source)
        return
    found = _tried(lambda: _listed(_file_system(source), source, has_pattern=has_pattern), source)
    suffixes = readable_suffixes(default_manager())
    for address in found:
        if (
            has_pattern
            or address.url == source
            or suffix_of(address.shown) in suffixes
            or archive_for(address.shown) is not None
        ):
            yield address


def _listed(files: AbstractFileSystem, source: str, *, has_pattern: bool) -> list[Address]:
    """Return the files of a folder or a pattern, or the single file of the address."""
    files.invalidate_cache()
    path = files._strip_protocol(source)  # how fsspec itself splits an address
    if has_pattern:
        found = files.glob(path, detail=True)
    elif files.isdir(path):
        found = files.find(path, detail=True)
    else:
        return [Address(source)]
    # The same file has one name, however it was found.
    own = path.lstrip("/")
    before = source.rstrip("/").removesuffix(own)
    return [
        Address(name if is_address(name) else before + name.lstrip("/"), size=about.get("size"))
        for name, about in sorted(found.items())
        if about.get("type") == "file"
    ]


def fetch(address: Address, stack: contextlib.ExitStack) -> Fetched:
    """Fetch a file, a long one onto the disk; temporary failures are retried.

    Args:
        address: where it is.
        stack: closes it.

    Raises:
        ArchiveError: what such addresses need is not installed.
        FetchError: it cannot be had.
    """
    fetched = _tried(lambda: _copied(_file_system(address.url), address.url), address.url)
    stack.callback(fetched.file.close)
    return fetched


def _copied(files: AbstractFileSystem, url: str) -> Fetched:
    digest = hashlib.sha256()
    # From the beginning to the end: no bytes are asked for twice, nor ahead.
    more = {"block_size": 0} if _is_web(url) else {}
    copy = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115  # closed by who asked
    try:
        with files.open(url, "rb", **more) as source:
            while data := source.read(_PIECE):
                digest.update(data)
                copy.write(data)
        size = copy.tell()
        copy.seek(0)
    except BaseException:
        copy.close()
        raise
    return Fetched(cast("BinaryIO", copy), digest.hexdigest(), size)


def _is_web(url: str) -> bool:
    return url.partition("://")[0].lower() in {"http", "https"}


def _check(url: str) -> None:
    """Raise for an address that can never be read.

    Raises:
        ArchiveError: what it needs is not installed, or there are no such addresses.
    """
    protocol = url.partition("://")[0].lower()
    wrong = ""
    try:
        from fsspec.registry import (  # type: ignore[import-untyped]  # it has no types
            get_filesystem_class,
        )

        get_filesystem_class(protocol)
        if _is_web(url):
            import aiohttp  # noqa: F401  # it is needed, and may be missing
    except ImportError as error:
        is_ours = error.name in {"fsspec", "aiohttp"} or _is_web(url)
        wrong = INSTALL if is_ours else f"{protocol}:// needs more than fsspec: {error}"
    except ValueError as error:
        wrong = f"{shown(url)} is no address that can be read: {error}"
    if "::" in url:
        wrong = "an address is one address: what is put together with :: is not read"
    if wrong:
        raise ArchiveError(wrong)


def _file_system(url: str) -> AbstractFileSystem:
    """Return the file system of an address.

    Raises:
        ArchiveError: what it needs is not installed, or there are no such addresses.
    """
    _check(url)
    from fsspec.core import url_to_fs  # type: ignore[import-untyped]  # it has no types

    options: dict[str, Any] = {}
    if _is_web(url):
        import aiohttp

        # Its own limit is five minutes for a file, however long that is.
        limits = aiohttp.ClientTimeout(total=None, sock_connect=_CONNECT, sock_read=_SILENCE)
        options["client_kwargs"] = {"timeout": limits}
    files, _ = url_to_fs(url, **options)
    return files


def _tried(work: Callable[[], ResultT], url: str) -> ResultT:
    """Run a network operation, with retries if they may help.

    Raises:
        ArchiveError: what such addresses need is not installed.
        FetchError: it does not help.
    """
    why = ""
    for pause in (*PAUSES, None):
        try:
            return work()
        except (ImportError, ArchiveError):
            raise
        except Exception as error:  # noqa: BLE001  # each file system has exceptions of its own
            cause = _cause(error)
            if pause is None or not _may_pass(cause):
                why = _reason(cause, url)
                break
        time.sleep(pause)
    raise FetchError(core_finding("CORE050", Location(path=shown(url)), why=why))


def _cause(error: BaseException) -> BaseException:
    """Return the cause behind a file-not-found error: fsspec reports all failures that way."""
    while isinstance(error, FileNotFoundError) and error.__cause__ is not None:
        error = error.__cause__
    return error


def _may_pass(error: BaseException) -> bool:
    status = getattr(error, "status", None)
    if isinstance(status, int):
        return status in {408, 425, 429} or status >= 500
    return not isinstance(
        error,
        (FileNotFoundError, PermissionError, IsADirectoryError, NotImplementedError, ValueError),
    )


def _reason(error: BaseException, url: str) -> str:
    """Return the message of a failure, without the secrets of the address."""
    status = getattr(error, "status", None)
    if isinstance(error, FileNotFoundError) or status in {404, 410}:
        return "there is no such file"
    if isinstance(status, int) and status:
        return f"the server answers {status}"
    if isinstance(error, TimeoutError):
        return "the server says nothing"
    # A library's message about an address may repeat its secrets.
    name, text = type(error).__name__, (str(error).splitlines() or [""])[0]
    return f"{name}: {text}" if text and shown(url) == url else name
