"""Roles for clients: the own ones, posting and editing, matches, and decisions on applications."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.looks import few_requests, must_be_accessible, requests_of
from tests.site.members import HOSTILE, administrator, member, open_role

TEXTS = {
    "Role": "Pathologist for second readings",
    "What is it about?": "Thirty slides a week, read within two days.",
}
ON_SITE = {"workingPreference": "On site", "location": "Austin, Texas"}
FACTS = (
    *("Title", "Credential", "Specialties", "Based in", "Years of experience"),
    *("Availability", "Kind of work", "All skills"),
)
"""The rows of a comparison below the criteria."""
TERMS = {"Kind of work": "Advisory, remote", "Start": "Within 1 month", "Budget": "90 a slide"}


def ben(site: SiteReader) -> Page:
    return site.sign_in("Ben Achterberg")


def fill(page: Page, texts: dict[str, str]) -> None:
    """Fill the required fields of a step, and go on to the next one."""
    for label, text in texts.items():
        page.get_by_label(f"{label} (required)", exact=True).fill(text)
    page.get_by_role("button", name="Continue").click()


def apply_as_ada(site: SiteReader, role: dict[str, Any], message: str) -> str:
    ada = member(site, people.ADA)
    application = ada.send("POST", f"/roles/{role['id']}/applications", {"message": message})
    application_id: str = application["id"]
    return application_id


def full_name(card: Any) -> str:
    return f"{card['firstName']} {card['lastName']}"


def test_a_client_sees_the_states_of_roles_and_what_to_do_next(site: SiteReader) -> None:
    page = ben(site)
    with few_requests(page):
        site.open("roles")
    for group in ("Open", "Not open yet", "Past"):
        expect(page.get_by_role("heading", name=group, exact=True)).to_be_visible()
    row = page.locator(".postings > ul > li", has_text="Endodontist, two days a week")
    expect(row).to_contain_text("1 submitted")
    expect(row).to_contain_text("1 shortlisted")
    row.get_by_role("link", name="Answer 1 new application").click()
    expect(page.get_by_role("region", name="Applications by state")).to_be_visible()
    with few_requests(page):
        open_part(page, "Matches")
    with requests_of(page) as sent:
        open_part(page, "The role")
    assert sent == []  # the role is loaded already


def open_part(page: Page, name: str) -> None:
    link = page.get_by_role("link", name=name, exact=True)
    link.click()
    expect(link).to_have_attribute("aria-current", "page")


def test_a_role_is_posted_in_steps_after_a_preview(site: SiteReader) -> None:
    page = ben(site)
    site.open("roles").get_by_role("link", name="Post a role").click()
    fill(page, TEXTS)
    page.reload()  # what was typed is kept on the device
    site.wait()
    expect(page.get_by_role("heading", name="Terms")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_label("Role (required)")).to_have_value(TEXTS["Role"])
    page.get_by_label("Skills and topics").fill("Oral pathology,, Digital slides")
    page.get_by_role("button", name="Continue").click()
    fill(page, TERMS)
    expect(page.get_by_label("Contact person")).to_have_value("Ben Achterberg")
    fill(page, {"Company": "Tidegauge Dental Software", "Field": "Dental"})
    preview = page.locator(".preview")
    for text in (*TEXTS.values(), *TERMS.values(), "Digital slides", people.BEN):
        expect(preview).to_contain_text(text)
    expect(page.get_by_text("An administrator reads the role before anyone else")).to_be_visible()
    page.get_by_role("button", name="Send for review").click()
    expect(page.get_by_role("heading", name=TEXTS["Role"])).to_be_visible()
    expect(page.locator(".badge")).to_have_text("Pending")
    [role] = [
        each
        for each in member(site, people.BEN).get("/roles/mine?status=pending")["items"]
        if each["roleNeeded"] == TEXTS["Role"]
    ]
    assert role["tags"] == ["Oral pathology", "Digital slides"]
    assert "new-role" not in page.evaluate("JSON.stringify(localStorage)")


def test_what_the_api_refuses_is_marked_at_its_field_in_its_step(site: SiteReader) -> None:
    role = open_role(site, roleNeeded="Periodontist for a panel")
    page = ben(site)
    site.open(f"roles/{role['id']}/edit?step=need").get_by_label("Role (required)").fill("x" * 201)
    page.get_by_role("link", name="Preview").click()
    page.get_by_role("button", name="Save the changes").click()
    field = page.get_by_label("Role (required)")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value("x" * 201)
    site.browser_page.allow("status of 422", "the browser reports the 422")


def test_a_change_elsewhere_is_shown_and_not_overwritten(site: SiteReader) -> None:
    role = open_role(site, roleNeeded="Prosthodontist for a course")
    page = ben(site)
    site.open(f"roles/{role['id']}/edit?step=terms")
    page.get_by_label("Budget (required)").fill("300 an hour")
    client = member(site, people.BEN)
    client.send("PATCH", f"/roles/{role['id']}", {"location": "Peoria, Illinois"})
    page.get_by_role("link", name="Preview").click()
    page.get_by_role("button", name="Save the changes").click()
    expect(page.get_by_role("alert")).to_contain_text("was changed elsewhere")
    expect(page.get_by_role("status").filter(has_text="Changed elsewhere")).to_contain_text(
        "Peoria, Illinois"
    )
    page.get_by_role("button", name="Save the changes").click()
    expect(page.get_by_text("The role was changed.")).to_be_visible()
    after = client.get(f"/roles/{role['id']}")
    assert (after["budgetRange"], after["location"]) == ("300 an hour", "Peoria, Illinois")
    site.browser_page.allow("status of 412", "the browser reports the 412")


def test_two_experts_are_compared_and_asked(site: SiteReader) -> None:
    role = open_role(site, roleNeeded="Endodontist for microscope training")
    page = ben(site)
    with few_requests(page):
        site.open(f"roles/{role['id']}/matches")
    rows = page.locator(".ranking > li")
    names = rows.locator("h2 a").all_inner_texts()[:2]
    rows.first.get_by_text("Why").click()
    expect(rows.first.locator(".criteria")).to_contain_text("Specialty")
    for name in names:
        page.get_by_role("checkbox", name=f"Compare {name}").check()
    with few_requests(page):
        page.get_by_role("link", name="Compare 2").click()
        expect(page.get_by_role("table")).to_be_visible()
    table = page.get_by_role("table")
    for name in names:
        expect(table.get_by_role("columnheader", name=name)).to_be_visible()
    expect(table.get_by_role("rowheader", name="Specialty", exact=True)).to_be_visible()
    page.reload()
    site.wait()
    expect(table).to_be_visible()
    table.get_by_role("link", name=names[0]).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(names[0])
    expect(page.get_by_role("heading", name="Match with your role")).to_be_visible()
    page.go_back()
    table.get_by_role("button", name=f"Remove {names[1]}").click()
    expect(page.get_by_text("Choose two or three people")).to_be_visible()


def test_the_choice_stays_from_the_matches_to_the_directory(site: SiteReader) -> None:
    role = open_role(site, roleNeeded="Endodontist for a second reading")
    [first, *_] = member(site, people.BEN).get(f"/roles/{role['id']}/matches")["items"]
    others = [one for one in site.get("/experts") if one["id"] != first["subject"]["id"]]
    page = ben(site)
    bar = page.get_by_role("region", name="Chosen to compare")
    site.open(f"roles/{role['id']}/matches")
    page.locator(".ranking").get_by_role("checkbox").first.check()
    expect(bar).to_contain_text("Choose another one to compare.")
    page.get_by_role("link", name="Experts", exact=True).first.click()
    expect(bar).to_contain_text(first["subject"]["lastName"])
    for expert in others[:2]:
        page.get_by_role("checkbox", name=f"Compare {full_name(expert)}").check()
    page.get_by_role("checkbox", name=f"Compare {full_name(others[2])}").click()
    expect(page.get_by_text("At most 3 people are compared.")).to_be_visible()
    expect(page.get_by_role("checkbox", name=f"Compare {full_name(others[2])}")).not_to_be_checked()
    page.reload()
    site.wait()
    bar.get_by_role("button", name=f"Do not compare {full_name(others[1])}").click()
    expect(page.get_by_role("checkbox", name=f"Compare {full_name(others[1])}")).not_to_be_checked()
    expect(bar.get_by_role("link", name="Compare 2")).to_be_visible()
    site.open(f"experts/{others[1]['id']}")
    page.get_by_role("checkbox", name=f"Compare {full_name(others[1])}").check()
    bar.get_by_role("link", name="Compare 3").click()
    table = page.get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_count(3)
    expect(table).to_contain_text(f"{first['matchScore']} of 100")


def test_a_match_and_an_application_lead_to_each_other(site: SiteReader) -> None:
    role = open_role(site, roleNeeded="Orthodontist for a peer review")
    application_id = apply_as_ada(site, role, "I would like to.")
    page = ben(site)
    site.open(f"roles/{role['id']}/matches")
    row = page.locator(".ranking > li", has_text="Ada Lindholm")
    expect(row.locator(".applied")).to_contain_text("Submitted")
    row.get_by_role("link", name="Applied").click()
    expect(page).to_have_url(re.compile(application_id))
    score = page.get_by_role("link", name=re.compile(r"Match \d+ of 100"))
    points = score.inner_text()
    page.get_by_role("link", name="All applications to this role").click()
    page.locator(".board").get_by_role("link", name=points).click()
    expect(page.get_by_role("heading", name="Match with your role")).to_be_visible()
    expect(page.locator(".applied")).to_contain_text("Submitted")


def test_a_comparison_adds_up_to_the_scores(site: SiteReader) -> None:
    role = open_role(site, roleNeeded="Endodontist in the practice", **ON_SITE)
    matches = member(site, people.BEN).get(f"/roles/{role['id']}/matches", limit="100")["items"]
    capped = next(one for one in matches if one["criteria"][-1]["name"] == "must_have")
    chosen = [matches[0], capped]
    page = ben(site)
    ids = "+".join(one["subject"]["id"] for one in chosen)
    site.open(f"compare?ids={ids}&role={role['id']}")
    table = page.get_by_role("table")
    penalty = table.get_by_role("row", name="A must-have is missing")
    expect(penalty).to_contain_text(str(capped["criteria"][-1]["points"]))
    expect(penalty).to_contain_text(capped["criteria"][-1]["evidence"])
    for at, match in enumerate(chosen):
        cells = table.locator(f"tbody tr td:nth-child({at + 2})").all_inner_texts()
        points = [re.match(r"-?\d+", cell.strip()) for cell in cells]
        added = sum(int(found[0]) for found in points[: -len(FACTS)] if found)
        assert added == match["matchScore"]


def test_an_application_is_decided_by_keyboard_with_a_note(site: SiteReader) -> None:
    role = open_role(site, roleNeeded="Orthodontist for a reading club")
    application_id = apply_as_ada(site, role, HOSTILE)
    page = ben(site)
    site.open(f"roles/{role['id']}/applications")
    expect(page.locator(".board")).to_contain_text(HOSTILE)
    page.get_by_role("button", name="Shortlist: Ada Lindholm").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("An e-mail tells Ada Lindholm that you have shortlisted")
    dialog.get_by_label("Note").fill("Let us talk on Tuesday.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    column = page.get_by_role("region", name="Shortlisted")
    expect(column.get_by_role("link", name="Ada Lindholm")).to_be_visible()
    application = member(site, people.ADA).get(f"/roles/applications/{application_id}")
    assert (application["status"], application["reason"]) == (
        "shortlisted",
        "Let us talk on Tuesday.",
    )


def test_a_decision_that_was_taken_elsewhere_is_shown(site: SiteReader) -> None:
    role = open_role(site, roleNeeded="Orthodontist for a second opinion")
    application_id = apply_as_ada(site, role, "Gladly.")
    page = ben(site)
    site.open(f"roles/{role['id']}/applications")
    page.get_by_role("button", name="Shortlist: Ada Lindholm").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Note").fill("Let us talk.")
    path = f"/roles/applications/{application_id}"
    member(site, people.BEN).send("PATCH", path, {"status": "shortlisted"})
    dialog.get_by_role("button", name="Shortlist and send the e-mail").click()
    expect(dialog.get_by_role("alert")).to_contain_text("The current state is shortlisted")
    expect(dialog.get_by_role("alert")).to_contain_text("shows what has changed")
    expect(dialog.get_by_label("Note")).to_have_value("Let us talk.")
    dialog.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("region", name="Shortlisted")).to_contain_text("Ada Lindholm")
    expect(page.get_by_role("button", name="Accept: Ada Lindholm")).to_be_visible()
    site.browser_page.allow("status of 409", "the browser reports the 409")


def test_lists_come_back_with_the_connection(site: SiteReader) -> None:
    role = open_role(site, roleNeeded="Orthodontist for a remote office")
    apply_as_ada(site, role, "Gladly.")
    page = ben(site)
    own = f"roles/{role['id']}"
    site.open(f"{own}/applications")
    page.get_by_role("link", name="Roles", exact=True).first.click()
    site.wait()
    for path in ("roles", f"{own}/applications"):
        site.open("settings")
        page.context.set_offline(True)
        page.evaluate(f"history.pushState(null, '', '/app/{path}')")
        page.evaluate("dispatchEvent(new Event('popstate'))")
        expect(page.get_by_role("alert")).to_be_visible()
        page.context.set_offline(False)
        expect(page.get_by_text(role["roleNeeded"]).first).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("region", name="Submitted")).to_contain_text("Ada Lindholm")
    site.browser_page.allow("net::ERR_", "the browser reports the lost connection")


def test_an_application_is_dragged_to_its_next_state_only(site: SiteReader) -> None:
    role = open_role(site, roleNeeded="Orthodontist for a podcast")
    apply_as_ada(site, role, "I have a microphone.")
    page = ben(site)
    site.open(f"roles/{role['id']}/applications")
    card = page.locator(".board li", has_text="Ada Lindholm")
    card.drag_to(page.get_by_role("region", name="Accepted"))
    expect(page.get_by_role("dialog")).to_have_count(0)
    card.drag_to(page.get_by_role("region", name="Shortlisted"))
    page.get_by_role("button", name="Shortlist and send the e-mail").click()
    expect(page.get_by_role("region", name="Shortlisted")).to_contain_text("Ada Lindholm")
    card.get_by_role("link", name="Ada Lindholm").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("main")).to_contain_text("I have a microphone.")


def test_a_role_is_filled_and_another_one_deleted(site: SiteReader) -> None:
    role = open_role(site, roleNeeded="Oral surgeon for a board")
    other = open_role(site, roleNeeded=f"{HOSTILE} طبيب أسنان 牙医 " + "Unbreakable" * 8)
    page = ben(site)
    site.open(f"roles/{role['id']}")
    # As if in another tab: the owner gets no notification of an own change.
    changed = {"location": "Peoria, Illinois"}
    member(site, people.BEN).send("PATCH", f"/roles/{role['id']}", changed)
    page.get_by_role("button", name="Mark as filled").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Only an administrator can open it again.")
    dialog.get_by_role("button", name="Cancel").click()
    expect(page.locator(".badge")).to_have_text("Active")
    page.get_by_role("button", name="Mark as filled").click()
    dialog.get_by_role("button", name="Mark as filled").click()
    expect(page.locator(".badge")).to_have_text("Filled")
    expect(page.locator(".page-head")).to_contain_text("Peoria, Illinois")
    expect(page.locator("main").get_by_role("button", name="Close")).to_have_count(0)
    must_be_accessible(site, f"roles/{other['id']}")
    expect(page.get_by_role("heading", level=1)).to_contain_text(HOSTILE)
    page.get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete the role").click()
    expect(page.get_by_role("heading", name="Roles", level=1)).to_be_visible()
    expect(page.get_by_text("Unbreakable")).to_have_count(0)


def test_what_an_administrator_decides_appears_at_once(site: SiteReader) -> None:
    body = {
        name: value
        for name, value in open_role(site).items()
        if isinstance(value, str) and name not in ("id", "userId", "status")
    }
    role = member(site, people.BEN).send("POST", "/roles", {**body, "roleNeeded": "Live role"})
    page = ben(site)
    site.open(f"roles/{role['id']}")
    expect(page.locator(".badge")).to_have_text("Pending")
    administrator(site).send("POST", f"/admin/roles/{role['id']}/approve")
    expect(page.locator(".badge")).to_have_text("Active")


def test_the_screens_of_a_client_are_accessible(site: SiteReader) -> None:
    ben(site)
    own = f"roles/{role_of_the_demo(site)}"
    must_be_accessible(site, "roles", f"{own}/matches", f"{own}/applications", "roles/new")


def test_the_screens_of_a_comparison_are_accessible(site: SiteReader) -> None:
    ben(site)
    role = role_of_the_demo(site)
    best = member(site, people.BEN).get(f"/roles/{role}/matches?limit=3")["items"]
    ids = [match["subject"]["id"] for match in best]
    must_be_accessible(
        site, f"compare?ids={'+'.join(ids)}&role={role}", f"experts/{ids[0]}?role={role}"
    )


def role_of_the_demo(site: SiteReader) -> str:
    """Return the ID of the role of the demo that has matches and applications."""
    roles = member(site, people.BEN).get("/roles/mine?status=active&limit=100")["items"]
    return str(next(one["id"] for one in roles if one["roleNeeded"].startswith("Endodontist, two")))


def test_the_client_sees_why_a_role_is_not_listed_until_it_is_reviewed_again(
    site: SiteReader,
) -> None:
    client, root = member(site, people.BEN), administrator(site)
    model = open_role(site)
    names = (
        *("companyName", "healthcareVertical", "contactPerson", "contactEmail", "challenge"),
        *("workingPreference", "timeline", "budgetRange", "tags"),
    )
    posted = {name: model[name] for name in names}
    posted |= {"contactPerson": "Ben Achterberg", "contactEmail": people.BEN}
    role = client.send("POST", "/roles", {**posted, "roleNeeded": "Reader of old records"})
    root.send("POST", f"/admin/roles/{role['id']}/reject", {"reason": f"{HOSTILE} Say the hours."})
    page = ben(site)
    site.open(f"roles/{role['id']}")
    expect(page.get_by_text("An administrator did not approve this role.")).to_be_visible()
    expect(page.get_by_text(f"{HOSTILE} Say the hours.")).to_be_visible()
    root.send("POST", f"/admin/roles/{role['id']}/reopen", {})
    expect(page.get_by_text("An administrator reviews this role.")).to_be_visible()
    expect(page.get_by_text("Say the hours.")).to_have_count(0)
