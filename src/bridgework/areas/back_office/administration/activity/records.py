"""What the statements of the activity return."""

from datetime import datetime
from typing import NamedTuple

from bridgework.kit.core import Id


class Administrator(NamedTuple):
    """An administrator with the number of entries of the audit log, and the time of the last."""

    id: Id
    name: str
    entries: int
    last_at: datetime | None


class Counts(NamedTuple):
    """What happened in a period."""

    registrations: int
    sign_ins: int
    roles_posted: int
    jobs_posted: int
    role_applications: int
    job_applications: int


class Funnel(NamedTuple):
    """How far the accounts of a period have come."""

    registered: int
    email_verified: int
    verified: int
    listed: int
    applied: int
    hired: int
