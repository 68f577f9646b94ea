"""The columns of a file as an administrator sees and chooses them, and the samples."""

import csv
import io
from typing import Any

import pytest

from bridgework.areas.back_office.imports.import_types import TYPES
from bridgework.areas.back_office.imports.schemas import SAMPLES, SampleFile
from tests.areas.imports.sending import (
    CSV,
    JSONL,
    WORKBOOK,
    counts,
    imported,
    messages,
    people,
    read_columns,
    send,
)
from tests.areas.imports.workbooks import workbook
from tests.world import Person, Response, World

TITLES = ["Smile Dental Group: contact list", "As of 5 January 2026", "", "for the new site"]
LIST = "Name;Mail;Notes;Type\nZoë;zoe@example.com;asked twice;Client\nBen;ben@example.com;;\n"


def by_name(response: Response) -> dict[str, Any]:
    columns: list[dict[str, Any]] = response.must(200).data["columns"]
    return {each.pop("name"): each for each in columns}


def test_the_columns_of_a_file_are_shown_with_their_first_values(
    world: World, root: Person
) -> None:
    response = read_columns(world, root, LIST)
    assert by_name(response) == {
        "Name": {"column": None, "mayBe": ["firstName", "lastName"], "examples": ["Zoë", "Ben"]},
        "Mail": {
            "column": "email",
            "mayBe": [],
            "examples": ["zoe@example.com", "ben@example.com"],
        },
        "Notes": {"column": None, "mayBe": [], "examples": ["asked twice"]},
        "Type": {"column": None, "mayBe": [], "examples": ["Client"]},
    }
    known = {each["name"]: each["required"] for each in response.data["known"]}
    assert known == {
        "email": True,
        "firstName": False,
        "lastName": False,
        "role": False,
        "jobsRole": False,
        "vendorsRole": False,
    }
    assert world.get("/admin/imports", as_=root).data["total"] == 0


def test_the_columns_of_a_workbook_are_shown(world: World, root: Person) -> None:
    body = workbook([["E-mail", "Shoes"], ["a@example.com", 38]], {"Prices": [[1]]})
    response = read_columns(world, root, body, WORKBOOK)
    assert by_name(response)["Shoes"]["examples"] == ["38"]
    assert response.data["otherSheets"] == ["Prices"]


@pytest.mark.parametrize("is_workbook", [False, True])
def test_rows_above_the_header_are_skipped_and_counted(
    world: World, root: Person, *, is_workbook: bool
) -> None:
    rows = [*([title] for title in TITLES), ["E-mail", "Given name"], ["zoe@example.com", "Zoë"]]
    body = workbook(rows) if is_workbook else "\n".join(map(",".join, rows)).encode()
    content_type = WORKBOOK if is_workbook else CSV
    found = read_columns(world, root, body, content_type).must(200).data
    assert (found["headerLine"], [each["column"] for each in found["columns"]]) == (
        5,
        ["email", "firstName"],
    )
    done = imported(world, root, "accounts", body, content_type=content_type)
    assert counts(done) == ("done", 1, 1, 0, 0)
    assert messages(done) == {5: "Ignored rows above the header: 3."}


@pytest.mark.parametrize(("titles", "is_found"), [(9, True), (10, True), (11, False)])
def test_at_most_ten_rows_above_the_header_are_skipped(
    world: World, root: Person, titles: int, is_found: bool
) -> None:
    body = "\n".join([*["A title"] * titles, "email", "zoe@example.com", ""])
    response = send(world, root, "accounts", body)
    assert (response.status == 202) == is_found


def test_without_a_known_name_the_first_row_is_the_header(world: World, root: Person) -> None:
    found = read_columns(world, root, "Who,Where\nZoë,Bergen\nBen,Oslo\n").must(200).data
    assert (found["headerLine"], found["columns"][0]["examples"]) == (1, ["Zoë", "Ben"])
    done = imported(
        world, root, "accounts", "Who,Where\nZoë,zoe@example.com\n", columns="firstName,email"
    )
    assert counts(done) == ("done", 1, 1, 0, 0)


@pytest.mark.parametrize("cut", range(1, 12))
def test_the_first_part_of_a_csv_file_suffices(world: World, root: Person, cut: int) -> None:
    body = "email,firstName\n" + "zoe@example.com,ZoëZoëZoë\n" * 4
    found = by_name(read_columns(world, root, body.encode()[:-cut]))
    assert found["firstName"]["examples"] == ["ZoëZoëZoë"] * 3


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [("", CSV, 422), ("\n\n", CSV, 200), ("{}", JSONL, 415), ("PK\x03\x04", CSV, 422)],
)
def test_a_file_without_columns_has_none(
    world: World, root: Person, body: str, content_type: str, status: int
) -> None:
    assert read_columns(world, root, body, content_type).status == status


def test_the_chosen_columns_are_read_and_the_others_are_named(world: World, root: Person) -> None:
    done = imported(world, root, "accounts", LIST, columns="firstName,email,-,role")
    assert counts(done) == ("done", 2, 2, 0, 0)
    assert messages(done) == {1: 'Ignored columns: "Notes".'}
    assert people(world, root) == [("Ben", "", "expert"), ("Zoë", "", "client")]


def test_a_column_without_a_name_can_be_chosen_or_ignored(world: World, root: Person) -> None:
    body = ",firstName,,role\nzoe@example.com,Zoë,secret,client\n"
    assert by_name(read_columns(world, root, body))[""]["column"] is None
    done = imported(world, root, "accounts", body, columns="email,firstName,-,role")
    assert counts(done) == ("done", 1, 1, 0, 0)
    failed = imported(world, root, "accounts", "email,firstName,,role\na@example.com,A,x,\n")
    assert messages(failed) == {2: "Has a value in a column whose name is missing."}


def test_a_column_with_a_known_name_can_be_ignored(world: World, root: Person) -> None:
    body = "email,role\nzoe@example.com,president\n"
    done = imported(world, root, "accounts", body, columns="email,-")
    assert counts(done) == ("done", 1, 1, 0, 0)
    assert messages(done) == {1: 'Ignored columns: "role".'}


def test_the_columns_of_a_workbook_are_chosen(world: World, root: Person) -> None:
    body = workbook([["Person", "Address"], ["Zoë", "zoe@example.com"]])
    columns = "firstName,email"
    done = imported(world, root, "accounts", body, columns=columns, content_type=WORKBOOK)
    assert counts(done) == ("done", 1, 1, 0, 0)


@pytest.mark.parametrize(
    ("columns", "path", "part"),
    [
        ("email,-,-", "header", "the file has 4 columns, and `columns` has 3"),
        ("email,-,-,-,-", "header", "the file has 4 columns, and `columns` has 5"),
        ("firstName,-,-,role", "header", 'The column "email" is missing.'),
        ("email,email,-,-", "header", 'The columns "Name" and "Mail" are both email.'),
        ("firstName,email,shoes,role", "columns", 'There is no column "shoes".'),
    ],
)
def test_columns_that_do_not_fit_are_refused(
    world: World, root: Person, columns: str, path: str, part: str
) -> None:
    response = send(world, root, "accounts", LIST, columns=columns).must(422)
    assert [*response.faults] == [path]
    assert part in response.details[0]["message"]


@pytest.mark.parametrize(("count", "is_refused"), [(199, False), (200, False), (201, True)])
def test_at_most_200_columns_are_chosen(
    world: World, root: Person, count: int, is_refused: bool
) -> None:
    header = ",".join(["email", *(f"other {number}" for number in range(count - 1))])
    columns = ",".join(["email", *["-"] * (count - 1)])
    response = send(world, root, "accounts", f"{header}\n", columns=columns)
    assert (response.status == 422) == is_refused


def test_json_lines_have_no_columns(world: World, root: Person) -> None:
    body = '{"email": "zoe@example.com"}\n'
    response = send(world, root, "accounts", body, content_type=JSONL, columns="email").must(422)
    assert response.faults == {"columns": "not_allowed"}


@pytest.mark.parametrize("sample_file", SAMPLES)
def test_each_sample_has_all_columns_and_can_be_imported(
    world: World, root: Person, sample_file: SampleFile
) -> None:
    response = world.get(f"/admin/imports/samples/{sample_file}", as_=root).must(200)
    assert response.headers["content-disposition"] == f'attachment; filename="{sample_file}"'
    kind = SAMPLES[sample_file]
    header = next(csv.reader(io.StringIO(response.body.decode("utf-8-sig"))))
    assert sorted(header) == sorted(TYPES[kind].columns.names)
    done = imported(world, root, kind, response.body)
    assert (counts(done), done["report"]) == (("done", 2, 2, 0, 0), [])


def test_an_unknown_sample_is_not_found(world: World, root: Person) -> None:
    response = world.get("/admin/imports/samples/events.csv", as_=root).must(404)
    assert response.error == "sample_not_found"
