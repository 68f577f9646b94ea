"""Files of spreadsheet programs: separators, encodings, blanks, empty rows and columns."""

import pytest

from tests.areas.exports.download import KINDS
from tests.areas.imports.sending import CSV, JSONL, counts, imported, lines, messages, people
from tests.world import Person, World

HEADER = "email,firstName,lastName,role"
ROWS = ["zoe@example.com,Zoë,Núñez,client", 'ben@example.com,"Ben, Jr.",Ok,expert']


IMPORTED = [("Ben, Jr.", "Ok", "expert"), ("Zoë", "Núñez", "client")]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_each_separator_and_encoding_is_imported(
    world: World, root: Person, separator: str, encoding: str
) -> None:
    comma = "Ben, Jr."
    body = lines(ROWS, HEADER).replace(comma, "NAME").replace(",", separator)
    done = imported(world, root, "accounts", body.replace("NAME", comma).encode(encoding))
    assert counts(done) == ("done", 2, 2, 0, 0)
    assert people(world, root) == IMPORTED


def test_json_lines_may_be_utf_16(world: World, root: Person) -> None:
    body = '{"email": "zoe@example.com", "firstName": "Zoë"}\n'.encode("utf-16")
    done = imported(world, root, "accounts", body, content_type=JSONL)
    assert counts(done) == ("done", 1, 1, 0, 0)


def test_cells_are_trimmed(world: World, root: Person) -> None:
    body = lines(
        [' zoe@example.com ,"  Zoë ",\u00a0Núñez\u00a0, client', "ben@example.com ,\t,Ok, expert"],
        " email , firstName,lastName ,role",
    )
    assert counts(imported(world, root, "accounts", body)) == ("done", 2, 2, 0, 0)
    assert ("Zoë", "Núñez", "client") in people(world, root)
    assert ("", "Ok", "expert") in people(world, root)


def test_rows_of_empty_cells_and_empty_columns_are_skipped(world: World, root: Person) -> None:
    body = lines(
        [",,,,", *(f"{row},,".replace("@example.com,", "@example.com,,") for row in ROWS), " ;,"],
        ',,,\r\n"",\r\nemail,,firstName,lastName,role,,',
    ).replace(" ;,", " , ,,,")
    done = imported(world, root, "accounts", body)
    assert counts(done) == ("done", 2, 2, 0, 0)
    assert people(world, root) == IMPORTED


def test_a_value_in_a_column_without_a_name_fails_alone(world: World, root: Person) -> None:
    body = lines(
        ["a@example.com,x,A", "b@example.com,,B", "c@example.com,,C,x"], "email,,firstName"
    )
    done = imported(world, root, "accounts", body)
    assert counts(done) == ("done", 3, 1, 0, 2)
    assert messages(done)[2] == "Has a value in a column whose name is missing."


@pytest.mark.parametrize("kind", KINDS)
def test_an_export_in_csv_begins_with_a_byte_order_mark(
    world: World, root: Person, kind: str
) -> None:
    body = world.get(f"/admin/export/{kind}.csv", as_=root).must(200).body
    assert body.startswith(b'\xef\xbb\xbf"')
    assert body.count(b"\xef\xbb\xbf") == 1


@pytest.mark.parametrize("content_type", [CSV, JSONL])
def test_an_empty_file_is_refused_as_such(world: World, root: Person, content_type: str) -> None:
    headers = {"content-type": content_type}
    path = "/admin/imports?kind=accounts"
    empty = world.post(path, b"", as_=root, headers=headers).must(422)
    assert empty.error == "empty_file"
