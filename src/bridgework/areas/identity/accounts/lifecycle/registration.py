"""Registrations that are not verified yet, and the proof that settles them.

An address can be registered by a person who does not own it. The owner decides by a proof of the
address: a code that is sent with a registration replaces the former one; after any other proof, a
password that a second registration contests is void, and an e-mail leads to choosing one.
"""

from collections.abc import Mapping

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditChange
from bridgework.areas.history.changes import actions as change_feed
from bridgework.areas.identity.accounts import emails, policies, queries, serializers
from bridgework.areas.identity.accounts.lifecycle import account_status
from bridgework.areas.identity.accounts.records import StoredAccount
from bridgework.areas.identity.accounts.schemas import RegisterRequest, Registration
from bridgework.areas.identity.accounts.sign_in import devices, session_queries
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.validation import or_none

_VOID_PASSWORD = ""
_SETTLED = {"password_contested_at": None, "are_roles_contested": False}
_AUDITED = frozenset({"is_email_verified", "role", "jobs_role", "vendors_role"})
_TIERS = {
    "role": "verification_tier",
    "jobs_role": "jobs_verification_tier",
    "vendors_role": "vendors_verification_tier",
}


def contest(context: Context, account: StoredAccount, body: RegisterRequest) -> None:
    """Mark the password of a pending registration as contested by one with another password.

    Roles are contested too if they differ. Nothing happens to an account that was verified before,
    or that has no password.
    """
    if not account.password_hash or not _is_pending(context, account):
        return
    differ = any(getattr(account, name) != role for name, role in _roles(account, body).items())
    queries.update_account(
        context.tx,
        account.id,
        {
            "password_contested_at": context.now,
            "are_roles_contested": account.are_roles_contested or differ,
        },
    )


def to_replacement(
    context: Context, registration: Registration, password_hash: str, account: StoredAccount
) -> dict[str, object]:
    """Return the changes that replace a registration by the one of the address's owner.

    An account that was in use before keeps its roles.
    """
    roles = _roles(account, registration) if _is_pending(context, account) else {}
    return {"password_hash": password_hash, **_with_tiers(account, roles)}


def prove(context: Context, account_id: Id, values: Mapping[str, object]) -> list[AuditChange]:
    """Lock and change an account whose address was proven.

    The first proof ends all sessions and codes from before it, and forgets known devices. It voids
    a contested password and contested roles that `values` does not replace. Returns the changes of
    roles and verification.
    """
    queries.lock(context.tx, account_id)
    account = queries.get_account(context.tx, account_id)
    changes = dict(values)
    if not account.is_email_verified:
        changes = {"is_email_verified": True, **_to_void(account), **_SETTLED, **values}
    changes = {name: each for name, each in changes.items() if getattr(account, name) != each}
    account_status.change(context, account_id, changes)
    if not account.is_email_verified:
        _end_former_access(context, account, changes)
    return audit.changed(
        account._asdict(), {name: changes[name] for name in _AUDITED & set(changes)}
    )


def _end_former_access(
    context: Context, account: StoredAccount, changes: Mapping[str, object]
) -> None:
    queries.delete_codes(context.tx, account.id)
    session_queries.mark_all_ended(context.tx, account.id, context.now)
    devices.forget(context.tx, account.id, "member", "admin")
    change_feed.announce(context.tx, "account.verified", account.id)
    if changes.get("password_hash") == _VOID_PASSWORD and account.disabled_at is None:
        owner = serializers.account(context, account.id)
        context.enqueue_email(emails.choose_password(owner))


def _is_pending(context: Context, account: StoredAccount) -> bool:
    """Return whether an address was never proven, so that a stranger may have registered it."""
    return not account.is_email_verified and not session_queries.has_signed_in(
        context.tx, account.id
    )


def _roles(
    account: StoredAccount, registration: Registration | RegisterRequest
) -> dict[str, object]:
    """Return the roles of a registration. It does not give or take the administrator's role."""
    return {
        "role": account.role if account.role == "admin" else registration.role,
        "jobs_role": or_none(registration.jobs_role),
        "vendors_role": or_none(registration.vendors_role),
    }


def _with_tiers(account: StoredAccount, roles: Mapping[str, object]) -> dict[str, object]:
    """Add what follows from new roles: the platform, and the tiers of those that change."""
    if not roles:
        return {}
    tiers = {
        tier: policies.NEW_TIERS[tier]
        for name, tier in _TIERS.items()
        if getattr(account, name) != roles[name]
    }
    on_matchmaker = roles["jobs_role"] is None and roles["vendors_role"] is None
    return {**roles, **tiers, "on_matchmaker": on_matchmaker}


def _to_void(account: StoredAccount) -> dict[str, object]:
    """Return the changes that remove a contested password and contested roles."""
    if account.password_contested_at is None:
        return {}
    roles: dict[str, object] = {}
    if account.are_roles_contested:
        default = RegisterRequest.model_fields["role"].default
        role = account.role if account.role == "admin" else default
        roles = {"role": role, "jobs_role": None, "vendors_role": None}
    return {"password_hash": _VOID_PASSWORD, **_with_tiers(account, roles)}
