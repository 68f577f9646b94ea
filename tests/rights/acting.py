"""Records of each kind in each of their states, and how their operations are called."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any

from bridgework.areas.community.calendar.tables import events
from bridgework.areas.work.introductions.records import ReceivedState, SenderState
from bridgework.areas.work.jobs.tables import jobs
from tests import cast, make
from tests.areas.blogs import articles
from tests.areas.calendar import calendar_client as calendar
from tests.areas.calendar.test_event_requests import decide, submit
from tests.areas.consultations.test_consultations import create_consultation, decision_to, set_cap
from tests.areas.feed import feed_requests
from tests.areas.introductions import asking
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.areas.roles import desk
from tests.remembered import remembered
from tests.rights.reading import find, get, read_introduction, read_request
from tests.world import ANONYMOUS, Person, World, next_number


@dataclass(frozen=True, slots=True)
class People:
    """The kinds of callers."""

    owner: Person
    """A client and clinic: the owner of roles and jobs."""
    other_owner: Person
    applicant: Person
    """An expert, who applies, asks, proposes and reports."""
    other: Person
    """Another expert."""
    admin: Person
    anonymous: Person = ANONYMOUS

    def each(self) -> Iterator[tuple[str, Person]]:
        """Yield the callers by name."""
        for name in self.__slots__:
            yield name, getattr(self, name)


Make = Callable[[World, People], str]
Body = Callable[[str, str], object]
"""Returns a body by the state of the record and the caller."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of record: how it is made and read, and how its operations are called."""

    read: Callable[[World, Person, str], Any]
    """Returns the record as the caller reads it, None if the caller cannot."""
    states: Mapping[str, Make]
    """Makes a new record in each state."""
    bodies: Mapping[str, Body] = field(default_factory=dict)
    """The bodies of operations other than `{}`."""


@remembered
def sign_up_all(world: World) -> People:
    """Sign up all callers."""
    business = {"role": "client", "jobsRole": "clinic_owner"}
    applicant = cast.sign_up(world, "ada@example.com")
    people = People(
        cast.sign_up(world, "carla@example.com", **business),
        cast.sign_up(world, "dora@example.com", **business),
        applicant,
        cast.sign_up(world, "eli@example.com"),
        cast.root(world),
    )
    set_cap(world, applicant, 1000)
    make.into_expert(world, people.other, "Eli Expert")
    return people


# --- records in each state --------------------------------------------------------------------


def job(world: World, people: People, *steps: str) -> str:
    """Return a job after decisions of an administrator."""
    job_id = board.post(world, people.owner)
    for step in steps:
        path = "/jobs" if step == "close" else "/admin/jobs"
        world.post(f"{path}/{job_id}/{step}", as_=people.admin).must(200)
    return job_id


def applied_job(world: World, people: People) -> str:
    job_id = job(world, people, "approve")
    job_application_to(world, people, job_id)
    return job_id


def expired_job(world: World, people: People) -> str:
    job_id = job(world, people, "approve")
    with world.application.app_state.database.writing() as tx:
        expire = jobs.update().where(jobs.c.id == job_id).values(expires_at=world.clock.now())
        tx.execute(expire)
    return job_id


def hidden_job(world: World, people: People) -> str:
    job_id = job(world, people, "approve")
    bench.hide(world, people.admin, people.other, "job", job_id)
    return job_id


def job_of_disabled_clinic(world: World, people: People) -> str:
    email = f"clinic{next_number()}@example.com"
    clinic = cast.sign_up(world, email, jobsRole="clinic_owner")
    job_id = board.post(world, clinic)
    world.post(f"/admin/jobs/{job_id}/approve", as_=people.admin).must(200)
    make.change_account(world, clinic.id, disabled_at=world.clock.now())
    return job_id


def job_application_to(world: World, people: People, job_id: str, **members: Any) -> str:
    return board.apply(world, job_id, people.applicant, **members)


def job_application(world: World, people: People, *steps: str, cv: bool = True) -> str:
    """Return an application after decisions, or `withdrawn` by its applicant."""
    path = {"cvObjectPath": board.upload_cv(world, people.applicant)} if cv else {}
    application = job_application_to(world, people, job(world, people, "approve"), **path)
    decide_on(world, people, f"/jobs/applications/{application}", *steps)
    return application


def decide_on(world: World, people: People, path: str, *steps: str) -> None:
    for step in steps:
        if step == "withdrawn":
            world.post(f"{path}/withdraw", as_=people.applicant).must(200)
        else:
            world.patch(path, {"status": step}, as_=people.owner).must(200)


def role(world: World, people: People, *steps: str) -> str:
    """Return a role after changes of its status."""
    role_id = desk.post(world, people.owner)
    for step in steps:
        world.patch(f"/roles/{role_id}", {"status": step}, as_=people.admin).must(200)
    return role_id


def applied_role(world: World, people: People) -> str:
    role_id = role(world, people, "active")
    desk.apply(world, role_id, people.applicant)
    return role_id


def closed_role_with_accepted(world: World, people: People) -> str:
    role_id = role(world, people, "active")
    path = f"/roles/applications/{desk.apply(world, role_id, people.applicant)}"
    decide_on(world, people, path, "shortlisted", "accepted")
    world.post(f"/roles/{role_id}/close", as_=people.owner).must(200)
    return role_id


def deleted_role(world: World, people: People) -> str:
    role_id = role(world, people, "active")
    world.delete(f"/roles/{role_id}", as_=people.owner).must(200)
    return role_id


def role_application(world: World, people: People, *steps: str) -> str:
    application = desk.apply(world, role(world, people, "active"), people.applicant)
    decide_on(world, people, f"/roles/applications/{application}", *steps)
    return application


def consultation(world: World, people: People, *steps: str) -> str:
    consultation_id = str(create_consultation(world, people.applicant)["id"])
    for step in steps:
        path = f"/admin/consultations/{consultation_id}"
        world.patch(path, decision_to(step), as_=people.admin).must(200)
    return consultation_id


def named_consultation(world: World, people: People, *steps: str) -> str:
    """Return a consultation that names an expert, who answers if this is a step."""
    asked = create_consultation(world, people.applicant, expertId=people.other.id)
    path = f"/consultations/{asked['id']}"
    for step in steps:
        if step == "answered":
            world.post(f"{path}/answer", AVAILABLE, as_=people.other).must(200)
        else:
            world.patch(f"/admin{path}", decision_to(step), as_=people.admin).must(200)
    return str(asked["id"])


def introduction(
    world: World,
    people: People,
    state: SenderState = "pending",
    received: ReceivedState = "pending",
    days_ago: int = 0,
) -> str:
    """An introduction of the owner to the applicant."""
    return asking.plant(world, people.owner, people.applicant, state, received, days_ago)


def cancelled_consultation(world: World, people: People) -> str:
    consultation_id = consultation(world, people)
    world.post(f"/consultations/{consultation_id}/cancel", as_=people.applicant).must(200)
    return consultation_id


def event(world: World, people: People, **members: Any) -> str:
    return calendar.create_event(world, people.admin, **members)


def past_event(world: World, people: People) -> str:
    event_id = event(world, people)
    with world.application.app_state.database.writing() as tx:
        yesterday = world.clock.now() - timedelta(days=1)
        tx.execute(events.update().where(events.c.id == event_id).values(start_at=yesterday))
    return event_id


def full_event(world: World, people: People) -> str:
    event_id = event(world, people, maxCapacity=1)
    calendar.reply(world, people.admin, event_id, "going").must(200)
    return event_id


def private_event(world: World, people: People) -> str:
    return event(world, people, visibility="private", inviteeEmails=[people.applicant.email])


def cancelled_event(world: World, people: People) -> str:
    event_id = event(world, people)
    world.delete(f"/calendar/events/{event_id}", as_=people.admin).must(200)
    return event_id


def event_request(world: World, people: People) -> str:
    return str(submit(world, people.applicant)["id"])


def decided_request(world: World, people: People, reason: str | None = None) -> str:
    request_id = event_request(world, people)
    decide(world, people.admin, request_id, reason).must(200)
    return request_id


def withdrawn_request(world: World, people: People) -> str:
    request_id = event_request(world, people)
    world.post(f"/calendar/submissions/{request_id}/withdraw", as_=people.applicant).must(200)
    return request_id


def report(world: World, people: People, *decisions: str) -> str:
    """Return a report of a post in the feed after decisions."""
    report_id = bench.report(world, people.applicant, "post", feed_post(world, people))
    for decision in decisions:
        bench.decide(world, people.admin, report_id, decision).must(200)
    return report_id


def report_of_deleted(world: World, people: People) -> str:
    post_id = feed_post(world, people)
    report_id = bench.report(world, people.applicant, "post", post_id)
    world.delete(f"/feed/posts/{post_id}", as_=people.owner).must(200)
    return report_id


def feed_post(world: World, people: People) -> str:
    return feed_requests.post(world, people.owner)


def blog_post(world: World, people: People, **members: Any) -> str:
    return str(articles.write(world, people.admin, f"post-{next_number()}", **members)["id"])


# --- all kinds --------------------------------------------------------------------------------


def after(make_record: Callable[..., str], *steps: str, **members: Any) -> Make:
    """Return the maker of a record after some steps."""
    return lambda world, people: make_record(world, people, *steps, **members)


def always(body: object) -> Body:
    return lambda _state, _caller: body


def decision_on_role(_state: str, caller: str) -> object:
    return {"status": "withdrawn" if caller == "applicant" else "declined"}


def decision_on_report(state: str, _caller: str) -> object:
    decisions = {"decided, hidden": "restore", "open, hidden": "hide"}
    return bench.decision(decisions.get(state, "keep"))


def application(_state: str, _caller: str) -> object:
    return {**board.APPLICATION, "email": f"person{next_number()}@example.com"}


AVAILABLE = {"answer": "available"}
DECISION = {"ids": ["01942520-e3a0-7704-b3c8-3850c0ae0354"], "status": "declined"}
KINDS: Mapping[str, Kind] = {
    "job": Kind(
        partial(get, "/jobs/{id}"),
        {
            "pending": after(job),
            "approved": after(job, "approve"),
            "approved, applied to": applied_job,
            "rejected": after(job, "reject"),
            "closed": after(job, "close"),
            "expired": expired_job,
            "of a disabled owner": job_of_disabled_clinic,
            "hidden": hidden_job,
        },
        {"applyToJob": application, "decideJobApplications": always(DECISION)},
    ),
    "job application": Kind(
        partial(get, "/jobs/applications/{id}"),
        {
            "submitted": after(job_application),
            "without a CV": after(job_application, cv=False),
            "reviewing": after(job_application, "reviewing"),
            "interview": after(job_application, "reviewing", "interview"),
            "offered": after(job_application, "reviewing", "interview", "offered"),
            "hired": after(job_application, "reviewing", "interview", "offered", "hired"),
            "declined": after(job_application, "declined"),
            "withdrawn": after(job_application, "withdrawn"),
        },
        {
            "decideJobApplication": always({"status": "declined"}),
            "answerOffer": always({"answer": "accepted"}),
        },
    ),
    "role": Kind(
        partial(get, "/roles/{id}"),
        {
            "pending": after(role),
            "active": after(role, "active"),
            "active, applied to": applied_role,
            "filled": after(role, "active", "filled"),
            "closed": after(role, "closed"),
            "closed, with an accepted application": closed_role_with_accepted,
            "deleted": deleted_role,
        },
        {"decideRoleApplications": always(DECISION)},
    ),
    "role application": Kind(
        partial(get, "/roles/applications/{id}"),
        {
            "submitted": after(role_application),
            "shortlisted": after(role_application, "shortlisted"),
            "accepted": after(role_application, "shortlisted", "accepted"),
            "declined": after(role_application, "declined"),
            "withdrawn": after(role_application, "withdrawn"),
        },
        {
            "decideRoleApplication": decision_on_role,
            "answerRoleOffer": always({"answer": "accepted"}),
        },
    ),
    "consultation": Kind(
        partial(get, "/consultations/{id}"),
        {
            "requested": after(consultation),
            "scheduled": after(consultation, "scheduled"),
            "completed": after(consultation, "scheduled", "completed"),
            "declined": after(consultation, "declined"),
            "cancelled": cancelled_consultation,
            "named": after(named_consultation),
            "named, answered": after(named_consultation, "answered"),
            "named, scheduled": after(named_consultation, "scheduled"),
        },
        {
            "answerConsultation": always(AVAILABLE),
            "adminUpdateConsultation": always({"status": "declined"}),
        },
    ),
    "introduction": Kind(
        read_introduction,
        {
            "pending": introduction,
            "accepted": partial(introduction, state="accepted", received="accepted"),
            "declined": partial(introduction, received="declined"),
            "withdrawn": partial(introduction, state="withdrawn"),
            "lapsed": partial(introduction, days_ago=15),
        },
    ),
    "event": Kind(
        partial(get, "/calendar/events/{id}"),
        {
            "to come": after(event),
            "over": past_event,
            "full": full_event,
            "private": private_event,
            "cancelled": cancelled_event,
        },
        {
            "addGuests": always({"inviteeIds": [], "inviteeEmails": ["guest@example.com"]}),
            "respondToInvite": always({"status": "declined"}),
        },
    ),
    "event request": Kind(
        read_request,
        {
            "pending": event_request,
            "approved": decided_request,
            "rejected": after(decided_request, reason="Not this year."),
            "withdrawn": withdrawn_request,
        },
        {"rejectEventRequest": always({"reason": "Not this year."})},
    ),
    "report": Kind(
        partial(find, "/admin/reports"),
        {
            "open": after(report),
            "open, of deleted content": report_of_deleted,
            "decided, kept": after(report, "keep"),
            "decided, hidden": after(report, "hide"),
            "decided, restored": after(report, "hide", "restore"),
        },
        {"adminDecideReport": decision_on_report},
    ),
    "blog post": Kind(
        partial(find, "/admin/blogs"),
        {
            "draft": after(blog_post, status="draft"),
            "scheduled": after(blog_post, status="scheduled", publishedAt="2027-01-01T00:00:00Z"),
            "published": after(blog_post),
        },
    ),
}
