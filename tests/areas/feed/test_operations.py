"""Every operation of the feed: what it gives to whom, and what it refuses."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

from bridgework.areas.feed import moderation_hooks
from bridgework.kit.ids import Id
from tests import cast
from tests.areas.feed import circle
from tests.areas.feed.circle import NOBODYS
from tests.scenario import PRESENT, Scenario
from tests.world import ANONYMOUS, Person, World


@dataclass(frozen=True, slots=True)
class Stage:
    """Ada has posted, Ben has commented; Root looks after both; one more post is hidden."""

    people: Mapping[str, Person]
    places: Mapping[str, str]


@pytest.fixture
def stage(world: World) -> Stage:
    people = {"ada": circle.ada(world), "ben": circle.ben(world), "root": cast.root(world)}
    people |= {"a stranger": ANONYMOUS, "worn out": Person("ada@example.com", token="worn out")}
    post = circle.post(world, people["ada"])
    hidden = circle.post(world, people["ada"], "Hidden, and not to be found.")
    beneath = circle.comment(world, people["ben"], hidden)
    with world.application.app_state.database.writing() as tx:
        now = world.clock.now()
        assert moderation_hooks.POST.set_hidden(tx, Id(hidden), now, hidden=True)
    comment = circle.comment(world, people["ben"], post)
    places = {"post": post, "comment": comment, "hidden": hidden, "beneath": beneath}
    return Stage(people, {**places, "none": NOBODYS})


def refused(code: str) -> dict[str, object]:
    return {"error": code, "message": PRESENT}


SIGN_IN = refused("sign_in_needed")
TOKEN = refused("token_invalid")
NO_POST = refused("feed_post_not_found")
NO_COMMENT = refused("feed_comment_not_found")
NOT_HIS = refused("not_the_author")
BAD_BODY = {**refused("validation_failed"), "details": PRESENT}
EMPTY = {
    "data.author.name": "Ben Hollis",
    "data.content": None,
    "data.imageUrl": None,
    "data.commentCount": 0,
    "data.likeCount": 0,
    "data.likedByMe": False,
    "data.createdAt": "2026-11-21T12:00:00.000Z",
    "data.editedAt": None,
}
OK = {"data.ok": True}
EDITED = {"data.editedAt": "2026-11-21T12:00:00.000Z"}
PICTURE = "https://pictures.example.org/chair.jpg"

POSTS = "/feed/posts"
POST = "/feed/posts/{post}"
COMMENTS = "/feed/posts/{post}/comments"
COMMENT = "/feed/comments/{comment}"
LIKE = "/feed/posts/{post}/like"

TABLE = [
    Scenario("a post may be empty", "ben", f"POST {POSTS}", None, 201, EMPTY),
    Scenario("an empty object is as good", "ben", f"POST {POSTS}", {}, 201, EMPTY),
    Scenario(
        "a post has many lines",
        "ben",
        f"POST {POSTS}",
        {"content": "One\nand two"},
        201,
        {**EMPTY, "data.content": "One\nand two"},
    ),
    Scenario("a post is no null", "ben", f"POST {POSTS}", {"content": None}, 422, BAD_BODY),
    Scenario(
        "a post is not endless", "ben", f"POST {POSTS}", {"content": "x" * 5001}, 422, BAD_BODY
    ),
    Scenario("strangers don't post", "a stranger", f"POST {POSTS}", {}, 401, SIGN_IN),
    Scenario("a worn-out token doesn't", "worn out", f"POST {POSTS}", {}, 401, TOKEN),
    Scenario("the feed is for members", "a stranger", f"GET {POSTS}", None, 401, SIGN_IN),
    Scenario("a post is for members", "a stranger", f"GET {POST}", None, 401, SIGN_IN),
    Scenario("a limit has its own", "ben", f"GET {POSTS}?limit=101", None, 422, BAD_BODY),
    Scenario("a cursor is ours", "ben", f"GET {POSTS}?cursor=abc", None, 422, BAD_BODY),
    Scenario(
        "anybody reads a post",
        "ben",
        f"GET {POST}",
        None,
        200,
        {"data.author.name": "Ada Lovell", "data.commentCount": 1, "data.likedByMe": False},
    ),
    Scenario("there is no such post", "ben", "GET /feed/posts/{none}", None, 404, NO_POST),
    Scenario("that is no id", "ben", "GET /feed/posts/7", None, 404, NO_POST),
    Scenario("a hidden post is gone", "ben", "GET /feed/posts/{hidden}", None, 404, NO_POST),
    Scenario("to its author too", "ada", "GET /feed/posts/{hidden}", None, 404, NO_POST),
    Scenario("and to Root", "root", "GET /feed/posts/{hidden}", None, 404, NO_POST),
    Scenario(
        "Ada changes hers",
        "ada",
        f"PATCH {POST}",
        {"content": "Which scanner?", "imageUrl": PICTURE},
        200,
        {**EDITED, "data.content": "Which scanner?", "data.imageUrl": PICTURE},
    ),
    Scenario(
        "to say the same edits nothing",
        "ada",
        f"PATCH {POST}",
        {"content": "Which scanner do you use?", "imageUrl": None},
        200,
        {"data.editedAt": None},
    ),
    Scenario("nor does silence", "ada", f"PATCH {POST}", None, 200, {"data.editedAt": None}),
    Scenario("Root changes anybody's", "root", f"PATCH {POST}", {"content": "?"}, 200, EDITED),
    Scenario("Ben changes his own", "ben", f"PATCH {POST}", {"content": "!"}, 403, NOT_HIS),
    Scenario(
        "a picture is on the web", "ada", f"PATCH {POST}", {"imageUrl": "chair.jpg"}, 422, BAD_BODY
    ),
    Scenario("a text is no null", "ada", f"PATCH {POST}", {"content": None}, 422, BAD_BODY),
    Scenario("strangers change nothing", "a stranger", f"PATCH {POST}", {}, 401, SIGN_IN),
    Scenario("nobody changes none", "ada", "PATCH /feed/posts/{none}", {}, 404, NO_POST),
    Scenario("nor a hidden one", "ada", "PATCH /feed/posts/{hidden}", {}, 404, NO_POST),
    Scenario("Ada deletes hers", "ada", f"DELETE {POST}", None, 200, OK),
    Scenario("Root deletes anybody's", "root", f"DELETE {POST}", None, 200, OK),
    Scenario("Ben deletes his own", "ben", f"DELETE {POST}", None, 403, NOT_HIS),
    Scenario("strangers delete nothing", "a stranger", f"DELETE {POST}", None, 401, SIGN_IN),
    Scenario("nobody deletes none", "ada", "DELETE /feed/posts/{none}", None, 404, NO_POST),
    Scenario("nor a hidden one", "ada", "DELETE /feed/posts/{hidden}", None, 404, NO_POST),
    Scenario("comments are listed", "ada", f"GET {COMMENTS}", None, 200, {"data.hasMore": False}),
    Scenario("for members", "a stranger", f"GET {COMMENTS}", None, 401, SIGN_IN),
    Scenario("not those of none", "ada", "GET /feed/posts/{none}/comments", None, 404, NO_POST),
    Scenario(
        "not those of a hidden post", "ada", "GET /feed/posts/{hidden}/comments", None, 404, NO_POST
    ),
    Scenario("in pages", "ada", f"GET {COMMENTS}?limit=0", None, 422, BAD_BODY),
    Scenario(
        "Ada comments",
        "ada",
        f"POST {COMMENTS}",
        {"content": "Thank you.\nReally."},
        201,
        {
            "data.id": PRESENT,
            "data.postId": PRESENT,
            "data.author.id": PRESENT,
            "data.author.name": "Ada Lovell",
            "data.author.avatarUrl": None,
            "data.content": "Thank you.\nReally.",
            "data.createdAt": "2026-11-21T12:00:00.000Z",
        },
    ),
    Scenario("a comment says something", "ada", f"POST {COMMENTS}", {"content": ""}, 422, BAD_BODY),
    Scenario("and is sent", "ada", f"POST {COMMENTS}", {}, 422, BAD_BODY),
    Scenario("strangers don't", "a stranger", f"POST {COMMENTS}", {"content": "?"}, 401, SIGN_IN),
    Scenario(
        "not on none", "ada", "POST /feed/posts/{none}/comments", {"content": "?"}, 404, NO_POST
    ),
    Scenario(
        "not on a hidden post",
        "ada",
        "POST /feed/posts/{hidden}/comments",
        {"content": "?"},
        404,
        NO_POST,
    ),
    Scenario("Ben takes his back", "ben", f"DELETE {COMMENT}", None, 200, OK),
    Scenario("Root takes anybody's away", "root", f"DELETE {COMMENT}", None, 200, OK),
    Scenario("Ada takes hers back", "ada", f"DELETE {COMMENT}", None, 403, NOT_HIS),
    Scenario("strangers none", "a stranger", f"DELETE {COMMENT}", None, 401, SIGN_IN),
    Scenario("nobody none", "ada", "DELETE /feed/comments/{none}", None, 404, NO_COMMENT),
    Scenario(
        "nor one on a hidden post", "ben", "DELETE /feed/comments/{beneath}", None, 404, NO_COMMENT
    ),
    Scenario(
        "Ben likes it",
        "ben",
        f"PUT {LIKE}",
        None,
        200,
        {"data.likeCount": 1, "data.likedByMe": True},
    ),
    Scenario("Ada may like hers", "ada", f"PUT {LIKE}", None, 200, {"data.likeCount": 1}),
    Scenario("strangers don't like", "a stranger", f"PUT {LIKE}", None, 401, SIGN_IN),
    Scenario("nobody likes none", "ada", "PUT /feed/posts/{none}/like", None, 404, NO_POST),
    Scenario("nor a hidden one", "ada", "PUT /feed/posts/{hidden}/like", None, 404, NO_POST),
    Scenario(
        "what was not liked is not liked",
        "ben",
        f"DELETE {LIKE}",
        None,
        200,
        {"data.likeCount": 0, "data.likedByMe": False},
    ),
    Scenario("strangers have none", "a stranger", f"DELETE {LIKE}", None, 401, SIGN_IN),
    Scenario("of none there is none", "ada", "DELETE /feed/posts/{none}/like", None, 404, NO_POST),
]


def play(world: World, stage: Stage, scenario: Scenario) -> None:
    ask = scenario.ask.format_map(stage.places)
    replace(scenario, ask=ask).play(world, stage.people[scenario.who])


@pytest.mark.parametrize("scenario", [one for one in TABLE if one.status < 400], ids=str)
def test_each_gets_what_the_table_says(world: World, stage: Stage, scenario: Scenario) -> None:
    play(world, stage, scenario)


def test_each_is_refused_what_the_table_says_and_nothing_came_of_it(
    world: World, stage: Stage
) -> None:
    ada, post = stage.people["ada"], stage.places["post"]
    before = circle.seen(world, ada, post)
    for scenario in (one for one in TABLE if one.status >= 400):
        play(world, stage, scenario)
    assert circle.seen(world, ada, post) == before
    assert circle.feed(world, ada) == [post]
    assert circle.comments(world, ada, post) == [stage.places["comment"]]
