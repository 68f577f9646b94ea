"""The pages of the member site, its files, and what search engines read."""

from dataclasses import replace

from bridgework.areas.back_office.site import actions, errors, schemas
from bridgework.areas.community.blogs.tables import TOPIC
from bridgework.areas.identity.accounts.tables import EXPERTS
from bridgework.areas.people.directory.schemas import ListExpertsQuery
from bridgework.areas.work.jobs.schemas import ListJobsQuery
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id
from bridgework.kit.html_pages import CONTENT_TYPE
from bridgework.kit.http.operations import (
    HTML,
    JSON,
    PermanentRedirect,
    RawResponse,
    Router,
    Tag,
    Tail,
)
from bridgework.kit.security import public

router = Router(
    "Member site",
    public=Tag(
        "Member site",
        "The pages of the member site. What is public is readable without JavaScript.",
    ),
)

_XML = "application/xml"
_TEXT = "text/plain"


@router.get(
    "/app/",
    who=public,
    rate_limit_exempt=True,
    etag=True,
    media_type=HTML,
    errors=(errors.PageNotFound,),
)
def get_site(context: Context) -> RawResponse:
    """Return the first page of the member site, unless the settings leave the site out."""
    return _page(context, actions.render_first_page(context))


@router.get("/app", who=public, rate_limit_exempt=True, status=308, errors=(errors.PageNotFound,))
def get_site_redirect(context: Context) -> RawResponse:
    """Redirect to `/app/`."""
    actions.must_be_served(context)
    headers = {"location": f"{context.app.settings.own_site_url}/"}
    return RawResponse(JSON, b'{"data":{"ok":true}}', status=308, headers=headers)


@router.get(
    "/app/experts",
    who=public,
    etag=True,
    cache_topic=EXPERTS,
    media_type=HTML,
    errors=(errors.PageNotFound,),
)
def get_experts_page(context: Context, query: ListExpertsQuery) -> RawResponse:
    """Return the page of the directory, with the filters of `listExperts`."""
    return _page(context, actions.render_experts(context, query))


@router.get(
    "/app/experts/{id}",
    who=public,
    etag=True,
    cache_topic=EXPERTS,
    media_type=HTML,
    not_found=errors.PageNotFound,
    errors=(errors.PageRemoved,),
)
def get_expert_page(context: RequestContext, expert_id: Id) -> RawResponse:
    """Return the page of an expert. That of an expert who is no longer listed is 410."""
    context.cache_subject = expert_id
    return _page(context, actions.render_expert(context, expert_id))


@router.get(
    "/app/articles",
    who=public,
    etag=True,
    cache_topic=TOPIC,
    media_type=HTML,
    errors=(errors.PageNotFound,),
)
def get_articles_page(context: RequestContext, query: schemas.PagedQuery) -> RawResponse:
    """Return a page with the published articles, newest first."""
    return _page(context, actions.render_articles(context, query.page))


@router.get(
    "/app/articles/{slug}",
    who=public,
    etag=True,
    cache_topic=TOPIC,
    media_type=HTML,
    not_found=errors.PageNotFound,
)
def get_article_page(context: Context, slug: str) -> RawResponse | PermanentRedirect:
    """Return the page of an article. A former slug redirects to the current one."""
    page = actions.render_article(context, slug)
    return (
        PermanentRedirect(f"/app/articles/{page}")
        if isinstance(page, str)
        else _page(context, page)
    )


@router.get("/app/events", who=public, media_type=HTML, errors=(errors.PageNotFound,))
def get_events_page(context: Context) -> RawResponse:
    """Return the page with the public events to come."""
    return _page(context, actions.render_events(context))


@router.get(
    "/app/events/{id}",
    who=public,
    media_type=HTML,
    not_found=errors.PageNotFound,
    errors=(errors.PageRemoved, errors.EventCancelled),
)
def get_event_page(context: Context, event_id: Id) -> RawResponse:
    """Return the page of a public event. The page of any other event only asks to sign in.

    The page of a cancelled or hidden event is 410.
    """
    return _page(context, actions.render_event(context, event_id))


@router.get("/app/jobs", who=public, media_type=HTML, errors=(errors.PageNotFound,))
def get_jobs_page(context: Context, query: ListJobsQuery) -> RawResponse:
    """Return the page of open jobs, with the filters of `listJobs`.

    It only asks to sign in unless `BRIDGEWORK_PUBLIC_JOBS` is on.
    """
    return _page(context, actions.render_jobs(context, query))


@router.get(
    "/app/jobs/{page}",
    who=public,
    media_type=HTML,
    not_found=errors.PageNotFound,
    errors=(errors.PageRemoved,),
)
def get_job_page(context: Context, page: str) -> RawResponse:
    """Return the page of an approved job by its id, if `BRIDGEWORK_PUBLIC_JOBS` is on.

    Otherwise, and for a job that is not approved, it only asks to sign in. The page of a job that
    is no longer open is 410. The pages `new` and `matching` are for members.
    """
    status, body = actions.render_job(context, page)
    return replace(_page(context, body), status=status)


@router.get(
    "/app/files/{file}",
    who=public,
    rate_limit_exempt=True,
    etag=True,
    media_type="*/*",
    not_found=errors.PageNotFound,
)
def get_site_file(context: Context, path: Tail) -> RawResponse:
    """Return a file of the member site."""
    file = actions.must_be_served(context).files.get(path)
    if file is None:
        raise errors.PageNotFound
    return RawResponse(
        file.content_type,
        file.body,
        cache_control=file.cache_control,
        content_security_policy=file.content_security_policy,
        gzip_body=file.gzip_body,
    )


@router.get(
    "/app/{page}",
    who=public,
    rate_limit_exempt=True,
    etag=True,
    media_type=HTML,
    not_found=errors.PageNotFound,
)
def get_site_page(context: Context, path: Tail) -> RawResponse:
    """Return the page of a screen that the script renders, which search engines do not index.

    `/app/terms` and `/app/privacy` are documents of the operator, where their files exist.
    """
    return _page(context, actions.render_screen(context, path))


@router.get(
    "/sitemap.xml",
    who=public,
    pool="computing",
    etag=True,
    media_type=_XML,
    errors=(errors.PageNotFound,),
)
def get_sitemap(context: Context, query: schemas.SitemapQuery) -> RawResponse:
    """Return the index of the sitemaps, or the sitemap of a kind of pages, `part`."""
    body = actions.render_sitemap(context, query)
    cache_control = context.app.settings.public_cache_control
    return RawResponse(f"{_XML}; charset=utf-8", body, cache_control=cache_control)


@router.get(
    "/robots.txt",
    who=public,
    rate_limit_exempt=True,
    etag=True,
    media_type=_TEXT,
    errors=(errors.PageNotFound,),
)
def get_robots(context: Context) -> RawResponse:
    """Return the rules for robots, which name the sitemap."""
    body = actions.render_robots(context)
    cache_control = context.app.settings.public_cache_control
    return RawResponse(f"{_TEXT}; charset=utf-8", body, cache_control=cache_control)


def _page(context: Context, body: bytes) -> RawResponse:
    return RawResponse(
        CONTENT_TYPE,
        body,
        cache_control=context.app.settings.public_cache_control,
        content_security_policy=actions.must_be_served(context).policy,
    )
