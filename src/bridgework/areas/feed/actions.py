"""What members do in the feed, and what the feed does when an account is on its way out."""

from datetime import datetime

from bridgework.areas.audit import actions as audit
from bridgework.areas.feed import errors, policies, queries, writes
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
from bridgework.areas.uploads.hooks import ReadyAsset
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination import cursors


def listed_posts(context: Context, query: ListFeedPostsQuery) -> FeedPostPage:
    """A page of the feed, the newest first."""
    page_request = cursors.page_request(context, query)
    found = queries.newest_posts(context.tx, context.caller.account(), page_request)
    return cursors.to_page(context, query, FeedPostPage, found)


def shown(context: Context, post_id: Id) -> FeedPost:
    """One post. Raises FeedPostNotFound."""
    post = queries.post(context.tx, context.caller.account(), post_id)
    if post is None:
        raise errors.FeedPostNotFound
    return post


def post(context: Context, body: CreateFeedPostRequest) -> FeedPost:
    """Put a post into the feed."""
    author = {"author_id": context.caller.account(), "created_at": context.now}
    return queries.add_post(
        context.tx, {"id": new_id(), "content": None, **body.provided(), **author}
    )


def change_post(context: Context, post_id: Id, body: UpdateFeedPostRequest) -> FeedPost:
    """Change a post; to send what is there already edits nothing."""
    before = shown(context, post_id)
    policies.must_be_open_to(context.caller, before.author.id)
    was = before.model_dump(by_alias=False)
    changes = {name: value for name, value in body.provided().items() if value != was[name]}
    if not changes:
        return before
    told = audit.changed(was, changes)
    if "image_url" in changes:
        changes["image_path"] = None
    queries.change_post(context.tx, post_id, {**changes, "edited_at": context.now})
    if before.author.id != context.caller.account():
        audit.note(context, "feed.change_post", target=post_id, changes=told)
    return shown(context, post_id)


def delete_post(context: Context, post_id: Id) -> None:
    """Take a post out of the feed, with its comments and likes. Of two at once, one does it."""
    before = shown(context, post_id)
    policies.must_be_open_to(context.caller, before.author.id)
    gone = {"deleted_at": context.now, "content": None, "image_url": None, "image_path": None}
    if not queries.change_post(context.tx, post_id, gone):
        raise errors.FeedPostNotFound
    if before.author.id != context.caller.account():
        audit.note(context, "feed.delete_post", target=post_id)


def like(context: Context, post_id: Id) -> FeedPost:
    """Like a post. To like it twice changes nothing."""
    shown(context, post_id)
    queries.add_like(context.tx, post_id, context.caller.account(), context.now)
    return shown(context, post_id)


def unlike(context: Context, post_id: Id) -> FeedPost:
    """Like a post no more."""
    shown(context, post_id)
    queries.drop_like(context.tx, post_id, context.caller.account())
    return shown(context, post_id)


def listed_comments(context: Context, post_id: Id, query: ListFeedCommentsQuery) -> FeedCommentPage:
    """A page of a post's comments, the oldest first."""
    if not queries.is_there(context.tx, post_id):
        raise errors.FeedPostNotFound
    page_request = cursors.page_request(context, query, post_id)
    found = queries.oldest_comments(context.tx, post_id, page_request)
    return cursors.to_page(context, query, FeedCommentPage, found, post_id)


def comment(context: Context, post_id: Id, body: CreateFeedCommentRequest) -> FeedComment:
    """Add a comment to a post."""
    comment_id = new_id()
    author = {"author_id": context.caller.account(), "created_at": context.now}
    values = {"id": comment_id, "post_id": post_id, "content": body.content, **author}
    if not queries.add_comment(context.tx, values):
        raise errors.FeedPostNotFound
    return _shown_comment(context, comment_id)


def delete_comment(context: Context, comment_id: Id) -> None:
    """Take a comment away. Of two at once, one does it."""
    before = _shown_comment(context, comment_id)
    policies.must_be_open_to(context.caller, before.author.id)
    if not queries.drop_comment(context.tx, comment_id, before.post_id):
        raise errors.FeedCommentNotFound
    if before.author.id != context.caller.account():
        audit.note(context, "feed.delete_comment", target=comment_id)


def may_attach(tx: Tx, account_id: Id, post_id: Id) -> bool:
    """Whether a picture of this account may go with a post: with one's own that is shown."""
    return queries.author_of_shown(tx, post_id) == account_id


def picture_ready(tx: Tx, asset: ReadyAsset) -> None:
    """Show a picture with the post that it was uploaded for, in place of the one it had.

    A post that went meanwhile stays gone; a picture of which nobody has an address is none.
    """
    if asset.feed_post_id is None or asset.file_url is None:
        return
    if may_attach(tx, asset.account_id, asset.feed_post_id):
        picture = {"image_url": asset.file_url, "image_path": asset.object_path}
        queries.change_post(tx, asset.feed_post_id, picture)


def needs(tx: Tx, object_path: str) -> bool:
    """Whether the upload at this path is the picture of a post, be it a hidden one."""
    return writes.is_picture(tx, object_path)


def shows_author(tx: Tx, _: Caller, account_id: Id) -> bool:
    """Whether the feed shows something that this account wrote."""
    return queries.has_written(tx, account_id)


def account_goes(tx: Tx, account_id: Id) -> None:
    """Count the likes of an account no more, before its rows go. What it wrote stays, unnamed."""
    writes.withdraw_likes(tx, account_id)


def sweep(tx: Tx, now: datetime) -> int:
    """Drop some of what hangs on deleted posts, then the posts. Returns how many rows went."""
    return writes.sweep(tx, now - policies.LINGERS)


def _shown_comment(context: Context, comment_id: Id) -> FeedComment:
    comment = queries.comment(context.tx, comment_id)
    if comment is None:
        raise errors.FeedCommentNotFound
    return comment
