"""The services of the application (`AppState`), and the contexts of its actions and handlers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridgework.kit.actions import Integrations, context
from bridgework.kit.api_docs import ApiDocs, StaticSite
from bridgework.kit.core.net.certificates import CertificateCheck
from bridgework.kit.core.observability import Measurements
from bridgework.kit.data.pagination import CountCache
from bridgework.kit.delivery.outbox.rendering import EmailRenderer
from bridgework.kit.http.requests import request_context
from bridgework.kit.security import Passwords
from bridgework.kit.security.captcha import CaptchaVerifier
from bridgework.kit.storage import Clamd, Storage, StorageCheck
from bridgework.settings import Settings

if TYPE_CHECKING:
    from bridgework.web.site_files import Site


@dataclass(frozen=True, slots=True, kw_only=True)
class AppState(request_context.HttpState):
    """The services of the application, created once per process."""

    settings: Settings
    passwords: Passwords
    api_docs: ApiDocs
    console: StaticSite | None
    """The console of administrators; None if it is not served."""
    site: "Site | None"
    """The member site; None if it is not served."""
    captcha: CaptchaVerifier
    storage: Storage
    storage_check: StorageCheck
    scanner: Clamd | None
    """The malware scanner; None if files are not scanned."""
    certificate_check: CertificateCheck
    email_renderer: EmailRenderer
    gauges: Callable[[], Measurements]
    count_cache: CountCache
    integrations: Integrations


Context = context.Context[AppState]
"""What an action needs."""
RequestContext = request_context.RequestContext[AppState]
"""What a handler gets."""
