"""Sessions: a sign-in opens one, a refresh continues it, a logout ends it."""

import secrets
from datetime import datetime
from functools import partial
from typing import TypeVar

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts import (
    budgets,
    emails,
    errors,
    hooks,
    policies,
    queries,
    serializers,
)
from bridgework.areas.identity.accounts.records import RefreshToken, StoredSession
from bridgework.areas.identity.accounts.schemas import Account, Session, SignedIn
from bridgework.areas.identity.accounts.sign_in import session_queries
from bridgework.context import Context
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import Tx
from bridgework.kit.security import AdminSessionLimits, Caller, Claims, PendingTimes

S = TypeVar("S", bound=Session)

_REFRESH_BYTES = 32
_REFRESH_DIGEST = "refresh-token"
_CLIENT_DIGEST = "refresh-client"


def identify(limits: AdminSessionLimits, tx: Tx, claims: Claims, now: datetime) -> Caller | None:
    """Return the caller of a token, or None if its session has ended. Called for every request."""
    return session_queries.find_caller(tx, claims.account_id, claims.session_id, limits, now)


def open_for(context: Context, account_id: Id, *, is_admin: bool = False) -> SignedIn:
    """Open a session and return its tokens.

    That of an administrator ends earlier, and begins with a fresh proof. A sign-in cancels a
    scheduled erasure. The owner is notified of a new user agent.
    """
    if queries.delete_erasure_date(context.tx, account_id, context.now):
        audit.note(context, "account.keep", target=account_id, actor=account_id)
        hooks.notify_changed(context.tx, account_id)
    account = serializers.account(context, account_id)
    if _is_new_user_agent(context, account_id):
        email = emails.new_device(account, context.client.user_agent, context.now)
        notifications.leave_about_account(context, "account.new_device", account_id, email)
    session_id, ends = new_id(), context.now + policies.SESSION_LIFE
    if is_admin:
        ends = _limits(context).ends(context.now, ends)
    session_queries.add(
        context.tx,
        StoredSession(
            id=session_id,
            account_id=account_id,
            is_admin=is_admin,
            ip=context.client.address,
            user_agent=context.client.user_agent,
            created_at=context.now,
            last_seen_at=context.now,
            expires_at=ends,
            ended_at=None,
            proved_at=context.now if is_admin else None,
        ),
    )
    return _signed_in(context, account, session_id, ends, 0, is_admin=is_admin)


def refresh(context: Context, refresh_token: str) -> SignedIn:
    """Exchange a refresh token for a new one and a new access token.

    A token that is used again may be stolen, so its session ends. Two tabs of a browser that
    exchange the same token within `REUSE_GRACE` both get a pair of the next generation. Beyond
    three further pairs a refresh is refused and the session goes on: the client is the same.
    """
    digests = context.app.keyring.digests(_REFRESH_DIGEST, refresh_token)
    session_queries.lock_session_of(context.tx, digests)
    limits = _limits(context)
    token = session_queries.find_refresh_token(context.tx, digests, limits, context.now)
    if token is None:
        raise errors.RefreshInvalid
    if token.used_at is None:
        used_by = context.app.keyring.digest(_CLIENT_DIGEST, *_client(context))
        session_queries.use_refresh_tokens(
            context.tx, token.session_id, token.generation, used_by, context.now
        )
    elif not _is_used_by_another_tab(context, token):
        session_queries.mark_ended(context.tx, token.session_id, context.now)
        audit.note(context, "session.refresh_reused", target=token.account_id, outcome="refused")
        raise errors.RefreshReused
    elif (
        session_queries.count_generation(context.tx, token.session_id, token.generation + 1)
        > budgets.REFRESH_PAIRS.quota
    ):
        raise errors.RefreshInvalid
    session_queries.update_last_seen(context.tx, token.session_id, context.now)
    account, ends = serializers.account(context, token.account_id), token.expires_at
    if token.is_admin:
        ends = limits.ends(token.created_at, ends)
    return _signed_in(
        context, account, token.session_id, ends, token.generation + 1, is_admin=token.is_admin
    )


def list_mine(context: Context) -> list[Session]:
    """List the caller's valid sessions, newest first."""
    return list_as(Session, context, context.caller.account())


def list_as(schema: type[S], context: Context, account_id: Id) -> list[S]:
    """List the valid sessions of an account, newest first."""
    limits = _limits(context)
    return [
        schema.from_row(
            stored,
            current=stored.id == context.caller.session_id,
            expires_at=limits.ends_unused(stored.created_at, stored.last_seen_at, stored.expires_at)
            if stored.is_admin
            else stored.expires_at,
        )
        for stored in session_queries.list_valid(context.tx, account_id, limits, context.now)
    ]


def end(context: Context) -> None:
    """End the caller's own session."""
    if context.caller.session_id is not None:
        session_queries.mark_ended(context.tx, context.caller.session_id, context.now)
        _record_end(context, context.caller.session_id)
        audit.note(context, "session.log_out", target=context.caller.session_id)


def end_one(context: Context, session_id: Id) -> None:
    """End one of the caller's sessions."""
    if not session_queries.mark_own_ended(
        context.tx, context.caller.account(), session_id, context.now
    ):
        raise errors.SessionNotFound
    _record_end(context, session_id)
    audit.note(context, "session.end", target=session_id)


def write_last_seen(pending: PendingTimes, tx: Tx, now: datetime) -> int:
    """Write a batch of the times when sessions were last seen. Return the number of sessions."""
    del now
    times, active = pending.drain(), []
    for session_id, at in sorted(times.items()):
        session_queries.update_last_seen(tx, session_id, at)
        account_id = session_queries.update_account_last_seen(tx, session_id, at)
        if account_id is not None:
            active.append((account_id, at.date()))
    # Last, because every change of an account locks its row before the directory.
    for account_id, day in active:
        hooks.notify_active(tx, account_id, day)
    return len(times)


def _limits(context: Context) -> AdminSessionLimits:
    return context.app.settings.admin_sessions


def _record_end(context: Context, session_id: Id) -> None:
    """After the commit, requests with the session's token no longer count against the account."""
    context.tx.after_commit(partial(context.app.ended_sessions.record, session_id, ended=True))


def _is_new_user_agent(context: Context, account_id: Id) -> bool:
    """Return whether an account that was used before has a new user agent now."""
    known = session_queries.list_known_user_agents(context.tx, account_id)
    if context.client.user_agent in known:
        return False
    # After a long absence, all sessions and their user agents are deleted.
    return bool(known) or session_queries.has_been_used(context.tx, account_id)


def _is_used_by_another_tab(context: Context, token: RefreshToken) -> bool:
    """Return whether the client that sends a used token has exchanged it a moment ago.

    The token must be of the generation that was exchanged last.
    """
    digests = context.app.keyring.digests(_CLIENT_DIGEST, *_client(context))
    return (
        token.used_at is not None
        and token.generation == token.newest - 1
        and context.now <= token.used_at + policies.REUSE_GRACE
        and token.used_by in digests
    )


def _client(context: Context) -> tuple[str, str]:
    return context.client.address, context.client.user_agent


def _signed_in(
    context: Context,
    account: Account,
    session_id: Id,
    ends: datetime,
    generation: int,
    *,
    is_admin: bool,
) -> SignedIn:
    refresh_token = secrets.token_urlsafe(_REFRESH_BYTES)
    digest = context.app.keyring.digest(_REFRESH_DIGEST, refresh_token)
    session_queries.add_refresh_token(context.tx, session_id, digest, generation, context.now)
    # The claim selects the rate limit; permissions are looked up for every request.
    is_admin = is_admin and account.role == "admin"
    token, expires_at = context.app.tokens.issue(
        account.id, session_id, is_admin=is_admin, session_ends=ends
    )
    return SignedIn(token=token, expires_at=expires_at, refresh_token=refresh_token, user=account)
