"""The errors of the member site's pages."""

from bridgework.kit.core import NotFound, Removed

_LINKS = (
    ("Find an expert", "/app/experts"),
    ("Events", "/app/events"),
    ("Articles", "/app/articles"),
    ("First page", "/app/"),
)


class PageNotFound(NotFound):
    """There is no such page."""

    page = (
        "Page not found",
        "There is no page at this address. The link may be incomplete, or the page has moved.",
    )
    page_links = _LINKS


class PageRemoved(Removed):
    """This page has been removed."""

    page = (
        "No longer available",
        (
            "What was at this address has been removed by its owner or is no longer public. "
            "There may be something similar:"
        ),
    )
    page_links = _LINKS


class EventCancelled(Removed):
    """This event has been cancelled."""

    page = (
        "This event has been cancelled",
        "It will not take place, and there is nothing you need to do. Other events are listed:",
    )
    page_links = _LINKS
