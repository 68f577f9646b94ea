import json
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from bridgework.kit.api_docs import catalog


@pytest.fixture(params=["https://api.example", "https://api.example/", "http://127.0.0.1:8000/v"])
def base_url(request: pytest.FixtureRequest) -> str:
    text: str = request.param
    return text


def test_the_catalog_is_a_linkset_of_rfc_9264(base_url: str) -> None:
    written = json.loads(json.dumps(catalog.linkset(base_url)))
    assert list(written) == ["linkset"]
    for context in written["linkset"]:
        assert urlsplit(context.pop("anchor")).netloc
        for targets in context.values():
            assert isinstance(targets, list)
            assert all(set(target) <= {"href", "type"} for target in targets)


def hrefs(base_url: str) -> Iterator[str]:
    for context in catalog.linkset(base_url)["linkset"]:
        for targets in context.values():
            if isinstance(targets, list):
                yield from (target["href"] for target in targets)


def test_every_url_is_absolute_and_on_this_host(base_url: str) -> None:
    base = base_url.rstrip("/")
    paths = ["/", "/openapi.json", "/docs/", "/readyz"]
    assert list(hrefs(base_url)) == [f"{base}{path}" for path in paths]


@pytest.mark.parametrize("base_url", ["https://api.example", "https://api.example/under/here"])
def test_the_catalog_is_at_the_root_of_the_host(base_url: str) -> None:
    address = "https://api.example/.well-known/api-catalog"
    assert catalog.linkset(base_url)["linkset"][0]["anchor"] == address
    assert catalog.link(base_url) == (
        f'<{address}>; rel="api-catalog"; type="application/linkset+json", '
        f'<{base_url}/>; rel="item"'
    )


def test_the_content_type_names_the_profile() -> None:
    assert catalog.CONTENT_TYPE == (
        'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
    )
