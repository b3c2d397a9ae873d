"""The page on editors gives the set-up that was tried."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_page_has_the_script_that_neovim_is_tried_with():
    script = (ROOT / "plugins/lsp/tests/init.lua").read_text(encoding="utf-8")
    page = (ROOT / "docs/howto/editors.md").read_text(encoding="utf-8")
    code = script.split("\n", 1)[1]
    assert f"```lua\n{code}```" in page
