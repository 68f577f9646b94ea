"""What is asked and told about feeds: contract section 3.8."""

from bridgework.kit.fields import Line200
from bridgework.kit.shapes import Query, Record


class FeedQuery(Query):
    token: Line200 | None = None
    """From the address of the feed, which is told once."""


class CalendarFeedUrl(Record):
    url: str
    """To be kept like a password: whoever has it sees what its member may see."""
