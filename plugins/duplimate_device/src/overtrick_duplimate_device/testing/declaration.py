"""What a driver's declaration owes, and that all is there that the interface asks for."""

from __future__ import annotations

import inspect
import pickle
import re
from typing import Final

from overtrick.plugin import printable, resolve
from overtrick_duplimate_device.interface.driver import Capabilities, Identity, Status
from overtrick_duplimate_device.interface.spec import DRIVERS
from overtrick_duplimate_device.testing.base import DriverBase
from overtrick_testing import (
    check_callable,
    check_light,
    check_summary,
    declaring_module,
    obligation,
)

_SCHEME: Final = re.compile(r"[a-z][a-z0-9_.-]+")
METHODS: Final = {
    "identify": 0, "status": 0, "load": 1, "start": 1, "pause": 0, "abort": 1, "clear_fault": 0,
    "reject_board": 0, "report": 1, "next_event": 1, "close": 0,
}  # fmt: skip
"""The methods of a driver, and how many arguments each takes."""


class DeclarationObligations(DriverBase):
    """What can be said of a driver before a board is dealt."""

    @obligation(level=2)
    def test_declaration_is_light(self) -> None:
        """Importing the declaration adds nothing outside the standard library and overtrick."""
        check_light(self.plugin or declaring_module(self.manager, DRIVERS, self.driver_name))

    @obligation(level=2)
    def test_spec_fields_are_valid(self) -> None:
        """The specification says what it must, its schemes can be typed, and it can be pickled."""
        spec = self.spec
        check_summary(spec.summary)
        for scheme in spec.schemes:
            assert _SCHEME.fullmatch(scheme), f"nobody can type the scheme {scheme!r}"
        assert pickle.loads(pickle.dumps(spec)) == spec  # noqa: S301  # our own bytes

    @obligation(level=2)
    def test_references_resolve(self) -> None:
        """The driver is opened with a URL and the keyword `timeout`."""
        check_callable("driver", self.spec.driver, 1)
        opener = resolve(self.spec.driver)
        try:
            inspect.signature(opener).bind("url:", timeout=1.0)
        except TypeError as error:
            msg = f"the driver is opened as open_driver(url, timeout=seconds): {error}"
            raise AssertionError(msg) from error

    @obligation(level=2)
    def test_every_method_is_there(self) -> None:
        """All methods of the interface are there and take their arguments, `report` among them."""
        with self.rig() as rig:
            for name, count in METHODS.items():
                method = getattr(rig.driver, name, None)
                assert callable(method), f"the driver has no method {name}"
                try:
                    inspect.signature(method).bind(*[None] * count)
                except TypeError as error:
                    msg = f"{name} is called with {count} argument(s): {error}"
                    raise AssertionError(msg) from error

    @obligation(level=2, after=("test_every_method_is_there",))
    def test_answers_are_what_they_should_be(self) -> None:
        """Capabilities, identity and status are values of the interface, and stay the same."""
        with self.rig() as rig:
            able, who, now = rig.driver.capabilities, rig.driver.identify(), rig.driver.status()
            assert isinstance(able, Capabilities), f"capabilities is a {type(able).__name__}"
            assert isinstance(who, Identity), f"identify() gives a {type(who).__name__}"
            assert isinstance(now, Status), f"status() gives a {type(now).__name__}"
            assert able.modes, "the capabilities name no mode: the machine can do nothing"
            assert able.window is None or able.window >= 0, f"a window of {able.window} cards"
            for text in (who.model, who.serial, who.firmware, who.boot):
                assert text == printable(text).strip(), f"{text!r} cannot be shown on one line"
            assert who.model, "the machine has no name: Identity.model is empty"
            assert rig.driver.capabilities == able, "asked twice, the capabilities are others"
            assert rig.driver.identify() == who, "asked twice, the machine is another"
            assert not now.state.is_in_hand, f"a machine without a job is {now.state}"
