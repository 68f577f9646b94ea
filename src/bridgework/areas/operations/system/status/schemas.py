"""The response models of the status of the installation."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.areas.operations.system.schemas import RateLimitScope
from bridgework.kit.validation import ResponseModel, UtcDatetime

ServiceState = TypeAliasType("ServiceState", Literal["ok", "unavailable"])
DatabaseKind = TypeAliasType("DatabaseKind", Literal["sqlite", "postgresql"])
MailTransport = TypeAliasType("MailTransport", Literal["smtp", "files"])
StorageKind = TypeAliasType("StorageKind", Literal["files", "s3"])
RecruitingProvider = TypeAliasType("RecruitingProvider", Literal["builtin", "zoho"])
EventsProvider = TypeAliasType("EventsProvider", Literal["builtin", "luma"])
CaptchaProvider = TypeAliasType(
    "CaptchaProvider", Literal["off", "turnstile", "hcaptcha", "recaptcha"]
)
SecondFactorPolicy = TypeAliasType("SecondFactorPolicy", Literal["optional", "required"])


class DatabaseStatus(ResponseModel):
    """The database."""

    kind: DatabaseKind
    """The database system."""
    version: str
    """The version of the database system, and for SQLite where the library is from."""
    schema_version: str
    """The number of the last migration."""
    size_bytes: int
    """The size of the database, with its indexes."""


class EmailQueueStatus(ResponseModel):
    """The queue of e-mails."""

    transport: MailTransport
    """`files`: e-mails are written to a directory and not sent."""
    waiting: int
    """E-mails that are not sent yet, including `retrying`."""
    retrying: int
    """E-mails whose last attempt failed, for example because the mail server did not respond."""
    dead: int
    """E-mails that were given up. `adminRetryEmail` queues one again."""
    oldest_at: UtcDatetime | None
    """When the oldest waiting e-mail was queued. Null if none is waiting."""


class StorageStatus(ResponseModel):
    """The storage of uploaded files."""

    kind: StorageKind
    """`files`: a directory of the server."""
    state: ServiceState
    """Whether the storage responds."""


class RateLimitStatus(ResponseModel):
    """The counters of the rate limit."""

    scope: RateLimitScope
    """Whether all processes count the rate limit together, or each on its own."""
    state: ServiceState
    """`unavailable` if the configured Redis or Valkey server does not respond."""


class Providers(ResponseModel):
    """The services that the installation uses. `builtin` is a part of Bridgework."""

    recruiting: RecruitingProvider
    """Where candidates and openings are stored."""
    events: EventsProvider
    """Where events are published."""
    captcha: CaptchaProvider
    """The CAPTCHA provider."""


class SystemStatus(ResponseModel):
    """The versions of the installation, and the state of its parts."""

    version: str
    commit: str
    """The commit that the program was built from, or `unknown`."""
    database: DatabaseStatus
    """The version and the size of the database."""
    queue: EmailQueueStatus
    """The e-mails that wait to be sent."""
    storage: StorageStatus
    """Where uploaded files are stored."""
    limits: RateLimitStatus
    """How requests are counted."""
    providers: Providers
    """The external services that are connected."""
    second_factor: SecondFactorPolicy
    """Whether administrators need a second factor."""
