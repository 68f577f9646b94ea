"""The blog of the demo world: one Markdown file a post, its facts in the head of the file."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import resources

from bridgework.demo import people, profiles

_FENCE = "---\n"
_HOUR = 9  # of the day, in the time zone of `today`, at which posts come out


class ArticleFault(ValueError):
    """An article's head lacks a fact, or has one that nobody reads."""


@dataclass(frozen=True, slots=True)
class DemoPost:
    """A published blog post; `author_email` is that of Ada or of a numbered expert."""

    slug: str
    title: str
    excerpt: str
    body: str
    tags: tuple[str, ...]
    seo_title: str
    seo_description: str
    author_email: str
    published_at: datetime


@dataclass(frozen=True, slots=True)
class Article:
    """An article as it stands in its file: the slug is the file's name, the body Markdown."""

    slug: str
    head: dict[str, str]
    body: str


_FACTS = {"title", "author", "tags", "excerpt", "seo title", "seo description"}
_WHEN = "days ago"


def posts(today: datetime) -> list[DemoPost]:
    """Return all posts, the newest first, published over the fourteen months before `today`."""
    found = [_post(article, today) for article in articles("articles", _WHEN)]
    return sorted(found, key=lambda post: post.published_at, reverse=True)


def _post(article: Article, today: datetime) -> DemoPost:
    head = article.head
    day = today - timedelta(days=int(head[_WHEN]))
    return DemoPost(
        slug=article.slug,
        title=head["title"],
        excerpt=head["excerpt"],
        body=article.body,
        tags=tuple(head["tags"].split(", ")),
        seo_title=head["seo title"],
        seo_description=head["seo description"],
        author_email=author_email(article, today),
        published_at=hour_of_posts(day),
    )


def author_email(article: Article, today: datetime) -> str:
    """Return the address of Ada, or of the numbered expert who wrote an article."""
    author = article.head["author"]
    return people.ADA if author == "ada" else profiles.profile(int(author), today.date()).email


def hour_of_posts(day: datetime) -> datetime:
    """Return the moment of a day at which posts come out."""
    return day.replace(hour=_HOUR, minute=0, second=0, microsecond=0)


@functools.cache
def articles(folder: str, when: str) -> tuple[Article, ...]:
    """Return the articles of a folder; `when` is what their heads call the time they are of."""
    return tuple(
        article(file.name.removesuffix(".md"), file.read_text("utf-8"), when)
        for file in sorted(
            resources.files(__package__).joinpath(folder).iterdir(), key=lambda file: file.name
        )
        if file.name.endswith(".md")
    )


def article(slug: str, text: str, when: str = _WHEN) -> Article:
    """Return the article in a text; a head with other facts than asked is an ArticleFault."""
    _, head, body = text.split(_FENCE, 2)
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    if facts.keys() != _FACTS | {when}:
        wrong = ", ".join(sorted(facts.keys() ^ (_FACTS | {when})))
        raise ArticleFault(f"Article {slug}: mend these facts in its head: {wrong}.")
    return Article(slug, facts, body.strip() + "\n")
