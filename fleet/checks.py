"""What a fleet promises, a function each: it returns what was seen, or raises DoesNotHold.

Its docstring's first line is what the table calls it. Each takes people of its own, so that none
stands in another's way.
"""

import collections
import concurrent.futures
import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx2

from fleet import machines, people
from fleet.faults import DoesNotHold
from fleet.people import Person
from fleet.standing import NODES, RATE_LIMIT, Fleet, Running
from tests.areas.uploads import samples

Proof = Callable[[Fleet], str]

_ASKED = 180
_AT_ONCE = 6
_REGISTERED = 24
_INVITED = 150
"""Of whom the first fifty are written to by the request, and the others by a chore of each node."""
_ROUNDS = 6
_READS = 50


def counts_once(fleet: Fleet) -> str:
    """One rate limit over all nodes."""
    guest = Person(fleet)
    told = _at_once(lambda _: guest.ask("GET", "/experts").status_code, range(_ASKED))
    passed, refused = told.count(200), told.count(429)
    spread = _asked_of_each(fleet, guest)
    _must(passed == RATE_LIMIT, f"{passed} of {_ASKED} requests passed, not {RATE_LIMIT}")
    _must(passed + refused == _ASKED, f"some were neither passed nor refused: {set(told)}")
    fair = [count for count in spread.values() if count >= _ASKED // NODES // 2]
    _must(len(fair) == NODES, f"nginx did not spread the requests: {dict(spread)}")
    nodes = ", ".join(str(count) for count in spread.values())
    return f"{passed} of {_ASKED} passed; the nodes were asked {nodes} times"


def ends_sessions_everywhere(fleet: Fleet) -> str:
    """A session that ends at one node is refused at all."""
    ada = people.member(fleet, "session@fleet.test")
    for node in fleet.nodes:
        ada.sign_in()
        for each in fleet.nodes:
            ada.must("GET", "/users/me", at=each)
        ada.must("POST", "/auth/logout", at=node)
        for each in fleet.nodes:
            status = ada.ask("GET", "/users/me", at=each).status_code
            _must(status == 401, f"ended at {_name(node)}, it was {status} at {_name(each)}")
    return f"ended at each of {NODES} in turn"


def tells_nothing_stale(fleet: Fleet) -> str:
    """A write that was acknowledged is told by every node."""
    root = people.administrator(fleet)
    ada = people.member(fleet, "expert@fleet.test")
    root.must("PATCH", f"/admin/users/{ada.id}", {"verificationTier": "verified"})
    described = {"title": "Round 0", "specialty": ["orthodontics"]}
    body = {"firstName": "Ada", "lastName": "Lovell", "profile": described}
    ada.must("PATCH", "/users/me/profile", body)
    reader = Person(fleet)
    for number in range(1, _ROUNDS + 1):
        for node in fleet.nodes:  # once to have it kept, once to be told what is kept
            _titles(reader, ada.id, node), _titles(reader, ada.id, node)
        writing = fleet.nodes[number % NODES]
        title = f"Round {number}"
        ada.must("PATCH", "/users/me/profile", {"profile": {"title": title}}, at=writing)
        for node in fleet.nodes:
            told = _titles(reader, ada.id, node)
            stale = f"written at {_name(writing)}: {_name(node)} told {told}, not {title}"
            _must(told == {title}, stale)
        reader = Person(fleet)  # whose limit is not spent
    kept = [_metric(node, "bridgework_response_cache_hits_total") for node in fleet.nodes]
    _must(min(kept) > 0, f"no answers were kept, so nothing could be stale: {kept}")
    return f"{_ROUNDS} rounds; {sum(kept):.0f} answers were told from memory"


def sends_each_letter_once(fleet: Fleet) -> str:
    """Each letter reaches the mail server once."""
    crowd = [Person(fleet, f"crowd{number}@fleet.test") for number in range(_REGISTERED)]
    _at_once(Person.register, crowd)
    return _arrived_once(fleet, [each.email for each in crowd])


def does_scheduled_work_once(fleet: Fleet) -> str:
    """What every node does by the clock is done once."""
    root = people.administrator(fleet)
    invited = [f"guest{number}@fleet.test" for number in range(_INVITED)]
    event = {"name": "Study club", "startAt": "2099-05-01T18:00:00Z", "timezone": "UTC"}
    root.must("POST", "/calendar/events", {**event, "inviteeEmails": invited})
    return _arrived_once(fleet, invited)


def seals_one_chain(fleet: Fleet) -> str:
    """The audit log that all nodes seal is one chain."""
    verified = fleet.nodes[0].machine.run("audit", "verify")
    said = verified.stdout.strip().splitlines()
    _must(verified.returncode == 0, f"{verified.stdout}{verified.stderr}".strip())
    return next(line for line in said if "sealed entries" in line)


def shares_files(fleet: Fleet) -> str:
    """A file brought through one node is read through another."""
    ada = people.member(fleet, "files@fleet.test")
    first, second, third = fleet.nodes
    for folder, media, content in (
        ("general-assets", "image/png", samples.PNG),
        ("job-cvs", "application/pdf", samples.PDF),
    ):
        asked = {"fileName": "file", "contentType": media, "fileSizeBytes": len(content)}
        ticket = ada.must("POST", "/assets/upload-url", {**asked, "folder": folder}, at=first)
        _must(_host(ticket["uploadUrl"]) in _store(fleet), "the ticket is not the store's own")
        httpx2.put(ticket["uploadUrl"], content=content, headers=ticket["headers"])
        place = {"objectPath": ticket["objectPath"]}
        ada.must("POST", "/assets/complete", place, at=second)
        link = ada.must("POST", "/assets/download-url", place, at=third)["url"]
        read = _followed(fleet, ada, link, third)
        _must(read == content, f"{_name(third)} gave {len(read)} other bytes of {folder}")
    return f"ordered at {_name(first)}, completed at {_name(second)}, read at {_name(third)}"


def refuses_to_count_apart(fleet: Fleet) -> str:
    """Two processes without Redis are refused, and why is said."""
    alone = {name: value for name, value in fleet.settings.items() if "REDIS" not in name}
    settings = {**alone, "PORT": "8000", "WORKERS": "2"}
    machine = machines.installed("alone", fleet.folder, "bridgework.service", settings)
    _, *arguments = machine.unit.arguments(machine.environment())
    refused = machine.run(*arguments)
    said = refused.stderr.strip().splitlines()[-1:]
    _must(refused.returncode == 1, f"it ended with {refused.returncode}: {refused.stderr}")
    _must("BRIDGEWORK_REDIS_URL" in "".join(said), f"it did not say why: {said}")
    return "".join(said)


def keeps_secrets_out_of_logs(fleet: Fleet) -> str:
    """No ticket, token or signature is in nginx's logs."""
    ada = people.member(fleet, "secret@fleet.test")
    feed = urlsplit(ada.must("POST", "/calendar/feed-token")["url"])
    _must(feed.query != "", "the feed's address has no token")
    status = ada.ask("GET", f"{feed.path}?{feed.query}").status_code
    _must(status == 200, f"the feed was answered with {status}")
    words = ["ticket-of-the-fleet", "signature-of-the-fleet", "reply-of-the-fleet"]
    ada.ask("PUT", f"/uploads/{words[0]}")
    ada.ask("GET", f"/files/general-assets/x?signature={words[1]}")
    ada.ask("GET", f"/calendar/rsvp/{words[2]}")
    ada.ask("GET", "/experts?search=something-private")
    words += [feed.query.partition("=")[2], "something-private"]
    last = "/of-the-fleet"  # whose line comes after those of all the others
    ada.ask("GET", last)
    people.wait_until(lambda: f"GET {last}" in fleet.proxy.log(), "nginx wrote its log")
    found = [word for word in words if word in fleet.proxy.log()]
    _must(not found, f"in nginx's log stands {found}")
    return f"none of {len(words)} was found"


def stays_up(fleet: Fleet) -> str:
    """Every process still runs, and none had a defect to tell."""
    services = [*fleet.nodes, *fleet.workers]
    gone = [_name(each) for each in services if not each.runs]
    _must(not gone, f"ended before its time: {gone}")
    for each in services:
        faults = [line for line in each.machine.log.read_text().splitlines() if _is_fault(line)]
        _must(not faults, f"{_name(each)} logged {faults[:1]}")
    sent = sum(_metric(node, 'bridgework_emails_total{outcome="sent"}') for node in fleet.nodes)
    letters = len(fleet.mail.received)
    return f"{letters} letters in all, {letters - sent:.0f} of them by the workers"


def loses_no_reader(fleet: Fleet) -> str:
    """A node that ends takes no reader along."""
    last = fleet.nodes[-1]
    readers = [Person(fleet) for _ in range(_AT_ONCE)]

    def reads(reader: Person) -> list[int]:
        statuses: list[int] = []
        while len(statuses) < _READS:
            statuses.append(reader.ask("GET", "/experts").status_code)
            if reader is readers[0] and len(statuses) == _READS // 4:
                last.machine.end(last.process)
        return statuses

    told = [status for each in _at_once(reads, readers) for status in each]
    last.machine.see_off(last.process)
    code = last.process.returncode
    _must(code == 0, f"{_name(last)} ended with {code}")
    _must(set(told) == {200}, f"readers were told {collections.Counter(told)}")
    return f"{len(told)} requests were answered while {_name(last)} ended"


PROOFS: Sequence[Proof] = (
    counts_once,
    ends_sessions_everywhere,
    tells_nothing_stale,
    sends_each_letter_once,
    does_scheduled_work_once,
    shares_files,
    keeps_secrets_out_of_logs,
    seals_one_chain,
    refuses_to_count_apart,
    stays_up,
    loses_no_reader,  # the last: a node is gone after it
)


def name_of(proof: Proof) -> str:
    """What the table calls it."""
    return (proof.__doc__ or "").strip().rstrip(".")


def _must(is_so: bool, otherwise: str) -> None:
    if not is_so:
        raise DoesNotHold(otherwise)


def _at_once(act: Callable[[Any], Any], things: Iterable[Any]) -> list[Any]:
    with concurrent.futures.ThreadPoolExecutor(_AT_ONCE) as several:
        return list(several.map(act, things))


def _arrived_once(fleet: Fleet, emails: Sequence[str]) -> str:
    """Wait for a letter to each, and until none is on its way any more."""
    waiting = fleet.nodes[0]
    people.wait_until(
        lambda: len(people.letters_to(fleet, *emails)) >= len(emails), f"{len(emails)} letters came"
    )
    people.wait_until(lambda: _metric(waiting, _QUEUE) == 0, "no letter waits any more")
    letters = people.letters_to(fleet, *emails)
    ids = {str(letter.message["Message-ID"]) for letter in letters}
    each = collections.Counter(to.lower() for letter in letters for to in letter.recipients)
    twice = [email for email in emails if each[email] != 1]
    _must(not twice, f"not one letter, but {each[twice[0]] if twice else 0}, went to {twice[:3]}")
    _must(len(ids) == len(emails), f"{len(emails)} letters had {len(ids)} Message-IDs")
    return f"{len(letters)} letters to {len(emails)} people"


_QUEUE = 'bridgework_queue_length{queue="emails"}'


def _asked_of_each(fleet: Fleet, guest: Person) -> "collections.Counter[str]":
    """How many of a caller's requests nginx handed on to each node."""

    def lines() -> list[str]:
        return [line for line in fleet.proxy.log().splitlines() if line.startswith(guest.address)]

    people.wait_until(lambda: len(lines()) >= _ASKED, "nginx wrote its log")
    return collections.Counter(line.split()[-2] for line in lines())


def _titles(reader: Person, expert_id: str, node: Running) -> set[str]:
    """What a node says of an expert, in the record and in the list."""
    record = reader.must("GET", f"/experts/{expert_id}", at=node)
    listed = reader.must("GET", "/experts?limit=20", at=node)
    return {record["title"], *(each["title"] for each in listed if each["id"] == expert_id)}


def _followed(fleet: Fleet, person: Person, link: str, node: Running) -> bytes:
    """The bytes at a link: the store's own, or the node's, which leads there."""
    if link.startswith(fleet.proxy.url):
        lead = person.ask("GET", link.removeprefix(fleet.proxy.url), at=node)
        _must(lead.status_code == 302, f"{_name(node)} answered a link with {lead.status_code}")
        link = lead.headers["location"]
    _must(_host(link) in _store(fleet), "the file does not come from the store")
    return httpx2.get(link).content


def _host(url: str) -> str:
    return urlsplit(url).netloc


def _store(fleet: Fleet) -> str:
    return fleet.settings["BRIDGEWORK_STORAGE_URL"]


def _metric(node: Running, sample: str) -> float:
    """A figure of a node's metrics, 0 where it has not told any yet."""
    token = node.machine.environment()["BRIDGEWORK_METRICS_TOKEN"]
    told = httpx2.get(f"{node.url}/metrics", headers={"authorization": f"Bearer {token}"})
    lines = told.raise_for_status().text.splitlines()
    return next((float(line.split()[-1]) for line in lines if line.startswith(f"{sample} ")), 0.0)


def _is_fault(line: str) -> bool:
    return line.startswith("{") and json.loads(line)["level"] in {"error", "critical"}


def _name(service: Running) -> str:
    return service.machine.name
