"""The e-mails of moderation. They never name the reporter."""

from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import Email


def content_hidden(email: str, owner_id: Id, name: str, title: str, reason: str) -> Email:
    """Tell the owner that their content was hidden, and the reason."""
    return Email(
        name="moderation/content_hidden",
        to=email,
        recipient_id=owner_id,
        facts={"called": name, "title": title, "reason": reason},
    )


def content_restored(email: str, owner_id: Id, name: str, title: str, reason: str) -> Email:
    """Tell the owner that their content was restored, and the reason."""
    return Email(
        name="moderation/content_restored",
        to=email,
        recipient_id=owner_id,
        facts={"called": name, "title": title, "reason": reason},
    )
