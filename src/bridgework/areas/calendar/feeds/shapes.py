"""What is asked and told about feeds: contract section 3.8."""

from bridgework.kit.fields import Line200
from bridgework.kit.schemas import QueryParams, ResponseModel


class FeedQuery(QueryParams):
    token: Line200 | None = None
    """From the address of the feed, which is told once."""


class CalendarFeedUrl(ResponseModel):
    url: str
    """To be kept like a password: whoever has it sees what its member may see."""
