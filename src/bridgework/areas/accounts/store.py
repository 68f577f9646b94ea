"""Every statement on accounts, sessions and codes."""

from collections.abc import Mapping
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.accounts.rules import Purpose
from bridgework.areas.accounts.shapes import Account
from bridgework.areas.accounts.tables import accounts, one_time_codes, refresh_tokens, sessions
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

AccountRow = sa.Row[tuple[object, ...]]

_shown = [accounts.c[name] for name in Account.model_fields]

_by_email_key = sa.select(accounts).where(accounts.c.email_key == sa.bindparam("email_key"))
_shown_by_id = sa.select(*_shown).where(accounts.c.id == sa.bindparam("account_id"))
_add_account = accounts.insert()
_add_session = sessions.insert()
_add_refresh_token = refresh_tokens.insert()
_add_code = one_time_codes.insert()

_caller = (
    sa.select(accounts.c.role, accounts.c.jobs_role, accounts.c.vendors_role, sessions.c.is_admin)
    .join_from(sessions, accounts)
    .where(
        sessions.c.id == sa.bindparam("session_id"),
        sessions.c.account_id == sa.bindparam("account_id"),
        sessions.c.ended_at.is_(None),
        accounts.c.disabled_at.is_(None),
        accounts.c.is_email_verified,
    )
)


def caller(tx: Tx, account_id: Id, session_id: Id) -> Caller | None:
    """Who calls by this session; None once it has ended or the account may not sign in."""
    row = tx.row(_caller, {"session_id": session_id, "account_id": account_id})
    if row is None:
        return None
    return Caller(
        account_id=account_id,
        session_id=session_id,
        role=row.role,
        jobs_role=row.jobs_role,
        vendors_role=row.vendors_role,
        is_admin=row.is_admin and row.role == "admin",
    )


def account_row(tx: Tx, email_key: str) -> AccountRow | None:
    """Everything stored of the account with this address, hashes included."""
    return tx.row(_by_email_key, {"email_key": email_key})


def account(tx: Tx, account_id: Id) -> Account:
    """The account as its owner sees it."""
    row = tx.execute(_shown_by_id, {"account_id": account_id}).one()
    return Account.model_validate(row._asdict(), by_name=True, by_alias=False, strict=False)


def add_account(tx: Tx, values: Mapping[str, object]) -> bool:
    """Add an account; False if its address is taken."""
    try:
        with tx.savepoint():
            tx.execute(_add_account, values)
    except sa.exc.IntegrityError:
        return False
    return True


def change_account(tx: Tx, account_id: Id, values: Mapping[str, object]) -> None:
    """Change some members of an account."""
    tx.execute(accounts.update().where(accounts.c.id == account_id).values(**values))


def add_session(tx: Tx, values: Mapping[str, object], refresh_digest: str) -> None:
    """Add a session and the first refresh token of its family."""
    tx.execute(_add_session, values)
    tx.execute(
        _add_refresh_token,
        {
            "digest": refresh_digest,
            "session_id": values["id"],
            "created_at": values["created_at"],
        },
    )


def end_session(tx: Tx, session_id: Id, now: datetime) -> None:
    """End a session: its tokens are good no more."""
    statement = sessions.update().where(sessions.c.id == session_id, sessions.c.ended_at.is_(None))
    tx.execute(statement.values(ended_at=now))


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


def code_digest(tx: Tx, account_id: Id, purpose: Purpose, now: datetime) -> str | None:
    """The digest of the code that is good now, if there is one."""
    statement = sa.select(one_time_codes.c.digest).where(
        _code(account_id, purpose), one_time_codes.c.expires_at > now
    )
    digest: str | None = tx.value(statement)
    return digest


def use_code(tx: Tx, account_id: Id, purpose: Purpose, digest: str) -> bool:
    """Use a code up. Of several that come at once, one is told True."""
    statement = one_time_codes.delete().where(
        _code(account_id, purpose), one_time_codes.c.digest == digest
    )
    return tx.execute(statement).rowcount == 1


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
