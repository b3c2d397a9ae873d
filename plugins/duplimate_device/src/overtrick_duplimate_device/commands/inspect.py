"""`devices`, `identify`, `status` and `log`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from overtrick.plugin import json_text, printable
from overtrick_cli.commands import print_json, print_table
from overtrick_duplimate_device.commands.damage import damage_facts, print_damage
from overtrick_duplimate_device.commands.options import (
    DONE,
    INPUT,
    folder_option,
    json_option,
    session_option,
    timeout_option,
)
from overtrick_duplimate_device.dealing.status import state_of
from overtrick_duplimate_device.drivers.present import serial_ports
from overtrick_duplimate_device.drivers.selection import open_device, own_claim
from overtrick_duplimate_device.interface.spec import DRIVERS
from overtrick_duplimate_device.journal.journal import Journal
from overtrick_duplimate_device.journal.store import (
    JournalSurvey,
    find_journal,
    journal_folder,
    survey,
)


@click.command()
@json_option
def devices(*, as_json: bool) -> int:
    """List the installed drivers and the serial ports of this computer."""
    from overtrick.plugin import default_manager

    specs = default_manager().specs(DRIVERS).values()
    ports = serial_ports()
    if as_json:
        print_json(
            {
                "drivers": [
                    {"name": spec.name, "summary": spec.summary, "schemes": list(spec.schemes)}
                    for spec in specs
                ],
                "ports": [{"device": port.device, "text": port.text} for port in ports],
            }
        )
        return DONE
    print_table(
        ("driver", "addresses", "what it is"),
        [
            (spec.name, " ".join(f"{scheme}:" for scheme in spec.schemes), spec.summary)
            for spec in specs
        ],
    )
    click.echo("")
    if ports:
        print_table(("serial port", "what it says"), [(port.device, port.text) for port in ports])
    else:
        click.echo("This computer has no serial ports.")
    return DONE


@click.command()
@click.argument("url")
@timeout_option
@json_option
def identify(*, url: str, timeout: float, as_json: bool) -> int:
    """Show which machine is at URL, and what it can do."""
    driver = open_device(url, timeout=timeout, claim=own_claim())
    try:
        identity, able, status = driver.identify(), driver.capabilities, driver.status()
    finally:
        driver.close()
    facts: dict[str, Any] = {
        "model": identity.model,
        "serial": identity.serial,
        "firmware": identity.firmware,
        "modes": sorted(able.modes),
        "reads_cards": able.reads_cards,
        "detects_board": able.detects_board,
        "reads_board_numbers": able.reads_board_numbers,
        "stop_card": able.stop_card,
        "reports": able.reports,
        "confirms": able.confirms,
        "cards_per_second": able.speed,
        "board_in": status.board_in if able.detects_board else None,
        "state": status.state.value,
        "fault": status.fault.value if status.fault else None,
    }
    if as_json:
        print_json(facts)
        return DONE
    for name, value in facts.items():
        if value not in (None, ""):
            click.echo(f"{name.replace('_', ' ') + ':':21} {_words(value)}")
    return DONE


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(value)
    return printable(str(value))


@click.command()
@session_option
@folder_option
@json_option
def status(*, session: str | None, sessions_dir: str | None, as_json: bool) -> int:
    """Show the progress of a session: boards that are dealt, in doubt, and left to deal.

    Without --session, the most recently used session is shown. Damaged journals of all sessions
    are reported, too; the exit code is then 1.
    """
    folder = journal_folder(sessions_dir)
    found = survey(folder)
    journal = _meant(folder, found, session)
    facts = {} if journal is None else _status_facts(journal)
    if as_json:
        print_json({**facts, "damaged": [damage_facts(error) for error in found.damaged]})
    else:
        for error in found.damaged:
            print_damage(error)
        if facts:
            _print_status(facts)
    return INPUT if found.damaged else DONE


def _meant(folder: Path, found: JournalSurvey, session: str | None) -> Journal | None:
    """Return the session that is asked for, `None` where its journal is damaged."""
    if session is None and (found.sound or found.damaged):
        return found.sound[0] if found.sound else None
    path = find_journal(folder, session)
    if any(error.path == path for error in found.damaged):
        return None
    return Journal.open(path, write=False)


def _status_facts(journal: Journal) -> dict[str, Any]:
    state = state_of(journal)
    hand, left = state.in_hand, state.left
    return {
        "session": state.session,
        "file": state.path,
        "device": state.device,
        "standing": state.standing.value,
        "dealt": state.dealt,
        "total": state.plan.total,
        "extra": state.extra,
        "done": {str(board): count for board, count in state.done.items()},
        "in_hand": (
            None
            if hand is None
            else {"board": hand.board, "copy": hand.copy, "standing": hand.hand.value}
        ),
        "left": None if left is None else {str(board): count for board, count in left.items()},
        "asked_again": list(state.asked_again),
        "faults": state.faults,
        "failed": state.failed,
    }


def _print_status(facts: dict[str, Any]) -> None:
    total = "without limit" if facts["total"] is None else f"of {facts['total']}"
    click.echo(f"Session {facts['session']}: {facts['standing']}")
    click.echo(f"File    {printable(facts['file'])}")
    click.echo(f"Machine {printable(facts['device'])}")
    click.echo(f"Dealt   {facts['dealt']} {total}" + _extra(facts["extra"]))
    hand = facts["in_hand"]
    if hand:
        click.echo(f"In hand board {hand['board']} (copy {hand['copy']}): {hand['standing']}")
    if facts["left"]:
        words = [
            f"{board}×{count}" if count > 1 else board for board, count in facts["left"].items()
        ]
        click.echo(f"Left    {', '.join(words)}")
    if facts["asked_again"]:
        click.echo(f"Again   {', '.join(map(str, facts['asked_again']))}")
    click.echo(f"Faults  {facts['faults']}; boards given up and dealt afresh: {facts['failed']}")


def _extra(count: int) -> str:
    return f", and {count} once more" if count else ""


@click.command()
@session_option
@folder_option
@json_option
def log(*, session: str | None, sessions_dir: str | None, as_json: bool) -> int:
    """Show what a session did, step by step; with --json, one object per line."""
    path = find_journal(journal_folder(sessions_dir), session)
    with Journal.open(path, write=False) as journal:
        for at, entry in journal.timed_entries():
            if as_json:
                click.echo(
                    json_text(
                        {
                            "at": at,
                            "kind": entry.kind.value,
                            "board": entry.board,
                            "copy": entry.copy,
                            "attempt": entry.attempt,
                            "job": entry.job_id,
                            **entry.detail,
                        }
                    )
                )
                continue
            board = "" if entry.board is None else f"board {entry.board}"
            copy = "" if entry.copy is None else f"copy {entry.copy}"
            detail = " ".join(
                f"{name}={printable(str(value))}"
                for name, value in entry.detail.items()
                if value not in (None, "")
            )
            click.echo(f"{at[:19]}Z  {entry.kind.value:9}  {board:9} {copy:7} {detail}".rstrip())
    return DONE
