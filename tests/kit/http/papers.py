"""A sample area of versioned records: a paper is a row of `samples`, its title in `kind`."""

from typing import Any

import sqlalchemy as sa

from bridgework.context import RequestContext
from bridgework.kit.core import Forbidden, Id, NoSuchThing, new_id
from bridgework.kit.data.db import Tx
from bridgework.kit.http.operations import OK, Ok, Router, WithVersion
from bridgework.kit.security import auth
from bridgework.kit.validation import RequestBody, ResponseModel
from tests.kit.samples import samples

UNDER_SEAL = "under seal"
"""A paper with this title is read-only."""
beside: list[str] = []
"""Values that are in every response and in no row."""


class PaperSealed(Forbidden):
    """A sealed paper cannot be changed."""


class PaperRequest(RequestBody):
    title: str


class Paper(ResponseModel):
    id: Id
    title: str
    beside: list[str]


class FiledPaper(ResponseModel):
    """A paper and its shelf."""

    paper: Paper
    shelf: str


router = Router("Papers")


def _row(tx: Tx, paper_id: Id, *, locked: bool = False) -> sa.Row[Any]:
    statement = sa.select(samples).where(samples.c.id == paper_id)
    row = tx.row(statement.with_for_update() if locked else statement)
    if row is None:
        raise NoSuchThing
    return row


def _to_paper(row: sa.Row[Any]) -> Paper:
    return Paper(id=row.id, title=row.kind, beside=[*beside])


def _must_be_changeable(context: RequestContext, paper_id: Id) -> sa.Row[Any]:
    """Lock and return the row. The checks are in the order of the API: 404, 403, 412."""
    row = _row(context.tx, paper_id, locked=True)
    if row.kind == UNDER_SEAL:
        raise PaperSealed
    context.check_version(row.version)
    return row


def _write(context: RequestContext, title: str) -> Paper:
    paper_id = new_id()
    values = {"kind": title, "subject_id": new_id(), "version": 1, "at": context.now}
    context.tx.execute(samples.insert(), {"id": paper_id, **values})
    return _to_paper(_row(context.tx, paper_id))


@router.post("/papers", who=auth.public, status=201, location="/papers/{id}")
def make_paper(context: RequestContext, body: PaperRequest) -> Paper:
    """Create a paper."""
    return _write(context, body.title)


@router.post("/shelves", who=auth.public, status=201, location="/titles/{paper.title}")
def file_paper(context: RequestContext, body: PaperRequest) -> FiledPaper:
    """Create a paper on a shelf."""
    return FiledPaper(paper=_write(context, body.title), shelf="top")


@router.get("/papers/{id}", who=auth.public)
def get_paper(context: RequestContext, paper_id: Id) -> WithVersion[Paper]:
    """Read a paper."""
    row = _row(context.tx, paper_id)
    return WithVersion(_to_paper(row), row.version)


@router.patch("/papers/{id}", who=auth.public, if_match=True, errors=(PaperSealed,))
def change_paper(context: RequestContext, paper_id: Id, body: PaperRequest) -> WithVersion[Paper]:
    """Change a paper."""
    row = _must_be_changeable(context, paper_id)
    values = {"kind": body.title, "version": row.version + 1}
    context.tx.execute(samples.update().where(samples.c.id == paper_id).values(**values))
    return WithVersion(_to_paper(_row(context.tx, paper_id)), row.version + 1)


@router.patch("/papers/{id}/slowly", who=auth.public, if_match=True, pool="computing")
def change_paper_slowly(
    context: RequestContext, paper_id: Id, body: PaperRequest
) -> WithVersion[Paper]:
    """Change a paper in a separate transaction."""
    with context.write_transaction():
        return change_paper(context, paper_id, body)


@router.delete("/papers/{id}", who=auth.public, if_match=True, errors=(PaperSealed,))
def drop_paper(context: RequestContext, paper_id: Id) -> Ok:
    """Delete a paper."""
    _must_be_changeable(context, paper_id)
    context.tx.execute(samples.delete().where(samples.c.id == paper_id))
    return OK
