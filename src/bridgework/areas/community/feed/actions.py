"""The actions of members on posts, comments and likes, and the handlers of events."""

from datetime import datetime

from bridgework.areas.community.feed import errors, policies, queries, schemas, writes
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.identity.uploads.hooks import ReadyAsset
from bridgework.context import Context
from bridgework.kit.actions import cursors
from bridgework.kit.core import Id, TokenInvalid, new_id
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import CursorPage, CursorQuery
from bridgework.kit.security import ANONYMOUS, Caller


def list_posts(context: Context, query: schemas.ListFeedPostsQuery) -> CursorPage[schemas.FeedPost]:
    """Return a page of the feed, or of the posts of an author, newest first."""
    page_request = cursors.page_request(context, query, "feed_posts")
    posts = queries.list_posts(context.tx, context.caller, query.author, page_request)
    page = cursors.to_page(context, query, CursorPage[schemas.FeedPost], posts, "feed_posts")
    if query.include is None:
        return page
    post_ids = [post.id for post in page.items]
    found = queries.list_newest_comments(context.tx, context.caller, post_ids)
    items = [
        post.model_copy(update={"comments": list(found.get(post.id, ()))}) for post in page.items
    ]
    return page.model_copy(update={"items": items})


def get_post(context: Context, post_id: Id) -> schemas.FeedPost:
    """Return a post. Raises FeedPostNotFound."""
    return _found(queries.find_post(context.tx, context.caller, post_id))


def read_post(context: Context, post_id: Id) -> schemas.FeedPost:
    """Return a post, to administrators also a hidden one. Raises FeedPostNotFound."""
    find = queries.find_any_post if context.caller.is_admin else queries.find_post
    return _found(find(context.tx, context.caller, post_id))


def _found(post: schemas.FeedPost | None) -> schemas.FeedPost:
    if post is None:
        raise errors.FeedPostNotFound
    return post


def read_comment(context: Context, comment_id: Id) -> schemas.FeedComment:
    """Return a comment, to administrators also a hidden one. Raises FeedCommentNotFound."""
    if not context.caller.is_admin:
        return _get_comment(context, comment_id)
    comment = queries.find_any_comment(context.tx, context.caller, comment_id)
    if comment is None:
        raise errors.FeedCommentNotFound
    hidden = comment.hidden or read_post(context, comment.post_id).hidden
    return comment.model_copy(update={"hidden": hidden})


def create_post(context: Context, body: schemas.CreateFeedPostRequest) -> schemas.FeedPost:
    """Create a post."""
    author = {"author_id": context.caller.account(), "created_at": context.now}
    return queries.add_post(
        context.tx, {"id": new_id(), "content": None, **body.provided(), **author}
    )


def update_post(
    context: Context, post_id: Id, body: schemas.UpdateFeedPostRequest
) -> schemas.FeedPost:
    """Change a post. Sending the current values does not count as an edit."""
    before = get_post(context, post_id)
    policies.must_be_author(context.caller, before.author.id)
    current = before.model_dump(by_alias=False)
    changes = {name: value for name, value in body.provided().items() if value != current[name]}
    if not changes:
        return before
    changed_fields = audit.changed(current, changes)
    if "image_url" in changes:
        changes["image_path"] = None
    edited = {**changes, "edited_at": context.now}
    queries.update_post(context.tx, context.caller, post_id, edited)
    if before.author.id != context.caller.account():
        audit.note(context, "feed.change_post", target=post_id, changes=changed_fields)
    return get_post(context, post_id)


def delete_post(context: Context, post_id: Id) -> None:
    """Delete a post with its comments and likes. Of two concurrent calls, one succeeds."""
    before = get_post(context, post_id)
    policies.must_be_author(context.caller, before.author.id)
    cleared = {"deleted_at": context.now, "content": None, "image_url": None, "image_path": None}
    if not queries.update_post(context.tx, context.caller, post_id, cleared):
        raise errors.FeedPostNotFound
    if before.author.id != context.caller.account():
        audit.note(context, "feed.delete_post", target=post_id)


def like_post(context: Context, post_id: Id) -> schemas.FeedPost:
    """Like a post. Liking it again changes nothing."""
    _lock_caller(context)
    get_post(context, post_id)
    queries.add_like(context.tx, post_id, context.caller.account(), context.now)
    return get_post(context, post_id)


def unlike_post(context: Context, post_id: Id) -> schemas.FeedPost:
    """Remove the caller's like from a post, if there is one."""
    _lock_caller(context)
    get_post(context, post_id)
    queries.delete_like(context.tx, post_id, context.caller.account())
    return get_post(context, post_id)


def list_comments(
    context: Context, post_id: Id, query: CursorQuery
) -> CursorPage[schemas.FeedComment]:
    """Return a page of a post's comments, oldest first."""
    read_post(context, post_id)
    page_request = cursors.page_request(context, query, "feed_comments", post_id)
    page = queries.list_comments(context.tx, context.caller, post_id, page_request)
    return cursors.to_page(
        context, query, CursorPage[schemas.FeedComment], page, "feed_comments", post_id
    )


def create_comment(
    context: Context, post_id: Id, body: schemas.CreateFeedCommentRequest
) -> schemas.FeedComment:
    """Add a comment to a post."""
    _lock_caller(context)
    comment_id = new_id()
    author = {"author_id": context.caller.account(), "created_at": context.now}
    values = {"id": comment_id, "post_id": post_id, "content": body.content, **author}
    if not queries.add_comment(context.tx, context.caller, values):
        raise errors.FeedPostNotFound
    return _get_comment(context, comment_id)


def delete_comment(context: Context, comment_id: Id) -> None:
    """Delete a comment. Of two concurrent calls, one succeeds."""
    before = _get_comment(context, comment_id)
    policies.must_be_author(context.caller, before.author.id)
    if not queries.delete_comment(context.tx, comment_id, before.post_id):
        raise errors.FeedCommentNotFound
    if before.author.id != context.caller.account():
        audit.note(context, "feed.delete_comment", target=comment_id)


def may_attach(tx: Tx, account_id: Id, post_id: Id) -> bool:
    """Whether the account may add a picture to a post: the post is visible and its own."""
    return queries.find_author(tx, post_id) == account_id


def attach_picture(tx: Tx, asset: ReadyAsset) -> None:
    """Set an uploaded file as the picture of its post, in place of the previous one.

    Does nothing if the post was deleted meanwhile, or if the file has no public URL.
    """
    if asset.feed_post_id is None or asset.file_url is None:
        return
    if may_attach(tx, asset.account_id, asset.feed_post_id):
        picture = {"image_url": asset.file_url, "image_path": asset.object_path}
        queries.update_post(tx, ANONYMOUS, asset.feed_post_id, picture)


def references_file(tx: Tx, object_path: str) -> bool:
    """Whether an upload is the picture of a post, also of a hidden one."""
    return writes.is_picture(tx, object_path)


def is_author_visible(tx: Tx, caller: Caller, account_id: Id) -> bool:
    """Whether the account has a post or comment that is visible to the caller."""
    return queries.is_author_visible(tx, caller, account_id)


def count_contributions(tx: Tx, account_id: Id, enabled: bool) -> None:
    """Count the comments and likes of an enabled account, and those of a disabled one no more."""
    writes.count_contributions(tx, account_id, 1 if enabled else -1)


def erase_contributions(tx: Tx, account_id: Id) -> None:
    """Delete the likes of an account before it is erased. Its posts and comments stay.

    Those of a disabled account, which members do not see, are deleted.
    """
    writes.delete_of_disabled(tx, account_id)
    writes.delete_likes(tx, account_id)


def purge_deleted_posts(tx: Tx, now: datetime) -> int:
    """Remove some rows of deleted posts, and return their number. A periodic task."""
    return writes.delete_post_for_good(tx, now - policies.DELETED_POST_RETENTION)


def _lock_caller(context: Context) -> None:
    """Keep the caller's account enabled until the transaction ends, so that the counts are right.

    Raises TokenInvalid if it was disabled since the request began.
    """
    if not writes.lock_enabled(context.tx, context.caller.account()):
        raise TokenInvalid


def _get_comment(context: Context, comment_id: Id) -> schemas.FeedComment:
    comment = queries.find_comment(context.tx, context.caller, comment_id)
    if comment is None:
        raise errors.FeedCommentNotFound
    return comment
