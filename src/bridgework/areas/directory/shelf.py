"""Writing the directory: every statement that adds, changes or drops what the public sees."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.directory.rendering import Rendered
from bridgework.areas.directory.tables import WORDS, experts, facets
from bridgework.areas.profiles.tables import profiles
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_subject = (
    sa.select(accounts, profiles.c.fields)
    .join_from(accounts, profiles, isouter=True)
    .where(accounts.c.id == sa.bindparam("account_id"))
)
_number = sa.select(experts.c.number).where(experts.c.id == sa.bindparam("expert_id"))
_by_number = experts.c.number == sa.bindparam("this_number")
_add = experts.insert().returning(experts.c.number)
_add_many = experts.insert()
_change = experts.update().where(_by_number)
_drop = experts.delete().where(_by_number)
_add_facets = facets.insert()
_drop_facets = facets.delete().where(facets.c.number == sa.bindparam("this_number"))
_add_words = {
    "sqlite": sa.text(f"INSERT INTO {WORDS} (rowid, words) VALUES (:number, :words)"),  # noqa: S608
    "postgresql": sa.text(
        f"INSERT INTO {WORDS} (number, words)"  # noqa: S608
        " VALUES (:number, array_to_tsvector(string_to_array(:words, ' ')))"
    ),
}
_drop_words = {
    "sqlite": sa.text(f"DELETE FROM {WORDS} WHERE rowid = :number"),  # noqa: S608
    "postgresql": sa.text(f"DELETE FROM {WORDS} WHERE number = :number"),  # noqa: S608
}


def subject(tx: Tx, account_id: Id) -> sa.Row[Any]:
    """The account, and the fields of its profile if it has one."""
    return tx.execute(_subject, {"account_id": account_id}).one()


def number(tx: Tx, expert_id: Id) -> int | None:
    """The row of an expert who is in public."""
    found: int | None = tx.value(_number, {"expert_id": expert_id})
    return found


def add(tx: Tx, rendered: Rendered) -> None:
    """Put an expert into public."""
    given = tx.execute(_add, dict(rendered.values)).scalar_one()
    _index(tx, [(given, rendered)])


def change(tx: Tx, this: int, rendered: Rendered) -> None:
    """Rewrite what the public sees of an expert."""
    tx.execute(_change.values(**rendered.values), {"this_number": this})
    _unindex(tx, this)
    _index(tx, [(this, rendered)])


def drop(tx: Tx, this: int) -> None:
    """Take an expert out of public."""
    _unindex(tx, this)
    tx.execute(_drop, {"this_number": this})


def add_many(tx: Tx, numbered: Sequence[tuple[int, Rendered]]) -> None:
    """Put many experts into public, under numbers that the caller has made sure are free."""
    tx.execute(_add_many, [{**rendered.values, "number": one} for one, rendered in numbered])
    _index(tx, numbered)


def _index(tx: Tx, numbered: Sequence[tuple[int, Rendered]]) -> None:
    found_by = [
        {"kind": kind, "value": value, "number": one}
        for one, rendered in numbered
        for kind, value in rendered.facets
    ]
    if found_by:
        tx.execute(_add_facets, found_by)
    tx.execute(
        _add_words[tx.dialect],
        [{"number": one, "words": " ".join(rendered.words)} for one, rendered in numbered],
    )


def _unindex(tx: Tx, this: int) -> None:
    tx.execute(_drop_words[tx.dialect], {"number": this})
    tx.execute(_drop_facets, {"this_number": this})
