"""The operations of the blog."""

from bridgework.areas.community.blogs import actions, atom, errors, queries, schemas
from bridgework.areas.community.blogs.tables import TOPIC
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id
from bridgework.kit.http.operations import (
    OK,
    Ok,
    PermanentRedirect,
    PreRendered,
    PreRenderedPage,
    RawResponse,
    Router,
    Tag,
)
from bridgework.kit.security import admin, public

router = Router(
    "Blog",
    public=Tag("Blog", "The published posts, also as an Atom feed."),
    administrators=Tag("Blog administration", "Write, schedule, publish and delete posts."),
)


@router.get("/blogs", who=public, etag=True, cache_topic=TOPIC)
def list_blogs(
    context: RequestContext, query: schemas.ListBlogsQuery
) -> PreRenderedPage[schemas.BlogPostCard]:
    """List published blog posts, newest first."""
    context.cache_expires_at = queries.find_next_publication(context.tx, context.now)
    items, total = queries.list_cards(context.tx, context.now, query.page, query.limit)
    return PreRenderedPage(items, page=query.page, limit=query.limit, total=total)


@router.get(
    atom.PATH,
    who=public,
    pool="computing",
    etag=True,
    cache_topic=TOPIC,
    media_type=atom.MEDIA_TYPE,
)
def blog_feed(context: RequestContext) -> RawResponse:
    """Return the 20 newest posts with their full text as an Atom feed (RFC 4287)."""
    document, context.cache_expires_at = actions.render_feed(context)
    return RawResponse(
        f"{atom.MEDIA_TYPE}; charset=utf-8",
        document,
        cache_control=context.app.settings.public_cache_control,
    )


@router.get(
    "/blogs/{slug}", who=public, etag=True, cache_topic=TOPIC, not_found=errors.PostNotFound
)
def get_blog(context: Context, slug: str) -> PreRendered[schemas.BlogPost] | PermanentRedirect:
    """Return a blog post. A former slug redirects to the current one."""
    record = queries.find_record(context.tx, context.now, slug)
    if record is not None:
        return PreRendered(record)
    return PermanentRedirect(f"/blogs/{actions.current_slug(context, slug)}")


@router.get("/admin/blogs", who=admin, pool="computing")
def admin_list_blogs(context: Context, query: schemas.AdminListBlogsQuery) -> schemas.AdminBlogPage:
    """List blog posts with any status, newest first.

    Each word of `search` must occur in the title or the slug.
    """
    return actions.list_posts(context, query)


@router.post(
    "/admin/blogs",
    who=admin,
    status=201,
    pool="computing",
    location="/blogs/{slug}",
    errors=(errors.SlugTaken,),
)
def admin_create_blog(context: Context, body: schemas.AdminBlogRequest) -> schemas.AdminBlogPost:
    """Create a blog post as a draft, scheduled or published.

    A scheduled post becomes public at `publishedAt`, which must be in the future. For a published
    post, `publishedAt` defaults to the current time. `body` is Markdown; HTML in it is displayed as
    text. `Location` is the public URL, which is a 404 until the post is published.
    """
    return actions.create_post(context, body)


@router.get("/admin/blogs/{id}", who=admin, pool="computing", not_found=errors.BlogPostNotFound)
def admin_get_blog(context: Context, post_id: Id) -> schemas.AdminBlogPost:
    """Return a blog post with any status."""
    return actions.get_post(context, post_id)


@router.patch(
    "/admin/blogs/{id}",
    who=admin,
    pool="computing",
    not_found=errors.BlogPostNotFound,
    errors=(errors.SlugTaken,),
)
def admin_update_blog(
    context: Context, post_id: Id, body: schemas.AdminBlogUpdateRequest
) -> schemas.AdminBlogPost:
    """Update a blog post. Members that the request does not contain are unchanged.

    Former slugs redirect to the current one. Changing the status to `draft` hides the post at once.
    Publishing a draft without `publishedAt`, or a scheduled post before its time, sets
    `publishedAt` to the current time unless the request contains another.
    """
    return actions.update_post(context, post_id, body)


@router.delete("/admin/blogs/{id}", who=admin, not_found=errors.BlogPostNotFound)
def admin_delete_blog(context: Context, post_id: Id) -> Ok:
    """Delete a blog post permanently. Its slugs can be used again."""
    actions.delete_post(context, post_id)
    return OK
