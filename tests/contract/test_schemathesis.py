"""Schemathesis asks what the document allows and what it forbids, and judges each answer by it.

All its checks are on, over HTTP, against a real server with a real database.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import httpx
import pytest

from bridgework import routes
from bridgework.kit.auth import admin
from bridgework.settings import Settings
from tests import cast
from tests.process import Running

ROOT = Path(__file__).parents[2]
SEED = "20261121"
GOOD = range(200, 309)
QUICK = {"sqlite": ["--max-examples", "8"], "postgresql": ["--max-examples", "3"]}
PHASES = {"sqlite": "coverage,fuzzing,stateful", "postgresql": "coverage,fuzzing"}

# Ids that exist are mixed in with others. A code that is wrong is 400 (contract section 2). What
# may end a session is asked by somebody else, so that the others work on.
CONFIG = """
hooks = "tests.contract.fuzz_hooks"
warnings = false

[auth.openapi.bearerAuth]
bearer = "{token}"

[dictionaries]
experts = {{ values = ["{expert}"] }}
posts = {{ values = ["saving-teeth"] }}
files = {{ values = ["LICENSE", "NOTICE"] }}

[[operations]]
include-operation-id = "getExpert"
parameters = {{ "path.id" = {{ dictionary = "experts", probability = 0.5 }} }}

[[operations]]
include-operation-id = "getBlog"
parameters = {{ "path.slug" = {{ dictionary = "posts", probability = 0.5 }} }}

[[operations]]
include-operation-id = "getDocsFile"
parameters = {{ "path.file" = {{ dictionary = "files", probability = 0.5 }} }}
"""
ENDING = ("logout", "endSession", "changePassword", "eraseMe")
"""Operations that may end the session that asks."""
TAKING_CODES = ("verifyEmail", "resetPassword", "confirmEmailChange")
NOT_FUZZED_INTO_SUCCESS = {
    *TAKING_CODES,
    "adminLogin",
    "changePassword",
    "endSession",
    "eraseMe",
    "refreshToken",
    "requestEmailChange",
    "unsubscribe",
    "unsubscribePage",
}
"""Operations that want a secret or an id that nobody guesses; all others must have worked, too,
but for the administrators': they are asked as a member, and refuse."""


def blocks(token_to_end: str) -> str:
    """What is said of several operations alike."""
    ending = f'headers = {{ Authorization = "Bearer {token_to_end}" }}'
    codes = 'checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 401, 429]'
    said = [*((one, ending) for one in ENDING), *((one, codes) for one in TAKING_CODES)]
    return "".join(
        f'\n[[operations]]\ninclude-operation-id = "{one}"\n{what}\n' for one, what in said
    )


def fuzz(served: Running, folder: Path, *options: str) -> None:
    """Run it; fails with its report unless every check of every answer holds."""
    with httpx.Client(base_url=served.url, trust_env=False) as client:
        expert = client.get("/experts").json()["data"][0]["id"]
        token, token_to_end = signed_in(client, "ada"), signed_in(client, "ben")
    config = folder / "schemathesis.toml"
    said = CONFIG.format(expert=expert, token=token) + blocks(token_to_end)
    config.write_text(said, encoding="utf-8")
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config)]
    command += ["run", f"{served.url}/openapi.json", "--checks", "all", "--no-color"]
    command += ["--workers", "1", "--generation-database", "none", *options]
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    tested = re.search(r"Operations: +(\d+) selected / (\d+) total", done.stdout)
    assert tested is not None, done.stdout
    assert tested[1] == tested[2]
    headers = {"authorization": f"Bearer {token}"}
    still = httpx.get(f"{served.url}/users/me", headers=headers, trust_env=False)
    assert still.status_code == 200, "the session ended early, so most requests met a 401"


def signed_in(client: httpx.Client, name: str) -> str:
    body = {"email": f"{name}@example.com", "password": cast.PASSWORD}
    token: str = client.post("/auth/login", json=body).json()["data"]["token"]
    return token


def succeeded(log: Iterable[str]) -> set[str]:
    """The operations that the server's access log tells to have worked at least once."""
    lines = [json.loads(line) for line in log if line.startswith("{")]
    return {line["operation"] for line in lines if "operation" in line and line["status"] in GOOD}


@pytest.mark.timeout(300)
def test_every_operation_keeps_to_the_document(
    served: Running, settings: Settings, tmp_path: Path
) -> None:
    kind = "sqlite" if settings.on_sqlite else "postgresql"
    fuzz(served, tmp_path, "--seed", SEED, "--phases", PHASES[kind], *QUICK[kind])
    log = (settings.data_dir / "server.log").read_text(encoding="utf-8").splitlines()
    document = httpx.get(f"{served.url}/openapi.json", trust_env=False).json()
    operations = {
        operation["operationId"]
        for item in document["paths"].values()
        for operation in item.values()
    }
    of_administrators = {one.operation_id for one in routes.operations() if one.who is admin}
    assert operations - succeeded(log) == NOT_FUZZED_INTO_SUCCESS | of_administrators


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_every_operation_keeps_to_the_document_however_long_it_is_asked(
    served: Running, tmp_path: Path, seed: str
) -> None:
    phases = "coverage,fuzzing,stateful"
    fuzz(served, tmp_path, "--seed", seed, "--phases", phases, "--max-examples", "300")
