"""The kinds of notifications: what each says, and where it leads."""

from collections.abc import Mapping
from dataclasses import dataclass

from bridgework.areas.history.notifications.fields import NotificationKindName


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of notification."""

    text: str
    """A sentence with the placeholders `actor` and `title`."""
    path: str
    """A page of the member site with the placeholder `id`, that of the subject."""


KINDS: Mapping[NotificationKindName, Kind] = {
    "job_application.submitted": Kind("{actor} applied to {title}.", "/app/applications/{id}"),
    "job_application.changed": Kind(
        "The state of your application to {title} changed.", "/app/applications/{id}"
    ),
    "job_application.withdrawn": Kind(
        "{actor} withdrew the application to {title}.", "/app/applications/{id}"
    ),
    "role_application.submitted": Kind("{actor} applied to {title}.", "/app/applications/{id}"),
    "role_application.changed": Kind(
        "The state of your application to {title} changed.", "/app/applications/{id}"
    ),
    "role_application.withdrawn": Kind(
        "{actor} withdrew the application to {title}.", "/app/applications/{id}"
    ),
    "job.approved": Kind("Your job {title} was approved.", "/app/jobs/{id}"),
    "job.rejected": Kind("Your job {title} was rejected.", "/app/jobs/{id}"),
}

NOBODY = "A member"
"""Stands for an actor whose account was erased or has no name."""
