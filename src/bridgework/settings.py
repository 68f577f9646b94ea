"""The settings: environment variables `BRIDGEWORK_…` (or a `.env`), read once, then frozen.

`docs/settings.md` explains each; a test keeps the two together.
"""

import ipaddress
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

import sqlalchemy as sa
from pydantic import Field, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from bridgework.connections import Connections
from bridgework.kit import email_addresses
from bridgework.kit.captcha.providers import DUMMY_SECRETS
from bridgework.kit.fields import is_http_url
from bridgework.kit.keyring import SHORTEST_SECRET
from bridgework.kit.outbox.smtp_server import SmtpServer
from bridgework.kit.rate_limit.sliding_window import Rule
from bridgework.kit.storage.address import S3Address

PREFIX = "BRIDGEWORK_"

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class SettingsFaulty(Exception):
    """Some settings can't be used; the message names each, one a line."""


class Settings(Connections):
    """Everything an operator can set."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        use_attribute_docstrings=True,
    )

    env: Literal["production", "development"] = "production"
    """`production` refuses unsafe settings; `development` is for a laptop."""
    data_dir: Path = Path("data")
    """The folder of the database file, uploads, `.eml` files and `secret.key`."""
    public_url: str = "http://127.0.0.1:8000"
    """The address under which clients reach the API, without a slash at its end. A path prefix
    is allowed."""
    database_url: str = ""
    """`sqlite:///path/to.db` or `postgresql://user@host/name`. Empty: `bridgework.db` in the
    data folder."""
    durability: Literal["full", "normal"] | None = None
    """SQLite only. `full`: an acknowledged write survives a power cut (the default in
    production). `normal`: it survives a crash of the process (the default in development)."""
    redis_url: str = ""
    """`redis://…` of a Redis or Valkey that several processes share their counters by."""
    storage_url: Annotated[S3Address | None, NoDecode] = None
    """The file store: `s3://KEY:SECRET@host:9000/bucket?region=…`, or `s3:///bucket?region=…` of
    Amazon's own with the machine's credentials. `tls=off`, `style=host` and `public=https://…`
    may follow. Empty: `files/` in the data folder."""
    smtp_url: Annotated[SmtpServer | None, NoDecode] = None
    """The mail server: `smtps://user:password@host:465`, or `smtp://user:password@host:587` with
    `?starttls=required` (the default), `optional` or `off`. Certificates are held against the
    system's authorities, or those of `SSL_CERT_FILE`. Empty: `.eml` files in the data folder."""
    mail_from: str = "Bridgework <no-reply@example.com>"
    """The sender of every e-mail. Its name is that of the installation, in e-mails and pages."""
    support_email: str = ""
    """The contact in the OpenAPI document and in letters. Empty: the document names the public
    address."""
    rate_limit: Annotated[Rule, NoDecode] = Rule("default", 60, 60)
    """Requests a caller may send in any window of so many seconds, as `60/60`."""
    admin_rate_limit: Annotated[Rule, NoDecode] = Rule("admin", 600, 60)
    """The same for sessions of the administrator login, each account by itself."""
    bodies_per_address: Annotated[int, Field(ge=1)] = 64
    """Unfinished request bodies that one client address may have at once; further ones get 503."""
    most_bodies: Annotated[int, Field(ge=1)] = 1024
    """Unfinished request bodies, a process, of all clients together; further ones get 503."""
    trusted_proxies: Annotated[tuple[Network, ...], NoDecode] = ()
    """Addresses or networks whose `X-Forwarded-For` is believed, comma-separated."""
    cors_origins: Annotated[tuple[str, ...], NoDecode] = ()
    """Origins whose pages may call, comma-separated; `*` for all. In development
    `http://localhost` and `http://127.0.0.1` at any port may call as well."""
    public_cache_control: str = "public, max-age=0, must-revalidate"
    """`Cache-Control` of public reads."""
    metrics_token: str = Field(default="", repr=False)
    """The bearer token that reads `/metrics`, at least 32 characters. Outside production,
    localhost needs none. Empty: nobody reads it in production."""
    response_cache: Annotated[int, Field(ge=0)] = 64 * 1024**2
    """Bytes of memory, a process, for public answers that are told again while nothing they tell
    of has changed. `0`: each is made afresh."""
    secret_keys: Annotated[tuple[str, ...], NoDecode] = Field(default=(), repr=False)
    """Secrets that every key is derived from, newest first, comma-separated, at least 32
    characters each. Empty: one is made on the first start and kept in `secret.key`."""
    token_lifetime: Annotated[int, Field(ge=60, le=86_400)] = 3600
    """Seconds for which an access token is good."""
    reveal_accounts: bool = True
    """Whether register, login, forgot and their like tell if somebody has an address. `false`:
    they answer alike either way, in the same time, and the owner is told by mail."""
    refuse_common_passwords: bool = False
    """Whether a password that everybody tries first is refused to whoever chooses it."""
    consultation_cap: Annotated[int, Field(ge=0, le=10_000)] = 5
    """Consultations that an account may have open at once, where no administrator set its cap."""
    professional_network_host: Annotated[str, Field(pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)+$")] = (
        "linkedin.com"
    )
    """The site of the profiles that applicants to jobs may name, without `www.`."""
    declined_cv_days: Annotated[int, Field(ge=1, le=3650)] = 180
    """Days after which the CV of an application to a job that came to nothing is erased."""
    log_format: Literal["json", "text"] = "json"
    """One JSON object a line, or lines for people."""

    @field_validator("rate_limit", "admin_rate_limit", mode="before")
    @classmethod
    def _a_rule(cls, value: object, info: ValidationInfo) -> object:
        name = "admin" if info.field_name == "admin_rate_limit" else "default"
        return Rule.parse(name, value) if isinstance(value, str) else value

    @field_validator("trusted_proxies", "cors_origins", "secret_keys", mode="before")
    @classmethod
    def _several(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("storage_url", mode="before")
    @classmethod
    def _a_store(cls, value: object) -> object:
        return S3Address.parse(value) if isinstance(value, str) else value

    @field_validator("smtp_url", mode="before")
    @classmethod
    def _a_mail_server(cls, value: object) -> object:
        return SmtpServer.parse(value) if isinstance(value, str) else value

    @field_validator("mail_from")
    @classmethod
    def _a_sender(cls, value: str) -> str:
        if len(email_addresses.in_header(value)) != 1:
            raise ValueError("must be one address, as in Bridgework <no-reply@example.com>")
        return value

    @field_validator("public_url")
    @classmethod
    def _an_address(cls, value: str) -> str:
        if not is_http_url(value) or "?" in value or "#" in value:
            raise ValueError("must be an absolute http or https address, as in https://api.example")
        return value.rstrip("/")

    @field_validator("database_url")
    @classmethod
    def _a_database(cls, value: str) -> str:
        if value:
            try:
                backend = sa.make_url(value).get_backend_name()
            except sa.exc.ArgumentError:
                backend = "?"
            if backend not in {"sqlite", "postgresql"}:
                raise ValueError("must begin with sqlite:/// or postgresql://")
        return value

    @field_validator("metrics_token")
    @classmethod
    def _long_or_none(cls, value: str) -> str:
        if value and len(value) < SHORTEST_SECRET:
            raise ValueError(f"must have at least {SHORTEST_SECRET} characters, or be empty")
        return value

    @field_validator("secret_keys")
    @classmethod
    def _long_secrets(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if any(len(secret) < SHORTEST_SECRET for secret in value):
            raise ValueError(f"each must have at least {SHORTEST_SECRET} characters")
        return value

    @model_validator(mode="after")
    def _safe_in_production(self) -> Self:
        faults = self.half_connected(PREFIX)
        if self.env == "production":
            faults += _unsafe(self)
        if faults:
            raise ValueError("; ".join(faults))
        return self

    @property
    def path_prefix(self) -> str:
        """The path of the public address, as in `/api`; empty if it has none."""
        return urlsplit(self.public_url).path

    @property
    def public_host(self) -> str:
        """The host of the public address."""
        return urlsplit(self.public_url).hostname or "localhost"

    @property
    def site_hosts(self) -> frozenset[str] | None:
        """The hosts that our pages may be of; None where any may call, as in development."""
        if "*" in self.cors_origins:
            return None
        hosts = [urlsplit(origin).hostname for origin in self.cors_origins]
        return frozenset({self.public_host, *filter(None, hosts)})

    @property
    def mail_sender(self) -> str:
        """The address alone that every letter comes from."""
        return email_addresses.in_header(self.mail_from)[0]

    @property
    def installation_name(self) -> str:
        """The name that e-mails and pages show: that of the sender."""
        return email_addresses.display_name(self.mail_from) or "Bridgework"

    @property
    def token_life(self) -> timedelta:
        """For how long an access token is good."""
        return timedelta(seconds=self.token_lifetime)

    @property
    def database_address(self) -> str:
        """The database's address, the default filled in."""
        return self.database_url or f"sqlite:///{self.data_dir / 'bridgework.db'}"

    @property
    def on_sqlite(self) -> bool:
        """Whether the database is a file of this machine."""
        return sa.make_url(self.database_address).get_backend_name() == "sqlite"

    @property
    def sqlite_file(self) -> Path:
        """The file of the database, where it is SQLite."""
        return Path(sa.make_url(self.database_address).database or "")

    @property
    def how_durable(self) -> Literal["full", "normal"]:
        """The durability, the default filled in."""
        return self.durability or ("full" if self.env == "production" else "normal")

    @property
    def files_dir(self) -> Path:
        """The folder of uploaded files."""
        return self.data_dir / "files"

    @property
    def mail_dir(self) -> Path:
        """The folder of the `.eml` files."""
        return self.data_dir / "mail"

    @property
    def secret_file(self) -> Path:
        """Where the secret made on the first start is kept."""
        return self.data_dir / "secret.key"


def _unsafe(settings: Settings) -> list[str]:
    """What production refuses, a sentence each, naming the variable to set."""
    faults = []
    if not settings.on_sqlite and not settings.secret_keys:
        faults.append(
            f"{PREFIX}SECRET_KEYS must be set: the nodes of a fleet have to share their keys"
        )
    if settings.smtp_url and settings.mail_from == Settings.model_fields["mail_from"].default:
        faults.append(f"{PREFIX}MAIL_FROM must be set: example.com is nobody's sender")
    if "*" in settings.cors_origins:
        faults.append(f"{PREFIX}CORS_ORIGINS must name the origins in production, not *")
    if settings.bot_check != "off" and not settings.bot_check_secret:
        faults.append(f"{PREFIX}BOT_CHECK_SECRET must be set while the bot check is on")
    if settings.bot_check_secret in DUMMY_SECRETS:
        faults.append(f"{PREFIX}BOT_CHECK_SECRET must not be a dummy that lets everybody pass")
    return faults


def load(**defaults: object) -> Settings:
    """The settings of this process; `defaults` where neither environment nor `.env` says.

    Raises SettingsFaulty with every fault at once.
    """

    class Here(Settings):
        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,
            file_secret_settings: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            del init_settings, file_secret_settings
            return env_settings, dotenv_settings, InitSettingsSource(settings_cls, dict(defaults))

    try:
        return Here()
    except ValidationError as error:
        lines = [_fault_line(detail["loc"], detail["msg"]) for detail in error.errors()]
        raise SettingsFaulty("\n".join(lines)) from None


def _fault_line(loc: tuple[int | str, ...], message: str) -> str:
    message = message.removeprefix("Value error, ")
    return f"{PREFIX}{str(loc[0]).upper()}: {message}" if loc else message
