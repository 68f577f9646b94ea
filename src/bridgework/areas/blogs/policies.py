"""What holds for the blog: what its operations can answer, and when a post comes out."""

from datetime import datetime

from bridgework.areas.blogs.schemas import Status
from bridgework.kit.errors import FieldError, ValidationFailed


def public_from(status: Status, moment: datetime | None, now: datetime) -> datetime | None:
    """The moment from which a post is public, or would be; a draft may have none.

    `moment` is what was asked for. What is published without one is public from now on. Raises
    ValidationFailed where the moment belies the status.
    """
    if status == "scheduled" and moment is None:
        raise _unfit("required", "Must say when a scheduled post is to appear.")
    if status == "scheduled" and moment is not None and moment <= now:
        raise _unfit("too_small", "Must lie in the future: what is out already is `published`.")
    if status == "published" and moment is not None and moment > now:
        raise _unfit("too_large", "Must not lie in the future: what is to come is `scheduled`.")
    return now if status == "published" and moment is None else moment


def moment_kept(asked: Status | None, moment: datetime | None, now: datetime) -> datetime | None:
    """The moment that a post keeps where a change names none.

    `asked` is the status that the change names. What is to be out now waits for no moment to come.
    """
    waits = moment is not None and moment > now
    return None if asked == "published" and waits else moment


def too_intricate() -> ValidationFailed:
    """The refusal of Markdown that would take too long to render, or become too large."""
    sentence = "Has too much markup to be rendered: shorten it, or use fewer marks and links."
    return ValidationFailed(FieldError("body", "too_intricate", sentence))


def _unfit(code: str, sentence: str) -> ValidationFailed:
    return ValidationFailed(FieldError("publishedAt", code, sentence))
