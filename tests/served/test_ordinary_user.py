"""The program runs as an ordinary user, who may not raise the priority of a thread."""

import json
import os
import pwd
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.served import program
from tests.served.program import Program

PERSON = {"email": "ada@example.com", "password": "correct horse battery"}
ROOT_FOLDER = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def running() -> Iterator[Program]:
    """A server of the user `nobody` if the tests run as root, otherwise of their own user."""
    user = _ordinary_user()
    # A directory of pytest is not accessible to other users.
    folder = Path(tempfile.mkdtemp(prefix="bridgework-user-"))
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)
    try:
        with program.run_server(folder, user) as served:
            yield served
    finally:
        shutil.rmtree(folder)


def _ordinary_user() -> pwd.struct_passwd | None:
    if os.geteuid() != 0:
        return None
    for needed in (Path(sys.executable).resolve(), Path(sys.prefix), ROOT_FOLDER):
        if not all(place.stat().st_mode & 0o001 for place in (needed, *needed.parents)):
            pytest.skip(f"{needed} is not accessible to other users than root")
    return pwd.getpwnam("nobody")


def test_people_register_and_sign_in_at_the_server_of_an_ordinary_user(running: Program) -> None:
    status, _, body = running.request("POST", "/auth/register", PERSON)
    assert status == 201, body
    for _ in range(6):  # more than there are threads that hash
        status, _, body = running.request("POST", "/auth/login", {**PERSON, "password": "wrong"})
        assert (status, json.loads(body)["error"]) == (401, "invalid_credentials")
    assert "initializer" not in running.log.read_text()


def test_the_server_of_an_ordinary_user_is_ready(running: Program) -> None:
    status, _, body = running.request("GET", "/readyz")
    assert (status, json.loads(body)["status"]) == (200, "ready")
    assert "priority" not in running.log.read_text()
