"""A passkey from a browser: Chromium with a virtual authenticator, over its debugging protocol."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest
from playwright.sync_api import CDPSession, Page

from bridgework.settings import Settings
from tests import cast, process
from tests.browser import open_browser
from tests.servers.ports import free_port
from tests.world import World

pytestmark = [
    pytest.mark.parametrize("database_url", ["sqlite"], indirect=True),
    pytest.mark.slow("a browser"),
]

PROOF = {"masterPassword": cast.MASTER_PASSWORD}
CREATE = """async options => (await navigator.credentials.create({
  publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options)})).toJSON()"""
GET = """async options => (await navigator.credentials.get({
  publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options)})).toJSON()"""
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@dataclass
class Ceremony:
    """An administrator at a browser with an authenticator."""

    page: Page
    client: httpx2.Client
    devtools: CDPSession
    authenticator_id: str

    def add(self, token: str) -> httpx2.Response:
        """Add a passkey in the browser."""
        headers = {"authorization": f"Bearer {token}"}
        begun = self.client.post("/admin/me/passkeys/options", json=PROOF, headers=headers)
        data = begun.raise_for_status().json()["data"]
        answer = self.page.evaluate(CREATE, data["passkeyOptions"])
        sent = {"challenge": data["challenge"], "passkey": answer}
        return self.client.post("/admin/me/passkeys", json=sent, headers=headers)

    def sign_in(self) -> httpx2.Response:
        """Sign in with the master password and the passkey of the browser."""
        sent = {"email": "root@example.com", **PROOF}
        needed = self.client.post("/auth/admin/login", json=sent).json()
        answer = self.page.evaluate(GET, needed["passkeyOptions"])
        proof = {"challenge": needed["challenge"], "passkey": answer}
        return self.client.post("/auth/admin/second-factor", json=proof)


@pytest.fixture
def ceremony(world: World, settings: Settings) -> Iterator[Ceremony]:
    cast.root(world)
    port = free_port()
    url = f"http://localhost:{port}"
    with (
        process.run_server(
            settings.data_dir, port=port, database_url=settings.database_address, public_url=url
        ),
        httpx2.Client(base_url=f"http://127.0.0.1:{port}") as client,
        open_browser(url) as browser_page,
    ):
        page = browser_page.open(f"{url}/docs/")
        devtools = page.context.new_cdp_session(page)
        devtools.send("WebAuthn.enable")
        added: Any = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        yield Ceremony(page, client, devtools, added["authenticatorId"])


def test_an_administrator_adds_a_passkey_and_signs_in_with_it(ceremony: Ceremony) -> None:
    sent = {"email": "root@example.com", **PROOF}
    signed_in = ceremony.client.post("/auth/admin/login", json=sent).raise_for_status().json()
    added = ceremony.add(signed_in["data"]["token"])
    assert added.status_code == 201, added.text
    completed = ceremony.sign_in()
    assert completed.status_code == 200, completed.text
    assert ceremony.sign_in().status_code == 200  # the counter of the passkey has advanced
    token = completed.json()["data"]["token"]
    headers = {"authorization": f"Bearer {token}"}
    (listed,) = ceremony.client.get("/admin/me/passkeys", headers=headers).json()["data"]
    assert listed["lastUsedAt"] is not None


def test_a_passkey_without_user_verification_is_refused(ceremony: Ceremony) -> None:
    sent = {"email": "root@example.com", **PROOF}
    signed_in = ceremony.client.post("/auth/admin/login", json=sent).raise_for_status().json()
    ceremony.add(signed_in["data"]["token"]).raise_for_status()
    unverified = {"authenticatorId": ceremony.authenticator_id, "isUserVerified": False}
    ceremony.devtools.send("WebAuthn.setUserVerified", unverified)
    needed = ceremony.client.post("/auth/admin/login", json=sent).json()
    name = ceremony.page.evaluate(
        f"options => ({GET})(options).catch(error => error.name)", needed["passkeyOptions"]
    )
    assert name == "NotAllowedError"
