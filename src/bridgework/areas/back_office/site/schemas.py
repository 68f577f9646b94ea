"""The parameters of the pages."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.kit.validation import PageNumber, QueryParams

SitemapPart = TypeAliasType(
    "SitemapPart", Literal["pages", "experts", "articles", "events", "jobs"]
)


class PagedQuery(QueryParams):
    page: PageNumber = 1


class SitemapQuery(QueryParams):
    part: SitemapPart | None = None
    """The kind of pages. Without it, the response is the index of the sitemaps."""
    page: PageNumber = 1
    """The number of the sitemap of this kind, which has at most 50,000 URLs."""
