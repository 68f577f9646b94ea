"""Every statement on accounts and codes."""

from collections.abc import Collection, Mapping
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.accounts.rules import Purpose
from bridgework.areas.accounts.shapes import Account
from bridgework.areas.accounts.tables import (
    ACCOUNTS,
    ERASED_EMAIL,
    IS_ERASED,
    LISTED_BY,
    accounts,
    new_addresses,
    one_time_codes,
)
from bridgework.kit.db import array_param, cache_versions
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.compiled import CompiledStatement
from bridgework.kit.db.transaction import Tx
from bridgework.kit.fields import email_key
from bridgework.kit.ids import Id
from bridgework.kit.text import normalize

AccountRow = sa.Row[tuple[object, ...]]

_SEARCHED = frozenset({"email", "first_name", "last_name"})
_LISTED = _SEARCHED.union(LISTED_BY)
_shown = [accounts.c[name] for name in Account.model_fields]

_by_email_key = sa.select(accounts).where(accounts.c.email_key == sa.bindparam("email_key"))
_locked_by_email_key = _by_email_key.with_for_update(key_share=True)
_lock = (
    sa.select(accounts.c.id)
    .where(accounts.c.id == sa.bindparam("account_id"))
    .with_for_update(key_share=True)
)
_keep = (
    accounts.update()
    .where(accounts.c.id == sa.bindparam("account_id"), accounts.c.erases_at.is_not(None))
    .values(erases_at=None, updated_at=sa.bindparam("now"))
)
_shown_by_id = CompiledStatement(
    sa.select(*_shown).where(accounts.c.id == sa.bindparam("account_id"))
)
_add_account = accounts.insert()
_administrators = (
    sa.select(accounts.c.id)
    .where(
        accounts.c.role == "admin",
        accounts.c.disabled_at.is_(None),
        accounts.c.erases_at.is_(None),
        accounts.c.is_email_verified,
        accounts.c.master_password_hash.is_not(None),
    )
    .order_by(accounts.c.id)
    .with_for_update()
)
_erased = sa.select(accounts.c.id).where(IS_ERASED).order_by(accounts.c.id)
_not_erased = {
    dialect: sa.select(accounts.c.id, accounts.c.email_key).where(
        accounts.c.id == array_param.values("account_ids", IdColumn, dialect),
        accounts.c.email != ERASED_EMAIL,
    )
    for dialect in ("sqlite", "postgresql")
}
_leaving = sa.select(accounts.c.id, accounts.c.erases_at).where(accounts.c.erases_at.is_not(None))
_add_code = one_time_codes.insert()


def account_row(tx: Tx, email_key: str) -> AccountRow | None:
    """Everything stored of the account with this address, hashes included."""
    return tx.row(_by_email_key, {"email_key": email_key})


def locked_account_row(tx: Tx, email_key: str) -> AccountRow | None:
    """The same, locked: what is decided on it still holds when this transaction ends."""
    return tx.row(_locked_by_email_key, {"email_key": email_key})


def lock(tx: Tx, account_id: Id) -> None:
    """Have whoever else would change this account wait for the end of this transaction."""
    tx.execute(_lock, {"account_id": account_id})


def account_values(tx: Tx, account_id: Id) -> Mapping[str, object]:
    """The columns of an account that its owner sees."""
    (row,) = tx.rows(_shown_by_id, {"account_id": account_id})
    return row._asdict()


def add_account(tx: Tx, values: Mapping[str, object]) -> bool:
    """Add an account; False if its address is taken."""
    try:
        with tx.savepoint():
            tx.execute(_add_account, {**values, "search_key": search_key(values)})
    except sa.exc.IntegrityError:
        return False
    cache_versions.bump_at_commit(tx, ACCOUNTS)
    return True


def change_account(tx: Tx, account_id: Id, values: Mapping[str, object]) -> None:
    """Change some members of an account, and what it is searched by with them."""
    this = accounts.c.id == account_id
    tx.execute(accounts.update().where(this).values(**values))
    if not _LISTED.isdisjoint(values):
        cache_versions.bump_at_commit(tx, ACCOUNTS)
    if not _SEARCHED.isdisjoint(values):
        named = tx.execute(sa.select(*(accounts.c[name] for name in sorted(_SEARCHED))).where(this))
        key = search_key(named.one()._asdict())
        tx.execute(accounts.update().where(this).values(search_key=key))


def search_key(values: Mapping[str, object]) -> str:
    """What administrators find an account by: its e-mail and names, folded."""
    return normalize(" ".join(str(values[name]) for name in sorted(_SEARCHED) if values.get(name)))


def keep(tx: Tx, account_id: Id, now: datetime) -> bool:
    """Call off the erasure of an account; False if none was asked for."""
    return tx.execute(_keep, {"account_id": account_id, "now": now}).rowcount == 1


def password_hash(tx: Tx, account_id: Id) -> str:
    """What the account's password is checked against."""
    return str(tx.value(sa.select(accounts.c.password_hash).where(accounts.c.id == account_id)))


def master_password_hash(tx: Tx, account_id: Id) -> str:
    """What an administrator's master password is checked against; empty if there is none."""
    statement = sa.select(accounts.c.master_password_hash).where(accounts.c.id == account_id)
    return str(tx.value(statement) or "")


def email(tx: Tx, account_id: Id) -> str | None:
    """The address of an account, None if it is erased or does not exist."""
    is_theirs = sa.and_(accounts.c.id == account_id, accounts.c.email != ERASED_EMAIL)
    found: str | None = tx.value(sa.select(accounts.c.email).where(is_theirs))
    return found


def administrators(tx: Tx) -> list[Id]:
    """Who can sign in as an administrator, locked so that two can't leave at once."""
    return list(tx.execute(_administrators).scalars())


def erased(tx: Tx) -> list[Id]:
    """Every account that was erased; of each an empty row stays."""
    return list(tx.execute(_erased).scalars())


def not_erased(tx: Tx, account_ids: Collection[Id]) -> list[Id]:
    """Those of the accounts that are there and somebody's."""
    rows = tx.rows(_not_erased[tx.dialect], {"account_ids": list(account_ids)})
    return [row.id for row in rows]


def address_keys(tx: Tx, account_ids: Collection[Id]) -> list[str]:
    """Their addresses, as they are compared."""
    rows = tx.rows(_not_erased[tx.dialect], {"account_ids": list(account_ids)})
    return [row.email_key for row in rows]


def leaving(tx: Tx) -> dict[Id, datetime]:
    """Who is to be erased, and when."""
    return {row.id: row.erases_at for row in tx.rows(_leaving)}


def put_new_address(tx: Tx, account_id: Id, email: str, now: datetime) -> None:
    """Keep the address that an account wants to have, in place of the one it wanted before."""
    tx.execute(new_addresses.delete().where(new_addresses.c.account_id == account_id))
    tx.execute(new_addresses.insert().values(account_id=account_id, email=email, created_at=now))


def new_address(tx: Tx, account_id: Id) -> str | None:
    """The address that an account wants to have, None if it wants none."""
    statement = sa.select(new_addresses.c.email).where(new_addresses.c.account_id == account_id)
    email: str | None = tx.value(statement)
    return email


def replace_address(tx: Tx, account_id: Id, email: str, now: datetime) -> bool:
    """Put the new address in the old one's place; False if another account has it by now."""
    values = {"email": email, "email_key": email_key(email), "updated_at": now}
    try:
        with tx.savepoint():
            change_account(tx, account_id, values)
    except sa.exc.IntegrityError:
        return False
    tx.execute(new_addresses.delete().where(new_addresses.c.account_id == account_id))
    return True


def put_code(
    tx: Tx, account_id: Id, purpose: Purpose, digest: str, now: datetime, expires: datetime
) -> None:
    """Keep a fresh code in place of the former."""
    tx.execute(one_time_codes.delete().where(_code(account_id, purpose)))
    tx.execute(
        _add_code,
        {
            "account_id": account_id,
            "purpose": purpose,
            "digest": digest,
            "created_at": now,
            "expires_at": expires,
        },
    )


def good_code(
    tx: Tx, account_id: Id, purpose: Purpose, now: datetime
) -> tuple[str, str, str] | None:
    """The digest of the code that is good now, with the account's address key and password hash.

    None if there is no such code.
    """
    statement = (
        sa.select(one_time_codes.c.digest, accounts.c.email_key, accounts.c.password_hash)
        .join_from(one_time_codes, accounts)
        .where(_code(account_id, purpose), one_time_codes.c.expires_at > now)
    )
    row = tx.row(statement)
    return None if row is None else (row.digest, row.email_key, row.password_hash)


def use_code(tx: Tx, account_id: Id, purpose: Purpose, digest: str) -> bool:
    """Use a code up. Of several that come at once, one is told True."""
    statement = one_time_codes.delete().where(
        _code(account_id, purpose), one_time_codes.c.digest == digest
    )
    return tx.execute(statement).rowcount == 1


def drop_codes(tx: Tx, account_id: Id) -> None:
    """Delete every code of an account."""
    tx.execute(one_time_codes.delete().where(one_time_codes.c.account_id == account_id))


def drop_expired_codes(tx: Tx, now: datetime, *, most: int) -> int:
    """Drop up to so many codes that have expired. Returns how many there were."""
    some = tx.rows(
        sa.select(one_time_codes.c.account_id, one_time_codes.c.purpose)
        .where(one_time_codes.c.expires_at < now)
        .limit(most)
    )
    for row in some:
        tx.execute(one_time_codes.delete().where(_code(row.account_id, row.purpose)))
    return len(some)


def _code(account_id: Id, purpose: Purpose) -> sa.ColumnElement[bool]:
    return sa.and_(one_time_codes.c.account_id == account_id, one_time_codes.c.purpose == purpose)
