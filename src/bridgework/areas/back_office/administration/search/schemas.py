"""The request and response models of the search."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.kit.text import UtcDatetime
from bridgework.kit.validation import QueryParams, ResponseModel, Search, Uuid

ResultKind = TypeAliasType(
    "ResultKind", Literal["user", "role", "job", "event", "article", "vendor"]
)


ResultState = TypeAliasType(
    "ResultState",
    Literal[
        "disabled",
        "to-be-erased",
        "unconfirmed",
        "verified",
        "not-verified",
        "pending",
        "active",
        "approved",
        "rejected",
        "closed",
        "filled",
        "expired",
        "upcoming",
        "ended",
        "draft",
        "scheduled",
        "published",
    ],
)


class AdminSearchQuery(QueryParams):
    q: Search | None = None
    """The words to search for. Without a word, nothing is found."""


class SearchResult(ResponseModel):
    """A record that was found."""

    kind: ResultKind
    """What was found. `vendor` is an entry of the vendor directory."""
    id: Uuid
    """The ID of the record. For `user` and `vendor` it is the ID of the account."""
    title: str
    """The name, or the title."""
    subtitle: str | None
    """Distinguishes records with the same title: the e-mail address of a user, the company of a
    role or job, the date of an event, the slug of an article, the kind of a vendor."""
    state: ResultState
    """The status of a role, job or article. A user is `disabled`, `to-be-erased`, `unconfirmed`
    (without a confirmed e-mail address), `verified` on at least one platform, or `not-verified`. A
    vendor is `verified` or `not-verified`, an event `upcoming` or `ended`."""
    date: UtcDatetime
    """When the user or vendor registered, the role or job was created, the article was published
    (or created, if it is a draft), or the event begins."""


class SearchResults(ResponseModel):
    """At most 20 records, best first."""

    items: list[SearchResult]
