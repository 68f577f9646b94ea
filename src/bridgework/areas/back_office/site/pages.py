"""The pages of the member site, with the text of their record, for readers without JavaScript.

The site's script renders the same screens. It takes what a page has loaded from its `preloaded`
data, so that the first screen needs no request.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import escape

from bridgework.areas.community.blogs.schemas import BlogPost, BlogPostCard
from bridgework.areas.community.calendar.records import StoredEvent
from bridgework.areas.community.calendar.schemas import EventSummary, EventTexts
from bridgework.areas.people.directory.schemas import Expert, ExpertCard, ListExpertsQuery
from bridgework.areas.work.jobs.formats.feed.schemas import JobFeedEntry
from bridgework.areas.work.jobs.schemas import JobPosting, ListJobsQuery
from bridgework.context import Context
from bridgework.kit.data.pagination import CursorPage
from bridgework.kit.text import markdown, urls
from bridgework.kit.validation import ResponseModel

if TYPE_CHECKING:
    import jinja2

    from bridgework.web.site_files import Site

_SCHEMA = "https://schema.org"
_SUMMARY_LENGTH = 200
_ANYWHERE = [{"@type": "Place", "address": {"@type": "PostalAddress", "addressCountry": "US"}}]
"""The place of a job that states none: jobs are in the United States."""
_FOLDER = Path(__file__).parent / "html"


def render(
    context: Context,
    site: "Site",
    template: str,
    path: str,
    *,
    is_public: bool = True,
    **values: Any,
) -> bytes:
    """Render a page at `path` below the site. One that is not public must not be indexed."""
    settings = context.app.settings
    preloaded = values.pop("preloaded", {})
    text = (
        _templates()
        .get_template(f"{template}.html.jinja")
        .render(
            site=site,
            name=site.name,
            documents=[(path, each.title) for path, each in site.documents.items()],
            api=site.root.removesuffix("app/"),
            url=f"{settings.own_site_url}/{path}",
            is_public=is_public,
            scripts=site.scripts_of(path),
            origins=" ".join(site.origins),
            accounts=[asdict(account) for account in site.sample_accounts],
            public_jobs=settings.public_jobs,
            preloaded={call: _to_json(result) for call, result in preloaded.items()},
            support_email=settings.support_email,
            has_own=lambda image: bool(image) and urls.is_of_origin(image, site.origins),
            **values,
        )
    )
    return text.encode()


def experts(
    context: Context, site: "Site", query: ListExpertsQuery, cards: Sequence[ExpertCard], total: int
) -> bytes:
    """Render the directory: a page of experts."""
    shown = query.model_dump(exclude={"limit"}, exclude_defaults=True, by_alias=True)
    last = max(1, -(-total // query.limit))
    return render(
        context,
        site,
        "experts",
        "experts",
        is_public=set(shown) <= {"page"},
        cards=cards,
        total=total,
        page=query.page,
        last=last,
        search=query.search or "",
        preloaded={"listExperts": {"items": cards, "total": total}} if not shown else {},
    )


def expert(context: Context, site: "Site", record: Expert) -> bytes:
    """Render the page of an expert."""
    path = f"experts/{record.id}"
    name = f"{record.first_name} {record.last_name}"
    return render(
        context,
        site,
        "expert",
        path,
        expert=record,
        full_name=name,
        summary=_shortened(record.bio or f"{record.title} · {', '.join(record.specialty)}"),
        linked_data=_person(f"{context.app.settings.own_site_url}/{path}", name, record),
        preloaded={"getExpert": record},
    )


def articles(
    context: Context, site: "Site", cards: Sequence[BlogPostCard], total: int, page: int, limit: int
) -> bytes:
    """Render a page of articles."""
    return render(
        context,
        site,
        "articles",
        "articles",
        is_public=True,
        cards=cards,
        page=page,
        last=max(1, -(-total // limit)),
        preloaded={"listBlogs": {"items": cards, "total": total}} if page == 1 else {},
    )


def article(context: Context, site: "Site", post: BlogPost) -> bytes:
    """Render the page of an article."""
    path = f"articles/{post.slug}"
    return render(
        context,
        site,
        "article",
        path,
        post=post,
        body=markdown.to_markup(post.body, tuple(site.origins)),
        linked_data=_article(f"{context.app.settings.own_site_url}/{path}", post),
        preloaded={"getBlog": post},
    )


def events(context: Context, site: "Site", coming: Sequence[tuple[EventSummary, str]]) -> bytes:
    """Render the events to come."""
    preloaded = {"listEvents": {"items": [event for event, _ in coming]}}
    return render(context, site, "events", "events", coming=coming, preloaded=preloaded)


def event(context: Context, site: "Site", row: StoredEvent, texts: EventTexts) -> bytes:
    """Render the page of a public event."""
    return render(
        context,
        site,
        "event",
        f"events/{row.id}",
        event=row,
        texts=texts,
        description=markdown.to_markup(row.description or "", tuple(site.origins)),
        preloaded={"getEvent": texts.detail},
    )


def jobs(
    context: Context, site: "Site", query: ListJobsQuery, found: CursorPage[JobPosting]
) -> bytes:
    """Render a page of the open jobs."""
    shown = query.model_dump(exclude={"limit"}, exclude_defaults=True, by_alias=True)
    filters = {name: value for name, value in shown.items() if name != "cursor"}
    return render(
        context,
        site,
        "jobs",
        "jobs",
        is_public=not shown,
        jobs=found.items,
        search=query.search or "",
        following=found.next_cursor and {**filters, "cursor": found.next_cursor},
        preloaded={"ofVisitors": {"listJobs": found}} if not shown else {},
    )


def job(context: Context, site: "Site", posting: JobPosting, entry: JobFeedEntry) -> bytes:
    """Render the page of an open job."""
    path = f"jobs/{posting.id}"
    places = (posting.location, *(posting.additional_locations or ()))
    url = f"{context.app.settings.own_site_url}/{path}"
    return render(
        context,
        site,
        "job",
        path,
        job=posting,
        preloaded={"ofVisitors": {"getJob": posting}},
        places=[place for place in places if place],
        summary=_shortened(posting.challenge),
        linked_data={
            "@context": _SCHEMA,
            "url": url,
            **json.loads(entry.model_dump_json(by_alias=True, exclude_none=True)),
            "jobLocation": _to_json(entry.job_location) or _ANYWHERE,
            "description": _paragraphs(entry.description),
        },
    )


def document(context: Context, site: "Site", path: str) -> bytes:
    """Render a page that the operator has written."""
    written = site.documents[path]
    body = markdown.to_markup(written.body, tuple(site.origins))
    return render(
        context,
        site,
        "document",
        path,
        title=written.title,
        body=body,
        preloaded={"document": {"title": written.title, "html": str(body)}},
    )


def _paragraphs(text: str) -> str:
    """Return a plain text as HTML, which search engines read in the description of a job."""
    lines = (str(escape(part)).replace("\n", "<br>") for part in text.split("\n\n"))
    return "".join(f"<p>{part}</p>" for part in lines)


def _person(url: str, name: str, record: Expert) -> Mapping[str, object]:
    data: dict[str, object] = {
        "@context": _SCHEMA,
        "@type": "Person",
        "name": name,
        "url": url,
        "jobTitle": record.title,
        "knowsAbout": [*record.specialty, *(record.secondary_specialties or [])],
        "description": _shortened(record.bio or ""),
        "image": record.avatar_url,
        "address": record.location,
        "worksFor": record.company and {"@type": "Organization", "name": record.company},
        "sameAs": [
            link for link in (record.professional_network_url, record.personal_website) if link
        ],
    }
    return {name: value for name, value in data.items() if value}


def _article(url: str, post: BlogPost) -> Mapping[str, object]:
    data: dict[str, object] = {
        "@context": _SCHEMA,
        "@type": "Article",
        "headline": post.seo_title or post.title,
        "description": post.seo_description or post.excerpt,
        "datePublished": post.published_at.isoformat(),
        "dateModified": max(post.published_at, post.updated_at).isoformat(),
        "author": {"@type": "Person", "name": post.author.name},
        "image": [post.cover_url] if post.cover_url else None,
        "keywords": ", ".join(post.tags),
        "mainEntityOfPage": url,
    }
    return {name: value for name, value in data.items() if value}


def _to_json(result: object) -> object:
    if isinstance(result, ResponseModel):
        return json.loads(result.model_dump_json(by_alias=True))
    if isinstance(result, Mapping):
        return {name: _to_json(value) for name, value in result.items()}
    if isinstance(result, Sequence) and not isinstance(result, str):
        return [_to_json(value) for value in result]
    return result


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    if len(text) <= _SUMMARY_LENGTH:
        return text
    return text[:_SUMMARY_LENGTH].rpartition(" ")[0] + " …"


@cache
def _templates() -> "jinja2.Environment":
    import jinja2  # takes 12 ms

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
