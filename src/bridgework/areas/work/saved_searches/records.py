"""What the statements on saved searches and their alerts return."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from pydantic import JsonValue

from bridgework.areas.work.saved_searches.schemas import Frequency, SearchKind
from bridgework.kit.core import Id


class Search(NamedTuple):
    """A saved search (table `saved_searches`)."""

    id: Id
    user_id: Id
    name: str
    kind: SearchKind
    query: Mapping[str, JsonValue]
    frequency: Frequency
    created_at: datetime
    updated_at: datetime


class Recipient(NamedTuple):
    """The owner of a saved search, for the e-mail with its alerts."""

    email: str
    is_addressable: bool
    """Whether the account is active and its address verified."""


class DueSearch(NamedTuple):
    """A saved search whose alerts are due."""

    search: Search
    recipient: Recipient


class AlertQuery(NamedTuple):
    """A query of searches with alerts (table `alert_queries`)."""

    digest: str
    kind: SearchKind
    query: Mapping[str, JsonValue]
    edition: str


class Alert(NamedTuple):
    """The alerts of a search: the query, and when they were last sent."""

    digest: str
    sent_at: datetime | None
