"""Renders directory entries to JSON, with search tokens."""

from collections.abc import Iterator
from dataclasses import dataclass

from bridgework.areas.people.profiles import actions as profiles
from bridgework.areas.people.vendors.records import EntryValues, ListedEntry, Member
from bridgework.areas.people.vendors.schemas import DirectoryEntry
from bridgework.kit.data.search import EVERY, Tokens
from bridgework.kit.data.search.tokens import WORD
from bridgework.kit.storage import Storage
from bridgework.kit.text import sort_key, tokenize

KIND, CATEGORY, SUBCATEGORY = "kind:", "category:", "subcategory:"
"""Prefixes of the tokens of filters."""

_SEARCHED_MEMBERS = (
    "company_name",
    "offering",
    "business_model",
    "sells_type",
    "sells_detail",
    "pain_point",
    "usp",
    "location",
    "bio",
    "territory",
)


@dataclass(frozen=True, slots=True)
class Rendered:
    """A row of the directory, and its search tokens."""

    values: EntryValues
    found_by: Tokens


def to_entry(member: Member) -> DirectoryEntry:
    """Convert an account and its profile to its directory entry."""
    account = member.account
    return DirectoryEntry.from_row(
        member.profile,
        user_id=account.id,
        kind=account.vendors_role,
        first_name=account.first_name,
        last_name=account.last_name,
        is_verified=member.state.change_in_review_since is None,
    )


def render(member: Member) -> Rendered:
    """Render the directory entry of an account."""
    entry = to_entry(member)
    name = entry.company_name or " ".join(_names(entry))
    values = EntryValues(
        account_id=member.account.id,
        kind=entry.kind,
        name_key=sort_key(name),
        entry=entry.model_dump_json(by_alias=True).encode(),
    )
    return Rendered(values, dict.fromkeys(_found_by(entry), 0))


def to_json(storage: Storage, listed: ListedEntry) -> bytes:
    """Return the JSON of an entry. The URL of an uploaded video replaces the profile's `videoUrl`.

    That URL is not stored, since the storage may move.
    """
    stored = profiles.with_verification(listed.entry)
    if listed.video is None:
        return stored
    video_url = storage.public_url(listed.video)
    entry = DirectoryEntry.model_validate_json(stored).model_copy(update={"video_url": video_url})
    return entry.model_dump_json(by_alias=True).encode()


def _names(entry: DirectoryEntry) -> Iterator[str]:
    yield from (name for name in (entry.first_name, entry.last_name) if name)


def _found_by(entry: DirectoryEntry) -> Iterator[str]:
    yield EVERY
    yield KIND + entry.kind
    categories, subcategories = entry.categories or [], entry.subcategories or []
    texts = [getattr(entry, name) or "" for name in _SEARCHED_MEMBERS]
    for text in (*_names(entry), *texts, *categories, *subcategories):
        yield from (WORD + word for word in tokenize(text))
    yield from (CATEGORY + sort_key(name) for name in categories)
    yield from (SUBCATEGORY + sort_key(name) for name in subcategories)
