"""Connects to each service in the settings, and tells an unreachable one from a wrong setting.

Each check returns what it found, or raises ClickException with the reason. Each has a deadline.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from urllib.parse import urlsplit

import click
import redis
import sqlalchemy as sa

from bridgework import app, providers
from bridgework.commands import errors, secret_key
from bridgework.commands.migrate import schema_of, user_settings_to_change
from bridgework.doctor import reachability
from bridgework.doctor.reachability import Unreachable
from bridgework.kit.core import SystemClock
from bridgework.kit.data.migrations import SchemaMismatch
from bridgework.kit.security import Keyring, secret_file
from bridgework.kit.storage import StorageFault
from bridgework.settings import PREFIX, Settings

_SECONDS = 5.0
"""The timeout of a connection to a server, and of its response."""
_REDIS_PORT = 6379


def check_database(settings: Settings) -> str:
    """Connect to the database, and compare its schema and its secret with those of the program."""
    errors.must_be_intact(settings, _SECONDS)
    try:
        reachability.database_must_listen(settings, _SECONDS)
        with schema_of(settings) as schema:
            version = schema.database_version()
            schema.must_match()
            newest = schema.newest()
    except Unreachable as error:
        raise click.ClickException(str(error)) from None
    except SchemaMismatch as mismatch:
        raise click.ClickException(f"connected; {mismatch}") from None
    except sa.exc.OperationalError as error:
        reason = reachability.database_refusal(settings, error, _SECONDS)
        raise click.ClickException(reason) from None
    if statements := user_settings_to_change(settings):
        raise click.ClickException(f"connected; run in the database: {statements}")
    secret_key.must_be_known(settings)
    app.keyring(settings)  # creates the secret of a new installation
    return f"connected; its schema is {newest}; {version}"


def check_redis(settings: Settings) -> str:
    """Connect to Redis or Valkey."""
    if not settings.redis_url:
        return "not used; each process counts requests itself, which is complete for one process"
    parts = urlsplit(settings.redis_url)
    place = parts.path
    if parts.hostname:
        place = f"{parts.hostname}:{parts.port or _REDIS_PORT}"
        _must_listen(parts.hostname, parts.port or _REDIS_PORT)
    client = redis.Redis.from_url(
        settings.redis_url, socket_timeout=_SECONDS, socket_connect_timeout=_SECONDS
    )
    try:
        client.ping()
    except redis.AuthenticationError as error:
        raise click.ClickException(
            reachability.refused_credentials(place, "REDIS_URL", error)
        ) from None
    except redis.TimeoutError:
        raise click.ClickException(reachability.no_response(place, _SECONDS)) from None
    except redis.ConnectionError as error:
        if not parts.hostname and not isinstance(error.__cause__, EOFError):
            raise click.ClickException(f"cannot be reached at {place}: {error}") from None
        raise click.ClickException(
            f"a server listens at {place}, but does not respond as Redis: check {PREFIX}REDIS_URL "
            f"({error})"
        ) from None
    except redis.RedisError as error:
        text = str(error)
        if text.startswith(("NOAUTH", "WRONGPASS", "NOPERM")):
            raise click.ClickException(
                reachability.refused_credentials(place, "REDIS_URL", error)
            ) from None
        raise click.ClickException(
            f"{place} refuses the connection: check {PREFIX}REDIS_URL ({text})"
        ) from None
    finally:
        client.close()
    return "connected"


def check_storage(settings: Settings) -> str:
    """Write, read and delete a small file."""
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    keyring = Keyring((secret_file.generate(),))  # nothing is signed
    storage = providers.storage(settings, keyring, SystemClock())
    try:
        storage.check()
    except StorageFault as fault:
        raise click.ClickException(str(fault)) from None
    finally:
        storage.close()
    place = "the bucket" if settings.storage_url else str(settings.files_dir)
    return f"a file was written to {place}, read and deleted"


def check_mail_server(settings: Settings) -> str:
    """Connect to the mail server, sign in, and name the sender."""
    if settings.smtp_url is None:
        return f"not used; e-mails are written to {settings.mail_dir}"
    transport = providers.mail_transport(settings)
    try:
        with errors.as_messages():
            transport.open()
            transport.must_accept_sender()
    finally:
        transport.close()
    return f"connected; it accepts the sender {settings.mail_sender}"


def check_luma(settings: Settings) -> str:
    """Look an event up with the API key."""
    if not settings.luma_api_key:
        return "not used"
    # httpx2 takes 250 ms to import.
    from bridgework.areas.community.calendar.formats.luma import client

    luma = client.Luma(settings.luma_api_key, address=settings.luma_url, seconds=_SECONDS)
    try:
        luma.find("config-check")
    except client.LumaNotFound:
        return "connected"
    except client.LumaRateLimited as error:
        raise click.ClickException(str(error)) from None
    except client.LumaRejected as error:
        raise click.ClickException(
            f"{settings.luma_url or client.ADDRESS} refuses a request: check {PREFIX}LUMA_URL "
            f"({error})"
        ) from None
    except client.LumaTemporaryError as error:
        raise click.ClickException(
            _http_failure(settings.luma_url or client.ADDRESS, error, f"{PREFIX}LUMA_URL")
        ) from None
    finally:
        luma.close()
    return "connected"


def check_zoho(settings: Settings) -> str:
    """Fetch an access token, and read the module of job openings."""
    if not settings.zoho_is_connected:
        return "not used"
    # httpx2 takes 250 ms to import.
    from bridgework.areas.back_office.recruiting.zoho.client import Zoho

    grant = {
        "client_id": settings.zoho_client_id,
        "client_secret": settings.zoho_client_secret,
        "refresh_token": settings.zoho_refresh_token,
    }
    zoho = Zoho(grant, accounts_url=settings.zoho_accounts_url, api_url=settings.zoho_api_url)
    accounts, module = settings.zoho_accounts_url, settings.zoho_job_openings_module
    try:
        with _zoho_failures(
            accounts,
            "refuses the credentials",
            f"check {PREFIX}ZOHO_CLIENT_ID, _CLIENT_SECRET and _REFRESH_TOKEN, and that both URLs "
            "belong to the data center of the account",
        ):
            zoho.tokens.token()
        with _zoho_failures(
            settings.zoho_api_url,
            f"refuses to list {module}",
            f"check {PREFIX}ZOHO_JOB_OPENINGS_MODULE, the scopes of the refresh token, and that "
            f"{PREFIX}ZOHO_API_URL belongs to its data center",
        ):
            zoho.session().get(module, per_page=1)
    finally:
        zoho.close()
    return "connected"


@contextmanager
def _zoho_failures(url: str, refusal: str, remedy: str) -> Iterator[None]:
    """Raise ClickException for a refusal, with its remedy, and if there is no response."""
    # Its area imports the HTTP client, which takes 250 ms.
    from bridgework.areas.back_office.recruiting import errors as recruiting

    try:
        yield
    except recruiting.RecruitingNotConnected as error:
        raise click.ClickException(f"{url} {refusal} ({error.reason}): {remedy}") from None
    except recruiting.RecruitingUnavailable as error:
        name = "the settings BRIDGEWORK_ZOHO_…"
        raise click.ClickException(_http_failure(url, error, name, error.reason)) from None


def check_captcha(settings: Settings) -> str:
    """Verify a token that cannot be valid: the response shows whether the secret is."""
    if settings.captcha == "off":
        return "not used"
    # httpx2 takes 250 ms to import.
    from bridgework.kit.security.captcha import PROVIDERS
    from bridgework.kit.security.captcha.siteverify import NoVerdict, SiteVerify

    provider = PROVIDERS[settings.captcha]
    verifier = SiteVerify(provider, settings.captcha_secret, url=settings.captcha_url)
    try:
        is_accepted = verifier.accepts_secret()
    except NoVerdict as error:
        url = settings.captcha_url or provider.url
        raise click.ClickException(
            _http_failure(url, error, f"{PREFIX}CAPTCHA_URL", str(error))
        ) from None
    finally:
        verifier.close()
    if not is_accepted:
        raise click.ClickException(
            f"the provider refuses the secret: check {PREFIX}CAPTCHA_SECRET, which must belong to "
            "the site key of your pages"
        )
    return "connected"


CHECKS: Mapping[str, Callable[[Settings], str]] = {
    "database": check_database,
    "redis": check_redis,
    "storage": check_storage,
    "mail server": check_mail_server,
    "Luma": check_luma,
    "Zoho Recruit": check_zoho,
    "captcha": check_captcha,
}
"""The checks by the name of the service."""


def _must_listen(host: str, port: int) -> None:
    """Raise ClickException unless a server listens there."""
    try:
        reachability.must_listen(host, port, _SECONDS)
    except Unreachable as error:
        raise click.ClickException(str(error)) from None


def _http_failure(url: str, error: BaseException, name: str, reason: str = "") -> str:
    """Say whether a service on the web is unreachable, or answers otherwise than the service."""
    cause = _network_cause(error)
    parts = urlsplit(url)
    default = 443 if parts.scheme == "https" else 80
    place = f"{parts.hostname}:{parts.port or default}"
    if isinstance(cause, OSError):
        return reachability.describe(place, cause, _SECONDS)
    if cause is not None:
        text = str(cause) or type(cause).__name__
        return f"cannot be reached at {place}: {text}"
    return f"{url} does not respond as expected: check {name} ({reason or error})"


def _network_cause(error: BaseException) -> BaseException | None:
    """The error of the system, or else of the HTTP client, from which this one arose, if any."""
    import httpx2  # see above

    found: BaseException | None = None
    each: BaseException | None = error
    while each is not None:
        if isinstance(each, OSError):
            return each
        if isinstance(each, httpx2.TransportError) and found is None:
            found = each
        each = each.__cause__ or each.__context__
    return found
