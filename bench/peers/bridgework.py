"""Bridgework itself, as its own command line loads and serves it."""

import dataclasses
import itertools
import json
import pathlib
import random
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import quote_plus, urlencode

import click

from bench import ask, directory, pacing, postings, processes, ranking, users, works
from bench.filling import Facts
from bench.peers import READS, reads
from bench.requests import Request
from bench.searches import Search
from bench.worlds import BIO, PROFILE_PATH, Badges, World, credentials

COLD = {"BRIDGEWORK_RESPONSE_CACHE": "0"}
POST = (
    "Half of my consultations end with a review in a year and no appliance at all. Who else keeps"
    " a list of the movements that aligners promise and do not deliver?"
)


@dataclasses.dataclass(frozen=True, slots=True)
class Crowd:
    """People who are signed in, and what they may ask for."""

    facts: Facts
    badges: Badges


class Bridgework:
    """One world, served as it is or with the response cache off (`cold`).

    Each start works on a fresh copy of the world; that of a `read_only` one on the world itself,
    whose records are read beforehand, since some machines soon forget what they have of a file.
    """

    list_path = "/experts?limit=20"

    def __init__(
        self,
        name: str,
        title: str,
        world: World,
        first: directory.Listed,
        *,
        asks: frozenset[str] = READS,
        ids: Sequence[str] = (),
        crowd: Crowd | None = None,
        searches: Sequence[Search] = (),
        cold: bool = False,
        read_only: bool = False,
        leans_on: tuple[int, ...] = (),
    ) -> None:
        self.name, self.title, self.asks, self.leans_on = name, title, asks, leans_on
        self.first = first
        self._world, self._ids, self._searches = world, ids, searches
        self._crowd, self._cold, self._read_only = crowd, cold, read_only
        self._pairs: Iterator[tuple[int, str]] = iter(())
        self._turns = itertools.count()
        self._copy = world.folder / "copy"

    def prepare(self) -> None:
        """The world is there already: the rows of all others are its own."""

    def launch(self, port: int) -> processes.Launch:
        if self._read_only:
            self._world.read_records(self._ids)
        else:
            processes.fresh_copy(self._world.data, self._copy)
        if self._crowd is not None:
            members = range(len(self._crowd.facts.members))
            jobs = self._crowd.facts.open_jobs
            self._pairs = ((member, job) for job in jobs for member in members)
        launch = self._world.serve(port)
        return dataclasses.replace(launch, environment={**launch.environment, **self._settings()})

    def rank(self, seconds: float, core: int) -> ranking.Took:
        """Call the bare function on a core, over and over again."""
        file = self._world.folder / "ranking.json"
        program = processes.python("-m", "bench.ranking", str(seconds), str(file))
        pinned = ["taskset", "--cpu-list", str(core), *program]
        environment = {**self._world.environment(), **self._settings()}
        processes.run(processes.Launch(pinned, self._world.folder, environment))
        return ranking.Took.model_validate_json(pathlib.Path(file).read_bytes())

    def one_path(self, expert_id: str) -> str:
        return f"/experts/{expert_id}"

    def listed(self, answer: ask.Answer) -> directory.Listed:
        return directory.listed(answer)

    def shown(self, answer: ask.Answer) -> str:
        return directory.shown(answer)

    def requests(self, asks: str, count: int) -> list[Request]:
        ways: dict[str, Callable[[], list[Request]]] = {
            "searchExperts": self._searched,
            "getMe": lambda: [Request("/users/me", authorization=one) for one in self._badges()],
            "createFeedPost": self._posts,
            "applyToJob": lambda: self._applications(count),
            "listRoleMatches": self._matches,
            "listJobs": self._listed_jobs,
            "adminListUsers": self._listed_users,
        }
        return ways[asks]() if asks in ways else reads(self, self._ids)[asks]

    def beside(self, mix: str) -> list[pacing.Stream]:
        """What is written beside the reads."""
        return [
            pacing.Stream(rate, self.written(kind))
            for kind, rate in works.MIXES[mix].items()
            if rate > 0
        ]

    def written(self, kind: str) -> list[Request]:
        """What a mix calls a sign-in, a post or an edit, once by each member."""
        if kind == "sign-in":
            return [
                Request("/auth/login", "POST", json.dumps(credentials(member.email)))
                for member in self._there().facts.members
            ]
        return self._posts() if kind == "post" else self._edits()

    def _settings(self) -> dict[str, str]:
        there = {} if self._read_only else {"BRIDGEWORK_DATA_DIR": str(self._copy)}
        return {**there, **(COLD if self._cold else {})}

    def _there(self) -> Crowd:
        if self._crowd is None:
            raise ValueError(f"nobody is signed in at {self.title}")
        return self._crowd

    def _badges(self) -> Sequence[str]:
        return self._there().badges.members

    def _searched(self) -> list[Request]:
        return [
            Request(f"{self.list_path}&search={quote_plus(one.text)}") for one in self._searches
        ]

    def _posts(self) -> list[Request]:
        body = json.dumps({"content": POST})
        return [Request("/feed/posts", "POST", body, one) for one in self._badges()]

    def _edits(self) -> list[Request]:
        """Each changes a sentence that the public sees: nobody says what they have said before."""
        turn = next(self._turns)
        return [
            Request(PROFILE_PATH, "PATCH", json.dumps({"profile": {"bio": bio}}), one)
            for bio in (f"{BIO} Ask me {turn}.", f"{BIO} Write to me {turn}.")
            for one in self._badges()
        ]

    def _applications(self, count: int) -> list[Request]:
        """Each of another member for another job, which no request before this asked for."""
        pairs = list(itertools.islice(self._pairs, count))
        if len(pairs) < count:
            raise click.ClickException("There are too few open jobs to apply to.")
        members, badges = self._there().facts.members, self._badges()
        bodies = [
            json.dumps(
                {
                    "firstName": member.first_name,
                    "lastName": member.last_name,
                    "email": member.email,
                    "cvObjectPath": member.cv,
                }
            )
            for member in members
        ]
        return [
            Request(f"/jobs/{job}/applications", "POST", bodies[number], badges[number])
            for number, job in pairs
        ]

    def _matches(self) -> list[Request]:
        crowd = self._there()
        return [
            Request(f"/roles/{role}/matches?limit=20", authorization=crowd.badges.client)
            for role in crowd.facts.active_roles
        ]

    def _listed_jobs(self) -> list[Request]:
        asked = postings.questions(1000)
        return [
            Request(path, authorization=badge)
            for path, badge in zip(asked, itertools.cycle(self._badges()), strict=False)
        ]

    def _listed_users(self) -> list[Request]:
        paths = [f"/admin/users?{urlencode(one)}" for one in users.questions()]
        random.Random(len(paths)).shuffle(paths)  # noqa: S311
        return [Request(path, authorization=self._there().badges.admin) for path in paths]
