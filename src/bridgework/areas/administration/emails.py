"""The e-mails whose text is written by an administrator. Each function is named as its template."""

from bridgework.kit.ids import Id
from bridgework.kit.outbox.email import Email


def admin_custom_connect_call(to: str, about: Id, subject: str, body: str) -> Email:
    """An offer of a call."""
    return _custom("admin_custom_connect_call", to, about, subject, body)


def admin_custom_founder_invite(to: str, about: Id, subject: str, body: str) -> Email:
    """An invitation by the founders."""
    return _custom("admin_custom_founder_invite", to, about, subject, body)


def introduction(to: str, about: Id, subject: str, body: str) -> Email:
    """An introduction of two people, addressed to one of them."""
    return _custom("introduction", to, about, subject, body)


def _custom(name: str, to: str, about: Id, subject: str, body: str) -> Email:
    facts = {"subject": subject, "body": body}
    return Email(name=f"administration/{name}", to=to, about=about, facts=facts)
