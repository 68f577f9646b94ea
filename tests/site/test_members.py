"""What every member has: navigation, home, drafts, a lost connection and an expired session."""

from playwright.sync_api import expect

from tests.site.conftest import SiteReader

KEPT = "JSON.stringify(localStorage)"
FORM = """async ([draft]) => {
  const { render } = await import("preact");
  const { Form, html } = await import(new URL("site/ui.js", document.querySelector(
    "script[src*='site/main.js']").src.replace(/site\\/main.js.*/, "")).href);
  const fields = [{ name: "title" }, { name: "secret", type: "password" }];
  const element = document.createElement("div");
  document.querySelector("main").replaceChildren(element);
  render(html`<${Form} draft=${draft} fields=${fields} submit=${() => {}} />`, element);
}"""


def test_a_draft_is_restored_discarded_and_removed_with_the_session(site: SiteReader) -> None:
    page = site.sign_in()
    page.evaluate(FORM, ["note"])
    page.get_by_label("Title").fill("Half a sen")
    page.get_by_label("Secret").fill("not to be kept")
    page.reload()
    site.wait()
    assert "not to be kept" not in page.evaluate(KEPT)
    page.evaluate(FORM, ["note"])
    expect(page.get_by_label("Title")).to_have_value("Half a sen")
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_label("Title")).to_have_value("")
    assert "Half a" not in page.evaluate(KEPT)
    page.get_by_label("Title").fill("Sent")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Discard")).to_have_count(0)
    assert "Sent" not in page.evaluate(KEPT)
    page.get_by_label("Title").fill("Left behind")
    site.sign_out()
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    assert "Left behind" not in page.evaluate(KEPT)
