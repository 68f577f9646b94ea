"""The articles of the demo world that nobody has read yet: drafts, and some with a date."""

from collections.abc import Callable
from datetime import datetime, timedelta

from bridgework.areas.blogs import actions as blogs
from bridgework.demo import posts, rows
from bridgework.demo.posts import Article
from bridgework.demo.rows import Row
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_WHEN = "days ahead"
_NO_DATE = "not yet"
_FIRST = rows.POSTS + 1_000
"""The number of the first, far behind the posts that are out."""


def load(tx: Tx, now: datetime, account_of: Callable[[str], Id]) -> None:
    """Add the articles that wait, each by its author's account."""
    for number, article in enumerate(articles()):
        author = account_of(posts.author_email(article, now))
        blogs.publish(tx, author, post_of(_FIRST + number, article, now))


def articles() -> tuple[Article, ...]:
    """Return every article that waits."""
    return posts.articles("articles_to_come", _WHEN)


def post_of(number: int, article: Article, now: datetime) -> Row:
    """Return a post but for its author: scheduled if its head has a date, else a draft."""
    head = article.head
    written = now - timedelta(days=number - _FIRST + 1)
    ahead = None if head[_WHEN] == _NO_DATE else timedelta(days=int(head[_WHEN]))
    return {
        "id": rows.id_of(number),
        "slug": article.slug,
        "title": head["title"],
        "excerpt": head["excerpt"],
        "body": article.body,
        "tags": head["tags"].split(", "),
        "seo_title": head["seo title"],
        "seo_description": head["seo description"],
        "status": "draft" if ahead is None else "scheduled",
        "published_at": None if ahead is None else posts.hour_of_posts(now + ahead),
        "created_at": written,
        "updated_at": written,
    }
