"""A change of an expert is visible in the next response."""

from collections.abc import Callable

import pytest

from tests import cast, make, paging
from tests.areas.directory import reading
from tests.world import Person, World


@pytest.fixture
def ada(world: World) -> Person:
    """An expert of the directory who can sign in."""
    ada = cast.ada(world)
    make.into_expert(world, ada, "Ada Lovell")
    return ada


def test_a_matching_etag_returns_304(world: World, ada: Person) -> None:
    for path in ("/experts", f"/experts/{ada.id}", "/experts?search=ada"):
        first = world.get(path).must(200)
        assert first.headers["cache-control"] == "public, max-age=0, must-revalidate"
        not_modified = world.get(path, headers={"if-none-match": first.headers["etag"]}).must(304)
        assert not_modified.body == b""
        assert not_modified.headers["etag"] == first.headers["etag"]
        head = world.send("HEAD", path).must(200)
        assert (head.body, head.headers["etag"]) == (b"", first.headers["etag"])
        assert head.headers["content-length"] == str(len(first.body))


def test_different_lists_have_different_etags(world: World, ada: Person) -> None:
    make.expert(world, "Bo Bell")
    paths = ["/experts", "/experts?limit=1", "/experts?limit=1&page=2", f"/experts/{ada.id}"]
    assert len({world.get(path).must(200).headers["etag"] for path in paths}) == len(paths)


def test_a_change_of_an_expert_is_visible_at_once(world: World, ada: Person) -> None:
    paths = ("/experts", f"/experts/{ada.id}")
    tags = [world.get(path).must(200).headers["etag"] for path in paths]
    changes = {"firstName": "Augusta", "lastName": "King", "avatarUrl": "https://example.com/a"}
    world.clock.advance(minutes=1)
    world.patch("/users/me", changes, as_=ada).must(200)
    [card], record = (
        world.get(path, headers={"if-none-match": tag}).must(200).data
        for path, tag in zip(paths, tags, strict=True)
    )
    for record_or_card in (card, record):
        assert {name: record_or_card[name] for name in changes} == changes
        assert record_or_card["updatedAt"] == "2026-11-21T12:01:00.000Z"
    assert reading.find_names(world, "search=augusta+king") == {"King"}
    assert reading.find_names(world, "search=lovell") == set()


def test_an_empty_change_keeps_the_etag(world: World, ada: Person) -> None:
    tag = world.get("/experts").must(200).headers["etag"]
    world.clock.advance(minutes=1)
    world.patch("/users/me", {}, as_=ada).must(200)
    world.get("/experts", headers={"if-none-match": tag}).must(304)


UNLISTING: dict[str, dict[str, object]] = {
    "disabled": {"disabled_at": True},
    "no longer verified": {"verification_tier": "not-verified"},
    "no longer proved": {"is_email_verified": False},
    "a client now": {"role": "client"},
    "an administrator now": {"role": "admin"},
    "without a first name": {"first_name": None},
    "without a last name": {"last_name": ""},
}


LISTED = {
    "disabled_at": None,
    "verification_tier": "verified",
    "is_email_verified": True,
    "role": "expert",
    "first_name": "Ada",
    "last_name": "Lovell",
}


def test_an_unlisted_expert_is_found_in_no_list(world: World) -> None:
    make.expert(world, "Bo Bell", tags=["mentor"])
    ada = make.expert(world, "Ada Lovell", tags=["mentor"], location="Paris")
    queries = ("", "search=ada", "tags=mentor", "location=paris", "sortBy=name")
    before = {query: reading.find_names(world, query) for query in queries}
    assert all("Lovell" in names for names in before.values())
    for reason, columns in UNLISTING.items():
        values = {"disabled_at": world.clock.now()} if "disabled_at" in columns else columns
        make.change_account(world, ada, **values)
        without = {query: names - {"Lovell"} for query, names in before.items()}
        assert {query: reading.find_names(world, query) for query in queries} == without, reason
        world.get(f"/experts/{ada}").must(404)
        make.change_account(world, ada, **LISTED)
        assert {query: reading.find_names(world, query) for query in queries} == before, reason
        world.get(f"/experts/{ada}").must(200)


UNLISTED: dict[str, Callable[[World], object]] = {
    "no profile": make.account,
    "no title": lambda world: make.expert(world, title=""),
    "no specialty": lambda world: make.expert(world, specialty=[]),
    "not verified": lambda world: make.expert(world, columns={"verification_tier": "not-verified"}),
    "not proved": lambda world: make.expert(world, columns={"is_email_verified": False}),
    "a client": lambda world: make.expert(world, columns={"role": "client"}),
    "an rpo": lambda world: make.expert(world, columns={"role": "rpo"}),
    "disabled": lambda world: make.expert(world, columns={"disabled_at": world.clock.now()}),
}


def test_an_incomplete_or_unverified_expert_is_not_listed(world: World) -> None:
    unlisted = {lack: create(world) for lack, create in UNLISTED.items()}
    listed = make.expert(world, "Bo Bell", columns={"verification_tier": "pro"})
    page = reading.list_experts(world)
    assert [card["id"] for card in page.data] == [listed]
    assert paging.total(page) == 1
    statuses = {lack: world.get(f"/experts/{expert}").status for lack, expert in unlisted.items()}
    assert statuses == dict.fromkeys(UNLISTED, 404)


def test_the_total_is_right_after_experts_were_listed_and_unlisted(world: World) -> None:
    experts = [make.expert(world, f"Ada Lovell{number}") for number in range(5)]
    for number, expert in enumerate(experts):
        make.change_account(world, expert, verification_tier="not-verified")
        make.change_account(world, expert, verification_tier="not-verified", avatar_url=None)
        if number % 2:
            make.change_account(world, expert, verification_tier="pro")
            make.change_account(world, expert, first_name="Augusta")
    assert paging.total(reading.list_experts(world)) == 2
    assert paging.total(reading.list_experts(world, "search=augusta")) == 2


def test_verifying_the_address_lists_a_complete_expert(world: World) -> None:
    eve = cast.register(world, "eve@example.com")
    make.into_expert(world, eve, "Eve Adams")
    assert reading.find_names(world, "") == set()
    proof = {"email": "eve@example.com", "otp": world.code("eve@example.com")}
    world.post("/auth/verify-email", proof).must(200)
    assert reading.find_names(world, "") == {"Adams"}
