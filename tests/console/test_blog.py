"""The blog: articles by state, the editor, and the rendering beside it."""

from typing import Any

from playwright.sync_api import Route, expect

from tests.console.conftest import Console
from tests.console.test_events import PIXEL

UNSAFE = """\
<script>alert(1)</script> <img src=x onerror=alert(1)>

[run](javascript:alert(1)) and [mail](mailto:desk@example.com) and **bold *nested* text**

![scan](https://files.example.com/scan.png)

[![inner](https://files.example.com/inner.png)](https://example.com/around)

```
<b>code</b>
```
"""
TEXT_OF_HTML = """\
text => new DOMParser().parseFromString(text, "text/html").body.textContent.trim()"""
INTRICATE = "[" * 200_000
PREVIEW = "**/admin/markdown/preview"


def test_an_article_is_written_published_and_taken_back(console: Console) -> None:
    page = console.open("blog", "new")
    page.get_by_label("Title", exact=False).first.fill("Résumé of a Scanner Trial")
    page.get_by_label("Excerpt").fill("What we measured.")
    page.get_by_label("Text").fill("## Accuracy\n\nWe *measured* it.")
    page.get_by_label("Tags").fill("imaging, scanners")
    page.get_by_label("Cover", exact=True).set_input_files(PIXEL)
    expect(page.get_by_role("img", name="Cover")).to_be_visible()
    expect(page.locator(".markdown em")).to_have_text("measured")
    page.get_by_role("button", name="Create the article").click()
    expect(page.get_by_role("heading", name="Résumé of a Scanner Trial")).to_be_visible()
    article = _article(console, "scanner")
    assert article["slug"] == "resume-of-a-scanner-trial"
    assert (article["status"], article["tags"]) == ("draft", ["imaging", "scanners"])
    assert console.api.get(article["coverUrl"]).content == PIXEL["buffer"]

    page.get_by_role("button", name="Publish now").click()
    expect(page.get_by_role("button", name="Back to draft")).to_be_visible()
    assert console.get(f"/blogs/{article['slug']}")["title"] == article["title"]
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Publish now")).to_be_visible()
    assert console.api.get(f"/blogs/{article['slug']}").status_code == 404


def test_an_article_is_scheduled_changed_and_deleted(console: Console) -> None:
    sent = {
        "slug": "recall-letters",
        "title": "Recall letters",
        "excerpt": "Short.",
        "body": "Text.",
    }
    created = console.api.post("/admin/blogs", json={**sent, "status": "draft"})
    article_id = created.raise_for_status().json()["data"]["id"]
    page = console.open("blog", search="recall")
    page.get_by_role("link", name="Recall letters").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recall letters")
    page.get_by_label("State").select_option("scheduled")
    page.get_by_label("Publication").fill("2020-01-01T08:00")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Publication")).to_have_attribute("aria-invalid", "true")
    console.browser_page.allow("status of 422", "the browser reports the 422")
    page.get_by_label("Publication").fill("2031-01-01T08:00")
    page.get_by_label("Title for search engines").fill("Recall letters that work")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".badge").get_by_text("Scheduled")).to_be_visible()
    article = _article(console, "recall")
    assert (article["status"], article["seoTitle"]) == ("scheduled", "Recall letters that work")
    assert article["publishedAt"].startswith(("2031-01-01", "2030-12-31"))

    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name="Blog", level=1)).to_be_visible()
    found = console.get("/admin/blogs", search="recall", limit=100)["items"]
    assert article_id not in {one["id"] for one in found}


def test_the_rendering_is_that_of_the_api(console: Console) -> None:
    page = console.open("blog", "new")
    for article in console.get("/admin/blogs", limit=100)["items"]:
        page.get_by_label("Text").fill(article["body"])
        text = page.evaluate(TEXT_OF_HTML, article["bodyHtml"])
        expect(page.locator(".markdown")).to_have_text(text)


def test_all_of_commonmark_is_rendered(console: Console) -> None:
    page = console.open("blog", "new")
    page.get_by_label("Text").fill("Title\n=====\n\n[by reference][a]\n\n    code\n\n[a]: /there")
    rendering = page.locator(".markdown")
    # The title of the screen is the only heading of the first level.
    expect(rendering.get_by_role("heading", level=2)).to_have_text("Title")
    expect(rendering.get_by_role("link", name="by reference")).to_have_attribute("href", "/there")
    expect(rendering.get_by_role("link")).to_have_attribute("target", "_blank")
    expect(rendering.locator("pre code")).to_have_text("code")


def test_the_rendering_has_no_scripts_no_html_of_the_text_and_no_images_of_others(
    console: Console,
) -> None:
    page = console.open("blog", "new")
    page.get_by_label("Text").fill(UNSAFE)
    rendering = page.locator(".markdown")
    expect(rendering.locator("pre code")).to_have_text("<b>code</b>")
    expect(rendering.locator("script, b, [onerror], img")).to_have_count(0)
    expect(rendering).to_contain_text("<script>alert(1)</script>")
    mail = rendering.get_by_role("link", name="mail")
    expect(mail).to_have_attribute("href", "mailto:desk@example.com")
    expect(rendering.locator("strong em")).to_have_text("nested")
    image = rendering.get_by_role("link", name="scan (on files.example.com, not loaded)")
    expect(image).to_have_attribute("href", "https://files.example.com/scan.png")
    around = rendering.get_by_role("link", name="inner (on files.example.com, not loaded)")
    expect(around).to_have_attribute("href", "https://example.com/around")


def test_an_image_of_the_installation_is_shown_in_the_rendering(console: Console) -> None:
    page = console.open("blog", "new")
    page.get_by_label("Cover", exact=True).set_input_files(PIXEL)
    cover = page.get_by_role("img", name="Cover")
    url = cover.get_attribute("src")
    page.get_by_label("Text").fill(f"![tooth]({url})")
    expect(page.locator(".markdown").get_by_role("img", name="tooth")).to_have_js_property(
        "naturalWidth", 1
    )


def test_a_text_that_cannot_be_rendered_is_kept_and_shown_as_it_is(console: Console) -> None:
    page = console.open("blog", "new")
    text = page.get_by_label("Text")
    text.fill(INTRICATE)
    expect(page.get_by_role("alert")).to_contain_text("too much markup")
    expect(text).to_have_value(INTRICATE)
    expect(page.locator(".prose")).to_have_text(INTRICATE)
    text.fill("*Short*")
    expect(page.locator(".markdown em")).to_have_text("Short")
    expect(page.get_by_role("alert")).to_have_count(0)
    console.browser_page.allow("status of 422", "the browser reports the 422")


def test_a_lost_connection_keeps_the_text_and_can_be_tried_again(console: Console) -> None:
    page = console.open("blog", "new")
    page.route(PREVIEW, lambda route: route.abort())
    page.get_by_label("Text").fill("*Short*")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached")
    expect(page.locator(".prose")).to_have_text("*Short*")
    page.unroute(PREVIEW)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".markdown em")).to_have_text("Short")
    console.browser_page.allow("net::ERR_", "the browser reports the lost connection")


def test_slow_rendering_is_said_and_only_the_last_text_is_shown(console: Console) -> None:
    page = console.open("blog", "new")

    def answer_late(route: Route) -> None:
        page.wait_for_timeout(1_500)
        route.continue_()

    page.route(PREVIEW, answer_late, times=1)
    with page.expect_request(PREVIEW):
        page.get_by_label("Text").fill("*First*")
    expect(page.get_by_text("Rendering…")).to_be_visible()
    page.get_by_label("Text").fill("*Second*")
    expect(page.locator(".markdown em")).to_have_text("Second")
    page.wait_for_timeout(1_500)  # the late answer ends in its own test
    expect(page.get_by_text("Rendering…")).to_have_count(0)


def _article(console: Console, search: str) -> dict[str, Any]:
    found: dict[str, Any] = console.get("/admin/blogs", search=search)["items"][0]
    return found
