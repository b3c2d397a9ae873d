"""The server: its request handlers, and the scheduling of analyses."""

from __future__ import annotations

import asyncio
from importlib.metadata import version
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

import attrs
from lsprotocol import types
from pygls.lsp.server import LanguageServer

import overtrick
from overtrick.plugin import printable
from overtrick_lsp.analysis import Analysis, NotFormattedError, analyse
from overtrick_lsp.findings import FIX_ALL, actions, shown
from overtrick_lsp.hovers import hover
from overtrick_lsp.outline import outline
from overtrick_lsp.text import Text

# Long enough that a word is typed to its end, short enough that nobody waits.
_PAUSE: Final = 0.2


@attrs.frozen
class _Look:
    """A text of one version, with its analysis."""

    version: int | None
    text: Text
    analysis: Analysis


class Server(LanguageServer):
    """A server that analyses open documents, again after each change."""

    def __init__(self) -> None:
        # The whole text with each change: pygls cuts lines at more places than editors do.
        super().__init__(
            "overtrick-lsp",
            version("overtrick-lsp"),
            text_document_sync_kind=types.TextDocumentSyncKind.Full,
        )
        self._looks: dict[str, _Look] = {}
        self._waiting: dict[str, asyncio.Task[None]] = {}

    async def look(self, uri: str) -> _Look:
        """Return the analysis of a document's current text."""
        while True:
            document = self.workspace.get_text_document(uri)
            known = self._looks.get(uri)
            if known is not None and known.text.text == document.source:
                return known
            text = Text(document.source, self.workspace.position_codec)
            analysis = await asyncio.to_thread(analyse, text.data, _name(uri))
            if not self._is_open(uri):
                return _Look(document.version, text, analysis)
            if self.workspace.get_text_document(uri).source == text.text:
                self._looks[uri] = _Look(document.version, text, analysis)

    def look_soon(self, uri: str, pause: float = _PAUSE) -> None:
        """Analyse a document after a delay; a further change postpones it."""
        self._stop_waiting(uri)
        self._waiting[uri] = asyncio.ensure_future(self._look_later(uri, pause))

    def forget(self, uri: str) -> None:
        """Forget a closed document, and withdraw its findings."""
        self._stop_waiting(uri)
        self._looks.pop(uri, None)
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=uri, diagnostics=[])
        )

    def _is_open(self, uri: str) -> bool:
        # pygls keeps its documents by their addresses without escapes, such as %20.
        return unquote(uri) in self.workspace.text_documents

    def _stop_waiting(self, uri: str) -> None:
        task = self._waiting.pop(uri, None)
        if task is not None:
            task.cancel()

    async def _look_later(self, uri: str, pause: float) -> None:
        await asyncio.sleep(pause)
        try:
            found = await self.look(uri)
        except Exception as error:  # noqa: BLE001  # nobody awaits this: it must be told here
            self.tell(f"overtrick could not check {_name(uri)}: {error}", types.MessageType.Error)
            return
        if not self._is_open(uri):
            return
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(
                uri=uri,
                version=found.version,
                diagnostics=[shown(finding, found.text) for finding in found.analysis.findings],
            )
        )

    def tell(self, message: str, kind: types.MessageType = types.MessageType.Warning) -> None:
        """Show a sentence to the user."""
        self.window_show_message(types.ShowMessageParams(type=kind, message=printable(message)))


def _name(uri: str) -> str:
    """Return the file name in a document's address; only its suffix matters."""
    return PurePosixPath(unquote(urlsplit(uri).path)).name or "untitled"


def make_server() -> Server:
    """Return a server that answers the requests of an editor."""
    server = Server()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
        ls.look_soon(params.text_document.uri, pause=0)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
        ls.look_soon(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
        ls.forget(params.text_document.uri)

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL]),
    )
    async def code_action(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        found = await ls.look(uri)
        try:
            return await asyncio.to_thread(
                actions, uri, found.text, found.analysis, params.range, params.context.only
            )
        except overtrick.OvertrickError as error:
            ls.tell(f"overtrick cannot mend {_name(uri)}: {error}")
            return []

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovered(ls: Server, params: types.HoverParams) -> types.Hover | None:
        found = await ls.look(params.text_document.uri)
        return hover(found.text, found.analysis, params.position)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(ls: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        found = await ls.look(params.text_document.uri)
        return outline(found.text, found.analysis)

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def formatting(
        ls: Server, params: types.DocumentFormattingParams
    ) -> list[types.TextEdit] | None:
        uri = params.text_document.uri
        found = await ls.look(uri)
        try:
            new = await asyncio.to_thread(found.analysis.formatted)
        except (NotFormattedError, overtrick.OvertrickError) as error:
            ls.tell(f"{_name(uri)} was not formatted: {error}")
            return None
        return found.text.rewrite(new)

    return server
