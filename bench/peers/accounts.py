"""What peers with sign-in have in common: members, their tokens, and signed-in requests."""

import pathlib
import secrets
from collections.abc import Sequence

from bench.client import Request
from bench.dataset import Dataset
from bench.peers import POST, ReadingPeer


class SignedInPeer(ReadingPeer):
    """A stack that also shows a member their account and takes posts.

    There is one token an account, made when the stack's database is filled.
    """

    kinds = frozenset({"list", "one", "account", "post"})
    scheme = "Bearer"

    def __init__(self, folder: pathlib.Path, dataset: Dataset) -> None:
        super().__init__(folder, dataset)
        self.tokens = [secrets.token_hex(20) for _ in dataset.accounts]

    def requests(self, kind: str, count: int) -> Sequence[Request]:
        headers = [f"{self.scheme} {token}" for token in self.tokens]
        if kind == "account":
            return [Request("/users/me", authorization=each) for each in headers]
        if kind == "post":
            body = {"content": POST}
            return [Request.of_json("POST", "/feed/posts", body, each) for each in headers]
        return super().requests(kind, count)
