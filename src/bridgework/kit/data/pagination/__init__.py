"""Pagination by page number (`offset`), with a total, and by cursor (`cursors`, `keyset`).

A cursor names the last row of a page, so a row that stays in the list is returned exactly once,
however many are inserted meanwhile.
"""

from bridgework.kit.data.pagination.count_cache import CountCache
from bridgework.kit.data.pagination.keyset import (
    BATCH_SIZE,
    Keyset,
    PageRequest,
    Pages,
    PageSlice,
    Position,
    SortKey,
    SortKeys,
)
from bridgework.kit.data.pagination.schemas import (
    CursorPage,
    CursorQuery,
    OffsetPage,
    OffsetQuery,
    must_be_in_order,
)
