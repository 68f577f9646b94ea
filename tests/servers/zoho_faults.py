"""The failures of the fake Zoho; each happens instead of responding to a request."""

from tests.servers.zoho import Asked, refusal


def breaks(asked: Asked) -> None:
    """Send a 500 before doing anything."""
    asked.respond(500, b"Internal Server Error")


def breaks_late(asked: Asked) -> None:
    """Send a 502 after the work, as a proxy that lost the response."""
    asked.verdict()
    asked.respond(502, b"<html>Bad Gateway</html>")


def is_busy(asked: Asked) -> None:
    """Send a 429 with a short Retry-After."""
    asked.respond(429, refusal("TOO_MANY_REQUESTS", {}), retry_after="1")


def is_busy_for_long(asked: Asked) -> None:
    """Send a 429 with a long Retry-After."""
    asked.respond(429, refusal("TOO_MANY_REQUESTS", {}), retry_after="42")


def is_busy_without_a_word(asked: Asked) -> None:
    """Send a 429 without Retry-After."""
    asked.respond(429, b"")


def forgets_the_token(asked: Asked) -> None:
    """Send a 401 and revoke all tokens."""
    asked.at.tokens.clear()
    asked.behave()


def lacks_the_scope(asked: Asked) -> None:
    """Send a 401 for a missing scope, which a new token does not fix."""
    asked.respond(401, refusal("OAUTH_SCOPE_MISMATCH", {}))


def rejects_every_token(asked: Asked) -> None:
    """Send a 401 for every token."""
    asked.respond(401, refusal("INVALID_TOKEN", {}))


def refuses_tokens(asked: Asked) -> None:
    """Send an error with status 200, as the accounts server does."""
    asked.respond(200, {"error": "invalid_code"})


def throttles_tokens(asked: Asked) -> None:
    """Send the response of the accounts server to too many refreshes."""
    asked.respond(400, {"error": "Access Denied", "error_description": "too many requests"})


def refuses(asked: Asked) -> None:
    """Send a 400 for the whole request that names a person."""
    details = {"api_name": "Email", "expected_data_type": "email"}
    body = {**refusal("INVALID_DATA", details), "message": "nova@example.com is no good"}
    asked.respond(400, body)


def hangs(asked: Asked) -> None:
    """Send no response until the test ends."""
    asked.at.ending.wait(30)
    asked.close_connection = True


def hangs_late(asked: Asked) -> None:
    """Do the work, then send no response until the test ends."""
    asked.verdict()
    hangs(asked)


def hangs_up(asked: Asked) -> None:
    """Close the connection without a response."""
    asked.close_connection = True


def hangs_up_late(asked: Asked) -> None:
    """Do the work, then close the connection without a response."""
    asked.verdict()
    asked.close_connection = True


def talks_nonsense(asked: Asked) -> None:
    """Send a body that is not JSON."""
    asked.respond(200, b"<html>All is well</html>")


def redirects(asked: Asked) -> None:
    """Redirect to another host, which must not receive our token."""
    asked.respond(302, b"", location="https://example.com/")


def never_ends(asked: Asked) -> None:
    """Send a response without end."""
    asked.respond(200, b" " * 9_000_000)


def loses_items(asked: Asked) -> None:
    """Do the work, and report a part of it only."""
    status, body = asked.verdict()
    if isinstance(body, dict):
        body = {"data": body["data"][:-1]}
    asked.respond(status, body)
