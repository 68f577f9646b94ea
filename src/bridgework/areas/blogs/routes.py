"""The operations of the blog: contract section 3.4."""

from bridgework.areas.blogs import rules, store
from bridgework.areas.blogs.shapes import BlogPost, BlogPostCard, ListBlogsQuery
from bridgework.kit.auth import public
from bridgework.kit.http.area import Area
from bridgework.kit.http.call import Call
from bridgework.kit.http.results import Ready, ReadyList

area = Area("Blog")


@area.get("/blogs", who=public, cached=True)
def list_blogs(call: Call, query: ListBlogsQuery) -> ReadyList[BlogPostCard]:
    """List the blog posts, newest first."""
    items, total = store.cards(call.tx, call.now, query.page, query.limit)
    return ReadyList(items, page=query.page, limit=query.limit, total=total)


@area.get("/blogs/{slug}", who=public, cached=True, missing=rules.PostNotFound)
def get_blog(call: Call, slug: str) -> Ready[BlogPost]:
    """Read one blog post."""
    record = store.record(call.tx, call.now, slug)
    if record is None:
        raise rules.PostNotFound
    return Ready(record)
