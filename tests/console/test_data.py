"""Exports and imports."""

import csv
from pathlib import Path

from playwright.sync_api import expect

from tests.areas.imports.workbooks import Rows, workbook
from tests.console.conftest import Console

HEADER = "email,firstName,lastName,role\n"


def _import(console: Console, file: Path, kind: str, *, dry_run: bool) -> str:
    """Send a file and wait for the end of its import; return the path of the import."""
    page = console.open("data", "imports")
    page.get_by_role("combobox", name="Records").select_option(kind)
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_label("Only check the file").set_checked(dry_run)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Import of {kind}")
    expect(page.locator(".page-head .badge")).to_have_text("Checked" if dry_run else "Done")
    return f"/admin/imports/{page.url.rpartition('/')[2]}"


def test_a_filtered_list_is_saved_as_a_file(console: Console, tmp_path: Path) -> None:
    page = console.open("data")
    page.get_by_label("Role").select_option("admin")
    with page.expect_download() as started:
        page.get_by_role("button", name="Export", exact=True).click()
    assert started.value.suggested_filename == "accounts.csv"
    started.value.save_as(tmp_path / "accounts.csv")
    with (tmp_path / "accounts.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    listed = console.get("/admin/users", role="admin", limit=100)["items"]
    assert {row["email"] for row in rows} == {account["email"] for account in listed}


def test_a_list_without_records_is_saved_with_its_header(console: Console, tmp_path: Path) -> None:
    page = console.open("data", "exports")
    page.get_by_label("List", exact=True).select_option("audit")
    page.get_by_label("Until").fill("2001-01-01T00:00")
    page.get_by_label("Format").select_option("csv")
    with page.expect_download() as started:
        page.get_by_role("button", name="Export", exact=True).click()
    started.value.save_as(tmp_path / "audit.csv")
    assert len((tmp_path / "audit.csv").read_text().splitlines()) == 1


def test_a_file_is_checked_then_imported(console: Console, tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text(
        f"{HEADER}ilse.maas@example.com,Ilse,Maas,expert\n"
        "root.admin@example.com,Robin,Ashworth,client\n"
        "nowhere,Nils,Nord,expert\n"
    )
    checked = console.get(_import(console, file, "accounts", dry_run=True))
    assert (checked["created"], checked["skipped"], checked["failed"]) == (1, 1, 1)
    assert console.get("/admin/users", search="ilse.maas")["items"] == []

    imported = console.get(_import(console, file, "accounts", dry_run=False))
    assert imported["created"] == 1
    [account] = console.get("/admin/users", search="ilse.maas")["items"]
    assert account["lastName"] == "Maas"
    report = console.page.get_by_role("region", name="Reported lines")
    expect(report.get_by_role("row", name="4 Failed")).to_be_visible()

    page = console.open("data", "imports")
    expect(page.get_by_role("cell", name="Checked").first).to_be_visible()
    expect(page.get_by_role("cell", name="Done").first).to_be_visible()


def test_a_checked_file_is_imported_without_choosing_it_again(
    console: Console, tmp_path: Path
) -> None:
    file = tmp_path / "people.csv"
    file.write_text(f"{HEADER}lena.lund@example.com,Lena,Lund,expert\nnowhere,Nils,Nord,expert\n")
    checked = _import(console, file, "accounts", dry_run=True)
    page = console.page
    with page.expect_download() as started:
        page.get_by_role("button", name="Save as CSV").click()
    started.value.save_as(tmp_path / "lines.csv")
    with (tmp_path / "lines.csv").open(encoding="utf-8-sig", newline="") as saved:
        [line] = csv.DictReader(saved)
    assert (line["line"], line["outcome"]) == ("3", "failed")
    assert "email" in line["reason"]
    page.get_by_role("button", name="Import now").click()
    expect(page.locator(".page-head .badge")).to_have_text("Done")
    assert page.url.rpartition("/")[2] not in checked
    assert len(console.get("/admin/users", search="lena.lund")["items"]) == 1
    expect(page.get_by_role("button", name="Import now")).to_have_count(0)


def test_a_checked_file_is_chosen_again_after_a_reload(console: Console, tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text(f"{HEADER}lotte.lund@example.com,Lotte,Lund,expert\n")
    _import(console, file, "accounts", dry_run=True)
    console.page.reload()
    console.page.get_by_role("link", name="choose the file again").click()
    expect(console.page.get_by_role("button", name="Import", exact=True)).to_be_visible()


def test_the_feed_is_shown_with_links_to_its_records(console: Console) -> None:
    event = {"name": "Evening of scanners", "startAt": "2031-05-06T18:00:00Z", "timezone": "UTC"}
    response = console.api.post("/calendar/events", json=event).raise_for_status()
    created = response.json()["data"]["event"]["id"]
    page = console.open("data", "changes")
    while not page.get_by_role("link", name=created).count():
        page.get_by_role("button", name="Next", exact=True).click()
        expect(page.locator(".loading")).to_have_count(0)
        page.wait_for_timeout(300)
    page.get_by_role("link", name=created).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Evening of scanners")


def test_a_missing_file_and_a_damaged_workbook_are_shown_at_the_form(
    console: Console, tmp_path: Path
) -> None:
    page = console.open("data", "imports")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("Choose a file.")).to_be_visible()
    file = tmp_path / "wrong.xlsx"
    file.write_text("name,age\nIlse,40\n")
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("The file is not a workbook of the format .xlsx")).to_be_visible()
    console.browser_page.allow("status of 422", "the browser reports the 422")


def test_the_columns_of_a_workbook_are_chosen(console: Console, tmp_path: Path) -> None:
    file = tmp_path / "our people.xlsx"
    rows: Rows = [
        ["Name", "Mail", "Shoe size"],
        ["Ingrid", "ingrid.vik@example.com", 38],
        ["Omid", "nowhere", 41],
    ]
    file.write_bytes(workbook(rows, {"Prices": [["x"]]}))
    page = console.open("data", "imports")
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", name="Columns of our people.xlsx")).to_be_focused()
    expect(page.get_by_text("The names are those in line 1.")).to_be_visible()
    expect(page.get_by_text("These are not: Prices.")).to_be_visible()
    expect(page.get_by_text("For example: Ingrid, Omid")).to_be_visible()
    expect(page.get_by_label("Mail")).to_have_value("email")
    expect(page.get_by_label("Shoe size")).to_have_value("-")
    page.get_by_role("button", name="Check the file").click()
    expect(page.get_by_label("Name", exact=True)).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Name", exact=True).select_option("First name")
    page.get_by_role("button", name="Check the file").click()
    expect(page.locator(".page-head .badge")).to_have_text("Checked")
    report = page.get_by_role("region", name="Reported lines")
    expect(report).to_contain_text('Ignored columns: "Shoe size". Ignored sheets: "Prices".')
    expect(report).to_contain_text("Omid\tnowhere")
    page.get_by_role("button", name="Import now").click()
    expect(page.locator(".page-head .badge")).to_have_text("Done")
    [ingrid] = console.get("/admin/users", search="ingrid.vik")["items"]
    assert ingrid["firstName"] == "Ingrid"


def test_a_required_column_that_is_not_chosen_is_named(console: Console, tmp_path: Path) -> None:
    file = tmp_path / "wrong.csv"
    file.write_text("town,age\nBergen,40\n")
    page = console.open("data", "imports")
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_role("button", name="Check the file").click()
    expect(page.get_by_role("alert")).to_contain_text('The column "email" is missing.')
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("button", name="Import", exact=True)).to_be_visible()
    console.browser_page.allow("status of 422", "the browser reports the 422")


def test_a_sample_is_saved_and_can_be_sent(console: Console, tmp_path: Path) -> None:
    page = console.open("data", "imports")
    with page.expect_download() as started:
        page.get_by_role("button", name="Candidates").click()
    assert started.value.suggested_filename == "candidates.csv"
    file = tmp_path / "candidates.csv"
    started.value.save_as(file)
    checked = console.get(_import(console, file, "candidates", dry_run=True))
    assert (checked["created"], checked["failed"]) == (2, 0)


def test_a_list_on_a_screen_is_saved_with_a_byte_order_mark(
    console: Console, tmp_path: Path
) -> None:
    page = console.open("people", role="expert")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    with page.expect_download() as started:
        page.get_by_role("button", name="Save as CSV").click()
    started.value.save_as(tmp_path / "people.csv")
    saved = (tmp_path / "people.csv").read_bytes()
    total = console.get("/admin/users", role="expert", limit=1)["total"]
    assert total > 100  # more than a page
    assert len([url for url in sent if "/admin/" in url]) == 1, sent
    assert len(saved.splitlines()) == 1 + total
    assert saved.startswith(b'\xef\xbb\xbf"')
    assert "\ufeff" not in saved.decode("utf-8-sig")


def test_a_file_with_tabs_in_utf_16_is_imported(console: Console, tmp_path: Path) -> None:
    file = tmp_path / "people.txt"
    file.write_text("email\tfirstName\nines.ito@example.com\tInês\n", encoding="utf-16")
    checked = console.get(_import(console, file, "accounts", dry_run=True))
    assert (checked["created"], checked["failed"]) == (1, 0)
