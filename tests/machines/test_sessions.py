"""Sessions in any order of events: the valid tokens are those of a simple model.

A sign-in starts a family. Each of its refresh tokens is valid once, but those exchanged last may be
exchanged again for ten seconds; other reuse ends the family. Logging out ends one's own family,
`endSession` another one, and a change of password all others.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from tests import cast, make
from tests.machines.effort import EFFORTS, LONG_TIMEOUT, run
from tests.world import Person, Response, World, next_number

MINUTES = st.sampled_from([1 / 12, 1 / 6, 1 / 5, 1, 29, 30, 31, 59, 60, 61, 24 * 60, 10 * 24 * 60])
PICKED = st.integers(0, 50)
LIFE = timedelta(days=30)
HOUR = timedelta(hours=1)


@dataclass
class Family:
    """A sign-in and its tokens."""

    opened: datetime
    current: str
    """The valid refresh token."""
    siblings: list[str] = field(default_factory=list)
    """The other valid refresh tokens, of the same generation."""
    exchanged: list[str] = field(default_factory=list)
    """The tokens of the generation that was exchanged last."""
    exchanged_at: datetime | None = None
    used: list[str] = field(default_factory=list)
    """All tokens that are not valid any more."""
    access: list[tuple[str, datetime]] = field(default_factory=list)
    """Access tokens with the time they were issued."""
    ended: bool = False

    def is_open(self, now: datetime) -> bool:
        return not self.ended and now < self.opened + LIFE

    def may_exchange_again(self, token: str, now: datetime) -> bool:
        return (
            self.exchanged_at is not None
            and token in self.exchanged
            and now <= self.exchanged_at + timedelta(seconds=10)
        )

    def valid_tokens(self, now: datetime) -> list[str]:
        return [token for token, at in self.access if self.is_open(now) and now < at + HOUR]


class Member(RuleBasedStateMachine):
    """A member who signs in any number of times."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        self.email = f"member{next_number()}@example.com"
        columns: dict[str, Any] = {"email": self.email, "email_key": self.email}
        columns["password_hash"] = world.application.app_state.passwords.hash(cast.PASSWORD)
        make.account(world, **columns)
        self.families: list[Family] = []
        self.sign_in()

    @property
    def now(self) -> datetime:
        return self.world.clock.now()

    def person(self, token: str) -> Person:
        return Person(self.email, token=token)

    def open_families(self) -> list[Family]:
        """Return the families with a valid access token."""
        return [family for family in self.families if family.valid_tokens(self.now)]

    def store(self, family: Family, response: Response) -> None:
        family.access.append((response.data["token"], self.now))
        family.current = response.data["refreshToken"]

    @rule()
    def sign_in(self) -> None:
        body = {"email": self.email, "password": cast.PASSWORD}
        family = Family(self.now, "")
        self.store(family, self.world.post("/auth/login", body).must(200))
        self.families.append(family)

    @rule(minutes=MINUTES)
    def wait(self, minutes: float) -> None:
        self.world.clock.advance(minutes=minutes)

    @rule(which=PICKED)
    def refresh(self, which: int) -> None:
        family = self.families[which % len(self.families)]
        response = self.world.post("/auth/refresh", {"refreshToken": family.current})
        if family.is_open(self.now):
            response.must(200)
            family.exchanged = [family.current, *family.siblings]
            family.exchanged_at, family.siblings = self.now, []
            family.used += family.exchanged
            self.store(family, response)
        else:
            assert response.must(401).error == "refresh_invalid"

    @precondition(lambda self: any(family.used for family in self.families))
    @rule(which=PICKED, token=PICKED)
    def reuse_refresh_token(self, which: int, token: int) -> None:
        used = [family for family in self.families if family.used]
        family = used[which % len(used)]
        reused = family.used[token % len(family.used)]
        body = {"refreshToken": reused}
        if family.is_open(self.now) and family.may_exchange_again(reused, self.now):
            family.siblings.append(family.current)
            self.store(family, self.world.post("/auth/refresh", body).must(200))
            return
        error = "refresh_reused" if family.is_open(self.now) else "refresh_invalid"
        assert self.world.post("/auth/refresh", body).must(401).error == error
        family.ended = True

    @precondition(lambda self: self.open_families())
    @rule(which=PICKED)
    def log_out(self, which: int) -> None:
        there = self.open_families()
        family = there[which % len(there)]
        self.world.post("/auth/logout", as_=self.person(family.valid_tokens(self.now)[0])).must(200)
        family.ended = True

    @precondition(lambda self: self.open_families())
    @rule(by=PICKED, which=PICKED)
    def end_session(self, by: int, which: int) -> None:
        """End any listed session from any session."""
        there = self.open_families()
        person = self.person(there[by % len(there)].valid_tokens(self.now)[0])
        still = [family for family in self.families if family.is_open(self.now)]
        listed = self.world.get("/auth/sessions", as_=person).must(200).data
        assert len(listed) == len(still)
        number = which % len(listed)
        self.world.delete(f"/auth/sessions/{listed[number]['id']}", as_=person).must(200)
        still[len(still) - 1 - number].ended = True  # the newest sessions are listed first

    @precondition(lambda self: self.open_families())
    @rule(which=PICKED)
    def change_password(self, which: int) -> None:
        there = self.open_families()
        stored = there[which % len(there)]
        body = {"currentPassword": cast.PASSWORD, "newPassword": cast.PASSWORD}
        person = self.person(stored.valid_tokens(self.now)[0])
        self.world.post("/auth/change-password", body, as_=person).must(200)
        for family in self.families:
            family.ended = family.ended or family is not stored

    @rule(which=PICKED, token=PICKED)
    def use_token(self, which: int, token: int) -> None:
        family = self.families[which % len(self.families)]
        used, _ = family.access[token % len(family.access)]
        response = self.world.get("/users/me", as_=self.person(used))
        response.must(200 if used in family.valid_tokens(self.now) else 401)

    def teardown(self) -> None:
        """Finally test every token."""
        for family in self.families:
            for token, _ in family.access:
                expected = 200 if token in family.valid_tokens(self.now) else 401
                self.world.get("/users/me", as_=self.person(token)).must(expected)


@pytest.mark.timeout(LONG_TIMEOUT)
@pytest.mark.parametrize(("database_url", "effort"), EFFORTS, indirect=["database_url"])
def test_the_valid_tokens_are_those_of_the_model(world: World, effort: hypothesis.settings) -> None:
    run(lambda: Member(world), effort)
