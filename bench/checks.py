"""Checks that a stack answers and stores what the work is about, before it is measured."""

import json
from collections.abc import Sequence

import click
import sqlalchemy as sa

from bench import client, dataset
from bench.client import Request, Response
from bench.dataset import Row
from bench.peers import CheckedPeer
from bench.works import Work

CHECKED_SEARCHES = 50
"""Searches whose responses are checked before the measurement."""
REFUSALS = frozenset({400, 401, 403, 404, 409})
"""Statuses of refused requests: PocketBase has 400 for a broken rule, 404 for a hidden record."""
STAMPS = {"createdAt", "updatedAt"}
"""Members that frameworks write in different formats."""


def check(peer: CheckedPeer, port: int, work: Work) -> int:
    """Return the size of a correct response. Raises ClickException for an incorrect one."""
    if work.how == "bodies":
        return 0
    requests = peer.requests(work.kind, 1)
    if not requests:
        raise click.ClickException("the stack has no requests for this work")
    first = requests[0]
    if work.kind == "search":
        _must_find(port, requests[:CHECKED_SEARCHES])
    if work.kind == "account":
        _must_be_own(port, requests, peer.accounts)
    if work.kind in peer.stored:
        statements = peer.stored[work.kind]
        stored = _must_be_stored(peer, port, first, statements, sent_once=work.sent_once)
        return len(stored.body)
    response = client.must_succeed(port, first)
    if work.kind == "one" and dataset.record_id(response) not in first.path:
        raise click.ClickException(f"{first.label} returned another record")
    return len(response.body)


def _must_find(port: int, requests: Sequence[Request]) -> None:
    for request in requests:
        if not dataset.listed(port, request).total:
            raise click.ClickException(f"{request.label} found nothing")


def _must_be_own(port: int, requests: Sequence[Request], accounts: Sequence[Row]) -> None:
    """Each member gets all members of their account, and no other caller gets that account."""
    for request, account in zip(requests[:2], accounts, strict=False):
        record = dataset.record(client.must_succeed(port, request))
        shown = {_plain(name): value for name, value in record.items()}
        # PocketBase has no null: it returns an empty text, zero or false.
        wrong = [
            name
            for name in account.keys() - STAMPS
            if (shown.get(_plain(name)) or "") != (account[name] or "")
        ]
        if wrong:
            raise click.ClickException(f"{request.label} has wrong {', '.join(sorted(wrong))}")
    _must_be_refused(port, _anonymous(requests[0]))
    swapped = Request(requests[0].path, authorization=requests[1].authorization)
    response = client.send(port, swapped)
    if response.status in client.GOOD and dataset.record(response)["email"] == accounts[0]["email"]:
        raise click.ClickException(f"{swapped.label} returned the account of another caller")


def _must_be_stored(
    peer: CheckedPeer, port: int, request: Request, statements: Sequence[str], *, sent_once: bool
) -> Response:
    """Send a request that writes: one row of each kind is stored, and none when it is refused.

    It is refused without the token, and a request that may be sent once is refused again.
    """
    before = _counts(peer, statements)
    _must_be_refused(port, _anonymous(request))
    if _counts(peer, statements) != before:
        raise click.ClickException(f"{request.label} without a token was stored")
    response = client.must_succeed(port, request)
    _must_repeat(request, response)
    if sent_once:
        _must_be_refused(port, request)
    if _counts(peer, statements) != [count + 1 for count in before]:
        raise click.ClickException(f"{request.label} did not store one row of each kind")
    return response


def _must_repeat(request: Request, response: Response) -> None:
    """The response must have the members of the request that no stack changes."""
    sent, shown = json.loads(request.body), dataset.record(response)
    for name in ("content", "firstName", "lastName", "email", "cvObjectPath"):
        if name in sent and shown.get(name) != sent[name]:
            raise click.ClickException(f"{request.label} returned a wrong {name}")


def _must_be_refused(port: int, request: Request) -> None:
    status = client.send(port, request).status
    if status not in REFUSALS:
        raise click.ClickException(f"{request.label} got {status}, and should be refused")


def _plain(name: str) -> str:
    """The name of a member without the difference between Django's spelling and the others'."""
    return name.replace("_", "").lower()


def _anonymous(request: Request) -> Request:
    return Request(request.path, request.method, request.body)


def _counts(peer: CheckedPeer, statements: Sequence[str]) -> list[int]:
    engine = sa.create_engine(peer.database, poolclass=sa.NullPool)
    with engine.connect() as connection:
        return [connection.execute(sa.text(each)).scalar_one() for each in statements]
