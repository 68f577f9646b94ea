"""Changes of saved searches, and their results."""

from collections.abc import Mapping

from pydantic import MISSING, JsonValue

from bridgework.areas.people.directory import actions as directory
from bridgework.areas.people.directory.schemas import ListExpertsQuery
from bridgework.areas.work.jobs import actions as jobs
from bridgework.areas.work.jobs.schemas import ListJobsQuery
from bridgework.areas.work.saved_searches import alerts, errors, policies, queries, schemas
from bridgework.areas.work.saved_searches.kinds import KINDS
from bridgework.areas.work.saved_searches.records import Search
from bridgework.context import Context
from bridgework.kit.actions import cursors
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.pagination import CursorPage, CursorQuery, PageSlice, Position
from bridgework.kit.validation import query_params

_PAGING = ("page", "limit", "cursor")
"""Parameters of these lists that a saved search cannot contain."""


def create(context: Context, body: schemas.CreateSavedSearchRequest) -> schemas.SavedSearch:
    """Save a search. Raises SavedSearchLimitReached."""
    filters = _filters(body.kind, body.query)
    owner = context.caller.account()
    if queries.lock_and_count(context.tx, owner) >= policies.MAX_SEARCHES:
        raise errors.SavedSearchLimitReached
    search = Search(
        id=new_id(),
        user_id=owner,
        name=body.name,
        kind=body.kind,
        query=filters,
        frequency=body.frequency,
        created_at=context.now,
        updated_at=context.now,
    )
    queries.add(context.tx, search)
    return _with_alerts_reset(context, search.id)


def list_mine(context: Context, query: CursorQuery) -> CursorPage[schemas.SavedSearch]:
    """Return a page of the caller's saved searches."""
    page_request = cursors.page_request(context, query, "saved_searches")
    searches = queries.list_mine(context.tx, context.caller.account(), page_request)
    return cursors.to_page(
        context, query, CursorPage[schemas.SavedSearch], searches, "saved_searches"
    )


def get(context: Context, search_id: Id) -> schemas.SavedSearch:
    """Return the caller's saved search. Raises SavedSearchNotFound."""
    search = queries.find(context.tx, context.caller.account(), search_id)
    if search is None:
        raise errors.SavedSearchNotFound
    return search


def update(
    context: Context, search_id: Id, body: schemas.UpdateSavedSearchRequest
) -> schemas.SavedSearch:
    """Change the caller's saved search. Raises SavedSearchNotFound."""
    before = get(context, search_id)
    changes = {**body.provided(), "updated_at": context.now}
    if body.query is not MISSING:
        changes["query"] = _filters(before.kind, body.query)
    queries.update(context.tx, context.caller.account(), search_id, changes)
    return _with_alerts_reset(context, search_id)


def delete(context: Context, search_id: Id) -> None:
    """Delete the caller's saved search. Raises SavedSearchNotFound."""
    alerts.end(context.tx, Id(get(context, search_id).id))
    if not queries.delete(context.tx, context.caller.account(), search_id):
        raise errors.SavedSearchNotFound


def list_results(
    context: Context, search_id: Id, query: CursorQuery
) -> schemas.SavedSearchResultPage:
    """Return a page of the results of the caller's saved search. Raises SavedSearchNotFound."""
    search = get(context, search_id)
    list_items = _list_expert_results if search.kind == "experts" else _list_job_results
    return list_items(context, search, query)


def _list_expert_results(
    context: Context, search: schemas.SavedSearch, query: CursorQuery
) -> schemas.SavedSearchResultPage:
    """The list of experts has page numbers. The cursor contains the number and the page size."""
    filters = query_params.from_json(ListExpertsQuery, search.query, "query")
    scope = "search_results", search.id, filters.model_dump_json(), str(query.limit)
    after = cursors.page_request(context, query, *scope).after
    page = 1 if after is None else int(after.id)
    params = filters.model_copy(update={"page": page, "limit": query.limit})
    cards, total = directory.search(context.tx, params)
    new_ids = directory.filter_listed_after(
        context.tx, [card.id for card in cards], search.updated_at
    )
    results = PageSlice(
        [schemas.FoundExpert(**dict(card), is_new=card.id in new_ids) for card in cards],
        Position(0, str(page + 1)) if page * query.limit < total else None,
    )
    return cursors.to_page(context, query, schemas.SavedSearchResultPage, results, *scope)


def _list_job_results(
    context: Context, search: schemas.SavedSearch, query: CursorQuery
) -> schemas.SavedSearchResultPage:
    filters = query_params.from_json(ListJobsQuery, search.query, "query")
    params = filters.model_copy(update={"cursor": query.cursor, "limit": query.limit})
    page = jobs.list_open(context, params)
    results: list[schemas.FoundExpert | schemas.FoundJob] = [
        schemas.FoundJob(**dict(job), is_new=jobs.approved_at(job) > search.updated_at)
        for job in page.items
    ]
    return schemas.SavedSearchResultPage(
        items=results, next_cursor=page.next_cursor, has_more=page.has_more
    )


def _with_alerts_reset(context: Context, search_id: Id) -> schemas.SavedSearch:
    search = get(context, search_id)
    alerts.reset(context.tx, search, context.caller.account(), context.now)
    return search


def _filters(kind: schemas.SearchKind, query: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """Return the valid parameters of the list, without empty ones. Raises ValidationFailed."""
    model = KINDS[kind].model
    query_params.from_json(model, query, "query", without=_PAGING)
    names = {member.alias for member in model.model_fields.values()}
    return {
        name: value
        for name, value in query.items()
        if name in names and value is not None and value != ""
    }
