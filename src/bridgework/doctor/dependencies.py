"""Checks of password hashing, the file storage, the scanner, the mail server and Redis."""

import errno
import secrets
import tempfile
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import redis

from bridgework import providers
from bridgework.doctor.result import NotChecked, Result, failed, ok, warning
from bridgework.kit.core import SystemClock
from bridgework.kit.core.files import describe_denial
from bridgework.kit.delivery.outbox import TransportUnavailable
from bridgework.kit.security import Keyring, Passwords, secret_file
from bridgework.kit.storage import Clamd, ScannerFault, StorageFault
from bridgework.settings import PREFIX, Settings

_SECONDS = 4.0


def check_hashing(settings: Settings) -> Result:
    """A password is hashed and verified in a thread pool, as by the server."""
    del settings
    passwords, password = Passwords(), secrets.token_urlsafe(16)
    if not passwords.verify(passwords.hash(password), password):
        return failed("a password did not match its own hash", "install argon2-cffi again")
    return ok("a password was hashed and verified in a thread pool")


def check_storage(settings: Settings) -> Result:
    """A small file is written, read and deleted."""
    if settings.storage_url is None and not settings.data_dir.is_dir():
        raise NotChecked(f"{settings.data_dir} does not exist")
    keyring = Keyring((secret_file.generate(),))  # nothing is signed
    where = "the bucket" if settings.storage_url else str(settings.files_dir)
    opened = providers.storage(settings, keyring, SystemClock(), seconds=_SECONDS)
    with closing(opened) as storage:
        try:
            storage.check()
        except StorageFault as fault:
            if isinstance(fault.__cause__, OSError) and not settings.storage_url:
                return _failed_directory(settings.files_dir, fault.__cause__)
            return failed(str(fault), f"check the storage and {PREFIX}STORAGE_URL")
    return ok(f"a small file was written to {where}, read and deleted")


def check_scanner(settings: Settings) -> Result:
    """The malware scanner responds, if one is configured."""
    if settings.clamd is None:
        return ok("uploaded files are not scanned for malware")
    try:
        version = Clamd(settings.clamd, _SECONDS).version()
    except ScannerFault as fault:
        return failed(
            f"the malware scanner at {settings.clamd}: {fault}",
            f"check clamd and {PREFIX}CLAMD; no upload is completed until it responds",
        )
    return ok(f"the malware scanner responds: {version}")


def check_mail(settings: Settings) -> Result:
    """The mail server accepts password and sender, or the mail directory is writable."""
    if settings.smtp_url is None:
        return _check_mail_directory(settings)
    transport = providers.mail_transport(settings)
    try:
        transport.open()
        transport.must_accept_sender()
    except TransportUnavailable as error:
        return failed(
            str(error),
            f"check the mail server, {PREFIX}SMTP_URL and {PREFIX}MAIL_FROM; e-mails wait until it "
            "accepts them",
        )
    finally:
        transport.close()
    server = settings.smtp_url
    encrypted = "" if server.starttls == "off" else ", encryption"
    login = " and login" if server.user else ""
    return ok(
        f"{server.host}:{server.port} accepted the connection{encrypted}{login}, and the sender "
        f"{settings.mail_sender}"
    )


def _check_mail_directory(settings: Settings) -> Result:
    folder = settings.mail_dir
    existing = folder if folder.is_dir() else folder.parent
    try:
        with tempfile.TemporaryFile(dir=existing, prefix=".doctor-") as file:
            file.write(b"x")
    except OSError as error:
        return _failed_directory(existing, error)
    message = f"{PREFIX}SMTP_URL is not set: e-mails are written to {folder}"
    if settings.env == "production":
        return warning(message, f"set {PREFIX}SMTP_URL, so that users receive their e-mails")
    return ok(message)


def _failed_directory(folder: Path, error: OSError) -> Result:
    is_full = error.errno in {errno.ENOSPC, errno.EDQUOT}
    remedy = "free disk space" if is_full else "give the directory to the user of the server"
    return failed(describe_denial(folder, error), remedy)


def redis_place(settings: Settings) -> str:
    """The host and port of Redis, or its socket, without a password."""
    parts = urlsplit(settings.redis_url)
    return f"{parts.hostname}:{parts.port or 6379}" if parts.hostname else parts.path


def check_redis(settings: Settings) -> Result:
    """Redis responds, if it is configured."""
    if not settings.redis_url:
        return ok("each process counts on its own; Redis is not used")
    client = redis.Redis.from_url(
        settings.redis_url, socket_timeout=_SECONDS, socket_connect_timeout=_SECONDS
    )
    try:
        client.ping()
    except redis.RedisError as error:
        return failed(
            f"Redis at {redis_place(settings)} cannot be used: {error}",
            f"check Redis and {PREFIX}REDIS_URL; meanwhile each process counts on its own",
        )
    finally:
        client.close()
    return ok("Redis responds, and all processes count together")
