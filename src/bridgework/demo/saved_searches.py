"""Saved searches of the demo, whose alerts send e-mails."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from bridgework.areas.work.saved_searches import alerts
from bridgework.areas.work.saved_searches.schemas import SavedSearch
from bridgework.areas.work.saved_searches.tables import saved_searches, search_alerts
from bridgework.demo import rows
from bridgework.demo.rows import RowFactory, id_of
from bridgework.kit.data.db import Tx

_SEARCHES: Sequence[tuple[str, str, str, Mapping[str, str], str, int]] = (
    ("cyrus", "jobs", "Positions with mentoring", {"search": "mentoring"}, "daily", 9),
    ("cyrus", "jobs", "All new positions", {}, "weekly", 5),
    ("ada", "experts", "Periodontists", {"search": "periodontist"}, "weekly", 3),
)
"""Owner, kind, name, query, frequency, and the days since it was saved."""


def load_saved_searches(tx: Tx, factory: RowFactory) -> None:
    for number, (owner, kind, name, query, frequency, days) in enumerate(_SEARCHES):
        search_id, owner_id = id_of(rows.SAVED_SEARCHES + number), factory.account_of(tx, owner)
        at = factory.now - timedelta(days=days)
        columns = {"id": search_id, "user_id": owner_id, "created_at": at, "updated_at": at}
        values = {"name": name, "kind": kind, "query": query, "frequency": frequency}
        tx.execute(saved_searches.insert(), {**columns, **values})
        search = SavedSearch.from_row({**columns, **values})
        alerts.reset(tx, search, owner_id, factory.now)
    # What happened before the demo was loaded is in the next e-mails, a day or a week later.
    in_a_day = {"sent_at": factory.now, "next_at": factory.now + timedelta(days=1)}
    tx.execute(search_alerts.update().values(**in_a_day))
