"""The stacks that are measured, each in a file of its own, all of one small form."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from bench import ask, directory, processes
from bench.requests import Request


class Peer(Protocol):
    """A stack that serves the directory's rows, or some of Bridgework's own works.

    `name` is for the command line, `title` for people; `asks` are the works it does, by what they
    ask for; `list_path` asks for the first 20 rows and the total, which are `first`. `leans_on`
    are processes that work for it beside its own.
    """

    name: str
    title: str
    asks: frozenset[str]
    list_path: str
    first: directory.Listed
    leans_on: tuple[int, ...]

    def prepare(self) -> None:
        """Fill the stack's own store with the rows, once."""

    def launch(self, port: int) -> processes.Launch:
        """How to start it on a port of the loopback address."""

    def requests(self, asks: str, count: int) -> list[Request]:
        """What is sent for a work; `count` of them if each may be sent once only."""

    def one_path(self, expert_id: str) -> str:
        """Where it shows one expert."""

    def listed(self, answer: ask.Answer) -> directory.Listed:
        """The ids and the total in its answer to `list_path`."""

    def shown(self, answer: ask.Answer) -> str:
        """The id in its answer to `one_path`."""


READS = frozenset({"listExperts", "getExpert"})


def reads(peer: Peer, ids: Iterable[str]) -> Mapping[str, list[Request]]:
    """The requests of the two public reads, which every stack answers."""
    return {
        "listExperts": [Request(peer.list_path)],
        "getExpert": [Request(peer.one_path(one)) for one in ids],
    }
