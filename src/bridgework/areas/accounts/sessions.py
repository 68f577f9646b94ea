"""Sessions: what a sign-in opens, a refresh carries on, and a logout ends."""

import secrets
from datetime import datetime
from functools import partial

from bridgework.areas.accounts import hooks, letters, rules, serializers, session_store, store
from bridgework.areas.accounts.shapes import Account, Session, SignedIn
from bridgework.areas.audit import actions as audit
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id, new_id
from bridgework.kit.last_seen import PendingTimes
from bridgework.kit.tokens import Claims

_REFRESH_BYTES = 32
_REFRESH_DIGEST = "refresh-token"
_SWEPT_AT_ONCE = 50
"""Sessions; one that was in use for all its days has had 720 refresh tokens."""


def identify(tx: Tx, claims: Claims, now: datetime) -> Caller | None:
    """Who calls with this token, None if its session is over; asked at every request."""
    return session_store.caller(tx, claims.account_id, claims.session_id, now)


def open_for(call: Call, account_id: Id, *, is_admin: bool = False) -> SignedIn:
    """Open a session and hand out its tokens.

    Whoever signs in wants to stay: an erasure that was asked for is called off. The owner is told
    if the program is a new one.
    """
    if store.keep(call.tx, account_id, call.now):
        audit.note(call, "account.keep", target=account_id, actor=account_id)
        hooks.tell_of_change(call.tx, account_id)
    account = serializers.account(call, account_id)
    if _comes_by_a_new_program(call, account_id):
        call.enqueue_email(letters.new_device, account, call.user_agent, call.now)
    session_id, ends = new_id(), call.now + rules.SESSION_LIFE
    session_store.add(
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

    One that comes a second time was stolen from somebody, so its whole session ends.
    """
    digests = call.kit.keyring.digests(_REFRESH_DIGEST, refresh_token)
    found = session_store.refresh_token(call.tx, digests, call.now)
    if found is None:
        raise rules.RefreshInvalid
    if not session_store.use_refresh_token(call.tx, found.digest, call.now):
        session_store.end(call.tx, found.session_id, call.now)
        audit.note(call, "session.refresh_reused", target=found.account_id, outcome="refused")
        raise rules.RefreshReused
    session_store.note_seen(call.tx, found.session_id, call.now)
    account, ends = serializers.account(call, found.account_id), found.expires_at
    return _signed_in(call, account, found.session_id, ends, is_admin=found.is_admin)


def listed(call: Call) -> list[Session]:
    """The caller's sessions that are good now, the newest first."""
    return [
        Session(
            id=row.id,
            created_at=row.created_at,
            last_seen_at=row.last_seen_at,
            ip=row.ip,
            user_agent=row.user_agent,
            current=row.id == call.caller.session_id,
        )
        for row in session_store.good(call.tx, call.caller.account(), call.now)
    ]


def end(call: Call) -> None:
    """End the caller's own session."""
    if call.caller.session_id is not None:
        session_store.end(call.tx, call.caller.session_id, call.now)
        _record_end(call, call.caller.session_id)
        audit.note(call, "session.log_out", target=call.caller.session_id)


def end_one(call: Call, session_id: Id) -> None:
    """End one of the caller's sessions."""
    if not session_store.end_of(call.tx, call.caller.account(), session_id, call.now):
        raise rules.SessionNotFound
    _record_end(call, session_id)
    audit.note(call, "session.end", target=session_id)


def sweep(tx: Tx, now: datetime) -> int:
    """Drop some of the sessions that ended long ago."""
    return session_store.drop_expired(tx, now - rules.SESSION_KEPT, most=_SWEPT_AT_ONCE)


def write_seen(pending: PendingTimes, tx: Tx, now: datetime) -> int:
    """Write one batch of when sessions were last seen. Returns how many."""
    del now
    times, came = pending.drain(), []
    for session_id, at in sorted(times.items()):
        session_store.note_seen(tx, session_id, at)
        account_id = session_store.note_account_seen(tx, session_id, at)
        if account_id is not None:
            came.append((account_id, at.date()))
    # At last: whoever changes an account has its row first and then the directory, too.
    for account_id, day in came:
        hooks.tell_of_activity(tx, account_id, day)
    return len(times)


def _record_end(call: Call, session_id: Id) -> None:
    """From the commit on, requests with the session's token do not count against the account."""
    call.tx.after_commit(partial(call.kit.ended_sessions.record, session_id, ended=True))


def _comes_by_a_new_program(call: Call, account_id: Id) -> bool:
    """Whether an account that was used before is used by a program that it is not known to use."""
    seen = session_store.programs_seen(call.tx, account_id)
    if call.user_agent in seen:
        return False
    # Whoever stays away until all sessions are dropped has a program that nobody remembers.
    return bool(seen) or session_store.was_seen(call.tx, account_id)


def _signed_in(
    call: Call, account: Account, session_id: Id, ends: datetime, *, is_admin: bool
) -> SignedIn:
    refresh_token = secrets.token_urlsafe(_REFRESH_BYTES)
    digest = call.kit.keyring.digest(_REFRESH_DIGEST, refresh_token)
    session_store.add_refresh_token(call.tx, session_id, digest, call.now)
    # The claim selects the rate limit's policy; rights are looked up at every request.
    is_admin = is_admin and account.role == "admin"
    token, expires_at = call.kit.tokens.issue(
        account.id, session_id, is_admin=is_admin, session_ends=ends
    )
    return SignedIn(token=token, expires_at=expires_at, refresh_token=refresh_token, user=account)
