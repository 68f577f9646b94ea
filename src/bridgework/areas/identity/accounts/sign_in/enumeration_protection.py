"""Enumeration protection: the same response for an address with an account and one without.

Applies with the setting `PREVENT_ACCOUNT_ENUMERATION`. Responses and limits are the same, the
response time is padded (`constant_time` at the route), and the owner is notified by e-mail.
"""

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditOutcome
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts import emails, queries, serializers
from bridgework.areas.identity.accounts.emails import Tried
from bridgework.areas.identity.accounts.policies import Purpose
from bridgework.areas.identity.accounts.records import StoredAccount
from bridgework.areas.identity.accounts.sign_in import login_limits
from bridgework.context import Context


def reveals(context: Context) -> bool:
    """Return whether callers may learn that an address has an account."""
    return not context.app.settings.prevent_account_enumeration


def notify_owner(context: Context, account: StoredAccount, tried: Tried) -> None:
    """Notify the owner that their address was entered, a few times a day at most."""
    if account.disabled_at is None and login_limits.may_notify_owner(context, account.id):
        email = emails.address_tried(serializers.account(context, account.id), tried)
        notifications.leave_about_account(context, "account.address_tried", account.id, email)


def send_no_code(
    context: Context,
    email_key: str,
    account: StoredAccount | None,
    purpose: Purpose,
    *,
    again: bool = False,
) -> None:
    """Count and audit a request for a code like any other, but e-mail nothing."""
    account_id = queries.to_id(account)
    login_limits.must_count_sent_code(context, email_key, purpose, account_id, again=again)
    outcome: AuditOutcome = "failed" if account is None else "refused"
    action = login_limits.CODE_REQUEST_ACTIONS[purpose]
    audit.note(context, action, target=account_id, outcome=outcome)
