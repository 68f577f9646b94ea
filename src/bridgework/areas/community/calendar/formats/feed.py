"""The iCalendar feed of a member: its token and its content."""

import secrets

from bridgework.areas.community.calendar import queries
from bridgework.areas.community.calendar.errors import FeedTokenInvalid
from bridgework.areas.community.calendar.schemas import CalendarFeedUrl
from bridgework.areas.history.audit import actions as audit
from bridgework.context import Context
from bridgework.kit.security import Caller

_TOKEN_BYTES = 32
_DIGEST_PURPOSE = "calendar-feed"


def create_token(context: Context) -> CalendarFeedUrl:
    """Create the URL of the caller's feed, and revoke the previous one."""
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    account_id = context.caller.account()
    digest = context.app.keyring.digest(_DIGEST_PURPOSE, token)
    queries.put_feed_token(context.tx, account_id, digest, context.now)
    audit.note(context, "calendar.make_feed_token", target=account_id)
    return CalendarFeedUrl(url=f"{context.app.settings.public_url}/calendar/feed.ics?token={token}")


def revoke_token(context: Context) -> None:
    """Revoke the caller's feed. Idempotent."""
    account_id = context.caller.account()
    if queries.delete_feed_token(context.tx, account_id):
        audit.note(context, "calendar.revoke_feed_token", target=account_id)


def feed(context: Context, token: str | None) -> bytes:
    """Return the events that the token's member may see, as iCalendar. Raises FeedTokenInvalid."""
    # Imported here: icalendar takes 0.1 s to import, and only feeds and invitations use it.
    from bridgework.areas.community.calendar.formats import ics

    with context.read_transaction() as tx:
        digests = context.app.keyring.digests(_DIGEST_PURPOSE, token) if token else []
        account_id = queries.find_feed_reader(tx, digests) if digests else None
        if account_id is None:
            raise FeedTokenInvalid
        # With member permissions, for administrators too: a feed needs no sign-in.
        rows = queries.list_feed_events(tx, Caller(account_id=account_id), context.now)
    settings = context.app.settings
    appointments = [ics.to_appointment(row, settings) for row in rows]
    return ics.feed(settings.installation_name, appointments)
