"""What can go wrong with Zoho: each is done in place of answering one request."""

from tests.servers.zoho import Asked, refusal


def breaks(asked: Asked) -> None:
    """A 500, before anything was done."""
    asked.tell(500, b"Internal Server Error")


def breaks_late(asked: Asked) -> None:
    """A 502 once it was done, as of a proxy that lost the answer."""
    asked.verdict()
    asked.tell(502, b"<html>Bad Gateway</html>")


def is_busy(asked: Asked) -> None:
    """A 429 that lets one come back in a moment."""
    asked.tell(429, refusal("TOO_MANY_REQUESTS", {}), retry_after="1")


def is_busy_for_long(asked: Asked) -> None:
    """A 429 that does not."""
    asked.tell(429, refusal("TOO_MANY_REQUESTS", {}), retry_after="42")


def is_busy_without_a_word(asked: Asked) -> None:
    """A 429 that says nothing."""
    asked.tell(429, b"")


def forgets_the_token(asked: Asked) -> None:
    """A 401: every token that was given out is good no more."""
    asked.at.tokens.clear()
    asked.behave()


def lacks_the_scope(asked: Asked) -> None:
    """A 401 that no fresh token helps against."""
    asked.tell(401, refusal("OAUTH_SCOPE_MISMATCH", {}))


def shows_the_door(asked: Asked) -> None:
    """A 401 whatever is shown."""
    asked.tell(401, refusal("INVALID_TOKEN", {}))


def refuses_tokens(asked: Asked) -> None:
    """An error with status 200, as of accounts."""
    asked.tell(200, {"error": "invalid_code"})


def throttles_tokens(asked: Asked) -> None:
    """What accounts say to who refreshes too often."""
    asked.tell(400, {"error": "Access Denied", "error_description": "too many requests"})


def refuses(asked: Asked) -> None:
    """A 400 of the whole request, that names somebody."""
    details = {"api_name": "Email", "expected_data_type": "email"}
    told = {**refusal("INVALID_DATA", details), "message": "nova@example.com is no good"}
    asked.tell(400, told)


def hangs(asked: Asked) -> None:
    """No answer until the test is over."""
    asked.at.ending.wait(30)
    asked.close_connection = True


def hangs_late(asked: Asked) -> None:
    """The same once it was done."""
    asked.verdict()
    hangs(asked)


def hangs_up(asked: Asked) -> None:
    """No answer, and the line is dead."""
    asked.close_connection = True


def hangs_up_late(asked: Asked) -> None:
    """The same once it was done."""
    asked.verdict()
    asked.close_connection = True


def talks_nonsense(asked: Asked) -> None:
    """Something that is not JSON."""
    asked.tell(200, b"<html>All is well</html>")


def redirects(asked: Asked) -> None:
    """To somewhere else, where our token has no business."""
    asked.tell(302, b"", location="https://example.com/")


def never_ends(asked: Asked) -> None:
    """More than an answer's worth of bytes."""
    asked.tell(200, b" " * 9_000_000)


def loses_items(asked: Asked) -> None:
    """It is done, and told of in part."""
    status, told = asked.verdict()
    if isinstance(told, dict):
        told = {"data": told["data"][:-1]}
    asked.tell(status, told)
