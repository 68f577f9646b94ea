"""The operations of the server itself: contract section 3.12.

All but the welcome respond without the `{data}` envelope, since probes, browsers and Prometheus
read them.
"""

from bridgework.areas.system import actions
from bridgework.areas.system.shapes import Welcome
from bridgework.kit.api_docs import catalog
from bridgework.kit.api_docs.swagger_ui import CONTENT_SECURITY_POLICY
from bridgework.kit.auth import public
from bridgework.kit.errors import NotFound, OperatorsOnly
from bridgework.kit.http.context import Call
from bridgework.kit.http.responses import JSON
from bridgework.kit.http.results import Plain
from bridgework.kit.http.router import Area
from bridgework.kit.metrics import CONTENT_TYPE

area = Area("System")

_REVALIDATE = "public, max-age=0, must-revalidate"
_IMMUTABLE = "public, max-age=31536000, immutable"


class NoSuchDocument(NotFound):
    """There is no such document."""


@area.get("/", who=public)
def get_welcome(call: Call) -> Welcome:
    """Find the way: where the documentation and this description are."""
    return actions.get_welcome(call)


@area.get("/openapi.json", who=public, slow=True, cached=True)
def get_openapi(call: Call) -> Plain:
    """Read this description: OpenAPI 3.0."""
    return Plain(JSON, call.kit.api_docs.openapi, cache_control=_REVALIDATE)


@area.get("/docs/", who=public, exempt=True, cached=True, media="text/html")
def get_docs(call: Call) -> Plain:
    """Read and try the API in a browser."""
    return _docs_file(call, "")


@area.get("/docs", who=public, exempt=True, status=308)
def get_docs_redirect(call: Call) -> Plain:
    """Find the way to `/docs/`."""
    location = f"{call.kit.settings.public_url}/docs/"
    return Plain(JSON, b'{"data":{"ok":true}}', status=308, headers={"location": location})


@area.get("/docs/{file}", who=public, exempt=True, cached=True, media="*/*", missing=NoSuchDocument)
def get_docs_file(call: Call, file: str) -> Plain:
    """Fetch what the interactive docs are made of."""
    return _docs_file(call, file)


@area.get("/.well-known/api-catalog", who=public, cached=True, media="application/linkset+json")
def get_api_catalog(call: Call) -> Plain:
    """Find the API's description and documentation (RFC 9727)."""
    headers = {"link": catalog.link(call.kit.settings.public_url)}
    body = call.kit.api_docs.catalog
    return Plain(catalog.CONTENT_TYPE, body, cache_control=_REVALIDATE, headers=headers)


@area.get("/livez", who=public, exempt=True)
def get_liveness(call: Call) -> Plain:
    """Ask whether the process answers at all."""
    del call
    return Plain(JSON, b'{"status":"alive"}')


@area.get("/readyz", who=public, exempt=True)
def get_readiness(call: Call) -> Plain:
    """Ask whether requests can be served: the database answers.

    `limits` tells who counts: all nodes together (`shared`), or `each process` for itself. The
    latter, where a Redis or Valkey is set, says that it does not answer; requests are served.
    """
    return Plain(JSON, actions.check_readiness(call))


@area.get(
    "/metrics",
    who=public,
    slow=True,
    for_operators=True,
    media="text/plain",
    problems=(OperatorsOnly,),
)
def get_metrics(call: Call) -> Plain:
    """Read how the server does, in the text format of Prometheus.

    Send the token in `BRIDGEWORK_METRICS_TOKEN` as a bearer token. Outside production, requests
    from localhost that no proxy forwarded need none.
    """
    return Plain(CONTENT_TYPE, actions.render_metrics(call))


def _docs_file(call: Call, name: str) -> Plain:
    asset = call.kit.api_docs.files.get(name)
    if asset is None:
        raise NoSuchDocument
    return Plain(
        asset.content_type,
        asset.body,
        cache_control=_IMMUTABLE if asset.immutable else _REVALIDATE,
        content_security_policy=CONTENT_SECURITY_POLICY,
    )
