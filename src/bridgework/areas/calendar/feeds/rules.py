"""What holds for feeds: how far they look, and who may have one."""

from datetime import timedelta

from bridgework.kit.errors import Unauthorized

PAST = timedelta(days=365)
"""How long an event stays in the feed once it has begun."""
CANCELLED = timedelta(days=30)
"""How long a cancelled one is told of, so that calendars which look now and then take it out."""
LONGEST = 2_000
"""Events; nobody's calendar program shows more of use."""


class FeedTokenInvalid(Unauthorized):
    """This address of a calendar feed is good no more: make a fresh one."""

    challenge = 'Bearer realm="bridgework", error="invalid_token"'
