"""An installation whose public URL has an IP address has no passkeys."""

from pathlib import Path

import pytest

from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.areas.administrators.second_factor import PROOF, add_app, challenge
from tests.world import World


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    return worlds.settings(tmp_path, database_url=database_url, public_url="http://192.0.2.7:8000")


def test_passkeys_need_a_host_name(world: World) -> None:
    root = cast.root(world)
    refused = world.post("/admin/me/passkeys/options", PROOF, as_=root).must(409)
    assert refused.error == "passkeys_need_a_host_name"
    sent = {"challenge": "any", "passkey": {}}
    refused = world.post("/admin/me/passkeys", sent, as_=root).must(409)
    assert refused.error == "passkeys_need_a_host_name"
    add_app(world, root)
    assert challenge(world, root)["passkeyOptions"] is None
