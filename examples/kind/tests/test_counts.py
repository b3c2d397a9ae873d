import sys
import types

import overtrick_counts
import pytest
from overtrick_counts import COUNTS, CountSpec

from overtrick import Hand, PluginManager
from overtrick.plugin import hookimpl


def controls(hand):
    return sum(max(0, card.rank - 12) for card in hand)


class Controls:
    """Another plugin, with a way of its own."""

    @hookimpl(optionalhook=True)
    def overtrick_counts(self, api):
        yield CountSpec(name="controls", summary="Aces twice, kings once", count="other:controls")


@pytest.mark.parametrize("first", ["kind", "way"])
def test_another_plugin_adds_a_way_before_or_after(first, monkeypatch):
    parts = {"kind": overtrick_counts, "way": Controls()}
    manager = PluginManager(discover=False)
    for name in (first, *(parts.keys() - {first})):
        manager.register(parts[name], name)
    assert list(manager.specs(COUNTS)) == ["controls"]
    assert [record.provides for record in manager.records()] == [
        {"kinds": ("counts",)},
        {"counts": ("controls",)},
    ]
    monkeypatch.setitem(sys.modules, "other", types.SimpleNamespace(controls=controls))
    monkeypatch.setattr(overtrick_counts, "default_manager", lambda: manager)
    assert overtrick_counts.count(Hand.parse("AK.A2.K3.QJT9876"), by="controls") == 6


def test_without_the_kind_the_way_waits():
    manager = PluginManager(discover=False)
    assert manager.register(Controls(), "way").waits == ("overtrick_counts",)


def test_an_installed_kind_is_known():
    assert PluginManager().kinds()["counts"] == COUNTS
