"""The feed of jobs for partners: contract section 3.9."""

from bridgework.areas.jobs.feeds import actions
from bridgework.areas.jobs.feeds.shapes import JobsFeed, JobsFeedQuery
from bridgework.kit.auth import partner
from bridgework.kit.http.context import Call
from bridgework.kit.http.router import Area

area = Area("Jobs")


@area.get("/jobs/feed.json", who=partner("jobs:read"))
def jobs_feed(call: Call, query: JobsFeedQuery) -> JobsFeed:
    """List the approved jobs as schema.org's JobPosting, the newest first, without contacts.

    `data` is JSON-LD: `@graph` holds the jobs of this page, `nextCursor` leads to the next.
    """
    return actions.feed(call, query)
