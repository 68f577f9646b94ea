"""The RateLimit fields of draft-ietf-httpapi-ratelimit-headers-11, as RFC 9651 lists."""

from bridgework.kit.security.rate_limit.sliding_window import RateLimitResult


def rate_limit_headers(*results: RateLimitResult) -> list[tuple[bytes, bytes]]:
    """Return `RateLimit-Policy`, the rules, and `RateLimit`, what is left and for how long.

    `"default";q=60;w=60` and `"default";r=59;t=60`. Requests are the default unit.
    """
    policies, limits = [], []
    for rule, _, remaining, reset in results:
        policies.append(f'"{rule.name}";q={rule.quota};w={rule.window}')
        limits.append(f'"{rule.name}";r={remaining};t={reset}')
    return [
        (b"ratelimit-policy", ", ".join(policies).encode()),
        (b"ratelimit", ", ".join(limits).encode()),
    ]
