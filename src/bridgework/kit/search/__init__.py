"""Search: documents are found by tokens, filtered, counted and sorted, alike on both databases.

A document is a row of a list. Its tokens (`tokens`) say what it is found by. The index stores for
each token the set of documents that have it, as roaring bitmaps (`bitmaps`, `index`). A query
becomes requirements, and the sets of their tokens give the documents that meet them all (`query`).
`pages` reads these in an order of the list, a page at a time.
"""
