"""tests/contract/plugin.py reports exactly the missing responses."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from bridgework import routes
from bridgework.context import Context
from bridgework.kit.core import Busy, Id
from bridgework.kit.http.operations import OK, Ok, Operation, Router
from bridgework.kit.security import auth
from bridgework.kit.validation import QueryParams
from tests.architecture.sources import ROOT
from tests.contract import response_coverage

CONFTEST = 'pytest_plugins = ["tests.contract.plugin", "tests.lanes"]\n'
SETTINGS = f"[pytest]\ntestpaths = .\npythonpath = {ROOT} {ROOT / 'src'}\n"
PASSES = "def test_passes():\n    assert True\n"
FAILS = "def test_fails():\n    assert False\n"
HEADING = "responses that no test has seen"


@dataclass
class Answer:
    status: int
    content: bytes


class CountQuery(QueryParams):
    decayed: bool = False


def declared(*problems: type[Busy]) -> Operation:
    router = Router("Teeth")

    @router.get("/teeth/{id}", who=auth.admin, errors=problems)
    def count_teeth(context: Context, jaw_id: Id, query: CountQuery) -> Ok:
        """Count teeth."""
        return OK

    return router.operations[0]


def test_the_expected_responses_come_from_the_operation() -> None:
    refused = {
        "administrator_login_needed",
        "key_invalid",
        "key_not_accepted",
        "not_allowed",
        "sign_in_needed",
        "token_invalid",
    }
    assert response_coverage.expected_kinds(declared()) == {
        "works",
        "no_such_thing",
        "validation_failed",
        *refused,
    }
    assert response_coverage.expected_kinds(declared(Busy)) - response_coverage.expected_kinds(
        declared()
    ) == {"busy"}


def test_a_missing_response_is_named() -> None:
    operation = declared()
    notes = {("countTeeth", kind) for kind in response_coverage.expected_kinds(operation)}
    assert [*response_coverage.missing_responses([operation], notes)] == []
    assert [
        *response_coverage.missing_responses([operation], notes - {("countTeeth", "works")})
    ] == ["countTeeth: works"]
    assert [*response_coverage.missing_responses([operation], [("pullTeeth", "works")])]


def test_an_error_without_a_code_is_recorded_by_its_status() -> None:
    (get_blog,) = (
        operation for operation in routes.operations() if operation.operation_id == "getBlog"
    )
    assert response_coverage.expected_kinds(get_blog) == {"works", "404"}


@pytest.mark.parametrize(
    ("path", "answer", "kind"),
    [
        ("/blogs", Answer(200, b'{"data": []}'), "works"),
        ("/blogs/none", Answer(404, b'{"message": "There is none."}'), "404"),
        ("/blogs?page=0", Answer(422, b'{"error": "validation_failed"}'), "validation_failed"),
        ("/users/me", Answer(403, b'{"code": "EMAIL_NOT_VERIFIED"}'), "email_not_verified"),
    ],
)
def test_a_response_is_recorded_by_status_and_code(
    monkeypatch: pytest.MonkeyPatch, path: str, answer: Answer, kind: str
) -> None:
    notes: set[response_coverage.Note] = set()
    monkeypatch.setattr(response_coverage, "notes", notes)
    response_coverage.note("GET", path.partition("?")[0], answer)
    response_coverage.note("GET", "/nowhere", answer)
    assert {noted for _, noted in notes} == {kind}


def run_pytest(folder: Path, test: str, *arguments: str) -> tuple[int, str]:
    """Run pytest in `folder`; return the exit status and the output."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "pytest.ini").write_text(SETTINGS)
    (folder / "test_it.py").write_text(test)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "xdist", *arguments],
        cwd=folder,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "BRIDGEWORK_TEST_COUNTS": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout


@pytest.mark.slow("runs pytest in processes")
def test_a_complete_run_is_checked_over_all_processes(tmp_path: Path) -> None:
    """Two processes each record a part of an operation's responses; together it is complete."""
    notes = [
        ("getMe", kind)
        for kind in ("works", "sign_in_needed", "token_invalid", "key_invalid", "key_not_accepted")
    ]
    test = (
        "import pytest\nfrom tests.contract import response_coverage\n\n"
        f"@pytest.mark.parametrize('note', {notes})\n"
        "def test_notes(note):\n    response_coverage.notes.add(note)\n"
    )
    status, output = run_pytest(tmp_path, test, "-n", "2")
    assert (status, HEADING in output) == (1, True), output
    assert "listExperts: validation_failed, works" in output
    assert "getMe:" not in output


@pytest.mark.slow("runs pytest in processes")
@pytest.mark.parametrize(("test", "arguments"), [(PASSES, ["-k", "passes"]), (FAILS, [])])
def test_a_partial_run_is_not_checked(tmp_path: Path, test: str, arguments: list[str]) -> None:
    _, output = run_pytest(tmp_path, test, *arguments)
    assert HEADING not in output, output


@pytest.mark.slow("runs pytest in processes")
def test_a_repetition_of_failed_tests_is_not_checked(tmp_path: Path) -> None:
    test = "def test_first_run(pytestconfig):\n"
    test += "    assert pytestconfig.getoption('--repeat-failed')\n"
    assert run_pytest(tmp_path, test, "--lane", "all")[0] == 1
    status, output = run_pytest(tmp_path, test, "--lane", "all", "--repeat-failed")
    assert (status, "1 passed" in output, HEADING in output) == (0, True, False), output
