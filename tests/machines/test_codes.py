"""Six-digit codes in any order of events: which opens, and when one must wait.

The newest is good alone, once, for ten minutes. Five are mailed an hour and twenty a day; five are
tried in a quarter of an hour, be they right or wrong, until one is right.
"""

from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from tests import cast, make
from tests.machines.effort import AT_LENGTH, EFFORTS, run
from tests.world import World, next_number

HOUR, DAY, TRYING, LIFE = 3600, 86_400, 900, 600
TICK = 86.4
"""Seconds; the day's budget counts what comes within one as if it came at once."""
TICKS = st.sampled_from([1, 2, 3, 6, 7, 8, 10, 11, 20, 42, 500, 1001])


class Resetting(RuleBasedStateMachine):
    """Somebody who has forgotten their password, and somebody who guesses at their codes."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        # In the middle of a tick, whose ends no fraction of a second can be told from.
        into = (self.now + TICK / 2) % TICK
        world.clock.advance(seconds=TICK - into)
        self.email = f"member{next_number()}@example.com"
        columns: dict[str, Any] = {"email": self.email, "email_key": self.email}
        make.account(world, **columns)
        self.mailed: list[float] = []
        self.tried: list[float] = []
        self.codes: list[str] = []
        self.good_until = 0.0
        """Of the newest code; nothing, once it is used."""
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
    def ask_for_one(self) -> None:
        answer = self.world.post("/auth/forgot-password", {"email": self.email})
        if self.within(self.mailed, HOUR) >= 5 or self.within(self.mailed, DAY) >= 20:
            assert answer.must(429).error == "too_many_codes"
            return
        answer.must(202)
        self.mailed.append(self.now)
        self.codes.append(self._read())
        self.good_until = self.now + LIFE

    @precondition(lambda self: self.codes)
    @rule(ticks=st.sampled_from([0, 0, 6, 7]))
    def try_the_newest(self, ticks: int) -> None:
        """At once, or about when it ends."""
        self.wait(ticks)
        self._try(self.codes[-1], opens=self.now < self.good_until)

    @precondition(lambda self: len(self.codes) > 1)
    @rule(which=st.integers(0, 50))
    def try_a_former_one(self, which: int) -> None:
        code = self.codes[which % (len(self.codes) - 1)]
        if code != self.codes[-1]:
            self._try(code, opens=False)

    @rule(code=st.integers(0, 999_999).map("{:06d}".format))
    def guess(self, code: str) -> None:
        self._try(code, opens=bool(self.codes) and code == self.codes[-1])

    @precondition(lambda self: self.codes)
    @rule()
    def try_it_for_something_else(self) -> None:
        """A code is bound to its purpose: this one proves no address, and that is not its try."""
        if self.tried_elsewhere < 5:
            sent = {"email": self.email, "otp": self.codes[-1]}
            self.world.post("/auth/verify-email", sent).must(400)
            self.tried_elsewhere += 1

    def _try(self, code: str, *, opens: bool) -> None:
        sent = {"email": self.email, "otp": code, "newPassword": cast.PASSWORD}
        answer = self.world.post("/auth/reset-password", sent)
        if self.within(self.tried, TRYING) >= 5:
            assert answer.must(429).error == "too_many_tries"
        elif opens and self.now < self.good_until:
            answer.must(200)
            self.tried, self.good_until = [], 0.0
        else:
            assert answer.must(400).error == "code_invalid"
            self.tried.append(self.now)

    def _read(self) -> str:
        """The code of the newest letter; none is left to be read another time."""
        code = self.world.code(self.email)
        for letter in self.world.house.app_state.settings.mail_dir.glob("*.eml"):
            letter.unlink()
        return code


@pytest.mark.timeout(AT_LENGTH)
@pytest.mark.parametrize(("database_url", "effort"), EFFORTS, indirect=["database_url"])
def test_a_code_is_valid_when_the_model_says_so(world: World, effort: hypothesis.settings) -> None:
    run(lambda: Resetting(world), effort)
