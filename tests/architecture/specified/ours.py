"""Limits of schemas that are not in the specification."""

from collections.abc import Mapping

from tests.architecture.specified.accounts import SHAPES as ACCOUNTS
from tests.architecture.specified.administration import CANDIDATE
from tests.architecture.specified.administration import SHAPES as ADMINISTRATION
from tests.architecture.specified.jobs import SHAPES as JOBS
from tests.architecture.specified.members import (
    EMAIL,
    JOBS_ROLE,
    NAME,
    SIX_DIGITS,
    SIX_SPACED_DIGITS,
    VENDORS_ROLE,
    Member,
    amount,
    array,
    nullable,
    number,
    one_of,
    required,
    text,
)
from tests.architecture.specified.profiles import SHAPES as PROFILES
from tests.architecture.specified.vendors import SHAPES as VENDORS

_OF_THE_PLATFORM = {"role", "profile", "tourProgress", "jobsRole"}
"""Members of the requests that are no statements about their owner."""
_OWN_MEMBERS = tuple(
    dict.fromkeys(
        name
        for shape in (
            ACCOUNTS["UpdateUserRequest"],
            PROFILES["ProfileFields"],
            JOBS["JobsSelfUpdateRequest"],
            JOBS["ClinicProfileRequest"],
            VENDORS["VendorProfileUpdateRequest"],
            VENDORS["AmbassadorProfileUpdateRequest"],
        )
        for name in shape
        if name not in _OF_THE_PLATFORM and not name.lower().endswith("onboardingstep")
    )
)

WEBHOOK_TYPES = (
    "*",
    "account.registered",
    "account.verified",
    "account.disabled",
    "account.erased",
    "expert.listed",
    "expert.changed",
    "expert.unlisted",
    "vendor.listed",
    "vendor.changed",
    "vendor.unlisted",
    "blog.published",
    "content.reported",
    "content.hidden",
    "content.restored",
    "role.pending",
    "role.active",
    "role.filled",
    "role.closed",
    "role.deleted",
    "role_application.submitted",
    "role_application.shortlisted",
    "role_application.accepted",
    "role_application.declined",
    "role_application.withdrawn",
    "job.pending",
    "job.approved",
    "job.rejected",
    "job.closed",
    "job.expired",
    "job.deleted",
    "job_application.submitted",
    "job_application.reviewing",
    "job_application.interview",
    "job_application.offered",
    "job_application.hired",
    "job_application.declined",
    "job_application.withdrawn",
    "consultation.requested",
    "consultation.scheduled",
    "consultation.completed",
    "consultation.declined",
    "consultation.cancelled",
    "event_request.pending",
    "event_request.approved",
    "event_request.rejected",
    "event_request.withdrawn",
    "event.created",
    "event.changed",
    "event.cancelled",
    "queue.claimed",
    "queue.released",
    "queue.assigned",
)
FREQUENCY = one_of("off", "daily", "weekly", "instantly")
NOTIFICATIONS = dict.fromkeys(
    (
        "applicationReceived",
        "applicationDecided",
        "postingDecided",
        "eventInvitation",
        "consultationDecided",
        "introduction",
        "savedSearchAlert",
    ),
    Member("boolean"),
)
BLOG_POST = {
    "slug": text(1, 200, form="slug"),
    "title": text(1, 200),
    "excerpt": text(1, 500),
    "body": text(1, 200_000),
    "coverUrl": nullable(text(most=500, form="uri")),
    "tags": array(text(1, 50), most=20),
    "seoTitle": nullable(text(1, 200)),
    "seoDescription": nullable(text(1, 500)),
    "status": one_of("draft", "scheduled", "published"),
    "publishedAt": nullable(text(form="date-time")),
}
BLOG_POST_NEEDS = ("slug", "title", "excerpt", "body", "status")

OURS: Mapping[str, Mapping[str, Member]] = {
    "RefreshTokenRequest": required(refreshToken=text(1, 200)),
    "ChangeMasterPasswordRequest": required(
        currentMasterPassword=text(1, 256), newMasterPassword=text(12, 256)
    ),
    "CompleteSecondFactorRequest": {
        **required(challenge=text(1, 100)),
        "code": SIX_SPACED_DIGITS,
        "recoveryCode": text(1, 50),
        "passkey": Member("object"),
    },
    "BeginTotpRequest": required(masterPassword=text(1, 256)),
    "ConfirmTotpRequest": required(code=SIX_SPACED_DIGITS),
    "BeginPasskeyRequest": required(masterPassword=text(1, 256)),
    "AddPasskeyRequest": {
        **required(challenge=text(1, 100), passkey=Member("object")),
        "name": text(1, 100),
    },
    "RemovePasskeyRequest": required(masterPassword=text(1, 256)),
    "RemoveSecondFactorRequest": {
        **required(masterPassword=text(1, 256)),
        "code": SIX_SPACED_DIGITS,
        "passkey": Member("object"),
        "challenge": text(1, 100),
    },
    "AdminConfirmRequest": {
        "masterPassword": text(1, 256),
        "code": SIX_SPACED_DIGITS,
        "passkey": Member("object"),
        "challenge": text(1, 100),
    },
    "ResetSecondFactorRequest": required(masterPassword=text(1, 256)),
    "AcceptAdminInvitationRequest": required(
        token=text(1, 200), password=text(1, 128), masterPassword=text(12, 256)
    ),
    "RequestEmailRequest": required(newEmail=EMAIL, password=text(1, 128)),
    "ConfirmEmailRequest": required(otp=SIX_DIGITS),
    "EraseMeRequest": required(password=text(1, 128)),
    "Registration": {
        **required(password=text(6, 128)),
        "role": one_of("expert", "client", "rpo", default="expert"),
        "jobsRole": JOBS_ROLE,
        "vendorsRole": VENDORS_ROLE,
    },
    "ImportedAccount": {
        **required(email=EMAIL),
        "firstName": NAME,
        "lastName": NAME,
        "role": one_of("expert", "client", "rpo", default="expert"),
        "jobsRole": JOBS_ROLE,
        "vendorsRole": VENDORS_ROLE,
    },
    "ImportedCandidate": {**CANDIDATE, **required(email=EMAIL)},
    "DisableUserRequest": required(reason=text(1, 1000)),
    "EraseUserRequest": {**required(reason=text(1, 1000)), "now": Member("boolean")},
    "RotateApiKeyRequest": required(keepHours=number(0, 168)),
    "AdminCreateApiKeyRequest": {
        **required(
            name=text(1, 100),
            scopes=array(
                one_of(
                    "experts:read",
                    "blogs:read",
                    "jobs:read",
                    "events:read",
                    "vendors:read",
                    "changes:read",
                    "candidates:write",
                ),
                1,
                7,
            ),
        ),
        "expiresAt": nullable(text(form="date-time")),
    },
    "AdminCreateWebhookRequest": {
        **required(url=text(most=2048, form="uri"), types=array(one_of(*WEBHOOK_TYPES), 1, 100)),
        "description": text(most=200),
    },
    "AdminUpdateWebhookRequest": {
        "url": text(most=2048, form="uri"),
        "types": array(one_of(*WEBHOOK_TYPES), 1, 100),
        "description": text(most=200),
        "enabled": Member("boolean"),
    },
    "AnswerConsultationRequest": {
        **required(answer=one_of("available", "declined")),
        "note": text(most=1000),
        "slots": array(text(form="date-time"), 1, 5),
    },
    "AdminUpdateConsultationRequest": {
        **required(status=one_of("requested", "scheduled", "completed", "declined", "cancelled")),
        "startAt": text(form="date-time"),
        "timezone": text(1, 100),
        "location": text(most=500),
        "meetingUrl": text(most=2048, form="uri"),
        "note": text(most=1000),
    },
    "SendIntroEmailRequest": {
        **ADMINISTRATION["SendIntroEmailRequest"],
        "match": Member("object", of="IntroMatch"),
    },
    "IntroMatch": required(
        matchScore=number(0, 100), criteria=array(Member("object", of="IntroCriterion"), most=50)
    ),
    "IntroCriterion": required(name=text(1, 100), points=number(-100, 100), weight=number(0, 100)),
    "AdminSetVendorRequest": {
        "monthlyPaidLeadCap": nullable(amount(0, 1_000_000)),
        "vendorsVerificationTier": one_of("not-verified", "verified", "pro"),
    },
    "RoleDecisionRequest": {"reason": text(most=1000)},
    "DecideRoleApplicationRequest": {
        **required(status=one_of("shortlisted", "accepted", "declined", "withdrawn")),
        "reason": text(most=1000),
    },
    "DecideRoleApplicationsRequest": {
        **required(
            ids=array(text(form="uuid"), 1, 100),
            status=one_of("shortlisted", "accepted", "declined"),
        ),
        "reason": text(most=1000),
    },
    "DecideJobApplicationsRequest": {
        **required(
            ids=array(text(form="uuid"), 1, 100),
            status=one_of("reviewing", "interview", "offered", "hired", "declined"),
        ),
        "reason": text(most=1000),
    },
    "AnswerOfferRequest": {
        **required(answer=one_of("accepted", "declined")),
        "note": text(most=2000),
    },
    "DecideJobApplicationRequest": {
        **required(status=one_of("reviewing", "interview", "offered", "hired", "declined")),
        "reason": text(most=1000),
    },
    "UpdateNotificationsRequest": NOTIFICATIONS,
    "UpdateContactSettingsRequest": {
        "introductions": one_of("everybody", "verified", "nobody"),
        "emailAfterMinutes": number(0, 120),
    },
    "RequestIntroductionRequest": required(
        recipientId=text(form="uuid"),
        about=Member("object", of="IntroductionAboutRequest"),
        note=text(1, 500),
    ),
    "IntroductionAboutRequest": required(
        kind=one_of("job", "role", "expert", "vendor"), id=text(form="uuid")
    ),
    "UpdateNotificationRequest": required(read=Member("boolean")),
    "ReadAllNotificationsRequest": required(upTo=text(form="uuid")),
    "CreateSavedSearchRequest": required(
        name=text(1, 100),
        kind=one_of("experts", "jobs"),
        query=Member("object"),
        frequency=FREQUENCY,
    ),
    "UpdateSavedSearchRequest": {
        "name": text(1, 100),
        "query": Member("object"),
        "frequency": FREQUENCY,
    },
    "RespondToInviteRequest": required(status=one_of("going", "declined")),
    "RejectEventRequestRequest": required(reason=text(1, 1000)),
    "ReportContentRequest": required(
        kind=one_of("post", "comment", "job", "profile", "event"),
        targetId=text(form="uuid"),
        reason=text(1, 1000),
    ),
    "DecideReportRequest": required(
        decision=one_of("keep", "hide", "restore"), reason=text(1, 1000)
    ),
    "AdminBlogRequest": {
        **BLOG_POST,
        **required(**{name: BLOG_POST[name] for name in BLOG_POST_NEEDS}),
    },
    "AdminBlogUpdateRequest": BLOG_POST,
    "NoteSubject": required(kind=one_of("account", "role", "job"), id=text(form="uuid")),
    "AskForChangesRequest": required(message=text(1, 2000))
    | {"members": array(one_of(*_OWN_MEMBERS), most=20)},
    "AdminAddNoteRequest": required(subject=Member("object", of="NoteSubject"), text=text(1, 4000)),
    "AdminPutTemplateRequest": {
        **required(kind=one_of("rejection", "email"), body=text(1, 10_000)),
        "subject": nullable(text(1, 200)),
    },
    "QueueItemKey": {
        **required(
            kind=one_of(
                *("expert", "candidate", "vendor", "role", "job", "role_changed"),
                *("identity_changed", "consultation", "event_request", "report", "email"),
            ),
            id=text(form="uuid"),
        ),
        "version": number(-(2**53) + 1, 2**53 - 1),
    },
    "AssignRequest": required(userId=nullable(text(form="uuid"))),
    "DecideManyRequest": {
        **required(
            items=array(Member("object", of="QueueItemKey"), 1, 100),
            decision=one_of(
                *("verify", "disable", "approve", "reject", "confirm", "reverse"),
                *("keep", "hide", "decline", "retry"),
            ),
        ),
        "reason": text(1, 1000),
    },
    "ReverseChangeRequest": {"reason": text(most=1000)},
    "MarkdownPreviewRequest": required(markdown=text(1, 200_000)),
}
