"""The operations on saved searches."""

from bridgework.areas.work.saved_searches import actions, errors, schemas
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import CursorPage, CursorQuery
from bridgework.kit.http.operations import OK, Ok, Router, Tag
from bridgework.kit.security import member

router = Router(
    "Saved searches",
    members=Tag("Saved searches", "Save searches of experts or jobs, and run them again."),
)


@router.post(
    "/searches",
    who=member,
    status=201,
    location="/searches/{id}",
    errors=(errors.SavedSearchLimitReached,),
)
def create_saved_search(
    context: Context, body: schemas.CreateSavedSearchRequest
) -> schemas.SavedSearch:
    """Save a search of experts or jobs. An account has at most 50.

    `query` contains the filters and `sortBy` of `listExperts` or `listJobs`, without `page`,
    `limit` and `cursor`. With a `frequency` other than `off`, later results are sent by e-mail: at
    most once a minute, a day or a week. An e-mail names up to ten of them, jobs with their match
    score for the caller, and counts the others. Nothing is sent twice.
    """
    return actions.create(context, body)


@router.get("/searches", who=member)
def list_saved_searches(context: Context, query: CursorQuery) -> CursorPage[schemas.SavedSearch]:
    """List the caller's own saved searches, newest first."""
    return actions.list_mine(context, query)


@router.get("/searches/{id}", who=member, not_found=errors.SavedSearchNotFound)
def get_saved_search(context: Context, search_id: Id) -> schemas.SavedSearch:
    """Return a saved search of the caller."""
    return actions.get(context, search_id)


@router.patch("/searches/{id}", who=member, not_found=errors.SavedSearchNotFound)
def update_saved_search(
    context: Context, search_id: Id, body: schemas.UpdateSavedSearchRequest
) -> schemas.SavedSearch:
    """Change the name, the filters or the frequency of a saved search.

    A `query` replaces the previous one. `kind` cannot be changed. Results found so far no longer
    count as new and are not sent by e-mail.
    """
    return actions.update(context, search_id, body)


@router.delete("/searches/{id}", who=member, not_found=errors.SavedSearchNotFound)
def delete_saved_search(context: Context, search_id: Id) -> Ok:
    """Delete a saved search."""
    actions.delete(context, search_id)
    return OK


@router.get("/searches/{id}/results", who=member, not_found=errors.SavedSearchNotFound)
def list_saved_search_results(
    context: Context, search_id: Id, query: CursorQuery
) -> schemas.SavedSearchResultPage:
    """List the results of a saved search: the items of `listExperts` or `listJobs`.

    `isNew` is true for experts who joined the directory and jobs that were approved after the
    search was saved or last updated. A cursor is valid only with the `limit` of the previous page.
    """
    return actions.list_results(context, search_id, query)
