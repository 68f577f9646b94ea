"""The RateLimit fields of draft-ietf-httpapi-ratelimit-headers-11, as RFC 9651 lists.

Quota and time are integers and the unit is left out, since requests are the default.
"""

from bridgework.kit.limits.window import Rule, Verdict


def policy_header(*rules: Rule) -> str:
    """The value of `RateLimit-Policy`: which rules hold here. `"default";q=60;w=60`."""
    return ", ".join([rule.policy for rule in rules])


def limit_header(*verdicts: Verdict) -> str:
    """The value of `RateLimit`: what is left, and for how long. `"default";r=59;t=60`."""
    return ", ".join([f'"{said.rule.name}";r={said.remaining};t={said.reset}' for said in verdicts])
