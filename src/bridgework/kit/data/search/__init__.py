"""Search: an inverted index that finds, filters, counts and sorts documents on both databases.

A document is a row of a list, and is found by its tokens (`tokens`). For each token, the index
stores the set of its documents as roaring bitmaps (`bitmaps`, `index`). A query is a list of
conditions; the sets of their tokens give the documents that meet them all (`query`). `pages` reads
these documents page by page in an order of the list.
"""

from bridgework.kit.data.search.bitmaps import Graded, Numbers
from bridgework.kit.data.search.documents import Documents, define_documents, reindex_stale
from bridgework.kit.data.search.index import SearchIndex
from bridgework.kit.data.search.pages import Order
from bridgework.kit.data.search.query import AtLeast, Condition, Found, Term
from bridgework.kit.data.search.reverse import ReverseSearch
from bridgework.kit.data.search.spellings import Spellings
from bridgework.kit.data.search.tokens import EVERY, Tokens, of_number
