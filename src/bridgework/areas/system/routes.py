"""The operations of the server itself: contract section 3.12.

All but the welcome respond without the `{data}` envelope, since probes, browsers and Prometheus
read them.
"""

from bridgework.areas.system import actions
from bridgework.areas.system.schemas import Welcome
from bridgework.kit.api_docs import catalog
from bridgework.kit.api_docs.swagger_ui import CONTENT_SECURITY_POLICY
from bridgework.kit.auth import public
from bridgework.kit.errors import NotFound, OperatorsOnly
from bridgework.kit.http.context import Context
from bridgework.kit.http.responses import JSON
from bridgework.kit.http.results import RawResponse
from bridgework.kit.http.router import Router
from bridgework.kit.metrics import CONTENT_TYPE

router = Router("System")

_REVALIDATE = "public, max-age=0, must-revalidate"
_IMMUTABLE = "public, max-age=31536000, immutable"


class NoSuchDocument(NotFound):
    """There is no such document."""


@router.get("/", who=public)
def get_welcome(context: Context) -> Welcome:
    """Find the way: where the documentation and this description are."""
    return actions.get_welcome(context)


@router.get("/openapi.json", who=public, run_in_thread=True, etag=True)
def get_openapi(context: Context) -> RawResponse:
    """Read this description: OpenAPI 3.0."""
    return RawResponse(JSON, context.app.api_docs.openapi, cache_control=_REVALIDATE)


@router.get("/docs/", who=public, rate_limit_exempt=True, etag=True, media_type="text/html")
def get_docs(context: Context) -> RawResponse:
    """Read and try the API in a browser."""
    return _docs_file(context, "")


@router.get("/docs", who=public, rate_limit_exempt=True, status=308)
def get_docs_redirect(context: Context) -> RawResponse:
    """Find the way to `/docs/`."""
    location = f"{context.app.settings.public_url}/docs/"
    return RawResponse(JSON, b'{"data":{"ok":true}}', status=308, headers={"location": location})


@router.get(
    "/docs/{file}",
    who=public,
    rate_limit_exempt=True,
    etag=True,
    media_type="*/*",
    not_found=NoSuchDocument,
)
def get_docs_file(context: Context, file: str) -> RawResponse:
    """Fetch what the interactive docs are made of."""
    return _docs_file(context, file)


@router.get(
    "/.well-known/api-catalog", who=public, etag=True, media_type="application/linkset+json"
)
def get_api_catalog(context: Context) -> RawResponse:
    """Find the API's description and documentation (RFC 9727)."""
    headers = {"link": catalog.link(context.app.settings.public_url)}
    body = context.app.api_docs.catalog
    return RawResponse(catalog.CONTENT_TYPE, body, cache_control=_REVALIDATE, headers=headers)


@router.get("/livez", who=public, rate_limit_exempt=True)
def get_liveness(context: Context) -> RawResponse:
    """Ask whether the process answers at all."""
    del context
    return RawResponse(JSON, b'{"status":"alive"}')


@router.get("/readyz", who=public, rate_limit_exempt=True)
def get_readiness(context: Context) -> RawResponse:
    """Ask whether requests can be served: the database answers.

    `limits` tells who counts: all nodes together (`shared`), or `each process` for itself. The
    latter, where a Redis or Valkey is set, says that it does not answer; requests are served.
    """
    return RawResponse(JSON, actions.check_readiness(context))


@router.get(
    "/metrics",
    who=public,
    run_in_thread=True,
    internal_only=True,
    media_type="text/plain",
    errors=(OperatorsOnly,),
)
def get_metrics(context: Context) -> RawResponse:
    """Read how the server does, in the text format of Prometheus.

    Send the token in `BRIDGEWORK_METRICS_TOKEN` as a bearer token. Outside production, requests
    from localhost that no proxy forwarded need none.
    """
    return RawResponse(CONTENT_TYPE, actions.render_metrics(context))


def _docs_file(context: Context, name: str) -> RawResponse:
    asset = context.app.api_docs.files.get(name)
    if asset is None:
        raise NoSuchDocument
    return RawResponse(
        asset.content_type,
        asset.body,
        cache_control=_IMMUTABLE if asset.immutable else _REVALIDATE,
        content_security_policy=CONTENT_SECURITY_POLICY,
    )
