"""How the operations of accounts, of letters and of the system are asked."""

from collections.abc import Mapping
from dataclasses import replace

from tests import cast
from tests.areas.email_preferences.test_emails import dead_letter
from tests.rights.asking import Request, Sent, asking, of_somebodys, sending
from tests.rights.stage import CODE, NEW_NAME, Stage
from tests.world import Person

_UNPROVED = {"is_email_verified": False}
_PROVE = {"otp": CODE}
_AT_HOME = "127.0.0.1"


def _ending(request: Request) -> Request:
    return replace(request, ends=True)


def _registering(stage: Stage, _: Person) -> Sent:
    return Sent(body={"email": stage.email(), "password": cast.PASSWORD})


def _proving(stage: Stage, _: Person) -> Sent:
    return Sent(body={"email": stage.with_code("verify-email", **_UNPROVED).email, **_PROVE})


def _resending(stage: Stage, _: Person) -> Sent:
    return Sent(body={"email": stage.somebody(**_UNPROVED).email})


def _forgetting(stage: Stage, _: Person) -> Sent:
    return Sent(body={"email": stage.somebody().email})


def _accepting(stage: Stage, _: Person) -> Sent:
    passwords = {"password": cast.PASSWORD, "masterPassword": cast.MASTER_PASSWORD}
    return Sent(body={"token": stage.invitation(), **passwords})


def _resetting(stage: Stage, _: Person) -> Sent:
    email = stage.with_code("reset-password").email
    return Sent(body={"email": email, **_PROVE, "newPassword": cast.PASSWORD})


def _refreshing(stage: Stage, _: Person) -> Sent:
    sent = {"email": stage.ada.email, "password": cast.PASSWORD}
    signed_in = stage.world.post("/auth/login", sent).must(200).data
    return Sent(body={"refreshToken": signed_in["refreshToken"]})


def _ending_a_session(stage: Stage, _: Person) -> Sent:
    cast.sign_in(stage.world, stage.ada.email)
    newest = stage.world.get("/auth/sessions", as_=stage.ada).must(200).data[0]
    return Sent(newest["id"])


def _wanting_an_address(stage: Stage, _: Person) -> Sent:
    return Sent(body={"newEmail": stage.email(), "password": cast.PASSWORD})


def _proving_an_address(stage: Stage, person: Person) -> Sent:
    wanted = _wanting_an_address(stage, person).body
    if stage.world.post("/users/me/email", wanted, as_=person).status == 202:
        stage.give_code(person, "change-email")
    return Sent(body=_PROVE)


def _retrying(stage: Stage, _: Person) -> Sent:
    stage.world.mail()  # else another letter is tried before it
    return Sent(str(dead_letter(stage.world)))


def _reading_the_docs(stage: Stage, _: Person) -> Sent:
    return Sent("LICENSE")


_ENTER = {"email": "ada@example.com", "password": cast.PASSWORD}
_ENTER_AS_ADMIN = {"email": "second@example.com", "masterPassword": cast.MASTER_PASSWORD}
_SAME_PASSWORD = {"currentPassword": cast.PASSWORD, "newPassword": cast.PASSWORD}
_SAME_MASTER_PASSWORD = {
    "currentMasterPassword": cast.MASTER_PASSWORD,
    "newMasterPassword": cast.MASTER_PASSWORD,
}

REQUESTS: Mapping[str, Request] = {
    "register": Request(_registering),
    "login": sending(_ENTER),
    "verifyEmail": Request(_proving),
    "resendOtp": Request(_resending),
    "adminLogin": sending(_ENTER_AS_ADMIN),
    "acceptAdminInvitation": Request(_accepting),
    "forgotPassword": Request(_forgetting),
    "resetPassword": Request(_resetting),
    "changePassword": sending(_SAME_PASSWORD),
    "refreshToken": Request(_refreshing),
    "endSession": of_somebodys(_ending_a_session),
    "changeMasterPassword": sending(_SAME_MASTER_PASSWORD),
    "logout": _ending(asking()),
    "requestEmailChange": Request(_wanting_an_address),
    "confirmEmailChange": Request(_proving_an_address),
    "eraseMe": _ending(sending({"password": cast.PASSWORD})),
    "updateMe": sending(NEW_NAME),
    "updateProfile": sending(NEW_NAME),
    "updateProfileDetails": sending({"company": "Larkspur", "title": "Orthodontist"}),
    "updateNotifications": sending({"postingDecided": True}),
    "unsubscribePage": Request(lambda stage, _: Sent(stage.refusal_link)),
    "unsubscribe": Request(lambda stage, _: Sent(stage.refusal_link)),
    "adminRetryEmail": Request(_retrying),
    "adminListLogs": asking("limit=1"),
    "getDocsFile": Request(_reading_the_docs),
    "getMetrics": replace(asking(), address=_AT_HOME),
}
