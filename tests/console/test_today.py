"""Today: decisions that ask for a reason, and their undo."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx2
from playwright.sync_api import Request, expect

from bridgework.demo import people
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from tests.areas.jobs.board import REQUIRED
from tests.console.conftest import Console


def test_an_account_is_disabled_in_the_queue_after_the_time_to_undo_it(console: Console) -> None:
    page = console.open("today")
    queue = page.locator(".queue > li")
    count = queue.count()
    email = re.search(r"\S+@\S+", queue.first.inner_text())
    assert email is not None
    page.keyboard.press("r")
    dialog = page.get_by_role("dialog", name=re.compile("^Disable: "))
    dialog.get_by_label("Reason").fill("A duplicate.")
    dialog.get_by_role("button", name="Disable").click()
    expect(queue).to_have_count(count - 1)
    expect(page.locator(".toast.held")).to_contain_text("Sends “Your account was disabled” to")
    page.get_by_role("button", name="Undo").click()
    expect(queue).to_have_count(count)
    (person,) = console.get("/admin/users", search=email[0])["items"]
    assert person["disabledAt"] is None
    page.keyboard.press("r")
    dialog.get_by_role("button", name="Disable").click()
    console.pass_time()
    expect(queue).to_have_count(count - 1)
    (person,) = console.get("/admin/users", search=email[0])["items"]
    assert person["disabledReason"] == "A duplicate."
    console.api.post(f"/admin/users/{person['id']}/enable").raise_for_status()


def test_a_cancelled_decision_changes_nothing(console: Console) -> None:
    page = console.open("today")
    queue = page.locator(".queue > li")
    count = queue.count()
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(queue).to_have_count(count)


def test_a_new_request_appears_without_a_refresh(console: Console) -> None:
    page = console.open("today")
    queue = page.locator(".queue > li")
    count = queue.count()
    with page.expect_request("**/changes/stream"):
        page = console.open("people")
        page = console.open("today")
    sent = {"name": "Evening of scanners", "startAt": "2031-05-06T18:00:00Z", "timezone": "UTC"}
    page.wait_for_timeout(1000)  # the stream starts with the changes from now on
    with httpx2.Client(base_url=console.browser_page.origin) as member:
        body = {"email": people.BEN, "password": people.PASSWORD}
        token = member.post("/auth/login", json=body).raise_for_status().json()["data"]["token"]
        headers = {"authorization": f"Bearer {token}"}
        member.post("/calendar/submissions", json=sent, headers=headers).raise_for_status()
    expect(page.get_by_role("link", name="Evening of scanners")).to_be_visible(timeout=10_000)
    expect(queue).to_have_count(count + 1)


@contextmanager
def member(console: Console, email: str) -> Iterator[httpx2.Client]:
    """A member of the demo, signed in by the API."""
    with httpx2.Client(base_url=console.browser_page.origin) as client:
        sent = {"email": email, "password": people.PASSWORD}
        session = client.post("/auth/login", json=sent).raise_for_status().json()["data"]
        client.headers["authorization"] = f"Bearer {session['token']}"
        yield client


def post_job(console: Console, title: str) -> str:
    """Post a job as a clinic of the demo. Returns its ID."""
    with member(console, people.CARLA) as carla:
        sent = {**REQUIRED, "roleNeeded": title}
        return str(carla.post("/jobs", json=sent).raise_for_status().json()["data"]["id"])


@contextmanager
def second_administrator(console: Console, folder: Path) -> Iterator[httpx2.Client]:
    """Another administrator, signed in by the API: Vera, with the master password of the demo."""
    file = sqlite3.connect(folder / "bridgework.db")
    change = "UPDATE accounts SET role = ?, master_password_hash = ? WHERE email = ?"
    find = "SELECT role, master_password_hash FROM accounts WHERE email = ?"
    with closing(file), httpx2.Client(base_url=console.browser_page.origin) as client:
        before = file.execute(find, [people.VERA]).fetchone()
        with file:
            file.execute(change, [*file.execute(find, [people.ROOT]).fetchone(), people.VERA])
            # No list of accounts that the server remembers is true any more.
            file.execute("UPDATE topics SET version = version + 1 WHERE name = 'accounts'")
        sent = {"email": people.VERA, "masterPassword": people.MASTER_PASSWORD}
        session = client.post("/auth/admin/login", json=sent).raise_for_status().json()["data"]
        client.headers["authorization"] = f"Bearer {session['token']}"
        yield client
        with file:
            file.execute(change, [*before, people.VERA])


def test_an_item_shows_at_once_which_other_administrator_looks_at_it(
    console: Console, demo_folder: Path
) -> None:
    job = post_job(console, "Weekend periodontist")
    with page_with_stream(console), second_administrator(console, demo_folder) as vera:
        page = console.page
        row = page.locator(".queue > li", has_text="Weekend periodontist")
        expect(row).to_be_visible()
        vera.post(f"/admin/queue/job/{job}/claim").raise_for_status()
        expect(row.locator(".claimed")).to_contain_text("looks at this item", timeout=10_000)
        expect(row.get_by_role("checkbox")).to_be_disabled()
        row.get_by_role("button", name="Approve").click()
        dialog = page.get_by_role("dialog", name="Approve: Weekend periodontist")
        expect(dialog).to_contain_text("looks at this item")
        dialog.get_by_role("button", name="Cancel").click()
        vera.delete(f"/admin/queue/job/{job}/claim").raise_for_status()
        expect(row.locator(".claimed")).to_have_count(0, timeout=10_000)
        row.get_by_role("button", name="Reject").click()
        dialog = page.get_by_role("dialog", name="Reject: Weekend periodontist")
        expect(dialog).to_be_visible()
        assert vera.post(f"/admin/queue/job/{job}/claim").status_code == 409
        dialog.get_by_role("button", name="Cancel").click()
        expect(dialog).to_have_count(0)
        page.locator(".queue > li").first.focus()
        must_be_free(console, job)
        vera.post(f"/admin/queue/job/{job}/claim").raise_for_status()
        vera.post(f"/admin/jobs/{job}/reject", json={}).raise_for_status()


def must_be_free(console: Console, job: str) -> None:
    """Wait until nobody looks at a job of the queue."""
    for _ in range(100):
        found = console.get("/admin/queue", kind="job", limit=100)["items"]
        if [item["claimedBy"] for item in found if item["id"] == job] == [None]:
            return
        console.page.wait_for_timeout(100)
    raise AssertionError(f"{job} is not free")


class Looks:
    """Three jobs in the queue, and the requests of the page for the claims on them."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.jobs = [post_job(console, f"Sedation dentist {number}") for number in range(3)]
        self.sent: list[str] = []
        console.page.on("request", self._note)
        self.page = console.open("today", kind="job")
        self.rows = [self.page.locator(f"[id='queue-job {job}']") for job in self.jobs]
        expect(self.rows[2]).to_be_visible()
        console.stop_time()

    def _note(self, request: Request) -> None:
        *_, job, last = request.url.split("/")
        if last == "claim" and job in self.jobs:
            self.sent.append(f"{request.method} {self.jobs.index(job)}")

    def must_send(self, *expected: str) -> None:
        """Wait until these requests were sent."""
        for _ in range(100):
            if len(self.sent) >= len(expected):
                break
            self.page.wait_for_timeout(100)
        assert self.sent == list(expected)

    def pass_seconds(self, seconds: int) -> None:
        self._console.browser_page.run_for(seconds * 1000)

    def refresh(self) -> None:
        """Load the list anew: the page sends no second request in the same two seconds."""
        with self.page.expect_response("**/admin/queue?*") as loaded:
            self.page.get_by_role("button", name="Refresh").click()
            self._console.browser_page.run_for(2500)
        loaded.value.finished()
        self._console.browser_page.run_for(500)

    def claimed(self) -> list[bool]:
        """Return which of the jobs are claimed."""
        found = self._console.get("/admin/queue", kind="job", limit=100)["items"]
        items = {item["id"]: item for item in found}
        return [items[job]["claimedBy"] is not None for job in self.jobs]

    def end(self) -> None:
        for job in self.jobs:
            self._console.api.post(f"/admin/jobs/{job}/reject", json={}).raise_for_status()


def test_an_item_that_is_looked_at_beside_the_list_is_claimed_until_the_reader_moves_on(
    console: Console,
) -> None:
    looks = Looks(console)
    looks.rows[0].focus()
    looks.page.keyboard.press("j")
    looks.page.keyboard.press("j")
    looks.pass_seconds(1)
    looks.must_send()
    looks.pass_seconds(2)
    looks.must_send("POST 2")
    expect(looks.rows[2]).to_be_focused()
    looks.refresh()
    looks.pass_seconds(4)
    looks.must_send("POST 2")
    assert looks.claimed() == [False, False, True]
    looks.rows[1].focus()
    looks.pass_seconds(3)
    looks.must_send("POST 2", "DELETE 2", "POST 1")
    assert looks.claimed() == [False, True, False]
    looks.page.clock.resume()
    looks.rows[1].get_by_role("link").click()
    expect(looks.page.get_by_role("heading", name="Sedation dentist 1")).to_be_visible()
    looks.page.wait_for_timeout(500)
    assert looks.claimed() == [False, True, False], "its own screen shows it as well"
    looks.end()


def test_an_item_that_another_administrator_looks_at_is_not_claimed(
    console: Console, demo_folder: Path
) -> None:
    looks = Looks(console)
    with second_administrator(console, demo_folder) as vera:
        vera.post(f"/admin/queue/job/{looks.jobs[2]}/claim").raise_for_status()
        looks.refresh()
        expect(looks.rows[2].locator(".claimed")).to_contain_text("looks at this item")
        looks.rows[2].focus()
        looks.pass_seconds(4)
        assert "POST 2" not in looks.sent
        vera.delete(f"/admin/queue/job/{looks.jobs[2]}/claim").raise_for_status()
    looks.end()


@contextmanager
def page_with_stream(console: Console) -> Iterator[None]:
    """Open the screen anew, and wait until its stream of changes is open."""
    console.open("people")
    with console.page.expect_response("**/changes/stream"):
        console.open("today")
    console.page.wait_for_timeout(1000)
    yield


def test_the_kinds_have_their_numbers_and_filter_the_queue(console: Console) -> None:
    page = console.open("today")
    counts = console.get("/admin/queue")["counts"]
    total = sum(count["count"] for count in counts.values())
    expect(page.get_by_role("heading", name=f"{total} waiting")).to_be_visible()
    kinds = page.get_by_role("group", name="Kinds")
    vendors = kinds.get_by_role("button", name=re.compile("^Vendor"))
    expect(vendors).to_have_text(re.compile(rf"Vendor\s*{counts['vendor']['count']}"))
    vendors.click()
    expect(page.locator(".queue > li")).to_have_count(counts["vendor"]["count"])
    expect(vendors).to_have_attribute("aria-pressed", "true")
    assert "kind=vendor" in page.url
    vendors.click()
    expect(page.locator(".queue > li")).to_have_count(total)


def test_several_items_are_decided_at_once_and_failures_are_named(console: Console) -> None:
    first, second = (
        post_job(console, "Evening hygienist"),
        post_job(console, "Locum prosthodontist"),
    )
    page = console.open("today", kind="job")
    for title in ("Evening hygienist", "Locum prosthodontist"):
        page.get_by_label(f"Select {title}").check()
    selection = page.get_by_role("group", name="Selected items")
    expect(selection).to_contain_text("2 selected")
    selection.get_by_role("button", name="Reject 2").click()
    dialog = page.get_by_role("dialog", name="Reject: 2 items")
    dialog.get_by_label("Reason").fill("It names no place.")
    console.api.post(f"/admin/jobs/{second}/approve", json={}).raise_for_status()
    dialog.get_by_role("button", name="Reject").click()
    expect(page.locator(".toast")).to_contain_text("Sends “Your job posting was rejected”")
    console.pass_time()
    outcome = page.locator(".toast", has_text="Not decided")
    expect(outcome).to_contain_text("Locum prosthodontist")
    expect(outcome).not_to_contain_text("Evening hygienist")
    outcome.get_by_role("button", name="Close").click()
    rejected = console.get(f"/jobs/{first}")
    assert (rejected["status"], rejected["rejectionReason"]) == ("rejected", "It names no place.")
    expect(page.locator(".queue > li", has_text="Locum prosthodontist")).to_have_count(0)
    console.api.post(f"/jobs/{second}/close", json={}).raise_for_status()


def test_an_item_is_assigned_and_found_again(console: Console, demo_folder: Path) -> None:
    post_job(console, "Oral radiologist")
    with second_administrator(console, demo_folder):
        page = console.open("today", kind="job")
        row = page.locator(".queue > li", has_text="Oral radiologist")
        dialog = page.get_by_role("dialog", name="Assign: Oral radiologist")
        for name in ("Vera Stojanović", "Robin Ashworth"):
            row.get_by_role("button", name="Assign").click()
            dialog.get_by_label("Administrator").select_option(name)
            dialog.get_by_role("button", name="Assign").click()
            expect(row.get_by_role("button", name=f"Assigned to {name}")).to_be_visible()
            console.browser_page.fast_forward(10_000)
        page.get_by_role("button", name="Assigned to me").click()
        expect(page.get_by_role("heading", name="Assigned to you")).to_be_visible()
        expect(page.locator(".queue > li")).to_have_count(1)
        row.get_by_role("button", name="Assigned to Robin Ashworth").click()
        dialog.get_by_label("Administrator").select_option("Nobody")
        dialog.get_by_role("button", name="Assign").click()
        expect(page.get_by_text("Nothing of this kind assigned to you waits.")).to_be_visible()
        page.get_by_role("button", name="Assigned to me").click()
        expect(row.get_by_role("button", name="Assign: Oral radiologist")).to_be_visible()
