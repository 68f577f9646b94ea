"""The letters of accounts, one function each; the template has its name."""

from datetime import datetime

from bridgework.areas.accounts.shapes import Account
from bridgework.kit.outbox.letter import Letter


def verification_code(account: Account, code: str, expires: datetime) -> Letter:
    """The code that proves an address."""
    return Letter(
        name="accounts/verification_code",
        to=account.email,
        about=account.id,
        facts={"site": "jobs" if account.jobs_role else "matchmaker"},
        secrets={"code": code},
        expires=expires,
    )
