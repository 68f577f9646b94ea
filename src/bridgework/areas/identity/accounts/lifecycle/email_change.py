"""Changing the e-mail address: the new one is verified before it replaces the old one."""

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts import emails, errors, hooks, policies, queries, serializers
from bridgework.areas.identity.accounts.schemas import (
    Account,
    ConfirmEmailRequest,
    RequestEmailRequest,
)
from bridgework.areas.identity.accounts.sign_in import (
    codes,
    devices,
    enumeration_protection,
    reauthentication,
    session_queries,
)
from bridgework.context import Context
from bridgework.kit.validation import email_key

_PURPOSE: policies.Purpose = "change-email"
_REQUEST: AuditAction = "account.ask_email_change"


def request_change(context: Context, body: RequestEmailRequest) -> None:
    """E-mail a code to the new address, given the password.

    The new address can be the present one in another spelling, such as with other capitals.
    """
    account_id = context.caller.account()
    check = reauthentication.check(context, body.password, _REQUEST)
    with context.write_transaction():
        check.must_hold(context)
        account = serializers.account(context, account_id)
        if body.new_email == account.email:
            raise errors.EmailTaken("This already is the e-mail address of your account.")
        taken = queries.find_account(context.tx, email_key(body.new_email))
        if taken is not None and taken.id == account_id:
            taken = None
        if taken is not None and enumeration_protection.reveals(context):
            raise errors.EmailTaken
        # The code first: a refused code commits the previous changes, and the previous code must
        # not verify the new address.
        codes.send_change(context, account, body.new_email, is_taken=taken is not None)
        if taken is not None:
            enumeration_protection.notify_owner(context, taken, "change")
        queries.put_new_address(context.tx, account_id, body.new_email, context.now)
        audit.note(context, _REQUEST, target=account_id)


def confirm_change(context: Context, body: ConfirmEmailRequest, device_token: str) -> Account:
    """Verify the new address with the code, replace the old one, and notify the old one.

    The other sessions and the codes of the account end, so that the old mailbox gives no access,
    and the other known devices.
    """
    account_id = context.caller.account()
    queries.lock(context.tx, account_id)
    code_try = codes.must_count_try(context, account_id, _PURPOSE, account_id)
    new_email = queries.find_new_address(context.tx, account_id)
    if new_email is None or not codes.use(
        context, account_id, _PURPOSE, body.otp, new_email=new_email
    ):
        raise code_try.fail(context)
    code_try.succeed(context)
    before = serializers.account(context, account_id)
    if not queries.update_address(context.tx, account_id, new_email, context.now):
        raise errors.EmailTaken
    queries.delete_codes(context.tx, account_id)
    session_queries.mark_all_ended(
        context.tx, account_id, context.now, but=context.caller.session_id
    )
    devices.forget(context.tx, account_id, "member", "admin", but=device_token)
    hooks.notify_invitation_voided(context.tx, account_id)  # it was sent to the old address
    email = emails.address_changed(before, new_email)
    notifications.leave_about_account(context, "account.address_changed", account_id, email)
    audit.note(context, "account.change_email", target=account_id)
    hooks.notify_changed(context.tx, account_id)
    return serializers.account(context, account_id)
