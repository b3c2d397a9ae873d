"""Dealing machines: drivers, sessions that survive anything, and a machine simulator.

This module only declares the drivers and the command; nothing of them is imported here.
"""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.plugin import ApiVersion, CommandSpec, Kind, OtherFileSpec, hookimpl
from overtrick_duplimate_device.interface.spec import DRIVERS, DriverSpec


@hookimpl
def overtrick_kinds(api: ApiVersion) -> Iterator[Kind[DriverSpec]]:
    """Bring the kind of plugin that a driver is."""
    yield DRIVERS


@hookimpl
def overtrick_drivers(api: ApiVersion) -> Iterator[DriverSpec]:
    """Declare the drivers that ship with the plugin."""
    yield DriverSpec(
        name="simulator",
        summary="A simulated machine in this process, with faults on request",
        driver="overtrick_duplimate_device.drivers.simulator:open_driver",
        schemes=("simulator",),
    )
    yield DriverSpec(
        name="line",
        summary="A machine that speaks overtrick's open line protocol (ports, sockets, ptys)",
        driver="overtrick_duplimate_device.drivers.line:open_driver",
        schemes=("socket", "loop", "rfc2217", "spy", "serial"),
    )
    yield DriverSpec(
        name="dealer2024",
        summary="The open-hardware machine Dealer2024, through its public HTTP interface",
        driver="overtrick_duplimate_device.drivers.dealer2024:open_driver",
        schemes=("dealer2024",),
    )


@hookimpl
def overtrick_commands(api: ApiVersion) -> Iterator[CommandSpec]:
    """Declare the `duplimate` command."""
    yield CommandSpec(
        name="duplimate",
        summary="Deal boards on a dealing machine",
        command="overtrick_duplimate_device.commands.main:duplimate",
    )


@hookimpl
def overtrick_other_files(api: ApiVersion) -> Iterator[OtherFileSpec]:
    """Declare the journals of sessions, so that they are known where somebody meets one."""
    yield OtherFileSpec(
        name="session",
        summary="Journals of dealing sessions",
        holds="the journal of a dealing session, in which there are no cards",
        use="overtrick duplimate status says how the session stands",
        suffixes=(".session", ".session-2"),
        magic=(b"overtrick-session ",),
        diagnostics="overtrick_duplimate_device.journal.codes:CODES",
    )
