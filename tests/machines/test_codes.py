"""One-time codes in any order of events: which one is valid, and when a caller must wait.

Only the newest is valid, once, for ten minutes. Five are sent per hour and twenty per day. Five
attempts are allowed per quarter of an hour, right or wrong, until one is right.
"""

from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from tests import cast, make
from tests.machines.effort import EFFORTS, LONG_TIMEOUT, run
from tests.world import World, next_number

HOUR, DAY, ATTEMPT_WINDOW, LIFE = 3600, 86_400, 900, 600
TICK = 86.4
"""Seconds; the daily limit counts everything within one tick as one point in time."""
TICKS = st.sampled_from([1, 2, 3, 6, 7, 8, 10, 11, 20, 42, 500, 1001])


class PasswordReset(RuleBasedStateMachine):
    """A user who forgot the password, and an attacker who guesses the codes."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        # Start in the middle of a tick, away from its ends, where rounding matters.
        into = (self.now + TICK / 2) % TICK
        world.clock.advance(seconds=TICK - into)
        self.email = f"member{next_number()}@example.com"
        columns: dict[str, Any] = {"email": self.email, "email_key": self.email}
        make.account(world, **columns)
        self.mailed: list[float] = []
        self.tried: list[float] = []
        self.codes: list[str] = []
        self.valid_until = 0.0
        """End of validity of the newest code; 0 once it was used."""
        self.tried_elsewhere = 0

    @property
    def now(self) -> float:
        return self.world.clock.now().timestamp()

    def within(self, times: list[float], window: int) -> int:
        return sum(at + window > self.now for at in times)

    @rule(ticks=TICKS)
    def wait(self, ticks: int) -> None:
        self.world.clock.advance(seconds=ticks * TICK)

    @rule()
    def request_code(self) -> None:
        response = self.world.post("/auth/forgot-password", {"email": self.email})
        if self.within(self.mailed, HOUR) >= 5 or self.within(self.mailed, DAY) >= 20:
            assert response.must(429).error == "too_many_codes"
            return
        response.must(202)
        self.mailed.append(self.now)
        self.codes.append(self._read())
        self.valid_until = self.now + LIFE

    @precondition(lambda self: self.codes)
    @rule(ticks=st.sampled_from([0, 0, 6, 7]))
    def try_newest(self, ticks: int) -> None:
        """At once, or near the end of its validity."""
        self.wait(ticks)
        self._try(self.codes[-1], is_valid=self.now < self.valid_until)

    @precondition(lambda self: len(self.codes) > 1)
    @rule(which=st.integers(0, 50))
    def try_older(self, which: int) -> None:
        code = self.codes[which % (len(self.codes) - 1)]
        if code != self.codes[-1]:
            self._try(code, is_valid=False)

    @rule(code=st.integers(0, 999_999).map("{:06d}".format))
    def guess(self, code: str) -> None:
        self._try(code, is_valid=bool(self.codes) and code == self.codes[-1])

    @precondition(lambda self: self.codes)
    @rule()
    def try_for_other_purpose(self) -> None:
        """A code is bound to its purpose: it cannot verify an address, and the attempt does not
        count.
        """
        if self.tried_elsewhere < 5:
            body = {"email": self.email, "otp": self.codes[-1]}
            self.world.post("/auth/verify-email", body).must(400)
            self.tried_elsewhere += 1

    def _try(self, code: str, *, is_valid: bool) -> None:
        body = {"email": self.email, "otp": code, "newPassword": cast.PASSWORD}
        response = self.world.post("/auth/reset-password", body)
        if self.within(self.tried, ATTEMPT_WINDOW) >= 5:
            assert response.must(429).error == "too_many_tries"
        elif is_valid and self.now < self.valid_until:
            response.must(200)
            self.tried, self.valid_until = [], 0.0
        else:
            assert response.must(400).error == "code_invalid"
            self.tried.append(self.now)

    def _read(self) -> str:
        """Return the code of the newest e-mail and delete all e-mails."""
        code = self.world.code(self.email)
        for email in self.world.application.app_state.settings.mail_dir.glob("*.eml"):
            email.unlink()
        return code


@pytest.mark.timeout(LONG_TIMEOUT)
@pytest.mark.parametrize(("database_url", "effort"), EFFORTS, indirect=["database_url"])
def test_a_code_is_valid_when_the_model_says_so(world: World, effort: hypothesis.settings) -> None:
    run(lambda: PasswordReset(world), effort)
