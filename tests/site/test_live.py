"""Notifications as they happen: one stream for all tabs, and none is lost."""

import re
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Page, Request, expect

from bridgework.demo import people
from tests.servers import minutes
from tests.servers.ports import free_port
from tests.site.conftest import SiteReader, new_address, reading
from tests.site.members import Member, member, register

CARLA = "Carla Mendizábal"
PATIENCE = 20_000
"""Milliseconds until a lost stream is there again."""


@dataclass
class Clinic:
    """Carla, who looks at the site, and somebody who applies to her jobs through the API."""

    reader: SiteReader
    carla: Member
    applicant: Member

    def read_all(self) -> None:
        newest = self.carla.get("/notifications")["items"][0]
        self.carla.send("POST", "/notifications/read", {"upTo": newest["id"]})

    def is_applied_to(self) -> None:
        """Apply to one of the clinic's jobs, which notifies Carla."""
        sent = {"firstName": "Nora", "lastName": "Feld", "email": "nora@example.com"}
        for job in self.carla.get("/jobs/mine?limit=100&status=approved")["items"]:
            answer = self.applicant.request("POST", f"/jobs/{job['id']}/applications", sent)
            if answer.status_code == httpx2.codes.CREATED:
                return
        raise AssertionError("the applicant has applied to every job")


@pytest.fixture
def clinic(site: SiteReader) -> Clinic:
    return prepared(site)


def prepared(site: SiteReader) -> Clinic:
    """Sign in as Carla, and join as an applicant, at the API."""
    applicant = register(site, new_address("applicant"), role="client", jobsRole="candidate")
    return Clinic(site, member(site, people.CARLA), applicant)


def must_count(page: Page, number: int) -> None:
    """Expect how many notifications are unread, in the title of the window."""
    title = re.compile(rf"^\({number}\) " if number else r"^[^(]")
    expect(page).to_have_title(title, timeout=PATIENCE)


def open_tab(page: Page) -> Page:
    with page.expect_popup() as opened:
        page.evaluate("open('/app/notifications?show=unread') && null")
    opened.value.locator("main h1").wait_for()
    return opened.value


def test_tabs_share_one_stream_and_another_tab_goes_on_with_it(clinic: Clinic) -> None:
    page = clinic.reader.page
    opened: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/notifications/stream"):
            opened.append(request.headers.get("last-event-id", ""))

    page.context.on("request", note)
    with page.expect_request("**/notifications/stream"):
        clinic.reader.sign_in(CARLA)
    clinic.read_all()
    other = open_tab(page)
    clinic.is_applied_to()
    must_count(page, 1)
    must_count(other, 1)
    expect(other.locator(".notices .unread")).to_have_count(1)
    expect(page.locator(".home .notices .unread")).to_have_count(1)
    assert len(opened) == 1
    page.goto("about:blank")  # as if the tab were closed
    clinic.is_applied_to()
    must_count(other, 2)
    expect(other.locator(".notices .unread")).to_have_count(2)
    assert len(opened) == 2
    assert opened[1] != ""
    clinic.read_all()
    must_count(other, 0)
    clinic.reader.sign_out(other)
    expect(other.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    assert "bridgework-live" not in other.evaluate("JSON.stringify(localStorage)")


def test_what_happens_during_a_lost_connection_is_shown_afterwards(clinic: Clinic) -> None:
    page = clinic.reader.sign_in(CARLA)
    clinic.read_all()
    must_count(page, 0)
    page.context.set_offline(True)
    clinic.is_applied_to()
    page.context.set_offline(False)
    must_count(page, 1)
    why = "the browser reports the lost connection, if it has noticed it"
    clinic.reader.browser_page.allow("net::ERR_", why, is_certain=False)


def test_each_tab_shows_what_happened_before_the_stream_began(clinic: Clinic) -> None:
    page, stream = clinic.reader.page, "**/notifications/stream"
    page.context.route(stream, lambda route: route.abort())
    clinic.reader.sign_in(CARLA)
    clinic.read_all()
    other = open_tab(page)
    page.reload()
    for tab in (page, other):
        expect(tab.locator(".loading")).to_have_count(0)
        must_count(tab, 0)
    clinic.is_applied_to()
    page.context.unroute(stream)
    for tab in (page, other):
        must_count(tab, 1)
        expect(tab.locator(".notices .unread")).to_have_count(1)
    clinic.reader.browser_page.allow("net::ERR_", "the browser reports the lost connections")


def test_what_happens_during_a_restart_of_the_server_is_shown_afterwards(tmp_path: Path) -> None:
    port = free_port()
    url = f"http://localhost:{port}"

    with reading(url, tmp_path) as reader:
        with minutes.serving_demo(tmp_path, port):
            clinic = prepared(reader)
            page = reader.sign_in(CARLA)
            clinic.read_all()
            must_count(page, 0)
            clinic.is_applied_to()
            must_count(page, 1)
        with minutes.serving_demo(tmp_path, port):
            clinic.is_applied_to()
            must_count(page, 2)
        for refusal in ("net::ERR_", "status of 503"):
            reader.browser_page.allow(refusal, "the server stops", is_certain=False)
