"""Pagination by page number (`offset`), with a total, and by cursor (`cursors`, `keyset`).

A cursor names the last row of a page, so a row that stays in the list is returned exactly once,
however many are inserted meanwhile.
"""
