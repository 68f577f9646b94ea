"""The e-mails of accounts. Each function has the name of its template."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal
from urllib.parse import urlencode

from bridgework.areas.identity.accounts.schemas import Account
from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import PATH, REPLY_TO, Email

Tried = Literal["register", "change"]
"""Attempts to use the e-mail address of another account."""
Factor = Literal["authenticator app", "passkey"]
RemovedBy = Literal["you", "administrator", "command"]


def verification_code(
    account: Account, code: str, link_token: str, expires: datetime, contested_at: datetime | None
) -> Email:
    """The code that verifies the address, and what was registered with it.

    `contested_at` is the time of a later registration with another password.
    """
    roles = _roles(account)
    facts = {
        "site": "jobs" if account.jobs_role else "matchmaker",
        "role": _in_words(roles),
        "at": _time(account.created_at),
        "contested_at": "" if contested_at is None else _time(contested_at),
        PATH: _with_address("/app/verify", account, roles),
    }
    secrets = {"code": code, "link_token": link_token}
    return _email("verification_code", account, facts=facts, secrets=secrets, expires=expires)


def choose_password(account: Account) -> Email:
    """Leads to choosing a password, after a contested one was voided."""
    facts = {PATH: _with_address("/app/password", account)}
    return _email("choose_password", account, facts=facts)


def reset_code(account: Account, code: str, link_token: str, expires: datetime) -> Email:
    """The code for a password reset."""
    secrets = {"code": code, "link_token": link_token}
    facts = {PATH: _with_address("/app/password", account)}
    return _email("reset_code", account, facts=facts, secrets=secrets, expires=expires)


def change_code(account: Account, new_email: str, code: str, expires: datetime) -> Email:
    """The code that verifies a new address, sent to that address."""
    secrets = {"code": code}
    return _email("change_code", account, to=new_email, secrets=secrets, expires=expires)


def address_changed(before: Account, new_email: str) -> Email:
    """Notifies the old address that it was replaced."""
    return _email("address_changed", before, facts={"new_email": new_email})


def address_tried(account: Account, tried: Tried) -> Email:
    """Notifies the owner that their address was entered for another account."""
    return _email("address_tried", account, facts={"tried": tried})


def to_be_erased(
    account: Account, erases_at: datetime, reason: str = "", *, is_disabled: bool = False
) -> Email:
    """Notifies the owner when the account will be erased, and how to keep it.

    `reason` is that of an administrator who has scheduled it. A disabled account cannot sign in.
    """
    facts: Mapping[str, str | int] = {
        "day": _day(erases_at),
        "reason": reason,
        "is_disabled": is_disabled,
    }
    return _email("to_be_erased", account, facts=facts)


def erasure_cancelled(account: Account, erases_at: datetime) -> Email:
    """Notifies the owner that an administrator has cancelled the erasure."""
    return _email("erasure_cancelled", account, facts={"day": _day(erases_at)})


def account_disabled(account: Account, reason: str) -> Email:
    """Notifies the owner that an administrator has disabled the account, and why."""
    return _email("account_disabled", account, facts={"reason": reason})


def account_enabled(account: Account) -> Email:
    """Notifies the owner that an administrator has enabled the account again."""
    return _email("account_enabled", account)


def password_changed(account: Account) -> Email:
    """Notifies the owner that the password was changed."""
    return _email("password_changed", account)


def new_device(account: Account, user_agent: str, at: datetime) -> Email:
    """Notifies the owner of a sign-in with a new user agent."""
    facts = {"user_agent": user_agent, "at": _time(at)}
    return _email("new_device", account, facts=facts)


def admin_invitation(account: Account, token: str, expires: datetime) -> Email:
    """The link with which an appointed administrator sets a master password."""
    secrets = {"token": token}
    facts = {REPLY_TO: "", "address": urlencode({"email": account.email})}
    return _email("admin_invitation", account, facts=facts, secrets=secrets, expires=expires)


def master_password_set(account: Account) -> Email:
    """Confirms to the owner that an invitation was accepted."""
    return _email("master_password_set", account)


def master_password_changed(account: Account) -> Email:
    """Notifies an administrator that the master password was changed."""
    return _email("master_password_changed", account)


def second_factor_added(account: Account, factor: Factor, *, is_only_admin: bool) -> Email:
    """Confirms a new second factor, and tells the only administrator the ways back."""
    facts = {"factor": factor, "is_only_admin": int(is_only_admin)}
    return _email("second_factor_added", account, facts=facts)


def second_factor_removed(account_id: Id, email: str, by: RemovedBy) -> Email:
    """Notifies the owner that the account has no second factor any more."""
    name = "accounts/second_factor_removed"
    return Email(name=name, to=email, recipient_id=account_id, facts={"by": by})


def passkey_removed(account: Account, name: str) -> Email:
    """Confirms that one of several second factors was removed."""
    return _email("passkey_removed", account, facts={"name": name})


def passkey_copied(account: Account, name: str) -> Email:
    """Warns the owner that a passkey was refused because a copy of it seems to exist."""
    return _email("passkey_copied", account, facts={"name": name})


def recovery_code_used(account: Account, remaining: int) -> Email:
    """Notifies the owner of a sign-in with a recovery code, and of how many remain."""
    return _email("recovery_code_used", account, facts={"remaining": remaining})


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"


def _time(moment: datetime) -> str:
    return f"{_day(moment)}, {moment:%H:%M} UTC"


def _roles(account: Account) -> dict[str, str]:
    """The roles on the platforms that an account was registered for."""
    roles = {"jobsRole": account.jobs_role, "vendorsRole": account.vendors_role}
    return {"role": account.role, **{name: role for name, role in roles.items() if role}}


def _in_words(roles: Mapping[str, str]) -> str:
    """Names the roles. Members of the other platforms are clients without looking for experts."""
    own, *others = roles.values()
    named = others if others and own == "client" else [own, *others]
    return ", ".join(named).replace("rpo", "recruiting firm").replace("_", " ")


def _with_address(path: str, account: Account, further: Mapping[str, str] | None = None) -> str:
    """A path of the site. The address is in the fragment, which is in no log of a server."""
    return f"{path}#{urlencode({'email': account.email, **(further or {})})}"


def _email(
    name: str,
    account: Account,
    *,
    to: str | None = None,
    facts: Mapping[str, str | int] = {},
    secrets: Mapping[str, str] = {},
    expires: datetime | None = None,
) -> Email:
    return Email(
        name=f"accounts/{name}",
        to=to or account.email,
        recipient_id=account.id,
        facts=facts,
        secrets=secrets,
        expires=expires,
    )
