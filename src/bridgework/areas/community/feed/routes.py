"""The operations of the feed."""

from bridgework.areas.community.feed import actions, errors, schemas
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import CursorPage, CursorQuery
from bridgework.kit.http.operations import OK, Ok, Router, Tag
from bridgework.kit.security import member

router = Router(
    "Feed",
    members=Tag("Feed", "Posts, comments and likes."),
)


@router.post("/feed/posts", who=member, status=201, location="/feed/posts/{id}")
def create_feed_post(context: Context, body: schemas.CreateFeedPostRequest) -> schemas.FeedPost:
    """Create a post.

    It may be empty: an upload to `feed-images` with its ID as `feedPostId` adds an image.
    """
    return actions.create_post(context, body)


@router.get("/feed/posts", who=member)
def list_feed_posts(
    context: Context, query: schemas.ListFeedPostsQuery
) -> CursorPage[schemas.FeedPost]:
    """List the posts of the feed, or those of one author, newest first.

    With `include=comments`, each post has its newest three comments. `listFeedComments` lists all.
    """
    return actions.list_posts(context, query)


@router.get("/feed/posts/{id}", who=member, not_found=errors.FeedPostNotFound)
def get_feed_post(context: Context, post_id: Id) -> schemas.FeedPost:
    """Return a post. Administrators also read a hidden one, with `hidden`."""
    return actions.read_post(context, post_id)


@router.patch(
    "/feed/posts/{id}",
    who=member,
    not_found=errors.FeedPostNotFound,
    errors=(errors.NotTheAuthor,),
)
def update_feed_post(
    context: Context, post_id: Id, body: schemas.UpdateFeedPostRequest
) -> schemas.FeedPost:
    """Change the text or the image of one of the caller's own posts.

    Administrators can change every post.
    """
    return actions.update_post(context, post_id, body)


@router.delete(
    "/feed/posts/{id}",
    who=member,
    not_found=errors.FeedPostNotFound,
    errors=(errors.NotTheAuthor,),
)
def delete_feed_post(context: Context, post_id: Id) -> Ok:
    """Delete one of the caller's own posts with its comments and likes.

    Administrators can delete every post.
    """
    actions.delete_post(context, post_id)
    return OK


@router.get("/feed/posts/{id}/comments", who=member, not_found=errors.FeedPostNotFound)
def list_feed_comments(
    context: Context, post_id: Id, query: CursorQuery
) -> CursorPage[schemas.FeedComment]:
    """List the comments of a post, oldest first."""
    return actions.list_comments(context, post_id, query)


@router.post(
    "/feed/posts/{id}/comments",
    who=member,
    status=201,
    location="/feed/comments/{id}",
    not_found=errors.FeedPostNotFound,
)
def create_feed_comment(
    context: Context, post_id: Id, body: schemas.CreateFeedCommentRequest
) -> schemas.FeedComment:
    """Comment on a post."""
    return actions.create_comment(context, post_id, body)


@router.get("/feed/comments/{id}", who=member, not_found=errors.FeedCommentNotFound)
def get_feed_comment(context: Context, comment_id: Id) -> schemas.FeedComment:
    """Return a comment. Administrators also read a hidden one, with `hidden`.

    A comment is hidden with its post, too.
    """
    return actions.read_comment(context, comment_id)


@router.delete(
    "/feed/comments/{id}",
    who=member,
    not_found=errors.FeedCommentNotFound,
    errors=(errors.NotTheAuthor,),
)
def delete_feed_comment(context: Context, comment_id: Id) -> Ok:
    """Delete one of the caller's own comments.

    Administrators can delete every comment.
    """
    actions.delete_comment(context, comment_id)
    return OK


@router.put("/feed/posts/{id}/like", who=member, not_found=errors.FeedPostNotFound)
def like_post(context: Context, post_id: Id) -> schemas.FeedPost:
    """Like a post. Liking it again changes nothing."""
    return actions.like_post(context, post_id)


@router.delete("/feed/posts/{id}/like", who=member, not_found=errors.FeedPostNotFound)
def unlike_post(context: Context, post_id: Id) -> schemas.FeedPost:
    """Remove the caller's like from a post, if there is one."""
    return actions.unlike_post(context, post_id)
