"""The e-mails of accounts. Each function has the name of its template."""

from datetime import datetime
from typing import Any, Literal

from bridgework.areas.identity.accounts.schemas import Account
from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import REPLY_TO, Email

Tried = Literal["register", "change"]
"""Attempts to use the e-mail address of another account."""
Factor = Literal["authenticator app", "passkey"]
RemovedBy = Literal["you", "administrator", "command"]


def verification_code(account: Account, code: str, expires: datetime) -> Email:
    """The code that verifies the address."""
    site = {"site": "jobs" if account.jobs_role else "matchmaker"}
    secrets = {"code": code}
    return _email("verification_code", account, facts=site, secrets=secrets, expires=expires)


def reset_code(account: Account, code: str, expires: datetime) -> Email:
    """The code for a password reset."""
    return _email("reset_code", account, secrets={"code": code}, expires=expires)


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


def to_be_erased(account: Account, erases_at: datetime) -> Email:
    """Notifies the owner when the account will be erased, and how to keep it."""
    return _email("to_be_erased", account, facts={"day": _day(erases_at)})


def password_changed(account: Account) -> Email:
    """Notifies the owner that the password was changed."""
    return _email("password_changed", account)


def new_device(account: Account, user_agent: str, at: datetime) -> Email:
    """Notifies the owner of a sign-in with a new user agent."""
    facts = {"user_agent": user_agent, "at": f"{_day(at)}, {at:%H:%M} UTC"}
    return _email("new_device", account, facts=facts)


def admin_invitation(account: Account, token: str, expires: datetime) -> Email:
    """The link with which an appointed administrator sets a master password."""
    secrets = {"token": token}
    facts = {REPLY_TO: ""}
    return _email("admin_invitation", account, facts=facts, secrets=secrets, expires=expires)


def master_password_set(account: Account) -> Email:
    """Confirms to the owner that an invitation was accepted."""
    return _email("master_password_set", account)


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


def _email(name: str, account: Account, to: str | None = None, **members: Any) -> Email:
    to = to or account.email
    return Email(name=f"accounts/{name}", to=to, recipient_id=account.id, **members)
