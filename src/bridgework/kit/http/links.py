"""The headers of a paged list: `Link` (RFC 8288) and `X-Total-Count`."""

from urllib.parse import urlencode

from bridgework.kit.http.request import Request
from bridgework.kit.http.results import ReadyList, Shown


def of(page: ReadyList[Shown], request: Request, public_url: str) -> list[tuple[bytes, bytes]]:
    """First, previous, next and last page, absolute, with the request's other parameters."""
    others = urlencode([pair for pair in request.pairs() if pair[0] != "page"])
    address = f"{public_url}{request.path}?{others}{'&' if others else ''}page="
    last = max(1, -(-page.total // page.limit))
    numbers = {"first": 1, "prev": page.page - 1, "next": page.page + 1, "last": last}
    links = [
        f'<{address}{number}>; rel="{relation}"'
        for relation, number in numbers.items()
        if 1 <= number <= last
    ]
    return [(b"link", ", ".join(links).encode()), (b"x-total-count", b"%d" % page.total)]
