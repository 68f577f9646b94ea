"""Changes after a review, as the owner and others see them on the site."""

from playwright.sync_api import expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.looks import must_be_accessible
from tests.site.members import administrator, member, open_role

WAITS = "waits for an administrator"


def test_an_expert_is_verified_again_when_the_changed_name_is_confirmed(site: SiteReader) -> None:
    ada = member(site, people.ADA)
    account = ada.get("/users/me")["id"]
    before = ada.get("/users/me/profile")["profile"]["credential"]
    page = site.sign_in("Ada Lindholm")
    site.open(f"experts/{account}")
    badge = page.locator(".profile header .badge", has_text="Verified")
    expect(badge).to_be_visible()
    ada.send("PATCH", "/users/me/profile/details", {"credential": "MD"})
    site.open(f"experts/{account}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("MD")
    expect(badge).to_have_count(0)
    site.open("profile/expert")
    expect(page.locator(".notice", has_text=WAITS)).to_contain_text("of your credential")
    site.open("")
    expect(page.locator(".notice", has_text=WAITS)).to_contain_text("of your credential")
    must_be_accessible(site, "profile/expert", f"experts/{account}")
    administrator(site).send("POST", f"/admin/queue/identity_changed/{account}/reverse", {})
    site.open(f"experts/{account}")
    expect(badge).to_be_visible()
    site.open("profile/expert")
    expect(page.get_by_role("heading", name="In the directory")).to_be_visible()
    expect(page.locator(".notice", has_text=WAITS)).to_have_count(0)
    assert ada.get("/users/me/profile")["profile"]["credential"] == before


def test_the_owner_of_a_changed_role_reads_that_it_waits(site: SiteReader) -> None:
    role = open_role(site)
    member(site, people.BEN).send("PATCH", f"/roles/{role['id']}", {"hoursPerWeek": "30"})
    page = site.sign_in("Ben Achterberg")
    site.open("")
    notice = page.locator(".notice", has_text=WAITS).filter(has_text="(hours per week)")
    notice.get_by_role("link", name=role["roleNeeded"]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(role["roleNeeded"])
    expect(page.locator(".notice", has_text=WAITS)).to_be_visible()
    administrator(site).send("POST", f"/admin/queue/role_changed/{role['id']}/confirm")
    site.open(f"roles/{role['id']}")
    expect(page.get_by_role("heading", level=1)).to_have_text(role["roleNeeded"])
    expect(page.locator(".notice", has_text=WAITS)).to_have_count(0)


def test_a_vendor_reads_in_the_profile_that_the_changed_company_waits(site: SiteReader) -> None:
    vera = member(site, people.VERA)
    before = vera.get("/vendors/me/vendor-profile")["companyName"]
    page = site.sign_in("Vera Stojanović")
    vera.send("PATCH", "/vendors/me/vendor-profile", {"companyName": "Another company"})
    site.open("profile/vendor")
    expect(page.locator(".notice", has_text=WAITS)).to_contain_text("your company name")
    account = vera.get("/users/me")["id"]
    administrator(site).send("POST", f"/admin/queue/identity_changed/{account}/reverse", {})
    site.open("profile/vendor")
    expect(page.get_by_role("heading", name="Verification")).to_be_visible()
    expect(page.locator(".notice", has_text=WAITS)).to_have_count(0)
    assert vera.get("/vendors/me/vendor-profile")["companyName"] == before
