"""Write blog posts, and update them when their author changes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from pydantic import MISSING

from bridgework.areas.community.blogs import atom, errors, policies, queries, schemas, serializers
from bridgework.areas.community.blogs.records import Post
from bridgework.areas.community.blogs.tables import TOPIC
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.changes import actions as change_feed
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import Tx, cache_versions, of_members, replaced
from bridgework.kit.data.pagination import offset
from bridgework.kit.validation import or_none

Found = TypeVar("Found")

_FEED_LENGTH = 20
_DEFAULTS: Mapping[str, object] = {
    "cover_url": None,
    "tags": [],
    "seo_title": None,
    "seo_description": None,
    "status": "published",
    "published_at": None,
}


def list_posts(context: Context, query: schemas.AdminListBlogsQuery) -> schemas.AdminBlogPage:
    """Return a page of the matching posts with any status."""
    with context.read_transaction() as tx:
        items, total = queries.list_posts(tx, context.caller, context.now, query)
    return offset.to_page(query, schemas.AdminBlogPage, items, total)


def list_public(
    context: RequestContext, page: int, limit: int
) -> tuple[Sequence[schemas.BlogPostCard], int]:
    """Return a page of the public posts, newest first, and their total number.

    The response expires when the next scheduled post becomes public.
    """
    context.cache_expires_at = queries.find_next_publication(context.tx, context.now)
    cards, total = queries.list_cards(context.tx, context.now, page, limit)
    return [schemas.BlogPostCard.model_validate_json(card, by_alias=True) for card in cards], total


def find_public(context: Context, slug: str) -> schemas.BlogPost | str | None:
    """Return a public post, or its present slug if this is a former one; None without a post."""
    record = queries.find_record(context.tx, context.now, slug)
    if record is None:
        return queries.find_current_slug(context.tx, context.now, slug)
    return schemas.BlogPost.model_validate_json(record, by_alias=True)


def render_feed(context: Context) -> tuple[bytes, datetime | None]:
    """Return the newest posts as an Atom document, and when the next post appears."""
    with context.read_transaction() as tx:
        next_at = queries.find_next_publication(tx, context.now)
        posts = queries.list_newest(tx, context.now, _FEED_LENGTH)
    settings = context.app.settings
    title = f"{settings.installation_name} blog"
    return atom.render(posts, title, settings.public_url, settings.articles_url), next_at


def current_slug(context: Context, slug: str) -> str:
    """Return the present slug of the public post with this present or former slug.

    Raises PostNotFound.
    """
    current = queries.find_current_slug(context.tx, context.now, slug)
    if current is None:
        raise errors.PostNotFound
    return current


def get_post(context: Context, post_id: Id) -> schemas.AdminBlogPost:
    """Return a post with any status. Raises BlogPostNotFound."""
    with context.read_transaction() as tx:
        return _must_exist(queries.find_post(tx, context.caller, context.now, post_id))


def create_post(context: Context, body: schemas.AdminBlogRequest) -> schemas.AdminBlogPost:
    """Create a post of the caller with the requested status. Raises SlugTaken, ValidationFailed."""
    post = prepare_post(context, body)
    with context.write_transaction() as tx:
        if not add_post(context, post):
            raise errors.SlugTaken
        return _must_exist(queries.find_post(tx, context.caller, context.now, post.id))


def prepare_post(context: Context, body: schemas.AdminBlogRequest) -> Post:
    """Render a new post of the caller, which takes long, without a transaction.

    Raises ValidationFailed.
    """
    requested = or_none(body.published_at)
    published_at = policies.publication_time(body.status, requested, context.now)
    rendered = serializers.render_body(body.body)
    return Post(
        id=new_id(),
        slug=body.slug,
        author_id=context.caller.account(),
        title=body.title,
        excerpt=body.excerpt,
        body=body.body,
        body_html=rendered.body_html,
        cover_url=or_none(body.cover_url),
        tags=[] if body.tags is MISSING else body.tags,
        reading_minutes=rendered.reading_minutes,
        seo_title=or_none(body.seo_title),
        seo_description=or_none(body.seo_description),
        status=body.status,
        published_at=published_at,
        created_at=context.now,
        updated_at=context.now,
    )


def add_post(context: Context, post: Post) -> bool:
    """Add a prepared post of the caller; False if another post has or had its slug."""
    if not _add(context.tx, post):
        return False
    if post.status == "published":
        change_feed.announce(context.tx, "blog.published", post.id)
    changes = audit.changed({"status": None}, {"status": post.status})
    audit.note(context, "blog.create", target=post.id, changes=changes)
    return True


def is_slug_taken(context: Context, slug: str) -> bool:
    """Whether a post has or had this slug."""
    return queries.is_slug_taken(context.tx, slug)


def update_post(
    context: Context, post_id: Id, body: schemas.AdminBlogUpdateRequest
) -> schemas.AdminBlogPost:
    """Change the members that the request contains. Raises SlugTaken, ValidationFailed."""
    requested = body.provided()
    if body.body is not MISSING:
        requested |= serializers.render_body(body.body)._asdict()
    with context.write_transaction() as tx:
        publish_due(tx, context.now)  # the change may replace the time of publication
        found = _must_exist(queries.lock_post(tx, context.now, post_id))
        before, names = found
        published_at = policies.unchanged_publication_time(
            or_none(body.status), before.published_at, context.now
        )
        post = replaced(before._replace(published_at=published_at), requested)
        published_at = policies.publication_time(post.status, post.published_at, context.now)
        post = post._replace(published_at=published_at, updated_at=context.now)
        members = post._asdict()
        changes = audit.changed(
            before._asdict(), {name: members[name] for name in type(body).model_fields}
        )
        if not changes:
            return queries.to_schema(context.caller, found)
        if post.slug != before.slug and not queries.update_slug(tx, post_id, post.slug):
            raise errors.SlugTaken
        author = serializers.to_author(post.author_id, names)
        del members["id"]
        rendered = serializers.render_post(post, author)
        queries.update(tx, post_id, {**members, **rendered._asdict()})
        audit.note(context, "blog.change", target=post_id, changes=changes)
        if post.status == "published" != before.status:
            change_feed.announce(tx, "blog.published", post_id)
        if {before.status, post.status} != {"draft"}:
            cache_versions.bump(tx, TOPIC)
        return _must_exist(queries.find_post(tx, context.caller, context.now, post_id))


def delete_post(context: Context, post_id: Id) -> None:
    """Delete a post permanently, and free its slugs."""
    current, _ = _must_exist(queries.lock_post(context.tx, context.now, post_id))
    queries.delete(context.tx, post_id)
    audit.note(context, "blog.delete", target=post_id)
    if current.status != "draft":
        cache_versions.bump(context.tx, TOPIC)


def publish_due(tx: Tx, now: datetime) -> int:
    """Announce the scheduled posts that became public. Returns how many. Also a periodic task.

    Their readers need no write: a post is public from its time of publication on.
    """
    published = queries.update_published(tx, now)
    change_feed.announce_states(tx, "blog", "published", published)
    return len(published)


def import_post(tx: Tx, author_id: Id, post: Mapping[str, object]) -> None:
    """Add a post with the given columns and times, without validation.

    Its status is `published` unless `post` contains another. Raises SlugTaken.
    """
    body = serializers.render_body(str(post["body"]))
    members = {**_DEFAULTS, **post, **body._asdict(), "author_id": author_id}
    if not _add(tx, of_members(Post, members)):
        raise errors.SlugTaken


def update_author(tx: Tx, account_id: Id) -> None:
    """Render all posts of an author again, after the author's name or picture changed."""
    posts = queries.list_by_author(tx, account_id)
    if not posts:
        return
    author = queries.get_author(tx, account_id)
    for post in posts:
        queries.update(tx, post.id, serializers.render_post(post, author)._asdict())
    cache_versions.bump(tx, TOPIC)


def _add(tx: Tx, post: Post) -> bool:
    if not queries.add(
        tx, post, serializers.render_post(post, queries.get_author(tx, post.author_id))
    ):
        return False
    if post.status != "draft":
        cache_versions.bump(tx, TOPIC)
    return True


def _must_exist(post: Found | None) -> Found:
    if post is None:
        raise errors.BlogPostNotFound
    return post
