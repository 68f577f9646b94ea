"""Making and ending a feed's token, and telling the feed."""

import secrets

from bridgework.areas.audit import actions as audit
from bridgework.areas.calendar import ics
from bridgework.areas.calendar.feeds import rules, store
from bridgework.areas.calendar.feeds.shapes import CalendarFeedUrl
from bridgework.kit.auth import Caller
from bridgework.kit.http.context import Call

_BYTES = 32
_DIGEST = "calendar-feed"


def make_token(call: Call) -> CalendarFeedUrl:
    """Make the one address of the caller's feed; the former is good no more."""
    token = secrets.token_urlsafe(_BYTES)
    account_id = call.caller.account()
    store.put(call.tx, account_id, call.kit.keyring.digest(_DIGEST, token), call.now)
    audit.note(call, "calendar.make_feed_token", target=account_id)
    return CalendarFeedUrl(url=f"{call.kit.settings.public_url}/calendar/feed.ics?token={token}")


def revoke_token(call: Call) -> None:
    """End the caller's feed. It need not have been there."""
    account_id = call.caller.account()
    if store.drop(call.tx, account_id):
        audit.note(call, "calendar.revoke_feed_token", target=account_id)


def feed(call: Call, token: str | None) -> bytes:
    """What the member to whom the token belongs may see, as iCalendar. Raises FeedTokenInvalid."""
    with call.reading() as tx:
        account_id = store.reader(tx, call.kit.keyring.digests(_DIGEST, token)) if token else None
        if account_id is None:
            raise rules.FeedTokenInvalid
        # As a member, whatever else they are: who reads a feed has not signed in.
        rows = store.told(tx, Caller(account_id=account_id), call.now)
    return ics.feed([ics.appointment(row, call.kit.settings) for row in rows])
