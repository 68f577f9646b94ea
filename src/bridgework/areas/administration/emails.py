"""What administrators write, one function a kind; the template has its name."""

from bridgework.kit.ids import Id
from bridgework.kit.outbox.email import Email


def admin_custom_connect_call(to: str, about: Id, subject: str, body: str) -> Email:
    """An offer to connect by a call, in the administrator's words."""
    return _in_their_words("admin_custom_connect_call", to, about, subject, body)


def admin_custom_founder_invite(to: str, about: Id, subject: str, body: str) -> Email:
    """An invitation by the founders, in the administrator's words."""
    return _in_their_words("admin_custom_founder_invite", to, about, subject, body)


def introduction(to: str, about: Id, subject: str, body: str) -> Email:
    """An introduction of two people, to one of them."""
    return _in_their_words("introduction", to, about, subject, body)


def _in_their_words(name: str, to: str, about: Id, subject: str, body: str) -> Email:
    facts = {"subject": subject, "body": body}
    return Email(name=f"administration/{name}", to=to, about=about, facts=facts)
