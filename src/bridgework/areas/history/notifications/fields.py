"""Field types of notifications."""

from typing import Literal

from typing_extensions import TypeAliasType

NotificationKindName = Literal[
    "job_application.submitted",
    "job_application.changed",
    "job_application.withdrawn",
    "role_application.submitted",
    "role_application.changed",
    "role_application.withdrawn",
    "job.approved",
    "job.rejected",
]
NotificationKind = TypeAliasType("NotificationKind", NotificationKindName)
"""All kinds. Kinds may be added, but never removed or renamed."""

NotificationSubjectKindName = Literal["job", "role", "job_application", "role_application"]
NotificationSubjectKind = TypeAliasType("NotificationSubjectKind", NotificationSubjectKindName)
