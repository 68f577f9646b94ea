"""Limits of uploads, the feed and the calendar."""

from collections.abc import Mapping
from dataclasses import replace

from tests.architecture.specified.members import (
    ADDRESS,
    EMAIL,
    Member,
    array,
    nullable,
    number,
    one_of,
    required,
    text,
)

DATE_TIME = text(form="date-time")
CAPACITY = number(1, 100_000)
EVENT_ALWAYS = required(name=text(1, 200), startAt=DATE_TIME, timezone=text(1, 100))
EVENT_MAYBE = {
    "endAt": DATE_TIME,
    "description": text(most=10_000),
    "location": text(most=500),
    "meetingUrl": ADDRESS,
    "coverUrl": ADDRESS,
    "maxCapacity": CAPACITY,
}
VISIBILITY = one_of("public", "members-only", "private")
CREATE_EVENT = {
    **EVENT_ALWAYS,
    **EVENT_MAYBE,
    "visibility": VISIBILITY,
    "inviteeEmails": array(EMAIL, most=500),
}

SHAPES: Mapping[str, Mapping[str, Member]] = {
    "CreateAssetUploadUrlRequest": {
        **required(fileName=text(1), contentType=text(1), fileSizeBytes=number(1, 52_428_800)),
        "folder": one_of(
            *("user-avatars", "feed-images", "community-videos", "expert-assets", "role-assets"),
            *("general-assets", "calendar-event-covers", "job-cvs", "vendor-attachments"),
            "vendor-videos",
            default="general-assets",
        ),
        "feedPostId": text(form="uuid"),
    },
    "AssetObjectPathRequest": required(objectPath=text(1)),
    "JobCvUploadRequest": required(
        fileName=text(1, 255), contentType=text(1, 200), fileSizeBytes=number(1, 5_242_880)
    ),
    "CalendarCoverUploadUrlRequest": required(contentType=one_of("image/jpeg", "image/png")),
    "CreateFeedPostRequest": {"content": text(most=5000)},
    "UpdateFeedPostRequest": {
        "content": text(most=5000),
        "imageUrl": nullable(text(most=2048, form="uri")),
    },
    "CreateFeedCommentRequest": required(content=text(1, 1000)),
    "CreateEventRequest": CREATE_EVENT,
    "UpdateEventRequest": {
        **{name: replace(member, required=False) for name, member in EVENT_ALWAYS.items()},
        **{name: nullable(member) for name, member in EVENT_MAYBE.items()},
        "visibility": VISIBILITY,
    },
    "AddGuestsRequest": {
        "inviteeIds": array(text(form="uuid"), most=500),
        "inviteeEmails": array(EMAIL, most=500),
    },
    "SubmitEventRequest": {
        **CREATE_EVENT,
        "ticketDrafts": array(Member("object", of="TicketDraft"), most=50),
    },
    "TicketDraft": {
        **required(name=text(1, 120), type=one_of("free", "paid")),
        "priceUsd": Member("number", 0, 100_000),
        "requireApproval": Member("boolean", default=False),
        "isHidden": Member("boolean", default=False),
        "description": text(most=2000),
        "maxCapacity": CAPACITY,
    },
}
