"""Requirements on a driver's declaration, and on the completeness of its interface."""

from __future__ import annotations

import inspect
import pickle
import re
from typing import Final

from overtrick.plugin import printable, resolve
from overtrick_duplimate_device.interface.driver import Capabilities, Identity, Status
from overtrick_duplimate_device.interface.spec import DRIVERS
from overtrick_duplimate_device.testing.base import METHODS, DriverBase
from overtrick_testing import (
    check_callable,
    check_light,
    check_summary,
    declaring_module,
    failed,
    requirement,
)

_SCHEME: Final = re.compile(r"[a-z][a-z0-9_.-]+")


class DeclarationRequirements(DriverBase):
    """Requirements that need no dealt board."""

    @requirement(level=2)
    def test_declaration_is_light(self) -> None:
        """Importing the declaration adds nothing outside the standard library and overtrick."""
        check_light(self.plugin or declaring_module(self.manager, DRIVERS, self.driver_name))

    @requirement(level=2)
    def test_spec_fields_are_valid(self) -> None:
        """The specification is complete, its schemes can be typed, and it can be pickled."""
        spec = self.spec
        check_summary(spec.summary)
        for scheme in spec.schemes:
            assert _SCHEME.fullmatch(scheme), f"nobody can type the scheme {scheme!r}"
        assert pickle.loads(pickle.dumps(spec)) == spec  # noqa: S301  # our own bytes

    @requirement(level=2)
    def test_references_resolve(self) -> None:
        """The driver is opened with a URL and the keyword `timeout`."""
        check_callable("driver", self.spec.driver, 1)
        opener = resolve(self.spec.driver)
        try:
            inspect.signature(opener).bind("url:", timeout=1.0)
        except TypeError as error:
            msg = f"the driver is opened as open_driver(url, timeout=seconds): {error}"
            raise AssertionError(msg) from error

    @requirement(level=2)
    def test_every_method_is_there(self) -> None:
        """All methods of the interface exist and take their arguments, including `report`."""
        with self.rig() as rig:
            for name, count in METHODS.items():
                method = getattr(rig.driver, name, None)
                assert callable(method), f"the driver has no method {name}"
                try:
                    inspect.signature(method).bind(*[None] * count)
                except TypeError as error:
                    msg = f"{name} is called with {count} argument(s): {error}"
                    raise failed(msg, name) from error

    @requirement(level=2, after=("test_every_method_is_there",))
    def test_answers_are_what_they_should_be(self) -> None:
        """Capabilities, identity and status are values of the interface, and stay the same."""
        with self.rig() as rig:
            able, who, now = rig.driver.capabilities, rig.driver.identify(), rig.driver.status()
            for role, found, kind in (
                ("capabilities", able, Capabilities),
                ("identify", who, Identity),
                ("status", now, Status),
            ):
                if not isinstance(found, kind):
                    raise failed(f"{role} gives a {type(found).__name__}", role)
            self._check_capabilities(able, rig.driver.capabilities)
            self._check_identity(who, rig.driver.identify())
            if now.state.is_in_hand:
                raise failed(f"a machine without a job is {now.state}", "status")

    def _check_capabilities(self, able: Capabilities, again: Capabilities) -> None:
        role = "capabilities"
        if not able.modes:
            raise failed("the capabilities name no mode: the machine can do nothing", role)
        if able.window is not None and able.window < 0:
            raise failed(f"the capabilities claim a window of {able.window} cards", role)
        if again != able:
            raise failed("asked twice, the capabilities are others", role)

    def _check_identity(self, who: Identity, again: Identity) -> None:
        role = "identify"
        for text in (who.model, who.serial, who.firmware, who.boot):
            if text != printable(text).strip():
                raise failed(f"{text!r} cannot be shown on one line", role)
        if not who.model:
            raise failed("the machine has no name: Identity.model is empty", role)
        if again != who:
            raise failed("asked twice, the machine is another", role)
