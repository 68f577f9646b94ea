"""The rows that every stack serves, copied from Bridgework through its API."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from bench import client
from bench.client import Request
from bench.worlds import People

Row = dict[str, Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Listed:
    """The expected content of a list of the first 20 experts."""

    ids: list[str]
    total: int


@dataclasses.dataclass(frozen=True, slots=True)
class Dataset:
    """Experts in list order, as cards and as full records, and the accounts of members.

    `applications` has the body of a job application of each member, `jobs` what they apply to, and
    `clinic` the account that owns these jobs. `list_body` and `one_body` are two responses of
    Bridgework, byte for byte.
    """

    cards: list[Row]
    records: list[Row]
    accounts: list[Row]
    applications: list[Row]
    jobs: list[Row]
    clinic: Row
    list_body: bytes
    one_body: bytes

    @property
    def ids(self) -> list[str]:
        return [str(card["id"]) for card in self.cards]

    @property
    def listed(self) -> Listed:
        return Listed(self.ids[:20], len(self.cards))


def copy_from(port: int, people: People, jobs: Sequence[str]) -> Dataset:
    """Read the whole directory page by page, the account of each member, and the jobs by id."""
    first = Request("/experts?limit=20")
    list_body = client.must_succeed(port, first).body
    pages = -(-listed(port, first).total // 100)
    requests = [Request(f"/experts?limit=100&page={page + 1}") for page in range(pages)]
    cards = [row for page in client.all_must_succeed(port, requests) for row in page.json()["data"]]
    record_requests = [Request(f"/experts/{card['id']}") for card in cards]
    records = list(client.all_must_succeed(port, record_requests))
    authorizations = [*(member.authorization for member in people.members), people.clinic]
    own = [Request("/users/me", authorization=value) for value in authorizations]
    *accounts, clinic = _data(port, own)
    return Dataset(
        cards=cards,
        records=[response.json()["data"] for response in records],
        accounts=accounts,
        applications=[member.application for member in people.members],
        jobs=_data(port, [Request(f"/jobs/{job}", authorization=people.clinic) for job in jobs]),
        clinic=clinic,
        list_body=list_body,
        one_body=records[0].body,
    )


def listed(port: int, request: Request) -> Listed:
    """Return the content of a list in the format of Bridgework or of any peer."""
    response = client.must_succeed(port, request)
    page = {"total": response.headers.get("x-total-count"), **response.json()}
    rows = next(page[name] for name in ("data", "items", "results") if name in page)
    total = next(page[name] for name in ("totalItems", "count", "total") if name in page)
    return Listed([row["id"] for row in rows], int(total))


def record_id(response: client.Response) -> str:
    """Return the id of the single record in a response."""
    return str(record(response)["id"])


def record(response: client.Response) -> Row:
    """Return the single record in a response in the format of Bridgework or of any peer."""
    body = response.json()
    found: Row = body.get("data", body)
    return found


def _data(port: int, requests: Sequence[Request]) -> list[Row]:
    return [response.json()["data"] for response in client.all_must_succeed(port, requests)]
