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
class _Article:
    """An article as it stands in its file: the slug is the file's name, the body Markdown."""

    slug: str
    head: dict[str, str]
    body: str


_FACTS = {"title", "author", "days ago", "tags", "excerpt", "seo title", "seo description"}


def posts(today: datetime) -> list[DemoPost]:
    """Return all posts, the newest first, published over the fourteen months before `today`."""
    found = [_post(article, today) for article in _articles()]
    return sorted(found, key=lambda post: post.published_at, reverse=True)


def _post(article: _Article, today: datetime) -> DemoPost:
    head = article.head
    day = today - timedelta(days=int(head["days ago"]))
    return DemoPost(
        slug=article.slug,
        title=head["title"],
        excerpt=head["excerpt"],
        body=article.body,
        tags=tuple(head["tags"].split(", ")),
        seo_title=head["seo title"],
        seo_description=head["seo description"],
        author_email=_author(head["author"], today),
        published_at=day.replace(hour=_HOUR, minute=0, second=0, microsecond=0),
    )


def _author(author: str, today: datetime) -> str:
    if author == "ada":
        return people.ADA
    return profiles.profile(int(author), today.date()).email


@functools.cache
def _articles() -> tuple[_Article, ...]:
    folder = resources.files(__package__).joinpath("articles")
    return tuple(
        article(file.name.removesuffix(".md"), file.read_text("utf-8"))
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".md")
    )


def article(slug: str, text: str) -> _Article:
    """Return the article in a text; a head with other facts than asked is an ArticleFault."""
    _, head, body = text.split(_FENCE, 2)
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    if facts.keys() != _FACTS:
        wrong = ", ".join(sorted(facts.keys() ^ _FACTS))
        raise ArticleFault(f"Article {slug}: mend these facts in its head: {wrong}.")
    return _Article(slug, facts, body.strip() + "\n")
