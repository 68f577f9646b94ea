"""The letters of moderation; neither tells by whom something was reported."""

from bridgework.kit.ids import Id
from bridgework.kit.outbox.email import Email


def content_hidden(email: str, owner_id: Id, called: str, title: str, reason: str) -> Email:
    """A word to the owner that something of theirs is hidden, and why."""
    return Email(
        name="moderation/content_hidden",
        to=email,
        about=owner_id,
        facts={"called": called, "title": title, "reason": reason},
    )


def content_restored(email: str, owner_id: Id, called: str, title: str, reason: str) -> Email:
    """A word to the owner that it can be seen again, and why."""
    return Email(
        name="moderation/content_restored",
        to=email,
        about=owner_id,
        facts={"called": called, "title": title, "reason": reason},
    )
