"""The operations of the feed: contract section 3.7."""

from bridgework.areas.feed import actions, errors
from bridgework.areas.feed.schemas import (
    CreateFeedCommentRequest,
    CreateFeedPostRequest,
    FeedComment,
    FeedCommentPage,
    FeedPost,
    FeedPostPage,
    ListFeedCommentsQuery,
    ListFeedPostsQuery,
    UpdateFeedPostRequest,
)
from bridgework.kit.auth import member
from bridgework.kit.http.context import Context
from bridgework.kit.http.results import OK, Ok
from bridgework.kit.http.router import Router
from bridgework.kit.ids import Id

router = Router("Feed")


@router.post("/feed/posts", who=member, status=201, location="/feed/posts/{id}")
def create_feed_post(context: Context, body: CreateFeedPostRequest) -> FeedPost:
    """Put a post into the feed.

    It may be empty: its picture follows by an upload into `feed-images` with this `feedPostId`.
    """
    return actions.post(context, body)


@router.get("/feed/posts", who=member)
def list_feed_posts(context: Context, query: ListFeedPostsQuery) -> FeedPostPage:
    """Read the feed, the newest post first."""
    return actions.listed_posts(context, query)


@router.get("/feed/posts/{id}", who=member, not_found=errors.FeedPostNotFound)
def get_feed_post(context: Context, post_id: Id) -> FeedPost:
    """Read one post."""
    return actions.shown(context, post_id)


@router.patch(
    "/feed/posts/{id}",
    who=member,
    not_found=errors.FeedPostNotFound,
    errors=(errors.NotTheAuthor,),
)
def update_feed_post(context: Context, post_id: Id, body: UpdateFeedPostRequest) -> FeedPost:
    """Change the text or the picture of one's own post; an administrator, of anybody's."""
    return actions.change_post(context, post_id, body)


@router.delete(
    "/feed/posts/{id}",
    who=member,
    not_found=errors.FeedPostNotFound,
    errors=(errors.NotTheAuthor,),
)
def delete_feed_post(context: Context, post_id: Id) -> Ok:
    """Delete one's own post, with its comments and likes; an administrator, anybody's."""
    actions.delete_post(context, post_id)
    return OK


@router.get("/feed/posts/{id}/comments", who=member, not_found=errors.FeedPostNotFound)
def list_feed_comments(
    context: Context, post_id: Id, query: ListFeedCommentsQuery
) -> FeedCommentPage:
    """Read the comments on a post, the oldest first."""
    return actions.listed_comments(context, post_id, query)


@router.post("/feed/posts/{id}/comments", who=member, status=201, not_found=errors.FeedPostNotFound)
def create_feed_comment(
    context: Context, post_id: Id, body: CreateFeedCommentRequest
) -> FeedComment:
    """Comment on a post."""
    return actions.comment(context, post_id, body)


@router.delete(
    "/feed/comments/{id}",
    who=member,
    not_found=errors.FeedCommentNotFound,
    errors=(errors.NotTheAuthor,),
)
def delete_feed_comment(context: Context, comment_id: Id) -> Ok:
    """Delete one's own comment; an administrator, anybody's."""
    actions.delete_comment(context, comment_id)
    return OK


@router.put("/feed/posts/{id}/like", who=member, not_found=errors.FeedPostNotFound)
def like_post(context: Context, post_id: Id) -> FeedPost:
    """Like a post. To like it again changes nothing."""
    return actions.like(context, post_id)


@router.delete("/feed/posts/{id}/like", who=member, not_found=errors.FeedPostNotFound)
def unlike_post(context: Context, post_id: Id) -> FeedPost:
    """Like a post no more. It need not have been liked."""
    return actions.unlike(context, post_id)
