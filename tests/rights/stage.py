"""All kinds of callers of one server, and the records they request."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, get_args

from bridgework.areas.identity.accounts import policies, queries
from bridgework.areas.identity.administrators.invitations import queries as invitations
from bridgework.areas.identity.administrators.policies import INVITATION_LIFE
from bridgework.areas.identity.api_keys.fields import Scope
from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import Subscription
from bridgework.kit.validation import email_key
from tests import cast, make
from tests.areas.calendar import calendar_client
from tests.areas.feed import feed_requests
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.areas.roles import desk
from tests.areas.vendors import fair
from tests.kit.outbox import posting
from tests.world import ANONYMOUS, Person, World, next_number

CODE = "314159"
"""The one-time code of every account, so that no e-mail has to be read."""
SCOPES: tuple[str, ...] = get_args(Scope.__value__)
GUEST = "guest@example.net"
NEW_NAME: Mapping[str, Any] = {"firstName": "Robin"}


@dataclass(frozen=True, slots=True)
class Caller:
    """A person, and the headers they send besides their token."""

    person: Person
    headers: Mapping[str, str]


class Stage:
    """The people by their column, and records that are created on first use."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._keys: dict[tuple[str, ...], Mapping[str, str]] = {}
        expired = cast.sign_up(world, "expired@example.com")
        world.clock.advance(hours=2)
        self.people = {"none": ANONYMOUS, "expired": expired, **_members(world), **_refused(world)}
        self.people["garbage"] = Person("guess@example.com", token="no.token.ofours")
        self.ada, self.ben, self.carla = (self.people[name] for name in ("ada", "ben", "carla"))
        self.root = self.people["second admin"]

    def caller(self, column: str, scope: str | None) -> Caller:
        """Return the caller of a column, for an operation that accepts API keys with `scope`."""
        if column == "key":
            return Caller(ANONYMOUS, self._key(SCOPES if scope is None else (scope,)))
        if column == "otherkey":
            return Caller(ANONYMOUS, self._key(tuple(one for one in SCOPES if one != scope)))
        return Caller(self.people[column], {})

    def sign_in_again(self, column: str) -> None:
        """Sign in again after a person's session ended, or so that one can end."""
        before = self.people[column]
        with self.world.application.app_state.database.reading() as tx:
            email = queries.get_account(tx, Id(str(before.id))).email
        enter = cast.root_again if column == "admin" else cast.sign_in
        self.people[column] = enter(self.world, email)

    def email(self) -> str:
        """Return an unused e-mail address."""
        return f"account{next_number()}@example.com"

    def new_account(self, **columns: Any) -> Person:
        """Create another account."""
        email = self.email()
        created = make.account(self.world, email=email, email_key=email, **columns)
        return Person(email, id=str(created))

    def account_with_code(self, purpose: policies.Purpose, **columns: Any) -> Person:
        """Create an account with the one-time code CODE."""
        person = self.new_account(**columns)
        self.set_code(person, purpose)
        return person

    def set_code(self, person: Person, purpose: policies.Purpose) -> None:
        """Set CODE as the valid code instead of the one sent, since reading e-mails is slow."""
        account_id, now = Id(str(person.id)), self.world.clock.now()
        app_state = self.world.application.app_state
        with app_state.database.writing() as tx:
            key = email_key(queries.get_account(tx, account_id).email)
            stored = queries.get_password_hash(tx, account_id)
            new = queries.find_new_address(tx, account_id) if purpose == "change-email" else None
            parts = (purpose, account_id, key, stored, new or "", CODE)
            digest = app_state.keyring.digest("one-time-code", *parts)
            queries.put_code(tx, account_id, purpose, digest, now, now + policies.CODE_LIFE)

    def invitation(self) -> str:
        """Create an invitation without its e-mail; return the token."""
        app_state, token, now = (
            self.world.application.app_state,
            f"invitation {next_number()}",
            self.world.clock.now(),
        )
        hashed = app_state.passwords.hash(cast.PASSWORD)
        invited = Id(str(self.new_account(role="admin", password_hash=hashed).id))
        digest = app_state.keyring.digest("admin-invitation", token)
        with app_state.database.writing() as tx:
            invitations.put(tx, invited, digest, now, now + INVITATION_LIFE)
        return token

    @cached_property
    def post(self) -> str:
        """Ada's, in the feed."""
        return feed_requests.post(self.world, self.ada)

    @cached_property
    def role(self) -> str:
        """Ben's, open to all members."""
        return self.open_role()

    @cached_property
    def pending_role(self) -> str:
        """Ben's, not yet approved."""
        return desk.post(self.world, self.ben)

    @cached_property
    def job(self) -> str:
        """Carla's, open to all members."""
        return self.open_job()

    @cached_property
    def pending_job(self) -> str:
        """Carla's, not yet approved."""
        return board.post(self.world, self.carla)

    @cached_property
    def event(self) -> str:
        """A public event."""
        return self.new_event()

    @cached_property
    def private_event(self) -> str:
        """An event that Ada is invited to."""
        return self.new_event(visibility="private", inviteeEmails=[self.ada.email])

    @cached_property
    def refusal_link(self) -> str:
        """The path value of Ada's link to unsubscribe from a kind of e-mail."""
        subscription = Subscription(Id(str(self.ada.id)), "consultation_decided")
        email: Mapping[str, Any] = {"name": "accounts/password_changed", "secrets": {}}
        posting.post(self.world, to=self.ada.email, subscription=subscription, **email)
        link = str(self.world.mail(self.ada.email)[-1]["List-Unsubscribe"])
        return link.strip("<>").rpartition("/")[2]

    @cached_property
    def reply_link(self) -> str:
        """The path value of a guest's link to reply to an invitation."""
        self.new_event(inviteeEmails=[GUEST])
        reported = posting.text(self.world.mail(GUEST)[-1])
        match = re.search(r"/calendar/rsvp/(\S+)", reported)
        assert match is not None, reported
        return match[1]

    def new_event(self, **members: Any) -> str:
        return calendar_client.create_event(
            self.world, self.root, **{"visibility": "public", **members}
        )

    def open_role(self) -> str:
        role = desk.post(self.world, self.ben)
        self.world.patch(f"/roles/{role}", {"status": "active"}, as_=self.root).must(200)
        return role

    def open_job(self) -> str:
        job = board.post(self.world, self.carla)
        self.world.post(f"/admin/jobs/{job}/approve", as_=self.root).must(200)
        return job

    def report(self) -> str:
        """Ada's, of a post of Ben's."""
        return bench.report(self.world, self.ada, "post", feed_requests.post(self.world, self.ben))

    def _key(self, scopes: tuple[str, ...]) -> Mapping[str, str]:
        if scopes not in self._keys:
            body = {"name": "A site of dentists", "scopes": scopes}
            created = self.world.post("/admin/api-keys", body, as_=self.people["admin"]).must(201)
            self._keys[scopes] = {"x-api-key": str(created.data["key"])}
        return self._keys[scopes]


def _members(world: World) -> dict[str, Person]:
    """Return the accepted people by column or name."""
    sign_up = cast.sign_up
    people = {
        "ada": sign_up(world, "ada@example.com"),
        "ben": sign_up(world, "ben@example.com", role="client"),
        "chad": sign_up(world, "chad@example.com", role="client"),
        "carla": sign_up(world, "carla@example.com", jobsRole="clinic_owner"),
        "connie": sign_up(world, "connie@example.com", jobsRole="clinic_owner"),
        "curt": sign_up(world, "curt@example.com", jobsRole="candidate"),
        "expert": sign_up(world, "eve@example.com"),
        "client": sign_up(world, "carl@example.com", role="rpo"),
        "clinic": sign_up(world, "dora@example.com", jobsRole="recruiter"),
        "candidate": sign_up(world, "cyrus@example.com", jobsRole="candidate"),
        "vince": fair.vendor(world, "vince@example.com"),
        "vendor": fair.vendor(world),
        "ambassador": fair.ambassador(world),
        "admin": cast.root(world),
        "second admin": cast.root(world, "second@example.com"),
    }
    for name in ("ada", "expert"):
        make.into_expert(world, people[name], "Ada Lovell")
    for name in ("ada", "ben"):
        make.change_account(world, people[name].id, consultation_request_cap=1000)
    board.verify(world, people["candidate"])
    for name in ("vendor", "ambassador"):
        world.patch("/users/me", NEW_NAME, as_=people[name]).must(200)
        fair.verify(world, people[name])
    return people


def _refused(world: World) -> dict[str, Person]:
    """Return the people whose tokens are no longer valid."""
    unverified = cast.sign_up(world, "mallory@example.com")
    disabled = cast.sign_up(world, "dan@example.com")
    make.change_account(world, unverified.id, is_email_verified=False)
    make.change_account(world, disabled.id, disabled_at=world.clock.now())
    return {
        "unverified": replace(unverified, address="198.51.100.7"),
        "disabled": replace(disabled, address="198.51.100.8"),
    }
