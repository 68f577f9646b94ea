"""A made-up area of versioned records: a paper is a row of `domain_events`, its title in `kind`."""

from typing import Any

import sqlalchemy as sa

from bridgework.kit import auth
from bridgework.kit.db.transaction import Tx
from bridgework.kit.errors import Forbidden, NoSuchThing
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import OK, Ok, Versioned
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id, new_id
from bridgework.kit.outbox.tables import events
from bridgework.kit.schemas import RequestBody, ResponseModel

UNDER_SEAL = "under seal"
"""A paper of this title may be read and not changed."""
beside: list[str] = []
"""What every paper tells that is in none of their rows."""


class PaperSealed(Forbidden):
    """A paper under seal stays as it is."""


class PaperRequest(RequestBody):
    title: str


class Paper(ResponseModel):
    id: Id
    title: str
    beside: list[str]


class FiledPaper(ResponseModel):
    """A paper, and the shelf it lies on."""

    paper: Paper
    shelf: str


area = Area("Papers")


def _row(tx: Tx, paper_id: Id, *, locked: bool = False) -> sa.Row[Any]:
    statement = sa.select(events).where(events.c.id == paper_id)
    row = tx.row(statement.with_for_update() if locked else statement)
    if row is None:
        raise NoSuchThing
    return row


def _told(row: sa.Row[Any]) -> Paper:
    return Paper(id=row.id, title=row.kind, beside=[*beside])


def _changeable(call: Call, paper_id: Id) -> sa.Row[Any]:
    """The row, locked; refused in the order that the contract has."""
    row = _row(call.tx, paper_id, locked=True)
    if row.kind == UNDER_SEAL:
        raise PaperSealed
    call.must_match(row.version)
    return row


def _write(call: Call, title: str) -> Paper:
    paper_id = new_id()
    values = {"kind": title, "subject_id": new_id(), "version": 1, "at": call.now}
    call.tx.execute(events.insert(), {"id": paper_id, **values})
    return _told(_row(call.tx, paper_id))


@area.post("/papers", who=auth.public, status=201, location="/papers/{id}")
def make_paper(call: Call, body: PaperRequest) -> Paper:
    """Make a paper."""
    return _write(call, body.title)


@area.post("/shelves", who=auth.public, status=201, location="/titles/{paper.title}")
def file_paper(call: Call, body: PaperRequest) -> FiledPaper:
    """Make a paper and put it away."""
    return FiledPaper(paper=_write(call, body.title), shelf="top")


@area.get("/papers/{id}", who=auth.public)
def get_paper(call: Call, paper_id: Id) -> Versioned[Paper]:
    """Read a paper."""
    row = _row(call.tx, paper_id)
    return Versioned(_told(row), row.version)


@area.patch("/papers/{id}", who=auth.public, versioned=True, problems=(PaperSealed,))
def change_paper(call: Call, paper_id: Id, body: PaperRequest) -> Versioned[Paper]:
    """Change a paper."""
    row = _changeable(call, paper_id)
    values = {"kind": body.title, "version": row.version + 1}
    call.tx.execute(events.update().where(events.c.id == paper_id).values(**values))
    return Versioned(_told(_row(call.tx, paper_id)), row.version + 1)


@area.patch("/papers/{id}/slowly", who=auth.public, versioned=True, slow=True)
def change_paper_slowly(call: Call, paper_id: Id, body: PaperRequest) -> Versioned[Paper]:
    """Change a paper in a transaction of its own."""
    with call.writing():
        return change_paper(call, paper_id, body)


@area.delete("/papers/{id}", who=auth.public, versioned=True, problems=(PaperSealed,))
def drop_paper(call: Call, paper_id: Id) -> Ok:
    """Drop a paper."""
    _changeable(call, paper_id)
    call.tx.execute(events.delete().where(events.c.id == paper_id))
    return OK
