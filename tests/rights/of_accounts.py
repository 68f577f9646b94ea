"""Requests for the operations of accounts, e-mails and the system."""

from collections.abc import Mapping
from dataclasses import replace

from tests import cast
from tests.areas.administrators.second_factor import (
    PROOF,
    App,
    SoftwarePasskey,
    add_passkey,
    begin_passkey,
    challenge,
    confirm_app,
)
from tests.areas.email_preferences.test_emails import create_dead_email
from tests.rights.requests import Request, RequestParts, of_owner, with_body, without_body
from tests.rights.stage import CODE, NEW_NAME, Stage
from tests.world import Person

_UNVERIFIED = {"is_email_verified": False}
_CODE = {"otp": CODE}
_AT_HOME = "127.0.0.1"


def _ends_sessions(request: Request) -> Request:
    return replace(request, ends=True)


def _register(stage: Stage, _: Person) -> RequestParts:
    return RequestParts(body={"email": stage.email(), "password": cast.PASSWORD})


def _verify_email(stage: Stage, _: Person) -> RequestParts:
    return RequestParts(
        body={"email": stage.account_with_code("verify-email", **_UNVERIFIED).email, **_CODE}
    )


def _resend_code(stage: Stage, _: Person) -> RequestParts:
    return RequestParts(body={"email": stage.new_account(**_UNVERIFIED).email})


def _forgot_password(stage: Stage, _: Person) -> RequestParts:
    return RequestParts(body={"email": stage.new_account().email})


def _accept_invitation(stage: Stage, _: Person) -> RequestParts:
    passwords = {"password": cast.PASSWORD, "masterPassword": cast.MASTER_PASSWORD}
    return RequestParts(body={"token": stage.invitation(), **passwords})


def _reset_password(stage: Stage, _: Person) -> RequestParts:
    email = stage.account_with_code("reset-password").email
    return RequestParts(body={"email": email, **_CODE, "newPassword": cast.PASSWORD})


def _refresh(stage: Stage, _: Person) -> RequestParts:
    body = {"email": stage.ada.email, "password": cast.PASSWORD}
    session = stage.world.post("/auth/login", body).must(200).data
    return RequestParts(body={"refreshToken": session["refreshToken"]})


def _end_session(stage: Stage, _: Person) -> RequestParts:
    cast.sign_in(stage.world, stage.ada.email)
    newest = stage.world.get("/auth/sessions", as_=stage.ada).must(200).data[0]
    return RequestParts(newest["id"])


def _request_email_change(stage: Stage, _: Person) -> RequestParts:
    return RequestParts(body={"newEmail": stage.email(), "password": cast.PASSWORD})


def _confirm_email_change(stage: Stage, person: Person) -> RequestParts:
    email_change = _request_email_change(stage, person).body
    if stage.world.post("/users/me/email", email_change, as_=person).status == 202:
        stage.set_code(person, "change-email")
    return RequestParts(body=_CODE)


def _retry_email(stage: Stage, _: Person) -> RequestParts:
    stage.world.mail()  # otherwise another e-mail is tried first
    return RequestParts(str(create_dead_email(stage.world)))


def _get_console_file(stage: Stage, _: Person) -> RequestParts:
    console = stage.world.application.app_state.console
    assert console is not None
    return RequestParts(next(path for path in console.files if path))


def _get_site_file(stage: Stage, _: Person) -> RequestParts:
    site = stage.world.application.app_state.site
    assert site is not None
    return RequestParts(next(iter(site.files)))


def _get_docs_asset(stage: Stage, _: Person) -> RequestParts:
    return RequestParts("LICENSE")


def _complete_second_factor(stage: Stage, person: Person) -> RequestParts:
    admin = cast.root(stage.world, stage.email())
    code = confirm_app(stage.world, admin).recovery_codes[0]
    token = challenge(stage.world, replace(admin, address=person.address))["challenge"]
    return RequestParts(body={"challenge": token, "recoveryCode": code})


def _confirm_totp(stage: Stage, _: Person) -> RequestParts:
    admin = stage.people["admin"]
    begun = stage.world.post("/admin/me/totp", PROOF, as_=admin).must(200).data
    return RequestParts(body={"code": App(begun["secret"], []).code(stage.world)})


def _add_passkey(stage: Stage, _: Person) -> RequestParts:
    begun = begin_passkey(stage.world, stage.people["admin"])
    passkey = SoftwarePasskey(credential=begun["challenge"].encode())
    answer = passkey.create(begun["passkeyOptions"])
    return RequestParts(body={"challenge": begun["challenge"], "passkey": answer})


def _remove_passkey(stage: Stage, _: Person) -> RequestParts:
    passkey = SoftwarePasskey(credential=stage.email().encode())
    added = add_passkey(stage.world, stage.people["admin"], passkey)
    return RequestParts(added["passkey"]["id"], body=PROOF)


def _begin_second_factor_removal(stage: Stage, _: Person) -> RequestParts:
    passkey = SoftwarePasskey(credential=stage.email().encode())
    add_passkey(stage.world, stage.people["admin"], passkey)
    return RequestParts()


def _remove_second_factor(stage: Stage, _: Person) -> RequestParts:
    stage.world.clock.advance(minutes=5)
    app = confirm_app(stage.world, stage.people["admin"])
    return RequestParts(body={**PROOF, "code": app.code(stage.world, 1)})


def _reset_second_factor(stage: Stage, _: Person) -> RequestParts:
    admin = cast.root(stage.world, stage.email())
    confirm_app(stage.world, admin)
    return RequestParts(str(admin.id), body=PROOF)


_LOGIN = {"email": "ada@example.com", "password": cast.PASSWORD}
_ADMIN_LOGIN = {"email": "second@example.com", "masterPassword": cast.MASTER_PASSWORD}
_SAME_PASSWORD = {"currentPassword": cast.PASSWORD, "newPassword": cast.PASSWORD}
_SAME_MASTER_PASSWORD = {
    "currentMasterPassword": cast.MASTER_PASSWORD,
    "newMasterPassword": cast.MASTER_PASSWORD,
}

REQUESTS: Mapping[str, Request] = {
    "register": Request(_register),
    "login": with_body(_LOGIN),
    "verifyEmail": Request(_verify_email),
    "resendOtp": Request(_resend_code),
    "adminLogin": with_body(_ADMIN_LOGIN),
    "acceptAdminInvitation": Request(_accept_invitation),
    "forgotPassword": Request(_forgot_password),
    "resetPassword": Request(_reset_password),
    "changePassword": with_body(_SAME_PASSWORD),
    "refreshToken": Request(_refresh),
    "endSession": of_owner(_end_session),
    "completeSecondFactor": Request(_complete_second_factor),
    "adminConfirm": with_body(PROOF),
    "beginTotp": with_body(PROOF),
    "confirmTotp": Request(_confirm_totp),
    "beginPasskey": with_body(PROOF),
    "addPasskey": Request(_add_passkey),
    "removePasskey": Request(_remove_passkey),
    "beginSecondFactorRemoval": Request(_begin_second_factor_removal),
    "removeSecondFactor": Request(_remove_second_factor),
    "adminResetSecondFactor": Request(_reset_second_factor),
    "changeMasterPassword": with_body(_SAME_MASTER_PASSWORD),
    "logout": _ends_sessions(without_body()),
    "requestEmailChange": Request(_request_email_change),
    "confirmEmailChange": Request(_confirm_email_change),
    "eraseMe": _ends_sessions(with_body({"password": cast.PASSWORD})),
    "updateMe": with_body(NEW_NAME),
    "updateProfile": with_body(NEW_NAME),
    "updateProfileDetails": with_body({"company": "Larkspur", "title": "Orthodontist"}),
    "clearProfileMember": Request(lambda _, __: RequestParts("phoneNumber")),
    "updateNotifications": with_body({"postingDecided": True}),
    "unsubscribePage": Request(lambda stage, _: RequestParts(stage.refusal_link)),
    "unsubscribe": Request(lambda stage, _: RequestParts(stage.refusal_link)),
    "adminGetEmail": Request(_retry_email),
    "adminRetryEmail": Request(_retry_email),
    "adminSearch": without_body("q=ada"),
    "adminListLogs": without_body("limit=1"),
    "getConsoleFile": Request(_get_console_file),
    "getSiteFile": Request(_get_site_file),
    "getSitePage": Request(lambda _, __: RequestParts("sign-in")),
    "getDocsFile": Request(_get_docs_asset),
    "getMetrics": replace(without_body(), address=_AT_HOME),
}
