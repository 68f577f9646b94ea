"""The first request for the OpenAPI document, which generates it, has no deadline."""

import time
from pathlib import Path

import pytest

from bridgework.kit.api_docs import api_docs
from bridgework.settings import Settings
from tests.served import program
from tests.world import World

SMALLEST = 1
"""The smallest `BRIDGEWORK_REQUEST_TIMEOUT_SECONDS`."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"request_timeout_seconds": SMALLEST})


def test_a_document_that_takes_longer_than_a_request_may_is_sent(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def generate_slowly(*_: object, **__: object) -> dict[str, str]:
        time.sleep(SMALLEST + 0.3)
        return {"openapi": "3.0.3"}

    docs = vars(world.application.app_state.api_docs)
    for name in ("openapi", "openapi_file"):
        docs.pop(name, None)  # the tests may have read the document
    monkeypatch.setattr(api_docs, "generate_document", generate_slowly)
    response = world.send("GET", "/openapi.json", checked=False).must(200)
    assert response.json == {"openapi": "3.0.3"}


@pytest.mark.slow("starts a server")
def test_the_first_request_to_a_server_may_be_for_the_document(tmp_path: Path) -> None:
    with program.run_server(tmp_path, REQUEST_TIMEOUT_SECONDS=str(SMALLEST)) as server:
        status, _, body = server.request("GET", "/openapi.json")
    assert status == 200
    assert body.startswith(b'{"openapi":"3.0.')
