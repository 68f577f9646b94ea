"""One account uses everything and is erased: no table, file or index holds its values."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.areas.privacy.life import live
from tests.areas.privacy.planting import Planter, found, mail_to_others
from tests.world import World

_EVENTS = {"calendar_events", "calendar_guests", "outbox_emails", "outbox_texts"}
KEPT: Mapping[str, set[str]] = {
    # Posts, comments, events and articles stay, without their author (decision 0010).
    "createFeedPost.": {"feed_posts"},
    "updateFeedPost.": {"feed_posts"},
    "createFeedComment.": {"feed_comments"},
    "adminCreateBlog.": {"blog_slugs"},
    "adminUpdateBlog.": {"blog_posts", "blog_slugs"},
    # Their guests are invited, and belong to other people.
    "submitEvent.": _EVENTS,
    "createEvent.": _EVENTS,
    "updateEvent.": _EVENTS,
    "addGuests.inviteeEmails": _EVENTS,
    # A report and its decision are about the content of somebody else.
    "reportContent.": {"reports"},
    "adminDecideReport.": {"reports"},
    # A note is about somebody else, and stays without its author; so do its terms.
    "adminAddNote.": {"staff_notes", "account_terms"},
    # A template is a text of the installation.
    "adminPutTemplate.": {"text_templates"},
    # Partners and other systems use these until an administrator ends them.
    "adminCreateApiKey.name": {"api_keys"},
    "adminUpdateWebhook.": {"webhooks"},
    # The address of the other side of an introduction.
    "adminSendIntroEmail.introduceeEmail": {"outbox_emails"},
    "adminSendIntroEmail.introducerEmail": {"outbox_emails"},
}
"""The places whose values stay on purpose, and the tables where they stay."""

NOT_CALLED: Mapping[str, set[str]] = {
    "it takes ids, choices and tokens of the server": {
        "acceptIntroduction",
        "adminAssign",
        "adminAssociateJobs",
        "adminCancelErasure",
        "adminCancelImport",
        "adminClaim",
        "adminConfirmChange",
        "adminEndSessions",
        "adminRedeliver",
        "adminRelease",
        "adminRetryEmail",
        "adminRotateWebhookSecret",
        "adminTestWebhook",
        "beginAdminConfirm",
        "beginSecondFactorRemoval",
        "block",
        "cancelConsultation",
        "closeJob",
        "closeRole",
        "declineIntroduction",
        "endSession",
        "getDownloadUrl",
        "logout",
        "readAllNotifications",
        "refreshToken",
        "resendAdminInvitation",
        "rotateApiKey",
        "unblock",
        "unlikePost",
        "unsubscribe",
        "updateContactSettings",
        "updateNotification",
        "updateNotifications",
        "withdrawIntroduction",
        "withdrawJobApplication",
        "withdrawRoleApplication",
    },
    "it takes secrets, which are stored as digests, and an address that is planted elsewhere": {
        "adminConfirm",
        "adminResetSecondFactor",
        "changeMasterPassword",
        "changePassword",
        "completeSecondFactor",
        "forgotPassword",
        "removePasskey",
        "removeSecondFactor",
        "resendOtp",
        "resetPassword",
    },
    "it calls the actions of other operations, with their values": {"adminDecideMany"},
    "it deletes values": {
        "adminDeleteBlog",
        "adminDeleteNote",
        "adminDeleteTemplate",
        "adminDeleteWebhook",
        "adminRevokeApiKey",
        "clearProfileMember",
        "deleteAsset",
        "deleteFeedComment",
        "deleteFeedPost",
        "deleteRole",
        "deleteSavedSearch",
        "revokeCalendarFeedToken",
        "withdrawEventRequest",
    },
}
"""The operations that the account does not use, by the reason. Reading stores nothing."""


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    generous = Rule("default", 60_000, 60)
    return worlds.settings(tmp_path, database_url=database_url, rate_limit=generous)


def test_nothing_of_an_erased_account_is_stored(world: World) -> None:
    planter = Planter(world)
    people = live(planter)
    planter.call("eraseMe", people.pat, password=cast.PASSWORD)
    assert planter.writing() == planter.called.union(*NOT_CALLED.values())
    assert not planter.called.intersection(*NOT_CALLED.values())
    assert len(found(world, planter.places)) > 250  # some were replaced by later ones
    for days in (14, 1, 2):  # the grace, then the time that files of deleted assets are retained
        world.clock.advance(days=days)
        world.run_periodic_tasks()
    theirs = mail_to_others(world, people.addresses)  # delivered, as in a mailbox
    left = {
        place: {name.partition(".")[0] for name in names - theirs}
        for place, names in found(world, planter.places).items()
    }
    assert {place: names - kept_in(place) for place, names in left.items()} == {
        place: set() for place in left
    }
    assert [prefix for prefix in KEPT if not any(each.startswith(prefix) for each in left)] == []


def kept_in(place: str) -> set[str]:
    """Return where the values of a place may stay: in tables, and so in the file of SQLite."""
    tables = [names for prefix, names in KEPT.items() if place.startswith(prefix)]
    return {"bridgework"}.union(*tables) if tables else set()
