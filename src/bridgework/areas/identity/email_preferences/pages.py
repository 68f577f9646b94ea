"""The pages behind the unsubscribe link of an e-mail."""

from pathlib import Path

from bridgework.areas.identity.email_preferences import policies
from bridgework.kit.delivery.outbox import Subscription
from bridgework.kit.html_pages import HtmlPage, PageRenderer
from bridgework.settings import Settings

_renderer = PageRenderer(Path(__file__).parent / "html")


def question(settings: Settings, subscription: Subscription) -> HtmlPage:
    """The page that asks whether to unsubscribe. Only its button changes anything."""
    return _render("unsubscribe", settings, subscription)


def confirmation(settings: Settings, subscription: Subscription) -> HtmlPage:
    """The page that confirms that e-mails of this kind have stopped."""
    return _render("unsubscribed", settings, subscription)


def _render(template: str, settings: Settings, subscription: Subscription) -> HtmlPage:
    about = policies.ABOUT[subscription.kind]
    has_account = subscription.account_id is not None
    return _renderer.render(template, settings.installation, about=about, has_account=has_account)
