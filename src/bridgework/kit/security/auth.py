"""The caller of a request, and the predicates that `who=` accepts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from bridgework.kit.core import Forbidden, Id, NotAllowed

Credentials = Literal["none", "bearer", "key"]
ADMIN = "admin"
"""The role of administrators. The other roles are defined by the areas."""
PROOF_LIFE = timedelta(minutes=10)
"""How long the proof of an administrator counts as fresh."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a request: anonymous, an account or a partner."""

    account_id: Id | None = None
    session_id: Id | None = None
    roles: frozenset[str] = frozenset()
    """The account's roles, on all of its platforms."""
    is_admin: bool = False
    """Whether the session comes from the administrator login; the role alone is not enough."""
    has_master_password: bool = False
    has_second_factor: bool = False
    proved_at: datetime | None = None
    """When the session last proved to be the administrator's, at the sign-in or by `adminConfirm`.
    None for other callers."""

    api_key_id: Id | None = None
    scopes: frozenset[str] = frozenset()
    """The scopes of a partner's key; other callers have none."""
    made_by: Id | None = None
    """The administrator who created the partner's key and is responsible for its use."""

    def account(self) -> Id:
        """The account's ID. Raises LookupError for callers without an account."""
        if self.account_id is None:
            raise LookupError("the caller has no account: this operation does not require one")
        return self.account_id


class AdministratorLoginNeeded(Forbidden):
    """This requires an administrator's session: sign in with `adminLogin` and a master password."""

    INVITATION_PENDING = (
        "This requires an administrator's session, and you have no master password yet: accept the "
        "invitation that was e-mailed to you, then sign in with `adminLogin`. If its link has "
        "expired, ask another administrator to send a new one with `resendAdminInvitation`."
    )


class SecondFactorRequired(Forbidden):
    """Administrators need a second factor: call `beginTotp` or `beginPasskey` to add one."""


class FreshSignInNeeded(Forbidden):
    """Confirm that it is you: call `adminConfirm`, then send the request again."""


class KeyNotAccepted(Forbidden):
    """This operation does not accept partner API keys: sign in and send a bearer token."""


class ScopeMissing(Forbidden):
    """The partner API key does not have the scope that this operation requires."""

    def __init__(self, scope: str | None = None) -> None:
        """`scope` is the missing scope, named in the message."""
        super().__init__(
            scope and f"This operation requires a partner API key with the scope {scope}."
        )


ANONYMOUS = Caller()


@dataclass(frozen=True, slots=True)
class Who:
    """Who may call an operation."""

    name: str
    """For the API documentation."""
    credentials: Credentials
    allows: Callable[[Caller], bool]
    scope: str | None = None
    """The scope with which a partner's key is accepted as well; None if no key is accepted."""
    needs_admin_login: bool = False
    """Whether the session must come from the administrator login."""
    needs_second_factor: bool = True
    """Whether an administrator's session needs a second factor, where the settings require one."""
    needs_fresh_proof: Callable[..., bool] | None = None
    """Whether a request needs a fresh proof of the administrator, by the arguments of the handler
    after the context. None if no request needs one."""
    knows_admins: bool = False
    """Whether a public operation identifies an administrator by the token of a request. Every
    other caller is anonymous to it."""
    visitors_by: str | None = None
    """The setting that, if it is on, lets requests without credentials call the operation too.
    Invalid credentials are refused as ever. None if no setting does."""
    every_account: bool = False
    """Whether every account may call, so that only keys of partners can be refused."""

    def refusal(self, caller: Caller) -> Forbidden:
        """The error for an authenticated caller who may not call the operation."""
        if caller.api_key_id is not None:
            return KeyNotAccepted() if self.scope is None else ScopeMissing(self.scope)
        if not self.needs_admin_login or ADMIN not in caller.roles:
            return NotAllowed()
        if caller.has_master_password:
            return AdministratorLoginNeeded()
        return AdministratorLoginNeeded(AdministratorLoginNeeded.INVITATION_PENDING)

    def must_be_fresh(self, caller: Caller, arguments: Sequence[object], now: datetime) -> None:
        """Raise FreshSignInNeeded if a request needs a fresh proof and the caller has none.

        `arguments` are those of the handler after the context.
        """
        if self.needs_fresh_proof is None or not self.needs_fresh_proof(*arguments):
            return
        if caller.proved_at is None or now > caller.proved_at + PROOF_LIFE:
            raise FreshSignInNeeded

    def or_partner(self, scope: str) -> "Who":
        """These callers, and partners whose key has `scope`."""
        return replace(
            self,
            name=f"{self.name}, partner {scope}",
            allows=lambda caller: self.allows(caller) or scope in caller.scopes,
            scope=scope,
        )

    def or_visitors_by(self, setting: str) -> "Who":
        """These callers, and where a setting is on everybody who sends no credentials."""
        return replace(self, visitors_by=setting)

    def knowing_admins(self) -> "Who":
        """These callers; an administrator who sends a token is identified."""
        return replace(self, knows_admins=True)

    def without_second_factor(self) -> "Who":
        """These callers, also before they have added the required second factor."""
        return replace(self, needs_second_factor=False)

    def fresh(self, only_for: Callable[..., bool] = lambda *_: True) -> "Who":
        """These callers, with a proof of the last 10 minutes.

        `only_for` returns whether a request needs it, by the arguments of the handler after the
        context; without it, each request does.
        """
        return replace(self, name=f"{self.name}, fresh sign-in", needs_fresh_proof=only_for)


public = Who("public", "none", lambda _: True)
member = Who("member", "bearer", lambda caller: caller.account_id is not None, every_account=True)
admin = Who("admin", "bearer", lambda caller: caller.is_admin, needs_admin_login=True)


def holder_of(name: str, roles: frozenset[str]) -> Who:
    """Members whose account has one of `roles`. `name` appears in the API documentation."""
    return Who(name, "bearer", lambda caller: not roles.isdisjoint(caller.roles))


def partner(scope: str) -> Who:
    """Only partners whose key has `scope`."""
    return Who(f"partner {scope}", "key", lambda caller: scope in caller.scopes, scope)
