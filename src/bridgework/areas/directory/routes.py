"""The operations of the directory: contract section 3.3."""

from bridgework.areas.accounts.tables import EXPERTS
from bridgework.areas.directory import actions, rules, store
from bridgework.areas.directory.shapes import Expert, ExpertCard, ListExpertsQuery, Options
from bridgework.kit.auth import public
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import Ready, ReadyList
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Experts")


@area.get("/experts", who=public, cached=True, topic=EXPERTS)
def list_experts(call: Call, query: ListExpertsQuery) -> ReadyList[ExpertCard]:
    """List the experts of the directory, a page at a time.

    Every word of `search` must be found, the last one as a beginning. The trade's words are known,
    and a slip is forgiven in a word that nobody has. `skills` and `tags` must all be there; of
    `availability` and `engagementType` any one. Case and accents don't matter.

    By `relevance`, a word in name, title or specialties counts more than one in skills or tags, and
    that more than one in bio, company or outcomes; other forms of it count half.
    """
    items, total = store.cards(call.tx, query)
    return ReadyList(items, page=query.page, limit=query.limit, total=total)


@area.get("/experts/{id}", who=public, cached=True, topic=EXPERTS, missing=rules.ExpertNotFound)
def get_expert(call: Call, expert_id: Id) -> Ready[Expert]:
    """Read one expert. The id is the account's."""
    call.cache_subject = expert_id
    record = store.record(call.tx, expert_id)
    if record is None:
        raise rules.ExpertNotFound
    return Ready(record)


@area.get("/options", who=public, cached=True)
def get_options(call: Call) -> Options:
    """List the values that forms offer.

    `availability` and `engagementType` are common values of free-text members, and other values are
    accepted too. `specialties` are the specialties of job postings, with their labels. `uploads`
    lists the content types that each folder accepts.
    """
    del call
    return actions.options()
