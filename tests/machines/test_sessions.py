"""Sessions in any order of events: which tokens are good is what a simple model says.

A sign-in opens a family: its refresh tokens are good once, in turn, and one that comes again ends
the family. Logging out ends one's own, `endSession` another, a change of password all others.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from tests import cast, make
from tests.machines.effort import AT_LENGTH, EFFORTS, run
from tests.world import Person, Response, World, next_number

MINUTES = st.sampled_from([1, 29, 30, 31, 59, 60, 61, 24 * 60, 10 * 24 * 60])
PICKED = st.integers(0, 50)
LIFE = timedelta(days=30)
HOUR = timedelta(hours=1)


@dataclass
class Family:
    """One sign-in, and what came of it."""

    opened: datetime
    current: str
    """The refresh token that is good."""
    used: list[str] = field(default_factory=list)
    access: list[tuple[str, datetime]] = field(default_factory=list)
    """Tokens, and when each was given."""
    ended: bool = False

    def is_open(self, now: datetime) -> bool:
        return not self.ended and now < self.opened + LIFE

    def good(self, now: datetime) -> list[str]:
        return [token for token, at in self.access if self.is_open(now) and now < at + HOUR]


class SigningIn(RuleBasedStateMachine):
    """One member, who signs in as often as they like."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        self.email = f"member{next_number()}@example.com"
        columns: dict[str, Any] = {"email": self.email, "email_key": self.email}
        columns["password_hash"] = world.house.app_state.passwords.hash(cast.PASSWORD)
        make.account(world, **columns)
        self.families: list[Family] = []
        self.sign_in()

    @property
    def now(self) -> datetime:
        return self.world.clock.now()

    def me(self, token: str) -> Person:
        return Person(self.email, token=token)

    def open_families(self) -> list[Family]:
        """Those with an access token that is good."""
        return [family for family in self.families if family.good(self.now)]

    def keep(self, family: Family, answer: Response) -> None:
        family.access.append((answer.data["token"], self.now))
        family.current = answer.data["refreshToken"]

    @rule()
    def sign_in(self) -> None:
        sent = {"email": self.email, "password": cast.PASSWORD}
        family = Family(self.now, "")
        self.keep(family, self.world.post("/auth/login", sent).must(200))
        self.families.append(family)

    @rule(minutes=MINUTES)
    def wait(self, minutes: int) -> None:
        self.world.clock.advance(minutes=minutes)

    @rule(which=PICKED)
    def refresh(self, which: int) -> None:
        family = self.families[which % len(self.families)]
        answer = self.world.post("/auth/refresh", {"refreshToken": family.current})
        if family.is_open(self.now):
            answer.must(200)
            family.used.append(family.current)
            self.keep(family, answer)
        else:
            assert answer.must(401).error == "refresh_invalid"

    @precondition(lambda self: any(family.used for family in self.families))
    @rule(which=PICKED, token=PICKED)
    def refresh_by_a_used_one(self, which: int, token: int) -> None:
        used = [family for family in self.families if family.used]
        family = used[which % len(used)]
        sent = {"refreshToken": family.used[token % len(family.used)]}
        error = "refresh_reused" if family.is_open(self.now) else "refresh_invalid"
        assert self.world.post("/auth/refresh", sent).must(401).error == error
        family.ended = True

    @precondition(lambda self: self.open_families())
    @rule(which=PICKED)
    def log_out(self, which: int) -> None:
        there = self.open_families()
        family = there[which % len(there)]
        self.world.post("/auth/logout", as_=self.me(family.good(self.now)[0])).must(200)
        family.ended = True

    @precondition(lambda self: self.open_families())
    @rule(by=PICKED, which=PICKED)
    def end_one(self, by: int, which: int) -> None:
        """From any session, any of those that are listed."""
        there = self.open_families()
        person = self.me(there[by % len(there)].good(self.now)[0])
        still = [family for family in self.families if family.is_open(self.now)]
        listed = self.world.get("/auth/sessions", as_=person).must(200).data
        assert len(listed) == len(still)
        number = which % len(listed)
        self.world.delete(f"/auth/sessions/{listed[number]['id']}", as_=person).must(200)
        still[len(still) - 1 - number].ended = True  # the newest are listed first

    @precondition(lambda self: self.open_families())
    @rule(which=PICKED)
    def change_the_password(self, which: int) -> None:
        there = self.open_families()
        kept = there[which % len(there)]
        sent = {"currentPassword": cast.PASSWORD, "newPassword": cast.PASSWORD}
        person = self.me(kept.good(self.now)[0])
        self.world.post("/auth/change-password", sent, as_=person).must(200)
        for family in self.families:
            family.ended = family.ended or family is not kept

    @rule(which=PICKED, token=PICKED)
    def try_a_token(self, which: int, token: int) -> None:
        family = self.families[which % len(self.families)]
        shown, _ = family.access[token % len(family.access)]
        answer = self.world.get("/users/me", as_=self.me(shown))
        answer.must(200 if shown in family.good(self.now) else 401)

    def teardown(self) -> None:
        """In the end every token is tried."""
        for family in self.families:
            for token, _ in family.access:
                expected = 200 if token in family.good(self.now) else 401
                self.world.get("/users/me", as_=self.me(token)).must(expected)


@pytest.mark.timeout(AT_LENGTH)
@pytest.mark.parametrize(("database_url", "effort"), EFFORTS, indirect=["database_url"])
def test_the_valid_tokens_are_those_of_the_model(world: World, effort: hypothesis.settings) -> None:
    run(lambda: SigningIn(world), effort)
