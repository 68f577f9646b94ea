"""The pages of the member site without JavaScript."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bridgework.kit.validation.fields import MAX_PAGE
from bridgework.settings import Settings
from tests import cast, make
from tests.areas.blogs.articles import write
from tests.areas.calendar.calendar_client import create_event
from tests.areas.moderation import bench
from tests.areas.site.site_pages import read
from tests.world import PUBLIC_URL, World

SITE = f"{PUBLIC_URL}/app"
HOSTILE = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"&'


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"site": True})


def test_an_expert_is_readable_and_described(world: World) -> None:
    bio = "Thirty years of aligners. " * 20
    expert_id = make.expert(world, "Ada Lovell", bio=bio, company="Arch", location="Austin, TX")
    page = read(world, f"/app/experts/{expert_id}")
    assert page.canonical == f"{SITE}/experts/{expert_id}"
    assert "Ada Lovell, Orthodontist – Bridgework" in page.text
    assert "Thirty years of aligners." in page.text
    assert page.metas["og:type"] == "profile"
    assert page.metas["og:url"] == page.canonical
    assert page.metas["description"].endswith(" …")
    assert len(page.metas["description"]) <= 202
    data = page.linked_data
    assert (data["@context"], data["@type"]) == ("https://schema.org", "Person")
    assert (data["name"], data["jobTitle"]) == ("Ada Lovell", "Orthodontist")
    assert data["url"] == page.canonical
    assert data["worksFor"] == {"@type": "Organization", "name": "Arch"}
    of_api = world.get(f"/experts/{expert_id}").data
    assert page.preloaded == {"getExpert": of_api}


def test_the_directory_has_pages_and_a_search(world: World) -> None:
    for number in range(25):
        make.expert(world, f"Ada{number:02} Lovell", specialty=["Endodontics"])
    make.expert(world, "Grace Hopper", title="Surgeon")
    page = read(world, "/app/experts")
    assert "26 experts" in page.text
    assert "Page 1 of 2" in page.text
    assert page.preloaded["listExperts"]["total"] == 26
    assert page.preloaded["listExperts"]["items"] == world.get("/experts").data
    following = read(world, "/app/experts?page=2")
    assert following.canonical == f"{SITE}/experts?page=2"
    found = read(world, "/app/experts?search=hopper")
    assert "1 expert" in found.text
    assert "Grace Hopper" in found.text
    assert found.metas["robots"] == "noindex"
    read(world, "/app/experts?page=0", 422)


def test_an_expert_who_is_no_longer_listed_has_a_410_page(world: World) -> None:
    expert_id = make.expert(world, "Ada Lovell")
    read(world, f"/app/experts/{expert_id}")
    make.change_account(world, expert_id, disabled_at=world.clock.now())
    page = read(world, f"/app/experts/{expert_id}", 410)
    assert "No longer available" in page.text
    assert "Find an expert" in page.text
    assert page.metas["robots"] == "noindex"
    assert "Ada" not in page.text
    read(world, "/app/experts/018f3b1c-0000-7000-8000-000000000000", 404)
    assert "Page not found" in read(world, "/app/experts/nobody", 404).text


def test_a_removed_page_has_an_error_code_for_programs(world: World) -> None:
    root = cast.root(world)
    expert_id = make.expert(world, "Ada Lovell")
    hidden = create_event(world, root, name="Study club", visibility="public")
    cancelled = create_event(world, root, name="Study group", visibility="public")
    make.change_account(world, expert_id, disabled_at=world.clock.now())
    bench.hide(world, root, cast.ben(world), "event", hidden)
    world.delete(f"/calendar/events/{cancelled}", as_=root).must(200)
    assert world.get(f"/app/experts/{expert_id}").must(410).error == "page_removed"
    assert world.get(f"/app/events/{hidden}").must(410).error == "page_removed"
    assert world.get(f"/app/events/{cancelled}").must(410).error == "event_cancelled"


@pytest.mark.parametrize("path", ["jobs", "jobs/new", "jobs/x/matches", "experts/x/ask", "roles/x"])
def test_a_screen_of_members_has_a_page_at_every_address_below_it(world: World, path: str) -> None:
    assert read(world, f"/app/{path}").metas["robots"] == "noindex"


@pytest.mark.parametrize("path", ["nothing", "events/x/y", "files/nothing.js"])
def test_an_address_without_a_screen_has_a_404_page(world: World, path: str) -> None:
    world.get(f"/app/{path}", headers={"accept": "text/html"}).must(404)


@pytest.mark.parametrize("path", ["experts", "articles", "events", "nonsense"])
def test_a_page_that_does_not_exist_has_an_error_code_for_programs(world: World, path: str) -> None:
    unknown = "018f3b1c-0000-7000-8000-000000000000"
    assert world.get(f"/app/{path}/{unknown}").must(404).error == "page_not_found"


@pytest.mark.parametrize(
    "path", ["experts?page=0", "articles?page=0", "../sitemap.xml?part=members"]
)
def test_a_list_that_does_not_exist_is_refused(world: World, path: str) -> None:
    assert world.get(f"/app/{path}".replace("/app/../", "/")).must(422).faults


def test_an_article_is_readable_and_described(world: World) -> None:
    body = "# Aligners\n\nText of **weight**.\n\n![A tooth](https://elsewhere.example/x.png)"
    post = write(world, cast.root(world), slug="aligners", title="Clear aligners", body=body)
    page = read(world, "/app/articles/aligners")
    assert page.canonical == f"{SITE}/articles/aligners"
    assert "Text of weight ." in page.text
    # An image of another host is a link: that host would learn who reads.
    assert "A tooth (on elsewhere.example, not loaded)" in page.text
    assert page.metas["og:type"] == "article"
    data = page.linked_data
    assert (data["@type"], data["headline"]) == ("Article", "Clear aligners")
    assert data["author"]["@type"] == "Person"
    assert data["datePublished"][:10] == data["dateModified"][:10]
    assert page.preloaded["getBlog"]["id"] == post["id"]
    assert "Clear aligners" in read(world, "/app/articles").text
    read(world, "/app/articles/nothing", 404)


def test_a_former_slug_of_an_article_redirects(world: World) -> None:
    root = cast.root(world)
    post = write(world, root, slug="aligners", title="Clear aligners")
    world.patch(f"/admin/blogs/{post['id']}", {"slug": "clear"}, as_=root).must(200)
    moved = world.get("/app/articles/aligners").must(301)
    assert moved.headers["location"] == f"{SITE}/articles/clear"


def test_a_public_event_is_readable_and_described(world: World) -> None:
    event_id = create_event(
        world, cast.root(world), name="Study club", visibility="public", location="1 Main St"
    )
    page = read(world, f"/app/events/{event_id}")
    assert page.canonical == f"{SITE}/events/{event_id}"
    assert "Study club" in page.text
    data = page.linked_data
    assert (data["@type"], data["name"]) == ("Event", "Study club")
    assert data["startDate"]
    assert data["location"]["@type"] == "Place"
    assert data["url"] == page.canonical
    assert "Study club" in read(world, "/app/events").text


def test_a_cancelled_event_has_a_410_page(world: World) -> None:
    root = cast.root(world)
    event_id = create_event(world, root, name="Study club", visibility="public")
    world.delete(f"/calendar/events/{event_id}", as_=root).must(200)
    page = read(world, f"/app/events/{event_id}", 410)
    assert "This event has been cancelled" in page.text
    assert "Study club" not in read(world, "/app/events").text


@pytest.mark.parametrize("visibility", ["private", "members-only"])
def test_an_event_for_members_tells_nothing(world: World, visibility: str) -> None:
    event_id = create_event(world, cast.root(world), name="Secret", visibility=visibility)
    page = read(world, f"/app/events/{event_id}")
    assert "Secret" not in page.response.content.decode()
    assert page.metas["robots"] == "noindex"
    assert "Secret" not in read(world, "/app/events").text


def test_texts_of_members_are_escaped(world: World) -> None:
    expert_id = make.expert(
        world,
        f"{HOSTILE} Lovell",
        title=HOSTILE,
        bio=HOSTILE,
        company=HOSTILE,
        skills=[{"category": HOSTILE, "items": [HOSTILE]}],
    )
    members = {"name": HOSTILE, "description": HOSTILE, "location": HOSTILE}
    event_id = create_event(world, cast.root(world), visibility="public", **members)
    for path in ("experts", f"experts/{expert_id}", "events", f"events/{event_id}"):
        page = read(world, f"/app/{path}")
        assert "alert(1)" in page.text
        assert page.tags.count("script") == (6 if "/" in path else 5)
        assert page.tags.count("img") == 1  # the logo
        assert "onerror" not in page.attributes
    assert read(world, f"/app/experts/{expert_id}").linked_data["jobTitle"] == HOSTILE


def test_pages_load_only_from_this_installation(world: World) -> None:
    response = world.get("/app/", headers={"accept": "text/html"}).must(200)
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert f"img-src 'self' {PUBLIC_URL}" in policy
    source = response.body.decode()
    for file in set(_files(source)):
        kept = world.get(file).must(200)
        assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    world.get("/app/files/nothing.js").must(404)


def _files(source: str) -> list[str]:
    return [part.split('"')[0] for part in source.split('"') if part.startswith("/app/files/")]


def test_what_needs_a_sign_in_is_not_indexed(world: World) -> None:
    for path in ("sign-in", "join", "verify", "password"):
        assert read(world, f"/app/{path}").metas["robots"] == "noindex"
    assert "robots" not in read(world, "/app/").metas
    assert "Page not found" in read(world, "/app/nonsense", 404).text
    assert world.get("/app").must(308).headers["location"] == f"{SITE}/"


def test_the_sitemap_names_what_is_public(world: World) -> None:
    expert_id = make.expert(world, "Ada Lovell")
    root = cast.root(world)
    write(world, root, slug="aligners", title="Clear aligners")
    public = create_event(world, root, name="Open", visibility="public")
    private = create_event(world, root, name="Closed", visibility="private")
    index = world.get("/sitemap.xml").must(200).body.decode()
    assert f"{PUBLIC_URL}/sitemap.xml?part=pages" in index
    listed = ""
    for part in ("experts", "articles", "events"):
        assert f"{PUBLIC_URL}/sitemap.xml?part={part}&amp;page=1" in index
        listed += world.get(f"/sitemap.xml?part={part}").must(200).body.decode()
    assert f"{SITE}/experts/{expert_id}" in listed
    assert f"{SITE}/articles/aligners" in listed
    assert f"{SITE}/events/{public}" in listed
    assert private not in listed
    assert f"<loc>{SITE}/experts</loc>" in world.get("/sitemap.xml?part=pages").body.decode()
    for page in (2, MAX_PAGE):
        world.get(f"/sitemap.xml?part=experts&page={page}").must(404)
    robots = world.get("/robots.txt").must(200).body.decode()
    assert f"Sitemap: {PUBLIC_URL}/sitemap.xml" in robots


def test_a_large_directory_has_several_sitemaps(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bridgework.areas.back_office.site.queries.MAX_URLS", 2)
    ids = [make.expert(world, f"Ada{number} Lovell") for number in range(5)]
    index = world.get("/sitemap.xml").must(200).body.decode()
    assert index.count("part=experts") == 3
    parts = [
        world.get(f"/sitemap.xml?part=experts&page={number}").must(200).body.decode()
        for number in (1, 2, 3)
    ]
    assert [part.count("<url>") for part in parts] == [2, 2, 1]
    assert all(expert_id in "".join(parts) for expert_id in ids)


def test_pages_are_cached_until_their_records_change(world: World) -> None:
    expert_id = make.expert(world, "Ada Lovell")
    path = f"/app/experts/{expert_id}"
    etag = world.get(path).must(200).headers["etag"]
    assert world.get(path, headers={"if-none-match": etag}).must(304).body == b""
    make.change_account(world, expert_id, first_name="Augusta")
    changed = world.get(path, headers={"if-none-match": etag}).must(200)
    assert b"Augusta" in changed.body


def test_links_of_the_feed_lead_into_the_site(world: World) -> None:
    write(world, cast.root(world), slug="aligners", title="Clear aligners")
    feed = world.get("/blogs/feed.xml").must(200).body.decode()
    assert f"{SITE}/articles/aligners" in feed
    assert "/blogs/aligners" not in feed


class TestSettings:
    """The file `site.toml`."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        (settings.data_dir / "logo.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
        (settings.data_dir / "site.toml").write_text(
            'name = "Larkspur"\nlogo = "logo.svg"\nradius = 3\n'
            '[light]\naccent = "#7a1f5c"\n'
            '[first_page]\ntitle = "Dentists of the valley"\ntext = "Come in."\n'
            '[footer]\ntext = "Since 1999"\n'
            'links = [{label = "Imprint", url = "https://example.com/imprint"}]\n'
        )
        return settings

    def test_it_gives_the_site_a_name_and_colors(self, world: World) -> None:
        page = read(world, "/app/")
        assert "Dentists of the valley – Larkspur" in page.text
        assert "Since 1999" in page.text
        assert "Imprint" in page.text
        source = page.response.content.decode()
        [styles] = {file for file in _files(source) if file.endswith("theme.css")}
        css = world.get(styles).must(200).content.decode()
        assert "--accent: #7a1f5c" in css
        assert "--radius: 3px" in css
        [logo] = {file for file in _files(source) if file.endswith("logo.svg")}
        assert world.get(logo).must(200).headers["content-type"] == "image/svg+xml"
        shown = json.dumps(page.preloaded)
        assert shown == "{}"


class TestWithoutSite:
    """A server whose site is turned off."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"site": False})

    @pytest.mark.parametrize(
        "path",
        [
            "/app",
            "/app/",
            "/app/experts",
            "/app/articles",
            "/app/articles/aligners",
            "/app/events",
            "/app/settings",
            "/sitemap.xml",
            "/robots.txt",
        ],
    )
    def test_nothing_of_it_is_served(self, world: World, path: str) -> None:
        world.get(path).must(404)

    def test_nothing_of_it_is_loaded(self, tmp_path: Path) -> None:
        assert _loads_of_site(tmp_path, site=False) == []
        assert _loads_of_site(tmp_path, site=True) != []


_LOADING = """
import sys
from pathlib import Path
opened = []
sys.addaudithook(lambda event, about: event == "open" and opened.append(str(about[0])))
from tests import world
from bridgework.app import create_app
settings = world.settings(Path(sys.argv[1]), site=sys.argv[2] == "True")
create_app(settings)
print(*[name for name in sys.modules if name.startswith("bridgework.web.site")])
print(*[path for path in opened if "/web/site/" in path or path.endswith("site.toml")])
"""


def _loads_of_site(data_dir: Path, *, site: bool) -> list[str]:
    """Return the modules and files of the site that a new process with an application loads."""
    command = [sys.executable, "-c", _LOADING, str(data_dir), str(site)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
