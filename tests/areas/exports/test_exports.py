"""Administrators export lists as CSV and JSON Lines."""

import asyncio
import json
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from bridgework.areas.back_office.administration import queries as users
from bridgework.kit.core import DatabaseUnavailable
from bridgework.kit.data.pagination import keyset
from tests import cast, make
from tests.areas.audit import log
from tests.areas.calendar import calendar_client as calendar
from tests.areas.exports.download import KINDS, jsonl, table
from tests.areas.jobs import board
from tests.areas.roles import desk
from tests.areas.vendors import fair
from tests.same_record import without_actions
from tests.world import ANONYMOUS, Person, World


def names(rows: list[Any], member: str) -> set[str]:
    return {row[member] for row in rows}


@pytest.mark.parametrize("kind", KINDS)
def test_both_formats_have_the_same_records_and_columns(world: World, kind: str) -> None:
    people = _fill(world)
    lines, rows = jsonl(world, people.root, kind), table(world, people.root, kind)
    if kind == "audit":
        rows = rows[1:]  # the second export is recorded too
    assert len(lines) == len(rows) > 0
    for line, row in zip(lines, rows, strict=True):
        assert list(line) == list(row)
        for column, value in line.items():
            if value is None or isinstance(value, str):
                assert row[column].removeprefix("'") == (value or "")
            else:
                assert json.loads(row[column]) == value


def test_the_columns_are_the_members_of_the_list(world: World) -> None:
    people = _fill(world)
    for kind, path in (
        ("accounts", "/admin/users"),
        ("jobs", "/admin/jobs"),
        ("roles", "/admin/roles"),
        ("vendors", "/vendors/directory"),
    ):
        listed = world.get(path, as_=people.root).must(200).data["items"]
        items = [without_actions(item) for item in listed]
        for item in items:
            item.pop("owner", None)
            item.pop("hidden", None)
        exported = jsonl(world, people.root, kind)
        assert sorted(exported, key=str) == sorted(items, key=str)
    experts = jsonl(world, people.root, "experts")
    read = [world.get(f"/experts/{expert['id']}").data for expert in experts]
    assert [{**expert, "hidden": None} for expert in experts] == read


def test_accounts_are_filtered_as_in_the_list(world: World) -> None:
    root = cast.root(world)
    cast.ada(world)
    cast.ben(world)
    assert names(jsonl(world, root, "accounts", "role=client"), "email") == {"ben@example.com"}
    assert names(jsonl(world, root, "accounts", "search=ADA"), "email") == {"ada@example.com"}
    assert jsonl(world, root, "accounts", "search=nobody") == []
    assert table(world, root, "accounts", "platform=jobs") == []


def test_experts_are_filtered_as_in_the_list(world: World) -> None:
    root = cast.root(world)
    make.expert(world, "Ada Lovell", location="Austin, Texas", tags=["implants"])
    make.expert(world, "Eve Marsh", title="Endodontist")
    for query, expected in (
        ("", {"Ada", "Eve"}),
        ("search=endodontist", {"Eve"}),
        ("location=austin", {"Ada"}),
        ("tags=implants", {"Ada"}),
        ("search=%21", set()),
    ):
        assert names(jsonl(world, root, "experts", query), "firstName") == expected, query


def test_postings_and_applications_are_filtered(world: World) -> None:
    people = board.sign_up_all(world)
    first = board.post_approved(world, people, companyName="Lakeside")
    second = board.post(world, people.carla)
    application = board.apply(world, first, people.cyrus)
    root = people.root
    assert names(jsonl(world, root, "jobs", "status=approved"), "id") == {first}
    assert names(jsonl(world, root, "jobs", "status=pending"), "id") == {second}
    assert names(jsonl(world, root, "jobs", "search=lakeside"), "id") == {first}
    assert jsonl(world, root, "jobs", "search=%21") == []
    [row] = table(world, root, "applications", f"postingKind=job&postingId={first}")
    assert (row["id"], row["jobId"], row["postingKind"]) == (application, first, "job")
    assert table(world, root, "applications", f"postingId={second}") == []
    assert table(world, root, "applications", "postingKind=role") == []
    assert len(table(world, root, "applications", "status=submitted")) == 1
    assert table(world, root, "applications", "status=shortlisted") == []


def test_events_and_guests_are_filtered(world: World) -> None:
    root, ada = cast.root(world), cast.ada(world)
    event = calendar.create_event(world, root, name="Study club", maxCapacity=5)
    other = calendar.create_event(world, root, name="Implant day", inviteeEmails=["x@example.com"])
    calendar.reply(world, ada, event, "going").must(200)
    [row] = jsonl(world, root, "events", "search=study")
    assert (row["id"], row["maxCapacity"], "myReply" in row) == (event, 5, False)
    assert jsonl(world, root, "events", "to=2020-01-01T00:00:00Z") == []
    assert len(jsonl(world, root, "events", "from=2020-01-01T00:00:00Z")) == 2
    assert len(jsonl(world, root, "guests")) == 2
    [guest] = jsonl(world, root, "guests", f"eventId={other}")
    assert (guest["eventId"], guest["email"]) == (other, "x@example.com")


def test_vendors_and_the_audit_log_are_filtered(world: World) -> None:
    root = cast.root(world)
    vera, omar = fair.vendor(world), fair.ambassador(world)
    fair.verify(world, vera)
    fair.verify(world, omar)
    assert names(jsonl(world, root, "vendors", "kind=vendor"), "userId") == {vera.id}
    assert jsonl(world, root, "vendors", "search=nothing") == []
    actions = names(jsonl(world, root, "audit", f"actor={root.id}"), "action")
    assert {"admin.sign_in", "data.export"} <= actions
    assert jsonl(world, root, "audit", "to=2020-01-01T00:00:00Z") == []


def test_cells_that_look_like_formulas_are_text(world: World) -> None:
    root = cast.root(world)
    starts = "=+-@\t\r\n＝＋－＠"
    for start in starts:
        make.account(world, f"{start}1 harmless", email_key=f"key{ord(start)}")
    make.account(world, 'say "a,b"\r\n=1 x')
    rows = table(world, root, "accounts")
    cells = names(rows, "firstName")
    assert {f"'{start}1" for start in starts} <= cells
    assert not any(cell.startswith(tuple(starts)) for row in rows for cell in row.values())
    assert "say" in cells
    lines = names(jsonl(world, root, "accounts"), "firstName")
    assert {f"{start}1" for start in starts} <= lines


def test_the_headers_name_the_file_and_its_type(world: World) -> None:
    root = cast.root(world)
    for name, content_type in (
        ("accounts.csv", "text/csv; charset=utf-8; header=present"),
        ("accounts.jsonl", "application/x-ndjson"),
    ):
        how: dict[str, Any] = {"as_": root, "headers": {"accept-encoding": "gzip"}}
        get = world.get(f"/admin/export/{name}", **how).must(200)
        head = world.send("HEAD", f"/admin/export/{name}", **how).must(200)
        for response in (get, head):
            assert response.headers["content-type"] == content_type
            disposition = f'attachment; filename="{name}"'
            assert response.headers["content-disposition"] == disposition
            assert response.headers["cache-control"] == "no-store"
            assert "content-encoding" not in response.headers
        assert get.body
        assert head.body == b""
    exports = log.page(world, root, action="data.export")
    assert exports["total"] == 2  # not for HEAD


def test_an_export_without_records_has_its_header(world: World) -> None:
    root = cast.root(world)
    get = world.get("/admin/export/jobs.csv", as_=root).must(200)
    assert get.body.startswith(b'\xef\xbb\xbf"id","companyName"')
    assert get.body.count(b"\r\n") == 1
    assert world.get("/admin/export/jobs.jsonl", as_=root).must(200).body == b""


def test_only_an_administrator_session_may_export(world: World) -> None:
    root = cast.root(world)
    as_member = cast.sign_in(world, root.email)
    for person, status in ((ANONYMOUS, 401), (cast.ada(world), 403), (as_member, 403)):
        for kind in KINDS:
            world.get(f"/admin/export/{kind}.csv", as_=person).must(status)
    assert log.page(world, root, action="data.export")["total"] == 0


@pytest.mark.parametrize("name", ["accounts", "accounts.xlsx", "sessions.csv", "accounts.csv.csv"])
def test_an_unknown_export_is_not_found(world: World, name: str) -> None:
    response = world.get(f"/admin/export/{name}", as_=cast.root(world)).must(404)
    assert response.error == "export_not_found"


@pytest.mark.parametrize(
    ("path", "faults"),
    [
        ("jobs.csv?status=open", {"status": "not_one_of"}),
        ("accounts.csv?role=nurse", {"role": "not_one_of"}),
        ("accounts.csv?status=pending", {"status": "unknown_member"}),
        ("jobs.csv?tags=a", {"tags": "unknown_member"}),
        ("guests.csv?eventId=1", {"eventId": "wrong_type"}),
        ("audit.csv?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", {"to": "before_start"}),
        ("applications.csv?status=pending", {"status": "not_one_of"}),
    ],
)
def test_filters_that_the_list_does_not_take_are_refused(
    world: World, path: str, faults: dict[str, str]
) -> None:
    response = world.get(f"/admin/export/{path}", as_=cast.root(world)).must(422)
    assert response.faults == faults


def test_the_audit_log_has_the_export_and_its_filters_without_texts(world: World) -> None:
    root = cast.root(world)
    table(world, root, "accounts", "role=client&search=ben%40example.com&platform=matchmaker")
    [entry] = log.page(world, root, action="data.export")["items"]
    assert (entry["actor"], entry["target"]) == (root.id, "accounts.csv")
    changes = {change["field"]: (change["before"], change["after"]) for change in entry["changes"]}
    expected = {"role": (None, "client"), "platform": (None, "matchmaker"), "search": (None, None)}
    assert changes == expected


def test_exports_contain_no_secrets(world: World) -> None:
    people = _fill(world)
    for kind in KINDS:
        for record in jsonl(world, people.root, kind):
            assert "$argon2id" not in str(record)
            assert not any("hash" in name.lower() for name in record)


def test_all_batches_are_exported(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyset, "BATCH_SIZE", 3)
    root = cast.root(world)
    accounts = {make.account(world, f"N{number} Doe") for number in range(10)}
    exported = [row["id"] for row in jsonl(world, root, "accounts")]
    assert accounts < set(exported)
    assert len(exported) == len(set(exported)) == 11


def test_an_error_before_the_first_record_is_an_ordinary_response(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = cast.root(world)

    def fail(*_: object, **__: object) -> None:
        raise DatabaseUnavailable

    monkeypatch.setattr("bridgework.areas.back_office.exports.actions.audit.note", fail)
    world.get("/admin/export/accounts.csv", as_=root).must(503)


@pytest.mark.parametrize("error", [DatabaseUnavailable, ValueError])
def test_an_error_between_records_leaves_the_body_without_its_end(
    world: World, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    root = cast.root(world)

    def broken(*_: object, **__: object) -> Any:
        yield []
        raise error

    monkeypatch.setattr(users, "list_batches", broken)
    messages, _ = _stream(world, root, "/admin/export/accounts.csv")
    assert messages[0]["status"] == 200
    assert messages[-1]["more_body"] is True


def test_a_client_that_disconnects_ends_the_export(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = cast.root(world)
    batches_read: list[int] = []

    def endless(*_: object, **__: object) -> Any:
        while True:
            batches_read.append(1)
            yield []

    monkeypatch.setattr(users, "list_batches", endless)
    messages, ended = _stream(world, root, "/admin/export/accounts.csv", disconnect_after=3)
    assert ended
    assert len(messages) >= 3
    assert all(message.get("more_body", True) for message in messages)
    count = len(batches_read)
    world.get("/livez")
    assert len(batches_read) <= count + 1


def _stream(
    world: World, person: Person, path: str, *, disconnect_after: int | None = None
) -> tuple[list[Message], bool]:
    """Send a request, and return the messages until the application ends.

    With `disconnect_after`, the client disconnects after that many messages.
    """
    messages: list[Message] = []
    disconnected = asyncio.Event()
    bodies = [b""]

    async def receive() -> Message:
        if bodies:
            return {"type": "http.request", "body": bodies.pop(), "more_body": False}
        await disconnected.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        messages.append(message)
        if len(messages) == disconnect_after:
            disconnected.set()
        await asyncio.sleep(0)

    return messages, world.loop.run(_ends(world, _scope(person, path), receive, send))


async def _ends(world: World, scope: Scope, receive: Receive, send: Send) -> bool:
    """Run a request; return whether the application ended soon."""
    try:
        async with asyncio.timeout(20):
            await world.application.api(scope, receive, send)
    except TimeoutError:
        return False
    except Exception:  # noqa: BLE001 - as the server, which closes the connection
        return True
    return True


def _scope(person: Person, path: str) -> Scope:
    return {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"authorization", f"Bearer {person.token}".encode())],
        "client": (person.address, 40000),
    }


def _fill(world: World) -> board.Cast:
    """Create at least one record of each kind."""
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    board.apply(world, job, people.cyrus, phoneNumber="5125550164", countryCode="+1")
    ben, ada = cast.ben(world), cast.ada(world)
    make.into_expert(world, ada, "Ada Lovell")
    role = desk.post(world, ben)
    world.patch(f"/roles/{role}", {"status": "active"}, as_=people.root).must(200)
    desk.apply(world, role, ada)
    calendar.create_event(world, people.root, inviteeEmails=["guest@example.com"])
    fair.verify(world, fair.vendor(world))
    return people
