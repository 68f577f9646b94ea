"""The providers that the settings choose: storage, mail, rate limits, tracing, integrations."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bridgework.context import AppState
from bridgework.kit.actions import Integrations
from bridgework.kit.core import Clock
from bridgework.kit.core.net import certificates
from bridgework.kit.core.net.certificates import Endpoint
from bridgework.kit.core.observability.tracing import NO_SPANS, SpanFactory, Tracer
from bridgework.kit.data.db.database import find_encrypted_server
from bridgework.kit.delivery.outbox import FileTransport, Transport
from bridgework.kit.security import Keyring
from bridgework.kit.security.captcha import PROVIDERS, CaptchaVerifier, NoCaptcha
from bridgework.kit.security.rate_limit import RateLimiter, Rule
from bridgework.kit.storage import SCAN_SECONDS, Clamd, LocalStorage, Storage
from bridgework.settings import Settings

if TYPE_CHECKING:
    from bridgework.areas.community.calendar.formats.luma.sync import LumaSync


def storage(
    settings: Settings, keys: Keyring, clock: Clock, *, seconds: float | None = None
) -> Storage:
    """The file storage: S3 or a directory.

    A call ends well before the deadline of a request, which so names the storage as the reason.
    With `seconds`, it has that time and is not retried.
    """
    if settings.storage_url is None:
        return LocalStorage(settings.files_dir, keys, settings.public_url)
    # boto3 is an optional dependency and takes 250 ms to import.
    from bridgework.kit.storage.s3 import CALL_SECONDS, S3Storage

    return S3Storage(
        settings.storage_url,
        clock,
        settings.public_url,
        seconds=seconds or min(CALL_SECONDS, settings.request_timeout_seconds * 0.6),
        is_retried=seconds is None,
    )


def scanner(settings: Settings) -> Clamd | None:
    """The malware scanner, None if none is set. A scan ends before the deadline of a request."""
    if settings.clamd is None:
        return None
    return Clamd(settings.clamd, min(SCAN_SECONDS, settings.request_timeout_seconds * 0.6))


def mail_transport(settings: Settings) -> Transport:
    """The transport of e-mails: SMTP or a directory."""
    if settings.smtp_url is None:
        return FileTransport(settings.mail_dir)
    # Imported only with SMTP, to keep the start short.
    from bridgework.kit.delivery.outbox.smtp.smtp_transport import SmtpTransport

    return SmtpTransport(
        settings.smtp_url, sender=settings.mail_sender, our_host=settings.public_host
    )


def encrypted_endpoints(settings: Settings) -> Mapping[str, Endpoint]:
    """The services that are used with encryption: `mail`, `storage`, `redis`, `database`."""
    found: dict[str, Endpoint] = {}
    mail = settings.smtp_url
    if mail is not None and mail.starttls != "off":
        connect = certificates.connect if mail.starttls is None else certificates.connect_smtp
        found["mail"] = Endpoint(mail.host, mail.port, connect)
    store = urlsplit((settings.storage_url.endpoint or "") if settings.storage_url else "")
    if store.scheme == "https" and store.hostname:
        found["storage"] = Endpoint(store.hostname, store.port or 443, certificates.connect)
    cache = urlsplit(settings.redis_url)
    if cache.scheme == "rediss" and cache.hostname:
        found["redis"] = Endpoint(cache.hostname, cache.port or 6379, certificates.connect)
    server = find_encrypted_server(settings.database_address)
    if server is not None:
        found["database"] = Endpoint(*server, certificates.connect_postgres)
    return found


def rate_limiter(settings: Settings, rule: Rule, clock: Clock) -> RateLimiter:
    """The rate limiter of one rule; shared by all processes if a Redis URL is set."""
    if settings.redis_url:
        # redis takes 250 ms to import.
        from bridgework.kit.security.rate_limit.valkey import ValkeyLimiter

        return ValkeyLimiter(rule, settings.redis_url, clock.monotonic)
    return RateLimiter(rule, clock.monotonic)


def tracer(settings: Settings) -> Tracer | None:
    """The OpenTelemetry tracer, None if no collector is set."""
    if not settings.otlp_endpoint:
        return None
    # OpenTelemetry is an optional dependency and takes 200 ms to import.
    from bridgework.kit.core.observability.tracing.otlp import OtlpTracer

    return OtlpTracer(settings.otlp_endpoint)


def captcha_verifier(settings: Settings, spans: SpanFactory = NO_SPANS) -> CaptchaVerifier:
    """The verifier of captcha tokens."""
    if settings.captcha == "off":
        return NoCaptcha()
    # httpx2 takes 250 ms to import.
    from bridgework.kit.security.captcha.siteverify import SiteVerify

    return SiteVerify(
        PROVIDERS[settings.captcha],
        settings.captcha_secret,
        url=settings.captcha_url,
        hosts=settings.site_hosts,
        spans=spans,
    )


def integrations(settings: Settings, clock: Clock, spans: SpanFactory = NO_SPANS) -> Integrations:
    """The clients of the outside services that areas use."""
    connected = Integrations()
    if not settings.zoho_is_connected:
        return connected
    # httpx2 takes 250 ms to import.
    from bridgework.areas.back_office.recruiting import actions as recruiting
    from bridgework.areas.back_office.recruiting.zoho.client import Zoho
    from bridgework.areas.back_office.recruiting.zoho.provider import ZohoRecruit
    from bridgework.areas.back_office.recruiting.zoho.serialization import Names

    grant = {
        "client_id": settings.zoho_client_id,
        "client_secret": settings.zoho_client_secret,
        "refresh_token": settings.zoho_refresh_token,
    }
    zoho = Zoho(
        grant,
        accounts_url=settings.zoho_accounts_url,
        api_url=settings.zoho_api_url,
        monotonic=clock.monotonic,
        spans=spans,
    )
    names = Names(
        openings=settings.zoho_job_openings_module,
        reference=settings.zoho_reference_field,
        network=settings.zoho_network_field,
        open_to_work=settings.zoho_open_to_work_field,
    )
    provider = ZohoRecruit(zoho, names)
    connected.add(recruiting.PROVIDER, provider, provider.close)
    return connected


def luma_sync(app_state: AppState, spans: SpanFactory = NO_SPANS) -> "LumaSync | None":
    """The synchronization of events with Luma, None if no API key is set."""
    if not app_state.settings.luma_api_key:
        return None
    # httpx2 takes 250 ms to import.
    from bridgework.areas.community.calendar.formats.luma import covers
    from bridgework.areas.community.calendar.formats.luma.client import Luma
    from bridgework.areas.community.calendar.formats.luma.sync import LumaSync

    luma = Luma(app_state.settings.luma_api_key, address=app_state.settings.luma_url, spans=spans)
    cover = partial(covers.read, app_state.database, app_state.storage, app_state.clock)
    database, clock, metrics = app_state.database, app_state.clock, app_state.metrics
    return LumaSync(database, clock, metrics, luma, cover, spans)
