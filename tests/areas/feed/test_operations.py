"""The responses of each operation of the feed, by caller."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

from bridgework.areas.community.feed import moderation_hooks
from bridgework.kit.core import Id
from tests import cast
from tests.areas.feed import feed_requests
from tests.areas.feed.feed_requests import UNKNOWN_ID
from tests.scenario import PRESENT, Scenario
from tests.world import ANONYMOUS, Person, World


@dataclass(frozen=True, slots=True)
class Stage:
    """Ada has created a post and Ben a comment; another post with a comment is hidden."""

    people: Mapping[str, Person]
    ids: Mapping[str, str]


@pytest.fixture
def stage(world: World) -> Stage:
    people = {
        "ada": feed_requests.ada(world),
        "ben": feed_requests.ben(world),
        "root": cast.root(world),
    }
    people |= {"anonymous": ANONYMOUS, "invalid token": Person("ada@example.com", token="invalid")}
    post = feed_requests.post(world, people["ada"])
    hidden = feed_requests.post(world, people["ada"], "A hidden post.")
    on_hidden = feed_requests.comment(world, people["ben"], hidden)
    with world.application.app_state.database.writing() as tx:
        now = world.clock.now()
        assert moderation_hooks.POST.set_hidden(tx, Id(hidden), now, hidden=True)
    comment = feed_requests.comment(world, people["ben"], post)
    ids = {"post": post, "comment": comment, "hidden": hidden, "on_hidden": on_hidden}
    return Stage(people, {**ids, "none": UNKNOWN_ID})


def refused(code: str) -> dict[str, object]:
    return {"error": code, "message": PRESENT}


SIGN_IN = refused("sign_in_needed")
TOKEN = refused("token_invalid")
NO_POST = refused("feed_post_not_found")
NO_COMMENT = refused("feed_comment_not_found")
NOT_THE_AUTHOR = refused("not_the_author")
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
    Scenario("a post may have no members", "ben", f"POST {POSTS}", {}, 201, EMPTY),
    Scenario(
        "a post may have several lines",
        "ben",
        f"POST {POSTS}",
        {"content": "One\nand two"},
        201,
        {**EMPTY, "data.content": "One\nand two"},
    ),
    Scenario(
        "the content cannot be null", "ben", f"POST {POSTS}", {"content": None}, 422, BAD_BODY
    ),
    Scenario(
        "the content has a maximum length",
        "ben",
        f"POST {POSTS}",
        {"content": "x" * 5001},
        422,
        BAD_BODY,
    ),
    Scenario("a post requires a sign-in", "anonymous", f"POST {POSTS}", {}, 401, SIGN_IN),
    Scenario("an invalid token is refused", "invalid token", f"POST {POSTS}", {}, 401, TOKEN),
    Scenario("the feed requires a sign-in", "anonymous", f"GET {POSTS}", None, 401, SIGN_IN),
    Scenario("reading a post requires a sign-in", "anonymous", f"GET {POST}", None, 401, SIGN_IN),
    Scenario("the limit has a maximum", "ben", f"GET {POSTS}?limit=101", None, 422, BAD_BODY),
    Scenario("a foreign cursor is refused", "ben", f"GET {POSTS}?cursor=abc", None, 422, BAD_BODY),
    Scenario(
        "a member reads a post",
        "ben",
        f"GET {POST}",
        None,
        200,
        {"data.author.name": "Ada Lovell", "data.commentCount": 1, "data.likedByMe": False},
    ),
    Scenario("an unknown post is not found", "ben", "GET /feed/posts/{none}", None, 404, NO_POST),
    Scenario("an invalid ID is not found", "ben", "GET /feed/posts/7", None, 404, NO_POST),
    Scenario("a hidden post is not found", "ben", "GET /feed/posts/{hidden}", None, 404, NO_POST),
    Scenario("its author does not find it", "ada", "GET /feed/posts/{hidden}", None, 404, NO_POST),
    Scenario("a comment is read", "ada", "GET /feed/comments/{comment}", None, 200, {}),
    Scenario(
        "a comment on a hidden post is not read",
        "ben",
        "GET /feed/comments/{on_hidden}",
        None,
        404,
        NO_COMMENT,
    ),
    Scenario(
        "an unknown comment is not read", "ben", "GET /feed/comments/{none}", None, 404, NO_COMMENT
    ),
    Scenario(
        "the author changes a post",
        "ada",
        f"PATCH {POST}",
        {"content": "Which scanner?", "imageUrl": PICTURE},
        200,
        {**EDITED, "data.content": "Which scanner?", "data.imageUrl": PICTURE},
    ),
    Scenario(
        "the same content is no edit",
        "ada",
        f"PATCH {POST}",
        {"content": "Which scanner do you use?", "imageUrl": None},
        200,
        {"data.editedAt": None},
    ),
    Scenario(
        "an empty body is no edit", "ada", f"PATCH {POST}", None, 200, {"data.editedAt": None}
    ),
    Scenario(
        "an administrator changes a post", "root", f"PATCH {POST}", {"content": "?"}, 200, EDITED
    ),
    Scenario(
        "another member cannot change a post",
        "ben",
        f"PATCH {POST}",
        {"content": "!"},
        403,
        NOT_THE_AUTHOR,
    ),
    Scenario(
        "a picture requires a URL", "ada", f"PATCH {POST}", {"imageUrl": "chair.jpg"}, 422, BAD_BODY
    ),
    Scenario(
        "the content of a change cannot be null",
        "ada",
        f"PATCH {POST}",
        {"content": None},
        422,
        BAD_BODY,
    ),
    Scenario("a change requires a sign-in", "anonymous", f"PATCH {POST}", {}, 401, SIGN_IN),
    Scenario(
        "an unknown post cannot be changed", "ada", "PATCH /feed/posts/{none}", {}, 404, NO_POST
    ),
    Scenario(
        "a hidden post cannot be changed", "ada", "PATCH /feed/posts/{hidden}", {}, 404, NO_POST
    ),
    Scenario("the author deletes a post", "ada", f"DELETE {POST}", None, 200, OK),
    Scenario("an administrator deletes a post", "root", f"DELETE {POST}", None, 200, OK),
    Scenario(
        "another member cannot delete a post", "ben", f"DELETE {POST}", None, 403, NOT_THE_AUTHOR
    ),
    Scenario("a deletion requires a sign-in", "anonymous", f"DELETE {POST}", None, 401, SIGN_IN),
    Scenario(
        "an unknown post cannot be deleted", "ada", "DELETE /feed/posts/{none}", None, 404, NO_POST
    ),
    Scenario(
        "a hidden post cannot be deleted", "ada", "DELETE /feed/posts/{hidden}", None, 404, NO_POST
    ),
    Scenario("comments are listed", "ada", f"GET {COMMENTS}", None, 200, {"data.hasMore": False}),
    Scenario("the comments require a sign-in", "anonymous", f"GET {COMMENTS}", None, 401, SIGN_IN),
    Scenario(
        "the comments of an unknown post",
        "ada",
        "GET /feed/posts/{none}/comments",
        None,
        404,
        NO_POST,
    ),
    Scenario(
        "the comments of a hidden post",
        "ada",
        "GET /feed/posts/{hidden}/comments",
        None,
        404,
        NO_POST,
    ),
    Scenario("the limit has a minimum", "ada", f"GET {COMMENTS}?limit=0", None, 422, BAD_BODY),
    Scenario(
        "a member comments",
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
    Scenario(
        "a comment cannot be empty", "ada", f"POST {COMMENTS}", {"content": ""}, 422, BAD_BODY
    ),
    Scenario("a comment requires content", "ada", f"POST {COMMENTS}", {}, 422, BAD_BODY),
    Scenario(
        "a comment requires a sign-in",
        "anonymous",
        f"POST {COMMENTS}",
        {"content": "?"},
        401,
        SIGN_IN,
    ),
    Scenario(
        "an unknown post takes no comment",
        "ada",
        "POST /feed/posts/{none}/comments",
        {"content": "?"},
        404,
        NO_POST,
    ),
    Scenario(
        "a hidden post takes no comment",
        "ada",
        "POST /feed/posts/{hidden}/comments",
        {"content": "?"},
        404,
        NO_POST,
    ),
    Scenario("the author deletes a comment", "ben", f"DELETE {COMMENT}", None, 200, OK),
    Scenario("an administrator deletes a comment", "root", f"DELETE {COMMENT}", None, 200, OK),
    Scenario(
        "another member cannot delete a comment",
        "ada",
        f"DELETE {COMMENT}",
        None,
        403,
        NOT_THE_AUTHOR,
    ),
    Scenario(
        "deleting a comment requires a sign-in",
        "anonymous",
        f"DELETE {COMMENT}",
        None,
        401,
        SIGN_IN,
    ),
    Scenario(
        "an unknown comment is not found",
        "ada",
        "DELETE /feed/comments/{none}",
        None,
        404,
        NO_COMMENT,
    ),
    Scenario(
        "a comment on a hidden post is not found",
        "ben",
        "DELETE /feed/comments/{on_hidden}",
        None,
        404,
        NO_COMMENT,
    ),
    Scenario(
        "a member likes a post",
        "ben",
        f"PUT {LIKE}",
        None,
        200,
        {"data.likeCount": 1, "data.likedByMe": True},
    ),
    Scenario("the author may like a post", "ada", f"PUT {LIKE}", None, 200, {"data.likeCount": 1}),
    Scenario("a like requires a sign-in", "anonymous", f"PUT {LIKE}", None, 401, SIGN_IN),
    Scenario(
        "an unknown post cannot be liked", "ada", "PUT /feed/posts/{none}/like", None, 404, NO_POST
    ),
    Scenario(
        "a hidden post cannot be liked", "ada", "PUT /feed/posts/{hidden}/like", None, 404, NO_POST
    ),
    Scenario(
        "removing a missing like changes nothing",
        "ben",
        f"DELETE {LIKE}",
        None,
        200,
        {"data.likeCount": 0, "data.likedByMe": False},
    ),
    Scenario(
        "removing a like requires a sign-in", "anonymous", f"DELETE {LIKE}", None, 401, SIGN_IN
    ),
    Scenario(
        "the like of an unknown post is not found",
        "ada",
        "DELETE /feed/posts/{none}/like",
        None,
        404,
        NO_POST,
    ),
]


def play(world: World, stage: Stage, scenario: Scenario) -> None:
    ask = scenario.ask.format_map(stage.ids)
    replace(scenario, ask=ask).play(world, stage.people[scenario.who])


@pytest.mark.parametrize(
    "scenario", [scenario for scenario in TABLE if scenario.status < 400], ids=str
)
def test_an_allowed_request_has_the_response_of_the_table(
    world: World, stage: Stage, scenario: Scenario
) -> None:
    play(world, stage, scenario)


def test_a_refused_request_changes_nothing(world: World, stage: Stage) -> None:
    ada, post = stage.people["ada"], stage.ids["post"]
    before = feed_requests.get_post(world, ada, post)
    for scenario in (scenario for scenario in TABLE if scenario.status >= 400):
        play(world, stage, scenario)
    assert feed_requests.get_post(world, ada, post) == before
    assert feed_requests.list_post_ids(world, ada) == [post]
    assert feed_requests.list_comment_ids(world, ada, post) == [stage.ids["comment"]]
