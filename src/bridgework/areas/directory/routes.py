"""The operations of the directory: contract section 3.3."""

from bridgework.areas.accounts.tables import EXPERTS
from bridgework.areas.directory import actions, errors, queries
from bridgework.areas.directory.schemas import Expert, ExpertCard, ListExpertsQuery, Options
from bridgework.kit.auth import public
from bridgework.kit.http.context import Context
from bridgework.kit.http.results import PreRendered, PreRenderedPage
from bridgework.kit.http.router import Router
from bridgework.kit.ids import Id

router = Router("Experts")


@router.get("/experts", who=public, etag=True, cache_topic=EXPERTS)
def list_experts(context: Context, query: ListExpertsQuery) -> PreRenderedPage[ExpertCard]:
    """List the experts of the directory, a page at a time.

    Every word of `search` must be found, the last one as a beginning. The trade's words are known,
    and a slip is forgiven in a word that nobody has. `skills` and `tags` must all be there; of
    `availability` and `engagementType` any one. Case and accents don't matter.

    By `relevance`, a word in name, title or specialties counts more than one in skills or tags, and
    that more than one in bio, company or outcomes; other forms of it count half.
    """
    items, total = queries.cards(context.tx, query)
    return PreRenderedPage(items, page=query.page, limit=query.limit, total=total)


@router.get(
    "/experts/{id}", who=public, etag=True, cache_topic=EXPERTS, not_found=errors.ExpertNotFound
)
def get_expert(context: Context, expert_id: Id) -> PreRendered[Expert]:
    """Read one expert. The id is the account's."""
    context.cache_subject = expert_id
    record = queries.record(context.tx, expert_id)
    if record is None:
        raise errors.ExpertNotFound
    return PreRendered(record)


@router.get("/options", who=public, etag=True)
def get_options(context: Context) -> Options:
    """List the values that forms offer.

    `availability` and `engagementType` are common values of free-text members, and other values are
    accepted too. `specialties` are the specialties of job postings, with their labels. `uploads`
    lists the content types that each folder accepts.
    """
    del context
    return actions.options()
