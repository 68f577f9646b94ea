"""The feed of the demo world: what people say to one another, and what two of them reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bridgework.areas.feed.tables import comments, likes, posts
from bridgework.areas.moderation.tables import reports
from bridgework.demo import people, profiles, rows, sheets
from bridgework.demo.draws import Draws
from bridgework.demo.rows import Row
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

LIKERS = 40
"""Those who like posts are the candidates, who are in every world."""

_NAMED = {
    "ada": people.ADA,
    "ben": people.BEN,
    "carla": people.CARLA,
    "cyrus": people.CYRUS,
    "vera": people.VERA,
    "omar": people.OMAR,
}
_CELLS_IF_REPORTED = 2
"""Two cells more, at the end: who reported it, and why."""


@dataclass(frozen=True, slots=True)
class Reported:
    """Who reported something, by their e-mail, and why."""

    by: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DemoComment:
    """A comment; its author is an e-mail."""

    author: str
    content: str
    at: datetime
    reported: Reported | None


@dataclass(frozen=True, slots=True)
class DemoFeedPost:
    """A post with its comments, the oldest first; `likers` are numbers of candidates."""

    author: str
    content: str
    at: datetime
    comments: tuple[DemoComment, ...]
    likers: tuple[int, ...]
    reported: Reported | None


def feed(now: datetime) -> list[DemoFeedPost]:
    """Everything in the feed, the newest first, written in the five weeks before `now`."""
    written = sheets.sheet("feed").beginning("Post")
    found = [_post(number, head, lines, now) for number, (head, lines) in enumerate(written)]
    return sorted(found, key=lambda post: post.at, reverse=True)


def load(tx: Tx, now: datetime, account_of: Callable[[str], Id]) -> int:
    """Write the feed and its reports; `account_of` finds an account by its e-mail."""
    written = feed(now)
    comment_number = report_number = 0
    for number, post in enumerate(written):
        post_id = rows.id_of(rows.FEED_POSTS + number)
        tx.execute(posts.insert(), _post_row(post_id, post, account_of))
        if post.likers:
            tx.execute(likes.insert(), list(_like_rows(post_id, post)))
        things: list[tuple[str, Id, Reported | None]] = [("post", post_id, post.reported)]
        for comment in post.comments:
            comment_id = rows.id_of(rows.FEED_COMMENTS + comment_number)
            comment_number += 1
            author = {"author_id": account_of(comment.author), "created_at": comment.at}
            values = {"id": comment_id, "post_id": post_id, "content": comment.content, **author}
            tx.execute(comments.insert(), values)
            things.append(("comment", comment_id, comment.reported))
        for kind, thing_id, reported in things:
            if reported is not None:
                report_id = rows.id_of(rows.REPORTS + report_number)
                report_number += 1
                target = {"id": report_id, "kind": kind, "target_id": thing_id}
                tx.execute(reports.insert(), {**target, **_report_row(reported, account_of)})
    return len(written)


def _post_row(post_id: Id, post: DemoFeedPost, account_of: Callable[[str], Id]) -> Row:
    return {
        "id": post_id,
        "author_id": account_of(post.author),
        "content": post.content,
        "comment_count": len(post.comments),
        "like_count": len(post.likers),
        "created_at": post.at,
    }


def _like_rows(post_id: Id, post: DemoFeedPost) -> Iterator[Row]:
    for minutes, liker in enumerate(post.likers):
        at = post.at + timedelta(minutes=minutes)
        yield {
            "post_id": post_id,
            "account_id": rows.id_of(rows.CANDIDATES + liker),
            "created_at": at,
        }


def _report_row(reported: Reported, account_of: Callable[[str], Id]) -> Row:
    return {
        "reporter_id": account_of(reported.by),
        "reason": reported.reason,
        "status": "open",
        "created_at": reported.at,
    }


def _post(number: int, head: str, lines: Sequence[str], now: datetime) -> DemoFeedPost:
    draws = Draws("feed", number)
    author, days, like_count, *reported = head.split(" | ")
    # By day, and a time of it that stays the same: nothing is said tomorrow, however late it is.
    at = now - timedelta(days=int(days), minutes=draws.below(600))
    at = at.replace(second=0, microsecond=0)
    spoken = [line.split(" | ") for line in lines]
    return DemoFeedPost(
        author=_email(author, now),
        content="\n\n".join(cells[0] for cells in spoken if len(cells) == 1),
        at=at,
        comments=tuple(_comments([cells for cells in spoken if len(cells) > 1], at, draws, now)),
        likers=tuple(draws.some(tuple(range(LIKERS)), int(like_count))),
        reported=_reported(reported, at, now),
    )


def _comments(
    spoken: Sequence[Sequence[str]], at: datetime, draws: Draws, now: datetime
) -> Iterator[DemoComment]:
    for author, content, *reported in spoken:
        at += timedelta(minutes=6 + draws.below(90))
        yield DemoComment(_email(author, now), content, at, _reported(reported, at, now))


def _reported(cells: Sequence[str], at: datetime, now: datetime) -> Reported | None:
    if len(cells) != _CELLS_IF_REPORTED:
        return None
    by, reason = cells
    return Reported(_email(by, now), reason, at + timedelta(hours=2))


def _email(person: str, now: datetime) -> str:
    """The e-mail of somebody named, or of the expert of this number."""
    return _NAMED.get(person) or profiles.profile(int(person), now.date()).email
