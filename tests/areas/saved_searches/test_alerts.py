"""Alerts of saved searches, from the search to the e-mail."""

import re
import threading
from collections.abc import Callable
from typing import Any

import pytest

from bridgework.areas.people.directory import actions as directory
from bridgework.areas.people.profiles.tables import profiles
from bridgework.areas.work.saved_searches.tables import (
    alert_finds,
    alert_keys,
    alert_queries,
    search_alerts,
)
from tests import cast, make
from tests.areas.jobs import board
from tests.areas.saved_searches.alerting import alerts, find, save
from tests.world import PUBLIC_URL, Person, World

CYRUS = "cyrus@example.com"


@pytest.fixture
def people(world: World) -> board.Cast:
    return board.sign_up_all(world)


def rows(world: World, table: Any) -> list[Any]:
    with world.application.app_state.database.reading() as tx:
        return list(tx.rows(table.select()))


def close(world: World, people: board.Cast, job: str) -> None:
    world.post(f"/jobs/{job}/close", as_=people.carla).must(200)


def test_an_approved_job_is_sent_with_its_match_score(world: World, people: board.Cast) -> None:
    query = {"specialty": "endodontics", "search": "endodontist"}
    search = save(world, people.cyrus, query=query)
    save(world, people.cyrus, name="Other", query={"specialty": "orthodontics"})
    job = board.post(world, people.carla)
    assert alerts(world, CYRUS) == []
    world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    [text] = alerts(world, CYRUS)
    assert text.startswith("1 new job: Mine\n")
    assert "Associate endodontist" in text
    assert "Orchard Gate Dental, Austin, Texas" in text
    match = world.get("/jobs/matches/mine", as_=people.cyrus).must(200).data["items"][0]
    assert f"Match: {match['matchScore']} of 100" in text
    assert f"https://api.example.com/app/jobs/{job}>\n" in text
    assert f"https://api.example.com/app/searches/{search}\n" in text
    assert "Carla" not in text
    assert alerts(world, CYRUS) == [text]


def test_a_reader_without_a_score_is_sent_the_job(world: World, people: board.Cast) -> None:
    save(world, people.eli)
    board.post_approved(world, people)
    [text] = alerts(world, "eli@example.com")
    assert "Associate endodontist" in text
    assert "Match" not in text


def test_an_expert_who_joins_or_changes_is_sent(world: World) -> None:
    ben = cast.ben(world)
    make.expert(world, "Ada Lovell", tags=["mentor"])
    world.clock.advance(seconds=1)
    save(world, ben, "experts", query={"tags": "mentor", "sortBy": "name"})
    expert = make.expert(world, "Bea Moss")
    make.expert(world, "Cai Nunn", tags=["mentor"])
    [text] = alerts(world, "ben@example.com")
    assert ("Cai Nunn" in text, "Bea Moss" in text, "Ada" in text) == (True, False, False)
    with world.application.app_state.database.writing() as tx:
        change_profile(tx, expert, world)
    world.clock.advance(minutes=2)
    [_, second] = alerts(world, "ben@example.com")
    assert ("Cai Nunn" in second, "Bea Moss" in second) == (False, True)
    assert f"Bea Moss <https://api.example.com/app/experts/{expert}>\n" in second


def change_profile(tx: Any, expert: Any, world: World) -> None:
    fields = {**make.PROFILE, "tags": ["mentor"]}
    change = profiles.update().where(profiles.c.account_id == expert)
    tx.execute(change.values(fields=fields, updated_at=world.clock.now()))
    directory.reindex(tx, expert)


def test_a_misspelt_search_finds_what_the_list_finds(world: World) -> None:
    ben = cast.ben(world)
    save(world, ben, "experts", query={"search": "microscpe"})
    make.expert(world, "Bea Moss", bio="Works with a microscope")
    assert len(world.get("/experts?search=microscpe").must(200).data) == 1
    assert len(alerts(world, "ben@example.com")) == 1
    # Now a document contains the misspelling, so that the list no longer corrects it.
    world.clock.advance(minutes=2)
    make.expert(world, "Cai Nunn", bio="microscpe")
    make.expert(world, "Dee Orr", bio="microscope")
    [_, text] = alerts(world, "ben@example.com")
    assert ("Cai Nunn" in text, "Dee Orr" in text) == (True, False)


def test_invisible_characters_make_no_difference_to_an_alert(world: World) -> None:
    ben = cast.ben(world)
    save(world, ben, "experts", query={"search": "micro\u200bscope"})
    make.expert(world, "Bea Moss", bio="Works with a mi\u00adcroscope\ufeff")
    [text] = alerts(world, "ben@example.com")
    assert "Bea Moss" in text


@pytest.mark.parametrize(("frequency", "hours"), [("daily", 24), ("weekly", 24 * 7)])
def test_a_frequency_is_the_least_time_between_alerts(
    world: World, people: board.Cast, frequency: str, hours: int
) -> None:
    save(world, people.cyrus, frequency=frequency)
    board.post_approved(world, people, roleNeeded="First")
    assert len(alerts(world, CYRUS)) == 1
    world.clock.advance(minutes=10)
    board.post_approved(world, people, roleNeeded="Second")
    board.post_approved(world, people, roleNeeded="Third")
    world.clock.advance(hours=hours, minutes=-10, seconds=-10)
    assert len(alerts(world, CYRUS)) == 1
    world.clock.advance(seconds=20)
    [_, text] = alerts(world, CYRUS)
    assert text.startswith("2 new jobs: Mine\n")
    assert ("Second" in text, "Third" in text, "First" in text) == (True, True, False)


def test_instant_alerts_are_a_minute_apart(world: World, people: board.Cast) -> None:
    save(world, people.cyrus)
    for count in (1, 1):
        board.post_approved(world, people)
        assert len(alerts(world, CYRUS)) == count
        world.clock.advance(seconds=10)
    world.clock.advance(minutes=1)
    assert len(alerts(world, CYRUS)) == 2


def test_no_alerts_are_sent_with_off(world: World, people: board.Cast) -> None:
    search = save(world, people.cyrus, frequency="off")
    board.post_approved(world, people)
    assert alerts(world, CYRUS) == []
    world.clock.advance(seconds=1)
    world.patch(f"/searches/{search}", {"frequency": "instantly"}, as_=people.cyrus).must(200)
    assert alerts(world, CYRUS) == []
    world.clock.advance(seconds=1)
    board.post_approved(world, people, roleNeeded="Later")
    [text] = alerts(world, CYRUS)
    assert text.startswith("1 new job: Mine\n")
    world.patch(f"/searches/{search}", {"frequency": "off"}, as_=people.cyrus).must(200)
    world.clock.advance(minutes=5)
    board.post_approved(world, people)
    assert alerts(world, CYRUS) == [text]
    assert rows(world, alert_queries) == rows(world, alert_keys) == rows(world, search_alerts) == []


@pytest.mark.parametrize(("count", "more"), [(9, 0), (10, 0), (11, 1)])
def test_an_email_names_ten_and_counts_the_others(
    world: World, people: board.Cast, count: int, more: int
) -> None:
    save(world, people.cyrus)
    for number in range(count):
        board.post_approved(world, people, roleNeeded=f"Chair {number}")
    [text] = alerts(world, CYRUS)
    assert text.startswith(f"{count} new jobs: Mine\n")
    assert len(re.findall(r"Job: Chair", text)) == count - more
    assert ("There is 1 more." in text) == bool(more)
    world.clock.advance(minutes=5)
    assert alerts(world, CYRUS) == [text]


Undoing = Callable[[World, board.Cast, str], object]
UNDOING: list[Undoing] = [
    close,
    lambda world, people, _: make.change_account(
        world, board.id_of(people.carla), disabled_at=world.clock.now()
    ),
    lambda world, people, _: world.post(
        "/users/me/erase", {"password": cast.PASSWORD}, as_=people.carla
    ).must(202),
    lambda world, people, job: world.patch(
        f"/admin/jobs/{job}", {"specialty": "orthodontics"}, as_=people.root
    ).must(200),
    lambda world, *_: world.clock.advance(days=91),
]


@pytest.mark.parametrize(
    "undo", UNDOING, ids=["closed", "disabled", "erased", "changed", "expired"]
)
def test_a_job_that_is_no_longer_found_is_not_sent(
    world: World, people: board.Cast, undo: Undoing
) -> None:
    search = save(world, people.cyrus, query={"specialty": "endodontics"})
    job = board.post_approved(world, people)
    find(world)
    assert [(row.search_id, row.record_id) for row in rows(world, alert_finds)] == [(search, job)]
    undo(world, people, job)
    assert alerts(world, CYRUS) == []


def test_a_hidden_job_is_sent_when_it_is_restored(world: World, people: board.Cast) -> None:
    save(world, people.cyrus)
    job = board.post_approved(world, people)
    body = {"kind": "job", "targetId": job, "reason": "spam"}
    report = world.post("/reports", body, as_=people.eli).must(201).data["id"]
    decide = f"/admin/reports/{report}/decide"
    world.post(decide, {"decision": "hide", "reason": "Spam"}, as_=people.root).must(200)
    assert alerts(world, CYRUS) == []
    world.post(decide, {"decision": "restore", "reason": "No spam"}, as_=people.root).must(200)
    assert len(alerts(world, CYRUS)) == 1


def test_a_job_is_not_sent_twice(world: World, people: board.Cast) -> None:
    search = save(world, people.cyrus)
    job = board.post_approved(world, people)
    [text] = alerts(world, CYRUS)
    world.clock.advance(minutes=5)
    close(world, people, job)
    world.patch(f"/jobs/{job}", {"headcount": 3}, as_=people.carla).must(200)
    world.patch(f"/searches/{search}", {"query": {"location": "Austin"}}, as_=people.cyrus)
    world.clock.advance(minutes=5)
    world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    page = world.get(f"/searches/{search}/results", as_=people.cyrus).must(200).data
    assert [item["isNew"] for item in page["items"]] == [True]
    assert alerts(world, CYRUS) == [text]


def test_an_update_forgets_what_was_not_sent(world: World, people: board.Cast) -> None:
    search = save(world, people.cyrus, frequency="daily")
    board.post_approved(world, people, roleNeeded="First")
    assert len(alerts(world, CYRUS)) == 1
    board.post_approved(world, people, roleNeeded="Second")
    assert len(alerts(world, CYRUS)) == 1
    world.clock.advance(minutes=5)
    changes = {"query": {"location": "Austin"}}
    world.patch(f"/searches/{search}", changes, as_=people.cyrus).must(200)
    world.clock.advance(seconds=1)
    board.post_approved(world, people, roleNeeded="Third")
    world.clock.advance(days=2)
    [_, text] = alerts(world, CYRUS)
    assert ("Second" in text, "Third" in text) == (False, True)


def test_own_jobs_and_own_listing_are_not_sent(world: World, people: board.Cast) -> None:
    save(world, people.carla)
    save(world, people.eli, "experts")
    board.post_approved(world, people)
    make.into_expert(world, people.eli, "Eli Frost")
    assert alerts(world, "carla@example.com") == []
    assert alerts(world, "eli@example.com") == []


def test_a_disabled_reader_gets_no_alert(world: World, people: board.Cast) -> None:
    save(world, people.cyrus)
    save(world, people.eli)
    make.change_account(world, board.id_of(people.cyrus), disabled_at=world.clock.now())
    make.change_account(world, board.id_of(people.eli), is_email_verified=False)
    board.post_approved(world, people)
    assert alerts(world, CYRUS) == alerts(world, "eli@example.com") == []


def test_one_click_ends_all_alerts(world: World, people: board.Cast) -> None:
    save(world, people.cyrus)
    save(world, people.cyrus, name="Second")
    board.post_approved(world, people)
    assert len(alerts(world, CYRUS)) == 2
    message = world.mail(CYRUS)[-1]
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = str(message["List-Unsubscribe"]).strip("<>").removeprefix(PUBLIC_URL)
    world.post(path).must(200)
    choices = world.get("/users/me/notifications", as_=people.cyrus).must(200).data
    assert choices["savedSearchAlert"] is False
    world.clock.advance(minutes=5)
    board.post_approved(world, people)
    assert len(alerts(world, CYRUS)) == 2
    choices = {"savedSearchAlert": True}
    world.patch("/users/me/notifications", choices, as_=people.cyrus).must(200)
    world.clock.advance(minutes=5)
    board.post_approved(world, people, roleNeeded="Later")
    assert len(alerts(world, CYRUS)) == 4


def test_a_deleted_search_sends_nothing(world: World, people: board.Cast) -> None:
    search = save(world, people.cyrus)
    board.post_approved(world, people)
    find(world)
    world.delete(f"/searches/{search}", as_=people.cyrus).must(200)
    assert alerts(world, CYRUS) == []
    assert (
        rows(world, alert_finds) == rows(world, search_alerts) == rows(world, alert_queries) == []
    )


def test_an_account_is_erased_with_its_alerts(world: World, people: board.Cast) -> None:
    save(world, people.cyrus)
    board.post_approved(world, people)
    assert len(alerts(world, CYRUS)) == 1
    exported = world.get("/users/me/export", as_=people.cyrus).must(200).data["tables"]
    assert len(exported["alert_finds"]) == len(exported["search_alerts"]) == 1
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=people.cyrus).must(202)
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    world.run_periodic_tasks()
    assert (
        rows(world, alert_finds) == rows(world, search_alerts) == rows(world, alert_queries) == []
    )


def test_keys_of_an_earlier_terminology_are_computed_anew(world: World, people: board.Cast) -> None:
    save(world, people.cyrus, query={"search": "endodontist"})
    with world.application.app_state.database.writing() as tx:
        tx.execute(alert_queries.update().values(edition="older"))
        tx.execute(alert_keys.delete())
    world.run_periodic_tasks()
    board.post_approved(world, people)
    assert len(alerts(world, CYRUS)) == 1


@pytest.mark.postgresql("concurrent requests")
def test_two_workers_send_an_alert_once(world: World, neighbour: World, people: board.Cast) -> None:
    searchers: list[Person] = [people.cyrus, people.eli, people.dora]
    for person in searchers:
        for number in range(10):
            save(world, person, name=f"Search {number}")
    board.post_approved(world, people)
    errors: list[BaseException] = []

    def work(node: World) -> None:
        try:
            node.run_periodic_tasks()
        except BaseException as error:  # noqa: BLE001 - asserted below
            errors.append(error)

    threads = [threading.Thread(target=work, args=(node,)) for node in (world, neighbour) * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert [len(alerts(world, email)) for email in (CYRUS, "eli@example.com")] == [10, 10]
    assert len(alerts(world, "dora@example.com")) == 10
