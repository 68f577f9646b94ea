"""The feed that partners show jobs by."""

from bridgework.areas.jobs.feeds import rendering
from bridgework.areas.jobs.feeds.shapes import JobFeedPage, JobsFeed, JobsFeedQuery
from bridgework.areas.jobs.postings import finding
from bridgework.kit.http.context import Call
from bridgework.kit.pagination import cursors

_CONTEXT = "https://schema.org"


def feed(call: Call, query: JobsFeedQuery) -> JobsFeed:
    """A page of the approved jobs, without their contacts."""
    page_request = cursors.page_request(call, query)
    found = finding.newest(call.tx, call.now, page_request, rendering.entry)
    page = cursors.to_page(call, query, JobFeedPage, found)
    return JobsFeed(
        context=_CONTEXT, graph=page.items, next_cursor=page.next_cursor, has_more=page.has_more
    )
