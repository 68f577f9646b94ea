"""The operations of the feed: contract section 3.7."""

from bridgework.areas.feed import actions, rules
from bridgework.areas.feed.shapes import (
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
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import OK, Ok
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Feed")


@area.post("/feed/posts", who=member, status=201, location="/feed/posts/{id}")
def create_feed_post(call: Call, body: CreateFeedPostRequest) -> FeedPost:
    """Put a post into the feed.

    It may be empty: its picture follows by an upload into `feed-images` with this `feedPostId`.
    """
    return actions.post(call, body)


@area.get("/feed/posts", who=member)
def list_feed_posts(call: Call, query: ListFeedPostsQuery) -> FeedPostPage:
    """Read the feed, the newest post first."""
    return actions.listed_posts(call, query)


@area.get("/feed/posts/{id}", who=member, missing=rules.FeedPostNotFound)
def get_feed_post(call: Call, post_id: Id) -> FeedPost:
    """Read one post."""
    return actions.shown(call, post_id)


@area.patch(
    "/feed/posts/{id}",
    who=member,
    missing=rules.FeedPostNotFound,
    problems=(rules.NotTheAuthor,),
)
def update_feed_post(call: Call, post_id: Id, body: UpdateFeedPostRequest) -> FeedPost:
    """Change the text or the picture of one's own post; an administrator, of anybody's."""
    return actions.change_post(call, post_id, body)


@area.delete(
    "/feed/posts/{id}",
    who=member,
    missing=rules.FeedPostNotFound,
    problems=(rules.NotTheAuthor,),
)
def delete_feed_post(call: Call, post_id: Id) -> Ok:
    """Delete one's own post, with its comments and likes; an administrator, anybody's."""
    actions.delete_post(call, post_id)
    return OK


@area.get("/feed/posts/{id}/comments", who=member, missing=rules.FeedPostNotFound)
def list_feed_comments(call: Call, post_id: Id, query: ListFeedCommentsQuery) -> FeedCommentPage:
    """Read the comments on a post, the oldest first."""
    return actions.listed_comments(call, post_id, query)


@area.post("/feed/posts/{id}/comments", who=member, status=201, missing=rules.FeedPostNotFound)
def create_feed_comment(call: Call, post_id: Id, body: CreateFeedCommentRequest) -> FeedComment:
    """Comment on a post."""
    return actions.comment(call, post_id, body)


@area.delete(
    "/feed/comments/{id}",
    who=member,
    missing=rules.FeedCommentNotFound,
    problems=(rules.NotTheAuthor,),
)
def delete_feed_comment(call: Call, comment_id: Id) -> Ok:
    """Delete one's own comment; an administrator, anybody's."""
    actions.delete_comment(call, comment_id)
    return OK


@area.put("/feed/posts/{id}/like", who=member, missing=rules.FeedPostNotFound)
def like_post(call: Call, post_id: Id) -> FeedPost:
    """Like a post. To like it again changes nothing."""
    return actions.like(call, post_id)


@area.delete("/feed/posts/{id}/like", who=member, missing=rules.FeedPostNotFound)
def unlike_post(call: Call, post_id: Id) -> FeedPost:
    """Like a post no more. It need not have been liked."""
    return actions.unlike(call, post_id)
