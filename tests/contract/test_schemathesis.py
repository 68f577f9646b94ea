"""Schemathesis asks what the document allows and what it forbids, and judges each answer by it.

All its checks are on, over HTTP, against a real server with a real database.
"""

from pathlib import Path
from typing import get_args

import pytest

from bridgework import routes
from bridgework.areas.api_keys.fields import Scope
from bridgework.settings import Settings
from tests import cast
from tests.contract import fuzzing
from tests.process import Running
from tests.world import World

SEED = "20261121"
QUICK = [("sqlite", "ada", "3"), ("postgresql", "carla", "2")]
"""On which database, as whom, and examples an operation, where there is little time."""

# Ids that exist are mixed in with others. A code that is wrong is 400 (contract section 2). What
# may end a session is asked by somebody else, so that the others work on.
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
"""Operations that may end the session that asks."""
TAKING_CODES = ("acceptAdminInvitation", "verifyEmail", "resetPassword", "confirmEmailChange")
SAYING_MORE = (
    "applyToJob",
    "completeUpload",
    "createConsultation",
    "createCvUploadUrl",
    "createJob",
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
    "updateVendorProfile",
    "updateVendorsMe",
)
"""Operations whose members must fit each other, or things that are there, or that take a name,
which must have a letter: no schema says that."""
VERSIONED = {one.operation_id for one in routes.operations() if one.if_match}
"""Operations that refuse to change what is no longer as the caller saw it."""
KNOWN_BY_TOKEN = {"calendarFeed", "unsubscribePage", "getMetrics"}
"""Reads that want a secret, or to come from where fuzzing does not."""
NOT_THEIRS = 403


def read_without_an_id() -> set[str]:
    """The operations for which nothing has to be guessed."""
    return {
        one.operation_id
        for one in routes.operations()
        if one.method == "GET" and not one.parameters and not fuzzing.is_administrators(one)
    }


def blocks(token_to_end: str) -> str:
    """What is said of several operations alike."""
    ending = f'headers = {{ Authorization = "Bearer {token_to_end}" }}'
    codes = 'checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 401, 429]'
    more = (
        'checks.positive_data_acceptance.expected-statuses = ["2xx", 401, 403, 404, 409, 412, 422]'
    )
    other = 'checks.positive_data_acceptance.expected-statuses = ["2xx", 401, 403, 404, 409, 412]'
    said = [
        *((one, ending) for one in ENDING),
        *((one, codes) for one in TAKING_CODES),
        *((one, more) for one in SAYING_MORE),
        *((one, other) for one in sorted(VERSIONED - {*SAYING_MORE})),
    ]
    return "".join(
        f'\n[[operations]]\ninclude-operation-id = "{one}"\n{what}\n' for one, what in said
    )


@pytest.fixture
def key(world: World) -> str:
    """A partner's, good for all that partners may."""
    sent = {"name": "A site of dentists", "scopes": get_args(Scope)}
    made = world.post("/admin/api-keys", sent, as_=cast.root(world)).must(201)
    return str(made.data["key"])


def fuzz(served: Running, folder: Path, who: str, key: str, *options: str) -> None:
    """Run it as somebody, and as a partner; fails with its report unless every check holds."""
    with fuzzing.client(served) as client:
        expert = client.get("/experts").json()["data"][0]["id"]
        token, token_to_end = (fuzzing.signed_in(client, name) for name in (who, "ben"))
        config = CONFIG.format(
            expert=expert, token=token, key=key, refusals=fuzzing.REFUSALS
        ) + blocks(token_to_end)
        tested, known = fuzzing.run(served, folder, config, *options)
        assert tested == known
        still = client.get("/users/me", headers={"authorization": f"Bearer {token}"})
    assert still.status_code == 200, "the session ended early, so most requests met a 401"


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("database_url", "who", "examples"), QUICK, indirect=["database_url"])
def test_every_operation_conforms_to_the_document(
    served: Running, key: str, tmp_path: Path, who: str, examples: str
) -> None:
    quick = ("--seed", SEED, "--phases", "fuzzing", "--max-examples", examples)
    fuzz(served, tmp_path, who, key, *quick)


@pytest.mark.long
@pytest.mark.timeout(fuzzing.PATIENCE)
@pytest.mark.parametrize(("who", "seed"), [("ada", "1"), ("carla", "2"), ("vera", "3")])
def test_every_operation_conforms_to_the_document_in_a_long_run(
    served: Running, key: str, settings: Settings, tmp_path: Path, who: str, seed: str
) -> None:
    fuzz(served, tmp_path, who, key, *fuzzing.at_length(seed))
    answered = fuzzing.answered(settings)
    owed = read_without_an_id() - KNOWN_BY_TOKEN
    for operation in owed if fuzzing.LONG >= fuzzing.ENOUGH else owed & answered.keys():
        assert answered[operation] & {*fuzzing.GOOD, NOT_THEIRS}, operation
