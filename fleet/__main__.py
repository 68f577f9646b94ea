"""The command: start the fleet, then prove what it promises, or run until it is told to end."""

import signal
import subprocess
import sys
import threading
import time

import click
import httpx2

from fleet import proofs, standing
from fleet.faults import DoesNotHold, FleetBroken
from fleet.standing import Fleet
from tests.servers.missing import ServerMissing

_LOOK_SECONDS = 1.0


@click.command()
@click.option("--check", is_flag=True, help="Prove what a fleet promises, then end it.")
def main(*, check: bool) -> None:
    """Start a whole fleet on this machine: three nodes and two workers behind nginx.

    PostgreSQL, Valkey, an S3 store and a mail server are its own, and all is gone when it ends.
    """
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, _end)
    began = time.monotonic()
    try:
        with standing.standing() as fleet:
            _show(fleet, time.monotonic() - began)
            faults = _checked(fleet) if check else _watched(fleet)
    except ServerMissing as missing:
        raise FleetBroken(str(missing)) from None
    if faults:
        raise FleetBroken(f"{faults} of what a fleet promises does not hold")
    if check:
        click.echo(f"in {time.monotonic() - began:.0f} seconds, and nothing is left of it")
        click.echo("fleet holds")


def _end(number: int, _frame: object) -> None:
    """Have all `finally` blocks run, and nothing break into them."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    sys.exit(128 + number)


def _show(fleet: Fleet, seconds: float) -> None:
    for name, address, pid in fleet.table():
        process = f"process {pid}" if pid else ""
        click.echo(f"{name:<12}{address:<40}{process}".rstrip())
    click.echo(f"The fleet stands at {fleet.proxy.url} after {seconds:.1f} seconds.\n")


def _checked(fleet: Fleet) -> int:
    """Go through the proofs, a line each. Returns how many do not hold."""
    faults = 0
    for proof in proofs.PROOFS:
        began = time.monotonic()
        try:
            verdict, seen = "holds", proof(fleet)
        except (DoesNotHold, httpx2.HTTPError, subprocess.TimeoutExpired) as fault:
            verdict, seen = "FAILS", f"{type(fault).__name__}: {fault}"
            faults += 1
        seconds = time.monotonic() - began
        click.echo(f"{verdict}  {proofs.name_of(proof):<55}{seconds:5.1f} s  {seen}")
    return faults


def _watched(fleet: Fleet) -> int:
    """Tell of each letter as it comes, until somebody ends this, or a process is gone."""
    click.echo(f"Its logs are in {fleet.folder}. Ctrl-C ends it.")
    told = 0
    pause = threading.Event()
    while not pause.wait(_LOOK_SECONDS):
        for letter in fleet.mail.received[told:]:
            text = letter.message.get_body(("plain",))
            click.echo(f"\nA letter to {', '.join(letter.recipients)}:")
            click.echo(text.get_content().strip() if text else letter.message["Subject"])
            told += 1
        for service in (*fleet.nodes, *fleet.workers):
            if not service.runs:
                log = service.machine.log.read_text(encoding="utf-8", errors="replace")
                raise FleetBroken(f"{service.machine.name} ended by itself:\n{log[-4000:]}")
    return 0


if __name__ == "__main__":
    main()
