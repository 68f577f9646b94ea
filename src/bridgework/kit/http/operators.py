"""Who runs the installation: what is told to them alone, and how they are known."""

from hmac import compare_digest

from bridgework.kit.errors import OperatorsOnly
from bridgework.kit.http.request import Request
from bridgework.settings import Settings


def must_be_one(request: Request, settings: Settings) -> None:
    """Raise OperatorsOnly unless the request carries the metrics token as a bearer token.

    An unset token matches nothing. Requests from localhost that no proxy forwarded need none, but
    in production: there a proxy that adds no header would make every request look local.
    """
    token = settings.metrics_token
    shown = request.header(b"authorization").partition(" ")[2].strip()
    knows_it = bool(token) and compare_digest(shown.encode(), token.encode())
    is_local = settings.env != "production" and request.is_from_this_machine()
    if not knows_it and not is_local:
        raise OperatorsOnly
