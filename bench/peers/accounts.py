"""What peers with sign-in have in common: members, their tokens, and signed-in requests."""

import itertools
import pathlib
import secrets
from collections.abc import Iterator, Sequence

from bench import processes
from bench.client import Request
from bench.dataset import Dataset
from bench.peers import POST, ReadingPeer, applications


class SignedInPeer(ReadingPeer):
    """A stack that also shows a member their account, and takes posts and job applications.

    There is one token an account, made when the stack's database is filled. The application is a
    kind of the stacks that say so.
    """

    kinds = frozenset({"list", "one", "account", "post"})
    scheme = "Bearer"

    def __init__(self, folder: pathlib.Path, dataset: Dataset) -> None:
        super().__init__(folder, dataset)
        self.tokens = [secrets.token_hex(20) for _ in dataset.accounts]
        self._applications: Iterator[Request] = iter(())

    def requests(self, kind: str, count: int) -> Sequence[Request]:
        if kind == "account":
            return [Request("/users/me", authorization=each) for each in self._headers()]
        if kind == "post":
            body = {"content": POST}
            return [Request.of_json("POST", "/feed/posts", body, each) for each in self._headers()]
        if kind == "application":
            return list(itertools.islice(self._applications, count))
        return super().requests(kind, count)

    def renew(self) -> None:
        """Replace the data by a fresh copy, to which no member has applied."""
        processes.fresh_copy(self.folder / "data", self.folder / "copy")
        jobs = [str(job["id"]) for job in self.dataset.jobs]
        self._applications = applications(jobs, self._headers(), self.dataset.applications)

    def _headers(self) -> list[str]:
        return [f"{self.scheme} {token}" for token in self.tokens]
