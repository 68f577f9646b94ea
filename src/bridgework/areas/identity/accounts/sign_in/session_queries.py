"""The statements on sessions and their refresh tokens."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.identity.accounts import policies
from bridgework.areas.identity.accounts.records import (
    LastSeen,
    RefreshToken,
    SessionCaller,
    StoredSession,
)
from bridgework.areas.identity.accounts.tables import accounts, refresh_tokens, sessions
from bridgework.kit.core import Id
from bridgework.kit.data.db import CompiledStatement, IdColumn, Tx
from bridgework.kit.security import ADMIN, AdminSessionLimits, Caller

_KNOWN_SESSIONS = 50
"""The number of newest sessions whose user agents count as known."""
_DELETE_BATCH = 50
"""Sessions per batch; each can have 720 refresh tokens."""

_is_open = sessions.c.ended_at.is_(None)
_is_valid = sa.and_(
    _is_open,
    sessions.c.expires_at > sa.bindparam("now"),
    sa.or_(
        ~sessions.c.is_admin,
        sa.and_(
            sessions.c.created_at > sa.bindparam("admin_opened_after"),
            sessions.c.last_seen_at > sa.bindparam("admin_seen_after"),
        ),
    ),
)

_caller = CompiledStatement(
    sa.select(
        accounts.c.role,
        accounts.c.jobs_role,
        accounts.c.vendors_role,
        sessions.c.is_admin,
        sessions.c.proved_at,
        accounts.c.master_password_hash.is_not(None).label("has_master_password"),
        accounts.c.second_factor_at.is_not(None).label("has_second_factor"),
    )
    .join_from(sessions, accounts)
    .where(
        sessions.c.id == sa.bindparam("session_id"),
        sessions.c.account_id == sa.bindparam("account_id"),
        _is_valid,
        accounts.c.disabled_at.is_(None),
        accounts.c.is_email_verified,
    )
)
_user_agents = (
    sa.select(sessions.c.user_agent)
    .where(sessions.c.account_id == sa.bindparam("account_id", type_=IdColumn))
    .order_by(sessions.c.id.desc())
    .limit(_KNOWN_SESSIONS)
)
_this_session = sessions.c.id == sa.bindparam("this_session", type_=IdColumn)
_seen_at = sa.bindparam("seen_at", type_=sessions.c.last_seen_at.type)
_set_last_seen = (
    sessions.update()
    .where(_this_session, sessions.c.last_seen_at < _seen_at)
    .values(last_seen_at=_seen_at)
)
_last_seen = (
    sa.select(accounts.c.id, accounts.c.last_seen_at)
    .join_from(sessions, accounts)
    .where(_this_session)
)
_set_account_last_seen = accounts.update().where(
    accounts.c.id == sa.bindparam("this_account", type_=IdColumn)
)


def find_caller(
    tx: Tx, account_id: Id, session_id: Id, limits: AdminSessionLimits, now: datetime
) -> Caller | None:
    """Return the caller of a session; None if it has ended or the account may not sign in."""
    session = {"session_id": session_id, "account_id": account_id}
    stored = tx.record(SessionCaller, _caller, session | _times(limits, now))
    if stored is None:
        return None
    return Caller(
        account_id=account_id,
        session_id=session_id,
        roles=frozenset(filter(None, (stored.role, stored.jobs_role, stored.vendors_role))),
        is_admin=stored.is_admin and stored.role == ADMIN,
        has_master_password=stored.has_master_password,
        has_second_factor=stored.has_second_factor,
        proved_at=stored.proved_at,
    )


def add(tx: Tx, session: StoredSession) -> None:
    tx.execute(sessions.insert(), session._asdict())


def list_valid(
    tx: Tx, account_id: Id, limits: AdminSessionLimits, now: datetime
) -> Sequence[StoredSession]:
    """Return the sessions of an account that have not ended or expired, newest first."""
    statement = sa.select(sessions).where(sessions.c.account_id == account_id, _is_valid)
    newest_first = statement.order_by(sessions.c.id.desc())
    return tx.records(StoredSession, newest_first, _times(limits, now))


def has_signed_in(tx: Tx, account_id: Id) -> bool:
    """Return whether anyone has ever signed in to the account."""
    session = sa.select(sessions.c.id).where(sessions.c.account_id == account_id).limit(1)
    return tx.value(session) is not None or has_been_used(tx, account_id)


def has_been_used(tx: Tx, account_id: Id) -> bool:
    """Return whether the account was used before."""
    last_seen_at = sa.select(accounts.c.last_seen_at).where(accounts.c.id == account_id)
    return tx.value(last_seen_at) is not None


def list_known_user_agents(tx: Tx, account_id: Id) -> set[str]:
    """Return the user agents of the newest sessions of an account, ended ones included."""
    return set(tx.values(_user_agents, {"account_id": account_id}))


def update_last_seen(tx: Tx, session_id: Id, now: datetime) -> None:
    """Set the time when a session was last seen, unless a later one is stored."""
    tx.execute(_set_last_seen, {"this_session": session_id, "seen_at": now})


def update_proof(tx: Tx, session_id: Id, now: datetime) -> None:
    """Set the time of the last proof of an administrator's session."""
    tx.execute(sessions.update().where(sessions.c.id == session_id).values(proved_at=now))


def update_account_last_seen(tx: Tx, session_id: Id, now: datetime) -> Id | None:
    """Set the time when an account was last seen; return its id on the first use of a day (UTC)."""
    account = tx.record(LastSeen, _last_seen, {"this_session": session_id})
    if account is None:
        return None
    tx.execute(_set_account_last_seen, {"this_account": account.id, "last_seen_at": now})
    last = account.last_seen_at
    return account.id if last is None or last.date() < now.date() else None


def mark_ended(tx: Tx, session_id: Id, now: datetime) -> None:
    """End a session: its tokens are no longer valid."""
    _end(tx, now, sessions.c.id == session_id)


def mark_own_ended(tx: Tx, account_id: Id, session_id: Id, now: datetime) -> bool:
    """End a session of an account; return False if it has no such session."""
    return _end(tx, now, sessions.c.id == session_id, sessions.c.account_id == account_id) == 1


def mark_all_ended(tx: Tx, account_id: Id, now: datetime, *, but: Id | None = None) -> None:
    """End every session of an account, except `but`."""
    _end(tx, now, sessions.c.account_id == account_id, *([sessions.c.id != but] if but else []))


def mark_admin_sessions_ended(
    tx: Tx, account_id: Id, now: datetime, *, but: Id | None = None
) -> None:
    """End the sessions that the administrator login opened for an account, except `but`."""
    others = [sessions.c.id != but] if but else []
    _end(tx, now, sessions.c.account_id == account_id, sessions.c.is_admin, *others)


def add_refresh_token(tx: Tx, session_id: Id, digest: str, generation: int, now: datetime) -> None:
    """Add a refresh token of a session."""
    values = {"digest": digest, "session_id": session_id, "created_at": now}
    tx.execute(refresh_tokens.insert(), {**values, "generation": generation})


def lock_session_of(tx: Tx, digests: Sequence[str]) -> None:
    """Lock the session of a refresh token, so that its tokens are exchanged one at a time."""
    session = sa.select(refresh_tokens.c.session_id).where(refresh_tokens.c.digest.in_(digests))
    tx.execute(
        sa.select(sessions.c.id)
        .where(sessions.c.id.in_(session.scalar_subquery()))
        .with_for_update()
    )


def find_refresh_token(
    tx: Tx, digests: Sequence[str], limits: AdminSessionLimits, now: datetime
) -> RefreshToken | None:
    """The token with one of these digests, if its session is valid."""
    others = refresh_tokens.alias("others")
    newest = sa.select(sa.func.max(others.c.generation)).where(
        others.c.session_id == refresh_tokens.c.session_id
    )
    return tx.record(
        RefreshToken,
        sa.select(
            refresh_tokens.c.generation,
            refresh_tokens.c.used_at,
            refresh_tokens.c.used_by,
            newest.scalar_subquery().label("newest"),
            sessions.c.id.label("session_id"),
            sessions.c.account_id,
            sessions.c.is_admin,
            sessions.c.created_at,
            sessions.c.expires_at,
        )
        .join_from(refresh_tokens, sessions)
        .join(accounts)
        .where(
            refresh_tokens.c.digest.in_(digests),
            _is_valid,
            accounts.c.disabled_at.is_(None),
            accounts.c.is_email_verified,
        ),
        _times(limits, now),
    )


def count_generation(tx: Tx, session_id: Id, generation: int) -> int:
    """Return the number of refresh tokens of a generation of a session."""
    statement = sa.select(sa.func.count()).where(
        refresh_tokens.c.session_id == session_id, refresh_tokens.c.generation == generation
    )
    return int(tx.value(statement) or 0)


def use_refresh_tokens(
    tx: Tx, session_id: Id, generation: int, used_by: str, now: datetime
) -> None:
    """Use the refresh tokens of a generation."""
    statement = refresh_tokens.update().where(
        refresh_tokens.c.session_id == session_id,
        refresh_tokens.c.generation == generation,
        refresh_tokens.c.used_at.is_(None),
    )
    tx.execute(statement.values(used_at=now, used_by=used_by))


def delete_expired(tx: Tx, now: datetime) -> int:
    """Delete a batch of long expired sessions with their tokens. Return the number of sessions."""
    expired = sa.select(sessions.c.id).where(
        sessions.c.expires_at < now - policies.EXPIRED_SESSION_RETENTION
    )
    session_ids = tx.values(expired.order_by(sessions.c.expires_at).limit(_DELETE_BATCH))
    tx.execute(refresh_tokens.delete().where(refresh_tokens.c.session_id.in_(session_ids)))
    tx.execute(sessions.delete().where(sessions.c.id.in_(session_ids)))
    return len(session_ids)


def _times(limits: AdminSessionLimits, now: datetime) -> dict[str, object]:
    return {
        "now": now,
        "admin_opened_after": limits.opened_after(now),
        "admin_seen_after": limits.seen_after(now),
    }


def _end(tx: Tx, now: datetime, *conditions: sa.ColumnElement[bool]) -> int:
    return tx.execute(sessions.update().where(_is_open, *conditions).values(ended_at=now)).rowcount
