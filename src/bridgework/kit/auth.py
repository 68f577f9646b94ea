"""Who calls, and the predicates that `who=` takes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from bridgework.kit.errors import Forbidden, NotAllowed
from bridgework.kit.ids import Id

Credentials = Literal["none", "bearer", "key"]
ADMIN = "admin"
"""The role of administrators. The names of all others are known to the areas alone."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever sent the request, as the accounts area knows them at this moment."""

    account_id: Id | None = None
    session_id: Id | None = None
    roles: frozenset[str] = frozenset()
    """The account's roles, on all of its platforms."""
    is_admin: bool = False
    """Signed in by the administrator login, not merely an account of that role."""
    has_master_password: bool = False

    partner_key_id: Id | None = None
    scopes: frozenset[str] = frozenset()
    """What a partner's key is good for; nobody else has scopes."""
    made_by: Id | None = None
    """The administrator who made the partner's key, and answers for what it does."""

    def account(self) -> Id:
        """The account's id; only for operations that `who=` closed to strangers."""
        if self.account_id is None:
            raise LookupError("a stranger has no account: this operation is open to the public")
        return self.account_id


class AdministratorLoginNeeded(Forbidden):
    """Sign in by `adminLogin`, with your master password: this needs an administrator's session."""

    INVITATION_PENDING = (
        "This needs an administrator's session, and you have no master password yet: accept the "
        "invitation that was e-mailed to you, then sign in by `adminLogin`. If its link no longer "
        "works, ask another administrator to send a new one by `resendAdminInvitation`."
    )


class KeyNotAccepted(Forbidden):
    """This operation takes no partner API key: sign in and send a bearer token."""


class ScopeMissing(Forbidden):
    """The partner API key lacks the scope that this operation needs."""

    def __init__(self, scope: str | None = None) -> None:
        """`scope` is the one that the key lacks."""
        super().__init__(
            scope and f"This operation needs a partner API key with the scope {scope}."
        )


ANONYMOUS = Caller()


@dataclass(frozen=True, slots=True)
class Who:
    """One answer to "who may call this?"."""

    name: str
    credentials: Credentials
    allows: Callable[[Caller], bool]
    scope: str | None = None
    """What a partner's key must be good for to call this too; None if no key is taken."""
    needs_admin_login: bool = False
    """An account's role is not enough: its session must come from the administrator login."""

    def refusal(self, caller: Caller) -> Forbidden:
        """The error that tells an identified caller why this is not open to them."""
        if caller.partner_key_id is not None:
            return KeyNotAccepted() if self.scope is None else ScopeMissing(self.scope)
        if not self.needs_admin_login or ADMIN not in caller.roles:
            return NotAllowed()
        if caller.has_master_password:
            return AdministratorLoginNeeded()
        return AdministratorLoginNeeded(AdministratorLoginNeeded.INVITATION_PENDING)

    def or_partner(self, scope: str) -> "Who":
        """These people, and partners whose key has `scope`."""
        return Who(
            f"{self.name}, partner {scope}",
            self.credentials,
            lambda caller: self.allows(caller) or scope in caller.scopes,
            scope,
            self.needs_admin_login,
        )


public = Who("public", "none", lambda _: True)
member = Who("member", "bearer", lambda caller: caller.account_id is not None)
admin = Who("admin", "bearer", lambda caller: caller.is_admin, needs_admin_login=True)


def holder_of(name: str, roles: frozenset[str]) -> Who:
    """Members whose account has one of `roles`; `name` is what documentation calls them."""
    return Who(name, "bearer", lambda caller: not roles.isdisjoint(caller.roles))


def partner(scope: str) -> Who:
    """Partners whose key has `scope`, and nobody else."""
    return Who(f"partner {scope}", "key", lambda caller: scope in caller.scopes, scope)
