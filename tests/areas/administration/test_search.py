"""Administrators find people and content of all kinds with one search."""

from datetime import datetime
from typing import Any
from urllib.parse import quote

import pytest

from tests import cast, make
from tests.areas.calendar import calendar_client
from tests.areas.jobs import board
from tests.areas.roles import desk
from tests.areas.vendors import fair
from tests.world import ANONYMOUS, Person, World

MEMBERS = ("kind", "id", "title", "subtitle", "state")


def search(world: World, root: Person, text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (
        world.get(f"/admin/search?q={quote(text)}", as_=root).must(200).data["items"]
    )
    return found


def titles(world: World, root: Person, text: str) -> list[str]:
    return [result["title"] for result in search(world, root, text)]


def test_only_administrators_search(world: World) -> None:
    for person, status in ((ANONYMOUS, 401), (cast.ben(world), 403)):
        world.get("/admin/search?q=ben", as_=person).must(status)


def test_every_kind_is_found(world: World) -> None:
    people = board.sign_up_all(world)
    word = {"companyName": "Quillon Dental"}
    ben, vera = cast.ben(world), fair.vendor(world)
    role, job = desk.post(world, ben, **word), board.post(world, people.carla, **word)
    named = {"name": "Quillon evening", "visibility": "private"}
    event = calendar_client.create_event(world, people.root, **named)
    article = make.post(world, make.account(world), "quillon-news", draft=True)
    fair.update_profile(world, vera, companyName="Quillon Scanners")
    fair.verify(world, vera)
    address = "zoe@example.net"
    user = make.account(world, "Zoë Quillon", email=address, email_key=address)
    rows = {
        ("user", user, "Zoë Quillon", address, "verified"),
        ("role", role, desk.POSTING["roleNeeded"], "Quillon Dental", "pending"),
        ("job", job, board.POSTING["roleNeeded"], "Quillon Dental", "pending"),
        ("event", event, "Quillon evening", "2026-12-04", "upcoming"),
        ("article", article, "Quillon news", "quillon-news", "draft"),
        ("vendor", vera.id, "Quillon Scanners", "vendor", "verified"),
        ("user", vera.id, vera.email, vera.email, "verified"),
    }
    found = search(world, people.root, "quill")
    assert {tuple(result[name] for name in MEMBERS) for result in found} == rows
    world.delete(f"/roles/{role}", as_=ben).must(200)
    world.delete(f"/calendar/events/{event}", as_=people.root).must(200)
    kinds = {result["kind"] for result in search(world, people.root, "quillon")}
    assert kinds == {"user", "job", "article", "vendor"}


def test_the_best_results_come_first(world: World) -> None:
    root = cast.root(world)
    for name in ("Joan Marshall", "Eve Marsh", "Marsha Lane", "Tidmarsh Cole"):
        make.account(world, name)
    assert titles(world, root, "marsh") == [
        "Marsha Lane",
        "Eve Marsh",
        "Joan Marshall",
    ]
    assert titles(world, root, "EVE mar") == ["Eve Marsh"]
    assert titles(world, root, "eve marsh cole") == []
    assert titles(world, root, "dmarsh") == ["Tidmarsh Cole"], "a part of a word, without a start"
    (exact, *_) = search(world, root, root.email)
    assert exact["id"] == root.id


def test_kinds_alternate_and_at_most_20_are_returned(world: World) -> None:
    root = cast.root(world)
    for number in range(25):
        make.account(world, f"Aligner {'abcdefghijklmnopqrstuvwxyz'[number]}")
    article = make.post(world, make.account(world), "aligner-news")
    found = search(world, root, "aligner")
    assert len(found) == 20
    assert [result["id"] for result in found].index(article) == 1


def test_a_text_that_is_too_long_is_refused(world: World) -> None:
    root = cast.root(world)
    assert "q" in world.get(f"/admin/search?q={'x' * 201}", as_=root).must(422).faults


@pytest.mark.parametrize("text", ["", "%", "_", "...", "'"])
def test_a_text_without_words_finds_nothing(world: World, text: str) -> None:
    assert search(world, cast.root(world), text) == []


def test_a_result_states_the_status_and_the_date(world: World) -> None:
    people = board.sign_up_all(world)
    ada, registered = cast.ada(world), world.clock.now()
    job = board.post_approved(world, people, companyName="Quillon Dental")
    event = calendar_client.create_event(world, people.root, name="Quillon evening")

    def stated(root: Person) -> dict[str, str]:
        results = [*search(world, root, "quillon"), *search(world, root, ada.email)]
        return {result["id"]: result["state"] for result in results}

    assert stated(people.root) == {ada.id: "not-verified", job: "approved", event: "upcoming"}
    (found,) = search(world, people.root, ada.email)
    assert abs(datetime.fromisoformat(found["date"]) - registered).total_seconds() < 1
    world.post(f"/admin/users/{ada.id}/disable", {"reason": "A test."}, as_=people.root).must(200)
    world.clock.advance(days=91)
    assert stated(cast.root_again(world)) == {ada.id: "disabled", job: "expired", event: "ended"}
