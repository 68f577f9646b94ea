"""The headers of a paged list: `Link` (RFC 8288) and `X-Total-Count`."""

import re
from urllib.parse import urlencode

from bridgework.kit.http.request import Request
from bridgework.kit.http.results import ReadyList, Shown

_PLAIN = re.compile(r"[A-Za-z0-9=&_.-]*")
"""What stands in a query as it is, however it is written."""


def of(page: ReadyList[Shown], request: Request, public_url: str) -> list[tuple[bytes, bytes]]:
    """First, previous, next and last page, absolute, with the request's other parameters."""
    others = _without_page(request)
    address = f"{public_url}{request.path}?{others}{'&' if others else ''}page="
    last = max(1, -(-page.total // page.limit))
    numbers = {"first": 1, "prev": page.page - 1, "next": page.page + 1, "last": last}
    links = [
        f'<{address}{number}>; rel="{relation}"'
        for relation, number in numbers.items()
        if 1 <= number <= last
    ]
    return [(b"link", ", ".join(links).encode()), (b"x-total-count", b"%d" % page.total)]


def _without_page(request: Request) -> str:
    asked = request.query_string.decode("latin-1")
    if _PLAIN.fullmatch(asked) and "page" not in asked:
        return asked
    return urlencode([pair for pair in request.pairs() if pair[0] != "page"])
