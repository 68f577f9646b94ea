"""The values that an example cannot contain, such as one-time secrets."""

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

import pyotp

from bridgework import routes
from bridgework.areas.back_office.imports.tables import imports
from bridgework.areas.back_office.webhooks.tables import webhook_deliveries as deliveries
from bridgework.demo import people
from bridgework.kit.delivery.outbox.tables import outbox_emails
from tests.areas.administrators.second_factor import SoftwarePasskey

if TYPE_CHECKING:
    from tests.contract.demo_client import DemoClient

Values = Mapping[str, Any]
"""By the name of the parameter, or of the member of the request body."""

_CODE = r"^([0-9]{6})$"
_EXAMPLES = routes.examples()
_IMPORT_SECONDS = 20.0


def find(demo: "DemoClient", name: str) -> Values:
    """The values for the example of the operation `name` on this server."""
    return _FINDERS[name](demo) if name in _FINDERS else {}


def uploaded_file() -> tuple[bytes, str]:
    """The file that is uploaded, as declared by the example of `createCvUploadUrl`."""
    declared = _EXAMPLES["createCvUploadUrl"]["request"]
    start, end = b"%PDF-1.7\n", b"\nstartxref\n0\n%%EOF\n"
    size = declared["fileSizeBytes"] - len(start) - len(end)
    return start + b" " * size + end, declared["contentType"]


def _mailed(member: str, operation: str, pattern: str) -> Callable[["DemoClient"], Values]:
    """Finds a secret that was sent to the address in the request of `operation`."""
    request = _EXAMPLES[operation]["request"]
    address = request.get("newEmail") or request["email"]
    return lambda demo: {member: demo.find_in_mail(address, pattern)}


def _received(member: str, operation: str, *path: str | int) -> Callable[["DemoClient"], Values]:
    """Finds a value in the response of `operation`."""

    def find(demo: "DemoClient") -> Values:
        value = demo.received[operation]
        for step in path:
            value = value[step]
        return {member: value}

    return find


def _invitation(demo: "DemoClient") -> Values:
    pattern = r"/admin-invitation#token=([\w-]+)"
    return {"token": demo.find_in_mail("chihiro.zhao.3@example.com", pattern)}


def _new_administrator(demo: "DemoClient") -> Values:
    """Appoints an administrator while the account is disabled, so that no invitation is sent."""
    account_id = _EXAMPLES["resendAdminInvitation"]["parameters"]["id"]
    path, assigned = f"/admin/users/{account_id}", {"id": account_id, "role": "admin"}
    demo.post(f"{path}/disable", people.ROOT, {"reason": "On leave until the spring."})
    demo.post("/admin/users/assign-role", people.ROOT, assigned)
    demo.post(f"{path}/enable", people.ROOT)
    return {}


def _ticket(demo: "DemoClient") -> Values:
    url: str = demo.received["createCvUploadUrl"]["uploadUrl"]
    return {"ticket": url.rpartition("/")[2]}


def _cv_link(demo: "DemoClient") -> Values:
    parts = urlsplit(demo.received["getJobApplicationCv"]["url"])
    return {"objectPath": parts.path.removeprefix("/files/"), **dict(parse_qsl(parts.query))}


def _reply_token(demo: "DemoClient") -> Values:
    return {"token": demo.find_in_mail("obinna.diallo.c16@example.com", r"/calendar/rsvp/(\S+)")}


def _unsubscribe_token(demo: "DemoClient") -> Values:
    return {"token": demo.find_in_mail(people.BEN, r"/mail/unsubscribe/(\S+)")}


def _feed_token(demo: "DemoClient") -> Values:
    return {"token": demo.received["createCalendarFeedToken"]["url"].partition("token=")[2]}


def _listed_email(demo: "DemoClient") -> Values:
    return {"id": demo.received["adminListEmails"]["items"][0]["id"]}


def _dead_email(demo: "DemoClient") -> Values:
    """Marks a sent e-mail as one that the mail server has refused."""
    email_id = demo.received["adminListEmails"]["items"][0]["id"]
    dead = {"state": "dead", "fault": "the mail server replied 550 5.1.1 no such mailbox"}
    with demo.database.writing() as tx:
        tx.execute(outbox_emails.update().where(outbox_emails.c.id == email_id).values(dead))
    return {"id": email_id}


def _console_file(demo: "DemoClient") -> Values:
    return {"file": demo.find_in_console(r'src="([^"]+/console/main\.js)"')}


def _site_file(demo: "DemoClient") -> Values:
    return {"file": demo.find_on_site(r'src="[^"]*/files/([^"]+/site/main\.js)"')}


def _first_code(demo: "DemoClient") -> Values:
    return {"code": _code(demo.received["beginTotp"]["secret"])}


def _second_factor(demo: "DemoClient") -> Values:
    needed = demo.login_of_admin(people.ROOT, people.MASTER_PASSWORD)
    codes = demo.received["confirmTotp"]["recoveryCodes"]
    return {"challenge": needed["challenge"], "recoveryCode": codes[0]}


def _new_passkey(demo: "DemoClient") -> Values:
    begun = demo.received["beginPasskey"]
    passkey = SoftwarePasskey(origin=demo.public_url)
    answer = passkey.create(begun["passkeyOptions"])
    return {"challenge": begun["challenge"], "passkey": answer}


def _next_code(demo: "DemoClient") -> Values:
    """The code of the next half minute: the present one may have been used."""
    return {"code": _code(demo.received["beginTotp"]["secret"], seconds=30)}


def _lost_second_factor(demo: "DemoClient") -> Values:
    """Adds an authenticator app to the administrator who accepted an invitation."""
    master: str = _EXAMPLES["acceptAdminInvitation"]["request"]["masterPassword"]
    token = demo.login_of_admin("chihiro.zhao.3@example.com", master)["data"]["token"]
    demo.add_app(token, master)
    return {}


def _finished_import(demo: "DemoClient") -> Values:
    """The import of the example, after its lines were processed."""
    deadline = time.monotonic() + _IMPORT_SECONDS
    running = imports.c.state == "running"
    while time.monotonic() < deadline:
        with demo.database.reading() as tx:
            if not tx.rows(imports.select().where(running)):
                break
        time.sleep(0.05)
    return {"id": demo.received["adminImport"]["id"]}


def _running_import(demo: "DemoClient") -> Values:
    """The import of the example, as if it were still running."""
    import_id = demo.received["adminImport"]["id"]
    with demo.database.writing() as tx:
        changed = {"state": "running", "finished_at": None}
        tx.execute(imports.update().where(imports.c.id == import_id).values(**changed))
    return {"id": import_id}


def _failed_delivery(demo: "DemoClient") -> Values:
    """The delivery of the test, as if its last attempt had failed."""
    delivery_id = demo.received["adminTestWebhook"]["id"]
    failed = {"status": "failed", "due_at": None, "finished_at": datetime.now(UTC)}
    with demo.database.writing() as tx:
        tx.execute(deliveries.update().where(deliveries.c.id == delivery_id).values(failed))
    return {"id": delivery_id}


def _code(secret: str, seconds: int = 0) -> str:
    return str(pyotp.TOTP(secret).at(int(time.time()) + seconds))


_FINDERS: Mapping[str, Callable[["DemoClient"], Values]] = {
    "verifyEmail": _mailed("otp", "register", _CODE),
    "resetPassword": _mailed("otp", "forgotPassword", _CODE),
    "confirmEmailChange": _mailed("otp", "requestEmailChange", _CODE),
    "refreshToken": _received("refreshToken", "login", "refreshToken"),
    "endSession": _received("id", "listSessions", 0, "id"),
    "acceptAdminInvitation": _invitation,
    "resendAdminInvitation": _new_administrator,
    "putUpload": _ticket,
    "completeUpload": _received("objectPath", "createCvUploadUrl", "objectPath"),
    "getDownloadUrl": _received("objectPath", "createCvUploadUrl", "objectPath"),
    "applyToJob": _received("cvObjectPath", "createCvUploadUrl", "objectPath"),
    "getFile": _cv_link,
    "deleteAsset": _received("objectPath", "createUploadUrl", "objectPath"),
    "replyPage": _reply_token,
    "replyByLink": _reply_token,
    "unsubscribePage": _unsubscribe_token,
    "unsubscribe": _unsubscribe_token,
    "calendarFeed": _feed_token,
    "adminGetImport": _finished_import,
    "adminCancelImport": _running_import,
    "adminRedeliver": _failed_delivery,
    "adminGetEmail": _listed_email,
    "adminRetryEmail": _dead_email,
    "getConsoleFile": _console_file,
    "getSiteFile": _site_file,
    "confirmTotp": _first_code,
    "completeSecondFactor": _second_factor,
    "addPasskey": _new_passkey,
    "removePasskey": _received("id", "addPasskey", "passkey", "id"),
    "removeSecondFactor": _next_code,
    "adminResetSecondFactor": _lost_second_factor,
}
