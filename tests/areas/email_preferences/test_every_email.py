"""Every kind of e-mail: its parts agree, and are valid in common mail programs."""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from email.message import EmailMessage
from pathlib import Path
from typing import get_args

import pytest
from markupsafe import escape

from bridgework import areas
from bridgework.areas.history.notifications.kinds import KINDS
from bridgework.areas.people.profiles.emails import Obstacle
from bridgework.kit.core import new_id
from bridgework.kit.delivery.outbox import Subscription
from bridgework.kit.delivery.outbox.email import Fact
from tests.kit.outbox import posting
from tests.kit.outbox.posting import post, text
from tests.world import PUBLIC_URL, World

# An e-mail does not depend on the database.
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

NAMES = sorted(
    f"{file.parents[1].name}/{file.stem}"
    for file in Path(areas.__file__).parent.glob("*/*/templates/*.jinja")
)
EVIL = "<script>alert('1')</script> & \"co\""
HEBREW = "דוד בן־גוריון"
EVENT_ID = new_id()
Facts = Mapping[str, Fact]
EVENT: Facts = {
    "event_id": EVENT_ID,
    "sequence": 0,
    "stamp": "2026-11-21T12:00:00+00:00",
    "starts": "2026-12-04T23:00:00+00:00",
    "ends": "",
    "when": "Friday, 4 December 2026, 18:00 (America/New_York)",
    "name": EVIL,
    "location": EVIL,
    "meeting_url": "https://meet.example.com/club?a=1&b=2",
    "description": f"## Agenda\n\n{EVIL}\n\n- **Five** cases\n- [Map](https://example.com/map)",
}
APPLICATION = {"applicant": EVIL, "job": EVIL, "role": EVIL, "company": EVIL, "reason": EVIL}
APPOINTMENT = {name: EVENT[name] for name in ("when", "location", "meeting_url")}
TO_EXPERT = {"role": EVIL, "organization": EVIL}
CONSULTATION = {"role": EVIL, "organization": EVIL, "note": EVIL, **dict.fromkeys(APPOINTMENT, "")}
CONTENT = {"called": "job posting", "title": EVIL, "reason": EVIL}
FIND: Mapping[str, str | int | None] = {"title": EVIL, "detail": EVIL, "score": None}
CRITERIA: Sequence[Mapping[str, str | int | None]] = [
    {"name": EVIL, "points": 20, "weight": 25},
    {"name": "must_have", "points": -20, "weight": 0},
]
REGISTERED: Facts = {"role": "client", "at": "21 November 2026", "contested_at": ""}
CONTESTED: Facts = {**REGISTERED, "contested_at": "22 November 2026"}
JOB_PATH = f"/app/jobs/{EVENT_ID}"
FACTS: Mapping[str, Facts | list[Facts]] = {
    "accounts/address_changed": {"new_email": "new@example.com"},
    "accounts/address_tried": [{"tried": "register"}, {"tried": "change"}],
    "accounts/admin_invitation": [
        {"token": "t0ken"},
        {"token": "t0ken", "address": "email=eve%40example.com"},
    ],
    "accounts/change_code": {"code": "314159"},
    "accounts/master_password_set": {},
    "accounts/master_password_changed": {},
    "accounts/second_factor_added": {"factor": "passkey", "is_only_admin": 1},
    "accounts/second_factor_removed": {"by": "administrator"},
    "accounts/passkey_removed": {"name": "Laptop"},
    "accounts/passkey_copied": {"name": "Laptop"},
    "accounts/recovery_code_used": {"remaining": 1},
    "accounts/new_device": [{"at": "5 May 2026", "user_agent": each} for each in (EVIL, "")],
    "accounts/password_changed": {},
    "queue/change_decided": [
        {
            "kind": "role_changed",
            "decision": "confirm",
            "title": EVIL,
            "members": "company name, challenge",
            "reason": "",
        },
        {
            "kind": "identity_changed",
            "decision": "reverse",
            "title": "your profile",
            "members": "last name",
            "reason": EVIL,
        },
    ],
    "webhooks/webhook_disabled": [
        {"host": "crm.example.com", "description": text, "reason": reason}
        for text, reason in ((EVIL, "failing"), ("", "gone"))
    ],
    "accounts/reset_code": [{"code": "314159"}, {"code": "314159", "link_token": "t0ken"}],
    "accounts/to_be_erased": {
        "day": "5 December 2026",
        "reason": "You asked for it by telephone.",
    },
    "accounts/erasure_cancelled": {"day": "5 December 2026"},
    "accounts/account_disabled": [{"reason": ""}, {"reason": EVIL}],
    "accounts/account_enabled": {},
    "profiles/verification_decided": [
        {
            "role": role,
            "called": role,
            "is_verified": is_verified,
            "obstacle": obstacle,
            "missing": "title" if obstacle == "profile_incomplete" else "",
        }
        for role, is_verified, obstacle in (
            *(("expert", 1, obstacle) for obstacle in get_args(Obstacle)),
            *((role, 1, "") for role in ("candidate", "vendor", "client")),
            *((role, 0, "") for role in ("expert", "candidate", "vendor", "client")),
        )
    ],
    "accounts/choose_password": {},
    "accounts/verification_code": [
        {"code": "314159", "site": "jobs", **REGISTERED},
        {"code": "314159", "site": "main", "link_token": "t0ken", **CONTESTED},
        {"code": "314159", "site": "main"},  # of the former release
    ],
    **{
        f"administration/{name}": {"subject": EVIL, "body": f"Hello\n\n{EVIL}"}
        for name in ("admin_custom_connect_call", "admin_custom_founder_invite")
    },
    "administration/changes_asked": [
        {"message": EVIL, "members": []},
        {"message": EVIL, "members": [{"name": "bio", "label": "bio"}]},
    ],
    "administration/introduction": [
        {"subject": EVIL, "body": f"Hello\n\n{EVIL}"},
        {"subject": EVIL, "body": EVIL, "match_score": 84, "criteria": CRITERIA},
    ],
    "calendar/event_cancelled": EVENT,
    "calendar/event_changed": [
        {**EVENT, "reply": status, "guest_id": new_id(), "email_key": "eve@example.com"}
        for status in ("invited", "going")
    ],
    "calendar/event_invitation": [
        {**EVENT, "guest_id": new_id(), "email_key": "eve@example.com"},
        {
            **dict.fromkeys(EVENT, ""),
            **{name: EVENT[name] for name in ("event_id", "sequence", "stamp", "starts", "when")},
            "name": HEBREW,
            "guest_id": new_id(),
            "email_key": "eve@example.com",
        },
    ],
    "calendar/event_request_decided": [
        {"name": EVIL, "reason": "", "event_id": EVENT_ID},
        {"name": EVIL, "reason": EVIL, "event_id": ""},
    ],
    "consultations/consultation_decided": [
        *({**CONSULTATION, "status": status} for status in ("completed", "declined")),
        {**CONSULTATION, **APPOINTMENT, "status": "scheduled"},
        {"role": EVIL, "organization": EVIL, "note": EVIL, "status": "scheduled"},
    ],
    "consultations/consultation_requested": {
        **TO_EXPERT,
        **dict.fromkeys(("expertise", "duration", "availability"), EVIL),
    },
    "consultations/consultation_arranged": [
        {**TO_EXPERT, **APPOINTMENT},
        {**TO_EXPERT, **dict.fromkeys(APPOINTMENT, ""), "when": EVIL},
    ],
    "consultations/request_ended": [
        {**TO_EXPERT, "status": status} for status in ("cancelled", "declined")
    ],
    "introductions/accepted": [{"recipient": EVIL, "title": title} for title in (EVIL, "")],
    "introductions/invited": [
        {"sender": EVIL, "title": EVIL, "company": EVIL, "note": note} for note in (EVIL, "")
    ],
    "introductions/requested": [
        {"sender": EVIL, "about": "job", "title": EVIL, "note": EVIL},
        {"sender": EVIL, "about": "vendor", "title": "", "note": ""},
        {"sender": EVIL, "about": "expert", "title": "", "note": EVIL},
    ],
    "jobs/application_decided": [
        {**APPLICATION, "status": status, "contact": EVIL if status == "hired" else ""}
        for status in ("reviewing", "interview", "offered", "hired", "declined")
    ],
    "jobs/application_received": APPLICATION,
    "jobs/application_withdrawn": APPLICATION,
    "jobs/offer_answered": [
        {**APPLICATION, "answer": answer, "note": note}
        for answer, note in (("accepted", EVIL), ("declined", ""))
    ],
    "jobs/job_decided": [
        {**APPLICATION, "status": status}
        for status in ("approved", "rejected", "closed", "pending")
    ],
    "moderation/content_hidden": [CONTENT, {**CONTENT, "title": ""}],
    "moderation/content_restored": CONTENT,
    "roles/application_decided": [
        {**APPLICATION, "status": status} for status in ("shortlisted", "accepted", "declined")
    ],
    "roles/application_received": APPLICATION,
    "roles/application_withdrawn": APPLICATION,
    "roles/offer_answered": [
        {**APPLICATION, "answer": answer, "note": note}
        for answer, note in (("accepted", EVIL), ("declined", ""))
    ],
    "roles/role_decided": [
        {**APPLICATION, "status": status}
        for status in ("active", "filled", "closed", "rejected", "pending")
    ],
    "postings/posting_ended": [
        {"noun": noun, "title": title, "company": title, "how": how}
        for noun, title, how in (
            *(("role", EVIL, how) for how in ("closed", "filled", "removed")),
            ("job", EVIL, "expired"),
            ("job", "", "removed"),
        )
    ],
    "saved_searches/alert": [
        {
            "search": EVIL,
            "kind": "jobs",
            "more": 2,
            "finds": [{**FIND, "score": 84, "path": JOB_PATH}, FIND],
        },
        {"search": EVIL, "kind": "experts", "more": 0, "finds": [{**FIND, "detail": ""}]},
    ],
}
"""The facts of each e-mail; a list for an e-mail with variants."""
VARIANTS = [
    pytest.param(name, variant, id=f"{name}-{number}")
    for name, facts in FACTS.items()
    for number, variant in enumerate(facts if isinstance(facts, list) else [facts])
]
WRITTEN = ("administration/",)
"""The text part of these e-mails is the text of an administrator."""
WITHOUT_LINK: Mapping[str, str] = {
    "accounts/account_disabled": "The account cannot sign in, so there is no page to open.",
    "accounts/change_code": "The code is entered in the settings of the account that requested it.",
    "accounts/address_changed": "It is sent to the former address, which can no longer sign in.",
}
"""The e-mails that lead to no page, with the reason."""
WITHOUT_NOTIFICATION: Mapping[str, str] = {
    "accounts/admin_invitation": "/admin-invitation#token=t0ken",  # of the API, for any front end
    "accounts/choose_password": "/app/password",
    "accounts/reset_code": "/app/password#email=eve%40example.com",
    "accounts/verification_code": "/app/verify#email=eve%40example.com",
}
"""The pages of e-mails that leave no notification."""
WITH_LINK_TOKEN = {"accounts/reset_code", "accounts/verification_code"}
"""The e-mails whose link has a token that lets its request through the limits on guesses."""


def pages() -> Iterator[tuple[str, str]]:
    """Yield each e-mail with a link, and the path of each of its notifications."""
    for name in NAMES:
        kind_of_email = re.sub("/admin_custom_.*", "/admin_custom", name)
        paths = {kind.path for kind in KINDS.values() if kind.email == kind_of_email}
        if name in WITHOUT_NOTIFICATION:
            paths = {WITHOUT_NOTIFICATION[name]}
        for path in sorted(paths if name not in WITHOUT_LINK else ()):
            yield name, path


def receive_email(world: World, name: str, facts: Facts) -> EmailMessage:
    """Send an e-mail with an unsubscribe link; return it as received."""
    subscription = Subscription(posting.EMAIL.recipient_id, "event_invitation")
    post(world, name=name, facts=facts, secrets={}, subscription=subscription)
    [message] = world.mail()
    return message


def links(page: str) -> set[str]:
    """The URLs of the links in the HTML part."""
    return {html.unescape(url) for url in re.findall(r'href="(http[^"]+)"', page)}


def test_every_email_template_is_tested(database_url: str) -> None:
    assert sorted(FACTS) == NAMES


@pytest.mark.parametrize(("name", "facts"), VARIANTS)
def test_an_email_is_complete_and_escaped(world: World, name: str, facts: Facts) -> None:
    message = receive_email(world, name, facts)
    plain, page = text(message), text(message, "html")
    subject = str(message["Subject"]).strip()
    assert 10 <= len(subject) <= 120
    assert not message.defects
    # Texts of users are escaped in the HTML part, and plain in the text part.
    assert "<script" not in page
    assert "&lt;" not in plain
    assert "&amp;" not in plain.replace("https://meet.example.com/club?a=1&b=2", "")
    # The parts of every layout: title, preview, name of the installation, footer.
    assert f"<title>{escape(subject)}</title>" in page
    assert "<bdi>Bridgework</bdi>" in page
    assert '<meta name="color-scheme" content="light dark">' in page
    assert "prefers-color-scheme: dark" in page
    assert "max-width:600px" in page
    assert "You are receiving this e-mail because" in page
    assert "Unsubscribe from these e-mails" in page
    # No blank paragraphs for missing facts.
    assert "\n\n\n" not in plain
    assert ">None<" not in page
    assert 'href=""' not in page
    if not name.startswith(WRITTEN):
        assert "\n--\nYou are receiving this e-mail because" in plain
        assert all(url in plain for url in links(page))


@pytest.mark.parametrize(("name", "facts"), VARIANTS)
def test_both_parts_contain_the_same_words(world: World, name: str, facts: Facts) -> None:
    if name.startswith(WRITTEN):
        return
    message = receive_email(world, name, facts)
    plain, page = text(message), text(message, "html")
    visible = html.unescape(re.sub(r"<[^>]+>", " ", page[page.index("<body") :]))
    html_words = set(re.findall(r"\w+", visible))
    body = plain.partition("\n--\n")[0]
    body = re.sub(r"https?://\S+", "", body).replace(EVIL, "")
    assert set(re.findall(r"\w+", body)) <= html_words


def test_the_button_and_the_text_have_the_same_link(world: World) -> None:
    for name, facts in (
        ("accounts/admin_invitation", {"token": "t0ken", "address": "email=eve%40example.com"}),
        ("jobs/application_received", {**APPLICATION, "path": JOB_PATH}),
    ):
        message = receive_email(world, name, facts)
        [button] = re.findall(r'class="button"[^>]*><a href="([^"]+)"', text(message, "html"))
        assert re.search(rf"^{re.escape(html.unescape(button))}$", text(message), re.MULTILINE)
        assert button.startswith(PUBLIC_URL)
        for file in posting.folder(world):
            file.unlink()


def test_each_email_leads_to_a_page_or_says_why_not(database_url: str) -> None:
    assert {name for name, _ in pages()} | set(WITHOUT_LINK) == set(NAMES)


@pytest.mark.parametrize(("name", "path"), [*pages()])
def test_an_email_leads_to_the_page_of_its_notification(world: World, name: str, path: str) -> None:
    facts, path = FACTS[name], path.format(id=EVENT_ID)
    for variant in facts if isinstance(facts, list) else [facts]:
        message = receive_email(world, name, {**variant, "path": path})
        page = f"{PUBLIC_URL}{path}"
        if name in WITH_LINK_TOKEN:
            page += f"&link={variant.get('link_token', '')}"
        if "address" in variant:
            page += f"&{variant['address']}"
        assert page in links(text(message, "html"))
        if not name.startswith(WRITTEN):
            lines = re.split(r"[\s<>]+", text(message))
            assert page in lines
        for file in posting.folder(world):
            file.unlink()


@pytest.mark.parametrize("name", WITHOUT_LINK)
def test_an_email_with_a_reason_has_no_link_to_a_page(world: World, name: str) -> None:
    facts = FACTS[name]
    for variant in facts if isinstance(facts, list) else [facts]:
        message = receive_email(world, name, {**variant, "path": "/app/settings"})
        assert not [url for url in links(text(message, "html")) if "/unsubscribe/" not in url]
        for file in posting.folder(world):
            file.unlink()


def test_a_result_of_a_search_leads_to_its_page(world: World) -> None:
    finds = [{**FIND, "path": JOB_PATH}, FIND]
    facts: Facts = {"search": "Austin", "kind": "jobs", "more": 0, "finds": finds}
    message = receive_email(world, "saved_searches/alert", facts)
    assert f"{PUBLIC_URL}{JOB_PATH}" in links(text(message, "html"))
    assert f"Job: {EVIL} <{PUBLIC_URL}{JOB_PATH}>\n" in text(message)


def test_markdown_is_rendered_in_html_and_readable_in_text(world: World) -> None:
    facts = {**EVENT, "guest_id": new_id(), "email_key": "eve@example.com"}
    message = receive_email(world, "calendar/event_invitation", facts)
    page = text(message, "html")
    assert "<h2>Agenda</h2>" in page
    assert "<li><strong>Five</strong> cases</li>" in page
    assert '<a href="https://example.com/map" rel="noopener noreferrer nofollow">Map</a>' in page
    assert "- **Five** cases\n- [Map](https://example.com/map)" in text(message)


def test_a_name_can_not_reorder_or_split_the_subject(world: World) -> None:
    name = "\u202egnivas\u2066\u2028Bcc: eve@example.com"
    message = receive_email(world, "calendar/event_cancelled", {**EVENT, "name": name})
    assert message["Subject"] == "Cancelled: gnivas Bcc: eve@example.com"
    assert message["Bcc"] is None


def test_a_name_from_right_to_left_is_isolated(world: World) -> None:
    message = receive_email(
        world, "jobs/application_received", {**APPLICATION, "applicant": HEBREW}
    )
    assert f"<strong><bdi>{HEBREW}</bdi></strong> applied for" in text(message, "html")
    assert f"{HEBREW} applied for" in text(message)


def test_a_long_name_is_not_truncated(world: World) -> None:
    long = "x" * 200
    message = receive_email(world, "jobs/application_received", {**APPLICATION, "job": long})
    assert message["Subject"] == f"New application: {long}"
    assert long in text(message)


def test_the_installation_has_the_name_of_the_sender(world: World) -> None:
    settings = world.application.app_state.settings.model_copy(
        update={"mail_from": '"Larkspur & Co" <office@example.com>'}
    )
    assert settings.installation_name == "Larkspur & Co"
    bare = settings.model_copy(update={"mail_from": "office@example.com"})
    assert bare.installation_name == "Bridgework"
