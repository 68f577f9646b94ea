"""Requests for files, the directory, the blog, the feed, the calendar and reports."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from bridgework.kit.core import Id
from tests import cast, make
from tests.areas.blogs.articles import article
from tests.areas.calendar.calendar_client import EVENT
from tests.areas.feed import feed_requests
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.areas.notifications.leaving import leave, page
from tests.areas.saved_searches import test_saved_searches as saved
from tests.areas.uploads import samples, upload_client
from tests.rights.requests import Builder, Request, RequestParts, of_owner, with_body, without_body
from tests.rights.stage import Stage
from tests.world import Person, next_number

_PUBLIC = "general-assets"
_PRIVATE = "vendor-attachments"
_CONTENT = {"content": "Which scanner do you use?"}


def _transferred_upload(folder: str) -> Builder:
    """An upload that was transferred and not yet completed."""

    def build(stage: Stage, _: Person) -> RequestParts:
        ticket = upload_client.create_ticket(stage.world, stage.ada, folder=folder)
        upload_client.put_file(stage.world, ticket).must(201)
        return RequestParts(body={"objectPath": ticket["objectPath"]})

    return build


def _completed_upload(folder: str) -> Builder:
    """A completed upload that is not attached to anything."""

    def build(stage: Stage, _: Person) -> RequestParts:
        upload = upload_client.upload(stage.world, stage.ada, folder=folder)
        return RequestParts(upload["objectPath"], {"objectPath": upload["objectPath"]})

    return build


def _attached_file(stage: Stage, _: Person) -> RequestParts:
    vince = stage.people["vince"]
    path = upload_client.upload(stage.world, vince, folder=_PRIVATE)["objectPath"]
    vendor_profile = {"attachmentPaths": [path]}
    stage.world.patch("/vendors/me/vendor-profile", vendor_profile, as_=vince).must(200)
    return RequestParts(body={"objectPath": path})


def _cv_of_account(stage: Stage, _: Person) -> RequestParts:
    curt = stage.people["curt"]
    path = board.upload_cv(stage.world, curt)
    stage.world.patch("/jobs/me", {"cvObjectPath": path}, as_=curt).must(200)
    return RequestParts(body={"objectPath": path})


def _transfer_upload(stage: Stage, _: Person) -> RequestParts:
    ticket = upload_client.create_ticket(stage.world, stage.ada)
    ticket_id = upload_client.to_path(ticket["uploadUrl"]).removeprefix("/uploads/")
    return RequestParts(ticket_id, samples.PNG, headers={"content-type": "image/png"})


def _file_link(stage: Stage, _: Person) -> RequestParts:
    path = upload_client.upload(stage.world, stage.ada, folder=_PRIVATE)["objectPath"]
    link = upload_client.to_path(
        upload_client.create_link(stage.world, stage.ada, path).must(200).data["url"]
    )
    return RequestParts(path, query=link.partition("?")[2])


def _file(build: Builder) -> Request:
    """The file itself, which is fetched by its path."""
    return of_owner(lambda stage, person: RequestParts(build(stage, person).at))


def _blog_post(stage: Stage, *, draft: bool = False) -> tuple[str, str]:
    """Create a blog post; return its slug and id."""
    slug = f"post-{next_number()}"
    created = make.post(
        stage.world, Id(str(stage.ada.id)), slug, at=-timedelta(days=1), draft=draft
    )
    return slug, str(created)


def _comment(stage: Stage, _: Person) -> RequestParts:
    return RequestParts(feed_requests.comment(stage.world, stage.ada, stage.post))


def _feed_post(body: object = None) -> Builder:
    return lambda stage, _: RequestParts(feed_requests.post(stage.world, stage.ada), body)


def _of_post(body: object = None) -> Request:
    return of_owner(lambda stage, _: RequestParts(stage.post, body))


def _hidden_post(stage: Stage, _: Person) -> RequestParts:
    post = feed_requests.post(stage.world, stage.ada)
    bench.hide(stage.world, stage.root, stage.ben, "post", post)
    return RequestParts(post)


def _hidden_expert(stage: Stage, _: Person) -> RequestParts:
    person = cast.sign_up(stage.world, f"expert{next_number()}@example.com")
    expert = make.into_expert(stage.world, person, "Eve Marsh")
    make.change_account(stage.world, expert, hidden_at=stage.world.clock.now())
    return RequestParts(str(expert))


def _hidden_comment(stage: Stage, _: Person) -> RequestParts:
    comment = feed_requests.comment(stage.world, stage.ada, stage.post)
    bench.hide(stage.world, stage.root, stage.ben, "comment", comment)
    return RequestParts(comment)


def _of_event(body: object = None) -> Request:
    return Request(lambda stage, _: RequestParts(stage.event, body))


def _of_private_event(body: object = None) -> Request:
    return of_owner(lambda stage, _: RequestParts(stage.private_event, body))


def _of_new_event(body: object = None, **members: Any) -> Request:
    return Request(lambda stage, _: RequestParts(stage.new_event(**members), body))


def _event_request(body: object = None) -> Request:
    def build(stage: Stage, _: Person) -> RequestParts:
        created = stage.world.post("/calendar/submissions", EVENT, as_=stage.ada).must(201)
        return RequestParts(created.data["id"], body)

    return of_owner(build)


def _feed_subscription(stage: Stage, _: Person) -> RequestParts:
    created = stage.world.post("/calendar/feed-token", as_=stage.ada).must(201)
    return RequestParts(query=str(created.data["url"]).partition("?")[2])


def _create_report(stage: Stage, _: Person) -> RequestParts:
    post = feed_requests.post(stage.world, stage.ada)
    return RequestParts(body={"kind": "post", "targetId": post, "reason": bench.REASON})


def _decide_report(stage: Stage, _: Person) -> RequestParts:
    return RequestParts(stage.report(), bench.decision("keep"))


def _create_blog_post(_: Stage, __: Person) -> RequestParts:
    return RequestParts(body=article(f"post-{next_number()}"))


def _saved_search(body: object = None) -> Request:
    """A saved search of Ada's."""
    return of_owner(lambda stage, _: RequestParts(saved.create(stage.world, stage.ada)["id"], body))


def _notification(stage: Stage) -> str:
    """A notification of Ada's."""
    leave(stage.world, Id(str(stage.ada.id)))
    return str(page(stage.world, stage.ada)["items"][0]["id"])


REQUESTS: Mapping[str, Request] = {
    "createUploadUrl": with_body(upload_client.ticket_request()),
    "completeUpload": of_owner(_completed_upload(_PUBLIC)),
    "completeUpload/private": of_owner(_transferred_upload(_PRIVATE)),
    "getDownloadUrl": of_owner(_completed_upload(_PUBLIC)),
    "getDownloadUrl/private": of_owner(_completed_upload(_PRIVATE)),
    "getDownloadUrl/attached": of_owner(_attached_file, "vince", "vendor"),
    "getDownloadUrl/cv": of_owner(_cv_of_account, "curt", "candidate"),
    "deleteAsset": of_owner(_completed_upload(_PUBLIC)),
    "deleteAsset/private": of_owner(_completed_upload(_PRIVATE)),
    "createCvUploadUrl": with_body(
        {"fileName": "cv.pdf", "contentType": "application/pdf", "fileSizeBytes": 1000}
    ),
    "createCoverUploadUrl": with_body({"contentType": "image/png"}),
    "putUpload": Request(_transfer_upload),
    "getFile": _file(_completed_upload(_PUBLIC)),
    "getFile/private": _file(_completed_upload(_PRIVATE)),
    "getFile/linked": of_owner(_file_link),
    "getExpertPage": Request(lambda stage, _: RequestParts(str(stage.ada.id))),
    "getExpert": of_owner(lambda stage, _: RequestParts(str(stage.ada.id))),
    "getExpert/hidden": Request(_hidden_expert),
    "getBlog": Request(lambda stage, _: RequestParts(_blog_post(stage)[0])),
    "getBlog/draft": Request(lambda stage, _: RequestParts(_blog_post(stage, draft=True)[0])),
    "adminCreateBlog": Request(_create_blog_post),
    "adminUpdateBlog": Request(
        lambda stage, _: RequestParts(_blog_post(stage)[1], {"title": "Gums"})
    ),
    "adminGetBlog": Request(lambda stage, _: RequestParts(_blog_post(stage)[1])),
    "adminDeleteBlog": Request(lambda stage, _: RequestParts(_blog_post(stage)[1])),
    "createFeedPost": with_body(_CONTENT),
    "getFeedPost": _of_post(),
    "getFeedPost/hidden": of_owner(_hidden_post),
    "updateFeedPost": _of_post(_CONTENT),
    "deleteFeedPost": of_owner(_feed_post()),
    "listFeedComments": _of_post(),
    "createFeedComment": _of_post(_CONTENT),
    "getFeedComment": of_owner(_comment),
    "getFeedComment/hidden": of_owner(_hidden_comment),
    "deleteFeedComment": of_owner(_comment),
    "likePost": _of_post(),
    "unlikePost": _of_post(),
    "getEvent": _of_event(),
    "getEvent/private": _of_private_event(),
    "createEvent": with_body(EVENT),
    "updateEvent": _of_new_event({"name": "Study club"}),
    "deleteEvent": _of_new_event(),
    "eventPage": _of_event(),
    "getEventPage": _of_event(),
    "getArticlePage": Request(lambda stage, _: RequestParts(_blog_post(stage)[0])),
    "eventPage/members": _of_new_event(visibility="members-only"),
    "addGuests": _of_new_event({"inviteeIds": []}),
    "listGuests": _of_private_event(),
    "respondToInvite": _of_event({"status": "going"}),
    "respondToInvite/private": _of_private_event({"status": "going"}),
    "replyPage": Request(lambda stage, _: RequestParts(stage.reply_link)),
    "replyByLink": Request(lambda stage, _: RequestParts(stage.reply_link, query="status=going")),
    "submitEvent": with_body(EVENT),
    "getMyEventRequest": _event_request(),
    "withdrawEventRequest": _event_request(),
    "adminGetEventRequest": _event_request(),
    "approveEventRequest": _event_request(),
    "rejectEventRequest": _event_request({"reason": "There is one already."}),
    "calendarFeed": Request(_feed_subscription),
    "calendarFeed/guessed": without_body("token=guessed"),
    "reportContent": Request(_create_report),
    "adminGetReport": of_owner(lambda stage, _: RequestParts(stage.report())),
    "adminDecideReport": of_owner(
        lambda stage, _: RequestParts(stage.report(), bench.decision("keep"))
    ),
    "readAllNotifications": of_owner(
        lambda stage, _: RequestParts(body={"upTo": _notification(stage)})
    ),
    "updateNotification": of_owner(
        lambda stage, _: RequestParts(_notification(stage), {"read": True})
    ),
    "createSavedSearch": with_body(saved.SEARCH),
    "updateSavedSearch": _saved_search({"name": "Endodontists nearby"}),
    "deleteSavedSearch": _saved_search(),
    "listSavedSearchResults": _saved_search(),
}
