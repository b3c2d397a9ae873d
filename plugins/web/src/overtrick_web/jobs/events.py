"""Server-sent events: live updates for a page."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from typing import Final

from starlette.responses import StreamingResponse

_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


async def event_lines(states: AsyncIterator[Mapping[str, object]]) -> AsyncIterator[bytes]:
    """Yield the lines of an event stream, one event a state."""
    # A lost connection is taken up again after a second.
    yield b"retry: 1000\n\n"
    async for state in states:
        text = json.dumps(state, ensure_ascii=True, separators=(",", ":"))
        yield f"data: {text}\n\n".encode("ascii")


def event_stream(states: AsyncIterator[Mapping[str, object]]) -> StreamingResponse:
    """Return a response that sends each state as it comes, and ends with the last.

    Args:
        states: the states, as JSON; an `EventSource` of a browser reads it.
    """
    return StreamingResponse(event_lines(states), media_type="text/event-stream", headers=_HEADERS)
