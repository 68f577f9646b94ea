"""Writing the blog."""

from collections.abc import Mapping

from bridgework.areas.blogs import rendering, store
from bridgework.kit.db import topics
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id


def publish(tx: Tx, author_id: Id, post: Mapping[str, object]) -> None:
    """Add a published post; `post` has the members of its table that a person writes."""
    body = str(post["body"])
    values = {
        "cover_url": None,
        **post,
        "author_id": author_id,
        "status": "published",
        "body_html": rendering.html(body),
        "reading_minutes": rendering.reading_minutes(body),
    }
    store.add(tx, {**values, **rendering.public_json(values, store.author(tx, author_id))})
    topics.changed(tx, topics.BLOG, members=1)


def author_changed(tx: Tx, account_id: Id) -> None:
    """Show an author's new name and picture on everything they wrote."""
    written = store.by_author(tx, account_id)
    if not written:
        return
    author = store.author(tx, account_id)
    for post in written:
        store.change(tx, post.id, rendering.public_json(post._asdict(), author))
    topics.changed(tx, topics.BLOG)
