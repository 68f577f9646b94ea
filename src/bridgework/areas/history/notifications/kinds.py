"""The kinds of notifications: what each says, the page it links to, and its e-mail."""

from collections.abc import Collection, Mapping
from typing import NamedTuple, cast

from bridgework.areas.history.notifications.fields import (
    NotificationKindName,
    NotificationSubjectKind,
)
from bridgework.kit.core import Id


class Kind(NamedTuple):
    """A kind of notification."""

    text: str
    """A sentence with the placeholders `actor` and `title`."""
    path: str
    """The page of the subject, with the placeholder `id`, or a list that contains it. The
    notification and the e-mail lead there."""
    email: str
    """The template of the e-mail that is sent with it."""


UNNAMED_ACTOR = "A member"
"""Stands for an actor whose account was erased or has no name."""
ERASED_TITLE = "an erased record"
"""Stands for a title that was erased with the account that wrote it."""

_APPLICATION, _APPLICATIONS = "/app/applications/{id}", "/app/applications"
_JOB, _ROLE, _EVENT = "/app/jobs/{id}", "/app/roles/{id}", "/app/events/{id}"
_CONSULTATION = "/app/consultations/{id}"
_INTRODUCTIONS = "/app/introductions"
_PROPOSAL = "/app/submissions/{id}"
_SETTINGS, _CREDENTIALS = "/app/settings", "/console/#/credentials"

KINDS: Mapping[NotificationKindName, Kind] = {
    "job_application.submitted": Kind(
        "{actor} applied to {title}.", _APPLICATION, "jobs/application_received"
    ),
    "job_application.withdrawn": Kind(
        "{actor} withdrew the application to {title}.", _APPLICATION, "jobs/application_withdrawn"
    ),
    "job_application.offer_accepted": Kind(
        "{actor} accepts your offer for {title}.", _APPLICATION, "jobs/offer_answered"
    ),
    "job_application.offer_declined": Kind(
        "{actor} does not accept your offer for {title}.", _APPLICATION, "jobs/offer_answered"
    ),
    "job_application.reviewing": Kind(
        "Your application to {title} is being reviewed.", _APPLICATION, "jobs/application_decided"
    ),
    "job_application.interview": Kind(
        "Your application to {title} leads to an interview.",
        _APPLICATION,
        "jobs/application_decided",
    ),
    "job_application.offered": Kind(
        "You have an offer for {title}.", _APPLICATION, "jobs/application_decided"
    ),
    "job_application.hired": Kind(
        "You are hired for {title}.", _APPLICATION, "jobs/application_decided"
    ),
    "job_application.declined": Kind(
        "Your application to {title} was declined.", _APPLICATION, "jobs/application_decided"
    ),
    "job_application.posting_closed": Kind(
        "The job {title}, to which you applied, was closed.",
        _APPLICATION,
        "postings/posting_ended",
    ),
    "job_application.posting_expired": Kind(
        "The job {title}, to which you applied, has expired.",
        _APPLICATION,
        "postings/posting_ended",
    ),
    "job_application.posting_removed": Kind(
        "The job {title}, to which you applied, was removed.",
        _APPLICATIONS,
        "postings/posting_ended",
    ),
    "role_application.submitted": Kind(
        "{actor} applied to {title}.", _APPLICATION, "roles/application_received"
    ),
    "role_application.withdrawn": Kind(
        "{actor} withdrew the application to {title}.", _APPLICATION, "roles/application_withdrawn"
    ),
    "role_application.offer_accepted": Kind(
        "{actor} accepts your offer for {title}.", _APPLICATION, "roles/offer_answered"
    ),
    "role_application.offer_declined": Kind(
        "{actor} does not accept your offer for {title}.", _APPLICATION, "roles/offer_answered"
    ),
    "role_application.shortlisted": Kind(
        "Your application to {title} is on the shortlist.",
        _APPLICATION,
        "roles/application_decided",
    ),
    "role_application.accepted": Kind(
        "Your application to {title} was accepted.", _APPLICATION, "roles/application_decided"
    ),
    "role_application.declined": Kind(
        "Your application to {title} was declined.", _APPLICATION, "roles/application_decided"
    ),
    "role_application.posting_filled": Kind(
        "The role {title}, to which you applied, was filled.",
        _APPLICATION,
        "postings/posting_ended",
    ),
    "role_application.posting_closed": Kind(
        "The role {title}, to which you applied, was closed.",
        _APPLICATION,
        "postings/posting_ended",
    ),
    "role_application.posting_removed": Kind(
        "The role {title}, to which you applied, was removed.",
        _APPLICATIONS,
        "postings/posting_ended",
    ),
    "job.approved": Kind("Your job {title} was approved.", _JOB, "jobs/job_decided"),
    "job.rejected": Kind("Your job {title} was rejected.", _JOB, "jobs/job_decided"),
    "job.closed": Kind("An administrator closed your job {title}.", _JOB, "jobs/job_decided"),
    "job.pending": Kind("Your job {title} is reviewed again.", _JOB, "jobs/job_decided"),
    "job.hidden": Kind("Your job {title} was hidden.", "/app/jobs", "moderation/content_hidden"),
    "job.restored": Kind("Your job {title} is visible again.", _JOB, "moderation/content_restored"),
    "role.active": Kind("Your role {title} is now active.", _ROLE, "roles/role_decided"),
    "role.filled": Kind(
        "An administrator marked your role {title} as filled.", _ROLE, "roles/role_decided"
    ),
    "role.closed": Kind("An administrator closed your role {title}.", _ROLE, "roles/role_decided"),
    "role.rejected": Kind("Your role {title} was rejected.", _ROLE, "roles/role_decided"),
    "role.pending": Kind("Your role {title} is reviewed again.", _ROLE, "roles/role_decided"),
    "role.change_confirmed": Kind(
        "Your change of the role {title} was confirmed.", _ROLE, "queue/change_decided"
    ),
    "role.change_reversed": Kind(
        "Your change of the role {title} was reversed.", _ROLE, "queue/change_decided"
    ),
    "consultation.requested": Kind(
        "A member asks for a consultation with you: {title}.",
        _CONSULTATION,
        "consultations/consultation_requested",
    ),
    "consultation.arranged": Kind(
        "A consultation with you is scheduled: {title}.",
        _CONSULTATION,
        "consultations/consultation_arranged",
    ),
    "consultation.ended": Kind(
        "A consultation with you does not take place: {title}.",
        _CONSULTATION,
        "consultations/request_ended",
    ),
    "consultation.scheduled": Kind(
        "Your consultation {title} is scheduled.",
        _CONSULTATION,
        "consultations/consultation_decided",
    ),
    "consultation.completed": Kind(
        "Your consultation {title} is completed.",
        _CONSULTATION,
        "consultations/consultation_decided",
    ),
    "consultation.declined": Kind(
        "Your consultation {title} was declined.",
        _CONSULTATION,
        "consultations/consultation_decided",
    ),
    "event.invited": Kind("You are invited to {title}.", _EVENT, "calendar/event_invitation"),
    "event.moved": Kind("{title} has another time or place.", _EVENT, "calendar/event_changed"),
    "event.cancelled": Kind("{title} was cancelled.", _EVENT, "calendar/event_cancelled"),
    "event.hidden": Kind(
        "Your event {title} was hidden.", "/app/events", "moderation/content_hidden"
    ),
    "event.restored": Kind(
        "Your event {title} is visible again.", _EVENT, "moderation/content_restored"
    ),
    "event_request.approved": Kind(
        "Your event {title} was approved.", _PROPOSAL, "calendar/event_request_decided"
    ),
    "event_request.rejected": Kind(
        "Your event {title} was rejected.", _PROPOSAL, "calendar/event_request_decided"
    ),
    "post.hidden": Kind("One of your posts was hidden.", "/app/feed", "moderation/content_hidden"),
    "post.restored": Kind(
        "One of your posts is visible again.", "/app/feed/{id}", "moderation/content_restored"
    ),
    "comment.hidden": Kind(
        "One of your comments was hidden.", "/app/feed", "moderation/content_hidden"
    ),
    "comment.restored": Kind(
        "One of your comments is visible again.", "/app/feed", "moderation/content_restored"
    ),
    "profile.hidden": Kind("Your profile was hidden.", "/app/profile", "moderation/content_hidden"),
    "profile.restored": Kind(
        "Your profile is visible again.", "/app/profile", "moderation/content_restored"
    ),
    "profile.verified": Kind(
        "Your {title} profile was verified.", "/app/profile", "profiles/verification_decided"
    ),
    "profile.unverified": Kind(
        "Your {title} profile is not verified any more.",
        "/app/profile",
        "profiles/verification_decided",
    ),
    "profile.changes_asked": Kind(
        "An administrator asks you to change your profile.",
        "/app/profile",
        "administration/changes_asked",
    ),
    "profile.change_confirmed": Kind(
        "The change of your profile was confirmed.", "/app/profile", "queue/change_decided"
    ),
    "profile.change_reversed": Kind(
        "The change of your profile was reversed.", "/app/profile", "queue/change_decided"
    ),
    "job.invited": Kind("{actor} invites you to apply to {title}.", _JOB, "introductions/invited"),
    "role.invited": Kind(
        "{actor} invites you to apply to {title}.", _ROLE, "introductions/invited"
    ),
    "introduction.requested": Kind(
        "{actor} would like to be introduced to you.", _INTRODUCTIONS, "introductions/requested"
    ),
    "introduction.accepted": Kind(
        "{actor} accepted your introduction.", _INTRODUCTIONS, "introductions/accepted"
    ),
    "saved_search.results": Kind(
        "Your search {title} has new results.", "/app/searches/{id}", "saved_searches/alert"
    ),
    "account.introduced": Kind(
        "{actor} and you were introduced to each other.", "/app/", "administration/introduction"
    ),
    "account.written_to": Kind(
        "The staff sent you an e-mail.", "/app/", "administration/admin_custom"
    ),
    "account.new_device": Kind(
        "A new device signed in to your account.", f"{_SETTINGS}/sessions", "accounts/new_device"
    ),
    "account.password_changed": Kind(
        "The password of your account was changed.",
        f"{_SETTINGS}/password",
        "accounts/password_changed",
    ),
    "account.address_changed": Kind(
        "The e-mail address of your account was changed.",
        f"{_SETTINGS}/email",
        "accounts/address_changed",
    ),
    "account.address_tried": Kind(
        "Your e-mail address was entered for another account.", _SETTINGS, "accounts/address_tried"
    ),
    "account.disabled": Kind("Your account was disabled.", _SETTINGS, "accounts/account_disabled"),
    "account.enabled": Kind("Your account is enabled again.", "/app/", "accounts/account_enabled"),
    "account.to_be_erased": Kind(
        "The erasure of your account was requested. Signing in cancelled it.",
        _SETTINGS,
        "accounts/to_be_erased",
    ),
    "account.erasure_cancelled": Kind(
        "The erasure of your account was cancelled.", _SETTINGS, "accounts/erasure_cancelled"
    ),
    "account.master_password_set": Kind(
        "You accepted the invitation to administer this platform.",
        "/console/",
        "accounts/master_password_set",
    ),
    "account.master_password_changed": Kind(
        "The master password of your account was changed.",
        _CREDENTIALS,
        "accounts/master_password_changed",
    ),
    "account.second_factor_added": Kind(
        "A second factor was added to your account.",
        _CREDENTIALS,
        "accounts/second_factor_added",
    ),
    "account.second_factor_removed": Kind(
        "The second factor of your account was removed.",
        _CREDENTIALS,
        "accounts/second_factor_removed",
    ),
    "account.passkey_removed": Kind(
        "A passkey of your account was removed.", _CREDENTIALS, "accounts/passkey_removed"
    ),
    "account.passkey_copied": Kind(
        "A passkey of your account was refused: a copy of it seems to exist.",
        _CREDENTIALS,
        "accounts/passkey_copied",
    ),
    "account.recovery_code_used": Kind(
        "A recovery code was used to sign in to your account.",
        _CREDENTIALS,
        "accounts/recovery_code_used",
    ),
    "webhook.disabled": Kind(
        "The webhook to {title} was disabled.",
        "/console/#/access/webhooks/{id}",
        "webhooks/webhook_disabled",
    ),
}
"""The name of a kind is the kind of its subject, and what happened to it."""

WITHOUT_PICTURE: Collection[NotificationKindName] = {
    "job.invited",
    "role.invited",
    "introduction.requested",
}
"""The kinds that tell nothing of their actor but the name: the members have not agreed yet."""

CHOICES: Mapping[str, str] = {
    "jobs/application_received": "application_received",
    "jobs/application_withdrawn": "application_received",
    "jobs/offer_answered": "application_received",
    "jobs/application_decided": "application_decided",
    "roles/application_received": "application_received",
    "roles/application_withdrawn": "application_received",
    "roles/offer_answered": "application_received",
    "roles/application_decided": "application_decided",
    "jobs/job_decided": "posting_decided",
    "roles/role_decided": "posting_decided",
    "postings/posting_ended": "application_decided",
    "consultations/consultation_decided": "consultation_decided",
    "consultations/consultation_requested": "consultation_decided",
    "consultations/consultation_arranged": "consultation_decided",
    "consultations/request_ended": "consultation_decided",
    "calendar/event_invitation": "event_invitation",
    "calendar/event_changed": "event_invitation",
    "introductions/requested": "introduction",
    "introductions/invited": "introduction",
    "introductions/accepted": "introduction",
    "saved_searches/alert": "saved_search_alert",
}
"""The optional e-mails, with the choice of `/users/me/notifications` that turns them off."""

WITHOUT: Mapping[str, str] = {
    "accounts/verification_code": "a code, for an account that cannot sign in yet",
    "accounts/choose_password": "for an account that has no password yet",
    "accounts/reset_code": "a code, for a caller who is not signed in",
    "accounts/change_code": "a code, for an address that is not the account's yet",
    "accounts/admin_invitation": "a secret link, which expires",
}
"""The e-mails that leave no notification, with the reason."""


def subject_of(kind: NotificationKindName) -> NotificationSubjectKind:
    """Return the kind of the record that a notification is about: its first part."""
    # A test compares the two lists.
    return cast("NotificationSubjectKind", kind.partition(".")[0])


def path_of(kind: NotificationKindName, subject_id: Id) -> str:
    """Return the path of the page that shows a subject."""
    return KINDS[kind].path.format(id=subject_id)


def kind_of(subject: str, happened: str) -> NotificationKindName:
    """Return the kind for what happened to a kind of subject. Raises LookupError."""
    name = f"{subject}.{happened}"
    if name not in KINDS:
        raise LookupError(f"there is no kind of notification {name}: add it to {__name__}")
    return cast("NotificationKindName", name)
