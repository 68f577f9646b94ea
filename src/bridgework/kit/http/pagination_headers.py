"""The headers of a paged list: `Link` (RFC 8288) and `X-Total-Count`."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from bridgework.kit.http.results import PreRenderedPage, Shown


def pagination_headers(
    page: PreRenderedPage[Shown], address: str, parameters: Sequence[tuple[str, str]]
) -> Mapping[str, str]:
    """Links to the first, previous, next and last page, with the list's other parameters.

    `address` is the list's absolute URL. `parameters` are those of the request that the operation
    has.
    """
    others = urlencode([pair for pair in parameters if pair[0] != "page"])
    start = f"{address}?{others}{'&' if others else ''}page="
    last = max(1, -(-page.total // page.limit))
    numbers = {"first": 1, "prev": page.page - 1, "next": page.page + 1, "last": last}
    links = [
        f'<{start}{number}>; rel="{relation}"'
        for relation, number in numbers.items()
        if 1 <= number <= last
    ]
    return {"link": ", ".join(links), "x-total-count": str(page.total)}
