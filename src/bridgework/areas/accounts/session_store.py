"""Every statement on sessions and their refresh tokens."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts, refresh_tokens, sessions
from bridgework.kit.auth import ADMIN, Caller
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.compiled import CompiledStatement
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_MOST_REMEMBERED = 50
"""Sessions, the newest, whose programs count as seen."""

_add = sessions.insert()
_add_refresh_token = refresh_tokens.insert()
_still_open = sessions.c.ended_at.is_(None)

_caller = CompiledStatement(
    sa.select(
        accounts.c.role,
        accounts.c.jobs_role,
        accounts.c.vendors_role,
        sessions.c.is_admin,
        accounts.c.master_password_hash.is_not(None).label("has_master_password"),
    )
    .join_from(sessions, accounts)
    .where(
        sessions.c.id == sa.bindparam("session_id"),
        sessions.c.account_id == sa.bindparam("account_id"),
        _still_open,
        sessions.c.expires_at > sa.bindparam("now"),
        accounts.c.disabled_at.is_(None),
        accounts.c.is_email_verified,
    )
)
_programs = (
    sa.select(sessions.c.user_agent)
    .where(sessions.c.account_id == sa.bindparam("account_id", type_=IdColumn))
    .order_by(sessions.c.id.desc())
    .limit(_MOST_REMEMBERED)
)
_this_session = sessions.c.id == sa.bindparam("this_session", type_=IdColumn)
_note_seen = sessions.update().where(_this_session)
_last_seen = (
    sa.select(accounts.c.id, accounts.c.last_seen_at)
    .join_from(sessions, accounts)
    .where(_this_session)
)
_note_account_seen = accounts.update().where(
    accounts.c.id == sa.bindparam("this_account", type_=IdColumn)
)


def caller(tx: Tx, account_id: Id, session_id: Id, now: datetime) -> Caller | None:
    """Who calls by this session; None once it is over or the account may not sign in."""
    row = tx.row(_caller, {"session_id": session_id, "account_id": account_id, "now": now})
    if row is None:
        return None
    return Caller(
        account_id=account_id,
        session_id=session_id,
        roles=frozenset(filter(None, (row.role, row.jobs_role, row.vendors_role))),
        is_admin=row.is_admin and row.role == ADMIN,
        has_master_password=row.has_master_password,
    )


def add(tx: Tx, values: Mapping[str, object]) -> None:
    """Add a session."""
    tx.execute(_add, values)


def good(tx: Tx, account_id: Id, now: datetime) -> Sequence[sa.Row[Any]]:
    """The account's sessions that have neither ended nor expired, the newest first."""
    return tx.rows(
        sa.select(sessions)
        .where(sessions.c.account_id == account_id, _still_open, sessions.c.expires_at > now)
        .order_by(sessions.c.id.desc())
    )


def was_seen(tx: Tx, account_id: Id) -> bool:
    """Whether somebody has used this account before."""
    this = accounts.c.id == account_id
    return tx.value(sa.select(accounts.c.last_seen_at).where(this)) is not None


def programs_seen(tx: Tx, account_id: Id) -> set[str]:
    """What the account's last sessions said they were, ended ones too."""
    return set(tx.values(_programs, {"account_id": account_id}))


def note_seen(tx: Tx, session_id: Id, now: datetime) -> None:
    """Note that a session is still in use."""
    tx.execute(_note_seen, {"this_session": session_id, "last_seen_at": now})


def note_account_seen(tx: Tx, session_id: Id, now: datetime) -> Id | None:
    """Note when the account of a session was last seen; its id if that is on another day (UTC)."""
    before = tx.row(_last_seen, {"this_session": session_id})
    if before is None:
        return None
    tx.execute(_note_account_seen, {"this_account": before.id, "last_seen_at": now})
    last = before.last_seen_at
    return before.id if last is None or last.date() < now.date() else None


def end(tx: Tx, session_id: Id, now: datetime) -> None:
    """End a session: its tokens are good no more."""
    _end(tx, now, sessions.c.id == session_id)


def end_of(tx: Tx, account_id: Id, session_id: Id, now: datetime) -> bool:
    """End a session if it is this account's; whether there was one to end."""
    return _end(tx, now, sessions.c.id == session_id, sessions.c.account_id == account_id) == 1


def end_all(tx: Tx, account_id: Id, now: datetime, *, but: Id | None = None) -> None:
    """End every session of an account, `but` one if it is named."""
    _end(tx, now, sessions.c.account_id == account_id, *([sessions.c.id != but] if but else []))


def end_admin_sessions(tx: Tx, account_id: Id, now: datetime) -> None:
    """End the sessions that the administrator login opened for an account."""
    _end(tx, now, sessions.c.account_id == account_id, sessions.c.is_admin)


def add_refresh_token(tx: Tx, session_id: Id, digest: str, now: datetime) -> None:
    """Add the next refresh token of a session."""
    values = {"digest": digest, "session_id": session_id, "created_at": now}
    tx.execute(_add_refresh_token, values)


def refresh_token(tx: Tx, digests: Sequence[str], now: datetime) -> sa.Row[Any] | None:
    """The token with one of these digests, if its session is good: digest, whose, which."""
    return tx.row(
        sa.select(
            refresh_tokens.c.digest,
            sessions.c.id.label("session_id"),
            sessions.c.account_id,
            sessions.c.is_admin,
            sessions.c.expires_at,
        )
        .join_from(refresh_tokens, sessions)
        .join(accounts)
        .where(
            refresh_tokens.c.digest.in_(digests),
            _still_open,
            sessions.c.expires_at > now,
            accounts.c.disabled_at.is_(None),
            accounts.c.is_email_verified,
        )
    )


def use_refresh_token(tx: Tx, digest: str, now: datetime) -> bool:
    """Use a token up. False if it was used before: of two at once, one is told so."""
    statement = refresh_tokens.update().where(
        refresh_tokens.c.digest == digest, refresh_tokens.c.used_at.is_(None)
    )
    return tx.execute(statement.values(used_at=now)).rowcount == 1


def drop_expired(tx: Tx, before: datetime, *, most: int) -> int:
    """Drop up to so many sessions that expired before then, tokens and all; how many they were."""
    found = sa.select(sessions.c.id).where(sessions.c.expires_at < before)
    these = tx.values(found.order_by(sessions.c.expires_at).limit(most))
    tx.execute(refresh_tokens.delete().where(refresh_tokens.c.session_id.in_(these)))
    tx.execute(sessions.delete().where(sessions.c.id.in_(these)))
    return len(these)


def _end(tx: Tx, now: datetime, *conditions: sa.ColumnElement[bool]) -> int:
    return tx.execute(
        sessions.update().where(_still_open, *conditions).values(ended_at=now)
    ).rowcount
