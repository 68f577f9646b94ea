import json
import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bridgework.kit.limits.window import Rule, Window

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
    def test_is_read_from_requests_and_seconds(self) -> None:
        assert Rule.parse("default", "60/60") == Rule("default", 60, 60)
        assert Rule.parse("default", " 1000000/1 ") == Rule("default", 1_000_000, 1)

    @pytest.mark.parametrize("text", ["", "60", "60/", "/60", "60/60/60", "-1/60", "6.5/60", "a/b"])
    def test_says_how_to_write_it(self, text: str) -> None:
        with pytest.raises(ValueError, match="for example 60/60") as refusal:
            Rule.parse("default", text)
        assert repr(text) in str(refusal.value)

    @pytest.mark.parametrize("text", ["0/60", "60/0", "60/1000000001", "1000000001/60"])
    def test_has_bounds(self, text: str) -> None:
        with pytest.raises(ValueError, match=f"{text}: .* must both be at least 1"):
            Rule.parse("default", text)

    @pytest.mark.parametrize("name", ["", "two words", 'a"b', "a\\b", "Ä", "1st", "a\n", "a" * 65])
    def test_has_a_name_that_stands_in_a_header(self, name: str) -> None:
        with pytest.raises(ValueError, match="is no name for a limit"):
            Rule(name, 60, 60)


def test_sixty_pass_and_the_next_waits_until_the_first_is_a_minute_old() -> None:
    window = Window()
    verdicts = [window.spend(DEFAULT, 1000.25 + second / 2) for second in range(60)]
    assert all(verdict.allowed for verdict in verdicts)
    assert [verdict.remaining for verdict in verdicts] == list(range(59, -1, -1))
    assert (verdicts[0].reset, verdicts[1].reset, verdicts[59].reset) == (60, 60, 31)

    refused = window.spend(DEFAULT, 1030.75)
    assert (refused.allowed, refused.remaining, refused.reset) == (False, 0, 30)
    assert not window.spend(DEFAULT, 1060.125).allowed
    assert window.spend(DEFAULT, 1060.25).allowed
    assert not window.spend(DEFAULT, 1060.25).allowed


def test_a_look_counts_nothing() -> None:
    window = Window()
    for _ in range(200):
        assert window.peek(DEFAULT, 5.0).remaining == 60
    assert window.peek(DEFAULT, 5.0).reset == 60
    assert window.spend(DEFAULT, 5.0).remaining == 59


@given(
    st.one_of(rules, quota_60),
    st.integers(0, 2**42).map(lambda fraction: fraction / 1024),
    st.lists(st.one_of(gaps, st.integers(-2, 1)), max_size=300),
)
@settings(max_examples=300, deadline=None)
def test_no_window_passes_more_than_the_quota(
    rule: Rule, now: float, steps: list[float | int]
) -> None:
    window = Window()
    served: list[float] = []
    for step in steps:
        if isinstance(step, float):
            now += step
        else:  # to the very edge of a window, or a fraction before or after it
            edge = now if len(served) < rule.quota else served[-rule.quota] + rule.window
            now = max(now, edge + step / 1024)
        looked = window.peek(rule, now)
        verdict = window.spend(rule, now)
        assert looked.allowed == verdict.allowed
        assert 1 <= verdict.reset <= rule.window
        if verdict.allowed:
            served.append(now)
            assert 0 <= verdict.remaining == looked.remaining - 1
        else:
            # It refuses for what came within the window, or at most a tick before that.
            since = now - rule.window * 1.001
            assert sum(time > since for time in served) >= rule.quota
            assert verdict.remaining == 0
    for first, one_too_many in zip(served, served[rule.quota :], strict=False):
        assert one_too_many - first >= rule.window


@given(rules, clocks, st.lists(st.floats(0, 30), max_size=40))
@example(Rule("default", 1, 60), 5 + 1.25 * 2**-47, [])  # a difference that floats make too long
@example(Rule("default", 1, 33), 2**-47, [1 - 2**-48])  # and one that they make too short
@settings(max_examples=500)
def test_whoever_waits_as_told_is_served(rule: Rule, now: float, steps: list[float]) -> None:
    window = Window()
    verdict = window.spend(rule, now)
    for step in steps:
        now += step
        verdict = window.spend(rule, now)
    while window.peek(rule, now).allowed:
        verdict = window.spend(rule, now)
    refused = window.spend(rule, now)
    assert refused.reset == verdict.reset <= rule.window
    assert window.spend(rule, now + refused.reset).allowed


@given(rules, clocks, st.lists(gaps, max_size=60), st.lists(gaps, min_size=1, max_size=60))
def test_a_stored_window_goes_on_as_if_never_stored(
    rule: Rule, now: float, before: list[float], after: list[float]
) -> None:
    window = Window()
    for step in before:
        now += step
        window.spend(rule, now)
    stored = Window.load(window.dump())
    twin = window.copy()
    assert stored.dump() == twin.dump() == window.dump()
    for step in after:
        now += step
        verdict = window.spend(rule, now)
        assert stored.spend(rule, now) == verdict
        assert twin.spend(rule, now) == verdict


def test_the_stored_text_is_compact() -> None:
    window = Window()
    assert window.dump() == "[]"
    window.spend(DEFAULT, 8.0)
    window.spend(DEFAULT, 8.0)
    window.spend(DEFAULT, 9.5)
    window.peek(DEFAULT, 10.0)
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
def test_a_text_that_is_no_window_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="delete the row"):
        Window.load(text)


@given(
    rules,
    st.lists(st.tuples(gaps, st.one_of(st.just(0.0), gaps, gaps.map(lambda g: g * 50)))),
)
@settings(max_examples=500)
def test_a_clock_that_falls_back_lets_no_more_pass(
    rule: Rule, steps: list[tuple[float, float]]
) -> None:
    window, true, behind = Window(), 0.0, 0.0
    served: list[float] = []
    for elapsed, fall in steps:
        true += elapsed
        behind += fall
        verdict = window.spend(rule, true - behind)
        assert 1 <= verdict.reset <= rule.window
        if verdict.allowed:
            served.append(true)
    for first, one_too_many in zip(served, served[rule.quota :], strict=False):
        assert one_too_many - first >= rule.window


@given(rules, st.lists(st.tuples(gaps, st.floats(0, 1))))
@settings(max_examples=500)
def test_clocks_that_disagree_let_no_more_pass_than_the_one_ahead(
    rule: Rule, steps: list[tuple[float, float]]
) -> None:
    window, ahead = Window(), 0.0
    served: list[float] = []
    for elapsed, lag in steps:
        ahead += elapsed
        window.peek(rule, ahead)
        if window.spend(rule, ahead - lag * rule.window).allowed:
            served.append(ahead)
    for first, one_too_many in zip(served, served[rule.quota :], strict=False):
        assert one_too_many - first >= rule.window


def test_a_clock_that_ran_a_day_ahead_costs_a_window_at_most() -> None:
    window = Window()
    for _ in range(60):
        window.spend(DEFAULT, 86_400.0)
    refused = window.spend(DEFAULT, 5.0)
    assert (refused.allowed, refused.reset) == (False, 60)
    assert not window.spend(DEFAULT, 64.0).allowed
    assert window.spend(DEFAULT, 65.0).remaining == 59


def test_a_large_quota_is_exact_and_takes_little_memory() -> None:
    rule = Rule("default", 1_000_000, 60)
    window = Window()
    for turn in range(50_000):  # 49 seconds: all of them count
        window.spend(rule, turn / 1024)
    assert window.peek(rule, 49.0).remaining == 950_000
    for turn in range(50_000, 150_000):
        window.spend(rule, turn / 1024)
    counted = 1_000_000 - window.peek(rule, 149_999 / 1024).remaining
    assert 60 * 1024 <= counted <= 60 * 1024 + 62  # a minute's worth, and what a tick holds
    assert len(json.loads(window.dump())) <= 1 + 2 * 1001


def test_after_the_quota_was_lowered_the_wait_reaches_below_it() -> None:
    window = Window()
    for second in range(10):
        window.spend(Rule("default", 10, 60), float(second))
    lowered = Rule("default", 3, 60)
    refused = window.spend(lowered, 10.0)
    assert (refused.allowed, refused.remaining, refused.reset) == (False, 0, 57)
    assert window.peek(lowered, 10.0) == refused
    assert not window.spend(lowered, 66.5).allowed
    assert window.spend(lowered, 67.0).allowed


@given(rules, st.lists(gaps, max_size=30), gaps)
def test_an_idle_window_is_as_good_as_a_fresh_one(
    rule: Rule, steps: list[float], pause: float
) -> None:
    window, now = Window(), 0.0
    last = -math.inf
    for step in steps:
        now += step
        if window.spend(rule, now).allowed:
            last = now
    now += pause
    assert window.is_idle(rule, now) == (now - last >= rule.window)
    if window.is_idle(rule, now):
        assert window.spend(rule, now) == Window().spend(rule, now)
