"""A mixed day: what members and passers-by ask for, in its proportions, and never twice alike."""

import itertools
import json
from collections.abc import Callable, Mapping, Sequence

import click
from pydantic import BaseModel

from bench import ask, pacing
from bench.peers.bridgework import Bridgework
from bench.requests import Request
from bench.worlds import Badges

SHARES = {
    "listExperts": 18,
    "searchExperts": 12,
    "getExpert": 18,
    "listBlogs": 5,
    "getBlog": 7,
    "listJobs": 9,
    "listEvents": 4,
    "listFeedPosts": 7,
    "getMe": 5,
    "sign-in": 1,
    "createFeedPost": 2,
    "likes": 8,
    "profile edits": 2,
    "applyToJob": 2,
}
"""Of a hundred requests: 85 read and 15 write.

A sign-in begins a visit of some hundred requests. Likes come and go again.
"""
PAGE = 20
_OF_PEER = ("listExperts", "getExpert", "searchExperts", "listJobs", "getMe", "createFeedPost")


class _Named(BaseModel):
    id: str
    slug: str = ""


class _Blogs(BaseModel):
    data: list[_Named]


class _Items(BaseModel):
    items: list[_Named]


class _Page(BaseModel):
    data: _Items


class Day:
    """Requests by kind; each kind goes on where it stopped."""

    def __init__(self, peer: Bridgework, badges: Badges, port: int) -> None:
        """Looks up at the running server what there is to be read and liked."""
        blogs = _Blogs.model_validate_json(_body(port, f"/blogs?limit={PAGE}")).data
        feed = f"/feed/posts?limit={PAGE}"
        posts = _Page.model_validate_json(_body(port, feed, badges.members[0])).data.items
        once: Mapping[str, Sequence[Request]] = {
            **{name: peer.requests(name, 0) for name in _OF_PEER},
            "sign-in": peer.written("sign-in"),
            "profile edits": peer.written("edit"),
            "listBlogs": [Request(f"/blogs?limit={PAGE}")],
            "getBlog": [Request(f"/blogs/{each.slug}") for each in blogs],
            "listEvents": [
                Request(f"/calendar/events?limit={PAGE}", authorization=badge)
                for badge in badges.members
            ],
            "listFeedPosts": [Request(feed, authorization=badge) for badge in badges.members],
            "likes": [
                Request(f"/feed/posts/{post.id}/like", method, authorization=badge)
                for post in posts
                for method in ("PUT", "DELETE")
                for badge in badges.members
            ],
        }
        self._next: dict[str, Callable[[int], list[Request]]] = {
            name: _in_turn(requests) for name, requests in once.items() if requests
        }
        self._next["applyToJob"] = lambda count: peer.requests("applyToJob", count)

    def streams(self, rate: float, seconds: float) -> list[pacing.Stream]:
        """What comes next, if all of it together is to come so often."""
        whole = sum(SHARES.values())
        made = []
        for name, share in SHARES.items():
            own = rate * share / whole
            made.append(pacing.Stream(own, self._next[name](int(own * seconds) + 2), name))
        return made


def _in_turn(requests: Sequence[Request]) -> Callable[[int], list[Request]]:
    turning = itertools.cycle(requests)
    return lambda count: list(itertools.islice(turning, count))


def _body(port: int, path: str, badge: str = "") -> bytes:
    answer = ask.send(port, "GET", path, headers={"Authorization": badge} if badge else {})
    if answer.status != 200:
        told = json.dumps(answer.body[:300].decode(errors="replace"))
        raise click.ClickException(f"Bridgework answered GET {path}: {answer.status} {told}")
    return answer.body
