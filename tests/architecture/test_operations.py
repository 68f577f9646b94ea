"""Operations are named consistently, and those of the specification exist."""

import re
from collections import Counter
from typing import get_args

from bridgework import routes
from bridgework.areas.identity.api_keys.fields import Scope
from tests.architecture.specification import OPEN_OPERATIONS

OPERATIONS = routes.operations()


def test_the_specified_operations_exist_with_their_callers() -> None:
    without_credentials = {
        (operation.method, operation.path)
        for operation in OPERATIONS
        if operation.who.credentials == "none"
    }
    assert {*OPEN_OPERATIONS} <= without_credentials


def test_an_operation_is_named_once_and_in_camel_case() -> None:
    counted = Counter(operation.operation_id for operation in OPERATIONS)
    assert [name for name, times in counted.items() if times > 1] == []
    assert [name for name in counted if not re.fullmatch(r"[a-z]+(?:[A-Z][a-z]*)*", name)] == []


def test_a_partner_key_can_have_the_scope_of_an_operation() -> None:
    assert {operation.who.scope for operation in OPERATIONS} - {None} <= {
        *get_args(Scope.__value__)
    }


def test_exactly_these_operations_need_a_fresh_proof_of_the_administrator() -> None:
    needing = {one.operation_id for one in OPERATIONS if one.who.needs_fresh_proof is not None}
    assert needing == {
        "adminAssignRole",
        "adminCreateApiKey",
        "adminCreateWebhook",
        "adminEraseUser",
        "adminExport",
        "adminPatchUser",
        "adminRotateWebhookSecret",
        "adminUpdateWebhook",
        "resendAdminInvitation",
        "rotateApiKey",
    }
