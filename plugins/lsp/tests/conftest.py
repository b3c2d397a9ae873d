"""A real editor's side of the protocol: the server as a process, spoken to over its pipes."""

from __future__ import annotations

import asyncio
import sys

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient

URI = "file:///club/evening.pbn"


class Editor:
    """A client that keeps what the server publishes and says."""

    def __init__(self):
        self.client = LanguageClient("an-editor", "1")
        self.published = asyncio.Queue()
        self.messages = asyncio.Queue()
        self._version = 0
        self._open = set()

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params):
            self.published.put_nowait(params)

        @self.client.feature(types.WINDOW_SHOW_MESSAGE)
        def show(params):
            self.messages.put_nowait(params)

    async def start(self, encodings=None):
        await self.client.start_io(sys.executable, "-m", "overtrick_lsp", "--stdio")
        general = types.GeneralClientCapabilities(position_encodings=encodings)
        answer = await self.client.initialize_async(
            types.InitializeParams(
                capabilities=types.ClientCapabilities(general=general), process_id=None
            )
        )
        self.client.initialized(types.InitializedParams())
        return answer

    async def stop(self):
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await asyncio.wait_for(self.client.stop(), 20)

    def open(self, text, uri=URI):
        self._open.add(uri)
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "pbn", 0, text))
        )

    def close(self, uri=URI):
        self._open.remove(uri)
        self.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
        )

    async def tidy(self):
        """Close what is open, and wait until nothing more is said of it."""
        for uri in list(self._open):
            self.close(uri)
            while True:
                said = await asyncio.wait_for(self.published.get(), 30)
                # Only findings that are taken back are of no version.
                if said.uri == uri and said.version is None:
                    break
        assert self.published.empty()
        while not self.messages.empty():
            self.messages.get_nowait()

    def change(self, text, uri=URI):
        self._version += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self._version, uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    async def diagnostics(self):
        """Return what was published last, once something is."""
        return (await asyncio.wait_for(self.published.get(), 30)).diagnostics

    async def message(self):
        return (await asyncio.wait_for(self.messages.get(), 30)).message

    async def actions(self, line, character, only=None, uri=URI):
        here = types.Position(line, character)
        return await self.client.text_document_code_action_async(
            types.CodeActionParams(
                types.TextDocumentIdentifier(uri),
                types.Range(here, here),
                types.CodeActionContext([], only=only),
            )
        )

    async def hover(self, line, character, uri=URI):
        return await self.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        )

    async def symbols(self, uri=URI):
        return await self.client.text_document_document_symbol_async(
            types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
        )

    async def format(self, uri=URI):
        return await self.client.text_document_formatting_async(
            types.DocumentFormattingParams(
                types.TextDocumentIdentifier(uri), types.FormattingOptions(4, insert_spaces=True)
            )
        )


@pytest.fixture(scope="session")
def editors():
    """Return a function that runs a coroutine function with an editor of some encodings.

    A server takes longer to start than all that a test asks of it; so one serves all the tests
    that speak to it in the same encodings, as it serves an editor's user all day.
    """
    with asyncio.Runner() as runner:
        started = {}

        async def whole(script, encodings):
            if encodings not in started:
                editor = Editor()
                await editor.start(encodings and list(encodings))
                started[encodings] = editor
            editor = started[encodings]
            try:
                return await script(editor)
            finally:
                await editor.tidy()

        yield lambda script, encodings: runner.run(whole(script, encodings))
        for editor in started.values():
            runner.run(editor.stop())


@pytest.fixture
def in_editor(editors):
    """Run a coroutine function with an editor in which no file is open."""

    def run(script, *encodings):
        return editors(script, encodings or None)

    return run
