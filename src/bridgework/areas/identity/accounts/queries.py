"""The statements on accounts, their codes and requested new addresses."""

from collections.abc import Collection, Iterable, Mapping, Set
from datetime import datetime
from typing import Literal

import sqlalchemy as sa

from bridgework.areas.identity.accounts.policies import Purpose
from bridgework.areas.identity.accounts.records import (
    AddressKey,
    ErasureDate,
    Leaving,
    Names,
    StoredAccount,
    ValidCode,
)
from bridgework.areas.identity.accounts.tables import (
    ACCOUNTS,
    ERASED_EMAIL,
    IS_ERASED,
    LISTED_BY,
    accounts,
    new_addresses,
    one_time_codes,
)
from bridgework.areas.identity.accounts.terms import actions as terms
from bridgework.kit.core import Id
from bridgework.kit.data.db import (
    CompiledStatement,
    IdColumn,
    Tx,
    array_param,
    cache_versions,
    insert,
)
from bridgework.kit.text import normalize
from bridgework.kit.validation import email_key

HashColumn = Literal["password_hash", "master_password_hash"]

_LISTED = frozenset({*Names._fields, *LISTED_BY})
_DELETE_BATCH = 500

_by_email_key = sa.select(accounts).where(accounts.c.email_key == sa.bindparam("email_key"))
_by_id = CompiledStatement(sa.select(accounts).where(accounts.c.id == sa.bindparam("account_id")))
_names = sa.select(*(accounts.c[name] for name in Names._fields)).where(
    accounts.c.id == sa.bindparam("account_id")
)
_locked_by_email_key = _by_email_key.with_for_update(key_share=True)
_lock = (
    sa.select(accounts.c.id)
    .where(accounts.c.id == sa.bindparam("account_id"))
    .with_for_update(key_share=True)
)
_lock_status = (
    sa.select(accounts.c.disabled_at)
    .where(accounts.c.id == sa.bindparam("account_id"))
    .with_for_update(key_share=True)
)
_lock_erasure = (
    sa.select(accounts.c.erases_at)
    .where(accounts.c.id == sa.bindparam("account_id"), accounts.c.email != ERASED_EMAIL)
    .with_for_update(key_share=True)
)
_cancel_deletion = (
    accounts.update()
    .where(accounts.c.id == sa.bindparam("account_id"), accounts.c.erases_at.is_not(None))
    .values(erases_at=None, updated_at=sa.bindparam("now"))
)
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


def get_account(tx: Tx, account_id: Id) -> StoredAccount:
    (account,) = tx.records(StoredAccount, _by_id, {"account_id": account_id})
    return account


def find_account(tx: Tx, email_key: str) -> StoredAccount | None:
    """Return the account with this address."""
    return tx.record(StoredAccount, _by_email_key, {"email_key": email_key})


def to_id(account: StoredAccount | None) -> Id | None:
    """Return the id of an account, or None without an account."""
    return None if account is None else account.id


def lock_account(tx: Tx, email_key: str) -> StoredAccount | None:
    """Return the account with this address, locked until the transaction ends."""
    return tx.record(StoredAccount, _locked_by_email_key, {"email_key": email_key})


def lock(tx: Tx, account_id: Id) -> None:
    """Lock an account until the transaction ends."""
    tx.execute(_lock, {"account_id": account_id})


def lock_status(tx: Tx, account_id: Id) -> bool:
    """Lock an account until the transaction ends, and return whether it is disabled."""
    return tx.value(_lock_status, {"account_id": account_id}) is not None


def add_account(tx: Tx, account: StoredAccount) -> bool:
    """Add an account; False if its address is taken."""
    add = insert(tx.dialect, accounts).on_conflict_do_nothing().returning(accounts.c.id)
    names = Names(account.email, account.first_name, account.last_name)
    if tx.value(add, account._replace(search_key=to_search_key(names))._asdict()) is None:
        return False
    add_terms(tx, [(account.id, names)])
    cache_versions.bump_at_commit(tx, ACCOUNTS)
    return True


def add_terms(tx: Tx, added: Iterable[tuple[Id, Names]]) -> None:
    """Add the terms of the names and addresses of new accounts."""
    terms.add_many(tx, terms.NAMES, ((account, _terms_of(names)) for account, names in added))


def update_account(tx: Tx, account_id: Id, values: Mapping[str, object]) -> None:
    """Change columns of an account, and its search key accordingly."""
    this = accounts.c.id == account_id
    tx.execute(accounts.update().where(this).values(**values))
    if not _LISTED.isdisjoint(values):
        cache_versions.bump_at_commit(tx, ACCOUNTS)
    if not values.keys().isdisjoint(Names._fields):
        (names,) = tx.records(Names, _names, {"account_id": account_id})
        tx.execute(accounts.update().where(this).values(search_key=to_search_key(names)))
        terms.put(tx, account_id, terms.NAMES, _terms_of(names))


def to_search_key(names: Names) -> str:
    """The text that administrators search accounts by: e-mail and names, normalized."""
    return normalize(" ".join(filter(None, names)))


def _terms_of(names: Names) -> Set[str]:
    return terms.of_names(names.email, names.first_name or "", names.last_name or "")


def lock_erasure(tx: Tx, account_id: Id) -> ErasureDate | None:
    """Lock an account, and return when it will be erased; None if it is erased or unknown."""
    return tx.record(ErasureDate, _lock_erasure, {"account_id": account_id})


def delete_erasure_date(tx: Tx, account_id: Id, now: datetime) -> bool:
    """Cancel the erasure of an account; False if none was scheduled."""
    return tx.execute(_cancel_deletion, {"account_id": account_id, "now": now}).rowcount == 1


def find_contest(tx: Tx, account_id: Id) -> datetime | None:
    """Return when another registration contested the account's password, or None."""
    contested_at = sa.select(accounts.c.password_contested_at).where(accounts.c.id == account_id)
    at: datetime | None = tx.value(contested_at)
    return at


def get_password_hash(tx: Tx, account_id: Id, column: HashColumn = "password_hash") -> str:
    """The hash that the account's password is verified against; empty if there is none."""
    return str(tx.value(sa.select(accounts.c[column]).where(accounts.c.id == account_id)) or "")


def find_email(tx: Tx, account_id: Id) -> str | None:
    """The address of an account, None if it is erased or does not exist."""
    is_active_account = sa.and_(accounts.c.id == account_id, accounts.c.email != ERASED_EMAIL)
    address: str | None = tx.value(sa.select(accounts.c.email).where(is_active_account))
    return address


def lock_administrators(tx: Tx) -> list[Id]:
    """Return the active administrators, locked so that two can't be removed concurrently."""
    return list(tx.execute(_administrators).scalars())


def list_erased(tx: Tx) -> list[Id]:
    """Return the erased accounts; an empty row of each remains."""
    return list(tx.execute(_erased).scalars())


def list_not_erased(tx: Tx, account_ids: Collection[Id]) -> list[Id]:
    """Return those of the accounts that exist and are not erased."""
    return [*tx.values(_not_erased[tx.dialect], {"account_ids": list(account_ids)})]


def list_address_keys(tx: Tx, account_ids: Collection[Id]) -> list[str]:
    """Return the e-mail keys of those of the accounts that are not erased."""
    these = {"account_ids": list(account_ids)}
    return [each.email_key for each in tx.records(AddressKey, _not_erased[tx.dialect], these)]


def list_leaving(tx: Tx) -> dict[Id, datetime]:
    """Return the accounts with a scheduled erasure, and its time."""
    return dict(tx.records(Leaving, _leaving))


def put_new_address(tx: Tx, account_id: Id, email: str, now: datetime) -> None:
    """Replace the requested new address of an account."""
    tx.execute(new_addresses.delete().where(new_addresses.c.account_id == account_id))
    tx.execute(new_addresses.insert().values(account_id=account_id, email=email, created_at=now))


def find_new_address(tx: Tx, account_id: Id) -> str | None:
    """Return the requested new address of an account, or None."""
    statement = sa.select(new_addresses.c.email).where(new_addresses.c.account_id == account_id)
    email: str | None = tx.value(statement)
    return email


def update_address(tx: Tx, account_id: Id, email: str, now: datetime) -> bool:
    """Replace the address by the new one; return False if another account has it."""
    values = {"email": email, "email_key": email_key(email), "updated_at": now}
    try:
        with tx.savepoint():
            update_account(tx, account_id, values)
    except sa.exc.IntegrityError:
        return False
    tx.execute(new_addresses.delete().where(new_addresses.c.account_id == account_id))
    return True


def put_code(
    tx: Tx,
    account_id: Id,
    purpose: Purpose,
    digest: str,
    now: datetime,
    expires: datetime,
    *,
    link: str | None = None,
) -> None:
    """Replace the code of an account; `link` is the digest of the token in its e-mail's link."""
    tx.execute(one_time_codes.delete().where(_is_code(account_id, purpose)))
    code = {"account_id": account_id, "purpose": purpose, "digest": digest, "link_digest": link}
    tx.execute(one_time_codes.insert(), {**code, "created_at": now, "expires_at": expires})


def find_valid_code(tx: Tx, account_id: Id, purpose: Purpose, now: datetime) -> ValidCode | None:
    statement = (
        sa.select(one_time_codes.c.digest, accounts.c.email_key, accounts.c.password_hash)
        .join_from(one_time_codes, accounts)
        .where(_is_code(account_id, purpose), one_time_codes.c.expires_at > now)
    )
    return tx.record(ValidCode, statement)


def find_valid_link(tx: Tx, account_id: Id, purpose: Purpose, now: datetime) -> str | None:
    """Return the digest of the token in the link of the valid code, or None."""
    statement = sa.select(one_time_codes.c.link_digest).where(
        _is_code(account_id, purpose), one_time_codes.c.expires_at > now
    )
    digest: str | None = tx.value(statement)
    return digest


def use_code(tx: Tx, account_id: Id, purpose: Purpose, digest: str) -> bool:
    """Use a code. Return True for only one of several concurrent requests."""
    is_used = sa.and_(_is_code(account_id, purpose), one_time_codes.c.digest == digest)
    return tx.execute(one_time_codes.delete().where(is_used)).rowcount == 1


def delete_codes(tx: Tx, account_id: Id) -> None:
    """Delete every code of an account."""
    tx.execute(one_time_codes.delete().where(one_time_codes.c.account_id == account_id))


def delete_expired_codes(tx: Tx, now: datetime) -> int:
    """Delete a batch of expired codes. Return the number of deleted rows."""
    key = sa.tuple_(one_time_codes.c.account_id, one_time_codes.c.purpose)
    expired = sa.select(one_time_codes.c.account_id, one_time_codes.c.purpose).where(
        one_time_codes.c.expires_at < now
    )
    batch = expired.limit(_DELETE_BATCH)
    return tx.execute(one_time_codes.delete().where(key.in_(batch))).rowcount


def _is_code(account_id: Id, purpose: Purpose) -> sa.ColumnElement[bool]:
    return sa.and_(one_time_codes.c.account_id == account_id, one_time_codes.c.purpose == purpose)
