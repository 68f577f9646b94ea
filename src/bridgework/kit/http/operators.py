"""Who runs the installation: what is told to them alone, and how they are known."""

from hmac import compare_digest

from bridgework.kit.http.request import Request
from bridgework.kit.problems import OperatorsOnly


def must_be_one(request: Request, token: str) -> None:
    """Raise OperatorsOnly unless it comes from this machine, or shows the token as a bearer.

    Where `token` is empty, none is good.
    """
    shown = request.header(b"authorization").partition(" ")[2].strip()
    knows_it = bool(token) and compare_digest(shown.encode(), token.encode())
    if not knows_it and not request.is_from_this_machine():
        raise OperatorsOnly
