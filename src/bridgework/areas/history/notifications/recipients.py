"""What can happen to the records of a member, and who is notified of it, or why nobody is.

A test compares it with the state machines of the areas, the operations of administrators and the
guide.
"""

from collections.abc import Mapping
from typing import NamedTuple

from bridgework.areas.history.notifications.fields import NotificationKindName


class Notified(NamedTuple):
    """Somebody who is notified."""

    who: str
    kinds: tuple[NotificationKindName, ...]


Outcome = Notified | str
"""Who is notified, or the reason why nobody is."""

_OWN = "The owner makes this change."
_APPLICANTS = "applicants with an open application"
_NAMED = "named expert unless declined"
_STAFF = "It changes no record of a member."
_TEXT_OF_STAFF = "Only administrators can read the note."
_PREVIEW = "It changes nothing."
_OWN_STEP = "It begins a step of the administrator who calls it."
_OF_OWNED = "applicants with an open application to the member's postings"
_REMOVED: tuple[NotificationKindName, ...] = (
    "job_application.posting_removed",
    "role_application.posting_removed",
)
_CONTENT: tuple[NotificationKindName, ...] = (
    "post.hidden",
    "comment.hidden",
    "job.hidden",
    "event.hidden",
    "profile.hidden",
)
_RESTORED: tuple[NotificationKindName, ...] = (
    "post.restored",
    "comment.restored",
    "job.restored",
    "event.restored",
    "profile.restored",
)

TRANSITIONS: Mapping[tuple[str, str, str], Outcome] = {
    ("job", "owner", "pending"): _OWN,
    ("job", "owner", "closed"): Notified(_APPLICANTS, ("job_application.posting_closed",)),
    ("job", "admin", "approved"): Notified("owner", ("job.approved",)),
    ("job", "admin", "rejected"): Notified(
        f"owner, {_APPLICANTS}", ("job.rejected", "job_application.posting_removed")
    ),
    ("job", "admin", "closed"): Notified(
        f"owner, {_APPLICANTS}", ("job.closed", "job_application.posting_closed")
    ),
    ("job", "admin", "pending"): Notified("owner", ("job.pending",)),
    ("job", "time", "expired"): Notified(_APPLICANTS, ("job_application.posting_expired",)),
    ("job application", "owner", "reviewing"): Notified(
        "applicant", ("job_application.reviewing",)
    ),
    ("job application", "owner", "interview"): Notified(
        "applicant", ("job_application.interview",)
    ),
    ("job application", "owner", "offered"): Notified("applicant", ("job_application.offered",)),
    ("job application", "owner", "hired"): Notified("applicant", ("job_application.hired",)),
    ("job application", "owner", "declined"): Notified("applicant", ("job_application.declined",)),
    ("job application", "applicant", "withdrawn"): Notified(
        "owner of the job", ("job_application.withdrawn",)
    ),
    ("role", "owner", "filled"): Notified(_APPLICANTS, ("role_application.posting_filled",)),
    ("role", "owner", "closed"): Notified(_APPLICANTS, ("role_application.posting_closed",)),
    ("role", "admin", "active"): Notified("owner", ("role.active",)),
    ("role", "admin", "filled"): Notified(
        f"owner, {_APPLICANTS}", ("role.filled", "role_application.posting_filled")
    ),
    ("role", "admin", "closed"): Notified(
        f"owner, {_APPLICANTS}",
        ("role.closed", "role.rejected", "role_application.posting_closed"),
    ),
    ("role", "admin", "pending"): Notified("owner", ("role.pending",)),
    ("role application", "owner", "shortlisted"): Notified(
        "applicant", ("role_application.shortlisted",)
    ),
    ("role application", "owner", "accepted"): Notified(
        "applicant", ("role_application.accepted",)
    ),
    ("role application", "owner", "declined"): Notified(
        "applicant", ("role_application.declined",)
    ),
    ("role application", "applicant", "withdrawn"): Notified(
        "owner of the role", ("role_application.withdrawn",)
    ),
    ("consultation", "owner", "cancelled"): Notified(_NAMED, ("consultation.ended",)),
    ("consultation", "admin", "scheduled"): Notified(
        f"owner, {_NAMED}", ("consultation.scheduled", "consultation.arranged")
    ),
    ("consultation", "admin", "completed"): Notified("owner", ("consultation.completed",)),
    ("consultation", "admin", "declined"): Notified(
        f"owner, {_NAMED}", ("consultation.declined", "consultation.ended")
    ),
    ("introduction", "recipient", "accepted"): Notified("sender", ("introduction.accepted",)),
    ("introduction", "recipient", "declined"): "The sender is not notified.",
    ("introduction", "sender", "withdrawn"): "The recipient sees it in the list.",
    ("event request", "admin", "approved"): Notified("submitter", ("event_request.approved",)),
    ("event request", "admin", "rejected"): Notified("submitter", ("event_request.rejected",)),
    ("report", "admin", "keep"): "The content does not change. The reporter can read the decision.",
    ("report", "admin", "hide"): Notified(
        f"owner of the content, {_APPLICANTS}", (*_CONTENT, "job_application.posting_removed")
    ),
    ("report", "admin", "restore"): Notified("owner of the content", _RESTORED),
    ("e-mail", "admin", "queued"): "The recipient gets the e-mail.",
}
"""The transitions of every state machine: the record, who moves it, and the state that it gets."""

OPERATIONS: Mapping[str, Outcome] = {
    "acceptAdminInvitation": Notified("caller", ("account.master_password_set",)),
    "addGuests": Notified("invited members", ("event.invited",)),
    "addPasskey": Notified("caller", ("account.second_factor_added",)),
    "adminAddNote": _TEXT_OF_STAFF,
    "adminAskForChanges": Notified("member", ("profile.changes_asked",)),
    "adminAssign": _STAFF,
    "adminAssignRole": "A new administrator gets an invitation, a secret link that expires.",
    "adminAssociateJobs": "A candidate of the recruiting provider has no account.",
    "adminBulkCreateCandidates": "A candidate of the recruiting provider has no account.",
    "adminCancelErasure": Notified("member", ("account.erasure_cancelled",)),
    "adminCancelImport": _STAFF,
    "adminClaim": _STAFF,
    "adminConfirm": Notified("caller", ("account.passkey_copied",)),
    "adminConfirmChange": Notified("owner", ("profile.change_confirmed", "role.change_confirmed")),
    "adminCreateApiKey": _STAFF,
    "adminCreateBlog": _STAFF,
    "adminCreateCandidate": "A candidate of the recruiting provider has no account.",
    "adminCreateRole": "The client asked the staff for the role, and finds it among their own.",
    "adminCreateWebhook": _STAFF,
    "adminDecideMany": "Each decision is one of the others here.",
    "adminDecideReport": Notified(
        f"owner of the content, {_APPLICANTS}",
        (*_CONTENT, *_RESTORED, "job_application.posting_removed"),
    ),
    "adminDeleteBlog": _STAFF,
    "adminDeleteNote": _TEXT_OF_STAFF,
    "adminDeleteTemplate": _STAFF,
    "adminDeleteWebhook": _STAFF,
    "adminDisableUser": Notified(f"member, {_OF_OWNED}", ("account.disabled", *_REMOVED)),
    "adminEnableUser": Notified("member", ("account.enabled",)),
    "adminEndSessions": "The member signs in again. Whoever needs protection is disabled.",
    "adminEraseUser": Notified(f"member, {_OF_OWNED}", ("account.to_be_erased", *_REMOVED)),
    "adminImport": "The owner of an imported account begins by `forgotPassword`.",
    "adminLogin": Notified("caller", ("account.new_device", "account.recovery_code_used")),
    "adminPatchUser": Notified("member", ("profile.verified", "profile.unverified")),
    "adminPreviewIntroEmail": _PREVIEW,
    "adminPreviewMarkdown": _PREVIEW,
    "adminPutTemplate": _STAFF,
    "adminReadImportColumns": _PREVIEW,
    "adminRedeliver": _STAFF,
    "adminRelease": _STAFF,
    "adminResetSecondFactor": Notified("administrator", ("account.second_factor_removed",)),
    "adminRetryEmail": "The recipient gets the e-mail.",
    "adminReverseChange": Notified("owner", ("profile.change_reversed", "role.change_reversed")),
    "adminRevokeApiKey": _STAFF,
    "adminRotateWebhookSecret": _STAFF,
    "adminSendCustomEmail": Notified("member", ("account.written_to",)),
    "adminSendIntroEmail": Notified("both members", ("account.introduced",)),
    "adminSetVendor": Notified("member", ("profile.verified", "profile.unverified")),
    "adminTestWebhook": _STAFF,
    "adminUpdateBlog": _STAFF,
    "adminUpdateConsultation": Notified(
        f"owner, {_NAMED}",
        (
            *("consultation.scheduled", "consultation.completed", "consultation.declined"),
            *("consultation.arranged", "consultation.ended"),
        ),
    ),
    "adminUpdateJob": "The staff corrects a text, and the state of the job stays.",
    "adminUpdateWebhook": _STAFF,
    "approveEventRequest": Notified("submitter", ("event_request.approved",)),
    "approveJob": Notified("owner", ("job.approved",)),
    "approveRole": Notified("owner", ("role.active",)),
    "beginAdminConfirm": _OWN_STEP,
    "beginPasskey": _OWN_STEP,
    "beginSecondFactorRemoval": _OWN_STEP,
    "beginTotp": _OWN_STEP,
    "changeMasterPassword": Notified("caller", ("account.master_password_changed",)),
    "completeSecondFactor": Notified(
        "caller",
        ("account.new_device", "account.recovery_code_used", "account.passkey_copied"),
    ),
    "confirmTotp": Notified("caller", ("account.second_factor_added",)),
    "createEvent": Notified("invited members", ("event.invited",)),
    "deleteEvent": Notified("guests", ("event.cancelled",)),
    "rejectEventRequest": Notified("submitter", ("event_request.rejected",)),
    "rejectJob": Notified(
        f"owner, {_APPLICANTS}", ("job.rejected", "job_application.posting_removed")
    ),
    "rejectRole": Notified("owner", ("role.rejected",)),
    "removePasskey": Notified(
        "caller", ("account.passkey_removed", "account.second_factor_removed")
    ),
    "removeSecondFactor": Notified(
        "caller", ("account.second_factor_removed", "account.passkey_copied")
    ),
    "reopenJob": Notified("owner", ("job.pending",)),
    "reopenRole": Notified("owner", ("role.pending",)),
    "resendAdminInvitation": "The administrator gets an invitation, a secret link that expires.",
    "rotateApiKey": _STAFF,
    "updateEvent": Notified("guests", ("event.moved",)),
}
"""The writes of administrators, and of the administrators' login, by `operationId`."""

FURTHER: Mapping[str, Notified] = {
    "a member applies to a job": Notified("owner of the job", ("job_application.submitted",)),
    "a member applies to a role": Notified("owner of the role", ("role_application.submitted",)),
    "the owner or an administrator deletes a role": Notified(
        _APPLICANTS, ("role_application.posting_removed",)
    ),
    "an applicant answers the offer of a job": Notified(
        "owner of the job", ("job_application.offer_accepted", "job_application.offer_declined")
    ),
    "an accepted applicant answers whether to take a role": Notified(
        "owner of the role", ("role_application.offer_accepted", "role_application.offer_declined")
    ),
    "a member requests a consultation that names an expert": Notified(
        "expert", ("consultation.requested",)
    ),
    "a member asks for an introduction that is delivered": Notified(
        "recipient", ("introduction.requested",)
    ),
    "the owner of a posting invites a member to apply, and it is delivered": Notified(
        "recipient", ("job.invited", "role.invited")
    ),
    "a saved search has new results": Notified("owner", ("saved_search.results",)),
    "a device that is not known signs in": Notified("member", ("account.new_device",)),
    "a password is changed": Notified("member", ("account.password_changed",)),
    "the e-mail address of an account is changed": Notified(
        "member, at the former address", ("account.address_changed",)
    ),
    "an e-mail address is entered for another account": Notified(
        "member", ("account.address_tried",)
    ),
    "a member requests the erasure of the account": Notified(
        f"member, {_OF_OWNED}", ("account.to_be_erased", *_REMOVED)
    ),
    "`bridgework admin reset` removes a second factor": Notified(
        "administrator", ("account.second_factor_removed",)
    ),
    "a webhook fails for days, or its receiver does not exist any more": Notified(
        "all administrators", ("webhook.disabled",)
    ),
}
"""What else happens to the records of a member."""
