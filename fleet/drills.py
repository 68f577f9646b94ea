"""Drills of an operator: a rolling restart, a frozen node, and a restore into a new fleet."""

import concurrent.futures
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import httpx2

from fleet import clients, machines, startup, units
from fleet.clients import Client
from fleet.errors import CheckFailed
from fleet.startup import Fleet
from tests.areas.uploads import samples
from tests.servers.ports import free_port

_MEMBERS = 12
_PAUSE_SECONDS = 1.0
"""Between two writes of a member, to stay below the rate limit."""
_UNTIL_PASSED_OVER = 10.0
"""Seconds after which the proxy sends requests to a frozen node no more."""
_MOST_SECONDS = 2.0


def rolling_restart_fails_no_request(fleet: Fleet) -> str:
    """Restarting all nodes in turn fails no request."""
    members = [clients.member(fleet, f"restart{n}@fleet.test") for n in range(_MEMBERS)]
    ended = threading.Event()
    with concurrent.futures.ThreadPoolExecutor(_MEMBERS) as pool:
        working = [pool.submit(_write_and_read, member, ended) for member in members]
        try:
            started = time.monotonic()
            for node, port in zip(fleet.nodes, fleet.proxy.nodes, strict=True):
                fleet.proxy.use_without(port)
                node.restart()
            fleet.proxy.use_without(None)
            seconds = time.monotonic() - started
        finally:
            ended.set()
        statuses = Counter(status for one in working for status in one.result())
    if set(statuses) != {200}:
        raise CheckFailed(f"statuses: {dict(statuses)}")
    return f"{statuses[200]} reads and writes while all nodes restarted in {seconds:.1f} s"


def _write_and_read(member: Client, ended: threading.Event) -> Sequence[int]:
    """Change a name and read it again and again. Returns the statuses."""
    statuses: list[int] = []
    while not ended.wait(_PAUSE_SECONDS):
        name = f"Round {len(statuses)}"
        written = member.request("PATCH", "/users/me", {"firstName": name})
        response = member.request("GET", "/users/me")
        statuses += [written.status_code, response.status_code]
        if set(statuses) == {200} and response.json()["data"]["firstName"] != name:
            raise CheckFailed(f"{member.email} wrote {name} and read {response.text}")
    return statuses


def a_frozen_node_is_passed_over(fleet: Fleet) -> str:
    """While a node is frozen, requests take under two seconds after the first ten."""
    members = [clients.member(fleet, f"frozen{n}@fleet.test") for n in range(_MEMBERS)]
    frozen = fleet.nodes[0]
    os.killpg(frozen.process.pid, signal.SIGSTOP)
    try:
        first = _times_of_reads(members, _UNTIL_PASSED_OVER)
        later = sorted(_times_of_reads(members, _UNTIL_PASSED_OVER))
    finally:
        os.killpg(frozen.process.pid, signal.SIGCONT)
    p99 = later[int(len(later) * 0.99) - 1]
    if p99 > _MOST_SECONDS:
        raise CheckFailed(f"p99 is {p99:.2f} s; the slowest took {later[-5:]}")
    return f"slowest in the first ten seconds {max(first):.1f} s; later p99 {p99:.2f} s"


def _times_of_reads(members: Sequence[Client], seconds: float) -> list[float]:
    """Let each member read again and again for some seconds; return the times of the responses."""

    def read(member: Client) -> list[float]:
        times: list[float] = []
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            began = time.monotonic()
            member.must("GET", "/users/me")
            times.append(time.monotonic() - began)
            time.sleep(_PAUSE_SECONDS / 2)
        return times

    with concurrent.futures.ThreadPoolExecutor(len(members)) as pool:
        return [one for times in pool.map(read, members) for one in times]


def backup_restores_into_a_new_fleet(fleet: Fleet) -> str:
    """A backup is restored into a new fleet."""
    ada = clients.member(fleet, "restore@fleet.test")
    path = _upload(ada, samples.PDF)
    experts = ada.must("GET", "/experts?limit=50")
    source = machines.install("backup", fleet.folder, startup.NODE_UNIT, fleet.server_settings)
    started = time.monotonic()
    archive = _back_up_as_the_timer(source)
    created = time.monotonic()
    port = free_port()
    settings = {
        **fleet.server_settings,
        **startup.new_stores(fleet, "restored"),
        "BRIDGEWORK_PUBLIC_URL": f"http://127.0.0.1:{port}",
        "PORT": str(port),
    }
    target = machines.install("restored node", fleet.folder, startup.NODE_UNIT, settings)
    _run(target, "backup", "restore", str(archive))
    restored = time.monotonic()
    with startup.run_machines([target]) as [node]:
        again = Client(fleet, ada.email)
        body = {"email": ada.email, "password": clients.PASSWORD}
        again.token = again.must("POST", "/auth/login", body, at=node)["token"]
        if again.must("GET", "/experts?limit=50", at=node) != experts:
            raise CheckFailed("the list of experts differs")
        link = again.must("POST", "/assets/download-url", {"objectPath": path}, at=node)["url"]
        if httpx2.get(link, follow_redirects=True).content != samples.PDF:
            raise CheckFailed(f"the uploaded file at {link} differs")
    _run(target, "audit", "verify")
    size = Path(archive).stat().st_size / 1e6
    times = f"created in {created - started:.1f} s, restored in {restored - created:.1f} s"
    return f"{size:.1f} MB, {times}"


def _back_up_as_the_timer(machine: machines.Machine) -> Path:
    """Run the command of the unit that the nightly timer starts; return the archive."""
    service = units.sections(machines.DEPLOY / "bridgework-backup.service")["Service"]
    _, *command = service["ExecStart"].split()
    in_machine = [str(machine.at(word)) if word.startswith("/") else word for word in command]
    folder = machine.at(service["ReadWritePaths"].split()[-1])
    folder.mkdir(parents=True)
    _run(machine, *in_machine)
    (archive,) = (file for file in folder.iterdir() if file.suffix == ".tar")
    return archive


def _upload(member: Client, content: bytes) -> str:
    """Upload a file and return its path in the store."""
    upload = {"fileName": "file", "contentType": "application/pdf", "folder": "job-cvs"}
    upload_body = {**upload, "fileSizeBytes": len(content)}
    ticket = member.must("POST", "/assets/upload-url", upload_body)
    httpx2.put(ticket["uploadUrl"], content=content, headers=ticket["headers"]).raise_for_status()
    path: str = ticket["objectPath"]
    member.must("POST", "/assets/complete", {"objectPath": path})
    return path


def _run(machine: machines.Machine, *command: str) -> None:
    completed = machine.run(*command)
    if completed.returncode:
        raise CheckFailed(f"bridgework {' '.join(command)}: {completed.stderr}{completed.stdout}")
