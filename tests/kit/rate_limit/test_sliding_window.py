import json
import math
from copy import deepcopy

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bridgework.kit.security.rate_limit import Rule
from bridgework.kit.security.rate_limit.sliding_window import SlidingWindow

DEFAULT = Rule("default", 60, 60)

rules = st.builds(
    Rule,
    st.just("default"),
    st.integers(1, 8),
    st.one_of(st.integers(1, 3), st.integers(1, 90)),
)
quota_60 = st.just(DEFAULT)
# Seconds between requests, in fractions that floats hold exactly, so that a test can count to the
# last one: bursts, gaps about a tick of the window, gaps about the whole window.
gaps = st.one_of(
    st.just(0),
    st.integers(0, 12),
    st.integers(0, 200),
    st.integers(0, 4096),
    st.integers(50_000, 100_000),
).map(lambda fraction: fraction / 1024)
clocks = st.floats(0, 4e9)


class TestRule:
    def test_is_parsed_from_requests_and_seconds(self) -> None:
        assert Rule.parse("default", "60/60") == Rule("default", 60, 60)
        assert Rule.parse("default", " 1000000/1 ") == Rule("default", 1_000_000, 1)

    @pytest.mark.parametrize("text", ["", "60", "60/", "/60", "60/60/60", "-1/60", "6.5/60", "a/b"])
    def test_explains_the_format(self, text: str) -> None:
        with pytest.raises(ValueError, match="for example 60/60") as refusal:
            Rule.parse("default", text)
        assert repr(text) in str(refusal.value)

    @pytest.mark.parametrize("text", ["0/60", "60/0", "60/1000000001", "1000000001/60"])
    def test_has_limits(self, text: str) -> None:
        with pytest.raises(ValueError, match=f"{text}: .* must both be at least 1"):
            Rule.parse("default", text)

    @pytest.mark.parametrize("name", ["", "two words", 'a"b', "a\\b", "Ä", "1st", "a\n", "a" * 65])
    def test_has_a_name_that_is_valid_in_a_header(self, name: str) -> None:
        with pytest.raises(ValueError, match="is not a valid name of a limit"):
            Rule(name, 60, 60)


def test_a_scaled_rule_stays_within_the_bounds() -> None:
    assert Rule("default", 60, 60).scaled(4) == Rule("default", 240, 60)
    assert Rule("default", 10**9, 60).scaled(4) == Rule("default", 10**9, 60)


def test_the_61st_hit_is_allowed_when_the_first_expires() -> None:
    window = SlidingWindow()
    results = [window.hit(DEFAULT, 1000.25 + second / 2) for second in range(60)]
    assert all(result.allowed for result in results)
    assert [result.remaining for result in results] == list(range(59, -1, -1))
    assert (results[0].reset, results[1].reset, results[59].reset) == (60, 60, 31)

    refused = window.hit(DEFAULT, 1030.75)
    assert (refused.allowed, refused.remaining, refused.reset) == (False, 0, 30)
    assert not window.hit(DEFAULT, 1060.125).allowed
    assert window.hit(DEFAULT, 1060.25).allowed
    assert not window.hit(DEFAULT, 1060.25).allowed


def test_test_does_not_count() -> None:
    window = SlidingWindow()
    for _ in range(200):
        assert window.test(DEFAULT, 5.0).remaining == 60
    assert window.test(DEFAULT, 5.0).reset == 60
    assert window.hit(DEFAULT, 5.0).remaining == 59


@given(
    st.one_of(rules, quota_60),
    st.integers(0, 2**42).map(lambda fraction: fraction / 1024),
    st.lists(st.one_of(gaps, st.integers(-2, 1)), max_size=300),
)
@settings(max_examples=300, deadline=None)
def test_no_window_allows_more_than_the_quota(
    rule: Rule, now: float, steps: list[float | int]
) -> None:
    window = SlidingWindow()
    served: list[float] = []
    for step in steps:
        if isinstance(step, float):
            now += step
        else:  # to the very edge of a window, or a fraction before or after it
            edge = now if len(served) < rule.quota else served[-rule.quota] + rule.window
            now = max(now, edge + step / 1024)
        looked = window.test(rule, now)
        result = window.hit(rule, now)
        assert looked.allowed == result.allowed
        assert 1 <= result.reset <= rule.window
        if result.allowed:
            served.append(now)
            assert 0 <= result.remaining == looked.remaining - 1
        else:
            # It refuses for what came within the window, or at most a tick before that.
            since = now - rule.window * 1.001
            assert sum(time > since for time in served) >= rule.quota
            assert result.remaining == 0
    for first, one_too_many in zip(served, served[rule.quota :], strict=False):
        assert one_too_many - first >= rule.window


@given(rules, clocks, st.lists(st.floats(0, 30), max_size=40))
@example(Rule("default", 1, 60), 5 + 1.25 * 2**-47, [])  # a difference that floats make too long
@example(Rule("default", 1, 33), 2**-47, [1 - 2**-48])  # and one that they make too short
@settings(max_examples=500)
def test_a_hit_after_reset_is_allowed(rule: Rule, now: float, steps: list[float]) -> None:
    window = SlidingWindow()
    result = window.hit(rule, now)
    for step in steps:
        now += step
        result = window.hit(rule, now)
    while window.test(rule, now).allowed:
        result = window.hit(rule, now)
    refused = window.hit(rule, now)
    assert refused.reset == result.reset <= rule.window
    assert window.hit(rule, now + refused.reset).allowed


@given(rules, clocks, st.lists(gaps, max_size=60), st.lists(gaps, min_size=1, max_size=60))
def test_a_loaded_window_behaves_like_the_original(
    rule: Rule, now: float, before: list[float], after: list[float]
) -> None:
    window = SlidingWindow()
    for step in before:
        now += step
        window.hit(rule, now)
    stored = SlidingWindow.load(window.dump())
    twin = deepcopy(window)
    assert stored.dump() == twin.dump() == window.dump()
    for step in after:
        now += step
        result = window.hit(rule, now)
        assert stored.hit(rule, now) == result
        assert twin.hit(rule, now) == result


def test_the_stored_text_is_compact() -> None:
    window = SlidingWindow()
    assert window.dump() == "[]"
    window.hit(DEFAULT, 8.0)
    window.hit(DEFAULT, 8.0)
    window.hit(DEFAULT, 9.5)
    window.test(DEFAULT, 10.0)
    assert window.dump() == "[10.0,8.0,2,9.5,1]"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "null",
        "[10,8]",
        "[10,8,0]",
        "[10,8,1.5]",
        "[10,8,-1]",
        "[10,11,1]",
        "[10,9,1,8,1]",
        '[10,"8",1]',
        "[10,true,1]",
        "[NaN]",
        "[10,8,Infinity]",
        f"[10,8,1{'0' * 400}]",
    ],
)
def test_an_invalid_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="delete the row"):
        SlidingWindow.load(text)


@given(
    rules,
    st.lists(st.tuples(gaps, st.one_of(st.just(0.0), gaps, gaps.map(lambda g: g * 50)))),
)
@settings(max_examples=500)
def test_a_clock_that_steps_back_allows_no_more_hits(
    rule: Rule, steps: list[tuple[float, float]]
) -> None:
    window, true, behind = SlidingWindow(), 0.0, 0.0
    served: list[float] = []
    for elapsed, fall in steps:
        true += elapsed
        behind += fall
        result = window.hit(rule, true - behind)
        assert 1 <= result.reset <= rule.window
        if result.allowed:
            served.append(true)
    for first, one_too_many in zip(served, served[rule.quota :], strict=False):
        assert one_too_many - first >= rule.window


@given(rules, st.lists(st.tuples(gaps, st.floats(0, 1))))
@settings(max_examples=500)
def test_differing_clocks_allow_no_more_hits_than_the_latest(
    rule: Rule, steps: list[tuple[float, float]]
) -> None:
    window, ahead = SlidingWindow(), 0.0
    served: list[float] = []
    for elapsed, lag in steps:
        ahead += elapsed
        window.test(rule, ahead)
        if window.hit(rule, ahead - lag * rule.window).allowed:
            served.append(ahead)
    for first, one_too_many in zip(served, served[rule.quota :], strict=False):
        assert one_too_many - first >= rule.window


def test_a_clock_that_was_a_day_ahead_delays_at_most_one_window() -> None:
    window = SlidingWindow()
    for _ in range(60):
        window.hit(DEFAULT, 86_400.0)
    refused = window.hit(DEFAULT, 5.0)
    assert (refused.allowed, refused.reset) == (False, 60)
    assert not window.hit(DEFAULT, 64.0).allowed
    assert window.hit(DEFAULT, 65.0).remaining == 59


def test_a_large_quota_is_exact_and_needs_little_memory() -> None:
    rule = Rule("default", 1_000_000, 60)
    window = SlidingWindow()
    for turn in range(50_000):  # 49 seconds: all of them count
        window.hit(rule, turn / 1024)
    assert window.test(rule, 49.0).remaining == 950_000
    for turn in range(50_000, 150_000):
        window.hit(rule, turn / 1024)
    counted = 1_000_000 - window.test(rule, 149_999 / 1024).remaining
    assert 60 * 1024 <= counted <= 60 * 1024 + 62  # a minute's worth, and what a tick holds
    assert len(json.loads(window.dump())) <= 1 + 2 * 1001


def test_reset_covers_the_excess_over_a_lowered_quota() -> None:
    window = SlidingWindow()
    for second in range(10):
        window.hit(Rule("default", 10, 60), float(second))
    lowered = Rule("default", 3, 60)
    refused = window.hit(lowered, 10.0)
    assert (refused.allowed, refused.remaining, refused.reset) == (False, 0, 57)
    assert window.test(lowered, 10.0) == refused
    assert not window.hit(lowered, 66.5).allowed
    assert window.hit(lowered, 67.0).allowed


@given(rules, st.lists(gaps, max_size=30), gaps)
def test_an_expired_window_equals_a_new_one(rule: Rule, steps: list[float], pause: float) -> None:
    window, now = SlidingWindow(), 0.0
    last = -math.inf
    for step in steps:
        now += step
        if window.hit(rule, now).allowed:
            last = now
    now += pause
    assert window.is_expired(rule, now) == (now - last >= rule.window)
    if window.is_expired(rule, now):
        assert window.hit(rule, now) == SlidingWindow().hit(rule, now)
