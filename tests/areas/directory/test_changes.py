"""The directory follows its experts: what they change shows in the very next answer."""

from collections.abc import Callable

import pytest

from tests import cast, make, paging
from tests.areas.directory import reading
from tests.world import Person, World


@pytest.fixture
def ada(world: World) -> Person:
    """An expert who can sign in, in the directory."""
    ada = cast.ada(world)
    make.into_expert(world, ada, "Ada Lovell")
    return ada


def test_an_etag_spares_what_the_client_has(world: World, ada: Person) -> None:
    for path in ("/experts", f"/experts/{ada.id}", "/experts?search=ada"):
        first = world.get(path).must(200)
        assert first.headers["cache-control"] == "public, max-age=0, must-revalidate"
        spared = world.get(path, headers={"if-none-match": first.headers["etag"]}).must(304)
        assert spared.body == b""
        assert spared.headers["etag"] == first.headers["etag"]
        head = world.send("HEAD", path).must(200)
        assert (head.body, head.headers["etag"]) == (b"", first.headers["etag"])
        assert head.headers["content-length"] == str(len(first.body))


def test_lists_that_differ_have_tags_that_differ(world: World, ada: Person) -> None:
    make.expert(world, "Bo Bell")
    paths = ["/experts", "/experts?limit=1", "/experts?limit=1&page=2", f"/experts/{ada.id}"]
    assert len({world.get(path).must(200).headers["etag"] for path in paths}) == len(paths)


def test_what_an_expert_changes_shows_at_once(world: World, ada: Person) -> None:
    paths = ("/experts", f"/experts/{ada.id}")
    tags = [world.get(path).must(200).headers["etag"] for path in paths]
    changes = {"firstName": "Augusta", "lastName": "King", "avatarUrl": "https://example.com/a"}
    world.clock.advance(minutes=1)
    world.patch("/users/me", changes, as_=ada).must(200)
    [card], record = (
        world.get(path, headers={"if-none-match": tag}).must(200).data
        for path, tag in zip(paths, tags, strict=True)
    )
    for told in (card, record):
        assert {name: told[name] for name in changes} == changes
        assert told["updatedAt"] == "2026-11-21T12:01:00.000Z"
    assert reading.found(world, "search=augusta+king") == {"King"}
    assert reading.found(world, "search=lovell") == set()


def test_a_change_of_nothing_changes_no_tag(world: World, ada: Person) -> None:
    tag = world.get("/experts").must(200).headers["etag"]
    world.clock.advance(minutes=1)
    world.patch("/users/me", {}, as_=ada).must(200)
    world.get("/experts", headers={"if-none-match": tag}).must(304)


GOING: dict[str, dict[str, object]] = {
    "disabled": {"disabled_at": True},
    "no longer verified": {"verification_tier": "not-verified"},
    "no longer proved": {"is_email_verified": False},
    "a client now": {"role": "client"},
    "an administrator now": {"role": "admin"},
    "without a first name": {"first_name": None},
    "without a last name": {"last_name": ""},
}


WAS = {
    "disabled_at": None,
    "verification_tier": "verified",
    "is_email_verified": True,
    "role": "expert",
    "first_name": "Ada",
    "last_name": "Lovell",
}


def test_who_is_no_more_to_be_shown_is_gone_from_everywhere(world: World) -> None:
    make.expert(world, "Bo Bell", tags=["mentor"])
    ada = make.expert(world, "Ada Lovell", tags=["mentor"], location="Paris")
    queries = ("", "search=ada", "tags=mentor", "location=paris", "sortBy=name")
    before = {query: reading.found(world, query) for query in queries}
    assert all("Lovell" in names for names in before.values())
    for how, columns in GOING.items():
        now = {"disabled_at": world.clock.now()} if "disabled_at" in columns else columns
        make.change_account(world, ada, **now)
        without = {query: names - {"Lovell"} for query, names in before.items()}
        assert {query: reading.found(world, query) for query in queries} == without, how
        world.get(f"/experts/{ada}").must(404)
        make.change_account(world, ada, **WAS)
        assert {query: reading.found(world, query) for query in queries} == before, how
        world.get(f"/experts/{ada}").must(200)


LACKING: dict[str, Callable[[World], object]] = {
    "no profile": make.account,
    "no title": lambda world: make.expert(world, title=""),
    "no specialty": lambda world: make.expert(world, specialty=[]),
    "not verified": lambda world: make.expert(world, columns={"verification_tier": "not-verified"}),
    "not proved": lambda world: make.expert(world, columns={"is_email_verified": False}),
    "a client": lambda world: make.expert(world, columns={"role": "client"}),
    "an rpo": lambda world: make.expert(world, columns={"role": "rpo"}),
    "disabled": lambda world: make.expert(world, columns={"disabled_at": world.clock.now()}),
}


def test_who_lacks_something_is_not_shown(world: World) -> None:
    hidden = {lack: make_one(world) for lack, make_one in LACKING.items()}
    shown = make.expert(world, "Bo Bell", columns={"verification_tier": "pro"})
    answer = reading.experts(world)
    assert [card["id"] for card in answer.data] == [shown]
    assert paging.total(answer) == 1
    told = {lack: world.get(f"/experts/{one}").status for lack, one in hidden.items()}
    assert told == dict.fromkeys(LACKING, 404)


def test_the_total_is_right_however_often_they_come_and_go(world: World) -> None:
    made = [make.expert(world, f"Ada Lovell{number}") for number in range(5)]
    for number, one in enumerate(made):
        make.change_account(world, one, verification_tier="not-verified")
        make.change_account(world, one, verification_tier="not-verified", avatar_url=None)
        if number % 2:
            make.change_account(world, one, verification_tier="pro")
            make.change_account(world, one, first_name="Augusta")
    assert paging.total(reading.experts(world)) == 2
    assert paging.total(reading.experts(world, "search=augusta")) == 2


def test_an_address_proved_by_code_brings_who_was_ready_into_the_directory(world: World) -> None:
    eve = cast.register(world, "eve@example.com")
    make.into_expert(world, eve, "Eve Adams")
    assert reading.found(world, "") == set()
    proof = {"email": "eve@example.com", "otp": world.code("eve@example.com")}
    world.post("/auth/verify-email", proof).must(200)
    assert reading.found(world, "") == {"Adams"}
