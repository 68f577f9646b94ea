"""The command: start the fleet, then check it or run until it is interrupted."""

import signal
import subprocess
import sys
import threading
import time

import click
import httpx2

from fleet import checks, startup
from fleet.errors import CheckFailed, FleetError
from fleet.startup import Fleet
from tests.servers.missing import ServerMissing

_POLL_SECONDS = 1.0


@click.command()
@click.option("--check", is_flag=True, help="Check the guarantees of a fleet, then stop it.")
@click.option("--pooler", is_flag=True, help="Put PgBouncer in front of PostgreSQL.")
def main(*, check: bool, pooler: bool) -> None:
    """Start a fleet on this machine: three nodes and two workers behind nginx.

    It has its own PostgreSQL, Valkey, S3 store and mail server. All data is deleted when it stops.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _exit)
    started = time.monotonic()
    try:
        with startup.run_fleet(pooled=pooler) as fleet:
            _print_table(fleet, time.monotonic() - started)
            failures = _run_checks(fleet) if check else _print_emails(fleet)
    except ServerMissing as missing:
        raise FleetError(str(missing)) from None
    if failures:
        raise FleetError(f"{failures} checks failed")
    if check:
        click.echo(
            f"The fleet was stopped and deleted after {time.monotonic() - started:.0f} seconds."
        )
        click.echo("fleet: all checks passed")


def _exit(number: int, _frame: object) -> None:
    """Exit so that all `finally` blocks run, and ignore further signals meanwhile."""
    for ignored in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    sys.exit(128 + number)


def _print_table(fleet: Fleet, seconds: float) -> None:
    for name, address, pid in fleet.table():
        process = f"process {pid}" if pid else ""
        click.echo(f"{name:<12}{address:<40}{process}".rstrip())
    click.echo(f"The fleet runs at {fleet.proxy.url}; it started in {seconds:.1f} seconds.\n")


def _run_checks(fleet: Fleet) -> int:
    """Run the checks and print a line for each. Returns the number of failed ones."""
    failures = 0
    for check in checks.CHECKS:
        started = time.monotonic()
        try:
            outcome, details = "passed", check(fleet)
        except (CheckFailed, httpx2.HTTPError, subprocess.TimeoutExpired) as error:
            outcome, details = "FAILED", f"{type(error).__name__}: {error}"
            failures += 1
        seconds = time.monotonic() - started
        click.echo(f"{outcome}  {checks.name_of(check):<55}{seconds:5.1f} s  {details}")
    return failures


def _print_emails(fleet: Fleet) -> int:
    """Print each e-mail as it arrives, until interrupted. Raises FleetError if a process ends."""
    click.echo(f"The logs are in {fleet.folder}. Press Ctrl-C to stop.")
    printed = 0
    pause = threading.Event()
    while not pause.wait(_POLL_SECONDS):
        for email in fleet.mail.received[printed:]:
            text = email.message.get_body(("plain",))
            click.echo(f"\nE-mail to {', '.join(email.recipients)}:")
            click.echo(text.get_content().strip() if text else email.message["Subject"])
            printed += 1
        for service in (*fleet.nodes, *fleet.workers):
            if not service.is_running:
                log = service.machine.log.read_text(encoding="utf-8", errors="replace")
                raise FleetError(f"{service.machine.name} ended unexpectedly:\n{log[-4000:]}")
    return 0


if __name__ == "__main__":
    main()
