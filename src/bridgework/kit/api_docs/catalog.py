"""The API catalog of RFC 9727, a linkset of RFC 9264."""

from urllib.parse import urlsplit

PATH = "/.well-known/api-catalog"
CONTENT_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

Linkset = dict[str, list[dict[str, object]]]


def linkset(base_url: str) -> Linkset:
    """The catalog: the API, its description, its documentation and its status.

    All URLs are absolute. `base_url` may have a path; the catalog itself is always at the root
    of the host (RFC 8615).
    """
    base = base_url.rstrip("/")
    return {
        "linkset": [
            {"anchor": _catalog_url(base), "item": [{"href": f"{base}/"}]},
            {
                "anchor": f"{base}/",
                "service-desc": [{"href": f"{base}/openapi.json", "type": "application/json"}],
                "service-doc": [{"href": f"{base}/docs/", "type": "text/html"}],
                "status": [{"href": f"{base}/readyz", "type": "application/json"}],
            },
        ]
    }


def link(base_url: str) -> str:
    """The `Link` header of the catalog's responses."""
    base = base_url.rstrip("/")
    return (
        f'<{_catalog_url(base)}>; rel="api-catalog"; type="application/linkset+json", '
        f'<{base}/>; rel="item"'
    )


def _catalog_url(base: str) -> str:
    parts = urlsplit(base)
    return f"{parts.scheme}://{parts.netloc}{PATH}"
