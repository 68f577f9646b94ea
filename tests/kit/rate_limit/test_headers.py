from bridgework.kit.security.rate_limit import RateLimitResult, Rule, rate_limit_headers

DEFAULT = Rule("default", 60, 60)
CODES = Rule("codes", 5, 3600)


def test_one_rule_is_one_member() -> None:
    response = dict(rate_limit_headers(RateLimitResult(DEFAULT, True, 59, 60)))
    assert response[b"ratelimit-policy"] == b'"default";q=60;w=60'
    assert response[b"ratelimit"] == b'"default";r=59;t=60'


def test_two_rules_are_two_members_in_order() -> None:
    spent = RateLimitResult(CODES, False, 0, 1234)
    response = dict(rate_limit_headers(RateLimitResult(DEFAULT, True, 7, 2), spent))
    assert response[b"ratelimit-policy"] == b'"default";q=60;w=60, "codes";q=5;w=3600'
    assert response[b"ratelimit"] == b'"default";r=7;t=2, "codes";r=0;t=1234'
