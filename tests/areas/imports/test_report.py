"""The report shows the lines of the file, for some days and without secrets."""

from typing import Any

import pytest

from bridgework.areas.back_office.imports import cleanup
from bridgework.areas.back_office.imports.reading.parsing import MAX_TEXT
from tests import cast
from tests.areas.imports.sending import CSV, JSONL, imported, process, read
from tests.world import World


def texts(done: Any) -> dict[int, str | None]:
    return {line["line"]: line["text"] for line in done["report"]}


def test_the_report_has_the_number_and_the_text_of_each_line(world: World) -> None:
    body = 'sep=;\r\nE-mail;First name\r\nnowhere;"Zoë; B"\r\nx@example.com;A;B\r\n"y"z;C\r\n'
    done = imported(world, cast.root(world), "accounts", body)
    assert texts(done) == {3: 'nowhere;"Zoë; B"', 4: "x@example.com;A;B", 5: '"y"z;C'}


def test_the_text_of_a_record_with_several_lines_is_whole(world: World) -> None:
    body = 'email,firstName\r"nowhere","A\rB"\rnowhere,C\r'
    done = imported(world, cast.root(world), "accounts", body)
    assert texts(done) == {2: '"nowhere","A\nB"', 4: "nowhere,C"}


@pytest.mark.parametrize("size", [MAX_TEXT - 1, MAX_TEXT, MAX_TEXT + 1])
def test_the_text_of_a_line_is_shortened(world: World, size: int) -> None:
    line = "nowhere," + "x" * (size - len("nowhere,"))
    done = imported(world, cast.root(world), "accounts", f"email,firstName\n{line}\n")
    assert texts(done) == {2: line[:MAX_TEXT]}


def test_the_text_does_not_have_the_cells_of_ignored_columns(world: World) -> None:
    root = cast.root(world)
    body = "email,Password,firstName\nnowhere,secret,Zoë\nnowhere,secret\nno,secret,A,secret\n"
    path = "/admin/imports?kind=accounts&ignoreUnknownColumns=true"
    started = world.post(path, body.encode(), as_=root, headers={"content-type": CSV}).must(202)
    process(world)
    done = read(world, root, started.data["id"])
    assert texts(done) == {1: None, 2: "nowhere,Zoë", 3: None, 4: None}
    assert "secret" not in str(done)


def test_a_report_of_json_lines_has_no_texts(world: World) -> None:
    body = '{"email": "nowhere", "password": "secret"}\n'
    done = imported(world, cast.root(world), "accounts", body, content_type=JSONL)
    assert texts(done) == {1: None}


def test_a_nul_is_replaced_in_the_text(world: World) -> None:
    done = imported(world, cast.root(world), "accounts", "email,firstName\nnowhere,X\0Y\n")
    assert texts(done) == {2: "nowhere,X\ufffdY"}


def test_the_texts_are_deleted_after_seven_days(world: World) -> None:
    done = imported(world, cast.root(world), "accounts", "email\nnowhere\n")
    assert cleanup.TEXT_RETENTION.days == 7
    for minutes, text in ((-1, "nowhere"), (2, None)):
        world.clock.advance(days=7 if minutes < 0 else 0, minutes=minutes)
        world.run_periodic_tasks()
        again = read(world, cast.root_again(world), done["id"])
        assert texts(again) == {2: text}
        assert again["report"][0]["message"] == done["report"][0]["message"]


def test_the_erasure_of_an_account_deletes_the_texts_with_its_address(world: World) -> None:
    cast.root(world)
    ada = cast.ada(world)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ada).must(202)
    world.clock.advance(days=12)
    root = cast.root_again(world)
    body = f"email,firstName\n{ada.email.upper()},Ada\nnowhere,Zoë\n{ada.email},Ada,Lovell\n"
    done = imported(world, root, "accounts", body)
    assert all(texts(done).values())
    world.clock.advance(days=2, minutes=1)
    world.run_periodic_tasks()
    after = read(world, cast.root_again(world), done["id"])
    assert texts(after) == {2: None, 3: "nowhere,Zoë", 4: None}
