"""The e-mails whose text is written by an administrator. Each function is named as its template."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import REPLY_TO, Email

_LABELS = {
    "attachmentPaths": "files",
    "avatarUrl": "picture",
    "cvObjectPath": "CV",
    "usp": "what is different about your offering",
    "videoObjectPath": "video",
}
"""The members whose names say little to their owner, in words."""


@dataclass(frozen=True, slots=True)
class Match:
    """The score of a match, and its criteria: `name`, `points` and `weight`."""

    score: int
    criteria: Sequence[Mapping[str, str | int | None]]


def admin_custom_connect_call(to: str, account_id: Id, subject: str, body: str) -> Email:
    """An offer of a call."""
    return _custom("admin_custom_connect_call", to, account_id, subject, body)


def admin_custom_founder_invite(to: str, account_id: Id, subject: str, body: str) -> Email:
    """An invitation by the founders."""
    return _custom("admin_custom_founder_invite", to, account_id, subject, body)


def changes_asked(to: str, account_id: Id, message: str, members: Sequence[str]) -> Email:
    """The message of an administrator who asks for changes of a profile.

    `members` are the names in requests of what shall change.
    """
    named = [{"name": name, "label": _to_words(name)} for name in members]
    return Email(
        "administration/changes_asked", to, account_id, {"message": message, "members": named}
    )


def introduction(
    to: str,
    account_id: Id | None,
    other: str,
    other_id: Id | None,
    subject: str,
    body: str,
    match: Match | None = None,
) -> Email:
    """An introduction of two people, addressed to one of them. Each may have an account.

    Replies go to the other one. The points of a match are below the body.
    """
    email = _custom("introduction", to, account_id, subject, body, reply_to=other)
    if match is not None:
        facts = {**email.facts, "match_score": match.score, "criteria": match.criteria}
        email = replace(email, facts=facts)
    return email if other_id is None else replace(email, names=(other_id,))


def _custom(
    name: str, to: str, account_id: Id | None, subject: str, body: str, reply_to: str = ""
) -> Email:
    facts = {"subject": subject, "body": body, REPLY_TO: reply_to}
    return Email(name=f"administration/{name}", to=to, recipient_id=account_id, facts=facts)


def _to_words(name: str) -> str:
    """Return the name of a member in words: `desired licensed states`."""
    return _LABELS.get(name) or re.sub("[A-Z]", lambda found: f" {found[0].lower()}", name)
