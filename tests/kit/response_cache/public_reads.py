"""The public reads with an ETag, and records that they return."""

import re
from collections.abc import Mapping
from datetime import timedelta

from tests import cast, make
from tests.world import PUBLIC_URL, World

LIST = "/experts?limit=20"


def fill(world: World) -> Mapping[str, tuple[str, ...]]:
    """Create records; return the paths of all public reads with an ETag, by operation."""
    experts = [make.expert(world, f"Ada{number} Lovell", tags=["aligners"]) for number in range(9)]
    make.post(world, experts[0], "aligners")
    make.post(world, experts[0], "to-come", at=timedelta(minutes=5))
    feed = world.post("/calendar/feed-token", as_=cast.ada(world)).must(201).data["url"]
    return {
        "listExperts": ("/experts", LIST, "/experts?page=2&limit=3&search=lovell&unknown=1"),
        "getExpert": (f"/experts/{experts[0]}", f"/experts/{experts[1].upper()}?x="),
        "listBlogs": ("/blogs", "/blogs?page=%31"),
        "blogFeed": ("/blogs/feed.xml",),
        "getBlog": ("/blogs/aligners", "/blogs/%61ligners"),
        "getOptions": ("/options",),
        "calendarFeed": (feed.removeprefix(PUBLIC_URL),),
        "getOpenapi": ("/openapi.json",),
        "getDocs": ("/docs/",),
        "getConsole": ("/console/",),
        "getFavicon": ("/favicon.ico",),
        "getSecurityTxt": ("/.well-known/security.txt",),
        "getApiCatalog": ("/.well-known/api-catalog",),
        "getDocsFile": (_first_file(world, "/docs/"),),
        "getConsoleFile": (_first_file(world, "/console/"),),
        "getSite": ("/app/",),
        "getSiteFile": (_site_file(world),),
        "getSitePage": ("/app/sign-in",),
        "getExpertsPage": ("/app/experts", "/app/experts?page=2&search=lovell"),
        "getExpertPage": (f"/app/experts/{experts[0]}",),
        "getArticlesPage": ("/app/articles",),
        "getArticlePage": ("/app/articles/aligners",),
        "getSitemap": ("/sitemap.xml", "/sitemap.xml?part=experts"),
        "getRobots": ("/robots.txt",),
    }


def _site_file(world: World) -> str:
    found = re.search(r'src="(/app/files/[^"]+)"', world.get("/app/").body.decode())
    assert found is not None
    return found[1]


def _first_file(world: World, page: str) -> str:
    found = re.search(
        r'(?:src|href)="(?!https?:|/|#|data:)([^"?#]+)', world.get(page).body.decode()
    )
    assert found is not None
    return page + found[1]
