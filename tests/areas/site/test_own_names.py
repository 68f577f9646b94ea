"""An installation with a name and documents of its own, without JavaScript."""

import json
import re

import pytest

from bridgework.settings import Settings
from tests import cast
from tests.areas.blogs.articles import write
from tests.areas.calendar.calendar_client import create_event
from tests.areas.site.site_pages import read
from tests.world import PUBLIC_URL, World

SITE = f"{PUBLIC_URL}/app"
TERMS = "# Terms of use\n\n## Age\n\nMembers are **adults**.\n\n<script>alert(1)</script>\n"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    (settings.data_dir / "site.toml").write_text('name = "Larkspur & Sons"\nimage = "share.png"\n')
    (settings.data_dir / "share.png").write_bytes(b"\x89PNG")
    (settings.data_dir / "terms.md").write_text(TERMS)
    return settings.model_copy(update={"site": True})


def test_feeds_have_the_name_of_the_site(world: World) -> None:
    root = cast.root(world)
    write(world, root, title="Clear aligners")
    create_event(world, root)
    atom = world.get("/blogs/feed.xml").must(200).content.decode()
    assert "<title>Larkspur &amp; Sons blog</title>" in atom
    url = world.post("/calendar/feed-token", as_=root).must(201).data["url"]
    calendar = world.get(url.removeprefix(PUBLIC_URL)).must(200).content.decode()
    assert "\r\nX-WR-CALNAME:Larkspur & Sons\r\n" in calendar
    assert "Bridgework\r\n" not in calendar


def test_the_console_has_the_name_of_the_site(world: World) -> None:
    page = world.get("/console/").must(200).content.decode()
    assert "<title>Larkspur &amp; Sons console</title>" in page
    assert 'data-name="Larkspur &amp; Sons"' in page


def test_emails_have_the_name_of_the_site(world: World) -> None:
    ada = cast.ada(world)
    [*_, email] = world.mail(ada.email)
    assert email["From"].startswith('"Larkspur & Sons" <') or email["From"].startswith(
        "Larkspur & Sons <"
    )
    text = email.get_body(("plain",))
    assert text is not None
    assert "Larkspur & Sons" in text.get_content()
    assert "Bridgework" not in text.get_content()


def test_programs_find_the_feed_of_articles(world: World) -> None:
    write(world, cast.root(world), slug="aligners")
    for path in ("articles", "articles/aligners"):
        source = read(world, f"/app/{path}").response.content.decode()
        [link] = re.findall(r'<link rel="alternate" type="application/atom\+xml"[^>]*>', source)
        assert 'title="Larkspur &amp; Sons blog"' in link
        address = re.findall(r'href="([^"]+)"', link)[0]
        feed = world.get(address).must(200)
        assert feed.headers["content-type"].startswith("application/atom+xml")


def test_a_page_without_a_picture_has_the_image_of_the_settings(world: World) -> None:
    write(world, cast.root(world), slug="aligners", coverUrl=None)
    for path in ("", "experts", "articles", "articles/aligners", "events", "terms"):
        image = read(world, f"/app/{path}").metas["og:image"]
        assert image.startswith(f"{SITE}/files/")
        assert world.get(image.removeprefix(PUBLIC_URL)).must(200).content == b"\x89PNG"


def test_an_article_with_a_picture_has_its_own_image(world: World) -> None:
    cover = "https://pictures.example.com/cover.png"
    write(world, cast.root(world), slug="aligners", coverUrl=cover)
    assert read(world, "/app/articles/aligners").metas["og:image"] == cover


def test_the_manifest_names_the_site_and_its_icons(world: World) -> None:
    source = read(world, "/app/").response.content.decode()
    [address] = re.findall(r'<link rel="manifest" href="([^"]+)"', source)
    response = world.get(address).must(200)
    assert response.headers["content-type"] == "application/manifest+json"
    manifest = json.loads(response.content)
    assert (manifest["name"], manifest["start_url"]) == ("Larkspur & Sons", "/app/")
    folder = address.rpartition("/")[0]
    for icon in manifest["icons"]:
        file = world.get(f"{folder}/{icon['src']}").must(200)
        assert file.headers["content-type"] == icon["type"]


def test_a_document_of_the_operator_is_a_page_of_the_site(world: World) -> None:
    page = read(world, "/app/terms")
    assert page.canonical == f"{SITE}/terms"
    assert "Terms of use – Larkspur & Sons" in page.text
    assert "robots" not in page.metas
    source = page.response.content.decode()
    assert "<strong>adults</strong>" in source
    assert "<script>alert" not in source
    assert page.preloaded["document"]["title"] == "Terms of use"
    sitemap = world.get("/sitemap.xml?part=pages").must(200).content.decode()
    assert f"<loc>{SITE}/terms</loc>" in sitemap


def test_only_documents_that_exist_are_linked(world: World) -> None:
    world.get("/app/privacy").must(404)
    source = read(world, "/app/").response.content.decode()
    assert '<li><a href="/app/terms">Terms of use</a></li>' in source
    assert "/app/privacy" not in source
