"""The API catalog: RFC 9727, written as a linkset of RFC 9264."""

from urllib.parse import urlsplit

PATH = "/.well-known/api-catalog"
CONTENT_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

Linkset = dict[str, list[dict[str, object]]]


def linkset(base_url: str, *, status_path: str = "/readyz") -> Linkset:
    """What stands at `PATH`: the one API there is, and where it is described.

    Every address is absolute. `base_url` may have a path; the catalog itself stands at the
    root of the host all the same (RFC 8615).
    """
    base = base_url.rstrip("/")
    return {
        "linkset": [
            {"anchor": _address(base), "item": [{"href": f"{base}/"}]},
            {
                "anchor": f"{base}/",
                "service-desc": [{"href": f"{base}/openapi.json", "type": "application/json"}],
                "service-doc": [{"href": f"{base}/docs/", "type": "text/html"}],
                "status": [{"href": f"{base}{status_path}", "type": "application/json"}],
            },
        ]
    }


def link(base_url: str) -> str:
    """The value of the `Link` header that GET and HEAD of the catalog answer with."""
    base = base_url.rstrip("/")
    return (
        f'<{_address(base)}>; rel="api-catalog"; type="application/linkset+json", '
        f'<{base}/>; rel="item"'
    )


def _address(base: str) -> str:
    parts = urlsplit(base)
    return f"{parts.scheme}://{parts.netloc}{PATH}"
