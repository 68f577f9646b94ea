"""The operations on feeds: contract section 3.8."""

from bridgework.areas.calendar.feeds import actions, rules
from bridgework.areas.calendar.feeds.shapes import CalendarFeedUrl, FeedQuery
from bridgework.kit.auth import member, public
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import OK, Ok, Plain
from bridgework.kit.http.router import Area

area = Area("Calendar")

_MEDIA = "text/calendar"


@area.post("/calendar/feed-token", who=member, status=201, secret=True)
def create_calendar_feed_token(call: Call) -> CalendarFeedUrl:
    """Make the address of one's own calendar feed; a former one is good no more."""
    return actions.make_token(call)


@area.delete("/calendar/feed-token", who=member)
def revoke_calendar_feed_token(call: Call) -> Ok:
    """End one's own calendar feed."""
    actions.revoke_token(call)
    return OK


@area.get(
    "/calendar/feed.ics",
    who=public,
    slow=True,
    cached=True,
    media=_MEDIA,
    problems=(rules.FeedTokenInvalid,),
)
def calendar_feed(call: Call, query: FeedQuery) -> Plain:
    """Read the calendar as iCalendar (RFC 5545): what the token's member may see.

    Cancelled events stay in it for thirty days, as such.
    """
    body = actions.feed(call, query.token)
    return Plain(f"{_MEDIA}; charset=utf-8", body, cache_control="private, no-cache")
