"""Writing the blog: what administrators do, and what follows when an author changes."""

from collections.abc import Mapping
from typing import Any

from bridgework.areas.audit import actions as audit
from bridgework.areas.blogs import atom, errors, policies, queries, serializers
from bridgework.areas.blogs.schemas import (
    AdminBlogPage,
    AdminBlogPost,
    AdminBlogRequest,
    AdminBlogUpdateRequest,
    AdminListBlogsQuery,
)
from bridgework.areas.blogs.tables import TOPIC
from bridgework.kit.db import cache_versions
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination import offset

_IN_FEED = 20
_UNSAID: Mapping[str, object] = {
    "cover_url": None,
    "tags": [],
    "seo_title": None,
    "seo_description": None,
    "status": "published",
    "published_at": None,
}


def listed(context: Context, query: AdminListBlogsQuery) -> AdminBlogPage:
    """One page of the posts that fit, at any stage."""
    with context.read_transaction() as tx:
        items, total = queries.listed(tx, context.now, query)
    return offset.to_page(query, AdminBlogPage, items, total)


def feed(context: Context) -> bytes:
    """The newest posts as an Atom document."""
    with context.read_transaction() as tx:
        context.cache_expires_at = queries.next_published_at(tx, context.now)
        newest = queries.newest(tx, context.now, _IN_FEED)
    return atom.document(newest, context.app.settings.public_url)


def slug_now(context: Context, slug: str) -> str:
    """The slug under which the post is public that once had this one. Raises PostNotFound."""
    found = queries.slug_now(context.tx, context.now, slug)
    if found is None:
        raise errors.PostNotFound
    return found


def create(context: Context, body: AdminBlogRequest) -> AdminBlogPost:
    """Add a post of the caller's, at the stage that is asked for."""
    post: dict[str, Any] = {**_UNSAID, **body.provided(), "id": new_id()}
    post["published_at"] = policies.public_from(body.status, post["published_at"], context.now)
    post |= {"created_at": context.now, "updated_at": context.now}
    rendered = serializers.of_body(body.body)
    with context.write_transaction() as tx:
        _add(tx, context.caller.account(), {**post, **rendered})
        moves = audit.changed({"status": None}, {"status": body.status})
        audit.note(context, "blog.create", target=post["id"], changes=moves)
        return _found(queries.post(tx, context.now, post["id"]))


def change(context: Context, post_id: Id, body: AdminBlogUpdateRequest) -> AdminBlogPost:
    """Change what is sent, and leave the rest alone."""
    asked: dict[str, Any] = body.provided()
    rendered = serializers.of_body(asked["body"]) if "body" in asked else {}
    with context.write_transaction() as tx:
        known = _found(queries.locked(tx, context.now, post_id))
        before = known.model_dump(by_alias=False)
        kept = policies.moment_kept(asked.get("status"), known.published_at, context.now)
        post = {**before, "published_at": kept, **asked, **rendered, "updated_at": context.now}
        moment = policies.public_from(post["status"], post["published_at"], context.now)
        post["published_at"] = moment
        told = audit.changed(before, {name: post[name] for name in type(body).model_fields})
        if not told:
            return known
        if post["slug"] != known.slug and not queries.move(tx, post_id, post["slug"]):
            raise errors.SlugTaken
        queries.change(tx, post_id, {**_columns(post), **serializers.of_post(post, known.author)})
        audit.note(context, "blog.change", target=post_id, changes=told)
        if {known.status, post["status"]} != {"draft"}:
            cache_versions.bump(tx, TOPIC)
        return _found(queries.post(tx, context.now, post_id))


def delete(context: Context, post_id: Id) -> None:
    """Delete a post for good: its slugs are free again."""
    known = _found(queries.locked(context.tx, context.now, post_id))
    queries.drop(context.tx, post_id)
    audit.note(context, "blog.delete", target=post_id)
    if known.status != "draft":
        cache_versions.bump(context.tx, TOPIC)


def publish(tx: Tx, author_id: Id, post: Mapping[str, object]) -> None:
    """Add a post that was written elsewhere; `post` has what a person writes, and moments.

    It is published unless it says another `status`.
    """
    _add(tx, author_id, {**_UNSAID, **post, **serializers.of_body(str(post["body"]))})


def author_changed(tx: Tx, account_id: Id) -> None:
    """Show an author's new name and picture on everything they wrote."""
    written = queries.by_author(tx, account_id)
    if not written:
        return
    author = queries.author(tx, account_id)
    for post in written:
        queries.change(tx, post.id, serializers.of_post(post._asdict(), author))
    cache_versions.bump(tx, TOPIC)


def _add(tx: Tx, author_id: Id, post: Mapping[str, Any]) -> None:
    shown = serializers.of_post(post, queries.author(tx, author_id))
    if not queries.add(tx, {**post, **shown, "author_id": author_id}):
        raise errors.SlugTaken
    if post["status"] != "draft":
        cache_versions.bump(tx, TOPIC)


def _columns(post: Mapping[str, Any]) -> dict[str, Any]:
    """What an administrator's change writes, apart from the slug."""
    written = {*AdminBlogRequest.model_fields, "body_html", "reading_minutes", "updated_at"}
    return {name: post[name] for name in written - {"slug"}}


def _found(post: AdminBlogPost | None) -> AdminBlogPost:
    if post is None:
        raise errors.BlogPostNotFound
    return post
