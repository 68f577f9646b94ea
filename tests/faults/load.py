"""Clients that repeat writes until they are acknowledged, despite failures."""

import random
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx2

from tests import cast

_TIMEOUT_SECONDS = 60.0
"""The time after which an unacknowledged write counts as a fault."""
_LONGEST_WAIT_SECONDS = 0.3
"""The maximum wait, regardless of Retry-After: these clients do not wait long."""
_RETRY_CODES = frozenset(
    {"busy", "database_busy", "database_unavailable", "idempotency_in_progress"}
)
"""Error codes after which the documentation recommends a retry."""
_KEPT_POSTS = 200

DICE = random.Random  # for times and choices, not for secrets


@dataclass(frozen=True, slots=True)
class Write:
    """An acknowledged write."""

    kind: str
    name: str
    at: float
    attempts: int


@dataclass
class Shared:
    """The state shared by the clients: the nodes and the results."""

    urls: Sequence[str]
    writes: list[Write] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Responses that a client must never get."""
    refusals: int = 0
    """The number of responses that asked for a retry."""
    lost_connections: int = 0
    posts: deque[str] = field(default_factory=lambda: deque(maxlen=_KEPT_POSTS))
    """The ids of posts for likes."""
    running: threading.Event = field(default_factory=threading.Event)
    ended: threading.Event = field(default_factory=threading.Event)


class Client(threading.Thread):
    """Writes repeatedly; retries each write at any node until it is acknowledged."""

    kind = ""
    pause = 0.04
    """Seconds between two writes."""

    def __init__(self, shared: Shared, name: str, dice: random.Random, token: str = "") -> None:
        super().__init__(name=name, daemon=True)
        self.shared = shared
        self.dice = dice
        self.done = 0
        self.started_at = 0.0
        """The start of the current or last write."""
        self.idle = threading.Event()
        self.idle.set()
        self._token = token
        self._http_clients = [_http_client(url) for url in shared.urls]
        self._at = dice.randrange(len(self._http_clients))

    def run(self) -> None:
        try:
            while not self.shared.ended.is_set():
                if not self.shared.running.wait(0.05):
                    continue
                self.idle.clear()
                self.started_at = time.monotonic()
                self.write()
                self.idle.set()
                time.sleep(self.pause)
        except Exception as error:
            self.shared.faults.append(f"{self.name} broke: {error!r}")
            raise
        finally:
            self.idle.set()
            for client in self._http_clients:
                client.close()

    def write(self) -> None:
        """Perform one write."""
        raise NotImplementedError

    def retry(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        success: int,
        key: str | None = None,
        or_else: Callable[[httpx2.Response], bool] | None = None,
    ) -> tuple[httpx2.Response, int] | None:
        """Retry until the status is `success` or `or_else` accepts it; None if that never happens.

        Returns the response and the number of attempts.
        """
        key_headers = {"idempotency-key": key} if key else {}
        give_up_at = time.monotonic() + _TIMEOUT_SECONDS
        attempts = 0
        while time.monotonic() < give_up_at:
            attempts += 1
            response = self._send(method, path, body, key_headers)
            if response is None:
                continue
            if response.status_code == success or (attempts > 1 and or_else and or_else(response)):
                return response, attempts
            if not self._may_retry(response):
                result = f"{response.status_code} {response.text[:300]}"
                self.shared.faults.append(
                    f"{self.name}: {method} {path}, attempt {attempts}: {result}"
                )
                return None
        self.shared.faults.append(
            f"{self.name}: {method} {path} was never acknowledged ({attempts} attempts)"
        )
        return None

    def record(self, name: str, attempts: int) -> None:
        """Record an acknowledged write."""
        self.shared.writes.append(Write(self.kind, name, time.monotonic(), attempts))
        self.done += 1

    def other_node(self) -> None:
        """Continue with the next node."""
        self._at = (self._at + 1) % len(self._http_clients)

    def _send(
        self, method: str, path: str, body: object, key_headers: Mapping[str, str]
    ) -> httpx2.Response | None:
        headers = (
            {"authorization": f"Bearer {self._token}", **key_headers}
            if self._token
            else dict(key_headers)
        )
        try:
            return self._http_clients[self._at].request(method, path, json=body, headers=headers)
        except httpx2.TransportError:
            self.shared.lost_connections += 1
            self.other_node()
            time.sleep(0.02)
            return None

    def _may_retry(self, response: httpx2.Response) -> bool:
        """Return whether the response asks for a retry; waits as long as it says."""
        after = response.headers.get("retry-after", "")
        if not after.isdigit() or response.status_code not in {409, 503}:
            return False
        if response.json()["error"] not in _RETRY_CODES:
            return False
        self.shared.refusals += 1
        self.other_node()
        time.sleep(min(float(after), _LONGEST_WAIT_SECONDS))
        return True


class Registrar(Client):
    """Registers accounts."""

    kind = "account"
    pause = 0.15  # a password is hashed for each

    def write(self) -> None:
        email = f"{self.name}.{self.done}@example.com"
        body = {"email": email, "password": cast.PASSWORD}
        # An attempt without a response may have succeeded; then we have the address.
        result = self.retry("POST", "/auth/register", body, success=201, or_else=_is_taken)
        if result is not None:
            self.record(email, result[1])
        else:
            self.done += 1


class Poster(Client):
    """Creates feed posts with idempotency keys, and repeats some requests."""

    kind = "post"

    def write(self) -> None:
        content = f"{self.name} says {self.done}"
        result = self._posted(content)
        if result is None:
            self.done += 1
            return
        response, attempts = result
        self.record(content, attempts)
        post_id = response.json()["data"]["id"]
        self.shared.posts.append(post_id)
        if self.dice.random() < 0.3:
            self.other_node()
            again = self._posted(content)
            if again is not None and again[0].json()["data"]["id"] != post_id:
                self.shared.faults.append(
                    f"{self.name}: {content!r} was created twice with one key"
                )

    def _posted(self, content: str) -> tuple[httpx2.Response, int] | None:
        key = content.replace(" ", "-")
        return self.retry("POST", "/feed/posts", {"content": content}, success=201, key=key)


class Liker(Client):
    """Likes posts, some twice, which counts once."""

    kind = "like"

    def write(self) -> None:
        if not self.shared.posts:
            return
        post = self.shared.posts.popleft()
        attempts = 0
        for _ in range(self.dice.choice([1, 1, 2])):
            result = self.retry("PUT", f"/feed/posts/{post}/like", success=200)
            if result is None:
                return
            attempts += result[1]
            self.other_node()
        self.record(post, attempts)


class Editor(Client):
    """Changes a name repeatedly, and reads it from the other node."""

    kind = "edit"

    def write(self) -> None:
        name = f"Ada the {self.done}th"
        result = self.retry("PATCH", "/users/me/profile", {"firstName": name}, success=200)
        if result is None:
            self.done += 1
            return
        self.record(name, result[1])
        self.other_node()
        read = self.retry("GET", "/users/me/profile", success=200)
        if read is not None and (there := read[0].json()["data"]["firstName"]) != name:
            self.shared.faults.append(f"{self.name}: wrote {name!r}, then read {there!r}")


def _is_taken(response: httpx2.Response) -> bool:
    body: Any = response.json() if response.status_code == 409 else {}
    return bool(body.get("code") == "ACCOUNT_EXISTS")


def _http_client(url: str) -> httpx2.Client:
    return httpx2.Client(base_url=url, timeout=20, trust_env=False)
