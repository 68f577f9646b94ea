"""Write blog posts, and update them when their author changes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bridgework.areas.community.blogs import atom, errors, policies, queries, schemas, serializers
from bridgework.areas.community.blogs.tables import TOPIC
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.changes import actions as change_feed
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import Tx, cache_versions
from bridgework.kit.data.pagination import offset

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
        return _must_exist(queries.find_post(tx, context.caller, context.now, post["id"]))


def prepare_post(context: Context, body: schemas.AdminBlogRequest) -> dict[str, Any]:
    """Render a new post, which takes long, without a transaction. Raises ValidationFailed."""
    post: dict[str, Any] = {**_DEFAULTS, **body.provided(), "id": new_id()}
    post["published_at"] = policies.publication_time(body.status, post["published_at"], context.now)
    post |= {"created_at": context.now, "updated_at": context.now}
    return {**post, **serializers.render_body(body.body)}


def add_post(context: Context, post: Mapping[str, Any]) -> bool:
    """Add a prepared post of the caller; False if another post has or had its slug."""
    if not _add(context.tx, context.caller.account(), post):
        return False
    if post["status"] == "published":
        change_feed.announce(context.tx, "blog.published", post["id"])
    changes = audit.changed({"status": None}, {"status": post["status"]})
    audit.note(context, "blog.create", target=post["id"], changes=changes)
    return True


def is_slug_taken(context: Context, slug: str) -> bool:
    """Whether a post has or had this slug."""
    return queries.is_slug_taken(context.tx, slug)


def update_post(
    context: Context, post_id: Id, body: schemas.AdminBlogUpdateRequest
) -> schemas.AdminBlogPost:
    """Change the members that the request contains. Raises SlugTaken, ValidationFailed."""
    requested: dict[str, Any] = body.provided()
    rendered = serializers.render_body(requested["body"]) if "body" in requested else {}
    with context.write_transaction() as tx:
        publish_due(tx, context.now)  # the change may replace the time of publication
        current = _must_exist(queries.lock_post(tx, context.caller, context.now, post_id))
        before = current.model_dump(by_alias=False)
        post = {
            **before,
            "published_at": policies.unchanged_publication_time(
                requested.get("status"), current.published_at, context.now
            ),
            **requested,
            **rendered,
            "updated_at": context.now,
        }
        post["published_at"] = policies.publication_time(
            post["status"], post["published_at"], context.now
        )
        changes = audit.changed(before, {name: post[name] for name in type(body).model_fields})
        if not changes:
            return current
        if post["slug"] != current.slug and not queries.update_slug(tx, post_id, post["slug"]):
            raise errors.SlugTaken
        rendered = serializers.render_post(post, current.author)
        queries.update(tx, post_id, {**_columns(post), **rendered})
        audit.note(context, "blog.change", target=post_id, changes=changes)
        if post["status"] == "published" != current.status:
            change_feed.announce(tx, "blog.published", post_id)
        if {current.status, post["status"]} != {"draft"}:
            cache_versions.bump(tx, TOPIC)
        return _must_exist(queries.find_post(tx, context.caller, context.now, post_id))


def delete_post(context: Context, post_id: Id) -> None:
    """Delete a post permanently, and free its slugs."""
    current = _must_exist(queries.lock_post(context.tx, context.caller, context.now, post_id))
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
    rendered = serializers.render_body(str(post["body"]))
    if not _add(tx, author_id, {**_DEFAULTS, **post, **rendered}):
        raise errors.SlugTaken


def update_author(tx: Tx, account_id: Id) -> None:
    """Render all posts of an author again, after the author's name or picture changed."""
    posts = queries.list_by_author(tx, account_id)
    if not posts:
        return
    author = queries.get_author(tx, account_id)
    for post in posts:
        queries.update(tx, post.id, serializers.render_post(post._asdict(), author))
    cache_versions.bump(tx, TOPIC)


def _add(tx: Tx, author_id: Id, post: Mapping[str, Any]) -> bool:
    rendered = serializers.render_post(post, queries.get_author(tx, author_id))
    if not queries.add(tx, {**post, **rendered, "author_id": author_id}):
        return False
    if post["status"] != "draft":
        cache_versions.bump(tx, TOPIC)
    return True


def _columns(post: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns that an update writes, without the slug."""
    names = {*schemas.AdminBlogRequest.model_fields, "body_html", "reading_minutes", "updated_at"}
    return {name: post[name] for name in names - {"slug"}}


def _must_exist(post: schemas.AdminBlogPost | None) -> schemas.AdminBlogPost:
    if post is None:
        raise errors.BlogPostNotFound
    return post
