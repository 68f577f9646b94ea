"""The rules of publication times, and who may change posts."""

from collections.abc import Sequence
from datetime import datetime

from bridgework.areas.community.blogs.schemas import BlogStatus
from bridgework.kit.actions import ActionRule
from bridgework.kit.core import FieldError, ValidationFailed
from bridgework.kit.security import admin

RULES: Sequence[ActionRule[BlogStatus]] = (
    ActionRule("adminGetBlog", admin),
    ActionRule("adminUpdateBlog", admin),
    ActionRule("adminDeleteBlog", admin),
)
"""The rules of the operations on a post. Each status allows all of them."""


def publication_time(
    status: BlogStatus, requested: datetime | None, now: datetime
) -> datetime | None:
    """Return the publication time of a post; None for a draft without one.

    A published post without a requested time gets the current time. Raises ValidationFailed if the
    requested time contradicts the status.
    """
    if status == "scheduled" and requested is None:
        raise _invalid("required", "A scheduled post needs a publication time.")
    if status == "scheduled" and requested is not None and requested <= now:
        raise _invalid("too_small", "Must be in the future if the status is `scheduled`.")
    if status == "published" and requested is not None and requested > now:
        raise _invalid("too_large", "Must not be in the future if the status is `published`.")
    return now if status == "published" and requested is None else requested


def unchanged_publication_time(
    requested: BlogStatus | None, current: datetime | None, now: datetime
) -> datetime | None:
    """Return the publication time of a post after a change that does not contain one.

    `requested` is the status in the change. Publishing a scheduled post discards its future time.
    """
    is_future = current is not None and current > now
    return None if requested == "published" and is_future else current


def _invalid(code: str, message: str) -> ValidationFailed:
    return ValidationFailed(FieldError("publishedAt", code, message))
