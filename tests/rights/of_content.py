"""How files, the directory, the blog, the feed, the calendar and reports are asked for."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from bridgework.kit.ids import Id
from tests import make
from tests.areas.blogs.articles import article
from tests.areas.calendar.holding import EVENT
from tests.areas.feed import circle
from tests.areas.moderation import bench
from tests.areas.saved_searches import test_saved_searches as saved
from tests.areas.uploads import desk, samples
from tests.rights.asking import Making, Request, Sent, asking, of_somebodys, sending
from tests.rights.stage import Stage
from tests.world import Person, next_number

_PUBLIC = "general-assets"
_PRIVATE = "vendor-attachments"
_CONTENT = {"content": "Which scanner do you use?"}


def _ordered(folder: str) -> Making:
    """A file that was brought and not yet looked into."""

    def making(stage: Stage, _: Person) -> Sent:
        ticket = desk.order(stage.world, stage.ada, folder=folder)
        desk.bring(stage.world, ticket).must(201)
        return Sent(body={"objectPath": ticket["objectPath"]})

    return making


def _uploaded(folder: str) -> Making:
    """A file that is ready, and hangs on nothing."""

    def making(stage: Stage, _: Person) -> Sent:
        ready = desk.upload(stage.world, stage.ada, folder=folder)
        return Sent(ready["objectPath"], {"objectPath": ready["objectPath"]})

    return making


def _attached(stage: Stage, _: Person) -> Sent:
    vince = stage.people["vince"]
    path = desk.upload(stage.world, vince, folder=_PRIVATE)["objectPath"]
    said = {"attachmentPaths": [path]}
    stage.world.patch("/vendors/me/vendor-profile", said, as_=vince).must(200)
    return Sent(body={"objectPath": path})


def _bringing(stage: Stage, _: Person) -> Sent:
    ticket = desk.order(stage.world, stage.ada)
    place = desk.path_of(ticket["uploadUrl"]).removeprefix("/uploads/")
    return Sent(place, samples.PNG, headers={"content-type": "image/png"})


def _linked(stage: Stage, _: Person) -> Sent:
    path = desk.upload(stage.world, stage.ada, folder=_PRIVATE)["objectPath"]
    link = desk.path_of(desk.link(stage.world, stage.ada, path).must(200).data["url"])
    return Sent(path, query=link.partition("?")[2])


def _file(making: Making) -> Request:
    """The file itself, which is fetched by its path."""
    return of_somebodys(lambda stage, person: Sent(making(stage, person).at))


def _published(stage: Stage, *, draft: bool = False) -> tuple[str, str]:
    """The slug and the id of a post in the blog."""
    slug = f"post-{next_number()}"
    made = make.post(stage.world, Id(str(stage.ada.id)), slug, at=-timedelta(days=1), draft=draft)
    return slug, str(made)


def _commented(stage: Stage, _: Person) -> Sent:
    return Sent(circle.comment(stage.world, stage.ada, stage.post))


def _posted(body: object = None) -> Making:
    return lambda stage, _: Sent(circle.post(stage.world, stage.ada), body)


def _at_the_post(body: object = None) -> Request:
    return of_somebodys(lambda stage, _: Sent(stage.post, body))


def _hidden(stage: Stage, _: Person) -> Sent:
    post = circle.post(stage.world, stage.ada)
    bench.hide(stage.world, stage.root, stage.ben, "post", post)
    return Sent(post)


def _at_the_event(body: object = None) -> Request:
    return Request(lambda stage, _: Sent(stage.event, body))


def _at_the_private_event(body: object = None) -> Request:
    return of_somebodys(lambda stage, _: Sent(stage.private_event, body))


def _at_an_event(body: object = None, **members: Any) -> Request:
    return Request(lambda stage, _: Sent(stage.new_event(**members), body))


def _proposed(body: object = None) -> Request:
    def making(stage: Stage, _: Person) -> Sent:
        made = stage.world.post("/calendar/submissions", EVENT, as_=stage.ada).must(201)
        return Sent(made.data["id"], body)

    return of_somebodys(making)


def _subscribed(stage: Stage, _: Person) -> Sent:
    made = stage.world.post("/calendar/feed-token", as_=stage.ada).must(201)
    return Sent(query=str(made.data["url"]).partition("?")[2])


def _reporting(stage: Stage, _: Person) -> Sent:
    post = circle.post(stage.world, stage.ada)
    return Sent(body={"kind": "post", "targetId": post, "reason": bench.REASON})


def _reported(stage: Stage, _: Person) -> Sent:
    return Sent(stage.report(), bench.decision("keep"))


def _writing(_: Stage, __: Person) -> Sent:
    return Sent(body=article(f"post-{next_number()}"))


def _saved_search(body: object = None) -> Request:
    """A search that Ada saved."""
    return of_somebodys(lambda stage, _: Sent(saved.search(stage.world, stage.ada)["id"], body))


REQUESTS: Mapping[str, Request] = {
    "createUploadUrl": sending(desk.asked()),
    "completeUpload": of_somebodys(_uploaded(_PUBLIC)),
    "completeUpload/private": of_somebodys(_ordered(_PRIVATE)),
    "getDownloadUrl": of_somebodys(_uploaded(_PUBLIC)),
    "getDownloadUrl/private": of_somebodys(_uploaded(_PRIVATE)),
    "getDownloadUrl/attached": of_somebodys(_attached, "vince", "vendor"),
    "deleteAsset": of_somebodys(_uploaded(_PUBLIC)),
    "deleteAsset/private": of_somebodys(_uploaded(_PRIVATE)),
    "createCvUploadUrl": sending(
        {"fileName": "cv.pdf", "contentType": "application/pdf", "fileSizeBytes": 1000}
    ),
    "createCoverUploadUrl": sending({"contentType": "image/png"}),
    "putUpload": Request(_bringing),
    "getFile": _file(_uploaded(_PUBLIC)),
    "getFile/private": _file(_uploaded(_PRIVATE)),
    "getFile/linked": of_somebodys(_linked),
    "getExpert": of_somebodys(lambda stage, _: Sent(str(stage.ada.id))),
    "getBlog": Request(lambda stage, _: Sent(_published(stage)[0])),
    "getBlog/draft": Request(lambda stage, _: Sent(_published(stage, draft=True)[0])),
    "adminCreateBlog": Request(_writing),
    "adminUpdateBlog": Request(lambda stage, _: Sent(_published(stage)[1], {"title": "Gums"})),
    "adminDeleteBlog": Request(lambda stage, _: Sent(_published(stage)[1])),
    "createFeedPost": sending(_CONTENT),
    "getFeedPost": _at_the_post(),
    "getFeedPost/hidden": of_somebodys(_hidden),
    "updateFeedPost": _at_the_post(_CONTENT),
    "deleteFeedPost": of_somebodys(_posted()),
    "listFeedComments": _at_the_post(),
    "createFeedComment": _at_the_post(_CONTENT),
    "deleteFeedComment": of_somebodys(_commented),
    "likePost": _at_the_post(),
    "unlikePost": _at_the_post(),
    "getEvent": _at_the_event(),
    "getEvent/private": _at_the_private_event(),
    "createEvent": sending(EVENT),
    "updateEvent": _at_an_event({"name": "Study club"}),
    "deleteEvent": _at_an_event(),
    "eventPage": _at_the_event(),
    "eventPage/members": _at_an_event(visibility="members-only"),
    "addGuests": _at_an_event({"inviteeIds": []}),
    "listGuests": _at_the_private_event(),
    "respondToInvite": _at_the_event({"status": "going"}),
    "respondToInvite/private": _at_the_private_event({"status": "going"}),
    "replyPage": Request(lambda stage, _: Sent(stage.reply_link)),
    "replyByLink": Request(lambda stage, _: Sent(stage.reply_link, query="status=going")),
    "submitEvent": sending(EVENT),
    "getMyEventRequest": _proposed(),
    "withdrawEventRequest": _proposed(),
    "approveEventRequest": _proposed(),
    "rejectEventRequest": _proposed({"reason": "There is one already."}),
    "calendarFeed": Request(_subscribed),
    "calendarFeed/guessed": asking("token=guessed"),
    "reportContent": Request(_reporting),
    "adminDecideReport": of_somebodys(
        lambda stage, _: Sent(stage.report(), bench.decision("keep"))
    ),
    "createSavedSearch": sending(saved.SEARCH),
    "updateSavedSearch": _saved_search({"name": "Endodontists nearby"}),
    "deleteSavedSearch": _saved_search(),
    "listSavedSearchResults": _saved_search(),
}
