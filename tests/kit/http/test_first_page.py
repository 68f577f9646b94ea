"""The first page of a server: HTML for a browser, JSON for other clients."""

import re

from bridgework.kit.api_docs import SampleAccount
from tests.world import World

BROWSER = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def test_a_browser_gets_a_page_with_links_that_work(world: World) -> None:
    page = world.get("/", headers=BROWSER).must(200)
    assert page.headers["content-type"].startswith("text/html")
    assert "Accept" in page.headers["vary"]
    links = re.findall(r'href="([^":#]+)"', page.body.decode())
    assert {"console/", "docs/", "openapi.json", "readyz"} <= set(links)
    for link in links:
        world.get(f"/{link}").must(200)
    assert "Demo data" not in page.body.decode()


def test_other_clients_get_json(world: World) -> None:
    for accept in ("*/*", "application/json", ""):
        assert world.get("/", headers={"accept": accept}).must(200).data["name"] == "Bridgework"


def test_the_page_of_the_demo_names_its_people(world: World) -> None:
    body = {"email": "ada@example.com", "password": "a <published> password"}
    account = SampleAccount("Ada Lovell", "Expert", "login", body)
    world.application.app_state.api_docs.sample_accounts = [account]
    page = world.get("/", headers=BROWSER).must(200).body.decode()
    assert "Ada Lovell" in page
    assert "a &lt;published&gt; password" in page


def test_a_browser_past_the_rate_limit_gets_a_page(world: World) -> None:
    for _ in range(60):
        world.get("/")
    limited = world.get("/", headers=BROWSER).must(429)
    assert limited.headers["content-type"].startswith("text/html")
    assert world.get("/").must(429).error == "rate_limited"
