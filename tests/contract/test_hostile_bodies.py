"""No request body delays other callers, gets a large response, or takes memory permanently."""

import http.client
import json
import os
import random
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from bridgework import routes
from bridgework.kit.http.operations import Operation
from tests import cast
from tests.architecture import published_schemas as published
from tests.contract.hostile import Hostile
from tests.process import ServerProcess
from tests.world import Person

LONGEST_WAIT = 0.1
LONGEST_WAIT_OF_MACHINE = 1.0
"""Seconds, if the server computed, and if it hardly did: then other tests delayed it."""
LARGEST_RESPONSE = 64 * 1024
LARGEST_PEAK = 64 * 1024
LARGEST_REMAINDER = 20 * 1024
"""KiB of memory while the server processes a body, and two seconds later."""
TRIES = 4
"""A delay caused by the test machine does not recur with the same body."""
SEED = 20261123
PEOPLE = ("root", "ada", "ben", "carla", "vera")
OPERATIONS = [operation for operation in routes.operations() if operation.body is not None]


class OtherCaller(threading.Thread):
    """Sends requests in a row and records how long each response takes."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self._address = address
        self._lock = threading.Lock()
        self._slowest = 0.0
        self.failure = ""
        self.ended = threading.Event()

    def run(self) -> None:
        with closing(http.client.HTTPConnection(self._address, timeout=30)) as connection:
            number = 0
            while not self.ended.wait(0.002):
                number += 1
                began = time.perf_counter()
                connection.request("GET", ("/livez", "/blogs?limit=1")[number % 2])
                response = connection.getresponse()
                response.read()
                waited = time.perf_counter() - began
                with self._lock:
                    self._slowest = max(self._slowest, waited)
                if response.status != 200:
                    self.failure = f"status {response.status}"

    def slowest(self) -> float:
        """Return the longest response time since the last call."""
        with self._lock:
            slowest, self._slowest = self._slowest, 0.0
        return slowest


class Usage:
    """The memory of the serving process in KiB, and its processor time."""

    def __init__(self, served: ServerProcess) -> None:
        self._process = max(map(_tree, served.pids()), key=len)[-1]

    def now(self) -> int:
        return self._read("VmRSS")

    def peak(self) -> int:
        return self._read("VmHWM")

    def forget_peak(self) -> None:
        (self._process / "clear_refs").write_text("5")

    def seconds(self) -> float:
        """Return the processor time used, in steps of 10 ms."""
        of_user, of_system = (self._process / "stat").read_text().rpartition(")")[2].split()[11:13]
        return (int(of_user) + int(of_system)) / os.sysconf("SC_CLK_TCK")

    def _read(self, name: str) -> int:
        lines = (self._process / "status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(name))


def _tree(pid: int) -> list[Path]:
    """Return the process and its descendants; the last one serves requests."""
    process = Path(f"/proc/{pid}")
    children = (process / "task" / str(pid) / "children").read_text().split()
    inner = [_tree(int(child)) for child in children]
    return [process, *max(inner, key=lambda each: _size(each[-1]), default=[])]


def _size(process: Path) -> int:
    return int((process / "statm").read_text().split()[1])


@contextmanager
def other_caller(served: ServerProcess) -> Iterator[OtherCaller]:
    other = OtherCaller(urlsplit(served.url).netloc)
    other.start()
    yield other
    other.ended.set()
    other.join()
    assert other.failure == ""


@pytest.fixture
def tokens(root: Person, served: ServerProcess) -> list[str]:
    """Return tokens of an administrator and of members with other roles."""
    sent: list[tuple[str, dict[str, str]]] = [
        (
            "/auth/admin/login",
            {"email": root.email, "masterPassword": cast.MASTER_PASSWORD},
        )
    ]
    sent += [
        ("/auth/login", {"email": f"{name}@example.com", "password": cast.PASSWORD})
        for name in PEOPLE[1:]
    ]
    responses = [send(served, "POST", path, json.dumps(body).encode()) for path, body in sent]
    return [json.loads(body)["data"]["token"] for _, body in responses]


def send(
    served: ServerProcess,
    method: str,
    path: str,
    body: bytes,
    headers: Mapping[str, str] | None = None,
) -> tuple[int, bytes]:
    """Send a request; return status and body."""
    with closing(http.client.HTTPConnection(urlsplit(served.url).netloc, timeout=60)) as line:
        line.request(method, path, body, {"content-type": "application/json", **(headers or {})})
        response = line.getresponse()
        return response.status, response.read()


def attack(served: ServerProcess, tokens: list[str], count: int) -> None:
    """Send hostile bodies to every operation, each as a permitted caller."""
    document = published.document()
    usage = Usage(served)
    problems: list[str] = []
    with other_caller(served) as other:
        for operation in OPERATIONS:
            dice = random.Random(f"{SEED} {operation.operation_id}")  # noqa: S311 - no secrets
            path = published_path(operation)
            token = accepted_token(served, operation, path, tokens)
            schema = body_schema(document, operation)
            for body in Hostile(document, schema, dice).bodies(count):
                headers = {"authorization": f"Bearer {token}"}
                if dice.random() < 0.3:
                    headers["prefer"] = "handling=strict"
                problem = recurring_problem(served, operation, path, body, headers, other, usage)
                if problem:
                    problems.append(f"{operation.operation_id} {problem}: {body[:60]!r}")
        time.sleep(2.0)
    assert problems == []


def recurring_problem(
    served: ServerProcess,
    operation: Operation,
    path: str,
    body: bytes,
    headers: Mapping[str, str],
    other: OtherCaller,
    usage: Usage,
) -> str:
    """Send this body several times; return the problem that occurred each time, or nothing."""
    problem = ""
    for _ in range(TRIES):
        before, seconds = usage.now(), usage.seconds()
        usage.forget_peak()
        other.slowest()
        status, answer = send(served, operation.method, path, body, headers)
        waited = other.slowest()
        grown = usage.peak() - before
        has_computed = usage.seconds() - seconds > LONGEST_WAIT / 2
        longest_wait = LONGEST_WAIT if has_computed else LONGEST_WAIT_OF_MACHINE
        if status >= 500 and status != 503:
            return f"answers {status}"
        if status >= 400 and len(answer) > LARGEST_RESPONSE:
            return f"answers {len(answer)} bytes"
        if usage.now() - before > LARGEST_REMAINDER:
            time.sleep(2.0)
        left = usage.now() - before
        if waited <= longest_wait and grown <= LARGEST_PEAK and left <= LARGEST_REMAINDER:
            return ""
        time.sleep(2.0)
        problem = f"of {len(body)} bytes: others wait {waited:.3f} s, memory grows {grown} KiB"
        problem += f" and by {left} KiB after two seconds"
    return problem


def published_path(operation: Operation) -> str:
    path = operation.path
    for parameter in operation.parameters:
        path = path.replace(f"{{{parameter.name}}}", "01942520-e3a0-7704-b3c8-3850c0ae0354")
    return path


def accepted_token(
    served: ServerProcess, operation: Operation, path: str, tokens: list[str]
) -> str:
    """Return the token of the first caller that the operation accepts."""
    for token in tokens:
        headers = {"authorization": f"Bearer {token}"}
        status, _ = send(served, operation.method, path, b'{"":', headers)
        if status not in {401, 403}:
            return token
    return tokens[0]


def body_schema(document: Mapping[str, Any], operation: Operation) -> Mapping[str, Any]:
    item = document["paths"][operation.path][operation.method.lower()]
    schema: Mapping[str, Any] = item["requestBody"]["content"]["application/json"]["schema"]
    return schema


@pytest.mark.timeout(400)
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.slow("measures delays")
def test_a_hostile_body_does_not_delay_other_requests(
    served: ServerProcess, tokens: list[str]
) -> None:
    attack(served, tokens, 10)


@pytest.mark.long("sends for minutes")
@pytest.mark.timeout(20_000)
def test_many_hostile_bodies_do_not_delay_other_requests(
    served: ServerProcess, tokens: list[str]
) -> None:
    attack(served, tokens, 300)
