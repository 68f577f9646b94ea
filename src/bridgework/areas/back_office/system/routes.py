"""The operations of the server itself.

Except for the welcome, they respond without the `{data}` envelope, since probes, browsers and
Prometheus read them.
"""

from bridgework.areas.back_office.system import actions, pages, schemas, well_known
from bridgework.context import Context
from bridgework.kit.api_docs import FAVICON, REVALIDATE, StaticFile, catalog
from bridgework.kit.core import HashingUnavailable, NotFound, OperatorsOnly
from bridgework.kit.core.observability import CONTENT_TYPE
from bridgework.kit.http.operations import JSON, RawResponse, Router, Tag, Tail
from bridgework.kit.security import public

router = Router(
    "System",
    public=Tag("System", "The API's description, health probes and metrics."),
)


class NoSuchDocument(NotFound):
    """The document does not exist."""


@router.get("/", who=public, page=pages.welcome)
def get_welcome(context: Context) -> schemas.Welcome:
    """Return the name and version of the API, and the URLs of its documentation.

    Browsers get a page with links to the member site, the console and the documentation.
    """
    return actions.get_welcome(context)


@router.get("/openapi.json", who=public, pool="computing", deadline_exempt=True, etag=True)
def get_openapi(context: Context) -> RawResponse:
    """Return this OpenAPI 3.0 document."""
    return _response_with(context.app.api_docs.openapi_file)


@router.get("/docs/", who=public, rate_limit_exempt=True, etag=True, media_type="text/html")
def get_docs(context: Context) -> RawResponse:
    """Return the interactive API documentation."""
    return _docs_file(context, "")


@router.get("/docs", who=public, rate_limit_exempt=True, status=308)
def get_docs_redirect(context: Context) -> RawResponse:
    """Redirect to `/docs/`."""
    return _redirect(context, "/docs/")


@router.get(
    "/docs/{file}",
    who=public,
    rate_limit_exempt=True,
    etag=True,
    media_type="*/*",
    not_found=NoSuchDocument,
)
def get_docs_file(context: Context, file: str) -> RawResponse:
    """Return a file of the interactive API documentation."""
    return _docs_file(context, file)


@router.get(
    "/console/",
    who=public,
    rate_limit_exempt=True,
    etag=True,
    media_type="text/html",
    errors=(NoSuchDocument,),
)
def get_console(context: Context) -> RawResponse:
    """Return the console, a page for administrators, unless the settings leave it out."""
    return _console_file(context, "")


@router.get("/console", who=public, rate_limit_exempt=True, status=308)
def get_console_redirect(context: Context) -> RawResponse:
    """Redirect to `/console/`."""
    return _redirect(context, "/console/")


@router.get(
    "/console/{file}",
    who=public,
    rate_limit_exempt=True,
    etag=True,
    media_type="*/*",
    not_found=NoSuchDocument,
)
def get_console_file(context: Context, file: Tail) -> RawResponse:
    """Return a file of the console."""
    return _console_file(context, file)


@router.get("/favicon.ico", who=public, rate_limit_exempt=True, etag=True, media_type="*/*")
def get_favicon(context: Context) -> RawResponse:
    """Return the icon that browsers request for pages without an icon of their own."""
    return _docs_file(context, FAVICON)


@router.get(
    "/.well-known/api-catalog", who=public, etag=True, media_type="application/linkset+json"
)
def get_api_catalog(context: Context) -> RawResponse:
    """Return the API catalog: links to the API's description and documentation (RFC 9727)."""
    headers = {"link": catalog.link(context.app.settings.public_url)}
    body = context.app.api_docs.catalog
    return RawResponse(catalog.CONTENT_TYPE, body, cache_control=REVALIDATE, headers=headers)


@router.get(
    well_known.SECURITY_TXT,
    who=public,
    rate_limit_exempt=True,
    etag=True,
    media_type="text/plain",
    errors=(NoSuchDocument,),
)
def get_security_txt(context: Context) -> RawResponse:
    """Return where to report a vulnerability (RFC 9116), if the settings name a contact."""
    settings = context.app.settings
    if not settings.security_contact:
        raise NoSuchDocument
    body = well_known.security_txt(settings, context.now)
    return RawResponse("text/plain; charset=utf-8", body, cache_control=REVALIDATE)


@router.get(
    well_known.CHANGE_PASSWORD,
    who=public,
    rate_limit_exempt=True,
    status=302,
    errors=(NoSuchDocument,),
)
def get_change_password_redirect(context: Context) -> RawResponse:
    """Redirect to the screen that changes a password, for password managers."""
    url = well_known.change_password_url(context.app.settings)
    if not url:
        raise NoSuchDocument
    return RawResponse(JSON, b'{"data":{"ok":true}}', status=302, headers={"location": url})


@router.get(
    "/livez", who=public, on_loop=True, rate_limit_exempt=True, response_model=schemas.Liveness
)
def get_liveness(context: Context) -> RawResponse:
    """Check whether the process responds. Other services, the database included, are not used."""
    del context
    return RawResponse(JSON, b'{"status":"alive"}')


@router.get(
    "/readyz",
    who=public,
    rate_limit_exempt=True,
    response_model=schemas.Readiness,
    errors=(HashingUnavailable,),
)
def get_readiness(context: Context) -> RawResponse:
    """Check whether the server can process requests.

    The database must respond, and passwords can be hashed, which is tried once a minute.

    A damaged SQLite file is 503 `database_damaged`: the server checks the file after its start and
    every day, and a statement that finds damage is reported as well.

    `limits` is `shared` if all nodes count rate limits together, or `each process` if each process
    counts its own. If a Redis or Valkey server is configured, `each process` means that it does not
    respond; requests are still served.

    `storage` tells whether a file could be written, read and deleted at the last check, which runs
    at most every 30 seconds, in the background. While it is `unavailable`, requests without files
    are still served.
    """
    return RawResponse(JSON, actions.check_readiness(context))


@router.get(
    "/metrics",
    who=public,
    pool="metrics",
    internal_only=True,
    media_type="text/plain",
    errors=(OperatorsOnly,),
)
def get_metrics(context: Context) -> RawResponse:
    """Return the metrics in the text format of Prometheus.

    Send the token in `BRIDGEWORK_METRICS_TOKEN` as a bearer token. Outside production, requests
    from localhost that were not forwarded by a proxy need none.
    """
    return RawResponse(CONTENT_TYPE, actions.render_metrics(context))


def _redirect(context: Context, path: str) -> RawResponse:
    headers = {"location": context.app.settings.public_url + path}
    return RawResponse(JSON, b'{"data":{"ok":true}}', status=308, headers=headers)


def _console_file(context: Context, path: str) -> RawResponse:
    console = context.app.console
    file = None if console is None else console.files.get(path)
    if file is None:
        raise NoSuchDocument
    return _response_with(file)


def _docs_file(context: Context, name: str) -> RawResponse:
    file = context.app.api_docs.files.get(name)
    if file is None:
        raise NoSuchDocument
    return _response_with(file)


def _response_with(file: StaticFile) -> RawResponse:
    return RawResponse(
        file.content_type,
        file.body,
        cache_control=file.cache_control,
        content_security_policy=file.content_security_policy,
        gzip_body=file.gzip_body,
    )
