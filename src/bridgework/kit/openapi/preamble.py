"""The description at the head of the document: the conventions and the error codes."""

from bridgework.kit import errors

_TEXT = """
### What holds everywhere

- A success is `{"data": …}` and nothing beside `data`.
- Wherever there is a GET there is a HEAD, with the same headers and no body.
- A member that is left out leaves a value alone; `null` clears it, where it is allowed.
- An unknown member or parameter is ignored, or refused if you send `Prefer: handling=strict`.
- A parameter of the query string that is empty counts as left out.
- Times are RFC 3339; answers tell them in UTC, with `Z`.
- An `ETag` is the version of what was told: `If-None-Match` spares you what you have, and where
  `If-Match` is taken, it changes nothing that somebody else has changed since.
- Every answer tells what is left of the rate limit, in `RateLimit` and `RateLimit-Policy`.
- Every answer has an `X-Request-Id`. Name it when you ask for help.
- Versions 1.x only add: members, operations, and codes of errors.

### Errors

An error is JSON with the matching HTTP status; what stands in `error` or `code` is stable.

<details><summary>Every code</summary>

| Code | Status | What it says |
|---|---|---|
"""


def text(description: str) -> str:
    """`description`, then the conventions, then every code that is registered."""
    rows = [
        f"| `{code}` | {problem.status} | {problem.sentence} |"
        for code, problem in errors.registry().items()
    ]
    return f"{description.strip()}\n{_TEXT}" + "\n".join(rows) + "\n\n</details>\n"
