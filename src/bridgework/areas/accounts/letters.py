"""The letters of accounts, one function each; the template has its name."""

from datetime import datetime
from typing import Literal

from bridgework.areas.accounts.shapes import Account
from bridgework.kit.outbox.email import Email

Tried = Literal["register", "change"]
"""What somebody wanted with an address that is another's."""


def reset_code(account: Account, code: str, expires: datetime) -> Email:
    """The code that lets somebody set a new password."""
    return Email(
        name="accounts/reset_code",
        to=account.email,
        about=account.id,
        secrets={"code": code},
        expires=expires,
    )


def change_code(account: Account, new_email: str, code: str, expires: datetime) -> Email:
    """The code that proves a new address, sent to that address."""
    return Email(
        name="accounts/change_code",
        to=new_email,
        about=account.id,
        secrets={"code": code},
        expires=expires,
    )


def address_changed(before: Account, new_email: str) -> Email:
    """A word to the old address that it is no longer the account's."""
    facts = {"new_email": new_email}
    return Email(name="accounts/address_changed", to=before.email, about=before.id, facts=facts)


def address_tried(account: Account, tried: Tried) -> Email:
    """A word to the owner that somebody wanted to have the address for an account of theirs."""
    facts = {"tried": tried}
    return Email(name="accounts/address_tried", to=account.email, about=account.id, facts=facts)


def to_be_erased(account: Account, erases_at: datetime) -> Email:
    """A word to the owner on when the account goes, and how to keep it."""
    facts = {"day": f"{erases_at:%d %B %Y}"}
    return Email(name="accounts/to_be_erased", to=account.email, about=account.id, facts=facts)


def password_changed(account: Account) -> Email:
    """A word to the owner that the password is another one now."""
    return Email(name="accounts/password_changed", to=account.email, about=account.id)


def new_device(account: Account, user_agent: str, at: datetime) -> Email:
    """A word to the owner that somebody signed in from a program not seen before."""
    facts = {"user_agent": user_agent, "at": f"{at:%d %B %Y, %H:%M} UTC"}
    return Email(name="accounts/new_device", to=account.email, about=account.id, facts=facts)


def admin_invitation(account: Account, token: str, expires: datetime) -> Email:
    """The link by which an appointed administrator sets a master password."""
    return Email(
        name="accounts/admin_invitation",
        to=account.email,
        about=account.id,
        secrets={"token": token},
        expires=expires,
    )


def master_password_set(account: Account) -> Email:
    """Confirms to the owner that an invitation was accepted."""
    return Email(name="accounts/master_password_set", to=account.email, about=account.id)


def verification_code(account: Account, code: str, expires: datetime) -> Email:
    """The code that proves an address."""
    return Email(
        name="accounts/verification_code",
        to=account.email,
        about=account.id,
        facts={"site": "jobs" if account.jobs_role else "matchmaker"},
        secrets={"code": code},
        expires=expires,
    )
