"""Invitations: an administrator who was appointed over HTTP sets a master password.

The e-mail contains a link with a token. The token verifies the address, the member password
verifies the account, and the invitee sets the master password.
"""

import secrets

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts import budgets, emails, serializers
from bridgework.areas.identity.accounts import errors as account_errors
from bridgework.areas.identity.accounts import policies as account_policies
from bridgework.areas.identity.accounts import queries as accounts
from bridgework.areas.identity.accounts.lifecycle import registration
from bridgework.areas.identity.accounts.sign_in import devices, login_limits
from bridgework.areas.identity.administrators import policies
from bridgework.areas.identity.administrators.invitations import errors, queries
from bridgework.areas.identity.administrators.invitations.schemas import (
    AcceptAdminInvitationRequest,
)
from bridgework.areas.identity.administrators.records import Invitee
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.validation import email_key

INVITE_REFUSALS = (errors.TooManyInvitations,)
RESEND_REFUSALS = (
    errors.NotAnAdministrator,
    errors.MasterPasswordSet,
    errors.AdministratorDisabled,
    errors.TooManyInvitations,
)

_INVITE: AuditAction = "admin.invite"
_ACCEPT: AuditAction = "admin.accept_invitation"
_DIGEST = "admin-invitation"
_TOKEN_BYTES = 32


def invite(context: Context, account_id: Id) -> None:
    """E-mail an invitation to an account that becomes an administrator.

    Sends nothing to an account that has a master password or is disabled. Called before the role
    changes: TooManyInvitations commits the previous writes.
    """
    accounts.lock(context.tx, account_id)
    invitee = queries.find_invitee(context.tx, account_id)
    if invitee is None or invitee.master_password_hash is not None or invitee.disabled_at:
        return
    _send(context, account_id, again=False)


def resend(context: Context, account_id: Id) -> None:
    """E-mail a new invitation to an administrator without a master password."""
    accounts.lock(context.tx, account_id)
    invitee = queries.find_invitee(context.tx, account_id)
    if invitee is None or invitee.role != "admin":
        raise errors.NotAnAdministrator
    if invitee.master_password_hash is not None:
        raise errors.MasterPasswordSet
    if invitee.disabled_at is not None:
        raise errors.AdministratorDisabled
    _send(context, account_id, again=True)


def accept(context: Context, body: AcceptAdminInvitationRequest) -> None:
    """Set the master password of the account that received the token."""
    account_policies.must_be_uncommon(context.app.passwords, "masterPassword", body.master_password)
    digests = context.app.keyring.digests(_DIGEST, body.token)
    with context.write_transaction() as tx:  # the counted try
        account_id = queries.count_try(
            tx, digests, context.now, max_tries=budgets.INVITATION_TRIES.quota
        )
        stored = None if account_id is None else accounts.get_password_hash(tx, account_id)
        if account_id is None or stored is None:
            audit.note(context, _ACCEPT, outcome="failed")
            raise errors.InvitationInvalid
    fits = context.app.passwords.verify(stored, body.password)
    master_hash = context.app.passwords.hash(body.master_password) if fits else ""
    with context.write_transaction() as tx:
        accounts.lock(tx, account_id)
        invitee = queries.find_invitee(tx, account_id)
        # It may have been accepted, replaced or withdrawn during the hashing.
        if invitee is None or invitee.digest not in digests or not _may_accept(invitee):
            audit.note(context, _ACCEPT, target=account_id, outcome="refused")
            raise errors.InvitationInvalid
        if not fits or invitee.password_hash != stored:
            audit.note(context, _ACCEPT, target=account_id, outcome="failed")
            raise account_errors.InvalidCredentials
        queries.delete(tx, account_id)
        changes = registration.prove(context, account_id, {"master_password_hash": master_hash})
        devices.reset_in_a_row(tx, "admin", account_id)
        audit.note(context, _ACCEPT, target=account_id, changes=changes, actor=account_id)
        email = emails.master_password_set(serializers.account(context, account_id))
        notifications.leave_about_account(context, "account.master_password_set", account_id, email)


def _send(context: Context, account_id: Id, *, again: bool) -> None:
    account = serializers.account(context, account_id)
    key = (email_key(account.email), _DIGEST)
    error = errors.TooManyInvitations
    login_limits.must_count_email(context, key, error, _INVITE, account_id, again=again)
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    expires = context.now + policies.INVITATION_LIFE
    digest = context.app.keyring.digest(_DIGEST, token)
    queries.put(context.tx, account_id, digest, context.now, expires)
    context.enqueue_email(emails.admin_invitation(account, token, expires))
    audit.note(context, _INVITE, target=account_id)


def _may_accept(invitee: Invitee) -> bool:
    has_none = invitee.master_password_hash is None
    return invitee.role == "admin" and has_none and invitee.disabled_at is None
