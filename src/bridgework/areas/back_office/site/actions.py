"""The pages of the member site, its sitemap, and the rules for robots."""

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

from bridgework.areas.back_office.site import errors, pages, queries, schemas
from bridgework.areas.community.blogs import actions as blogs
from bridgework.areas.community.calendar import actions as calendar
from bridgework.areas.people.directory import actions as directory
from bridgework.areas.people.directory.schemas import ListExpertsQuery
from bridgework.areas.work.jobs import actions as jobs
from bridgework.areas.work.jobs.schemas import ListJobsQuery
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id, parse_id

if TYPE_CHECKING:
    from bridgework.web.site_files import Site

_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_PAGES = ("", "experts", "articles", "events")
_ARTICLES = 20
_EVENTS = 50
_SCREENS = frozenset(
    [
        "applications",
        "candidates",
        "compare",
        "consultations",
        "experts",
        "feed",
        "introductions",
        "join",
        "jobs",
        "notifications",
        "password",
        "profile",
        "roles",
        "searches",
        "settings",
        "sign-in",
        "submissions",
        "vendors",
        "verify",
    ]
)
"""The first segments of the addresses of screens that the script alone renders."""
_SCREENS_OF_JOBS = frozenset(["matching", "new"])
"""What follows `jobs/` in the addresses of screens, besides the ids of jobs."""
_PARTS: tuple[schemas.SitemapPart, ...] = ("experts", "articles", "events", "jobs")


def must_be_served(context: Context) -> "Site":
    """Return the member site. Raises PageNotFound if the settings leave it out."""
    if context.app.site is None:
        raise errors.PageNotFound
    return context.app.site


def render_first_page(context: Context) -> bytes:
    """Return the first page."""
    return pages.render(context, must_be_served(context), "home", "")


def render_screen(context: Context, path: str) -> bytes:
    """Return the page of a document or of a screen of the script. Raises PageNotFound."""
    site = must_be_served(context)
    if path in site.documents:
        return pages.document(context, site, path)
    if path.partition("/")[0] not in _SCREENS:
        raise errors.PageNotFound
    return pages.render(context, site, "shell", path, is_public=False)


def render_experts(context: Context, query: ListExpertsQuery) -> bytes:
    """Return a page of the directory."""
    site = must_be_served(context)
    cards, total = directory.search(context.tx, query)
    return pages.experts(context, site, query, cards, total)


def render_expert(context: Context, expert_id: Id) -> bytes:
    """Return the page of an expert. Raises PageRemoved for one who is no longer listed."""
    site = must_be_served(context)
    expert = directory.find_expert(context.tx, expert_id)
    if expert is None:
        is_removed = directory.is_unlisted(context.tx, expert_id)
        raise errors.PageRemoved if is_removed else errors.PageNotFound
    return pages.expert(context, site, expert)


def render_articles(context: RequestContext, page: int) -> bytes:
    """Return a page of the published articles."""
    site = must_be_served(context)
    cards, total = blogs.list_public(context, page, _ARTICLES)
    return pages.articles(context, site, cards, total, page, _ARTICLES)


def render_article(context: Context, slug: str) -> bytes | str:
    """Return the page of an article, or its present slug if this is a former one."""
    site = must_be_served(context)
    post = blogs.find_public(context, slug)
    if post is None:
        raise errors.PageNotFound
    return post if isinstance(post, str) else pages.article(context, site, post)


def render_events(context: Context) -> bytes:
    """Return the page with the public events to come."""
    site = must_be_served(context)
    return pages.events(context, site, calendar.list_coming(context, _EVENTS))


def render_event(context: Context, event_id: Id) -> bytes:
    """Return the page of an event, which only asks to sign in if the event is not public.

    Raises PageRemoved and EventCancelled.
    """
    site = must_be_served(context)
    event = calendar.find_any_event(context, event_id)
    if event is None:
        raise errors.PageNotFound
    if event.visibility != "public":
        return pages.render(context, site, "shell", f"events/{event_id}", is_public=False)
    if event.hidden_at is not None:
        raise errors.PageRemoved
    if event.cancelled_at is not None:
        raise errors.EventCancelled
    return pages.event(context, site, event, calendar.texts_for_page(context, event, site.url))


def render_jobs(context: Context, query: ListJobsQuery) -> bytes:
    """Return a page of the open jobs. It only asks to sign in if jobs are not public."""
    site = must_be_served(context)
    if not context.app.settings.public_jobs:
        return pages.render(context, site, "shell", "jobs", is_public=False)
    return pages.jobs(context, site, query, jobs.list_open(context, query))


def render_job(context: Context, page: str) -> tuple[int, bytes]:
    """Return the status and the page of a job, or of a screen of jobs. Raises PageNotFound.

    It only asks to sign in if jobs are not public, or if this one is not approved yet.
    """
    site, job_id = must_be_served(context), parse_id(page)
    path = f"jobs/{job_id or page}"
    if job_id is None and page not in _SCREENS_OF_JOBS:
        raise errors.PageNotFound
    if job_id is not None and context.app.settings.public_jobs:
        found = jobs.find_public(context, job_id)
        if found is not None:
            return 200, pages.job(context, site, *found)
        if jobs.has_been_open(context, job_id):
            # Who posted the job or applied to it still sees it, by the script.
            return 410, pages.render(context, site, "ended_job", path, is_public=False)
    return 200, pages.render(context, site, "shell", path, is_public=False)


def render_robots(context: Context) -> bytes:
    """Return the rules for robots: they may read everything that is public."""
    must_be_served(context)
    url = context.app.settings.public_url
    return f"User-agent: *\nDisallow:\n\nSitemap: {url}/sitemap.xml\n".encode()


def render_sitemap(context: Context, query: schemas.SitemapQuery) -> bytes:
    """Return a sitemap, or the index of all. Raises PageNotFound."""
    must_be_served(context)
    return _index(context) if query.part is None else _sitemap(context, query.part, query.page)


def _index(context: Context) -> bytes:
    url = f"{context.app.settings.public_url}/sitemap.xml"
    addresses = [f"{url}?part=pages"]
    with context.read_transaction() as tx:
        for part in _parts(context):
            count = queries.count_names(tx, part, context.now)
            numbers = range(1, ceil(count / queries.MAX_URLS) + 1)
            addresses += [f"{url}?part={part}&amp;page={number}" for number in numbers]
    return _document("sitemapindex", "sitemap", addresses)


def _sitemap(context: Context, part: schemas.SitemapPart, number: int) -> bytes:
    url = context.app.settings.own_site_url
    if part not in ("pages", *_parts(context)):
        raise errors.PageNotFound
    if part == "pages":
        jobs_page = ("jobs",) if context.app.settings.public_jobs else ()
        own = (*_PAGES, *jobs_page, *must_be_served(context).documents)
        return _document("urlset", "url", [f"{url}/{page}" for page in own])
    with context.read_transaction() as tx:
        names = queries.list_names(tx, part, context.now, number)
    if not names:
        raise errors.PageNotFound
    # Ids and slugs need no escapes.
    return _document("urlset", "url", [f"{url}/{part}/{name}" for name in names])


def _parts(context: Context) -> Sequence[schemas.SitemapPart]:
    return _PARTS if context.app.settings.public_jobs else _PARTS[:-1]


def _document(root: str, element: str, addresses: list[str]) -> bytes:
    lines = [f"<{element}><loc>{address}</loc></{element}>" for address in addresses]
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} xmlns="{_NAMESPACE}">'
    return "\n".join([head, *lines, f"</{root}>\n"]).encode()
