"""The e-mails about saved searches."""

from collections.abc import Sequence
from typing import Any

from bridgework.areas.saved_searches.kinds import Description
from bridgework.kit.outbox.email import Email, Subscription


def alert(search: Any, finds: Sequence[Description], *, more: int) -> Email:
    """Tell the owner of a search about new results; `more` are not named."""
    return Email(
        "saved_searches/alert",
        search.email,
        search.id,
        {"search": search.name, "kind": search.kind, "finds": finds, "more": more},
        subscription=Subscription(search.user_id, "saved_search_alert"),
    )
