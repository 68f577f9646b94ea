"""The comparison in the README says what the OpenAPI document and the source tree have."""

import re
from pathlib import Path

import pytest

from bridgework import routes

ROOT = Path(__file__).parents[2]
CLAIMS = {
    "Sign-in": ("register", "verifyEmail", "login", "beginTotp", "addPasskey"),
    "Realtime": ("streamNotifications", "streamChanges", "adminCreateWebhook"),
    "Site for members": ("getSite",),
    "Client libraries": ("getOpenapi",),
    "Rate limits, idempotency keys, audit log, export and erasure of accounts": (
        "exportMe",
        "eraseMe",
        "adminListLogs",
    ),
    "Admin user interface": ("getConsole",),
}
"""The operations behind a claim."""


def claims() -> dict[str, str]:
    """The column of Bridgework, by the name of the row."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = text.partition("## Why Bridgework")[2].partition("\nChoose ")[0]
    return dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|", table, re.MULTILINE))


@pytest.mark.parametrize("row", CLAIMS)
def test_a_claim_has_its_operations(row: str) -> None:
    assert not claims()[row].startswith(("no", "none")), row
    assert set(CLAIMS[row]) <= {each.operation_id for each in routes.operations()}


def test_the_clients_that_exist_are_named() -> None:
    folders = {path.name for path in (ROOT / "clients").iterdir() if (path / "README.md").exists()}
    named = claims()["Client libraries"].lower()
    assert folders == {name for name in ("typescript", "python") if name in named}


def test_the_callers_of_the_streams_are_named() -> None:
    callers = {each.operation_id: each.who.name for each in routes.operations()}
    claim = claims()["Realtime"]
    assert "notifications for members, changes for administrators and partners" in claim
    assert callers["streamNotifications"] == "member"
    assert callers["streamChanges"] == "admin, partner changes:read"
