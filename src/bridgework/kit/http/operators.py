"""Who runs the installation: what is told to them alone, and how they are known."""

from hmac import compare_digest

from bridgework.kit.http.request import Request
from bridgework.kit.problems import OperatorsOnly


def must_be_one(request: Request, token: str, *, trusts_this_machine: bool) -> None:
    """Raise OperatorsOnly unless the request carries the metrics token as a bearer token.

    An empty `token` matches nothing. `trusts_this_machine` also accepts requests from localhost
    that no proxy forwarded: in production a proxy without a forwarding header would look like one.
    """
    shown = request.header(b"authorization").partition(" ")[2].strip()
    knows_it = bool(token) and compare_digest(shown.encode(), token.encode())
    if not knows_it and not (trusts_this_machine and request.is_from_this_machine()):
        raise OperatorsOnly
