"""The services of the application (`AppState`), and the contexts of its actions and handlers."""

from dataclasses import dataclass

from bridgework.kit import context
from bridgework.kit.api_docs.api_docs import ApiDocs
from bridgework.kit.captcha.verifier import CaptchaVerifier
from bridgework.kit.http import request_context
from bridgework.kit.integrations import Integrations
from bridgework.kit.measured_gauges import MeasuredGauges
from bridgework.kit.pagination.count_cache import CountCache
from bridgework.kit.passwords import Passwords
from bridgework.kit.static_files import StaticSite
from bridgework.kit.storage.check import StorageCheck
from bridgework.kit.storage.storage import Storage
from bridgework.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class AppState(request_context.HttpState):
    """The services of the application, created once per process."""

    settings: Settings
    passwords: Passwords
    api_docs: ApiDocs
    console: StaticSite | None
    """The console of administrators; None if it is not served."""
    captcha: CaptchaVerifier
    storage: Storage
    storage_check: StorageCheck
    gauges: MeasuredGauges
    count_cache: CountCache
    integrations: Integrations


Context = context.Context[AppState]
"""What an action needs."""
RequestContext = request_context.RequestContext[AppState]
"""What a handler gets."""
