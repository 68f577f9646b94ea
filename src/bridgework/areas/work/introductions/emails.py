"""The e-mails about introductions. None of them contains a contact."""

from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.work.introductions.records import ToEmail
from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import Email, Subscription
from bridgework.kit.text import full_name

_KIND = "introduction"


def requested(to: ToEmail) -> Email:
    """Tell a member who asks for an introduction."""
    return _received("introductions/requested", to)


def invited(to: ToEmail) -> Email:
    """Tell a member who invites them to apply."""
    return _received("introductions/invited", to)


def _received(name: str, to: ToEmail) -> Email:
    facts = {
        "sender": name_of(to.first_name, to.last_name),
        "about": to.about_kind,
        "title": to.title or "",
        "company": to.company or "",
        "note": "" if to.is_note_held else to.note,
    }
    return Email(
        name=name,
        to=to.recipient_email,
        recipient_id=to.recipient_id,
        facts=facts,
        subscription=Subscription(to.recipient_id, _KIND),
        names=(to.sender_id,),
    )


def accepted(address: str, sender_id: Id, recipient_id: Id, recipient: str, title: str) -> Email:
    """Tell the sender of an introduction that it was accepted."""
    return Email(
        name="introductions/accepted",
        to=address,
        recipient_id=sender_id,
        facts={"recipient": recipient, "title": title},
        subscription=Subscription(sender_id, _KIND),
        names=(recipient_id,),
    )


def name_of(first_name: str | None, last_name: str | None) -> str:
    """Return a member's name for an e-mail."""
    return full_name(first_name, last_name) or notifications.UNNAMED_ACTOR
