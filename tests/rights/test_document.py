"""The document lists the same callers as the matrix."""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import pytest

from tests.rights import matrix
from tests.world import World

KEYS = {"key", "otherkey"}
CODES_OF_STATE = {
    "account_disabled",
    "bot_check_failed",
    "consultation_cap_reached",
    "email_not_verified",
    "password_wrong",
    "second_factor_needed",
    "second_factor_required",
    "sign_in_locked",
}
"""Codes of a 403 that depend on earlier actions, and not on the caller."""


def cells() -> Mapping[str, list[Mapping[str, str]]]:
    """Return the rows of each operation, as the document describes it without further settings."""
    rows_by_operation: dict[str, list[Mapping[str, str]]] = defaultdict(list)
    for row in matrix.rows():
        if not row.has_public_jobs:
            rows_by_operation[row.operation_id].append(row.cells)
    return rows_by_operation


def accepted(rows: list[Mapping[str, str]]) -> list[dict[str, list[str]]]:
    """Return the accepted credentials of an operation in the form of `security`."""
    if any(row["none"] == "ok" for row in rows):
        is_more_to_some = any(row["none"] != row["admin"] for row in rows)
        return [{}, {"bearerAuth": []}] if is_more_to_some else []
    by_token = any(word == "ok" for row in rows for who, word in row.items() if who not in KEYS)
    by_key = any(row["key"] == "ok" for row in rows)
    schemes = [("bearerAuth", by_token), ("partnerApiKey", by_key)]
    return [{scheme: []} for scheme, opens in schemes if opens]


def codes(document: Mapping[str, Any], response: Mapping[str, Any]) -> set[str]:
    """Return the codes listed in the description of a response."""
    name = response.get("$ref", "").rpartition("/")[2]
    whole = document["components"]["responses"][name] if name else response
    return set(re.findall(r"^(?:- )?`([a-z_]+)`:", whole["description"], re.MULTILINE))


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_the_documented_callers_are_those_of_the_matrix(world: World) -> None:
    document = world.get("/openapi.json").must(200).json
    items = [entry for item in document["paths"].values() for entry in item.items()]
    described = {
        response["operationId"]: response for verb, response in items if verb != "parameters"
    }
    rows_of = cells()
    assert set(described) == set(rows_of)
    for name, response in described.items():
        rows, responses = rows_of[name], response["responses"]
        words = {word for row in rows for word in row.values()}
        assert response["security"] == accepted(rows), name
        assert words - {"ok", matrix.NO_CALLER} <= set(responses), name
        if "sign_in_needed" in codes(document, responses.get("401", {"description": ""})):
            assert "401" in words, name
        if codes(document, responses.get("403", {"description": ""})) - CODES_OF_STATE:
            assert "403" in words, name


def test_codes_are_parsed_from_a_description() -> None:
    response = {"description": "- `not_allowed`: Your account may not.\n- `busy`: Wait for `this`."}
    assert codes({}, response) == {"not_allowed", "busy"}
    named = {"components": {"responses": {"No": {"description": "`no`: No."}}}}
    assert codes(named, {"$ref": "#/components/responses/No"}) == {"no"}
