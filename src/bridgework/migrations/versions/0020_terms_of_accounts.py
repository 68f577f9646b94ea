"""The terms by which administrators find accounts: of names, all profiles and notes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

from bridgework.kit.data.db import IdColumn, Json, Key
from bridgework.kit.text import normalize, tokenize

revision = "0020"
down_revision = "0019"
additive = False

_TERMS = sa.table(
    "account_terms",
    sa.column("term", Key),
    sa.column("account_id", IdColumn),
    sa.column("source", Key),
)
_FIRST = "00000000-0000-0000-0000-000000000000"
_BATCH = 1000
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ERASED = "erased"


def upgrade() -> None:
    op.create_table(
        "account_terms",
        sa.Column("term", Key, primary_key=True),
        sa.Column("account_id", IdColumn, primary_key=True),
        sa.Column("source", Key, primary_key=True),
        sqlite_with_rowid=False,
    )
    add_terms()
    op.create_index("ix_account_terms_account_id", "account_terms", ["account_id", "term"])


def add_terms() -> None:
    """Write the terms of the accounts, profiles and notes that exist."""
    op.execute("DELETE FROM account_terms")
    if op.get_context().as_sql:
        return
    texts = (sa.column(name, sa.Text) for name in ("email", "first_name", "last_name"))
    accounts = sa.table("accounts", sa.column("id", IdColumn), *texts)
    profiles, clinics, vendors = (
        sa.table(name, sa.column("account_id", IdColumn), sa.column("fields", Json), *more)
        for name, more in (
            ("profiles", ()),
            ("clinic_profiles", ()),
            ("vendors_profiles", (sa.column("kind", sa.Text),)),
        )
    )
    ids = (sa.column("id", IdColumn), sa.column("account_id", IdColumn))
    notes = sa.table("staff_notes", *ids, sa.column("text", sa.Text))
    for rows in _pages(accounts, accounts.c.id):
        _add((row.id, "names", _of_names(row)) for row in rows if row.email != _ERASED)
    for rows in _pages(profiles, profiles.c.account_id):
        _add((row.account_id, "profile", _of_profile(row.fields)) for row in rows)
    for rows in _pages(clinics, clinics.c.account_id):
        names = ("practice_name", "primary_location")
        _add((row.account_id, "clinic", _of_business(row.fields, names)) for row in rows)
    for kind in ("vendor", "ambassador"):
        for rows in _pages(vendors, vendors.c.account_id, vendors.c.kind == kind):
            names = ("company_name", "location")
            _add((row.account_id, kind, _of_business(row.fields, names)) for row in rows)
    for rows in _pages(notes, notes.c.id):
        _add((row.account_id, row.id, set(tokenize(row.text))) for row in rows)


def _pages(
    table: sa.TableClause, key: sa.ColumnElement[str], *filters: sa.ColumnElement[bool]
) -> Iterator[Sequence[Any]]:
    last = _FIRST
    page = sa.select(table).where(*filters).order_by(key).limit(_BATCH)
    while rows := op.get_bind().execute(page.where(key > last)).all():
        yield rows
        last = rows[-1][0]


def _add(found: Iterable[tuple[str, str, set[str]]]) -> None:
    values = [
        {"term": term, "account_id": account_id, "source": source}
        for account_id, source, terms in found
        for term in sorted(terms)
    ]
    if values:
        op.get_bind().execute(_TERMS.insert(), values)


def _of_names(row: Any) -> set[str]:
    texts = (row.email, row.first_name or "", row.last_name or "")
    return {normalize(row.email)[:64], *_words(texts)}


def _of_profile(fields: Mapping[str, Any]) -> set[str]:
    licenses = fields.get("licenses") or []
    texts = [
        fields.get("location") or "",
        *(fields.get("specialty") or []),
        *(fields.get("secondary_specialties") or []),
        *(one["licensed_state"] for one in licenses),
        *(one["license_number"] for one in licenses),
    ]
    code, number = fields.get("country_code") or "", fields.get("phone_number") or ""
    local = _compact(number).lstrip("0")
    compact = [_compact(one["license_number"]) for one in licenses]
    found = {
        *(_compact(code + number), _compact(number), local, _compact(code) + local),
        *(local[-7:], local[-4:]),
        *(text for one in compact for text in (one, one.lstrip(_LETTERS))),
    }
    return (found | _words(texts)) - {""}


def _of_business(fields: Mapping[str, Any], names: Sequence[str]) -> set[str]:
    return _words((fields.get(name) or "")[:200] for name in names)


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in tokenize(text)}


def _compact(text: str) -> str:
    return "".join(tokenize(text))[:64]
