"""The search of users finds a name that is written with one typing error."""

from urllib.parse import quote

import pytest

from bridgework.areas.back_office.administration import queries
from tests import cast
from tests.world import Person, World

NAMES = {
    "astrid": ("Astrid", "Lindholm"),
    "anna": ("Anna", "Lindh-Ekman"),
    "hanna": ("Hanna", "Núñez"),
    "sky": ("Sky", "Lee"),
}


@pytest.fixture
def root(world: World) -> Person:
    """An administrator of an installation with some users."""
    for email, (first, last) in NAMES.items():
        person = cast.sign_up(world, f"{email}@dent.test")
        names = {"firstName": first, "lastName": last}
        world.patch("/users/me", names, as_=person).must(200)
    return cast.root(world)


def found(world: World, root: Person, search: str, more: str = "") -> list[str]:
    """Return the users that a search finds, oldest first."""
    path = f"/admin/users?search={quote(search)}{more}"
    page = world.get(path, as_=root).must(200).data
    assert page["total"] == len(page["items"])
    return [item["email"].partition("@")[0] for item in reversed(page["items"])]


ERRORS = [
    ("Lindhlom", ["astrid"]),  # exchanged
    ("linhdolm", ["astrid"]),  # exchanged in the middle of the word
    ("lindolm", ["astrid"]),  # missing
    ("indholm", ["astrid"]),
    ("lindholmm", ["astrid"]),  # added
    ("llindholm", ["astrid"]),
    ("lundholm", ["astrid"]),  # wrong
    ("lindhoem", ["astrid"]),
    ("Astrid Lindhlom", ["astrid"]),
    ("Asrtid Lindhlom", ["astrid"]),
    ("Ekmna", ["anna"]),  # a part of a double name
    ("Lnidh-Ekman", ["anna"]),
    ("Nuñze", ["hanna"]),
    ("Lndhlom", []),  # two errors
    ("Lindhlom Ekman", []),
    ("Lnidhekman", []),
    ("Skz", []),  # fewer than four letters
    ("l_ndholm", []),
    ("lind%holm", []),
    ("astrid@dent.tset", []),
]


@pytest.mark.parametrize("typed", ERRORS, ids=[typed for typed, _ in ERRORS])
def test_a_word_of_the_name_may_have_one_error(
    world: World, root: Person, typed: tuple[str, list[str]]
) -> None:
    search, expected = typed
    assert found(world, root, search) == expected
    palette = world.get(f"/admin/search?q={quote(search)}", as_=root).must(200).data["items"]
    names = [item["subtitle"].partition("@")[0] for item in palette if item["kind"] == "user"]
    assert sorted(names) == sorted(expected)


def test_similar_names_are_found_only_if_none_matches(world: World, root: Person) -> None:
    assert found(world, root, "anna") == ["anna"]
    assert found(world, root, "holm") == ["astrid"], "a part of a word, if none begins so"
    assert found(world, root, "nn") == ["anna", "hanna"]
    assert found(world, root, "lindh") == ["astrid", "anna"]
    assert found(world, root, "lidnh") == ["anna"]


def test_the_fewest_errors_count(world: World, root: Person) -> None:
    assert found(world, root, "Hanna Nunze") == ["hanna"]
    assert found(world, root, "Hanma Nunez") == ["hanna"]
    person = cast.sign_up(world, "johanna@dent.test")
    names = {"firstName": "Hannah", "lastName": "Nunes"}
    world.patch("/users/me", names, as_=person).must(200)
    assert found(world, root, "Hanna Nunees") == ["johanna"]


def test_filters_and_pages_hold_for_similar_names(world: World, root: Person) -> None:
    assert found(world, root, "Lindhlom", "&role=client") == []
    assert found(world, root, "Lindhlom", "&role=expert") == ["astrid"]
    for number in range(3):
        other = cast.sign_up(world, f"other{number}@dent.test")
        names = {"firstName": "Björn", "lastName": "Lindholm"}
        world.patch("/users/me", names, as_=other).must(200)
    pages = [
        world.get(f"/admin/users?search=Lindhlom&limit=2&page={page}", as_=root).must(200).data
        for page in (1, 2, 3)
    ]
    assert [page["total"] for page in pages] == [4, 4, 4]
    emails = [item["email"].partition("@")[0] for page in pages for item in page["items"]]
    assert emails == ["other2", "other1", "other0", "astrid"]


def test_exports_contain_the_users_of_the_list(world: World, root: Person) -> None:
    rows = world.get("/admin/export/accounts.jsonl?search=Lindhlom", as_=root).must(200).body
    assert rows.count(b"\n") == 1
    assert b"astrid@dent.test" in rows
    assert world.get("/admin/export/accounts.jsonl?search=Lndhlom", as_=root).must(200).body == b""


def test_an_erased_user_is_not_similar(world: World, root: Person) -> None:
    astrid = cast.sign_in(world, "astrid@dent.test")
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=astrid).must(202)
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    assert found(world, cast.root_again(world), "Lindhlom") == []


def test_of_many_similar_names_the_newest_are_compared(
    world: World, root: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast.sign_up(world, "late@dent.test", firstName="Lindgard", lastName="X")
    monkeypatch.setattr(queries, "_MOST_COMPARED", 1)
    assert found(world, root, "Lindhlom") == []
