"""Schemathesis sends valid and invalid requests and checks each response against the document.

All its checks are enabled, over HTTP, against a real server with a real database.
"""

from pathlib import Path
from typing import get_args

import pytest

from bridgework import routes
from bridgework.areas.identity.api_keys.fields import Scope
from bridgework.settings import Settings
from tests.contract import fuzzing
from tests.process import ServerProcess
from tests.world import Person, World

pytestmark = pytest.mark.slow("fuzzes every operation")

SEED = "20261121"
QUICK = [("sqlite", "ada", "3"), ("postgresql", "carla", "2")]
"""Database, caller and number of examples per operation of the short run."""

# Existing ids are mixed with random ones. A wrong code gets 400. Operations that may end a session
# are called by another member, so that the session of the others remains valid.
CONFIG = """
hooks = "tests.contract.fuzz_hooks"
warnings = false

[checks]
negative_data_rejection.expected-statuses = {refusals}

[auth.openapi.bearerAuth]
bearer = "{token}"

[auth.openapi.partnerApiKey]
api_key = "{key}"

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
"""Operations that may end the caller's session."""
WITH_CODES = ("acceptAdminInvitation", "verifyEmail", "resetPassword", "confirmEmailChange")
WITH_MORE_RULES = (
    "applyToJob",
    "completeSecondFactor",
    "completeUpload",
    "createConsultation",
    "createCvUploadUrl",
    "createJob",
    "createSavedSearch",
    "createUploadUrl",
    "deleteAsset",
    "getDownloadUrl",
    "listEvents",
    "reportContent",
    "replyByLink",
    "submitEvent",
    "updateAmbassadorProfile",
    "updateJob",
    "updateJobsMe",
    "updateMe",
    "updateProfile",
    "updateProfileDetails",
    "updateSavedSearch",
    "updateVendorProfile",
    "updateVendorsMe",
)
"""Operations with rules beyond a schema.

Members must agree with each other or with stored records, a name needs a letter, or a free object
contains no NUL.
"""
VERSIONED = {operation.operation_id for operation in routes.operations() if operation.if_match}
"""Operations that refuse to change a record that has changed since the caller read it."""
WITH_SECRET = {"calendarFeed", "unsubscribePage", "getMetrics"}
"""Reads that need a secret, or another client address than the test's."""
FORBIDDEN = 403


def reads_without_id() -> set[str]:
    """Return the reads without a path parameter."""
    return {
        operation.operation_id
        for operation in routes.operations()
        if operation.method == "GET"
        and not operation.parameters
        and not fuzzing.is_administrators(operation)
    }


def operation_blocks(token_to_end: str) -> str:
    """Return the configuration shared by several operations."""
    ending = f'headers = {{ Authorization = "Bearer {token_to_end}" }}'
    codes = 'checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 401, 429]'
    more = (
        'checks.positive_data_acceptance.expected-statuses = ["2xx", 401, 403, 404, 409, 412, 422]'
    )
    other = 'checks.positive_data_acceptance.expected-statuses = ["2xx", 401, 403, 404, 409, 412]'
    blocks_by_operation = [
        *((name, ending) for name in ENDING),
        *((name, codes) for name in WITH_CODES),
        *((name, more) for name in WITH_MORE_RULES),
        *((name, other) for name in sorted(VERSIONED - {*WITH_MORE_RULES})),
    ]
    return "".join(
        f'\n[[operations]]\ninclude-operation-id = "{name}"\n{settings}\n'
        for name, settings in blocks_by_operation
    )


@pytest.fixture
def key(world: World, root: Person) -> str:
    """Return an API key with every scope."""
    body = {"name": "A site of dentists", "scopes": get_args(Scope.__value__)}
    created = world.post("/admin/api-keys", body, as_=root).must(201)
    return str(created.data["key"])


def fuzz(served: ServerProcess, folder: Path, who: str, key: str, *options: str) -> None:
    """Run Schemathesis as a member and with an API key; fails unless every check passes."""
    with fuzzing.client(served) as client:
        expert = client.get("/experts").json()["data"][0]["id"]
        token, token_to_end = (fuzzing.sign_in(client, name) for name in (who, "ben"))
        config = CONFIG.format(
            expert=expert, token=token, key=key, refusals=fuzzing.REFUSALS
        ) + operation_blocks(token_to_end)
        tested, total = fuzzing.run(served, folder, config, *options)
        assert tested == total
        still = client.get("/users/me", headers={"authorization": f"Bearer {token}"})
    assert still.status_code == 200, "the session ended early, so most requests got a 401"


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("database_url", "who", "examples"), QUICK, indirect=["database_url"])
def test_every_operation_conforms_to_the_document(
    served: ServerProcess, key: str, tmp_path: Path, who: str, examples: str
) -> None:
    quick = ("--seed", SEED, "--phases", "fuzzing", "--max-examples", examples)
    fuzz(served, tmp_path, who, key, *quick)


@pytest.mark.long("fuzzes for minutes")
@pytest.mark.timeout(fuzzing.TIMEOUT)
@pytest.mark.parametrize(("who", "seed"), [("ada", "1"), ("carla", "2"), ("vera", "3")])
def test_every_operation_conforms_to_the_document_in_a_long_run(
    served: ServerProcess, key: str, settings: Settings, tmp_path: Path, who: str, seed: str
) -> None:
    fuzz(served, tmp_path, who, key, *fuzzing.long_run_options(seed))
    answered = fuzzing.statuses_in_log(settings)
    owed = reads_without_id() - WITH_SECRET
    for operation in owed if fuzzing.LONG >= fuzzing.ENOUGH else owed & answered.keys():
        assert answered[operation] & {*fuzzing.GOOD, FORBIDDEN}, operation
