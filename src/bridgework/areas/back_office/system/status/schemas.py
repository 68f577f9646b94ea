"""The response models of the status of the installation."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.areas.back_office.system.schemas import RateLimitScope
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
CertificateState = TypeAliasType(
    "CertificateState",
    Literal["ok", "expiring", "expired", "unavailable", "unchecked", "not used"],
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


class WaitingWork(ResponseModel):
    """Work that waits for a worker."""

    waiting: int
    oldest_at: UtcDatetime | None


class WorkQueues(ResponseModel):
    """The work that waits in the background."""

    urgent_emails: WaitingWork
    """E-mails that have a worker of their own, such as codes."""
    bulk_emails: WaitingWork
    """All other e-mails."""
    webhooks: WaitingWork
    """Deliveries to webhooks."""
    imports: WaitingWork
    """Imports that are not finished; `oldestAt` is the last progress of the one that runs."""
    audit_entries: WaitingWork
    """Entries of the audit log that a periodic task has not sealed yet. It does so in seconds."""


class PeriodicTasksStatus(ResponseModel):
    """The tasks that run by themselves, such as deletions and e-mails of saved searches."""

    state: ServiceState
    """`unavailable` if no process of the installation runs them."""


class Failures(ResponseModel):
    """What was given up or failed in the last 24 hours."""

    emails: int
    """E-mails that were given up or expired in this time and are still `dead`."""
    webhooks: int
    """Deliveries to webhooks that were given up."""
    imports: int
    """Imports that failed or were cancelled."""
    periodic_tasks: int
    """Failed runs of periodic tasks. A task that failed runs again after a minute."""


class LastBackup(ResponseModel):
    """The newest backup that a command recorded in the data directory of this server."""

    created_at: UtcDatetime
    """When the backup was created."""
    verified_at: UtcDatetime | None
    """When it was verified. Null if it was not."""
    last_verification_at: UtcDatetime | None
    """When this or an earlier backup was verified. Null if none ever was."""


class CertificateStatus(ResponseModel):
    """The TLS certificate of a service, looked up at most once an hour."""

    state: CertificateState
    """`expiring` in the last two weeks, `unavailable` if no encrypted connection could be made,
    `unchecked` until the first look-up ends, `not used` if the connection is not encrypted or the
    address is not in the settings, such as that of the storage of AWS."""
    expires_at: UtcDatetime | None
    """Null if it is not known."""
    checked_at: UtcDatetime | None
    """When the certificate was last looked up."""


class Certificates(ResponseModel):
    """The TLS certificates of the services that are used. Their issuers are not verified here."""

    mail: CertificateStatus
    """Of the mail server."""
    storage: CertificateStatus
    """Of the storage of uploaded files."""
    redis: CertificateStatus
    """Of the server that counts rate limits."""
    database: CertificateStatus
    """Of PostgreSQL."""


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
    python: str
    """The version of Python."""
    database: DatabaseStatus
    """The version and the size of the database."""
    queue: EmailQueueStatus
    """The e-mails that wait to be sent."""
    queues: WorkQueues
    """What waits in the background."""
    periodic_tasks: PeriodicTasksStatus
    """Whether periodic tasks run."""
    failures: Failures
    """What failed in the last 24 hours."""
    backup: LastBackup | None
    """The newest backup. Null if none is recorded where this server reads it."""
    certificates: Certificates
    """Until when the certificates of other services are valid."""
    storage: StorageStatus
    """Where uploaded files are stored."""
    limits: RateLimitStatus
    """How requests are counted."""
    providers: Providers
    """The external services that are connected."""
    second_factor: SecondFactorPolicy
    """Whether administrators need a second factor."""
