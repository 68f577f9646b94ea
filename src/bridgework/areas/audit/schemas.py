"""What is noted, and what administrators see of it: contract sections 3.11 and 9."""

from typing import Literal

from bridgework.kit.fields import Filter, UtcDatetime, Uuid, UuidText
from bridgework.kit.pagination.schemas import OffsetPage, OffsetQuery
from bridgework.kit.schemas import ResponseModel

Action = Literal[
    "account.register",
    "account.sign_in",
    "account.send_code",
    "account.verify_email",
    "account.ask_reset",
    "account.reset_password",
    "account.change_password",
    "account.ask_email_change",
    "account.change_email",
    "account.change",
    "account.assign_role",
    "account.ask_erasure",
    "account.keep",
    "account.erase_again",
    "account.disable",
    "account.enable",
    "session.end",
    "session.log_out",
    "session.refresh_reused",
    "admin.sign_in",
    "admin.change_master_password",
    "admin.invite",
    "admin.accept_invitation",
    "admin.appoint",
    "admin.reset_master_password",
    "blog.create",
    "blog.change",
    "blog.delete",
    "email.retry",
    "email.send_custom",
    "email.send_intro",
    "report.keep",
    "report.hide",
    "report.restore",
    "vendor.set",
    "consultation.decide",
    "role.create",
    "role.change",
    "role.delete",
    "role.decide_application",
    "job.change",
    "job.close",
    "job.approve",
    "job.reject",
    "job_application.decide",
    "job_application.open_cv",
    "asset.delete",
    "feed.change_post",
    "feed.delete_post",
    "feed.delete_comment",
    "event.create",
    "event.change",
    "event.cancel",
    "event.invite",
    "event_request.approve",
    "event_request.reject",
    "event_request.withdraw",
    "calendar.make_feed_token",
    "calendar.revoke_feed_token",
    "key.create",
    "key.revoke",
    "candidate.create",
    "candidate.associate",
    "secret.rotate",
    "backup.restore",
]
"""Everything that is noted. An area that notes something new enters it here; none is ever taken
out or renamed, since entries stay."""

Outcome = Literal["ok", "failed", "refused"]
"""`failed`: what was given as proof is wrong. `refused`: it may well be right and is not taken."""

Value = str | int | bool | None


class AuditChange(ResponseModel):
    """A member that was changed; both values are null where only its name is told."""

    field: str
    before: Value
    after: Value


class AdminListLogsQuery(OffsetQuery):
    actor: UuidText | None = None
    action: Action | None = None
    target: Filter | None = None
    from_: UtcDatetime | None = None
    to: UtcDatetime | None = None


class AuditLogEntry(ResponseModel):
    id: Uuid
    at: UtcDatetime
    actor: Uuid | None
    action: str
    target: str | None
    outcome: Outcome
    ip: str | None
    user_agent: str | None
    request_id: str
    changes: list[AuditChange]


class AuditLogPage(OffsetPage[AuditLogEntry]):
    """Entries, the newest first."""
