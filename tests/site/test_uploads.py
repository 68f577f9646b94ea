"""The upload control: progress, limits, cancelling, and lost connections."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zlib import compress

from playwright.sync_api import FilePayload, Locator, Page, Request, expect

from tests.areas.uploads import encrypted_pdfs, samples
from tests.site.conftest import SiteReader, new_address
from tests.site.looks import requests_of
from tests.site.members import lose, member, register

MEBIBYTE = 1024**2
UPLOADS = "**/uploads/*"


def png(name: str = "portrait.png", size: int = 0) -> FilePayload:
    """A PNG of about a size, with rows of a thousand pixels that are not compressed."""
    width, height = 1000, 1 + size // 3001
    head = b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = b"IDAT", compress(bytes(height * 3001), level=0)
    chunks = b"".join(samples.chunk(*each) for each in (head, data, (b"IEND", b"")))
    return {"name": name, "mimeType": "image/png", "buffer": samples.PNG[:8] + chunks}


def opened(site: SiteReader) -> Locator:
    """Open the settings of a new member; returns the control for the picture."""
    email = new_address("portrait")
    register(site, email, role="expert")
    site.sign_in_with(email)
    return site.open("settings").get_by_role("group", name="Picture")


def choose(control: Locator, file: FilePayload | Path) -> None:
    control.locator("input").set_input_files(file)


@contextmanager
def slow(page: Page) -> Iterator[None]:
    """Limit what the browser sends to 400 KiB/s."""
    client = page.context.new_cdp_session(page)
    unlimited: dict[str, Any] = {"offline": False, "latency": 0, "downloadThroughput": -1}
    limit = "Network.emulateNetworkConditions"
    client.send("Network.enable")
    client.send(limit, {**unlimited, "uploadThroughput": 400 * 1024})
    yield
    client.send(limit, {**unlimited, "uploadThroughput": -1})
    client.detach()


def test_a_picture_is_uploaded_shown_and_removed(site: SiteReader) -> None:
    control = opened(site)
    with slow(site.page):
        choose(control, png(size=MEBIBYTE))
        bar = control.get_by_role("progressbar")
        expect(bar).to_be_visible()
        expect(bar).not_to_have_attribute("value", "0")
        expect(control.locator("canvas")).to_be_visible()
    expect(control.get_by_role("status")).to_have_text("portrait.png was uploaded.")
    expect(site.page.locator("main img.portrait")).to_be_visible()
    site.page.get_by_role("button", name="Remove the picture").click()
    site.page.get_by_role("button", name="Remove", exact=True).click()
    expect(site.page.locator("main span.portrait")).to_be_visible()


def test_wrong_types_and_sizes_are_refused_before_anything_is_sent(
    site: SiteReader, tmp_path: Path
) -> None:
    control = opened(site)
    alert = control.get_by_role("alert")
    large = tmp_path / "large.png"
    with large.open("wb") as file:
        file.truncate(50 * MEBIBYTE + 1)
    with requests_of(site.page, exempt=()) as sent:
        choose(control, {"name": "cv.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7"})
        expect(alert).to_contain_text("cv.pdf is not taken. Choose JPG, PNG, WEBP or GIF.")
        choose(control, large)
        expect(alert).to_contain_text("Choose a file of at most 50 MB.")
        choose(control, {"name": "none.png", "mimeType": "image/png", "buffer": b""})
        expect(alert).to_contain_text("none.png is empty.")
    assert sent == []
    control.get_by_role("button", name="Leave it out").click()
    expect(alert).to_have_count(0)


def test_content_of_another_type_is_refused(site: SiteReader) -> None:
    control = opened(site)
    choose(control, {"name": "a.png", "mimeType": "image/png", "buffer": b"%PDF-1.7 no image"})
    expect(control.get_by_role("alert")).to_contain_text(
        "The content of a.png is not that of a PNG"
    )
    expect(control.get_by_role("button", name="Try again")).to_have_count(0)
    site.browser_page.allow("status of 422", "the browser reports the 422")


def test_a_cancelled_upload_leaves_no_open_ticket(site: SiteReader) -> None:
    control = opened(site)
    with slow(site.page), site.page.expect_response("**/assets/delete") as deleted:
        choose(control, png(size=4 * MEBIBYTE))
        expect(control.get_by_role("progressbar")).not_to_have_attribute("value", "0")
        control.get_by_role("button", name="Cancel").click()
        expect(control.get_by_role("progressbar")).to_have_count(0)
        expect(control.locator("input")).to_be_focused()
    assert '"objectPath":"user-avatars/' in (deleted.value.request.post_data or "")
    expect(control.get_by_role("alert")).to_have_count(0)


def test_a_lost_connection_keeps_the_file_and_the_ticket(site: SiteReader) -> None:
    control = opened(site)
    tickets: list[Request] = []

    def note(request: Request) -> None:
        if request.url.endswith("/assets/upload-url"):
            tickets.append(request)

    site.page.on("request", note)
    site.page.route(UPLOADS, lambda route: route.abort())
    choose(control, png("again.png"))
    expect(control.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    control.get_by_role("button", name="Try again").click()
    expect(control.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    site.page.unroute(UPLOADS)
    site.page.evaluate("dispatchEvent(new Event('online'))")
    expect(control.get_by_role("status")).to_have_text("again.png was uploaded.")
    assert len(tickets) == 1
    site.browser_page.allow("net::ERR_", "the browser reports the lost requests")


def test_a_lost_response_is_no_second_file(site: SiteReader) -> None:
    control = opened(site)
    site.page.route(UPLOADS, lose, times=1)
    choose(control, png("lost.png"))
    control.get_by_role("button", name="Try again").click()
    expect(control.get_by_role("status")).to_have_text("lost.png was uploaded.")
    site.browser_page.allow("net::ERR_", "the browser reports the lost request, and the 409")
    site.browser_page.allow("status of 409", "the browser reports the lost request, and the 409")


def test_an_image_is_dropped_and_pasted(site: SiteReader) -> None:
    control = opened(site)
    script = """(element, [kind, bytes]) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], `${kind}.png`, { type: "image/png" }));
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(kind === "drop"
        ? new DragEvent("drop", { ...init, dataTransfer: data })
        : new ClipboardEvent("paste", { ...init, clipboardData: data }));
    }"""
    control.evaluate(script, ["drop", [*samples.PNG]])
    expect(control.get_by_role("status")).to_have_text("drop.png was uploaded.")
    site.page.locator("main h1").evaluate(script, ["paste", [*samples.PNG]])
    expect(control.get_by_role("status")).to_have_text("paste.png was uploaded.")


def test_the_control_takes_the_types_of_the_api(site: SiteReader) -> None:
    page = site.open()
    folders = page.evaluate(
        """async () => {
          const base = document.querySelector("link[href*='/files/']").href
            .replace(/[^/]*$/, "");
          const { FOLDERS } = await import(`${base}site/parts/upload.js`);
          return Object.entries(FOLDERS).map(([folder, types]) => [folder, Object.values(types)]);
        }"""
    )
    served = {one["folder"]: set(one["contentTypes"]) for one in site.get("/options")["uploads"]}
    assert {folder: set(types) for folder, types in folders} == served


def test_several_files_one_after_another_all_stay(site: SiteReader) -> None:
    email = site.join("vendor", path="profile")
    page = site.open("profile/vendor?step=media")
    papers: list[FilePayload] = [
        {"name": f"{name}.pdf", "mimeType": "application/pdf", "buffer": samples.PDF}
        for name in ("prices", "terms", "references")
    ]
    control = page.get_by_role("group", name="Files")
    control.locator("input").set_input_files(papers[:2])
    expect(control.get_by_role("status")).to_have_text("terms.pdf was uploaded.")
    control.locator("input").set_input_files(papers[2:])
    expect(page.get_by_role("button", name="File 3 (PDF)", exact=True)).to_be_visible()
    page.get_by_role("button", name="Save and continue").click()
    expect(page.get_by_role("heading", name="Ambassadors", exact=True)).to_be_visible()
    stored = member(site, email).get("/vendors/me/vendor-profile")["attachmentPaths"]
    assert len(set(stored)) == len(papers)


def test_a_form_waits_for_a_file_that_is_still_being_uploaded(site: SiteReader) -> None:
    site.join("candidate", path="profile")
    page = site.open("profile/jobs?step=cv")
    control = page.get_by_role("group", name="CV")
    cv = samples.PDF.replace(b"1 0 obj", b"%" * 2 * MEBIBYTE + b"\n1 0 obj")
    with slow(page):
        choose(control, {"name": "cv.pdf", "mimeType": "application/pdf", "buffer": cv})
        expect(control.get_by_role("progressbar")).to_be_visible()
        page.get_by_role("button", name="Save and continue").click()
        expect(page.get_by_text("cv.pdf is still being uploaded.")).to_be_visible()
        expect(page.get_by_role("heading", name="CV", level=2)).to_be_visible()
    expect(page.get_by_role("button", name="Open your CV")).to_be_visible()
    page.get_by_role("button", name="Save and continue").click()
    expect(page.get_by_role("heading", name="What you look for")).to_be_visible()


def test_a_cv_with_a_password_is_refused_with_this_reason(site: SiteReader) -> None:
    locked = encrypted_pdfs.pdf(*encrypted_pdfs.WITH_PASSWORD["AES, 256 bits"])
    site.join("candidate")
    page = site.open("profile/jobs?step=cv")
    file: FilePayload = {"name": "cv.pdf", "mimeType": "application/pdf", "buffer": locked}
    page.locator("input[type=file]").set_input_files(file)
    refusal = "cv.pdf does not open without a password. Save it without one."
    expect(page.get_by_role("alert")).to_contain_text(refusal)
    site.browser_page.allow("status of 422", "the browser reports the 422")
