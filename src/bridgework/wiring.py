"""Who follows whom: the lists of hooks that lower areas offer, filled with what those above do."""

from collections.abc import Mapping

from bridgework.areas.accounts import hooks as accounts
from bridgework.areas.blogs import actions as blogs
from bridgework.areas.calendar import guest_queries as guests
from bridgework.areas.calendar import moderation_hooks as event_things
from bridgework.areas.calendar import queries as calendar
from bridgework.areas.directory import actions as directory
from bridgework.areas.feed import actions as feed
from bridgework.areas.feed import moderating as feed_things
from bridgework.areas.jobs import moderating as job_things
from bridgework.areas.jobs.applications import actions as job_applications
from bridgework.areas.jobs.people import actions as job_people
from bridgework.areas.jobs.postings import actions as jobs
from bridgework.areas.moderation import kinds as moderated
from bridgework.areas.moderation.shapes import KindName
from bridgework.areas.profiles import hooks as profiles
from bridgework.areas.roles.postings import actions as roles
from bridgework.areas.uploads import actions as files
from bridgework.areas.uploads import hooks as uploads
from bridgework.areas.vendors import actions as vendors


def join() -> None:
    """Fill every list of hooks. What was in it goes, so that to do it twice changes nothing."""
    accounts.account_changed[:] = [
        directory.relist,
        blogs.author_changed,
        roles.owner_changed,
        vendors.relist,
        guests.claim,
        jobs.owner_changed,
        job_people.relist,
    ]
    accounts.account_active[:] = [directory.note_activity]
    profiles.profile_changed[:] = [directory.relist, job_people.relist]
    accounts.account_goes[:] = [feed.account_goes, files.account_goes]
    uploads.may_read[:] = [vendors.may_read]
    uploads.may_attach[:] = [feed.may_attach]
    uploads.link_holds[:] = [job_applications.gives_cv]
    uploads.asset_ready[:] = [feed.picture_ready]
    uploads.held_by[:] = [
        feed.needs,
        calendar.references_file,
        job_applications.needs,
        vendors.needs,
    ]
    moderated.PROFILE_SEEN_IN[:] = [
        directory.shows,
        feed.shows_author,
        vendors.shows,
        job_people.shows,
    ]
    moderated.KINDS.update(_KINDS)


_KINDS: Mapping[KindName, moderated.Kind] = {
    "post": moderated.Kind(
        may_see=feed_things.may_see_post,
        owner_of=feed_things.owner_of_post,
        title_of=feed_things.title_of_post,
        is_hidden=feed_things.is_post_hidden,
        hide=feed_things.hide_post,
        restore=feed_things.restore_post,
    ),
    "comment": moderated.Kind(
        may_see=feed_things.may_see_comment,
        owner_of=feed_things.owner_of_comment,
        title_of=feed_things.title_of_comment,
        is_hidden=feed_things.is_comment_hidden,
        hide=feed_things.hide_comment,
        restore=feed_things.restore_comment,
    ),
    "event": moderated.Kind(
        may_see=event_things.may_see,
        owner_of=event_things.owner_of,
        title_of=event_things.title_of,
        is_hidden=event_things.is_hidden,
        hide=event_things.hide,
        restore=event_things.restore,
    ),
    "job": moderated.Kind(
        may_see=job_things.may_see,
        owner_of=job_things.owner_of,
        title_of=job_things.title_of,
        is_hidden=job_things.is_hidden,
        hide=job_things.hide,
        restore=job_things.restore,
    ),
}
"""What members report, and administrators hide."""
