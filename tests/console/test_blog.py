"""The blog: articles by state, the editor, and the rendering beside it."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.console.conftest import Console
from tests.console.test_events import PIXEL

UNSAFE = """\
<script>alert(1)</script> <img src=x onerror=alert(1)>

[run](javascript:alert(1)) and [mail](mailto:desk@example.com) and **bold *nested* text**

![scan](https://files.example.com/scan.png)

```
<b>code</b>
```
"""
TEXT_OF = "element => element.textContent.replace(/\\s+/g, '')"
TEXT_OF_HTML = """\
text => new DOMParser().parseFromString(text, "text/html")
  .body.textContent.replace(/\\s+/g, "")"""


def test_an_article_is_written_published_and_taken_back(console: Console) -> None:
    page = console.open("blog", "new")
    page.get_by_label("Title", exact=False).first.fill("Résumé of a Scanner Trial")
    page.get_by_label("Excerpt").fill("What we measured.")
    page.get_by_label("Text").fill("## Accuracy\n\nWe *measured* it.")
    page.get_by_label("Tags").fill("imaging\nscanners")
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
    console.browser_page.complaints.clear()  # the browser reports the 422
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


def test_the_rendering_has_the_text_that_the_api_renders(console: Console) -> None:
    page = console.open("blog", "new")
    for article in console.get("/admin/blogs", limit=100)["items"]:
        page.get_by_label("Text").fill(article["body"])
        expected = page.evaluate(TEXT_OF_HTML, article["bodyHtml"])
        assert _rendered(page) == expected, article["slug"]


def test_the_rendering_has_no_scripts_and_no_html_of_the_text(console: Console) -> None:
    page = console.open("blog", "new")
    page.route("https://files.example.com/**", lambda route: route.fulfill(body=PIXEL["buffer"]))
    page.get_by_label("Text").fill(UNSAFE)
    rendering = page.locator(".markdown")
    expect(rendering.locator("pre code")).to_have_text("<b>code</b>")
    expect(rendering.locator("script, b, [onerror]")).to_have_count(0)
    expect(rendering).to_contain_text("<script>alert(1)</script>")
    expect(rendering.locator("a")).to_have_attribute("href", "mailto:desk@example.com")
    expect(rendering.locator("strong em")).to_have_text("nested")
    expect(rendering.get_by_role("img", name="scan")).to_be_visible()
    console.browser_page.elsewhere.clear()  # the image of the article


def _rendered(page: Page) -> str:
    text: str = page.locator(".markdown").evaluate(TEXT_OF)
    return text


def _article(console: Console, search: str) -> dict[str, Any]:
    found: dict[str, Any] = console.get("/admin/blogs", search=search)["items"][0]
    return found
