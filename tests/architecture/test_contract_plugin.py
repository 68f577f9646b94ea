"""The judge of the run (tests/contract/plugin.py) finds what is missing, and only then."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from bridgework import routes
from bridgework.kit import auth
from bridgework.kit.errors import Busy
from bridgework.kit.http.context import Context
from bridgework.kit.http.operation import Operation
from bridgework.kit.http.results import OK, Ok
from bridgework.kit.http.router import Router
from bridgework.kit.ids import Id
from bridgework.kit.schemas import QueryParams
from tests.architecture.sources import ROOT
from tests.contract import answered

CONFTEST = 'pytest_plugins = ["tests.contract.plugin"]\n'
SETTINGS = f"[pytest]\ntestpaths = .\npythonpath = {ROOT} {ROOT / 'src'}\n"
PASSES = "def test_passes():\n    assert True\n"
FAILS = "def test_fails():\n    assert False\n"
HEADING = "answers that no test has had"


@dataclass
class Answer:
    status: int
    body: bytes


class CountQuery(QueryParams):
    rotten: bool = False


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
        "key_not_accepted",
        "not_allowed",
        "sign_in_needed",
        "token_invalid",
    }
    assert answered.owed(declared()) == {"works", "no_such_thing", "validation_failed", *refused}
    assert answered.owed(declared(Busy)) - answered.owed(declared()) == {"busy"}


def test_a_missing_response_is_named() -> None:
    operation = declared()
    notes = {("countTeeth", kind) for kind in answered.owed(operation)}
    assert [*answered.gaps([operation], notes)] == []
    assert [*answered.gaps([operation], notes - {("countTeeth", "works")})] == ["countTeeth: works"]
    assert [*answered.gaps([operation], [("pullTeeth", "works")])]


def test_an_error_without_a_code_is_recorded_by_its_status() -> None:
    (get_blog,) = (each for each in routes.operations() if each.operation_id == "getBlog")
    assert answered.owed(get_blog) == {"works", "404"}


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
    notes: set[answered.Note] = set()
    monkeypatch.setattr(answered, "notes", notes)
    answered.note("GET", path.partition("?")[0], answer)
    answered.note("GET", "/nowhere", answer)
    assert {noted for _, noted in notes} == {kind}


def judged(folder: Path, test: str, *arguments: str) -> tuple[int, str]:
    """The exit status of a run of its own in `folder`, and what it said."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "pytest.ini").write_text(SETTINGS)
    (folder / "test_it.py").write_text(test)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "xdist", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout


def test_a_complete_run_is_checked_over_all_processes(tmp_path: Path) -> None:
    """Two processes note a part each of what one operation owes: no gap of that one is left."""
    notes = [
        ("getMe", kind) for kind in ("works", "sign_in_needed", "token_invalid", "key_not_accepted")
    ]
    test = (
        "import pytest\nfrom tests.contract import answered\n\n"
        f"@pytest.mark.parametrize('note', {notes})\n"
        "def test_notes(note):\n    answered.notes.add(note)\n"
    )
    status, said = judged(tmp_path, test, "-n", "2")
    assert (status, HEADING in said) == (1, True), said
    assert "listExperts: validation_failed, works" in said
    assert "getMe:" not in said


@pytest.mark.parametrize(("test", "arguments"), [(PASSES, ["-k", "passes"]), (FAILS, [])])
def test_a_partial_run_is_not_checked(tmp_path: Path, test: str, arguments: list[str]) -> None:
    _, said = judged(tmp_path, test, *arguments)
    assert HEADING not in said, said
