"""`GET /places` suggests places to signed-in callers."""

import pytest

from tests import cast
from tests.world import World


def test_a_member_and_an_administrator_get_suggestions(world: World) -> None:
    for caller in (cast.ada(world), cast.root(world)):
        response = world.get("/places?search=portland,%20o", as_=caller).must(200)
        assert response.data == [
            {
                "name": "Portland",
                "region": "Oregon",
                "country": "US",
                "metro": "Portland",
                "lat": 45.52,
                "lon": -122.68,
            }
        ]
    world.get("/places?search=portland").must(401)


def test_what_is_not_known_is_null(world: World) -> None:
    ada = cast.ada(world)
    [place] = world.get("/places?search=galway", as_=ada).must(200).data
    assert (place["region"], place["country"], place["metro"]) == (None, "IE", None)
    [place] = world.get("/places?search=tysons+corner", as_=ada).must(200).data
    assert (place["metro"], place["lat"], place["lon"]) == ("Washington", None, None)


@pytest.mark.parametrize("query", ["", "?search=", "?search=%20", "?search=zzyzx"])
def test_a_text_that_begins_no_name_has_no_suggestions(world: World, query: str) -> None:
    assert world.get(f"/places{query}", as_=cast.ada(world)).must(200).data == []


def test_at_most_ten_places_are_suggested(world: World) -> None:
    assert len(world.get("/places?search=s", as_=cast.ada(world)).must(200).data) == 10


def test_a_text_is_limited(world: World) -> None:
    ada = cast.ada(world)
    for length in (199, 200):
        world.get(f"/places?search={'x' * length}", as_=ada).must(200)
    refused = world.get(f"/places?search={'x' * 201}", as_=ada).must(422)
    assert [each["path"] for each in refused.json["details"]] == ["search"]
    world.get("/places?search=%00", as_=ada).must(422)


def test_the_browser_keeps_suggestions_of_its_reader(world: World) -> None:
    ada = cast.ada(world)
    first = world.get("/places?search=philly", as_=ada).must(200)
    assert first.headers["cache-control"] == "private, max-age=3600"
    known = {"if-none-match": first.headers["etag"]}
    again = world.get("/places?search=philly", as_=ada, headers=known).must(304)
    assert again.body == b""
    assert again.headers["cache-control"] == "private, max-age=3600"
    refused = world.get("/places?search=philly", headers=known).must(401)
    assert refused.headers["cache-control"] == "no-store"
