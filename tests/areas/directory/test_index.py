"""The search index follows changes of experts, also concurrent ones and after an upgrade."""

from functools import partial

import pytest
import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import EXPERTS
from bridgework.areas.people.directory.tables import experts, index, records, spellings
from bridgework.kit.data.db import Tx, cache_versions
from tests import cast, make, paging
from tests.areas.directory import reading
from tests.world import World


def vocabulary(world: World) -> tuple[set[str], set[str]]:
    """Return the tokens of the index, and the words of its spelling table."""
    with world.application.app_state.database.reading() as tx:
        tokens = tx.execute(sa.select(index.bitmaps.c.token).distinct()).scalars().all()
        words = tx.execute(sa.select(spellings.table.c.word).distinct()).scalars().all()
    return set(tokens), set(words)


def tokens_with_grades(world: World) -> set[tuple[str, int]]:
    """Return the tokens of the index with their grades."""
    with world.application.app_state.database.reading() as tx:
        rows = tx.execute(sa.select(index.bitmaps.c.token, index.bitmaps.c.grade).distinct()).all()
    return {(row.token, row.grade) for row in rows}


def test_the_words_of_an_unlisted_expert_are_removed(world: World) -> None:
    make.expert(world, "Bo Bell", title="Endodontist", bio="Plays the clarinet.")
    before = vocabulary(world)
    ada = make.expert(
        world,
        "Ada Lovell",
        title="Endodontist",
        bio="Plays the theremin.",
        tags=["zither"],
        location="Reykjavík",
    )
    assert reading.find_names(world, "search=thermin") == {"Lovell"}
    assert reading.find_names(world, "search=lovel") == {"Lovell"}
    for change in ({"disabled_at": world.clock.now()}, {"verification_tier": "not-verified"}):
        make.change_account(world, ada, **change)
        for query in ("search=thermin", "search=theremin", "search=lovelll", "location=reykjavik"):
            assert reading.find_names(world, query) == set(), query
        assert vocabulary(world) == before
        make.change_account(world, ada, disabled_at=None, verification_tier="pro")
        assert reading.find_names(world, "search=thermin") == {"Lovell"}


def test_a_word_that_is_listed_again_is_not_corrected(world: World) -> None:
    bell = make.expert(world, "Bo Bell", bio="calm")
    make.expert(world, "Cy Clam", bio="quiet")
    assert reading.find_names(world, "search=clam") == {"Clam"}
    assert reading.find_names(world, "search=calm") == {"Bell"}
    make.change_account(world, bell, disabled_at=world.clock.now())
    assert reading.find_names(world, "search=calm") == {"Clam"}
    make.change_account(world, bell, disabled_at=None)
    assert reading.find_names(world, "search=calm") == {"Bell"}


def test_a_changed_expert_is_found_by_the_current_words(world: World) -> None:
    ada = cast.ada(world)
    make.into_expert(world, ada, "Ada Lovell", bio="Ada plays.")
    world.patch("/users/me", {"firstName": "Play"}, as_=ada).must(200)
    assert (
        reading.find_names(world, "search=play")
        == reading.find_names(world, "search=ada")
        == {"Lovell"}
    )
    world.patch("/users/me", {"firstName": "Ann"}, as_=ada).must(200)
    assert reading.find_names(world, "search=play") == {"Lovell"}
    assert reading.find_names(world, "search=ann+ada") == {"Lovell"}


def test_a_change_and_a_new_listing_write_the_same_index(world: World) -> None:
    ada = cast.ada(world)
    make.into_expert(world, ada, "Ada Lovell", title="Endodontist", location="Enid, OK")
    edits: list[tuple[dict[str, object], set[int]]] = [
        ({"bio": "Enamel and endless endo."}, {0}),
        ({"title": "Dentist", "specialty": ["General Dentistry"]}, {1}),
        ({"bio": "Endless enamel.", "tags": ["enamel"]}, {1}),
        ({"title": "Enamel artist"}, {0}),
        ({"title": "Artist", "location": "Elko, NV"}, {1}),
        ({"bio": "", "tags": []}, set()),
        ({"bio": "Of ö, e and 1."}, set()),
    ]
    for fields, grades in edits:
        world.patch("/users/me/profile", {"profile": fields}, as_=ada).must(200)
        changed = tokens_with_grades(world)
        assert {grade for token, grade in changed if token == "head:en"} == grades, fields
        make.change_account(world, ada.id, disabled_at=world.clock.now())
        assert tokens_with_grades(world) == set()
        make.change_account(world, ada.id, disabled_at=None)
        assert tokens_with_grades(world) == changed, fields


@pytest.mark.postgresql("concurrent requests")
def test_experts_who_change_concurrently_are_all_found(world: World) -> None:
    people = [cast.sign_up(world, f"expert{number}@example.com") for number in range(8)]
    for number, person in enumerate(people):
        make.into_expert(world, person, f"Before Lovell{number}", tags=["common"])
    world.together(
        [
            partial(world.sending, "PATCH", "/users/me", {"firstName": "Afterwards"}, as_=person)
            for person in people
        ]
    )
    all_names = {f"Lovell{number}" for number in range(8)}
    for query in ("search=afterwards", "tags=common", ""):
        assert reading.find_names(world, query) == all_names
    assert reading.find_names(world, "search=before") == set()


def test_experts_in_several_bitmap_shards_are_counted_and_paged(world: World) -> None:
    experts_created = []
    for number in range(12):
        experts_created.append(make.expert(world, f"Ada Lovell{number}", tags=["common"]))
        world.clock.advance(minutes=1)
        with world.application.app_state.database.writing() as tx:
            _skip_numbers(tx, 40_000)
    for query in ("search=lovell", "tags=common", "tags=common&sortBy=name"):
        pages = list(paging.walk_pages(world, f"/experts?{query}&limit=5"))
        assert sorted(expert for page in pages for expert in page) == sorted(experts_created)
    newest = reading.list_experts(world, "tags=common")
    assert [card["id"] for card in newest.data] == experts_created[::-1]


def _skip_numbers(tx: Tx, count: int) -> None:
    """Skip some numbers of experts, as after long use."""
    if tx.dialect == "sqlite":
        tx.execute(
            sa.text(
                "UPDATE sqlite_sequence SET seq = seq + :some WHERE name = 'directory_experts'"
            ),
            {"some": count},
        )
    else:
        tx.execute(
            sa.text(
                "SELECT setval('directory_experts_number_seq',"
                " nextval('directory_experts_number_seq') + :some)"
            ),
            {"some": count},
        )


@pytest.mark.parametrize("edition", ["", "0", "9-of-tomorrow"])
def test_experts_of_another_edition_are_reindexed(world: World, edition: str) -> None:
    for number in range(12):
        make.expert(world, f"Ada Lovell{number}", title="Endodontist", tags=["mentor"])
    queries = ("search=root+canal", "search=lovel", "tags=mentor", "search=endodntist", "")
    before = {query: reading.find_names(world, query) for query in queries}
    tokens = vocabulary(world)
    with world.application.app_state.database.writing() as tx:
        tx.execute(index.bitmaps.delete())
        tx.execute(spellings.table.delete())
        tx.execute(experts.update().values(edition=edition))
        tx.execute(records.update().values(found_by=""))
        cache_versions.bump(tx, EXPERTS)
    assert reading.find_names(world, "search=lovel") == set()
    world.run_periodic_tasks()
    assert {query: reading.find_names(world, query) for query in queries} == before
    assert vocabulary(world) == tokens
