"""Workbooks of spreadsheet programs, and archives that only claim to be one."""

import random
from datetime import date, datetime, time

import pytest

from bridgework.areas.back_office.imports.reading.workbooks import (
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_SIZE,
    MAX_UNPACKED_SIZE,
)
from tests.areas.imports.sending import CSV, WORKBOOK, counts, imported, messages, people, send
from tests.areas.imports.workbooks import (
    Rows,
    changed,
    with_hidden_first,
    with_sheet,
    workbook,
)
from tests.world import Person, World

HEADER = ["E-mail", "First Name", "Surname", "Role"]
PEOPLE: Rows = [
    [" zoe@example.com ", "Zoë", "Núñez", "Client"],
    ["ben@example.com", "Ben", None, None],
]


def refusal(world: World, root: Person, body: bytes) -> str:
    """Return the reason for which a workbook is refused."""
    response = send(world, root, "accounts", body, content_type=WORKBOOK).must(422)
    assert {*response.faults} <= {"file", "header"}
    reason: str = response.details[0]["message"]
    return reason


def test_the_people_of_a_workbook_are_imported(world: World, root: Person) -> None:
    body = workbook([HEADER, *PEOPLE])
    done = imported(world, root, "accounts", body, content_type=WORKBOOK)
    assert (counts(done), done["report"]) == (("done", 2, 2, 0, 0), [])
    assert people(world, root) == [("Ben", "", "expert"), ("Zoë", "Núñez", "client")]
    again = imported(world, root, "accounts", body, content_type=WORKBOOK)
    assert counts(again) == ("done", 2, 0, 2, 0)


def test_the_report_has_the_numbers_and_cells_of_the_rows(world: World, root: Person) -> None:
    rows: Rows = [[], HEADER, [], ["nowhere", "A\nB", "C"], [None, None, "D"], ["no", "", "", "x"]]
    done = imported(world, root, "accounts", workbook(rows), content_type=WORKBOOK)
    assert counts(done) == ("done", 3, 0, 0, 3)
    texts = {line["line"]: line["text"] for line in done["report"]}
    assert texts == {4: "nowhere\tA\nB\tC\t", 5: "\t\tD\t", 6: "no\t\t\tx"}
    assert messages(done)[5] == "email: This is required."


def test_a_formula_without_a_saved_value_is_named_by_its_line(world: World, root: Person) -> None:
    rows: Rows = [HEADER, ["ben@example.com", "=UPPER(A2)"], ["ada@example.com", "Ada"]]
    reason = refusal(world, root, workbook([*rows, *[["=A2", "Zoë"]] * 7]))
    assert reason.startswith("Line 2, 4, 5, 6, 7 and 3 more: a formula has no saved value.")
    assert "save it" in reason


def test_a_formula_whose_value_is_an_empty_text_is_read(world: World, root: Person) -> None:
    xml = (
        b'<row r="1"><c r="A1" t="inlineStr"><is><t>email</t></is></c>'
        b'<c r="B1" t="inlineStr"><is><t>firstName</t></is></c></row>'
        b'<row r="2"><c r="A2" t="str"><f>LOWER("Ben@example.com")</f><v>ben@example.com</v></c>'
        b'<c r="B2" t="str"><f>IF(1=1,"","x")</f><v></v></c></row>'
    )
    done = imported(world, root, "accounts", with_sheet(xml), content_type=WORKBOOK)
    assert (counts(done), people(world, root)) == (("done", 1, 1, 0, 0), [("", "", "expert")])


def test_numbers_flags_and_lists_are_read_from_cells(world: World, root: Person) -> None:
    rows: Rows = [
        ["First name", "Last name", "E-mail", "Mobile", "Experience", "Open to work", "City"],
        ["Cy", "Dane", "cy@example.com", 5125550142, 7.0, True, date(2026, 1, 5)],
    ]
    done = imported(world, root, "candidates", workbook(rows), content_type=WORKBOOK)
    assert counts(done) == ("done", 1, 1, 0, 0)
    [cy] = world.get("/admin/recruiting/candidates?search=cy", as_=root).data["items"]
    assert (cy["phone"], cy["experienceInYears"], cy["openToWork"]) == ("5125550142", 7, True)
    assert cy["city"] == "2026-01-05"


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (datetime(2026, 1, 5), "2026-01-05"),  # noqa: DTZ001
        (datetime(2026, 1, 5, 9, 30), "2026-01-05T09:30:00"),  # noqa: DTZ001
        (time(9, 30), "09:30:00"),
        (3.25, "3.25"),
        (False, "false"),
        (12345678901234, "12345678901234"),
    ],
)
def test_a_cell_is_read_as_csv_would_have_it(
    world: World, root: Person, cell: object, text: str
) -> None:
    body = workbook(
        [["email", "firstName", "lastName", "city"], ["zoe@example.com", "Zoë", "Díaz", cell]]
    )
    imported(world, root, "candidates", body, content_type=WORKBOOK)
    [zoe] = world.get("/admin/recruiting/candidates?search=zoe", as_=root).data["items"]
    assert (zoe["city"] or "") == text


def test_the_first_visible_sheet_with_cells_is_read(world: World, root: Person) -> None:
    body = with_hidden_first([["Client"], ["Expert"]], [HEADER, *PEOPLE])
    done = imported(world, root, "accounts", body, content_type=WORKBOOK)
    assert counts(done) == ("done", 2, 2, 0, 0)
    assert done["report"][0] == {
        "line": 1,
        "outcome": "ignored",
        "message": 'Ignored sheets: "Lists", "Empty".',
        "text": None,
    }


def _as_document(name: str, part: bytes) -> bytes:
    """A part of a text document: the archive and its types are valid, but no workbook."""
    return part.replace(b"spreadsheetml.sheet.main", b"wordprocessingml.document.main")


@pytest.mark.parametrize(
    "body",
    [
        b"PK\x03\x04 no archive",
        b"email\nzoe@example.com\n",
        changed(workbook([HEADER]), lambda name, part: None if "Types" in name else part),
        changed(workbook([HEADER]), lambda name, part: part[:-20] if "sheet1" in name else part),
        workbook([HEADER])[:-30],
        changed(workbook([HEADER]), _as_document),
        with_sheet(b'<row r="99999999999"><c r="A99999999999"/></row>'),
    ],
    ids=["no archive", "CSV", "no types", "cut sheet", "cut file", "document", "far row"],
)
def test_a_file_that_is_no_workbook_is_refused_with_what_to_do(
    world: World, root: Person, body: bytes
) -> None:
    assert 'save its sheet as "CSV UTF-8"' in refusal(world, root, body).replace("Save", "save")


def test_a_value_beyond_the_header_is_reported_with_the_row(world: World, root: Person) -> None:
    rows: Rows = [["email", "role"], ["zoe@example.com", "client", None, "call her"]]
    done = imported(world, root, "accounts", workbook(rows), content_type=WORKBOOK)
    [line] = done["report"]
    assert line["message"] == "Has a value in a column whose name is missing."
    assert line["text"] == "zoe@example.com\tclient"


def test_a_protected_workbook_is_refused_with_what_to_do(world: World, root: Person) -> None:
    reason = refusal(world, root, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)
    assert "protected by a password" in reason


def test_a_workbook_without_cells_is_refused(world: World, root: Person) -> None:
    assert "no visible sheet with cells" in refusal(world, root, workbook([]))


def test_a_workbook_that_is_sent_as_csv_is_refused_with_its_media_type(
    world: World, root: Person
) -> None:
    response = send(world, root, "accounts", workbook([HEADER]), content_type=CSV).must(422)
    assert "media type of such workbooks" in response.details[0]["message"]


@pytest.mark.parametrize(("columns", "is_refused"), [(99, False), (100, False), (101, True)])
def test_a_sheet_has_at_most_100_columns(
    world: World, root: Person, columns: int, is_refused: bool
) -> None:
    assert MAX_COLUMNS == 100
    names = ["email", *(f"other {number}" for number in range(columns - 1))]
    reason = refusal(world, root, workbook([names]))
    assert ("more than 100 columns" in reason) == is_refused
    assert ('There is no column "other 0"' in reason) != is_refused


@pytest.mark.parametrize(("row", "is_refused"), [(MAX_ROWS, False), (MAX_ROWS + 1, True)])
def test_a_sheet_has_at_most_50_000_rows(
    world: World, root: Person, row: int, is_refused: bool
) -> None:
    far = b'<row r="%d"><c r="A%d" t="inlineStr"><is><t>x@example.com</t></is></c></row>'
    head = b'<row r="1"><c r="A1" t="inlineStr"><is><t>email</t></is></c></row>'
    body = with_sheet(head + far % (row, row))
    response = send(world, root, "accounts", body, content_type=WORKBOOK)
    assert (response.status == 422) == is_refused
    if is_refused:
        assert "more than 50,000 rows" in response.details[0]["message"]


@pytest.mark.parametrize(("over", "is_refused"), [(-1, False), (0, False), (1, True)])
def test_a_workbook_has_at_most_10_mib(
    world: World, root: Person, over: int, is_refused: bool
) -> None:
    assert MAX_SIZE == 10 * 2**20
    book = workbook([HEADER])
    # A ZIP archive may have other bytes in front.
    body = b"\0" * (MAX_SIZE + over - len(book)) + book
    response = send(world, root, "accounts", body, content_type=WORKBOOK, dry_run=True)
    assert (response.status == 422) == is_refused


def test_a_small_archive_that_unpacks_to_a_large_one_is_refused(world: World, root: Person) -> None:
    rows = b"<row/>" * (MAX_UNPACKED_SIZE // 6)
    body = with_sheet(rows)
    assert len(body) < MAX_UNPACKED_SIZE / 100
    assert "unpacked 32 MiB" in refusal(world, root, body)


def test_wide_rows_without_values_end_soon(world: World, root: Person) -> None:
    rows = b"".join(b'<row r="%d"><c r="XFD%d"/></row>' % (n, n) for n in range(1, 100_000))
    assert "too large" in refusal(world, root, with_sheet(rows))


def test_entities_are_refused(world: World, root: Person) -> None:
    text = b'<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData>&a;</sheetData></worksheet>'
    body = changed(workbook([HEADER]), lambda name, part: text if "sheet1" in name else part)
    assert "not a workbook" in refusal(world, root, body)


def test_a_damaged_workbook_is_imported_or_refused(world: World, root: Person) -> None:
    chance = random.Random(20260105)  # noqa: S311 (the damage is the same in each run)
    book = workbook([HEADER, *PEOPLE], {"Notes": [["x", 1, date(2026, 1, 5)]]})
    outcomes = set[int]()
    for _ in range(150):

        def damage(_: str, part: bytes) -> bytes | None:
            if chance.random() < 0.1:
                return None
            if chance.random() < 0.5:
                return part
            at, size = chance.randrange(len(part)), chance.randrange(1, 9)
            return part[:at] + chance.randbytes(size) + part[at + size :]

        body = changed(book, damage)
        response = send(world, root, "accounts", body, content_type=WORKBOOK, dry_run=True)
        outcomes.add(response.status)
        while world.application.import_worker.work_once():
            continue
    assert outcomes == {202, 422}
