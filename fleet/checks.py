"""The checks of a fleet: a function each, which returns details or raises CheckFailed.

The first line of its docstring is its name in the output. Each check uses clients of its own, so
that they do not affect one another.
"""

import collections
import concurrent.futures
import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx2

from fleet import clients, drills, machines
from fleet.clients import Client
from fleet.errors import CheckFailed
from fleet.startup import NODES, RATE_LIMIT, Fleet, RunningMachine
from tests.areas.uploads import samples

Check = Callable[[Fleet], str]

_REQUESTS = 180
_THREADS = 6
_REGISTRATIONS = 24
_INVITATIONS = 150
"""The request itself sends the first fifty; a periodic task of the nodes sends the others."""
_ROUNDS = 6
_READS = 50


def rate_limit_is_shared(fleet: Fleet) -> str:
    """The rate limit is shared by all nodes."""
    caller = Client(fleet)
    statuses = _concurrently(
        lambda _: caller.request("GET", "/experts").status_code, range(_REQUESTS)
    )
    passed, refused = statuses.count(200), statuses.count(429)
    per_node = _requests_per_node(fleet, caller)
    _must(passed == RATE_LIMIT, f"{passed} of {_REQUESTS} requests passed, not {RATE_LIMIT}")
    _must(passed + refused == _REQUESTS, f"unexpected statuses: {set(statuses)}")
    fair = [count for count in per_node.values() if count >= _REQUESTS // NODES // 2]
    _must(len(fair) == NODES, f"nginx did not distribute the requests: {dict(per_node)}")
    nodes = ", ".join(str(count) for count in per_node.values())
    return f"{passed} of {_REQUESTS} passed; requests per node: {nodes}"


def sessions_end_everywhere(fleet: Fleet) -> str:
    """A session that ended on one node is refused by all."""
    ada = clients.member(fleet, "session@fleet.test")
    for node in fleet.nodes:
        ada.sign_in()
        for other in fleet.nodes:
            ada.must("GET", "/users/me", at=other)
        ada.must("POST", "/auth/logout", at=node)
        for other in fleet.nodes:
            status = ada.request("GET", "/users/me", at=other).status_code
            _must(status == 401, f"ended at {_name(node)}, it was {status} at {_name(other)}")
    return f"ended at each of {NODES} nodes in turn"


def no_response_is_stale(fleet: Fleet) -> str:
    """An acknowledged write is visible on every node."""
    root = clients.administrator(fleet)
    ada = clients.member(fleet, "expert@fleet.test")
    root.must("PATCH", f"/admin/users/{ada.id}", {"verificationTier": "verified"})
    profile = {"title": "Round 0", "specialty": ["orthodontics"]}
    body = {"firstName": "Ada", "lastName": "Lovell", "profile": profile}
    ada.must("PATCH", "/users/me/profile", body)
    reader = Client(fleet)
    for number in range(1, _ROUNDS + 1):
        for node in fleet.nodes:  # the first fills the response cache, the second reads it
            _titles(reader, ada.id, node), _titles(reader, ada.id, node)
        writer = fleet.nodes[number % NODES]
        title = f"Round {number}"
        ada.must("PATCH", "/users/me/profile", {"profile": {"title": title}}, at=writer)
        for node in fleet.nodes:
            titles = _titles(reader, ada.id, node)
            stale = f"written at {_name(writer)}: {_name(node)} returned {titles}, not {title}"
            _must(titles == {title}, stale)
        reader = Client(fleet)  # with an unused rate limit
    hits = [_metric(node, "bridgework_response_cache_hits_total") for node in fleet.nodes]
    _must(min(hits) > 0, f"the response cache had no hits, so nothing could be stale: {hits}")
    return f"{_ROUNDS} rounds; {sum(hits):.0f} hits in the response cache"


def each_email_is_sent_once(fleet: Fleet) -> str:
    """Each e-mail reaches the mail server once."""
    crowd = [Client(fleet, f"crowd{number}@fleet.test") for number in range(_REGISTRATIONS)]
    _concurrently(Client.register, crowd)
    return _arrived_once(fleet, [client.email for client in crowd])


def periodic_tasks_run_once(fleet: Fleet) -> str:
    """Periodic tasks of all nodes run once."""
    root = clients.administrator(fleet)
    invited = [f"guest{number}@fleet.test" for number in range(_INVITATIONS)]
    event = {"name": "Study club", "startAt": "2099-05-01T18:00:00Z", "timezone": "UTC"}
    root.must("POST", "/calendar/events", {**event, "inviteeEmails": invited})
    return _arrived_once(fleet, invited)


def audit_log_is_one_chain(fleet: Fleet) -> str:
    """The audit log sealed by all nodes is a single chain."""
    verified = fleet.nodes[0].machine.run("audit", "verify")
    lines = verified.stdout.strip().splitlines()
    _must(verified.returncode == 0, f"{verified.stdout}{verified.stderr}".strip())
    return next(line for line in lines if "sealed entries" in line)


def files_are_shared(fleet: Fleet) -> str:
    """A file from one node is readable through another."""
    ada = clients.member(fleet, "files@fleet.test")
    first, second, third = fleet.nodes
    for folder, media, content in (
        ("general-assets", "image/png", samples.PNG),
        ("job-cvs", "application/pdf", samples.PDF),
    ):
        upload = {"fileName": "file", "contentType": media, "fileSizeBytes": len(content)}
        ticket = ada.must("POST", "/assets/upload-url", {**upload, "folder": folder}, at=first)
        _must(_host(ticket["uploadUrl"]) in _store(fleet), "the upload URL is not the store's")
        httpx2.put(ticket["uploadUrl"], content=content, headers=ticket["headers"])
        body = {"objectPath": ticket["objectPath"]}
        ada.must("POST", "/assets/complete", body, at=second)
        link = ada.must("POST", "/assets/download-url", body, at=third)["url"]
        downloaded = _download(fleet, ada, link, third)
        _must(
            downloaded == content,
            f"{_name(third)} returned {len(downloaded)} different bytes of {folder}",
        )
    return f"started at {_name(first)}, completed at {_name(second)}, read at {_name(third)}"


def two_processes_without_redis_are_refused(fleet: Fleet) -> str:
    """Two processes without Redis are refused with the reason."""
    alone = {name: value for name, value in fleet.settings.items() if "REDIS" not in name}
    settings = {**alone, "PORT": "8000", "WORKERS": "2"}
    machine = machines.install("alone", fleet.folder, "bridgework.service", settings)
    _, *arguments = machine.unit.arguments(machine.environment())
    refused = machine.run(*arguments)
    last_line = refused.stderr.strip().splitlines()[-1:]
    _must(refused.returncode == 1, f"the exit code was {refused.returncode}: {refused.stderr}")
    _must("BRIDGEWORK_REDIS_URL" in "".join(last_line), f"no reason was given: {last_line}")
    return "".join(last_line)


def secrets_are_not_logged(fleet: Fleet) -> str:
    """Nginx does not log upload tickets, tokens or signatures."""
    ada = clients.member(fleet, "secret@fleet.test")
    feed = urlsplit(ada.must("POST", "/calendar/feed-token")["url"])
    _must(feed.query != "", "the feed's URL has no token")
    status = ada.request("GET", f"{feed.path}?{feed.query}").status_code
    _must(status == 200, f"the feed returned {status}")
    secrets = ["ticket-of-the-fleet", "signature-of-the-fleet", "reply-of-the-fleet"]
    ada.request("PUT", f"/uploads/{secrets[0]}")
    ada.request("GET", f"/files/general-assets/x?signature={secrets[1]}")
    ada.request("GET", f"/calendar/rsvp/{secrets[2]}")
    ada.request("GET", "/experts?search=something-private")
    secrets += [feed.query.partition("=")[2], "something-private"]
    last = "/of-the-fleet"  # its log line follows those of the others
    ada.request("GET", last)
    clients.wait_until(lambda: f"GET {last}" in fleet.proxy.log(), "nginx wrote its log")
    logged = [secret for secret in secrets if secret in fleet.proxy.log()]
    _must(not logged, f"nginx logged {logged}")
    return f"none of {len(secrets)} secrets was logged"


def all_processes_run(fleet: Fleet) -> str:
    """Every process still runs, and none logged an error."""
    services = [*fleet.nodes, *fleet.workers]
    ended = [_name(service) for service in services if not service.is_running]
    _must(not ended, f"ended unexpectedly: {ended}")
    for service in services:
        errors = [line for line in service.machine.log.read_text().splitlines() if _is_error(line)]
        _must(not errors, f"{_name(service)} logged {errors[:1]}")
    sent = sum(_metric(node, 'bridgework_emails_total{outcome="sent"}') for node in fleet.nodes)
    total = len(fleet.mail.received)
    return f"{total} e-mails in total, {total - sent:.0f} of them by the workers"


def stopping_a_node_fails_no_request(fleet: Fleet) -> str:
    """Stopping a node fails no request."""
    last = fleet.nodes[-1]
    readers = [Client(fleet) for _ in range(_THREADS)]

    def read(reader: Client) -> list[int]:
        statuses: list[int] = []
        while len(statuses) < _READS:
            statuses.append(reader.request("GET", "/experts").status_code)
            if reader is readers[0] and len(statuses) == _READS // 4:
                last.machine.stop(last.process)
        return statuses

    all_statuses = [status for statuses in _concurrently(read, readers) for status in statuses]
    last.machine.wait_until_stopped(last.process)
    code = last.process.returncode
    _must(code == 0, f"{_name(last)} exited with {code}")
    _must(set(all_statuses) == {200}, f"statuses: {collections.Counter(all_statuses)}")
    return f"{len(all_statuses)} requests succeeded while {_name(last)} stopped"


CHECKS: Sequence[Check] = (
    rate_limit_is_shared,
    sessions_end_everywhere,
    no_response_is_stale,
    each_email_is_sent_once,
    periodic_tasks_run_once,
    files_are_shared,
    secrets_are_not_logged,
    audit_log_is_one_chain,
    two_processes_without_redis_are_refused,
    all_processes_run,
    drills.rolling_restart_fails_no_request,
    drills.a_frozen_node_is_passed_over,
    drills.backup_restores_into_a_new_fleet,
    stopping_a_node_fails_no_request,  # last, because it stops a node
)


def name_of(check: Check) -> str:
    """Return the name of a check in the output."""
    return (check.__doc__ or "").strip().rstrip(".")


def _must(condition: bool, message: str) -> None:
    if not condition:
        raise CheckFailed(message)


def _concurrently(function: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
    with concurrent.futures.ThreadPoolExecutor(_THREADS) as pool:
        return list(pool.map(function, items))


def _arrived_once(fleet: Fleet, emails: Sequence[str]) -> str:
    """Wait for an e-mail to each address and an empty queue, and check that none was sent twice."""
    node = fleet.nodes[0]
    clients.wait_until(
        lambda: len(clients.emails_to(fleet, *emails)) >= len(emails),
        f"{len(emails)} e-mails arrived",
    )
    clients.wait_until(lambda: _metric(node, _QUEUE) == 0, "the queue of e-mails is empty")
    received = clients.emails_to(fleet, *emails)
    ids = {str(email.message["Message-ID"]) for email in received}
    counts = collections.Counter(to.lower() for email in received for to in email.recipients)
    wrong = [email for email in emails if counts[email] != 1]
    _must(not wrong, f"{counts[wrong[0]] if wrong else 0} e-mails instead of one: {wrong[:3]}")
    _must(len(ids) == len(emails), f"{len(emails)} e-mails had {len(ids)} Message-IDs")
    return f"{len(received)} e-mails to {len(emails)} addresses"


_QUEUE = 'bridgework_queue_length{queue="emails"}'


def _requests_per_node(fleet: Fleet, client: Client) -> "collections.Counter[str]":
    """Return how many of a client's requests nginx forwarded to each node."""

    def lines() -> list[str]:
        return [line for line in fleet.proxy.log().splitlines() if line.startswith(client.address)]

    clients.wait_until(lambda: len(lines()) >= _REQUESTS, "nginx wrote its log")
    return collections.Counter(line.split()[-2] for line in lines())


def _titles(reader: Client, expert_id: str, node: RunningMachine) -> set[str]:
    """Return the titles of an expert in the record and in the list of a node."""
    record = reader.must("GET", f"/experts/{expert_id}", at=node)
    listed = reader.must("GET", "/experts?limit=20", at=node)
    return {record["title"], *(card["title"] for card in listed if card["id"] == expert_id)}


def _download(fleet: Fleet, client: Client, link: str, node: RunningMachine) -> bytes:
    """Return the file behind a link to the store, or to the node, which redirects to the store."""
    if link.startswith(fleet.proxy.url):
        redirect = client.request("GET", link.removeprefix(fleet.proxy.url), at=node)
        _must(redirect.status_code == 302, f"{_name(node)} returned {redirect.status_code}")
        link = redirect.headers["location"]
    _must(_host(link) in _store(fleet), "the file is not served by the store")
    return httpx2.get(link).content


def _host(url: str) -> str:
    return urlsplit(url).netloc


def _store(fleet: Fleet) -> str:
    return fleet.settings["BRIDGEWORK_STORAGE_URL"]


def _metric(node: RunningMachine, sample: str) -> float:
    """Return the value of a metric of a node, 0 if it is not reported yet."""
    token = node.machine.environment()["BRIDGEWORK_METRICS_TOKEN"]
    response = httpx2.get(f"{node.url}/metrics", headers={"authorization": f"Bearer {token}"})
    lines = response.raise_for_status().text.splitlines()
    return next((float(line.split()[-1]) for line in lines if line.startswith(f"{sample} ")), 0.0)


def _is_error(line: str) -> bool:
    return line.startswith("{") and json.loads(line)["level"] in {"error", "critical"}


def _name(service: RunningMachine) -> str:
    return service.machine.name
