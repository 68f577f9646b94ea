"""The operations of the blog: contract section 3.4."""

from bridgework.areas.blogs import actions, atom, rules, store
from bridgework.areas.blogs.shapes import (
    AdminBlogPage,
    AdminBlogPost,
    AdminBlogRequest,
    AdminBlogUpdateRequest,
    AdminListBlogsQuery,
    BlogPost,
    BlogPostCard,
    ListBlogsQuery,
)
from bridgework.areas.blogs.tables import TOPIC
from bridgework.kit.auth import admin, public
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import OK, Moved, Ok, Plain, Ready, ReadyList
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Blog")


@area.get("/blogs", who=public, cached=True, topic=TOPIC)
def list_blogs(call: Call, query: ListBlogsQuery) -> ReadyList[BlogPostCard]:
    """List the blog posts, newest first."""
    call.cache_expires_at = store.next_published_at(call.tx, call.now)
    items, total = store.cards(call.tx, call.now, query.page, query.limit)
    return ReadyList(items, page=query.page, limit=query.limit, total=total)


@area.get(atom.PATH, who=public, slow=True, cached=True, topic=TOPIC, media=atom.MEDIA)
def blog_feed(call: Call) -> Plain:
    """Follow the blog: the newest posts whole, as an Atom feed (RFC 4287)."""
    caching = call.kit.settings.public_cache_control
    return Plain(f"{atom.MEDIA}; charset=utf-8", actions.feed(call), cache_control=caching)


@area.get("/blogs/{slug}", who=public, cached=True, topic=TOPIC, missing=rules.PostNotFound)
def get_blog(call: Call, slug: str) -> Ready[BlogPost] | Moved:
    """Read one blog post. A slug that it had before leads to the one that it has now."""
    record = store.record(call.tx, call.now, slug)
    if record is not None:
        return Ready(record)
    return Moved(f"/blogs/{actions.slug_now(call, slug)}")


@area.get("/admin/blogs", who=admin, slow=True)
def admin_list_blogs(call: Call, query: AdminListBlogsQuery) -> AdminBlogPage:
    """List blog posts at any stage, the newest first.

    Every word of `search` must be in the title or the slug.
    """
    return actions.listed(call, query)


@area.post(
    "/admin/blogs",
    who=admin,
    status=201,
    slow=True,
    location="/blogs/{slug}",
    problems=(rules.SlugTaken,),
)
def admin_create_blog(call: Call, body: AdminBlogRequest) -> AdminBlogPost:
    """Write a blog post: a draft, one to appear at `publishedAt` by itself, or one that is out.

    `body` is Markdown; HTML in it is shown as text. Without `publishedAt` a published post is of
    this moment. `Location` is where the public reads it once it is out.
    """
    return actions.create(call, body)


@area.patch(
    "/admin/blogs/{id}",
    who=admin,
    slow=True,
    missing=rules.BlogPostNotFound,
    problems=(rules.SlugTaken,),
)
def admin_update_blog(call: Call, post_id: Id, body: AdminBlogUpdateRequest) -> AdminBlogPost:
    """Change a blog post, its slug and its stage too; what is made a draft is hidden at once.

    It is still found by the slugs that it had. One that is published before its time, or was never
    out, gets the moment of the change as its `publishedAt` unless another is sent.
    """
    return actions.change(call, post_id, body)


@area.delete("/admin/blogs/{id}", who=admin, missing=rules.BlogPostNotFound)
def admin_delete_blog(call: Call, post_id: Id) -> Ok:
    """Delete a blog post for good. Its slugs are free again."""
    actions.delete(call, post_id)
    return OK
