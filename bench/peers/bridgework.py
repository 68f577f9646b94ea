"""Bridgework itself, as its own command line loads and serves it."""

import dataclasses
import itertools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from urllib.parse import quote_plus

import click

from bench import processes, works
from bench.client import Request
from bench.dataset import Listed, Row
from bench.pacing import Stream
from bench.peers import POST, applications
from bench.queries import Search
from bench.worlds import CLINIC, NO_CACHE, People, World, credentials

BIO = (
    "Half of my consultations end with a review in a year and no appliance at all. I keep a list of"
    " the movements that aligners promise and do not deliver."
)
"""Every edit of a profile changes the last sentence of this."""


class Bridgework:
    """One world, served with the default settings or with the response cache off (`cold`).

    Each start works on a fresh copy of the world, and that of a `shared` one on the world itself.
    """

    list_path = "/experts?limit=20"
    stored: Mapping[str, Sequence[str]] = {
        "post": ["SELECT count(*) FROM feed_posts"],
        "application": [
            "SELECT count(*) FROM job_applications",
            f"SELECT count(*) FROM outbox_emails WHERE recipient = '{CLINIC}'",
        ],
    }

    def __init__(
        self,
        name: str,
        title: str,
        world: World,
        listed: Listed,
        kinds: frozenset[str],
        *,
        people: People,
        ids: Sequence[str] = (),
        searches: Sequence[Search] = (),
        jobs: Sequence[str] = (),
        roles: Sequence[str] = (),
        lists: Mapping[str, Sequence[Request]] | None = None,
        cold: bool = False,
        shared: bool = False,
        both_cores: bool = False,
        backing_pids: tuple[int, ...] = (),
    ) -> None:
        self.name, self.title, self.kinds, self.listed = name, title, kinds, listed
        self.both_cores, self.backing_pids = both_cores, backing_pids
        self.people = people
        self.accounts: Sequence[Row] = [
            {"email": one.email, "firstName": one.first_name, "lastName": one.last_name}
            for one in people.members
        ]
        self._world, self._ids, self._searches = world, ids, searches
        self._jobs, self._roles, self._lists = jobs, roles, lists or {}
        self._cold, self._shared = cold, shared
        self._data = world.data if shared else world.folder / "copy"
        self.database = world.database_url or f"sqlite:///{self._data}/bridgework.db"
        self._applications: Iterator[Request] = iter(())
        self._edits = itertools.count()

    def prepare(self) -> None:
        """Do nothing: the world is loaded before the peers, since their rows come from it."""

    def launch(self, port: int) -> processes.Launch:
        members = self.people.members
        self._applications = applications(
            self._jobs,
            [member.authorization for member in members],
            [member.application for member in members],
        )
        launch = self._world.serve(port)
        changes = dict(NO_CACHE) if self._cold else {}
        if not self._shared:
            processes.fresh_copy(self._world.data, self._data)
            changes["BRIDGEWORK_DATA_DIR"] = str(self._data)
        return dataclasses.replace(launch, environment={**launch.environment, **changes})

    def requests(self, kind: str, count: int) -> Sequence[Request]:
        if kind in self._lists:
            return self._lists[kind]
        made: dict[str, Callable[[], list[Request]]] = {
            "list": lambda: [Request(self.list_path)],
            "one": lambda: [Request(f"/experts/{each}") for each in self._ids],
            "search": self._search,
            "account": self._account,
            "post": self._post,
            "application": lambda: list(itertools.islice(self._applications, count)),
            "matches": self._match,
        }
        return made[kind]()

    def writes(self) -> list[Stream]:
        """What is written beside reads: sign-ins, posts and edits of profiles."""
        return [
            Stream(works.SIGN_INS, self._sign_in()),
            Stream(works.POSTS, self._post()),
            Stream(works.EDITS, self._edit()),
        ]

    def _search(self) -> list[Request]:
        paths = [f"{self.list_path}&search={quote_plus(one.text)}" for one in self._searches]
        return [Request(path) for path in paths]

    def _account(self) -> list[Request]:
        members = self.people.members
        return [Request("/users/me", authorization=member.authorization) for member in members]

    def _sign_in(self) -> list[Request]:
        members = self.people.members
        return [Request.of_json("POST", "/auth/login", credentials(one.email)) for one in members]

    def _post(self) -> list[Request]:
        return self._each_member("POST", "/feed/posts", {"content": POST})

    def _edit(self) -> list[Request]:
        """Each one changes a sentence that the public reads; no two of a member are the same."""
        turn = next(self._edits)
        bios = [f"{BIO} Ask me {turn}.", f"{BIO} Write to me {turn}."]
        return [
            request
            for bio in bios
            for request in self._each_member(
                "PATCH", "/users/me/profile", {"profile": {"bio": bio}}
            )
        ]

    def _each_member(self, method: str, path: str, body: object) -> list[Request]:
        text = json.dumps(body)
        return [Request(path, method, text, one.authorization) for one in self.people.members]

    def _match(self) -> list[Request]:
        if not self._roles:
            raise click.ClickException("the demo world has no active roles")
        return [
            Request(f"/roles/{role}/matches?limit=20", authorization=self.people.client)
            for role in self._roles
        ]
