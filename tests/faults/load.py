"""Clients that write until they are told that it is written, whatever breaks meanwhile."""

import random
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx2

from tests import cast

_PATIENCE_SECONDS = 60.0
"""How long a client goes on with one write before it calls that a fault."""
_LONGEST_REST_SECONDS = 0.3
"""Of what Retry-After asks for: these clients are in a hurry."""
_COME_AGAIN = frozenset(
    {"busy", "database_busy", "database_unavailable", "idempotency_in_progress"}
)
"""What the document has a client try again."""
_TO_SPARE = 200

DICE = random.Random  # moments and choices, not secrets


@dataclass(frozen=True, slots=True)
class Deed:
    """A write that was acknowledged."""

    kind: str
    name: str
    at: float
    tries: int


@dataclass
class Crowd:
    """What the clients have in common: where the nodes are, and what came of it all."""

    urls: Sequence[str]
    deeds: list[Deed] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Answers that nobody should ever be given."""
    refusals: int = 0
    """Answers that told a client to come again."""
    lost_connections: int = 0
    posts: deque[str] = field(default_factory=lambda: deque(maxlen=_TO_SPARE))
    """The ids of posts that are there to be liked."""
    going: threading.Event = field(default_factory=threading.Event)
    ended: threading.Event = field(default_factory=threading.Event)


class Client(threading.Thread):
    """Does one deed after another; each is tried, at either node, until it is acknowledged."""

    kind = ""
    pause = 0.04
    """Seconds between two deeds."""

    def __init__(self, crowd: Crowd, name: str, dice: random.Random, token: str = "") -> None:
        super().__init__(name=name, daemon=True)
        self.crowd = crowd
        self.dice = dice
        self.done = 0
        self.began_at = 0.0
        """When the deed in hand, or the last one, began."""
        self.idle = threading.Event()
        self.idle.set()
        self._token = token
        self._lines = [_line(url) for url in crowd.urls]
        self._at = dice.randrange(len(self._lines))

    def run(self) -> None:
        try:
            while not self.crowd.ended.is_set():
                if not self.crowd.going.wait(0.05):
                    continue
                self.idle.clear()
                self.began_at = time.monotonic()
                self.do()
                self.idle.set()
                time.sleep(self.pause)
        except Exception as error:
            self.crowd.faults.append(f"{self.name} broke: {error!r}")
            raise
        finally:
            self.idle.set()
            for line in self._lines:
                line.close()

    def do(self) -> None:
        """One deed."""
        raise NotImplementedError

    def pursue(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        good: int,
        key: str | None = None,
        or_else: Callable[[httpx2.Response], bool] | None = None,
    ) -> tuple[httpx2.Response, int] | None:
        """Try until it is answered with `good`, or as `or_else` has it; None if that never comes.

        Returns the answer and the number of tries.
        """
        sent = {"idempotency-key": key} if key else {}
        give_up_at = time.monotonic() + _PATIENCE_SECONDS
        tries = 0
        while time.monotonic() < give_up_at:
            tries += 1
            answer = self._tried(method, path, body, sent)
            if answer is None:
                continue
            if answer.status_code == good or (tries > 1 and or_else and or_else(answer)):
                return answer, tries
            if not self._may_come_again(answer):
                told = f"{answer.status_code} {answer.text[:300]}"
                self.crowd.faults.append(f"{self.name}: {method} {path}, try {tries}: {told}")
                return None
        self.crowd.faults.append(f"{self.name}: {method} {path} was never done ({tries} tries)")
        return None

    def acknowledged(self, name: str, tries: int) -> None:
        """Note a deed that the server says is done."""
        self.crowd.deeds.append(Deed(self.kind, name, time.monotonic(), tries))
        self.done += 1

    def other_node(self) -> None:
        """Go on at the next node."""
        self._at = (self._at + 1) % len(self._lines)

    def _tried(
        self, method: str, path: str, body: object, sent: Mapping[str, str]
    ) -> httpx2.Response | None:
        headers = {"authorization": f"Bearer {self._token}", **sent} if self._token else dict(sent)
        try:
            return self._lines[self._at].request(method, path, json=body, headers=headers)
        except httpx2.TransportError:
            self.crowd.lost_connections += 1
            self.other_node()
            time.sleep(0.02)
            return None

    def _may_come_again(self, answer: httpx2.Response) -> bool:
        """Whether this is a documented word to try again later; rests as long as it asks."""
        after = answer.headers.get("retry-after", "")
        if not after.isdigit() or answer.status_code not in {409, 503}:
            return False
        if answer.json()["error"] not in _COME_AGAIN:
            return False
        self.crowd.refusals += 1
        self.other_node()
        time.sleep(min(float(after), _LONGEST_REST_SECONDS))
        return True


class Registrar(Client):
    """Registers one person after another."""

    kind = "account"
    pause = 0.15  # a password is hashed for each

    def do(self) -> None:
        email = f"{self.name}.{self.done}@example.com"
        body = {"email": email, "password": cast.PASSWORD}
        # A try whose answer never came may have been done: then the address is taken, by us.
        told = self.pursue("POST", "/auth/register", body, good=201, or_else=_is_taken)
        if told is not None:
            self.acknowledged(email, told[1])
        else:
            self.done += 1


class Poster(Client):
    """Puts posts into the feed, each under a key, and asks for some of them again."""

    kind = "post"

    def do(self) -> None:
        content = f"{self.name} says {self.done}"
        told = self._posted(content)
        if told is None:
            self.done += 1
            return
        answer, tries = told
        self.acknowledged(content, tries)
        made = answer.json()["data"]["id"]
        self.crowd.posts.append(made)
        if self.dice.random() < 0.3:
            self.other_node()
            again = self._posted(content)
            if again is not None and again[0].json()["data"]["id"] != made:
                self.crowd.faults.append(f"{self.name}: {content!r} was posted twice by one key")

    def _posted(self, content: str) -> tuple[httpx2.Response, int] | None:
        key = content.replace(" ", "-")
        return self.pursue("POST", "/feed/posts", {"content": content}, good=201, key=key)


class Liker(Client):
    """Likes what is posted, some of it twice, which counts once."""

    kind = "like"

    def do(self) -> None:
        if not self.crowd.posts:
            return
        post = self.crowd.posts.popleft()
        tries = 0
        for _ in range(self.dice.choice([1, 1, 2])):
            told = self.pursue("PUT", f"/feed/posts/{post}/like", good=200)
            if told is None:
                return
            tries += told[1]
            self.other_node()
        self.acknowledged(post, tries)


class Editor(Client):
    """Changes a name again and again, and looks at the other node whether it has it."""

    kind = "edit"

    def do(self) -> None:
        name = f"Ada the {self.done}th"
        told = self.pursue("PATCH", "/users/me/profile", {"firstName": name}, good=200)
        if told is None:
            self.done += 1
            return
        self.acknowledged(name, told[1])
        self.other_node()
        seen = self.pursue("GET", "/users/me/profile", good=200)
        if seen is not None and (there := seen[0].json()["data"]["firstName"]) != name:
            self.crowd.faults.append(f"{self.name}: told of {name!r}, and then read {there!r}")


def _is_taken(answer: httpx2.Response) -> bool:
    body: Any = answer.json() if answer.status_code == 409 else {}
    return bool(body.get("code") == "ACCOUNT_EXISTS")


def _line(url: str) -> httpx2.Client:
    return httpx2.Client(base_url=url, timeout=20, trust_env=False)
