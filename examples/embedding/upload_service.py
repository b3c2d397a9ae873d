"""A web service that reads files from strangers: `POST` a file, get its boards as JSON.

    python upload_service.py 8080

Nothing is trusted: not the length, not the number of boards, not the time that reading takes. What
is wrong with a file goes into the answer, with its place in the file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING
from wsgiref.simple_server import make_server

import overtrick

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

MAX_BYTES = 2_000_000
LIMITS = overtrick.Limits(max_bytes=MAX_BYTES, max_boards=2_000, max_seconds=5.0)


def read_upload(data: bytes) -> tuple[HTTPStatus, dict[str, object]]:
    """Read a file from a stranger and return the status and the answer.

    The argument is the file's bytes. A text would be taken for a path: never pass on a name that a
    stranger gave.
    """
    try:
        with overtrick.open_boards(data, errors="collect", limits=LIMITS) as reader:
            boards = [overtrick.board_to_dict(board) for board in reader]
            findings = [finding.to_dict() for finding in reader.diagnostics]
            return HTTPStatus.OK, {
                "format": reader.format,
                "boards": boards,
                "diagnostics": findings,
            }
    except overtrick.SealedError as error:
        return HTTPStatus.FORBIDDEN, {"error": error.what}
    except overtrick.LimitError as error:
        return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, {"error": error.diagnostic.message}
    except overtrick.DetectionError as error:
        return HTTPStatus.UNSUPPORTED_MEDIA_TYPE, {"error": str(error)}
    except overtrick.FormatError as error:
        return HTTPStatus.UNPROCESSABLE_ENTITY, {"error": str(error)}


def application(environment: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Answer one request (WSGI)."""
    length = environment.get("CONTENT_LENGTH", "")
    answer: dict[str, object]
    if environment.get("REQUEST_METHOD") != "POST" or not str(length).isdecimal():
        status, answer = HTTPStatus.BAD_REQUEST, {"error": "POST a file with its Content-Length"}
    elif int(length) > MAX_BYTES:
        status, answer = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, {"error": "the file is too long"}
    else:
        status, answer = read_upload(environment["wsgi.input"].read(int(length)))
    start_response(f"{status.value} {status.phrase}", [("Content-Type", "application/json")])
    return [json.dumps(answer).encode()]


def main(port: int) -> None:
    """Serve until the process is stopped."""
    with make_server("127.0.0.1", port, application) as server:
        server.serve_forever()


if __name__ == "__main__":
    main(int(sys.argv[1]))
