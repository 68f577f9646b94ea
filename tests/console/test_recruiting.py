"""Candidates and openings of the recruiting system."""

from typing import Any

from playwright.sync_api import expect

from tests.console.conftest import Console


def _candidates(console: Console, search: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = console.get("/admin/recruiting/candidates", search=search)[
        "items"
    ]
    return items


def _add(console: Console, first_name: str, last_name: str, email: str) -> str:
    body = {"firstName": first_name, "lastName": last_name, "email": email}
    response = console.api.post("/admin/recruiting/candidates", json=body)
    candidate_id: str = response.raise_for_status().json()["data"]["id"]
    return candidate_id


def test_a_candidate_is_added_and_associated_with_an_opening(console: Console) -> None:
    opening = console.get("/admin/recruiting/job-openings")[-1]
    page = console.open("recruiting", "new")
    page.get_by_label("First name").fill("Inês")
    page.get_by_label("Last name").fill("Carvalho")
    page.get_by_label("E-mail address", exact=True).fill("not an address")
    page.get_by_label("Years of experience").fill("4")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_label("E-mail address", exact=True)).to_have_attribute(
        "aria-invalid", "true"
    )
    page.get_by_label("E-mail address", exact=True).fill("ines.carvalho@example.com")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Inês Carvalho")

    page.get_by_role("button", name="Associate with openings").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(opening["title"]).check()
    dialog.get_by_role("button", name="Associate").click()
    expect(page.get_by_role("link", name=opening["title"])).to_be_visible()
    [candidate] = _candidates(console, "ines.carvalho@example.com")
    assert candidate["experienceInYears"] == 4
    jobs = console.get(f"/admin/recruiting/candidates/{candidate['id']}/jobs")
    assert [job["id"] for job in jobs] == [opening["id"]]
    console.browser_page.allow("status of 422", "the browser reports the 422")


def test_the_outcome_of_each_of_several_candidates_is_shown(console: Console) -> None:
    known = _add(console, "Bruno", "Reyes", "bruno.reyes@example.com")
    page = console.open("recruiting", "several")
    lines = page.get_by_label("One candidate a line")
    lines.fill(
        "Tomás\tReyes\ttomas.reyes@example.com\t512 555 0100\tAustin\tTexas\tDentist\t3\n"
        "Bruno, Reyes, bruno.reyes@example.com\n"
        "Clara; Sousa; nowhere"
    )
    page.get_by_role("button", name="Add 3 candidates").click()
    outcomes = page.get_by_role("listitem").filter(has=page.locator(".badge"))
    expect(outcomes.filter(has_text="Clara Sousa")).to_contain_text("email:")
    assert _candidates(console, "tomas.reyes@example.com") == []

    lines.fill(lines.input_value().replace("nowhere", "clara.sousa@example.com"))
    page.get_by_role("button", name="Add 3 candidates").click()
    expect(outcomes).to_have_count(3)
    expect(outcomes.filter(has_text="Bruno Reyes")).to_contain_text("already exists")
    expect(outcomes.filter(has_text="Clara Sousa")).to_contain_text("Created")
    expect(lines).to_have_value("Bruno, Reyes, bruno.reyes@example.com")
    [tomas] = _candidates(console, "tomas.reyes@example.com")
    assert (tomas["city"], tomas["experienceInYears"]) == ("Austin", 3)
    outcomes.get_by_role("link", name="Bruno Reyes").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bruno Reyes")
    assert known in page.url
    console.browser_page.allow("status of 422", "the browser reports the 422")


def test_candidates_are_searched_and_openings_lead_to_their_jobs(console: Console) -> None:
    _add(console, "Dora", "Weinberg", "dora.weinberg@example.com")
    page = console.open("recruiting", search="weinberg")
    expect(page.get_by_role("table").get_by_role("link")).to_have_text(["Dora Weinberg"])
    opening = console.get("/admin/recruiting/job-openings")[0]
    page = console.open("recruiting", "openings")
    page.get_by_role("link", name=opening["title"]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(opening["title"])
