"""Requests for roles, jobs, vendors, consultations, users and recruiting."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from bridgework.areas.back_office.webhooks.tables import webhook_deliveries as deliveries
from tests.areas.administration.test_written_emails import CUSTOM, INTRODUCTION
from tests.areas.consultations.test_consultations import CONSULTATION
from tests.areas.imports.sending import CSV, process, send
from tests.areas.introductions import asking
from tests.areas.jobs import board
from tests.areas.recruiting import recruiting_client
from tests.areas.roles import desk
from tests.areas.webhooks import hooks
from tests.rights.requests import Request, RequestParts, of_owner, with_body, without_body
from tests.rights.stage import NEW_NAME, Stage
from tests.world import Person, next_number

_HOOK = "http://127.0.0.1:9/"
_NEED = {"challenge": "We open a third office."}
_DECISION = {"ids": ["01942520-e3a0-7704-b3c8-3850c0ae0354"], "status": "declined"}


def _of_ben(body: object = None, *, pending: bool = False) -> Request:
    def build(stage: Stage, _: Person) -> RequestParts:
        return RequestParts(stage.pending_role if pending else stage.role, body)

    return of_owner(build, "ben", "chad")


def _role_of_ben(body: object = None, *, pending: bool = False) -> Request:
    def build(stage: Stage, _: Person) -> RequestParts:
        return RequestParts(
            desk.post(stage.world, stage.ben) if pending else stage.open_role(), body
        )

    return of_owner(build, "ben", "chad")


def _rejected(kind: str, post: Callable[[Stage], str], *owners: str) -> Request:
    def build(stage: Stage, _: Person) -> RequestParts:
        posting = post(stage)
        stage.world.post(f"/admin/{kind}s/{posting}/reject", as_=stage.root).must(200)
        return RequestParts(posting, {"reason": "We read it again."})

    return of_owner(build, *owners)


def _applied_to_role(stage: Stage) -> str:
    return desk.apply(stage.world, stage.open_role(), stage.ada)


def _role_application(stage: Stage, _: Person) -> RequestParts:
    return RequestParts(_applied_to_role(stage))


def _accepted_for_role(stage: Stage, _: Person) -> RequestParts:
    application = _applied_to_role(stage)
    for status in ("shortlisted", "accepted"):
        path = f"/roles/applications/{application}"
        stage.world.patch(path, {"status": status}, as_=stage.ben).must(200)
    return RequestParts(application, {"answer": "accepted"})


def _shortlist(stage: Stage, _: Person) -> RequestParts:
    return RequestParts(_applied_to_role(stage), {"status": "shortlisted"})


def _withdraw_from_role(stage: Stage, _: Person) -> RequestParts:
    return RequestParts(_applied_to_role(stage), {"status": "withdrawn"})


def _of_carla(body: object = None, *, pending: bool = False) -> Request:
    def build(stage: Stage, _: Person) -> RequestParts:
        return RequestParts(stage.pending_job if pending else stage.job, body)

    return of_owner(build, "carla", "connie")


def _job_of_carla(body: object = None, *, pending: bool = False) -> Request:
    def build(stage: Stage, _: Person) -> RequestParts:
        return RequestParts(
            board.post(stage.world, stage.carla) if pending else stage.open_job(), body
        )

    return of_owner(build, "carla", "connie")


def _apply_to_job(*, pending: bool = False) -> Request:
    def build(stage: Stage, _: Person) -> RequestParts:
        body = {**board.APPLICATION, "email": stage.email()}
        return RequestParts(stage.pending_job if pending else stage.job, body)

    return of_owner(build, "carla", "connie")


def _received_application(body: object = None, *, by: str = "candidate") -> Request:
    """An application to a job of Carla's, who decides on it."""

    def build(stage: Stage, _: Person) -> RequestParts:
        job, applicant = stage.open_job(), stage.people[by]
        cv = board.upload_cv(stage.world, applicant)
        return RequestParts(board.apply(stage.world, job, applicant, cvObjectPath=cv), body)

    return of_owner(build, "carla", "connie")


def _sent_application(stage: Stage, _: Person) -> RequestParts:
    return RequestParts(board.apply(stage.world, stage.open_job(), stage.people["candidate"]))


def _offered_job(stage: Stage, _: Person) -> RequestParts:
    application = board.apply(stage.world, stage.open_job(), stage.people["candidate"])
    for status in ("reviewing", "interview", "offered"):
        path = f"/jobs/applications/{application}"
        stage.world.patch(path, {"status": status}, as_=stage.carla).must(200)
    return RequestParts(application, {"answer": "declined", "note": "Too far."})


def _ask_vendor(stage: Stage, caller: Person) -> RequestParts:
    """A vendor cannot ask itself."""
    people = stage.people
    vendor = people["ambassador" if caller == people["vendor"] else "vendor"]
    return RequestParts(body=asking.body(vendor, "vendor", str(vendor.id)))


def _ask_expert(stage: Stage, _: Person) -> RequestParts:
    return RequestParts(body=asking.body(stage.ada, "expert", str(stage.ada.id)))


def _introduction(owner: str) -> Request:
    """An introduction of Ben's to Ada, whose `owner` is either."""

    def build(stage: Stage, _: Person) -> RequestParts:
        return RequestParts(asking.plant(stage.world, stage.ben, stage.ada))

    return of_owner(build, owner, "expert")


def _block(stage: Stage, _: Person) -> RequestParts:
    return RequestParts(str(stage.people["vince"].id))


def _consultation(body: object = None) -> Request:
    """A consultation that Ada requested."""

    def build(stage: Stage, _: Person) -> RequestParts:
        created = stage.world.post("/consultations", dict(CONSULTATION), as_=stage.ada).must(201)
        return RequestParts(created.data["id"], body)

    return of_owner(build)


def _named(stage: Stage, _: Person) -> RequestParts:
    """A consultation that Ben requested with Ada, and her answer."""
    body = {**CONSULTATION, "expertId": stage.ada.id}
    created = stage.world.post("/consultations", body, as_=stage.ben).must(201)
    return RequestParts(created.data["id"], {"answer": "declined", "note": "I am away."})


def _read_named(stage: Stage, person: Person) -> RequestParts:
    return RequestParts(_named(stage, person).at)


def _vendor_profile(name: str, body: object = None) -> Request:
    """The vendor profile of an account."""
    other = "vince" if name == "vendor" else "vendor"
    return of_owner(lambda stage, _: RequestParts(str(stage.people[name].id), body), name, other)


def _user(body: object = None) -> Request:
    return of_owner(lambda stage, _: RequestParts(str(stage.ada.id), body))


def _import(stage: Stage, _: Person) -> RequestParts:
    process(stage.world)
    headers = {"content-type": CSV}
    return RequestParts(body=b"email\n", query="kind=accounts", headers=headers)


def _imported(stage: Stage) -> str:
    process(stage.world)
    import_id = str(send(stage.world, stage.root, "accounts", "email\n").must(202).data["id"])
    process(stage.world)
    return import_id


def _running_import(stage: Stage, _: Person) -> RequestParts:
    process(stage.world)
    sent = send(stage.world, stage.root, "accounts", "email\n").must(202)
    return RequestParts(str(sent.data["id"]))


def _assign_role(stage: Stage, _: Person) -> RequestParts:
    return RequestParts(body={"id": stage.ada.id, "role": "expert"})


def _of_new_account(body: object = None, **columns: object) -> Request:
    return Request(lambda stage, _: RequestParts(str(stage.new_account(**columns).id), body))


def _leaving_account(stage: Stage, _: Person) -> RequestParts:
    account_id = str(stage.new_account().id)
    reason = {"reason": "Asked for it by telephone."}
    stage.world.post(f"/admin/users/{account_id}/erase", reason, as_=stage.root).must(202)
    return RequestParts(account_id)


def _key(stage: Stage, _: Person) -> RequestParts:
    body = {"name": "A site of dentists", "scopes": ["jobs:read"]}
    return RequestParts(
        stage.world.post("/admin/api-keys", body, as_=stage.root).must(201).data["id"]
    )


def _rotated_key(stage: Stage, person: Person) -> RequestParts:
    return replace(_key(stage, person), body={"keepHours": 0})


def _webhook(body: object = None) -> Request:
    def build(stage: Stage, _: Person) -> RequestParts:
        return RequestParts(hooks.create(stage.world, stage.root, _HOOK)["id"], body)

    return Request(build)


def _delivery(stage: Stage, _: Person) -> RequestParts:
    webhook_id = hooks.create(stage.world, stage.root, _HOOK)["id"]
    sent = stage.world.post(f"/admin/webhooks/{webhook_id}/test", as_=stage.root).must(202).data
    failed = {"status": "failed", "due_at": None}
    with stage.world.application.app_state.database.writing() as tx:
        tx.execute(deliveries.update().where(deliveries.c.id == sent["id"]).values(failed))
    return RequestParts(sent["id"])


def _nova(stage: Stage) -> dict[str, object]:
    return {**recruiting_client.NOVA, "email": stage.email()}


def _candidate(stage: Stage) -> str:
    return recruiting_client.create_candidate(stage.world, stage.root, **_nova(stage))


def _associate_candidate(stage: Stage, _: Person) -> RequestParts:
    job = stage.job
    [found] = [
        opening["id"]
        for opening in recruiting_client.list_openings(stage.world, stage.root)
        if opening["jobOpeningId"] == job
    ]
    return RequestParts(_candidate(stage), {"jobIds": [found]})


def _new_note(stage: Stage, _: Person) -> RequestParts:
    subject = {"kind": "account", "id": stage.ada.id}
    return RequestParts(body={"subject": subject, "text": "Asked for a call."})


def _note(stage: Stage, person: Person) -> RequestParts:
    body = _new_note(stage, person).body
    created = stage.world.post("/admin/notes", body, as_=stage.root).must(201)
    return RequestParts(created.data["id"])


_TEMPLATE = {"kind": "rejection", "body": "A license is missing, {{firstName}}."}


def _template(stage: Stage, _: Person) -> RequestParts:
    name = f"template-{next_number()}"
    stage.world.put(f"/admin/templates/{name}", _TEMPLATE, as_=stage.root).must(200)
    return RequestParts(name)


def _in_queue(stage: Stage, _: Person) -> RequestParts:
    return RequestParts(desk.post(stage.world, stage.ben), kind="role")


def _assignment(stage: Stage, _: Person) -> RequestParts:
    role = desk.post(stage.world, stage.ben)
    return RequestParts(role, body={"userId": stage.root.id}, kind="role")


def _decide_many(stage: Stage, _: Person) -> RequestParts:
    item = {"kind": "role", "id": desk.post(stage.world, stage.ben)}
    return RequestParts(body={"items": [item], "decision": "approve"})


def _change(body: Mapping[str, object] | None = None) -> Request:
    def create(stage: Stage, _: Person) -> RequestParts:
        role = desk.post(stage.world, stage.ben)
        stage.world.post(f"/admin/roles/{role}/approve", {}, as_=stage.root).must(200)
        edit = {"challenge": "Another text."}
        stage.world.patch(f"/roles/{role}", edit, as_=stage.ben).must(200)
        return RequestParts(role, body=body, kind="role_changed")

    return Request(create)


REQUESTS: Mapping[str, Request] = {
    "adminGetChange": _change(),
    "adminConfirmChange": _change(),
    "adminReverseChange": _change({"reason": "Another position."}),
    "adminDecideMany": Request(_decide_many),
    "adminClaim": Request(_in_queue),
    "adminRelease": Request(_in_queue),
    "adminAssign": Request(_assignment),
    "adminCreateWebhook": with_body({"url": _HOOK, "types": ["*"]}),
    "adminUpdateWebhook": _webhook({"enabled": False}),
    "adminDeleteWebhook": _webhook(),
    "adminRotateWebhookSecret": _webhook(),
    "adminTestWebhook": _webhook(),
    "adminListDeliveries": _webhook(),
    "adminRedeliver": Request(_delivery),
    "createRole": with_body(desk.POSTING),
    "getRole": _of_ben(),
    "getRole/pending": _of_ben(pending=True),
    "updateRole": _of_ben(_NEED),
    "updateRole/pending": _of_ben(_NEED, pending=True),
    "closeRole": _role_of_ben(),
    "closeRole/pending": _role_of_ben(pending=True),
    "deleteRole": _role_of_ben(),
    "deleteRole/pending": _role_of_ben(pending=True),
    "adminCreateRole": Request(
        lambda stage, _: RequestParts(body={**desk.POSTING, "userId": stage.ben.id})
    ),
    "approveRole": _role_of_ben(pending=True),
    "rejectRole": _role_of_ben({"reason": "It names no budget."}, pending=True),
    "reopenRole": _rejected("role", lambda stage: desk.post(stage.world, stage.ben), "ben", "chad"),
    "applyToRole": _of_ben({}),
    "applyToRole/pending": _of_ben({}, pending=True),
    "listRoleApplications": _of_ben(),
    "listRoleApplications/pending": _of_ben(pending=True),
    "decideRoleApplications": _of_ben(_DECISION),
    "decideRoleApplications/pending": _of_ben(_DECISION, pending=True),
    "getRoleApplication": of_owner(_role_application, "ben", "chad"),
    "getRoleApplication/sent": of_owner(_role_application),
    "decideRoleApplication": of_owner(_shortlist, "ben", "chad"),
    "decideRoleApplication/withdrawn": of_owner(_withdraw_from_role),
    "answerRoleOffer": of_owner(_accepted_for_role),
    "answerRoleOffer/received": of_owner(_accepted_for_role, "ben", "chad"),
    "withdrawRoleApplication": of_owner(_role_application),
    "withdrawRoleApplication/received": of_owner(_role_application, "ben", "chad"),
    "listRoleMatches": _of_ben(),
    "listRoleMatches/pending": _of_ben(pending=True),
    "getMyRoleMatch": _of_ben(),
    "getMyRoleMatch/pending": _of_ben(pending=True),
    "createJob": with_body(board.POSTING),
    "getJob": _of_carla(),
    "getJobPage": _of_carla(),
    "getJob/public": _of_carla(),
    "getJob/pending": _of_carla(pending=True),
    "getJob/pending,public": _of_carla(pending=True),
    "listJobs/public": without_body(),
    "updateJob": _job_of_carla(_NEED),
    "updateJob/pending": _of_carla(_NEED, pending=True),
    "closeJob": _job_of_carla(),
    "closeJob/pending": _job_of_carla(pending=True),
    "adminUpdateJob": _of_carla(_NEED),
    "approveJob": _job_of_carla(pending=True),
    "rejectJob": _job_of_carla({"reason": "It names no clinic."}, pending=True),
    "reopenJob": _rejected(
        "job", lambda stage: board.post(stage.world, stage.carla), "carla", "connie"
    ),
    "applyToJob": _apply_to_job(),
    "applyToJob/pending": _apply_to_job(pending=True),
    "listJobApplications": _of_carla(),
    "listJobApplications/pending": _of_carla(pending=True),
    "decideJobApplications": _of_carla(_DECISION),
    "decideJobApplications/pending": _of_carla(_DECISION, pending=True),
    "getJobApplication": _received_application(),
    "getJobApplication/sent": of_owner(_sent_application, "candidate", "curt"),
    "decideJobApplication": _received_application({"status": "reviewing"}),
    "answerOffer": of_owner(_offered_job, "candidate", "curt"),
    "answerOffer/open": of_owner(
        lambda stage, person: RequestParts(
            _sent_application(stage, person).at, {"answer": "accepted"}
        ),
        "candidate",
        "curt",
    ),
    "withdrawJobApplication": of_owner(_sent_application, "candidate", "curt"),
    "withdrawJobApplication/received": _received_application(by="curt"),
    "getJobApplicationCv": _received_application(),
    "updateJobsMe": with_body({"lookingForMentor": True}),
    "updateClinicProfile": with_body({"practiceName": "Orchard Gate Dental"}),
    "replaceClinicProfile": with_body({"practiceName": "Orchard Gate Dental"}),
    "listJobMatches": _of_carla(),
    "listJobMatches/pending": _of_carla(pending=True),
    "getMyJobMatch": _of_carla(),
    "getMyJobMatch/pending": _of_carla(pending=True),
    "updateVendorsMe": with_body(NEW_NAME),
    "updateVendorProfile": with_body({"companyName": "Larkspur Supplies"}),
    "updateAmbassadorProfile": with_body({"location": "Austin, Texas"}),
    "getVendorDirectoryEntry": _vendor_profile("vendor"),
    "getVendorDirectoryEntry/unverified": _vendor_profile("vince"),
    "adminSetVendor": _vendor_profile("vendor", {"vendorsVerificationTier": "verified"}),
    "createConsultation": with_body(CONSULTATION),
    "updateContactSettings": with_body({"introductions": "everybody"}),
    "block": Request(_block),
    "unblock": Request(_block),
    "requestIntroduction": Request(_ask_vendor),
    "requestIntroduction/expert": Request(_ask_expert),
    "acceptIntroduction": _introduction("ada"),
    "declineIntroduction": _introduction("ada"),
    "withdrawIntroduction": _introduction("ben"),
    "getConsultation": _consultation(),
    "getConsultation/named": of_owner(_read_named),
    "answerConsultation": of_owner(_named),
    "answerConsultation/client": of_owner(_named, "ben", "chad"),
    "cancelConsultation": _consultation(),
    "adminUpdateConsultation": _consultation({"status": "declined"}),
    "adminGetUser": _user(),
    "adminImport": Request(_import),
    "adminReadImportColumns": Request(_import),
    "adminGetImportSample": Request(lambda _, __: RequestParts("accounts.csv")),
    "adminGetImport": Request(lambda stage, _: RequestParts(_imported(stage))),
    "adminCancelImport": Request(_running_import),
    "adminExport": Request(lambda _, __: RequestParts("accounts.csv")),
    "adminPatchUser": _user(NEW_NAME),
    "adminListSessions": _user(),
    "adminGetProfile": _user(),
    "adminGetTimeline": _user(),
    "adminAddNote": Request(_new_note),
    "adminListNotes": Request(lambda stage, _: RequestParts(query=f"subject={stage.ada.id}")),
    "adminDeleteNote": Request(_note),
    "adminPutTemplate": Request(lambda _, __: RequestParts("license-missing", _TEMPLATE)),
    "adminDeleteTemplate": Request(_template),
    "adminEndSessions": _of_new_account(),
    "adminAssignRole": of_owner(_assign_role),
    "resendAdminInvitation": Request(
        lambda stage, _: RequestParts(str(stage.new_account(role="admin").id))
    ),
    "adminAskForChanges": _of_new_account(
        {"message": "Add it.", "members": ["licenses"]}, jobs_role="candidate"
    ),
    "adminDisableUser": _of_new_account({"reason": "Spam."}),
    "adminEnableUser": _of_new_account(),
    "adminEraseUser": _of_new_account({"reason": "Asked for it by telephone."}),
    "adminCancelErasure": Request(_leaving_account),
    "adminSendCustomEmail": Request(lambda stage, _: RequestParts(str(stage.ada.id), CUSTOM)),
    "adminPreviewIntroEmail": with_body(INTRODUCTION),
    "adminPreviewMarkdown": with_body({"markdown": "A *short* text."}),
    "adminSendIntroEmail": with_body(
        {
            "subject": "Ada, meet Gil",
            "body": "You two should talk.",
            "introducerEmail": "gil@example.com",
            "introduceeEmail": "ada@example.com",
        }
    ),
    "adminCreateApiKey": with_body({"name": "A site of dentists", "scopes": ["jobs:read"]}),
    "adminRevokeApiKey": Request(_key),
    "rotateApiKey": Request(_rotated_key),
    "adminCreateCandidate": Request(lambda stage, _: RequestParts(body=_nova(stage))),
    "adminBulkCreateCandidates": Request(
        lambda stage, _: RequestParts(body={"candidates": [_nova(stage)]})
    ),
    "adminAssociateJobs": Request(_associate_candidate),
    "adminListCandidateJobs": Request(lambda stage, _: RequestParts(_candidate(stage))),
}
