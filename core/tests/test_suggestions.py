from __future__ import annotations

from overtrick.framework.records import PluginRecord, PluginState
from overtrick.framework.suggestions import INSTALL_ONE, suggestion


def test_a_format_a_suffix_and_a_command_name_their_distribution():
    assert suggestion((), format="lin").endswith("python -m pip install overtrick-lin")
    assert "overtrick-dup:" in suggestion((), suffix=".bri")
    assert "overtrick-duplimate-device" in suggestion((), command="duplimate")
    assert "overtrick-lin" in INSTALL_ONE


def test_what_nobody_knows_and_what_is_installed_is_not_suggested():
    assert suggestion((), format="xyz", suffix=".xyz", command="xyz") == ""
    failed = PluginRecord(name="lin", distribution="overtrick-lin", state=PluginState.FAILED)
    assert suggestion((failed,), format="lin") == ""
