"""Schemathesis asks what the document allows and what it forbids, and judges each answer by it.

All its checks are on, over HTTP, against a real server with a real database.
"""

from pathlib import Path

import httpx
import pytest

from bridgework import routes
from bridgework.settings import Settings
from tests.contract import fuzzing
from tests.process import Running

SEED = "20261121"
QUICK = {"sqlite": "4", "postgresql": "2"}
"""Examples an operation, where there is little time."""

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
SAYING_MORE = (
    "applyToJob",
    "completeUpload",
    "createCvUploadUrl",
    "createUploadUrl",
    "deleteAsset",
    "getDownloadUrl",
    "listEvents",
    "reportContent",
    "replyByLink",
    "submitEvent",
    "updateAmbassadorProfile",
    "updateJobsMe",
    "updateProfile",
    "updateProfileDetails",
    "updateVendorProfile",
)
"""Operations whose members must fit each other, or things that are there: no schema says that."""
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
    more = 'checks.positive_data_acceptance.expected-statuses = ["2xx", 401, 403, 404, 409, 422]'
    said = [
        *((one, ending) for one in ENDING),
        *((one, codes) for one in TAKING_CODES),
        *((one, more) for one in SAYING_MORE),
    ]
    return "".join(
        f'\n[[operations]]\ninclude-operation-id = "{one}"\n{what}\n' for one, what in said
    )


def fuzz(served: Running, folder: Path, *options: str) -> None:
    """Run it; fails with its report unless every check of every answer holds."""
    with fuzzing.client(served) as client:
        expert = client.get("/experts").json()["data"][0]["id"]
        token, token_to_end = (fuzzing.signed_in(client, name) for name in ("ada", "ben"))
        config = CONFIG.format(expert=expert, token=token) + blocks(token_to_end)
        tested, known = fuzzing.run(served, folder, config, *options)
        assert tested == known
        still = client.get("/users/me", headers={"authorization": f"Bearer {token}"})
    assert still.status_code == 200, "the session ended early, so most requests met a 401"


@pytest.mark.timeout(300)
def test_every_operation_keeps_to_the_document(
    served: Running, settings: Settings, tmp_path: Path
) -> None:
    examples = QUICK["sqlite" if settings.on_sqlite else "postgresql"]
    fuzz(served, tmp_path, "--seed", SEED, "--phases", "fuzzing", "--max-examples", examples)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_every_operation_keeps_to_the_document_however_long_it_is_asked(
    served: Running, settings: Settings, tmp_path: Path, seed: str
) -> None:
    phases = "coverage,fuzzing,stateful"
    fuzz(served, tmp_path, "--seed", seed, "--phases", phases, "--max-examples", "300")
    document = httpx.get(f"{served.url}/openapi.json", trust_env=False).json()
    operations = {
        operation["operationId"]
        for item in document["paths"].values()
        for operation in item.values()
    }
    of_administrators = {
        one.operation_id for one in routes.operations() if fuzzing.is_administrators(one)
    }
    assert operations - fuzzing.succeeded(settings) <= NOT_FUZZED_INTO_SUCCESS | of_administrators
