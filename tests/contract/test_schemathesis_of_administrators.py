"""Schemathesis asks what administrators alone may ask, as one of them."""

from pathlib import Path

import pytest

from bridgework import routes
from bridgework.settings import Settings
from tests import cast
from tests.contract import fuzzing
from tests.process import Running
from tests.world import Person, World

SEED = "20261121"
OURS = [operation for operation in routes.operations() if fuzzing.is_administrators(operation)]
OF_USERS = {one.operation_id for one in OURS if one.path.startswith("/admin/users/{id}")}

# What is refused by what the database holds is a 422 that no schema can foretell (contract section
# 1, "Faults"); a second secret that is wrong too often is a 429.
CONFIG = """
hooks = "tests.contract.fuzz_hooks"
warnings = false

[checks]
positive_data_acceptance.expected-statuses = ["2xx", 401, 403, 404, 409, 422, 429]
negative_data_rejection.expected-statuses = {refusals}

[auth.openapi.bearerAuth]
bearer = "{token}"

[dictionaries]
users = {{ values = ["{user}"] }}
invited = {{ values = ["{invited}"] }}
"""
DICTIONARIES = {"resendAdminInvitation": "invited"}
"""Where not any user will do: only an administrator without a master password is invited."""
OF_A_USER = """
[[operations]]
include-operation-id = "{operation}"
parameters = {{ "path.id" = {{ dictionary = "{dictionary}", probability = 0.5 }} }}
"""


@pytest.fixture
def root(world: World) -> Person:
    """An administrator whom the server knows: the last, whom nobody can shut out."""
    return cast.root(world)


def fuzz(root: Person, served: Running, folder: Path, *options: str) -> None:
    """Run it; fails with its report unless every check of every answer holds."""
    with fuzzing.client(served) as client:
        sent = {"email": root.email, "masterPassword": cast.MASTER_PASSWORD}
        token = client.post("/auth/admin/login", json=sent).json()["data"]["token"]
        headers = {"authorization": f"Bearer {token}"}
        [ben] = client.get("/admin/users?search=ben", headers=headers).json()["data"]["items"]
        [vera] = client.get("/admin/users?search=vera", headers=headers).json()["data"]["items"]
        appointed = {"id": vera["id"], "role": "admin"}
        client.post("/admin/users/assign-role", json=appointed, headers=headers).raise_for_status()
        config = CONFIG.format(
            token=token, user=ben["id"], invited=vera["id"], refusals=fuzzing.REFUSALS
        )
        config += "".join(
            OF_A_USER.format(operation=name, dictionary=DICTIONARIES.get(name, "users"))
            for name in sorted(OF_USERS)
        )
        names = "|".join(operation.operation_id for operation in OURS)
        only = ["--include-operation-id-regex", f"^({names})$"]
        tested, _ = fuzzing.run(served, folder, config, *only, *options)
        assert tested == len(OURS)
        assert client.get("/admin/users", headers=headers).status_code == 200


@pytest.mark.timeout(300)
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_administrators_operations_conform_to_the_document(
    root: Person, served: Running, settings: Settings, tmp_path: Path
) -> None:
    quick = ("--seed", SEED, "--phases", "fuzzing", "--max-examples", "8")
    fuzz(root, served, tmp_path, *quick)
    lists = {one.operation_id for one in OURS if one.method == "GET" and not one.parameters}
    assert (lists | OF_USERS) - fuzzing.succeeded(settings) == set()


@pytest.mark.long
@pytest.mark.timeout(fuzzing.PATIENCE)
def test_administrators_operations_conform_in_a_long_run(
    root: Person, served: Running, tmp_path: Path
) -> None:
    fuzz(root, served, tmp_path, *fuzzing.at_length("4"))
