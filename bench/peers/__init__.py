"""The stacks that are measured, each in a file of its own, all of one small form."""

import itertools
import json
import pathlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from bench import processes
from bench.client import Request
from bench.dataset import Dataset, Listed, Row

POST = (
    "Half of my consultations end with a review in a year and no appliance at all. Who else keeps"
    " a list of the movements that aligners promise and do not deliver?"
)
"""What every stack is sent as a feed post."""


class CheckedPeer(Protocol):
    """What is checked before a stack is measured.

    `accounts` are the members whose requests it answers, in the order of the requests. `database`
    is the SQLAlchemy URL of what the running stack writes to, and `stored` has, for a kind of
    request that writes, statements that each count one row more after it.
    """

    accounts: Sequence[Row]
    database: str
    stored: Mapping[str, Sequence[str]]

    def requests(self, kind: str, count: int) -> Sequence[Request]:
        """What is sent; `count` of them if each may be sent once only."""


class Peer(CheckedPeer, Protocol):
    """A stack that serves the directory's rows, or only works of Bridgework's own.

    `name` is for the command line, `title` for the report; `kinds` are the kinds of requests it
    answers; `list_path` returns the first 20 rows and the total, which must be `listed`.
    `backing_pids` are processes that work for it beside its own. With `both_cores`, it may use the
    core of the load generator as well.
    """

    name: str
    title: str
    kinds: frozenset[str]
    list_path: str
    listed: Listed
    backing_pids: tuple[int, ...]
    both_cores: bool

    def prepare(self) -> None:
        """Fill the stack's own database. Raises ClickException if it cannot be built here."""

    def launch(self, port: int) -> processes.Launch:
        """How to start it on a port of the loopback address."""


class ReadingPeer:
    """What the peers with a database of their own have in common: a folder, and the two reads."""

    name = ""
    title = ""
    kinds: frozenset[str] = frozenset({"list", "one"})
    list_path = "/experts?limit=20"
    one_path = "/experts/{}"
    backing_pids: tuple[int, ...] = ()
    both_cores = False

    def __init__(self, folder: pathlib.Path, dataset: Dataset) -> None:
        self.folder = folder
        self.dataset = dataset
        self.listed = dataset.listed
        self.accounts: Sequence[Row] = dataset.accounts
        self.database = f"sqlite:///{folder}/copy/experts.db"
        self.stored: Mapping[str, Sequence[str]] = {}

    def requests(self, kind: str, count: int) -> Sequence[Request]:
        del count
        if kind == "list":
            return [Request(self.list_path)]
        return [Request(self.one_path.format(each)) for each in self.dataset.ids]


def applications(
    jobs: Sequence[str], authorizations: Sequence[str], bodies: Sequence[Row]
) -> Iterator[Request]:
    """Yield an application of each member to each job, as Bridgework takes them."""
    members = [
        (json.dumps(body), authorization)
        for body, authorization in zip(bodies, authorizations, strict=True)
    ]
    for job, (body, authorization) in itertools.product(jobs, members):
        yield Request(f"/jobs/{job}/applications", "POST", body, authorization)
