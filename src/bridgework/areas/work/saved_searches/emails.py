"""The e-mails about saved searches."""

from collections.abc import Collection, Sequence

from bridgework.areas.work.saved_searches.kinds import Description
from bridgework.areas.work.saved_searches.records import DueSearch
from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import Email, Subscription


def alert(
    due: DueSearch, finds: Sequence[Description], authors: Collection[Id], *, more: int
) -> Email:
    """Tell the owner of a search about new results and their authors; `more` are not named."""
    search, recipient = due
    return Email(
        "saved_searches/alert",
        recipient.email,
        search.user_id,
        {"search": search.name, "kind": search.kind, "finds": finds, "more": more},
        subscription=Subscription(search.user_id, "saved_search_alert"),
        names=authors,
    )
