"""Schemathesis tests the operations of administrators as an administrator."""

from pathlib import Path

import pytest

from bridgework import routes
from bridgework.settings import Settings
from tests import cast
from tests.contract import fuzzing
from tests.process import ServerProcess
from tests.world import Person

pytestmark = pytest.mark.slow("fuzzes every operation")

SEED = "20261121"
OURS = [
    operation
    for operation in routes.operations()
    if fuzzing.is_administrators(operation) and not operation.is_event_stream
]
OF_USERS = {our.operation_id for our in OURS if our.path.startswith("/admin/users/{id}")}
WITH_MASTER_PASSWORD = {"adminResetSecondFactor"}
"""Operations on users that succeed only with the caller's master password."""

# Rules that depend on stored records give a 422 that no schema can predict; too many wrong second
# secrets give a 429, a read that the caller already has a 304, and another version a 412.
CONFIG = """
hooks = "tests.contract.fuzz_hooks"
warnings = false

[checks]
positive_data_acceptance.expected-statuses = ["2xx", 304, 401, 403, 404, 409, 412, 422, 429]
negative_data_rejection.expected-statuses = {refusals}

[auth.openapi.bearerAuth]
bearer = "{token}"

[dictionaries]
users = {{ values = ["{user}"] }}
invited = {{ values = ["{invited}"] }}
erased = {{ values = ["{erased}"] }}
waiting = {{ values = ["{waiting}"] }}
"""
DICTIONARIES = {
    "resendAdminInvitation": "invited",
    "adminEraseUser": "erased",
    "adminAskForChanges": "waiting",
}
"""Only an administrator without a master password can be invited again, not any user. After an
erasure, the other operations do not find the account. Only who waits for a verification is asked
for changes."""
OF_A_USER = """
[[operations]]
include-operation-id = "{operation}"
parameters = {{ "path.id" = {{ dictionary = "{dictionary}", probability = 0.5 }} }}
"""


def fuzz(root: Person, served: ServerProcess, folder: Path, *options: str) -> None:
    """Run Schemathesis; fails unless every check of every response passes."""
    with fuzzing.client(served) as client:
        body = {"email": root.email, "masterPassword": cast.MASTER_PASSWORD}
        token = client.post("/auth/admin/login", json=body).json()["data"]["token"]
        headers = {"authorization": f"Bearer {token}"}
        [ben] = client.get("/admin/users?search=ben", headers=headers).json()["data"]["items"]
        [vera] = client.get("/admin/users?search=vera", headers=headers).json()["data"]["items"]
        [carla] = client.get("/admin/users?search=carla", headers=headers).json()["data"]["items"]
        [ada] = client.get("/admin/users?search=ada", headers=headers).json()["data"]["items"]
        tier = {"verificationTier": "not-verified"}
        client.patch(f"/admin/users/{ada['id']}", json=tier, headers=headers).raise_for_status()
        appointed = {"id": vera["id"], "role": "admin"}
        client.post("/admin/users/assign-role", json=appointed, headers=headers).raise_for_status()
        config = CONFIG.format(
            token=token,
            user=ben["id"],
            invited=vera["id"],
            erased=carla["id"],
            waiting=ada["id"],
            refusals=fuzzing.REFUSALS,
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
    root: Person, served: ServerProcess, settings: Settings, tmp_path: Path
) -> None:
    quick = ("--seed", SEED, "--phases", "fuzzing", "--max-examples", "8")
    fuzz(root, served, tmp_path, *quick)
    lists = {our.operation_id for our in OURS if our.method == "GET" and not our.parameters}
    expected = (lists | OF_USERS) - WITH_MASTER_PASSWORD
    assert expected - fuzzing.succeeded(settings) == set()


@pytest.mark.long("fuzzes for minutes")
@pytest.mark.timeout(fuzzing.TIMEOUT)
def test_administrators_operations_conform_in_a_long_run(
    root: Person, served: ServerProcess, tmp_path: Path
) -> None:
    fuzz(root, served, tmp_path, *fuzzing.long_run_options("4"))
