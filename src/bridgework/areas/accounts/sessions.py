"""Sessions: a sign-in opens one, a refresh continues it, a logout ends it."""

import secrets
from datetime import datetime
from functools import partial

from bridgework.areas.accounts import (
    emails,
    errors,
    hooks,
    policies,
    queries,
    serializers,
    session_queries,
)
from bridgework.areas.accounts.schemas import Account, Session, SignedIn
from bridgework.areas.audit import actions as audit
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id, new_id
from bridgework.kit.last_seen import PendingTimes
from bridgework.kit.tokens import Claims

_REFRESH_BYTES = 32
_REFRESH_DIGEST = "refresh-token"


def identify(tx: Tx, claims: Claims, now: datetime) -> Caller | None:
    """The caller of this token, None if its session is over; called at every request."""
    return session_queries.caller(tx, claims.account_id, claims.session_id, now)


def open_for(call: Call, account_id: Id, *, is_admin: bool = False) -> SignedIn:
    """Open a session and return its tokens.

    A sign-in cancels a scheduled erasure. The owner is told if the user agent is a new one.
    """
    if queries.cancel_deletion(call.tx, account_id, call.now):
        audit.note(call, "account.keep", target=account_id, actor=account_id)
        hooks.notify_changed(call.tx, account_id)
    account = serializers.account(call, account_id)
    if _is_new_user_agent(call, account_id):
        call.enqueue_email(emails.new_device, account, call.user_agent, call.now)
    session_id, ends = new_id(), call.now + policies.SESSION_LIFE
    session_queries.add(
        call.tx,
        {
            "id": session_id,
            "account_id": account_id,
            "is_admin": is_admin,
            "ip": call.address,
            "user_agent": call.user_agent,
            "created_at": call.now,
            "last_seen_at": call.now,
            "expires_at": ends,
        },
    )
    return _signed_in(call, account, session_id, ends, is_admin=is_admin)


def refresh(call: Call, refresh_token: str) -> SignedIn:
    """Exchange a refresh token for the next one and a fresh access token.

    One that is used a second time was stolen, so its whole session ends.
    """
    digests = call.kit.keyring.digests(_REFRESH_DIGEST, refresh_token)
    found = session_queries.refresh_token(call.tx, digests, call.now)
    if found is None:
        raise errors.RefreshInvalid
    if not session_queries.use_refresh_token(call.tx, found.digest, call.now):
        session_queries.end(call.tx, found.session_id, call.now)
        audit.note(call, "session.refresh_reused", target=found.account_id, outcome="refused")
        raise errors.RefreshReused
    session_queries.set_last_seen(call.tx, found.session_id, call.now)
    account, ends = serializers.account(call, found.account_id), found.expires_at
    return _signed_in(call, account, found.session_id, ends, is_admin=found.is_admin)


def list_mine(call: Call) -> list[Session]:
    """The caller's valid sessions, newest first."""
    current = call.caller.session_id
    rows = session_queries.valid(call.tx, call.caller.account(), call.now)
    return [
        Session.model_validate({**row._asdict(), "current": row.id == current}, strict=False)
        for row in rows
    ]


def end(call: Call) -> None:
    """End the caller's own session."""
    if call.caller.session_id is not None:
        session_queries.end(call.tx, call.caller.session_id, call.now)
        _record_end(call, call.caller.session_id)
        audit.note(call, "session.log_out", target=call.caller.session_id)


def end_one(call: Call, session_id: Id) -> None:
    """End one of the caller's sessions."""
    if not session_queries.end_of(call.tx, call.caller.account(), session_id, call.now):
        raise errors.SessionNotFound
    _record_end(call, session_id)
    audit.note(call, "session.end", target=session_id)


def write_seen(pending: PendingTimes, tx: Tx, now: datetime) -> int:
    """Write a batch of the times when sessions were last seen. Returns how many."""
    del now
    times, active = pending.drain(), []
    for session_id, at in sorted(times.items()):
        session_queries.set_last_seen(tx, session_id, at)
        account_id = session_queries.set_account_last_seen(tx, session_id, at)
        if account_id is not None:
            active.append((account_id, at.date()))
    # Last, since every change of an account locks its row first and then the directory.
    for account_id, day in active:
        hooks.notify_active(tx, account_id, day)
    return len(times)


def _record_end(call: Call, session_id: Id) -> None:
    """From the commit on, requests with the session's token do not count against the account."""
    call.tx.after_commit(partial(call.kit.ended_sessions.record, session_id, ended=True))


def _is_new_user_agent(call: Call, account_id: Id) -> bool:
    """Whether an account that was used before is used by another user agent than its known ones."""
    seen = session_queries.known_user_agents(call.tx, account_id)
    if call.user_agent in seen:
        return False
    # After a long absence all sessions are deleted, and with them the known user agents.
    return bool(seen) or session_queries.was_used(call.tx, account_id)


def _signed_in(
    call: Call, account: Account, session_id: Id, ends: datetime, *, is_admin: bool
) -> SignedIn:
    refresh_token = secrets.token_urlsafe(_REFRESH_BYTES)
    digest = call.kit.keyring.digest(_REFRESH_DIGEST, refresh_token)
    session_queries.add_refresh_token(call.tx, session_id, digest, call.now)
    # The claim selects the rate limit's policy; rights are looked up at every request.
    is_admin = is_admin and account.role == "admin"
    token, expires_at = call.kit.tokens.issue(
        account.id, session_id, is_admin=is_admin, session_ends=ends
    )
    return SignedIn(token=token, expires_at=expires_at, refresh_token=refresh_token, user=account)
