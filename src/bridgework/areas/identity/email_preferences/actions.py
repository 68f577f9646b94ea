"""The preferences of members, unsubscribe links, and the administrators' view of e-mails."""

from collections.abc import Mapping, Sequence

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.identity.accounts.lifecycle import decisions
from bridgework.areas.identity.email_preferences import errors, policies, schemas
from bridgework.context import Context
from bridgework.kit.actions import CheckVersion, allowed_actions, any_version
from bridgework.kit.core import Id, content_version
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import OffsetPage, offset
from bridgework.kit.delivery.outbox import EmailSummary, Subscription, subscriptions
from bridgework.kit.delivery.outbox import queries as outbox
from bridgework.kit.validation import email_key


def get_preferences(context: Context) -> schemas.NotificationChoices:
    """Return the caller's choice for each optional kind of e-mail; the default is True."""
    stored = subscriptions.preferences(context.tx, context.caller.account())
    preferences = {kind: stored.get(kind, True) for kind in policies.KINDS}
    return schemas.NotificationChoices.model_validate(preferences, by_name=True)


def update_preferences(
    context: Context, body: schemas.UpdateNotificationsRequest
) -> schemas.NotificationChoices:
    """Change the caller's choice for the kinds in the body."""
    account_id = context.caller.account()
    for kind, is_wanted in body.provided().items():
        subscriptions.set_preference(
            context.tx, Subscription(account_id, kind), wanted=bool(is_wanted), now=context.now
        )
    return get_preferences(context)


def subscription_from_token(context: Context, token: str) -> Subscription:
    """Return the subscription of an unsubscribe link. Raises UnsubscribeLinkInvalid."""
    subscription = subscriptions.from_token(context.app.keyring, token)
    if subscription is None or subscription.kind not in policies.KINDS:
        raise errors.UnsubscribeLinkInvalid
    return subscription


def unsubscribe(context: Context, token: str) -> Subscription:
    """Stop e-mails of the kind and recipient of an unsubscribe link."""
    subscription = subscription_from_token(context, token)
    subscriptions.set_preference(context.tx, subscription, wanted=False, now=context.now)
    return subscription


def list_emails(context: Context, query: schemas.AdminListEmailsQuery) -> OffsetPage[schemas.Email]:
    """Return one page of the matching e-mails, newest first."""
    filters = {
        "state": query.state,
        "name": query.kind,
        "recipient_key": email_key(query.recipient) if query.recipient else None,
        "recipient_id": query.account_id,
    }
    with context.read_transaction() as tx:
        found, total = outbox.list_page(tx, query, filters)
    emails = [_to_schema(context, stored) for stored in found]
    return offset.to_page(query, OffsetPage[schemas.Email], emails, total)


def list_versions(tx: Tx, email_ids: Sequence[Id]) -> Mapping[Id, int]:
    """Return the versions of e-mails, without those that do not exist."""
    return {each.id: _version_of(each) for each in outbox.list_by_ids(tx, email_ids)}


def get_email(context: Context, email_id: Id) -> tuple[schemas.EmailWithText, int]:
    """Return an e-mail with its text, and its version. Raises EmailNotFound.

    The opening is recorded in the audit log.
    """
    with context.write_transaction() as tx:
        stored = _must_find(context, email_id)
        email = _to_schema(context, stored)
        unsent = outbox.find_unsent(tx, email_id, context.now)
        content = outbox.find_sent_text(tx, email_id)
        audit.note(context, "email.open", target=email_id)
    if unsent is not None:
        content = context.app.email_renderer.masked(unsent)
    subject, text = content or (None, None)
    opened = schemas.EmailWithText(**email.model_dump(by_alias=False), subject=subject, text=text)
    return opened, _version_of(stored)


def retry(
    context: Context, email_id: Id, check_version: CheckVersion = any_version
) -> schemas.Email:
    """Queue a dead e-mail again, with its attempts reset."""
    with decisions.named_in_refusals(context, email_id):
        before = _must_find(context, email_id)
        check_version(_version_of(before))
        policies.RETRY.must_allow(context.caller, _facts(context, before))
        is_queued = outbox.mark_queued(context.tx, email_id, context.now)
        after = _must_find(context, email_id)
        if not is_queued:  # another administrator was faster
            policies.RETRY.must_allow(context.caller, _facts(context, after))
    audit.note(context, "email.retry", target=email_id)
    context.tx.after_commit(context.app.outbox_signal.set)
    return _to_schema(context, after)


def _must_find(context: Context, email_id: Id) -> EmailSummary:
    stored = outbox.find(context.tx, email_id)
    if stored is None:
        raise errors.EmailNotFound
    return stored


def _version_of(email: EmailSummary) -> int:
    """Return the version of an e-mail, which changes with each attempt to send it."""
    return content_version(email.state, email.attempts, email.fault)


def _facts(context: Context, stored: EmailSummary) -> policies.EmailFacts:
    is_expired = stored.expires_at is not None and stored.expires_at <= context.now
    return policies.EmailFacts(stored.state, is_expired)


def _to_schema(context: Context, stored: EmailSummary) -> schemas.Email:
    return schemas.Email(
        id=stored.id,
        kind=stored.name,
        to=stored.recipient,
        state=stored.state,
        version=_version_of(stored),
        allowed_actions=allowed_actions(policies.RULES, context.caller, _facts(context, stored)),
        attempts=stored.attempts,
        created_at=stored.created_at,
        sent_at=stored.sent_at,
        next_attempt_at=stored.due_at if stored.state in {"queued", "retrying"} else None,
        fault=stored.fault,
    )
