"""How roles, jobs, vendors, consultations, users and recruiting are asked for."""

from collections.abc import Mapping

from tests.areas.administration.test_written_emails import CUSTOM, INTRODUCTION
from tests.areas.consultations.test_consultations import CONSULTATION
from tests.areas.jobs import board
from tests.areas.recruiting import agency
from tests.areas.roles import desk
from tests.rights.asking import Request, Sent, of_somebodys, sending
from tests.rights.stage import NEW_NAME, Stage
from tests.world import Person

_NEED = {"challenge": "We open a third office."}


def _of_ben(body: object = None, *, pending: bool = False) -> Request:
    def making(stage: Stage, _: Person) -> Sent:
        return Sent(stage.pending_role if pending else stage.role, body)

    return of_somebodys(making, "ben", "chad")


def _posted_by_ben(*, pending: bool = False) -> Request:
    def making(stage: Stage, _: Person) -> Sent:
        return Sent(desk.post(stage.world, stage.ben) if pending else stage.open_role())

    return of_somebodys(making, "ben", "chad")


def _applied_to_ben(stage: Stage) -> str:
    return desk.apply(stage.world, stage.open_role(), stage.ada)


def _applied(stage: Stage, _: Person) -> Sent:
    return Sent(_applied_to_ben(stage))


def _shortlisting(stage: Stage, _: Person) -> Sent:
    return Sent(_applied_to_ben(stage), {"status": "shortlisted"})


def _withdrawing_from_role(stage: Stage, _: Person) -> Sent:
    return Sent(_applied_to_ben(stage), {"status": "withdrawn"})


def _of_carla(body: object = None, *, pending: bool = False) -> Request:
    def making(stage: Stage, _: Person) -> Sent:
        return Sent(stage.pending_job if pending else stage.job, body)

    return of_somebodys(making, "carla", "connie")


def _posted_by_carla(body: object = None, *, pending: bool = False) -> Request:
    def making(stage: Stage, _: Person) -> Sent:
        return Sent(board.post(stage.world, stage.carla) if pending else stage.open_job(), body)

    return of_somebodys(making, "carla", "connie")


def _applying(*, pending: bool = False) -> Request:
    def making(stage: Stage, _: Person) -> Sent:
        body = {**board.APPLICATION, "email": stage.email()}
        return Sent(stage.pending_job if pending else stage.job, body)

    return of_somebodys(making, "carla", "connie")


def _received(body: object = None, *, by: str = "candidate") -> Request:
    """An application to a job of Carla's, hers to decide."""

    def making(stage: Stage, _: Person) -> Sent:
        job, applicant = stage.open_job(), stage.people[by]
        cv = board.cv(stage.world, applicant)
        return Sent(board.apply(stage.world, job, applicant, cvObjectPath=cv), body)

    return of_somebodys(making, "carla", "connie")


def _sent_in(stage: Stage, _: Person) -> Sent:
    return Sent(board.apply(stage.world, stage.open_job(), stage.people["candidate"]))


def _arranged(body: object = None) -> Request:
    """A consultation that Ada asked for."""

    def making(stage: Stage, _: Person) -> Sent:
        made = stage.world.post("/consultations", dict(CONSULTATION), as_=stage.ada).must(201)
        return Sent(made.data["id"], body)

    return of_somebodys(making)


def _entry(name: str, body: object = None) -> Request:
    """What an account is among vendors."""
    other = "vince" if name == "vendor" else "vendor"
    return of_somebodys(lambda stage, _: Sent(str(stage.people[name].id), body), name, other)


def _user(body: object = None) -> Request:
    return of_somebodys(lambda stage, _: Sent(str(stage.ada.id), body))


def _assigning(stage: Stage, _: Person) -> Sent:
    return Sent(body={"id": stage.ada.id, "role": "expert"})


def _of_a_stranger(body: object = None, **columns: object) -> Request:
    return Request(lambda stage, _: Sent(str(stage.somebody(**columns).id), body))


def _key(stage: Stage, _: Person) -> Sent:
    sent = {"name": "A site of dentists", "scopes": ["jobs:read"]}
    return Sent(stage.world.post("/admin/api-keys", sent, as_=stage.root).must(201).data["id"])


def _nova(stage: Stage) -> dict[str, object]:
    return {**agency.NOVA, "email": stage.email()}


def _candidate(stage: Stage) -> str:
    return agency.added(stage.world, stage.root, **_nova(stage))


def _associating(stage: Stage, _: Person) -> Sent:
    job = stage.job
    [found] = [
        one["id"] for one in agency.openings(stage.world, stage.root) if one["jobOpeningId"] == job
    ]
    return Sent(_candidate(stage), {"jobIds": [found]})


REQUESTS: Mapping[str, Request] = {
    "createRole": sending(desk.POSTING),
    "getRole": _of_ben(),
    "getRole/pending": _of_ben(pending=True),
    "updateRole": _of_ben(_NEED),
    "updateRole/pending": _of_ben(_NEED, pending=True),
    "deleteRole": _posted_by_ben(),
    "deleteRole/pending": _posted_by_ben(pending=True),
    "adminCreateRole": Request(
        lambda stage, _: Sent(body={**desk.POSTING, "userId": stage.ben.id})
    ),
    "applyToRole": _of_ben({}),
    "applyToRole/pending": _of_ben({}, pending=True),
    "listRoleApplications": _of_ben(),
    "listRoleApplications/pending": _of_ben(pending=True),
    "getRoleApplication": of_somebodys(_applied, "ben", "chad"),
    "getRoleApplication/sent": of_somebodys(_applied),
    "decideRoleApplication": of_somebodys(_shortlisting, "ben", "chad"),
    "decideRoleApplication/withdrawn": of_somebodys(_withdrawing_from_role),
    "listRoleMatches": _of_ben(),
    "listRoleMatches/pending": _of_ben(pending=True),
    "createJob": sending(board.POSTING),
    "getJob": _of_carla(),
    "getJob/pending": _of_carla(pending=True),
    "updateJob": _posted_by_carla(_NEED),
    "updateJob/pending": _of_carla(_NEED, pending=True),
    "closeJob": _posted_by_carla(),
    "closeJob/pending": _posted_by_carla(pending=True),
    "adminUpdateJob": _of_carla(_NEED),
    "approveJob": _posted_by_carla(pending=True),
    "rejectJob": _posted_by_carla({"reason": "It names no clinic."}, pending=True),
    "applyToJob": _applying(),
    "applyToJob/pending": _applying(pending=True),
    "listJobApplications": _of_carla(),
    "listJobApplications/pending": _of_carla(pending=True),
    "getJobApplication": _received(),
    "getJobApplication/sent": of_somebodys(_sent_in, "candidate", "curt"),
    "decideJobApplication": _received({"status": "reviewing"}),
    "withdrawJobApplication": of_somebodys(_sent_in, "candidate", "curt"),
    "withdrawJobApplication/received": _received(by="curt"),
    "getJobApplicationCv": _received(),
    "updateJobsMe": sending({"lookingForMentor": True}),
    "updateClinicProfile": sending({"practiceName": "Orchard Gate Dental"}),
    "listJobMatches": _of_carla(),
    "listJobMatches/pending": _of_carla(pending=True),
    "updateVendorsMe": sending(NEW_NAME),
    "updateVendorProfile": sending({"companyName": "Larkspur Supplies"}),
    "updateAmbassadorProfile": sending({"location": "Austin, Texas"}),
    "getVendorDirectoryEntry": _entry("vendor"),
    "getVendorDirectoryEntry/unverified": _entry("vince"),
    "adminSetVendor": _entry("vendor", {"vendorsVerificationTier": "verified"}),
    "createConsultation": sending(CONSULTATION),
    "getConsultation": _arranged(),
    "cancelConsultation": _arranged(),
    "adminUpdateConsultation": _arranged({"status": "declined"}),
    "adminGetUser": _user(),
    "adminPatchUser": _user(NEW_NAME),
    "adminAssignRole": of_somebodys(_assigning),
    "resendAdminInvitation": Request(lambda stage, _: Sent(str(stage.somebody(role="admin").id))),
    "adminDisableUser": _of_a_stranger({"reason": "Spam."}),
    "adminEnableUser": _of_a_stranger(),
    "adminSendCustomEmail": Request(lambda stage, _: Sent(str(stage.ada.id), CUSTOM)),
    "adminPreviewIntroEmail": sending(INTRODUCTION),
    "adminSendIntroEmail": sending(
        {
            "subject": "Ada, meet Gil",
            "body": "You two should talk.",
            "introducerEmail": "gil@example.com",
            "introduceeEmail": "ada@example.com",
        }
    ),
    "adminCreateApiKey": sending({"name": "A site of dentists", "scopes": ["jobs:read"]}),
    "adminRevokeApiKey": Request(_key),
    "adminCreateCandidate": Request(lambda stage, _: Sent(body=_nova(stage))),
    "adminBulkCreateCandidates": Request(
        lambda stage, _: Sent(body={"candidates": [_nova(stage)]})
    ),
    "adminAssociateJobs": Request(_associating),
    "adminListCandidateJobs": Request(lambda stage, _: Sent(_candidate(stage))),
}
