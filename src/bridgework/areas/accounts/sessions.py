"""Sessions: what a sign-in opens and a logout ends."""

import secrets

from bridgework.areas.accounts import rules, store
from bridgework.areas.accounts.shapes import Account, SignedIn
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.call import Call
from bridgework.kit.ids import new_id
from bridgework.kit.tokens import Claims

_REFRESH_BYTES = 32


def identify(tx: Tx, claims: Claims) -> Caller | None:
    """Who calls with this token, None if its session has ended; asked at every request."""
    return store.caller(tx, claims.account_id, claims.session_id)


def open_for(call: Call, account: Account) -> SignedIn:
    """Open a session and hand out its tokens."""
    session_id = new_id()
    refresh_token = secrets.token_urlsafe(_REFRESH_BYTES)
    store.add_session(
        call.tx,
        {
            "id": session_id,
            "account_id": account.id,
            "is_admin": False,
            "ip": call.address,
            "user_agent": call.user_agent,
            "created_at": call.now,
            "last_seen_at": call.now,
            "expires_at": call.now + rules.SESSION_LIFE,
        },
        call.kit.keyring.digest("refresh-token", refresh_token),
    )
    token, expires_at = call.kit.tokens.issue(account.id, session_id)
    return SignedIn(token=token, expires_at=expires_at, refresh_token=refresh_token, user=account)


def end(call: Call) -> None:
    """End the caller's own session."""
    if call.caller.session_id is not None:
        store.end_session(call.tx, call.caller.session_id, call.now)
