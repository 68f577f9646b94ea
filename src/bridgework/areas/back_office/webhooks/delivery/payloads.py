"""The rows of new deliveries, with the bodies of their requests."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from bridgework.areas.back_office.webhooks.fields import DeliverySubjectKind, DeliveryType
from bridgework.areas.back_office.webhooks.records import StoredDelivery
from bridgework.areas.history.changes.schemas import Change
from bridgework.kit.core import Id, new_id
from bridgework.kit.text import to_wire

TEST_TYPE: Literal["webhook.test"] = "webhook.test"


def delivery_of(webhook_id: Id, change: Change, now: datetime) -> StoredDelivery:
    """Return a pending delivery of a change. It is not due yet."""
    kind, subject_id = change.subject.kind, change.subject.id
    payload = _payload(change.type, change.at, change.sequence, kind, subject_id, change.data)
    return _pending(webhook_id, change.type, change.sequence, kind, subject_id, payload, now)


def test_delivery(webhook_id: Id, now: datetime) -> StoredDelivery:
    """Return a pending test delivery, whose subject is the webhook. It is not due yet."""
    payload = _payload(TEST_TYPE, now, 0, "webhook", webhook_id, {})
    return _pending(webhook_id, TEST_TYPE, 0, "webhook", webhook_id, payload, now)


def _payload(
    change_type: str,
    at: datetime,
    sequence: int,
    kind: str,
    subject_id: Id,
    data: Mapping[str, object],
) -> str:
    body = {
        "type": change_type,
        "timestamp": to_wire(at),
        "data": {"sequence": sequence, "subject": {"kind": kind, "id": subject_id}, **data},
    }
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _pending(
    webhook_id: Id,
    delivery_type: DeliveryType,
    sequence: int,
    kind: DeliverySubjectKind,
    subject_id: Id,
    payload: str,
    now: datetime,
) -> StoredDelivery:
    return StoredDelivery(
        id=new_id(),
        webhook_id=webhook_id,
        type=delivery_type,
        sequence=sequence,
        subject_kind=kind,
        subject_id=subject_id,
        payload=payload,
        status="pending",
        attempts=0,
        due_at=None,
        last_attempt_at=None,
        response_status=None,
        response_body=None,
        error=None,
        created_at=now,
        finished_at=None,
    )
