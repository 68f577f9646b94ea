"""An installation with a name and documents of its own, in a browser."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from bridgework.demo import people
from tests.servers import minutes
from tests.site.conftest import SiteReader, reading

TERMS = "# Terms of use\n\n# Age\n\nMembers are **adults**.\n"


@pytest.fixture(scope="module")
def named_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data directory of a server with `site.toml` and the two documents."""
    folder = tmp_path_factory.mktemp("named")
    (folder / "site.toml").write_text('name = "Larkspur & Sons"\n')
    (folder / "terms.md").write_text(TERMS)
    (folder / "privacy.md").write_text("What you type is yours.\n")
    return folder


@pytest.fixture(scope="module")
def named_server(named_folder: Path) -> Iterator[str]:
    """A server with a name and documents of its own; returns its public URL."""
    with minutes.serving_demo(named_folder) as url:
        yield url


@pytest.fixture
def named(named_server: str, named_folder: Path) -> Iterator[SiteReader]:
    minutes.begin_minute(named_server)
    with reading(named_server, named_folder) as reader:
        yield reader


def test_the_terms_open_beside_the_form_to_join_which_keeps_its_input(named: SiteReader) -> None:
    page = named.open("join")
    page.get_by_label("E-mail address").fill("eva@example.com")
    main = page.get_by_role("main")
    with page.expect_popup() as opened:
        main.get_by_role("link", name="Terms of use").click()
    terms = opened.value
    expect(terms.get_by_role("heading", name="Terms of use", level=1)).to_be_visible()
    expect(terms.get_by_role("heading", name="Age", level=2)).to_be_visible()
    expect(terms.locator("strong", has_text="adults")).to_be_visible()
    terms.close()
    expect(main.get_by_role("link", name="Privacy")).to_be_visible()
    expect(page.get_by_label("E-mail address")).to_have_value("eva@example.com")


def test_the_footer_leads_to_the_documents_and_back_leaves_them(named: SiteReader) -> None:
    page = named.open("experts")
    page.get_by_role("contentinfo").get_by_role("link", name="Privacy").click()
    named.wait()
    expect(page.get_by_text("What you type is yours.")).to_be_visible()
    expect(page).to_have_title("Privacy – Larkspur & Sons")
    page.get_by_role("contentinfo").get_by_role("link", name="Events").click()
    expect(page.get_by_role("heading", name="Events", level=1)).to_be_visible()
    page.go_back()  # the document is loaded again
    expect(page.get_by_text("What you type is yours.")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Experts", level=1)).to_be_visible()


def test_the_browser_takes_the_manifest(named: SiteReader) -> None:
    page = named.open()
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert json.loads(found["data"])["name"] == "Larkspur & Sons"


@pytest.mark.parametrize("path", ["experts", "terms"])
def test_a_page_prints_without_navigation_and_buttons(named: SiteReader, path: str) -> None:
    page = named.open(path)
    navigation = page.get_by_role("navigation", name="Site")
    expect(navigation).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(navigation).to_be_hidden()
    expect(page.locator("button:visible, nav:visible")).to_have_count(0)


def test_the_console_prints_without_its_screens_and_has_the_name(named: SiteReader) -> None:
    page = named.page
    page.goto(f"{named.browser_page.origin}/console/")
    expect(page.get_by_role("heading", name="Larkspur & Sons console")).to_be_visible()
    page.get_by_role("button", name=people.ROOT).click()
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_title("Today · Larkspur & Sons console")
    screens = page.get_by_role("navigation", name="Screens")
    expect(screens.get_by_text("Larkspur & Sons")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Today", level=1)).to_be_visible()
    expect(screens).to_be_hidden()
    expect(page.locator("button:visible")).to_have_count(0)
