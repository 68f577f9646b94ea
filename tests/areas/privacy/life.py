"""The life of one account that uses every operation that takes a value, and has it planted.

Pat is an expert, a client, a candidate, a clinic, a vendor, an ambassador and an administrator, one
after the other. The others deal with Pat, and write about Pat.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from tests import cast, make
from tests.areas.administrators.second_factor import App, SoftwarePasskey
from tests.areas.administrators.test_invitations import token_of
from tests.areas.calendar import calendar_client
from tests.areas.consultations.test_consultations import CONSULTATION
from tests.areas.imports import sending
from tests.areas.jobs import board
from tests.areas.privacy.planting import ADDRESS, Planter
from tests.areas.roles import desk
from tests.areas.uploads import samples, upload_client
from tests.kit.outbox import posting
from tests.world import Person, World

MASTER = cast.MASTER_PASSWORD
PROOF = {"masterPassword": MASTER}


@dataclass
class People:
    """Pat and the others."""

    pat: Person
    ada: Person
    """An expert."""
    ben: Person
    """A client."""
    carla: Person
    """A clinic."""
    cyrus: Person
    """A candidate."""
    root: Person
    addresses: set[str]
    """The addresses that Pat has or had."""


def live(planter: Planter) -> People:
    """Use all operations, and return the people. The last e-mails are not sent."""
    people = _sign_up(planter)
    for use in (
        _as_expert,
        _as_member,
        _at_events,
        _as_candidate,
        _as_client,
        _as_clinic,
        _as_vendor,
        _in_the_hands_of_administrators,
        _as_administrator,
        _with_others,
    ):
        use(planter, people)
        planter.world.clock.advance(minutes=10)
        _sign_in_again(planter.world, people)
    return people


def _sign_up(planter: Planter) -> People:
    world = planter.world
    ada, ben, root = cast.ada(world), cast.ben(world), cast.root(world)
    carla = cast.sign_up(world, "carla@example.com", jobsRole="clinic_owner")
    cyrus = cast.sign_up(world, "cyrus@example.com", jobsRole="candidate")
    board.verify(world, cyrus)
    make.into_expert(world, ada)
    email = planter.email("register.email")
    # Pat is a guest before there is an account.
    event = calendar_client.create_event(world, root, inviteeEmails=[email])
    text = posting.text(world.mail(email)[-1])
    path = re.search(r"/calendar/rsvp/\S+", text)
    assert path is not None
    world.post(f"{path[0]}?status=going").must(200)
    planter.note("replyByLink")
    agent = {"user-agent": planter.code("the user agent")}
    where = Person(email, address=ADDRESS)
    body = {"email": email, "password": cast.PASSWORD}
    world.post("/auth/register", body, as_=where, headers=agent).must(201)
    world.post("/auth/login", {"email": email, "password": "wrong"}, as_=where, headers=agent)
    proof = {"email": email, "otp": world.code(email)}
    verified = world.post("/auth/verify-email", proof, as_=where, headers=agent).must(200).data
    planter.note("register", "login", "verifyEmail")
    pat = replace(where, token=verified["token"], id=verified["user"]["id"])
    calendar_client.reply(world, pat, event, "declined").must(200)
    planter.note("respondToInvite")
    return People(pat, ada, ben, carla, cyrus, root, {email})


def _sign_in_again(world: World, people: People) -> None:
    """Access tokens live an hour, and administrators' sessions end when roles change."""
    for name in ("ada", "ben", "carla", "cyrus"):
        setattr(people, name, cast.sign_in(world, getattr(people, name).email))
    people.root = cast.root_again(world)
    pat = cast.sign_in(world, people.pat.email)
    people.pat = replace(pat, address=ADDRESS)


def _as_expert(planter: Planter, people: People) -> None:
    world, pat = planter.world, people.pat
    planter.call("updateMe", pat)
    planter.call("updateProfile", pat, role="expert")
    planter.call("updateProfileDetails", pat)
    make.change_account(world, pat.id, verification_tier="verified")
    planter.call("updateMe", pat)
    reason = {"reason": planter.code("adminReverseChange.reason")}
    path = f"/admin/queue/identity_changed/{pat.id}/reverse"
    world.post(path, reason, as_=people.root).must(200)
    planter.note("adminReverseChange")
    planter.call("updateMe", pat)
    role = desk.post(world, people.ben)
    world.patch(f"/roles/{role}", {"status": "active"}, as_=people.root).must(200)
    application = planter.call("applyToRole", pat, role)["id"]
    planter.call(
        "decideRoleApplications", people.ben, role, ids=[application], status="shortlisted"
    )
    accepted = {"status": "accepted"}
    world.patch(f"/roles/applications/{application}", accepted, as_=people.ben).must(200)
    planter.call("answerRoleOffer", pat, application)
    asked = {**CONSULTATION, "expertId": pat.id}
    consultation = world.post("/consultations", asked, as_=people.ben).must(201).data["id"]
    planter.call("answerConsultation", pat, consultation, answer="available")
    world.get("/experts/me/matches", as_=pat).must(200)


def _as_member(planter: Planter, people: People) -> None:
    pat = people.pat
    for kind in ("experts", "jobs"):
        query = {"search": planter.code("createSavedSearch.query")}
        planter.call("createSavedSearch", pat, kind=kind, query=query, frequency="instantly")
    saved = planter.call(
        "createSavedSearch", pat, kind="jobs", query={"search": "endodontist"}, frequency="daily"
    )
    query = {"location": planter.code("updateSavedSearch.query")}
    planter.call("updateSavedSearch", pat, saved["id"], query=query, frequency="weekly")
    post = planter.call("createFeedPost", pat)["id"]
    planter.call("createFeedComment", pat, post)
    theirs = planter.world.post("/feed/posts", {"content": "Mine."}, as_=people.ben).data["id"]
    planter.call("createFeedComment", pat, theirs)
    planter.call("likePost", pat, theirs)
    planter.call("updateFeedPost", pat, post)
    pictured = planter.call("createFeedPost", pat)["id"]
    _upload(planter, pat, "feed-images", feedPostId=pictured)
    _upload(planter, pat, "general-assets")
    report = planter.call("reportContent", pat, kind="post", targetId=theirs)["id"]
    planter.call("adminDecideReport", people.root, report)
    planter.call("reportContent", people.ben, kind="post", targetId=post)
    planter.call("createConsultation", pat, expertId=people.ada.id)
    consultation = planter.call("createConsultation", pat, expertId=people.ada.id)["id"]
    scheduled = {"status": "scheduled", "startAt": "2030-05-07T15:00:00Z", "timezone": "UTC"}
    planter.call("adminUpdateConsultation", people.root, consultation, **scheduled)
    planter.call("createCalendarFeedToken", pat)


def _upload(planter: Planter, pat: Person, folder: str, **members: Any) -> Any:
    """Upload a picture whose name and content are planted."""
    body = samples.png_with(planter.code(f"the file in {folder}").encode())
    ticket = planter.call(
        "createUploadUrl",
        pat,
        but=["feedPostId"],
        fileName=planter.code("createUploadUrl.fileName") + ".png",
        contentType="image/png",
        fileSizeBytes=len(body),
        folder=folder,
        **members,
    )
    upload_client.put_file(planter.world, ticket, body).must(201)
    planter.note("putUpload")
    return planter.call("completeUpload", pat, objectPath=ticket["objectPath"])


def _cv(planter: Planter, pat: Person) -> str:
    body = samples.PDF + planter.code("the CV").encode()
    ticket = planter.call(
        "createCvUploadUrl",
        pat,
        fileName=planter.code("createCvUploadUrl.fileName") + ".pdf",
        contentType="application/pdf",
        fileSizeBytes=len(body),
    )
    upload_client.put_file(planter.world, ticket, body).must(201)
    planter.call("completeUpload", pat, objectPath=ticket["objectPath"])
    return str(ticket["objectPath"])


def _at_events(planter: Planter, people: People) -> None:
    world, pat, root = planter.world, people.pat, people.root
    cover = samples.png_with(planter.code("the cover").encode())
    ticket = planter.call("createCoverUploadUrl", pat, contentType="image/png")
    upload_client.put_file(world, ticket, cover, "image/png").must(201)
    zone = "America/New_York"
    requests = [
        planter.call(
            "submitEvent", pat, timezone=zone, coverUrl=ticket["fileUrl"], visibility="public"
        )["id"]
        for _ in range(3)
    ]
    planter.call("approveEventRequest", root, requests[0])
    planter.call("rejectEventRequest", root, requests[1])
    # Somebody else asks for an event with Pat.
    invited = {"inviteeEmails": [pat.email, "someone@example.net"]}
    request = {**calendar_client.EVENT, "startAt": "2027-02-04T18:00:00Z", **invited}
    world.post("/calendar/submissions", request, as_=people.ben).must(201)
    world.run_periodic_tasks()
    event = calendar_client.create_event(world, root, inviteeEmails=[pat.email])
    planter.call("deleteEvent", root, event)


def _as_candidate(planter: Planter, people: People) -> None:
    world, pat = planter.world, people.pat
    planter.call("updateJobsMe", pat, jobsRole="candidate", cvObjectPath=_cv(planter, pat))
    make.change_account(world, pat.id, jobs_verification_tier="verified")
    job = board.post(world, people.carla)
    world.post(f"/admin/jobs/{job}/approve", as_=people.root).must(200)
    code = world.get("/jobs/me", as_=people.cyrus).must(200).data["referralCode"]
    network = f"https://www.linkedin.com/in/{planter.code('applyToJob.professionalNetworkUrl')}"
    application = planter.call(
        "applyToJob",
        pat,
        job,
        cvObjectPath=_cv(planter, pat),
        referralCode=code,
        professionalNetworkUrl=network,
        countryCode="+1",
    )["id"]
    planter.call("decideJobApplications", people.carla, job, ids=[application], status="reviewing")
    planter.call("getJobApplicationCv", people.carla, application)
    board.decide_as(world, people.carla, application, "interview", "offered")
    planter.call("answerOffer", pat, application)
    world.run_periodic_tasks()


def _as_client(planter: Planter, people: People) -> None:
    pat = people.pat
    planter.call("updateProfile", pat, role="client")
    first, second, third = (planter.call("createRole", pat)["id"] for _ in range(3))
    planter.call("approveRole", people.root, first)
    planter.call("rejectRole", people.root, third)
    planter.call("reopenRole", people.root, third)
    planter.call("rejectRole", people.root, third)
    application = planter.call("applyToRole", people.ada, first)["id"]
    planter.call("decideRoleApplication", pat, application, status="shortlisted")
    planter.call("updateRole", pat, second, but=["status"])
    about = {"kind": "expert", "id": people.ada.id}
    asked = planter.call("requestIntroduction", pat, recipientId=people.ada.id, about=about)["id"]
    planter.world.post(f"/introductions/{asked}/accept", as_=people.ada).must(200)
    about = {"kind": "role", "id": first}
    planter.call("requestIntroduction", people.ada, recipientId=pat.id, about=about)
    planter.call("adminCreateRole", people.root, userId=pat.id, status="active")


def _as_clinic(planter: Planter, people: People) -> None:
    world, pat, root = planter.world, people.pat, people.root
    planter.call("updateJobsMe", pat, jobsRole="clinic_owner", but=["cvObjectPath"])
    planter.call("replaceClinicProfile", pat)
    planter.call("updateClinicProfile", pat)
    jobs = [planter.call("createJob", pat, **_PAY)["id"] for _ in range(3)]
    planter.call("approveJob", root, jobs[0])
    planter.call("rejectJob", root, jobs[1])
    planter.call("reopenJob", root, jobs[1])
    planter.call("rejectJob", root, jobs[1])
    planter.call("updateJob", pat, jobs[2], **_PAY)
    planter.call("adminUpdateJob", root, jobs[2], **_PAY)
    application = planter.call(
        "applyToJob",
        people.cyrus,
        jobs[0],
        but=["professionalNetworkUrl", "cvObjectPath", "referralCode"],
        countryCode="+1",
    )["id"]
    planter.call("decideJobApplication", pat, application, status="reviewing")
    world.run_periodic_tasks()


_PAY: Mapping[str, Any] = {"annualCompMin": 1, "annualCompMax": 2}


def _as_vendor(planter: Planter, people: People) -> None:
    pat = people.pat
    planter.call("updateVendorsMe", pat, vendorsRole="vendor")
    planter.call("adminAskForChanges", people.root, str(pat.id), members=["offering"])
    planter.call("adminSetVendor", people.root, str(pat.id), vendorsVerificationTier="verified")
    but = ["videoObjectPath", "attachmentPaths"]
    planter.call("updateVendorProfile", pat, but=but)
    planter.call("updateVendorsMe", pat, vendorsRole="ambassador")
    planter.call("adminSetVendor", people.root, str(pat.id), vendorsVerificationTier="verified")
    planter.call("updateAmbassadorProfile", pat, but=but)


def _in_the_hands_of_administrators(planter: Planter, people: People) -> None:
    world, pat, root = planter.world, people.pat, people.root
    account = str(pat.id)
    kept = ["role", "jobsRole", "vendorsRole", "isEmailVerified"]
    kept += ["verificationTier", "jobsVerificationTier", "vendorsVerificationTier"]
    planter.call("adminPatchUser", root, account, but=kept)
    planter.call("adminSendCustomEmail", root, account)
    planter.call("adminSendIntroEmail", root, introducerEmail=pat.email)
    planter.call("adminSendIntroEmail", root, introduceeEmail=pat.email)
    planter.call("adminPreviewIntroEmail", root)
    planter.call("adminDisableUser", root, account)
    planter.call("adminEnableUser", root, account)
    planter.call("adminEraseUser", root, account, now=False)
    person = cast.sign_in(world, pat.email)
    new = planter.email("requestEmailChange.newEmail")
    planter.call("requestEmailChange", person, newEmail=new, password=cast.PASSWORD)
    planter.call("confirmEmailChange", person, otp=world.code(new))
    people.addresses.add(new)
    people.pat = replace(person, email=new, address=ADDRESS)
    planter.call("requestEmailChange", people.pat, password=cast.PASSWORD)


def _as_administrator(planter: Planter, people: People) -> None:
    world = planter.world
    planter.call("adminAssignRole", people.root, id=people.pat.id, role="admin")
    token = token_of(world, people.pat)
    passwords = {"password": cast.PASSWORD, **PROOF}
    planter.call("acceptAdminInvitation", people.pat, token=token, **passwords)
    admin = cast.root_again(world, people.pat.email)
    planter.note("adminLogin")
    planter.call("adminCreateApiKey", admin, scopes=["jobs:read"])
    hook = planter.call("adminCreateWebhook", admin, types=["*"])["id"]
    planter.call("adminUpdateWebhook", admin, hook, types=["*"], enabled=False)
    blog = planter.call("adminCreateBlog", admin, status="published", but=["publishedAt"])["id"]
    planter.call("adminUpdateBlog", admin, blog, status="published", but=["publishedAt"])
    planter.call("adminPreviewMarkdown", admin)
    planter.call("adminPutTemplate", admin, "license-missing", kind="email")
    planter.call("adminAddNote", admin, subject={"kind": "account", "id": people.ben.id})
    zone = "America/New_York"
    event = planter.call("createEvent", admin, timezone=zone, visibility="public")["event"]["id"]
    planter.call("updateEvent", admin, event, timezone=zone, visibility="public")
    planter.call("addGuests", admin, event, inviteeIds=[people.ben.id])
    _add_second_factors(planter, admin)


def _add_second_factors(planter: Planter, admin: Person) -> None:
    secret = planter.call("beginTotp", admin, **PROOF)["secret"]
    planter.call("confirmTotp", admin, code=App(secret, []).code(planter.world))
    begun = planter.call("beginPasskey", admin, **PROOF)
    passkey = SoftwarePasskey().create(begun["passkeyOptions"])
    planter.call("addPasskey", admin, challenge=begun["challenge"], passkey=passkey)


def _with_others(planter: Planter, people: People) -> None:
    """Others write about Pat, and what they write waits."""
    world, root, email = planter.world, people.root, people.pat.email
    name = planter.code("adminImport of accounts")
    row = f"{email},{name},{name},expert,,"
    for dry_run in (True, False):
        sending.imported(world, root, "accounts", sending.lines([row]), dry_run=dry_run)
    planter.note("adminImport")
    sending.read_columns(world, root, sending.lines([row])).must(200)
    planter.note("adminReadImportColumns")
    planter.call("adminCreateCandidate", root, email=email, phone="+1 512 555 0142", but=["jobIds"])
    (former,) = people.addresses - {email}
    name = planter.code("adminBulkCreateCandidates")
    who = {"firstName": name, "lastName": name, "email": former}
    planter.call("adminBulkCreateCandidates", root, candidates=[who], but=["jobIds"])
    world.get(f"/admin/search?q={quote(email)}", as_=root).must(200)
