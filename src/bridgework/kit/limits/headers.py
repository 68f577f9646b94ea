"""The RateLimit fields of draft-ietf-httpapi-ratelimit-headers-11, as RFC 9651 lists.

Quota and time are integers and the unit is left out, since requests are the default.
"""

from bridgework.kit.limits.window import Verdict

Fields = list[tuple[bytes, bytes]]


def fields(*verdicts: Verdict) -> Fields:
    """`RateLimit-Policy`, which rules hold here; `RateLimit`, what is left and for how long.

    `"default";q=60;w=60` and `"default";r=59;t=60`.
    """
    policy = limit = ""
    for rule, _, remaining, reset in verdicts:
        joint = ", " if policy else ""
        policy += f"{joint}{rule.policy}"
        limit += f'{joint}"{rule.name}";r={remaining};t={reset}'
    return [(b"ratelimit-policy", policy.encode()), (b"ratelimit", limit.encode())]
