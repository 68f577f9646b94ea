"""Files as the spreadsheet programs of people write them: headers, separators and line ends."""

import pytest

from tests.areas.imports.sending import CSV, JSONL, counts, imported, messages, people, send
from tests.world import Person, Response, World

EXCEL_GERMAN = (
    "\ufeffsep=;\r\n"
    "E-Mail;First Name;Surname;Role\r\n"
    'zoe@example.com;Zoë;"Núñez; Díaz";Client\r\n'
    "ben@example.com;Ben;Ok; EXPERT \r\n"
)
IMPORTED = [("Ben", "Ok", "expert"), ("Zoë", "Núñez; Díaz", "client")]


def send_ignoring(world: World, root: Person, body: str) -> Response:
    path = "/admin/imports?kind=accounts&ignoreUnknownColumns=true"
    return world.post(path, body.encode(), as_=root, headers={"content-type": CSV})


def refused(response: Response) -> str:
    """Return the message of a header that is refused."""
    assert response.must(422).faults == {"header": "header_invalid"}
    message: str = response.details[0]["message"]
    return message


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_a_file_of_excel_is_imported_with_each_line_end(
    world: World, root: Person, end: str, encoding: str
) -> None:
    body = EXCEL_GERMAN.removeprefix("\ufeff" if encoding == "utf-16" else "")
    done = imported(world, root, "accounts", body.replace("\r\n", end).encode(encoding))
    assert counts(done) == ("done", 2, 2, 0, 0)
    assert people(world, root) == IMPORTED


@pytest.mark.parametrize(
    "header",
    [
        "E-mail,First Name,Last name,Role",
        "EMAIL ADDRESS,GIVEN NAME,SURNAME,ROLE",
        "e_mail,first_name,family_name,role",
        "Mail,Forename,Last,role",
    ],
)
def test_columns_are_found_by_the_names_that_people_write(
    world: World, root: Person, header: str
) -> None:
    done = imported(world, root, "accounts", f"{header}\r\nzoe@example.com,Zoë,Núñez,CLIENT\r\n")
    assert counts(done) == ("done", 1, 1, 0, 0)
    assert people(world, root) == [("Zoë", "Núñez", "client")]


def test_columns_of_candidates_are_found_by_the_names_that_people_write(
    world: World, root: Person
) -> None:
    body = (
        "First name\tSurname\tE-mail\tMobile phone\tYears of experience\tOpen to work\tSkills\n"
        "Cy\tDane\tcy@example.com\t+1 512 555 0142\t7\tYES\tcrowns, bridges\n"
    )
    assert counts(imported(world, root, "candidates", body)) == ("done", 1, 1, 0, 0)
    [cy] = world.get("/admin/recruiting/candidates?search=cy", as_=root).data["items"]
    assert (cy["experienceInYears"], cy["openToWork"], cy["lastName"]) == (7, True, "Dane")
    assert cy["phone"] == "+1 512 555 0142"


def test_columns_of_articles_are_found_by_the_names_that_people_write(
    world: World, root: Person
) -> None:
    body = "Slug;Title;Summary;Text;Keywords;Status\nfirst;First;Short.;Words.;a, b;Draft\n"
    assert counts(imported(world, root, "articles", body)) == ("done", 1, 1, 0, 0)
    [post] = world.get("/admin/blogs", as_=root).data["items"]
    assert (post["excerpt"], post["tags"], post["status"]) == ("Short.", ["a", "b"], "draft")


@pytest.mark.parametrize("role", ["Clinic owner", "clinic-owner", "CLINIC_OWNER"])
def test_roles_are_read_without_regard_to_case(world: World, root: Person, role: str) -> None:
    body = f"email,jobs role\nzoe@example.com,{role}\n"
    assert counts(imported(world, root, "accounts", body)) == ("done", 1, 1, 0, 0)
    [zoe] = world.get("/admin/users?search=zoe", as_=root).data["items"]
    assert zoe["jobsRole"] == "clinic_owner"


def test_a_role_in_json_lines_is_read_as_it_is_written(world: World, root: Person) -> None:
    body = '{"email": "zoe@example.com", "role": "Client"}\n'
    done = imported(world, root, "accounts", body, content_type=JSONL)
    assert messages(done)[1].startswith("role: Must be one of")


@pytest.mark.parametrize(
    ("header", "part"),
    [
        ("E-mail,Name", 'The column "Name" can be firstName or lastName. Rename it.'),
        ("E-mail,Mail,Role", 'The columns "E-mail" and "Mail" are both email. Keep one of them.'),
        ("email,E-mail", 'The columns "email" and "E-mail" are both email.'),
        ("E-mail,E-mail", 'The column "E-mail" occurs more than once.'),
        ("First name,Surname", 'The column "email" is missing.'),
        ("sep=|\r\nemail|role", 'the separator "|" is not supported'),
        ("sep=;\r\nemail,role", 'The column "email" is missing.'),
    ],
)
def test_an_ambiguous_header_is_refused_with_the_reason(
    world: World, root: Person, header: str, part: str
) -> None:
    assert part in refused(send_ignoring(world, root, f"{header}\r\na@example.com,A\r\n"))
    assert world.get("/admin/imports", as_=root).data["total"] == 0


def test_further_columns_are_refused_by_default(world: World, root: Person) -> None:
    body = "E-mail,Shoe size\nzoe@example.com,38\n"
    assert 'There is no column "Shoe size"' in refused(send(world, root, "accounts", body))


def test_the_report_names_the_columns_that_are_ignored(world: World, root: Person) -> None:
    body = "\nE-mail;Shoe size;First name;Password\nzoe@example.com;38;Zoë;secret\nzoe;;;\n"
    started = send_ignoring(world, root, body).must(202).data
    ignored = {
        "line": 2,
        "outcome": "ignored",
        "message": 'Ignored columns: "Shoe size", "Password".',
        "text": None,
    }
    assert started["report"] == [ignored]
    while world.application.import_worker.work_once():
        continue
    done = world.get(f"/admin/imports/{started['id']}", as_=root).must(200).data
    assert counts(done) == ("done", 2, 1, 0, 1)
    assert done["report"][0] == ignored
    assert [line["line"] for line in done["report"]] == [2, 4]
    assert people(world, root) == [("Zoë", "", "expert")]


@pytest.mark.parametrize(("number", "more"), [(19, ""), (20, ""), (21, " and 1 more")])
def test_the_report_names_at_most_twenty_ignored_columns(
    world: World, root: Person, number: int, more: str
) -> None:
    header = ",".join(["email", *(f"other {each}" for each in range(number))])
    started = send_ignoring(world, root, f"{header}\n").must(202).data
    [line] = started["report"]
    assert line["message"].count('"') == 2 * min(number, 20)
    assert line["message"].endswith(f'"{more}.')


@pytest.mark.parametrize("start", [b"PK\x03\x04", b"\xd0\xcf\x11\xe0"])
def test_a_workbook_is_refused_with_what_to_do(world: World, root: Person, start: bytes) -> None:
    response = send(world, root, "accounts", start + b"\x14\0\x06\0").must(422)
    assert response.faults == {"file": "encoding_unsupported"}
    assert 'save its sheet as "CSV UTF-8"' in response.details[0]["message"]


def test_a_file_in_windows_1252_is_refused_with_what_to_do(world: World, root: Person) -> None:
    body = EXCEL_GERMAN.removeprefix("\ufeff").encode("cp1252")
    response = send(world, root, "accounts", body).must(422)
    assert response.faults == {"file": "encoding_unsupported"}
    assert 'save it as "CSV UTF-8"' in response.details[0]["message"]


def test_the_numbers_of_lines_are_those_of_the_file(world: World, root: Person) -> None:
    body = 'sep=;\rE-mail;First name\r"a@example.com";"A\nB"\rnowhere;X\r'
    done = imported(world, root, "accounts", body)
    # A line break in a cell begins a further line.
    assert max(messages(done)) == 5


def test_a_line_break_with_cr_in_a_cell_stays(world: World, root: Person) -> None:
    body = 'slug,title,excerpt,body,status\r\nfirst,First,Short.,"One\rTwo",draft\r\n'
    assert counts(imported(world, root, "articles", body)) == ("done", 1, 1, 0, 0)
    [post] = world.get("/admin/blogs", as_=root).data["items"]
    assert "One\rTwo" in post["body"]
