"""The settings: environment variables `BRIDGEWORK_…` or lines of a `.env` file, read once.

`docs/settings.md` is generated from the docstrings of the fields.
"""

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

import sqlalchemy as sa
from pydantic import Field, ValidationInfo, field_validator, model_validator
from pydantic_settings import NoDecode, SettingsConfigDict

from bridgework.data_directory import DataDirectory
from bridgework.integration_settings import IntegrationSettings
from bridgework.kit.core import Installation
from bridgework.kit.core.net import Network
from bridgework.kit.delivery.outbox.smtp import SmtpServer
from bridgework.kit.security import MIN_SECRET_LENGTH, AdminSessionLimits
from bridgework.kit.security.rate_limit import Rule
from bridgework.kit.storage import S3Address
from bridgework.kit.text import email_addresses, has_valid_port, is_origin, to_uri
from bridgework.kit.validation import is_http_url

PREFIX = "BRIDGEWORK_"


class Settings(IntegrationSettings, DataDirectory):
    """All settings of an installation."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
    )

    env: Literal["production", "development"] = "production"
    """`production` refuses unsafe settings and the demo data. `development` is for a developer's
    machine; `script/demo` uses it."""
    data_dir: Path = Path("data")
    """The directory of the SQLite database, of uploads (`files/`), of e-mails that are not sent by
    SMTP (`mail/`), of `erased.txt` and of `secret.key`. It is created, with access for its owner
    only, if it does not exist."""
    public_url: str = "http://127.0.0.1:8000"
    """The URL under which clients reach the API; it may have a path, as in
    `https://example.com/api`. Links, tokens and e-mails contain it. Unset: `serve` uses the address
    that it listens on."""
    hsts_subdomains: bool = False
    """Add `includeSubDomains` to `Strict-Transport-Security`: browsers refuse plain HTTP there."""
    site_url: str = ""
    """The URL of a front end with pages at `/events/{id}`, `/blogs` and `/blogs/{slug}`, and at the
    paths of [notifications](guides/notifications.md#kinds) without `/app`; it may have a path, as
    in `https://www.example.com/club`. E-mails, calendar entries, the blog's feed and link previews
    lead there. Unset: the member site of this installation if `BRIDGEWORK_SITE` is on, otherwise
    `BRIDGEWORK_PUBLIC_URL`, which serves the pages of events and articles only. A front end on
    another origin also needs `BRIDGEWORK_CORS_ORIGINS`."""
    background_tasks: bool = True
    """Whether `serve` also does the [background work](operate/nodes.md#background-work) of the
    installation: e-mails, webhooks, Luma and the periodic tasks. With `off`, at least one
    `bridgework worker` must run, which does this work whatever the setting is."""
    database_url: str = ""
    """`sqlite:///path/to.db` or `postgresql://user:password@host/name`. Unset: `bridgework.db` in
    the data directory."""
    database_pooler: Literal["none", "transaction"] = "none"
    """PostgreSQL only. `transaction`: the URL is that of a [pooler in transaction
    mode](operate/nodes.md#a-pooler-in-front-of-postgresql)."""
    sqlite_synchronous: Literal["full", "normal"] | None = None
    """SQLite only. With `full`, an acknowledged write survives a power failure; with `normal`, it
    survives a crash of the process, and writes are faster. Unset: `full` in production, `normal` in
    development."""
    redis_url: str = ""
    """`redis://…`, `rediss://…` or `unix://…` of a Redis or Valkey server in which several
    processes share rate limits and cache versions. Without it, `serve` refuses more than one
    worker process."""
    storage_url: Annotated[S3Address | None, NoDecode] = None
    """The S3 store for files: `s3://KEY:SECRET@host:9000/bucket?region=us-east-1`, or
    `s3:///bucket?region=…` for Amazon S3 with the credentials of the machine. `&tls=off` uses plain
    HTTP, `&style=host` puts the bucket name before the host, `&public=https://files.example.com` is
    the URL of public files; without it, they are served by signed links. Requires the `s3` extra:
    `requirements/s3.txt` in an [installation](operate/install.md#installing), `script/setup s3` in
    the source tree. Unset: `files/` in the data directory."""
    smtp_url: Annotated[SmtpServer | None, NoDecode] = None
    """The mail server: `smtp://user:password@host:587` with `?starttls=required` (the default),
    `optional` or `off`; or `smtps://user:password@host:465`. Certificates are verified with the
    system's authorities or those of `SSL_CERT_FILE`. Unset: e-mails are written to `mail/` in the
    data directory."""
    mail_from: str = "Bridgework <no-reply@example.com>"
    """The sender of every e-mail. Its name is that of the installation, in e-mails, pages and
    feeds, unless [`site.toml`](operate/administrators.md#the-member-site) has a `name`. A sender
    without a name gets that of the installation."""
    reply_to: str = ""
    """The address to which replies to invitations and to e-mails that administrators write go, as
    in `Larkspur <office@example.com>`. Unset: `BRIDGEWORK_SUPPORT_EMAIL`; without both, replies go
    to the sender. A reply to an introduction goes to the other person."""
    support_email: str = ""
    """The contact address in e-mails and in the API documentation. Unset: the documentation names
    the public URL."""
    rate_limit: Annotated[Rule, NoDecode] = Rule("default", 60, 60)
    """Requests per caller and window, as `requests/seconds`."""
    address_limit_factor: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    """Multiplies the limits per client address: 100 failed sign-ins in 5 minutes, 100 tries of
    codes and 100 registrations an hour. For load tests, and for sites whose members share an
    address. The limits per account stay."""
    admin_rate_limit: Annotated[Rule, NoDecode] = Rule("admin", 600, 60)
    """The rate limit for sessions of the administrator login. Each account is counted on its
    own, separately from its member sessions."""
    console: bool = True
    """Whether the console of administrators is served at `/console/`."""
    site: bool = True
    """Whether the member site is served at `/app/`, with `/sitemap.xml` and `/robots.txt`. Its
    name, colors and texts are in [`site.toml`](operate/administrators.md#the-member-site) of the
    data directory."""
    public_jobs: bool = False
    """Whether everybody reads approved jobs, without an account: on the member site, `/app/jobs`,
    with data for the search engines of jobs, and in the API by `listJobs` and `getJob`. Visitors
    see neither the contact nor who posted a job. Otherwise they are asked to sign in."""
    admin_second_factor: Literal["optional", "required"] = "optional"
    """Whether administrators need a second factor. With `required`, a session of an administrator
    who has none can only add one, log out and change the master password."""
    admin_session_hours: Annotated[int, Field(ge=1, le=720)] = 12
    """Hours after its sign-in at which an administrator's session ends, 1 to 720. A change applies
    to open sessions too."""
    admin_idle_minutes: Annotated[int, Field(ge=5, le=43_200)] = 60
    """Minutes without a request after which an administrator's session ends, 5 to 43200, measured
    to the minute. A change applies to open sessions too."""
    max_bodies_per_address: Annotated[int, Field(ge=1)] = 64
    """Request bodies that one client address may upload at the same time. Further requests with a
    body get 503."""
    max_bodies: Annotated[int, Field(ge=1)] = 1024
    """Request bodies that all clients together may upload to one process at the same time. Further
    requests with a body get 503."""
    request_timeout_seconds: Annotated[int, Field(ge=1, le=300)] = 8
    """Seconds after which a request gets 503 if the database or another service has not responded.
    On PostgreSQL it also limits each statement of a request. See [requests that take too
    long](operate/faults.md#requests-that-take-too-long)."""
    max_event_streams_per_caller: Annotated[int, Field(ge=1)] = 10
    """Streams of `/changes/stream` that one account or API key may have open in one process, and
    streams of `/notifications/stream` that one account may have. Further ones get 429."""
    max_event_streams: Annotated[int, Field(ge=1)] = 2000
    """Streams of `/changes/stream` that all callers together may have open in one process, and as
    many of `/notifications/stream`. Further ones get 503."""
    trusted_proxies: Annotated[tuple[Network, ...], NoDecode] = ()
    """Addresses or networks whose `X-Forwarded-For` header is trusted, separated by commas:
    `127.0.0.1,10.0.0.0/8`."""
    cors_origins: Annotated[tuple[str, ...], NoDecode] = ()
    """Origins that may call the API from a browser, separated by commas; `*` allows all and is
    refused in production. In development, `http://localhost` and `http://127.0.0.1` are allowed on
    every port."""
    public_cache_control: str = "public, max-age=0, must-revalidate"
    """The `Cache-Control` header of public reads."""
    response_cache_bytes: Annotated[int, Field(ge=0)] = 64 * 1024**2
    """Memory per process for cached public responses, in bytes. `0` turns the cache off."""
    secret_keys: Annotated[tuple[str, ...], NoDecode] = Field(default=(), repr=False)
    """Secrets from which all keys are derived, newest first, separated by commas, at least 32
    characters each. Required in production with PostgreSQL. Unset: a secret is generated on the
    first start and stored in `secret.key`."""
    access_token_ttl: Annotated[int, Field(ge=60, le=86_400)] = 3600
    """Lifetime of an access token in seconds, 60 to 86400."""
    prevent_account_enumeration: bool = False
    """`true`: the responses of register, login, forgot and resend, and their timing, do not depend
    on whether an account has the e-mail address; the owner of the address is notified by e-mail.
    `false`: the responses follow the specification, and reveal whether an account exists."""
    refuse_common_passwords: bool = False
    """Whether register, reset and change refuse the most common passwords with 422. `config check`
    recommends it in production."""
    consultation_cap: Annotated[int, Field(ge=0, le=10_000)] = 5
    """Consultations that an account may have open at the same time, unless an administrator has
    set another number for the account."""
    professional_network_host: Annotated[str, Field(pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)+$")] = (
        "linkedin.com"
    )
    """The host of the profile URLs that applicants to jobs may give, without `www.`."""
    cv_retention_days: Annotated[int, Field(ge=1, le=3650)] = 180
    """Days after which the CV of a declined or withdrawn job application is deleted, unless its
    owner uses the file elsewhere."""
    change_retention_days: Annotated[int, Field(ge=1, le=3650)] = 30
    """Days for which changes can be read at `/changes`."""
    webhook_private_networks: bool | None = None
    """Whether webhooks may be sent to this machine and to private networks. Link-local addresses
    and the metadata services of clouds are always refused. Unset: only in development."""
    webhook_retention_days: Annotated[int, Field(ge=5, le=3650)] = 30
    """Days after its end for which a delivery of a webhook can be listed and sent again."""
    metrics_token: str = Field(default="", repr=False)
    """The bearer token for `/metrics`, at least 32 characters. Unset: `/metrics` is not available
    in production; in development it is available from localhost."""
    log_format: Literal["json", "text"] = "json"
    """`json`: one JSON object per line. `text`: one readable line per entry."""

    @field_validator("rate_limit", "admin_rate_limit", mode="before")
    @classmethod
    def _parse_rule(cls, value: object, info: ValidationInfo) -> object:
        name = "admin" if info.field_name == "admin_rate_limit" else "default"
        return Rule.parse(name, value) if isinstance(value, str) else value

    @field_validator("trusted_proxies", "cors_origins", "secret_keys", mode="before")
    @classmethod
    def _split_commas(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("storage_url", mode="before")
    @classmethod
    def _parse_storage_url(cls, value: object) -> object:
        return S3Address.parse(value) if isinstance(value, str) else value

    @field_validator("smtp_url", mode="before")
    @classmethod
    def _parse_smtp_url(cls, value: object) -> object:
        return SmtpServer.parse(value) if isinstance(value, str) else value

    @field_validator("mail_from")
    @classmethod
    def _check_sender(cls, value: str) -> str:
        if reason := email_addresses.header_fault(value):
            raise ValueError(
                f"must be one address, as in Bridgework <no-reply@example.com>: {reason}"
            )
        return value

    @field_validator("reply_to")
    @classmethod
    def _check_reply_to(cls, value: str) -> str:
        if value and (reason := email_addresses.header_fault(value)):
            raise ValueError(f"must be one address, as in office@example.com: {reason}")
        return value

    @field_validator("public_url", "site_url")
    @classmethod
    def _check_own_url(cls, value: str, info: ValidationInfo) -> str:
        value = str(to_uri(value))
        if not value and info.field_name == "site_url":
            return value
        if not is_http_url(value) or "?" in value or "#" in value:
            raise ValueError("must be an absolute http or https URL, as in https://api.example.com")
        return value.rstrip("/")

    @field_validator("database_url")
    @classmethod
    def _check_database_url(cls, value: str) -> str:
        if value:
            try:
                backend = sa.make_url(value).get_backend_name()
            except sa.exc.ArgumentError:
                backend = "?"
            if backend not in {"sqlite", "postgresql"}:
                raise ValueError("must begin with sqlite:/// or postgresql://")
        return value

    @field_validator("redis_url")
    @classmethod
    def _check_redis_url(cls, value: str) -> str:
        if not value:
            return value
        parts = urlsplit(value)
        is_socket = parts.scheme == "unix" and parts.path
        if not is_socket and not (parts.scheme in {"redis", "rediss"} and parts.hostname):
            raise ValueError("must be redis://host:6379, rediss://host:6379 or unix:///path")
        if not is_socket and not has_valid_port(parts):
            raise ValueError("the port must be a number from 1 to 65535")
        return value

    @field_validator("cors_origins")
    @classmethod
    def _check_origins(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for origin in value:
            if origin != "*" and not is_origin(origin):
                raise ValueError(
                    f"{origin[:100]!r} is not an origin: write https://app.example.com, with the"
                    " port if it is not the default one, and without a path or a slash at the end"
                )
        return value

    @field_validator("metrics_token")
    @classmethod
    def _check_token_length(cls, value: str) -> str:
        if value and len(value) < MIN_SECRET_LENGTH:
            raise ValueError(f"must have at least {MIN_SECRET_LENGTH} characters, or be empty")
        return value

    @field_validator("secret_keys")
    @classmethod
    def _check_secret_lengths(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if any(len(secret) < MIN_SECRET_LENGTH for secret in value):
            raise ValueError(f"each must have at least {MIN_SECRET_LENGTH} characters")
        return value

    @model_validator(mode="after")
    def _check_production(self) -> Self:
        messages = self.incomplete_zoho_settings(PREFIX)
        if self.env == "production":
            messages += _production_errors(self)
        if messages:
            raise ValueError("; ".join(messages))
        return self

    @property
    def effective_site_url(self) -> str:
        """`site_url`, with its default."""
        return self.site_url or (self.own_site_url if self.site else self.public_url)

    @property
    def own_site_url(self) -> str:
        """The URL of the member site of this installation, without a final slash."""
        return f"{self.public_url}/app"

    @property
    def articles_url(self) -> str:
        """The URL of the page with all articles; that of an article is below it."""
        is_own = self.site and not self.site_url
        return f"{self.effective_site_url}/{'articles' if is_own else 'blogs'}"

    @property
    def public_host(self) -> str:
        """The host of the public URL."""
        return urlsplit(self.public_url).hostname or "localhost"

    @property
    def site_hosts(self) -> frozenset[str] | None:
        """Hosts whose pages may send a CAPTCHA token; None if CORS allows every origin."""
        if "*" in self.cors_origins:
            return None
        hosts = [urlsplit(origin).hostname for origin in self.cors_origins]
        return frozenset({self.public_host, *filter(None, hosts)})

    @property
    def mail_sender(self) -> str:
        """The sender's address without its display name."""
        return email_addresses.parse_header(self.mail_from)[0]

    @property
    def effective_reply_to(self) -> str:
        """`reply_to`, with its default; empty if neither is an address."""
        is_address = bool(self.support_email) and not email_addresses.header_fault(
            self.support_email
        )
        return self.reply_to or (self.support_email if is_address else "")

    @property
    def installation(self) -> Installation:
        """What pages, e-mails and the documentation tell about the installation."""
        urls = (self.public_url, self.effective_site_url)
        site = {"/app": self.effective_site_url} if self.site or self.site_url else {}
        console = {"/console": f"{self.public_url}/console"} if self.console else {}
        return Installation(self.installation_name, *urls, self.support_email, site | console)

    @property
    def installation_name(self) -> str:
        """The name that e-mails, pages and feeds show: that of the site, else of the sender."""
        own = self.site_file.name if self.site_file else None
        return own or email_addresses.display_name(self.mail_from) or "Bridgework"

    @property
    def effective_mail_from(self) -> str:
        """`mail_from` with the name of the installation, unless it was set with another name."""
        is_default = self.mail_from == type(self).model_fields["mail_from"].default
        if email_addresses.display_name(self.mail_from) and not is_default:
            return self.mail_from
        return email_addresses.to_header(self.installation_name, self.mail_sender)

    @property
    def token_lifetime(self) -> timedelta:
        """The lifetime of an access token."""
        return timedelta(seconds=self.access_token_ttl)

    @property
    def admin_sessions(self) -> AdminSessionLimits:
        """How long the sessions of administrators last."""
        hours, minutes = self.admin_session_hours, self.admin_idle_minutes
        return AdminSessionLimits(timedelta(hours=hours), timedelta(minutes=minutes))

    @property
    def effective_synchronous(self) -> Literal["full", "normal"]:
        """`sqlite_synchronous`, with its default."""
        return self.sqlite_synchronous or ("full" if self.env == "production" else "normal")

    @property
    def effective_webhook_private_networks(self) -> bool:
        """`webhook_private_networks`, with its default."""
        is_set = self.webhook_private_networks is not None
        return bool(self.webhook_private_networks) if is_set else self.env == "development"


def _production_errors(settings: Settings) -> list[str]:
    """One sentence for each setting that production refuses; it names the variable to set."""
    messages = []
    if not settings.on_sqlite and not settings.secret_keys:
        messages.append(f"{PREFIX}SECRET_KEYS must be set: the nodes must share their keys")
    if settings.smtp_url and settings.mail_sender.lower().endswith("@example.com"):
        messages.append(
            f"{PREFIX}MAIL_FROM must be set to an address of your own domain: it is "
            f"{settings.mail_sender}, and mail servers refuse senders of example.com, a domain "
            "for documentation that accepts no e-mail"
        )
    if "*" in settings.cors_origins:
        messages.append(f"{PREFIX}CORS_ORIGINS must list the origins in production; * is refused")
    return [*messages, *settings.unsafe_captcha_settings(PREFIX)]
