"""The operations of the directory."""

from bridgework.areas.identity.accounts.tables import EXPERTS
from bridgework.areas.people.directory import actions, errors, queries, schemas
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id
from bridgework.kit.http.operations import PreRendered, PreRenderedPage, Router, Tag
from bridgework.kit.security import member, public

router = Router(
    "Experts",
    public=Tag("Experts", "The directory of experts, and the options of form fields."),
    members=Tag("Places", "Suggestions for fields that ask for a place."),
)


@router.get("/experts", who=public, etag=True, cache_topic=EXPERTS)
def list_experts(
    context: Context, query: schemas.ListExpertsQuery
) -> PreRenderedPage[schemas.ExpertCard]:
    """List the experts of the directory.

    Every word of `search` must match; the last word also matches as a prefix. Terms of dentistry
    match their synonyms, and a word that no expert has matches with one typing error. All `skills`
    and `tags` must match, and any of `availability` and `engagementType`. Case and accents are
    ignored.

    With `relevance`, a word in the name, title or specialties counts more than one in skills or
    tags, which counts more than one in the bio, company or outcomes. Indirect matches count half.
    """
    items, total = queries.list_cards(context.tx, query)
    return PreRenderedPage(items, page=query.page, limit=query.limit, total=total)


@router.get(
    "/experts/{id}",
    who=public.knowing_admins(),
    etag=True,
    cache_topic=EXPERTS,
    not_found=errors.ExpertNotFound,
)
def get_expert(context: RequestContext, expert_id: Id) -> PreRendered[schemas.Expert]:
    """Return an expert. The ID is that of the account.

    Administrators also read an expert who is hidden or whose account is disabled, with `hidden`.
    """
    context.cache_subject = expert_id
    record, context.is_private = actions.read_expert(context, expert_id)
    return PreRendered(record)


@router.get("/options", who=public, etag=True)
def get_options(context: Context) -> schemas.FormOptions:
    """List the options of form fields.

    `availability` and `engagementType` are common values of free-text members; other values are
    accepted as well. `specialties` are the specialties of job postings, with labels. `topics`,
    `procedures`, `equipment`, `software` and `states` are terms that matches and searches know.
    `uploads` lists the allowed content types of each folder.
    """
    del context
    return actions.get_options()


@router.get("/places", who=member, etag=True)
def suggest_places(context: Context, query: schemas.SuggestPlacesQuery) -> list[schemas.Place]:
    """Suggest at most 10 places for the beginning of a text, the largest city first.

    Places are cities, regions and metropolitan areas of the United States, Canada, the United
    Kingdom, Ireland, Australia and New Zealand. A field for a place takes any other text as well.
    Searches and matches read `name`, `region` and the name of `country`, joined by commas, as the
    place itself.
    """
    del context
    return actions.suggest_places(query.search or "")
