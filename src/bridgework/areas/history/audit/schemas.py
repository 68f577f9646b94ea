"""The actions and outcomes of the audit log, and its request and response models."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.kit.data.pagination import OffsetPage, OffsetQuery
from bridgework.kit.validation import Filter, ResponseModel, UtcDatetime, Uuid, UuidText

AuditAction = TypeAliasType(
    "AuditAction",
    Literal[
        "account.register",
        "account.import",
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
        "account.schedule_erasure",
        "account.cancel_erasure",
        "account.erase_now",
        "account.erase_again",
        "account.ask_for_changes",
        "account.disable",
        "account.enable",
        "account.confirm_change",
        "account.reverse_change",
        "session.end",
        "session.end_all",
        "session.log_out",
        "session.refresh_reused",
        "admin.sign_in",
        "admin.change_master_password",
        "admin.invite",
        "admin.accept_invitation",
        "admin.appoint",
        "admin.reset_master_password",
        "admin.ask_second_factor",
        "admin.complete_sign_in",
        "admin.confirm",
        "admin.add_totp",
        "admin.add_passkey",
        "admin.refuse_passkey",
        "admin.remove_passkey",
        "admin.remove_second_factor",
        "admin.reset_second_factor",
        "blog.create",
        "blog.change",
        "blog.delete",
        "email.open",
        "email.retry",
        "email.send_custom",
        "email.send_intro",
        "report.keep",
        "report.hide",
        "report.restore",
        "vendor.set",
        "consultation.decide",
        "introduction.request",
        "introduction.accept",
        "introduction.decline",
        "introduction.withdraw",
        "role.create",
        "role.change",
        "role.close",
        "role.approve",
        "role.reject",
        "role.reopen",
        "role.delete",
        "role.decide_application",
        "role.confirm_change",
        "role.reverse_change",
        "job.change",
        "job.close",
        "job.approve",
        "job.reject",
        "job.reopen",
        "job_application.decide",
        "job_application.open_cv",
        "asset.delete",
        "asset.open",
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
        "note.add",
        "note.delete",
        "template.put",
        "template.delete",
        "key.create",
        "key.rotate",
        "key.revoke",
        "webhook.create",
        "webhook.change",
        "webhook.delete",
        "webhook.rotate_secret",
        "webhook.test",
        "webhook.redeliver",
        "webhook.disable",
        "candidate.create",
        "candidate.associate",
        "data.export",
        "data.import",
        "data.cancel_import",
        "secret.rotate",
        "secret.replace",
        "audit.reseal",
        "backup.restore",
    ],
)
"""All actions. Actions may be added, but never removed or renamed, since entries are permanent."""

AuditOutcome = TypeAliasType("AuditOutcome", Literal["ok", "failed", "refused"])
"""`failed`: the credentials are wrong. `refused`: the request was refused for another reason."""

Value = str | int | bool | None


class AuditChange(ResponseModel):
    """A changed member. Both values are null if only its name is recorded."""

    field: str
    before: Value
    after: Value


class AdminListLogsQuery(OffsetQuery):
    actor: UuidText | None = None
    action: AuditAction | None = None
    target: Filter | None = None
    from_: UtcDatetime | None = None
    to: UtcDatetime | None = None


class AuditLogEntry(ResponseModel):
    """An administrator's action or a security event. Entries never change."""

    id: Uuid
    at: UtcDatetime
    actor: Uuid | None
    actor_name: str | None
    """The name of the actor now, or the e-mail address without one. Null after the erasure of the
    account."""
    action: str
    target: str | None
    target_name: str | None
    """The name or title of the target now, or the beginning of its text; of an account without a
    name the e-mail address. Null if the target has none, was deleted, or is an erased account."""
    outcome: AuditOutcome
    """`failed`: the credentials were wrong. `refused`: refused for another reason."""
    ip: str | None
    user_agent: str | None
    request_id: str
    changes: list[AuditChange]


class AuditLogPage(OffsetPage[AuditLogEntry]):
    """Entries, newest first."""
