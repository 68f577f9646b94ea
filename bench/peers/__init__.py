"""The stacks that are measured, each in a file of its own, all of one small form."""

from typing import Protocol

from bench import ask, directory, processes


class Peer(Protocol):
    """A stack that serves the directory's rows.

    `name` is for the command line, `title` for people; `list_path` asks for the first 20 rows
    and the total.
    """

    name: str
    title: str
    list_path: str

    def prepare(self) -> None:
        """Fill the stack's own store with the rows, once."""

    def launch(self, port: int) -> processes.Launch:
        """How to start it on a port of the loopback address."""

    def one_path(self, expert_id: str) -> str:
        """Where it shows one expert."""

    def listed(self, answer: ask.Answer) -> directory.Listed:
        """The ids and the total in its answer to `list_path`."""

    def shown(self, answer: ask.Answer) -> str:
        """The id in its answer to `one_path`."""
