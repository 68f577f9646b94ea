"""The statements on saved searches. Each reads or writes only the rows of one owner."""

from collections.abc import Mapping

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.work.saved_searches.records import Search
from bridgework.areas.work.saved_searches.schemas import SavedSearch
from bridgework.areas.work.saved_searches.tables import saved_searches
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx
from bridgework.kit.data.pagination import Keyset, PageRequest, PageSlice

_is_owners = saved_searches.c.user_id == sa.bindparam("owner", type_=IdColumn)
_this = sa.and_(saved_searches.c.id == sa.bindparam("search_id", type_=IdColumn), _is_owners)
_columns = sa.select(saved_searches)
_search = _columns.where(_this)
_pages = Keyset(saved_searches.c.created_at, saved_searches.c.id).pages(
    _columns.where(_is_owners), Search
)
_count = sa.select(sa.func.count()).where(_is_owners)
_lock = sa.select(accounts.c.id).where(accounts.c.id == sa.bindparam("owner", type_=IdColumn))


def find(tx: Tx, owner: Id, search_id: Id) -> SavedSearch | None:
    """Return a saved search of `owner`, None if there is none."""
    search = tx.record(Search, _search, {"search_id": search_id, "owner": owner})
    return None if search is None else SavedSearch.from_row(search)


def list_mine(tx: Tx, owner: Id, page_request: PageRequest) -> PageSlice[SavedSearch]:
    """Return a page of the saved searches of `owner`, newest first."""
    return _pages.read(tx, page_request, SavedSearch.from_row, {"owner": owner})


def lock_and_count(tx: Tx, owner: Id) -> int:
    """Count the saved searches of `owner`, and lock the account until the transaction ends."""
    tx.execute(_lock.with_for_update(), {"owner": owner})
    count: int = tx.value(_count, {"owner": owner})
    return count


def add(tx: Tx, search: Search) -> None:
    """Insert a saved search."""
    tx.execute(saved_searches.insert(), search._asdict())


def update(tx: Tx, owner: Id, search_id: Id, values: Mapping[str, object]) -> None:
    """Update columns of a saved search of `owner`."""
    update = saved_searches.update().where(_this).values(**values)
    tx.execute(update, {"search_id": search_id, "owner": owner})


def delete(tx: Tx, owner: Id, search_id: Id) -> bool:
    """Delete a saved search of `owner`; False if there is none."""
    key = {"search_id": search_id, "owner": owner}
    return tx.execute(saved_searches.delete().where(_this), key).rowcount == 1
