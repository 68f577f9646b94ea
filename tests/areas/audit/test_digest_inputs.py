"""The inputs of digests and MACs: another input would invalidate the log of an earlier version."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from bridgework.areas.history.audit import policies
from bridgework.kit.core import Id

ENTRY = policies.Entry(
    id=Id("01942520-e3a0-7704-b3c8-3850c0ae0354"),
    at=datetime(2026, 11, 21, 12, tzinfo=UTC),
    actor=None,
    action="account.change",
    target="ada",
    outcome="ok",
    request_id="a-request",
    changes=[{"field": "role", "before": "client", "after": "expert"}],
    personal="0f",
)
CANONICAL = (
    '{"action":"account.change","actor":null,"at":"2026-11-21T12:00:00.000000+00:00",'
    '"changes":[{"after":"expert","before":"client","field":"role"}],'
    '"id":"01942520-e3a0-7704-b3c8-3850c0ae0354","outcome":"ok","personal":"0f",'
    '"request_id":"a-request","target":"ada"}'
)


def test_the_input_of_an_entry_is_canonical_json() -> None:
    assert policies.entry_parts(ENTRY) == ("audit-entry", CANONICAL)


def test_the_input_of_an_entry_has_the_time_in_utc() -> None:
    eastern = ENTRY.at.astimezone(timezone(timedelta(hours=-5)))
    assert policies.entry_parts(replace(ENTRY, at=eastern)) == ("audit-entry", CANONICAL)


def test_an_entry_without_a_time_zone_has_no_digest() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        policies.entry_parts(replace(ENTRY, at=ENTRY.at.replace(tzinfo=None)))


def test_the_inputs_of_personal_values_links_and_heads_begin_with_their_purpose() -> None:
    personal = policies.Personal(ip="192.0.2.1", user_agent="a browser", salt="5a")
    assert policies.personal_parts(personal) == ("audit-personal", "5a", "192.0.2.1", "a browser")
    end = policies.Checkpoint(7, "c0ffee")
    assert policies.link_parts(end, "d1") == ("audit-link", "c0ffee", "8", "d1")
    assert policies.head_parts(end) == ("audit-head", "7", "c0ffee")


def test_a_checkpoint_is_read_as_it_is_printed() -> None:
    text = f"12:{'0a' * 32}"
    checkpoint = policies.Checkpoint.parse(text)
    assert checkpoint == policies.Checkpoint(12, "0a" * 32)
    assert str(checkpoint) == text
