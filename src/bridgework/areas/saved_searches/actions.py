"""Saving searches, and running them by the lists that they are of."""

from collections.abc import Mapping

from pydantic import MISSING, JsonValue

from bridgework.areas.directory import actions as directory
from bridgework.areas.directory.schemas import ListExpertsQuery
from bridgework.areas.jobs import actions as jobs
from bridgework.areas.jobs.schemas import ListJobsQuery
from bridgework.areas.saved_searches import errors, queries
from bridgework.areas.saved_searches.schemas import (
    CreateSavedSearchRequest,
    FoundExpert,
    FoundJob,
    ListSavedSearchesQuery,
    ListSavedSearchResultsQuery,
    SavedSearch,
    SavedSearchPage,
    SavedSearchResultPage,
    SearchKind,
    UpdateSavedSearchRequest,
)
from bridgework.kit import query_params
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination import cursors
from bridgework.kit.pagination.keyset import PageSlice, Position
from bridgework.kit.schemas import QueryParams

_MOST = 50
"""Saved searches of one account."""
_LISTS: Mapping[SearchKind, type[QueryParams]] = {
    "experts": ListExpertsQuery,
    "jobs": ListJobsQuery,
}
_PAGING = ("page", "limit", "cursor")
"""Parameters of these lists that a saved search does not have."""


def create(context: Context, body: CreateSavedSearchRequest) -> SavedSearch:
    """Save a search. Raises SavedSearchLimitReached."""
    filters = _filters(body.kind, body.query)
    owner = context.caller.account()
    if queries.locked_count(context.tx, owner) >= _MOST:
        raise errors.SavedSearchLimitReached
    search_id = new_id()
    values = {
        "id": search_id,
        "user_id": owner,
        "created_at": context.now,
        "updated_at": context.now,
    }
    queries.add(context.tx, {**body.provided(), "query": filters, **values})
    return _mine(context, search_id)


def list_mine(context: Context, query: ListSavedSearchesQuery) -> SavedSearchPage:
    """A page of the caller's saved searches."""
    page_request = cursors.page_request(context, query)
    found = queries.list_mine(context.tx, context.caller.account(), page_request)
    return cursors.to_page(context, query, SavedSearchPage, found)


def update(context: Context, search_id: Id, body: UpdateSavedSearchRequest) -> SavedSearch:
    """Change the caller's saved search. Raises SavedSearchNotFound."""
    before = _mine(context, search_id)
    changes = {**body.provided(), "updated_at": context.now}
    if body.query is not MISSING:
        changes["query"] = _filters(before.kind, body.query)
    queries.change(context.tx, context.caller.account(), search_id, changes)
    return _mine(context, search_id)


def delete(context: Context, search_id: Id) -> None:
    """Delete the caller's saved search. Raises SavedSearchNotFound."""
    if not queries.delete(context.tx, context.caller.account(), search_id):
        raise errors.SavedSearchNotFound


def list_results(
    context: Context, search_id: Id, query: ListSavedSearchResultsQuery
) -> SavedSearchResultPage:
    """A page of what the caller's saved search finds. Raises SavedSearchNotFound."""
    search = _mine(context, search_id)
    list_found = _list_experts if search.kind == "experts" else _list_jobs
    return list_found(context, search, query)


def _list_experts(
    context: Context, search: SavedSearch, query: ListSavedSearchResultsQuery
) -> SavedSearchResultPage:
    """Experts are listed by page number, which the cursor carries, with the size of the pages."""
    filters = query_params.from_json(ListExpertsQuery, search.query, "query")
    scope = search.id, filters.model_dump_json(), str(query.limit)
    after = cursors.page_request(context, query, *scope).after
    page = 1 if after is None else int(after.id)
    paged = filters.model_copy(update={"page": page, "limit": query.limit})
    cards, total = directory.search(context.tx, paged)
    new = directory.listed_after(context.tx, [card.id for card in cards], search.updated_at)
    found = PageSlice(
        [FoundExpert(**dict(card), is_new=card.id in new) for card in cards],
        Position(0, str(page + 1)) if page * query.limit < total else None,
    )
    return cursors.to_page(context, query, SavedSearchResultPage, found, *scope)


def _list_jobs(
    context: Context, search: SavedSearch, query: ListSavedSearchResultsQuery
) -> SavedSearchResultPage:
    filters = query_params.from_json(ListJobsQuery, search.query, "query")
    paged = filters.model_copy(update={"cursor": query.cursor, "limit": query.limit})
    listed = jobs.list_open(context, paged)
    found: list[FoundExpert | FoundJob] = [
        FoundJob(**dict(job), is_new=jobs.approved_at(job) > search.updated_at)
        for job in listed.items
    ]
    return SavedSearchResultPage(
        items=found, next_cursor=listed.next_cursor, has_more=listed.has_more
    )


def _mine(context: Context, search_id: Id) -> SavedSearch:
    found = queries.saved_search(context.tx, context.caller.account(), search_id)
    if found is None:
        raise errors.SavedSearchNotFound
    return found


def _filters(kind: SearchKind, query: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """The parameters that the list has, as they were sent. Raises ValidationFailed."""
    model = _LISTS[kind]
    query_params.from_json(model, query, "query", without=_PAGING)
    names = {member.alias for member in model.model_fields.values()}
    return {
        name: value
        for name, value in query.items()
        if name in names and value is not None and value != ""
    }
