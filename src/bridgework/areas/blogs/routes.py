"""The operations of the blog: contract section 3.4."""

from bridgework.areas.blogs import actions, atom, errors, queries
from bridgework.areas.blogs.schemas import (
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
from bridgework.kit.http.context import Context
from bridgework.kit.http.results import (
    OK,
    Ok,
    PermanentRedirect,
    PreRendered,
    PreRenderedPage,
    RawResponse,
)
from bridgework.kit.http.router import Router
from bridgework.kit.ids import Id

router = Router("Blog")


@router.get("/blogs", who=public, etag=True, cache_topic=TOPIC)
def list_blogs(context: Context, query: ListBlogsQuery) -> PreRenderedPage[BlogPostCard]:
    """List the blog posts, newest first."""
    context.cache_expires_at = queries.next_published_at(context.tx, context.now)
    items, total = queries.cards(context.tx, context.now, query.page, query.limit)
    return PreRenderedPage(items, page=query.page, limit=query.limit, total=total)


@router.get(
    atom.PATH, who=public, run_in_thread=True, etag=True, cache_topic=TOPIC, media_type=atom.MEDIA
)
def blog_feed(context: Context) -> RawResponse:
    """Follow the blog: the newest posts whole, as an Atom feed (RFC 4287)."""
    caching = context.app.settings.public_cache_control
    return RawResponse(f"{atom.MEDIA}; charset=utf-8", actions.feed(context), cache_control=caching)


@router.get(
    "/blogs/{slug}", who=public, etag=True, cache_topic=TOPIC, not_found=errors.PostNotFound
)
def get_blog(context: Context, slug: str) -> PreRendered[BlogPost] | PermanentRedirect:
    """Read one blog post. A slug that it had before leads to the one that it has now."""
    record = queries.record(context.tx, context.now, slug)
    if record is not None:
        return PreRendered(record)
    return PermanentRedirect(f"/blogs/{actions.slug_now(context, slug)}")


@router.get("/admin/blogs", who=admin, run_in_thread=True)
def admin_list_blogs(context: Context, query: AdminListBlogsQuery) -> AdminBlogPage:
    """List blog posts at any stage, the newest first.

    Every word of `search` must be in the title or the slug.
    """
    return actions.listed(context, query)


@router.post(
    "/admin/blogs",
    who=admin,
    status=201,
    run_in_thread=True,
    location="/blogs/{slug}",
    errors=(errors.SlugTaken,),
)
def admin_create_blog(context: Context, body: AdminBlogRequest) -> AdminBlogPost:
    """Write a blog post: a draft, one to appear at `publishedAt` by itself, or one that is out.

    `body` is Markdown; HTML in it is shown as text. Without `publishedAt` a published post is of
    this moment. `Location` is where the public reads it once it is out.
    """
    return actions.create(context, body)


@router.patch(
    "/admin/blogs/{id}",
    who=admin,
    run_in_thread=True,
    not_found=errors.BlogPostNotFound,
    errors=(errors.SlugTaken,),
)
def admin_update_blog(context: Context, post_id: Id, body: AdminBlogUpdateRequest) -> AdminBlogPost:
    """Change a blog post, its slug and its stage too; what is made a draft is hidden at once.

    It is still found by the slugs that it had. One that is published before its time, or was never
    out, gets the moment of the change as its `publishedAt` unless another is sent.
    """
    return actions.change(context, post_id, body)


@router.delete("/admin/blogs/{id}", who=admin, not_found=errors.BlogPostNotFound)
def admin_delete_blog(context: Context, post_id: Id) -> Ok:
    """Delete a blog post for good. Its slugs are free again."""
    actions.delete(context, post_id)
    return OK
