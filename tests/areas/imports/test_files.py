"""Files that cannot be imported, limits, interruptions, and the retention of files."""

import os
from pathlib import Path
from typing import Any

import pytest

from bridgework.areas.back_office.imports import cleanup, worker
from bridgework.areas.back_office.imports.actions import MAX_SIZE
from bridgework.areas.back_office.imports.reading.parsing import MAX_RECORD_SIZE
from bridgework.areas.back_office.imports.worker import ImportWorker
from tests import cast
from tests.areas.audit import log
from tests.areas.imports.sending import (
    CSV,
    JSONL,
    counts,
    imported,
    lines,
    messages,
    process,
    read,
    send,
)
from tests.world import World


def stored(world: World) -> list[Path]:
    folder = world.application.app_state.settings.imports_dir
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize(
    ("header", "part"),
    [
        ("email,nickname", 'There is no column "nickname". The columns are email, firstName'),
        ("email,email", 'The column "email" occurs more than once.'),
        ("firstName", 'The column "email" is missing.'),
        ("", 'There is no column "a@example.com".'),
        ("email;nickname", "The columns are separated by semicolons."),
        ("email\tnickname", "The columns are separated by tabs."),
        ("email|firstName", "No comma, semicolon or tab separates columns."),
        ('"email', "the header is not valid CSV"),
        ("email\0", 'There is no column "email?"'),
        ("x" * MAX_RECORD_SIZE, "larger than 1 MiB"),
    ],
)
def test_an_invalid_header_is_refused_at_once(world: World, header: str, part: str) -> None:
    root = cast.root(world)
    response = send(world, root, "accounts", lines(["a@example.com"], header)).must(422)
    assert response.faults == {"header": "header_invalid"}
    assert part in response.details[0]["message"]
    assert len(response.details[0]["message"]) < 400
    assert stored(world) == []
    assert world.get("/admin/imports", as_=root).data["total"] == 0


def test_a_file_of_another_encoding_is_refused_at_once(world: World) -> None:
    root = cast.root(world)
    rows = lines(["a@example.com,A"] * 300 + ["b@example.com,Zo\u00eb"], "email,firstName")
    for body in (rows.encode("latin-1"), rows.encode("utf-16")[:-1]):
        for content_type in (CSV, JSONL):
            refused = send(world, root, "accounts", body, content_type=content_type).must(422)
            assert refused.faults == {"file": "encoding_unsupported"}
            assert "not encoded in UTF-8" in refused.details[0]["message"]
    assert stored(world) == []
    assert world.get("/admin/imports", as_=root).data["total"] == 0


def test_a_line_with_nul_fails_alone(world: World) -> None:
    root = cast.root(world)
    body = lines(["b@example.com,X\0Y", "c@example.com,Zoe"], "email,firstName")
    done = imported(world, root, "accounts", body)
    assert counts(done) == ("done", 2, 1, 0, 1)
    assert messages(done)[2].startswith("firstName: ")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_byte_order_mark_and_both_line_ends_are_accepted(world: World, end: str) -> None:
    root = cast.root(world)
    body = f'\ufeff"email",firstName{end}{end}a@example.com,Zo\u00eb{end}b@example.com,'
    done = imported(world, root, "accounts", body)
    assert counts(done) == ("done", 2, 2, 0, 0)


def test_a_line_with_other_cells_or_quotes_fails_alone(world: World) -> None:
    root = cast.root(world)
    body = lines(
        ["a@example.com", "b@example.com,B,C", '"c@example.com"x,C', "d@example.com,D"],
        "email,firstName",
    )
    done = imported(world, root, "accounts", body)
    assert counts(done) == ("done", 4, 1, 0, 3)
    assert messages(done)[2] == "Has 1 cells instead of 2, as the header has."
    assert messages(done)[4].startswith("Is not valid CSV")


@pytest.mark.parametrize("part", ["x", "x\n"])
def test_a_field_without_end_ends_the_import(world: World, part: str) -> None:
    root = cast.root(world)
    body = lines(
        ["a@example.com,A", 'b@example.com,"' + part * 2 * MAX_RECORD_SIZE], "email,firstName"
    )
    done = imported(world, root, "accounts", body)
    assert counts(done) == ("failed", 1, 1, 0, 0)
    assert "larger than 1 MiB" in done["message"]


def test_a_large_line_of_json_ends_the_import(world: World) -> None:
    root = cast.root(world)
    body = b'{"email": "a@example.com"}\n{"email": "' + b"x" * MAX_RECORD_SIZE + b'"}\n'
    done = imported(world, root, "accounts", body, content_type=JSONL)
    assert counts(done) == ("failed", 1, 1, 0, 0)


@pytest.mark.slow("sends 50 MiB")
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_the_size_of_a_file_is_limited(world: World) -> None:
    root = cast.root(world)
    for size, status in ((MAX_SIZE, 202), (MAX_SIZE + 1, 413)):
        start, blank = b"email\r\n", b" " * 999 + b"\n"
        body = (start + blank * (MAX_SIZE // len(blank))).ljust(size)
        send(world, root, "accounts", body).must(status)
        process(world)
    headers = {"content-type": "text/csv"}
    empty = world.post("/admin/imports?kind=accounts", as_=root, headers=headers).must(422)
    assert empty.error == "empty_file"


def test_the_parameters_and_the_type_are_checked_before_the_file(world: World) -> None:
    root = cast.root(world)
    for query, faults in (
        ("", {"kind": "required"}),
        ("kind=jobs", {"kind": "not_one_of"}),
        ("kind=accounts&dryRun=yes", {"dryRun": "wrong_type"}),
    ):
        headers = {"content-type": "text/csv"}
        path = f"/admin/imports?{query}"
        assert world.post(path, b"email\n", as_=root, headers=headers).must(422).faults == faults
    for content_type in ("application/json", "application/octet-stream", "text/plain"):
        send(world, root, "accounts", b"email\n", content_type=content_type).must(415)


def test_the_report_has_the_first_thousand_lines(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "MAX_REPORTED", 70)
    rows = [*("x" for _ in range(60)), "a@example.com", *("y" for _ in range(60))]
    done = imported(world, cast.root(world), "accounts", lines(rows, "email"))
    assert counts(done) == ("done", 121, 1, 0, 120)
    reported = [entry["line"] for entry in done["report"]]
    assert reported == [*range(2, 62), *range(63, 73)]
    assert worker.MAX_REPORTED == 70


@pytest.mark.parametrize("kind", ["accounts", "candidates"])
def test_an_import_continues_in_another_process_and_creates_nothing_twice(
    world: World, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = cast.root(world)
    rows = [f"A,B,person{number}@example.com" for number in range(120)]
    started = send(world, root, kind, lines(rows, "firstName,lastName,email")).must(202).data
    first = world.application.import_worker
    assert first.work_once()
    before = read(world, root, started["id"])["created"]
    assert 0 < before < 120
    # The process ends after it has created records, and before it has saved the progress.
    with monkeypatch.context() as patch:

        def crash(*_: object) -> bool:
            raise SystemExit

        patch.setattr("bridgework.areas.back_office.imports.queries.update_held", crash)
        with pytest.raises(SystemExit):
            first.work_once()
    second = ImportWorker(world.application.app_state)
    assert not second.work_once()  # the import is still held
    world.clock.advance(minutes=2)
    while second.work_once():
        continue
    done = read(world, root, started["id"])
    assert counts(done) == ("done", 120, 120, 0, 0)
    assert not first.work_once()


def test_an_import_continues_at_once_when_its_worker_has_stopped(world: World) -> None:
    root = cast.root(world)
    rows = [f"person{number}@example.com" for number in range(120)]
    started = send(world, root, "accounts", lines(rows, "email")).must(202).data
    first, second = world.application.import_worker, ImportWorker(world.application.app_state)
    assert first.work_once()
    assert not second.work_once()
    first.drain()
    while second.work_once():
        continue
    assert counts(read(world, root, started["id"])) == ("done", 120, 120, 0, 0)


def test_a_worker_that_lost_the_import_saves_nothing(world: World) -> None:
    root = cast.root(world)
    rows = [f"person{number}@example.com" for number in range(120)]
    started = send(world, root, "accounts", lines(rows, "email")).must(202).data
    first, second = world.application.import_worker, ImportWorker(world.application.app_state)
    assert first.work_once()
    world.clock.advance(minutes=2)
    assert second.work_once()
    assert not first.work_once()
    while second.work_once():
        continue
    assert counts(read(world, root, started["id"])) == ("done", 120, 120, 0, 0)


def test_an_import_without_its_file_ends_after_an_hour(world: World) -> None:
    root = cast.root(world)
    started = send(world, root, "accounts", lines(["a@example.com"], "email")).must(202).data
    for path in stored(world):
        path.unlink()
    process(world)
    assert read(world, root, started["id"])["state"] == "running"
    world.clock.advance(hours=1, minutes=1)
    world.run_periodic_tasks()
    done = read(world, cast.root_again(world), started["id"])
    assert done["state"] == "failed"
    assert "for an hour" in done["message"]


def test_files_are_private_and_deleted_when_the_import_has_ended(world: World) -> None:
    root = cast.root(world)
    started = send(world, root, "accounts", lines(["a@example.com"], "email")).must(202).data
    [path] = stored(world)
    assert path.name == f"{started['id']}.csv"
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0
    process(world)
    assert stored(world) == []


def test_a_file_whose_import_has_ended_elsewhere_is_deleted_within_two_hours(world: World) -> None:
    root = cast.root(world)
    started = send(world, root, "accounts", lines(["a@example.com"], "email")).must(202).data
    [path] = stored(world)
    content = path.read_bytes()
    world.post(f"/admin/imports/{started['id']}/cancel", as_=root).must(200)
    assert stored(world) == []
    path.write_bytes(content)
    received = world.clock.now().timestamp()
    os.utime(path, (received, received))
    world.clock.advance(hours=1, minutes=1)
    world.run_periodic_tasks()
    assert stored(world) == []


def test_an_administrator_cancels_a_running_import(world: World) -> None:
    root = cast.root(world)
    rows = [f"person{number}@example.com" for number in range(120)]
    started = send(world, root, "accounts", lines(rows, "email")).must(202).data
    assert world.application.import_worker.work_once()
    cancelled = world.post(f"/admin/imports/{started['id']}/cancel", as_=root).must(200).data
    assert cancelled["state"] == "failed"
    assert cancelled["finishedAt"] is not None
    assert "cancelled" in cancelled["message"]
    assert 0 < cancelled["created"] < 120
    assert not world.application.import_worker.work_once()
    assert read(world, root, started["id"]) == cancelled
    again = world.post(f"/admin/imports/{started['id']}/cancel", as_=root).must(409)
    assert again.error == "import_ended"
    assert "data.cancel_import" in {entry["action"] for entry in log.newest(world, root, 5)}
    send(world, root, "accounts", lines(rows, "email")).must(202)  # the place is free


def test_a_worker_saves_nothing_of_an_import_that_is_cancelled_meanwhile(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = cast.root(world)
    started = send(world, root, "accounts", lines(["a@example.com"], "email")).must(202).data
    read_lines = ImportWorker._read

    def cancel_after_reading(self: ImportWorker, *given: Any) -> Any:
        batch = read_lines(self, *given)
        world.post(f"/admin/imports/{started['id']}/cancel", as_=root).must(200)
        return batch

    with monkeypatch.context() as patch:
        patch.setattr(ImportWorker, "_read", cancel_after_reading)
        world.application.import_worker.work_once()
    assert counts(read(world, root, started["id"])) == ("failed", 0, 0, 0, 0)
    assert world.get("/admin/users?search=a@example.com", as_=root).data["total"] == 0


def test_an_import_stops_after_ten_thousand_failed_lines(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert worker.MAX_FAILED == 10_000
    monkeypatch.setattr(worker, "MAX_FAILED", 70)
    root = cast.root(world)
    body = lines(["first@example.com", *["no address"] * 500], "email")
    done = imported(world, root, "accounts", body)
    assert done["state"] == "failed"
    assert done["created"] == 1
    assert 70 <= done["failed"] < 200
    assert "stopped after 10,000 failed lines" in done["message"]


def test_an_import_is_deleted_after_ninety_days(world: World) -> None:
    root = cast.root(world)
    imported(world, root, "accounts", lines(["a@example.com", "b"], "email"))
    world.clock.advance(days=cleanup.RETENTION.days, minutes=1)
    world.run_periodic_tasks()
    assert world.get("/admin/imports", as_=cast.root_again(world)).must(200).data["total"] == 0


def test_the_erasure_of_an_administrator_deletes_their_imports(world: World) -> None:
    root, other = cast.root(world), cast.root(world, "other@example.com")
    imported(world, other, "accounts", lines(["a@example.com", "b"], "email"))
    assert world.get("/admin/imports", as_=root).must(200).data["total"] == 1
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=other).must(202)
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    again = cast.root_again(world)
    assert world.get("/admin/imports", as_=again).must(200).data["total"] == 0
    assert world.get("/admin/users?search=a@example.com", as_=again).data["total"] == 1
