"""The headers of a paginated list: `Link` (RFC 8288) and `X-Total-Count`."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from bridgework.kit.http.operations.results import PreRenderedPage, Record


def pagination_headers(
    page: PreRenderedPage[Record], url: str, parameters: Sequence[tuple[str, str]]
) -> Mapping[str, str]:
    """Return links to the first, previous, next and last page, with the other query parameters.

    `url` is the absolute URL of the list. `parameters` are the known parameters of the request.
    """
    others = urlencode([pair for pair in parameters if pair[0] != "page"])
    start = f"{url}?{others}{'&' if others else ''}page="
    last = max(1, -(-page.total // page.limit))
    numbers = {"first": 1, "prev": page.page - 1, "next": page.page + 1, "last": last}
    links = [
        f'<{start}{number}>; rel="{relation}"'
        for relation, number in numbers.items()
        if 1 <= number <= last
    ]
    return {"link": ", ".join(links), "x-total-count": str(page.total)}
