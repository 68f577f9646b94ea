"""Updates of the directory after a change of an expert, and reads for other areas."""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from datetime import date, datetime

from bridgework.areas.history.changes import actions as change_feed
from bridgework.areas.identity.accounts.tables import EXPERTS
from bridgework.areas.identity.uploads import actions as uploads
from bridgework.areas.people.directory import (
    errors,
    index_entries,
    queries,
    schemas,
    search_query,
    writes,
)
from bridgework.areas.people.directory.records import Person
from bridgework.areas.people.directory.serializers import render, to_expert
from bridgework.areas.people.directory.tables import index
from bridgework.areas.people.matching import actions as matching
from bridgework.areas.people.matching.schemas import EmptyReason
from bridgework.areas.people.profiles import actions as profiles
from bridgework.context import Context
from bridgework.kit.actions import hidden_profile
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, cache_versions
from bridgework.kit.data.search import ReverseSearch, reverse
from bridgework.kit.data.search.reverse import Document
from bridgework.kit.security import ANONYMOUS, Caller
from bridgework.terminology import place_suggestions, terms, us_states
from bridgework.terminology.search import correct

_BATCH_SIZE = 5
"""Experts reindexed in a transaction. A small number releases the write lock soon."""

EDITION = index_entries.EDITION
to_conditions = search_query.to_conditions
get_documents = queries.get_documents


def reindex(tx: Tx, account_id: Id) -> None:
    """Add, update or remove the directory entry of an account according to its current state."""
    listing, person = writes.find_listing(tx, account_id), writes.get_person(tx, account_id)
    if listing is None and not _is_listed(person):
        return
    if writes.lock(tx):
        listing, person = writes.find_listing(tx, account_id), writes.get_person(tx, account_id)
    if _is_listed(person):
        short = profiles.searchable_fields(person.profile)
        rendered = render(person, short)
        if listing is None:
            writes.add(tx, rendered)
            change_feed.announce(tx, "expert.listed", account_id)
        else:
            writes.update(tx, listing, rendered)
            if rendered.record != listing.indexed.record:
                change_feed.announce(tx, "expert.changed", account_id)
        matching.put_person(tx, "expert", account_id, matching.offer_of_expert(short))
        cache_versions.bump_member(tx, EXPERTS, account_id, members=int(listing is None))
    elif listing is not None:
        writes.delete(tx, listing)
        change_feed.announce(tx, "expert.unlisted", account_id)
        matching.drop_person(tx, "expert", account_id)
        cache_versions.remove_member(tx, EXPERTS, account_id)


def record_activity(tx: Tx, account_id: Id, day: date) -> None:
    """Update the last day on which an expert was active, if the expert is listed.

    Cheaper than `reindex`, since it happens daily for each active expert.
    """
    if writes.find_listing(tx, account_id) is not None:
        writes.lock(tx)
        writes.update_activity(tx, account_id, day)
        # Once per transaction, for any number of experts.
        cache_versions.bump_at_commit(tx, EXPERTS, lists_only=True)


def find_stale(tx: Tx) -> Sequence[Id]:
    """Return some experts that were indexed with another edition of the terminology."""
    return writes.list_stale(tx, _BATCH_SIZE)


def get_cards(tx: Tx, ids: Sequence[Id]) -> Mapping[Id, schemas.ExpertCard]:
    """Return the cards of those accounts that are listed, by ID."""
    return {
        account_id: schemas.ExpertCard.model_validate_json(card, by_alias=True)
        for account_id, card in queries.get_cards(tx, ids)
    }


def get_evidence(tx: Tx, ids: Sequence[Id]) -> Mapping[Id, matching.Evidence]:
    """Return what the profiles of experts state, for the evidence of matches."""
    return {
        account_id: matching.evidence_of_expert(profiles.searchable_fields(fields))
        for account_id, fields in queries.get_profiles(tx, ids)
    }


def find_expert(tx: Tx, expert_id: Id) -> schemas.Expert | None:
    """Return an expert with the whole public profile; None if the account is not listed."""
    record = queries.find_record(tx, expert_id)
    if record is None:
        return None
    return schemas.Expert.model_validate_json(_as_visible(record), by_alias=True)


def read_expert(context: Context, expert_id: Id) -> tuple[bytes, bool]:
    """Return an expert as JSON, and whether only administrators can read the record.

    Administrators also read an expert who is hidden or disabled. Raises ExpertNotFound.
    """
    record = queries.find_record(context.tx, expert_id)
    if record is not None:
        return _as_visible(record), False
    hidden = _find_hidden(context, expert_id) if context.caller.is_admin else None
    if hidden is None:
        raise errors.ExpertNotFound
    return hidden.model_dump_json(by_alias=True).encode(), True


def _as_visible(record: bytes) -> bytes:
    """Add `hidden` to a listed record as JSON."""
    return record[:-1] + b',"hidden":null}'


def is_unlisted(tx: Tx, expert_id: Id) -> bool:
    """Whether the account is a verified expert who is not in the directory now."""
    return queries.is_verified_expert(tx, expert_id) and not is_visible(tx, ANONYMOUS, expert_id)


def search(tx: Tx, query: schemas.ListExpertsQuery) -> tuple[Sequence[schemas.ExpertCard], int]:
    """Return a page of the cards that match a query, and the total number of matches."""
    cards, total = queries.list_cards(tx, query)
    return [schemas.ExpertCard.model_validate_json(card, by_alias=True) for card in cards], total


def export_experts(
    context: Context, query: schemas.ListExpertsQuery
) -> Iterator[Sequence[schemas.ExpertRecord]]:
    """Return the matching experts in batches."""
    for records in queries.list_batches(context.app.database, query):
        yield [
            schemas.ExpertRecord.model_validate_json(record, by_alias=True) for record in records
        ]


def filter_listed_after(tx: Tx, ids: Sequence[Id], moment: datetime) -> Collection[Id]:
    """Return the experts among `ids` who joined the directory after `moment`."""
    return set(queries.list_listed_after(tx, ids, moment))


def reverse_search(tx: Tx, document: Document) -> ReverseSearch:
    """Return the decision which queries of the list find a search document."""
    return ReverseSearch(tx, index, document, correct)


def keys_of(tx: Tx, query: schemas.ListExpertsQuery) -> Set[str]:
    """Return the keys of a query for the reverse search; none if it can find nothing."""
    conditions = search_query.to_conditions(query)
    if conditions is None:
        return set()
    return reverse.keys_of(tx, index, conditions, correct)


def why_not_matched(tx: Tx, account_id: Id) -> EmptyReason:
    """Return why an account that is not listed has no matches."""
    person = writes.get_person(tx, account_id)
    return "profile_incomplete" if profiles.is_admitted(person.account) else "not_verified"


def is_visible(tx: Tx, _: Caller, account_id: Id) -> bool:
    """Whether the account is listed in the directory, which is public."""
    return writes.find_listing(tx, account_id) is not None


def get_options() -> schemas.FormOptions:
    """Return the values that forms offer."""
    return schemas.FormOptions(
        availability=list(matching.COMMON_AVAILABILITIES),
        engagement_type=list(matching.COMMON_KINDS_OF_WORK),
        specialties=[
            schemas.SpecialtyOption(name=term.name, label=term.label)
            for term in terms.TERMS.values()
            if term.kind == "specialty"
        ],
        topics=_labels("field", "business"),
        procedures=_labels("procedure"),
        equipment=_labels("equipment"),
        software=_labels("software"),
        states=sorted(us_states.NAMES.values()),
        uploads=[
            schemas.UploadOption(folder=folder, content_types=list(types))
            for folder, types in uploads.content_types().items()
        ],
    )


def suggest_places(text: str) -> list[schemas.Place]:
    """Return the places whose name begins with a text."""
    return [
        schemas.Place(
            name=place.name,
            region=place.region,
            country=place.country,
            metro=place.metro,
            lat=place.latitude,
            lon=place.longitude,
        )
        for place in place_suggestions.suggest(text)
    ]


def _labels(*kinds: str) -> list[str]:
    """The labels of the terms of these kinds, sorted; an ordinary word begins with a capital."""
    labels = [term.label for term in terms.TERMS.values() if term.kind in kinds]
    return sorted(map(_capitalize, labels), key=str.casefold)


def _capitalize(label: str) -> str:
    first = label.partition(" ")[0]
    is_word = first.islower() and first.replace("-", "").isalpha()
    return label[0].upper() + label[1:] if is_word else label


def _find_hidden(context: Context, expert_id: Id) -> schemas.Expert | None:
    """Return an expert who is not listed only because the account is hidden or disabled."""
    person = writes.find_person(context.tx, expert_id)
    if person is None or not profiles.would_be_listed(person.account, person.profile):
        return None
    hidden = hidden_profile(context.tx, context.caller, person.account)
    return schemas.Expert(**dict(to_expert(person)), hidden=hidden)


def _is_listed(person: Person) -> bool:
    return profiles.is_listed(person.account, person.profile)
