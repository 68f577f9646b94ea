"""Changing one's e-mail: the new address is verified before it replaces the old one."""

from bridgework.areas.accounts import (
    codes,
    emails,
    enumeration_protection,
    errors,
    hooks,
    login_limits,
    policies,
    queries,
    reauthentication,
    serializers,
    session_queries,
)
from bridgework.areas.accounts.schemas import Account, ConfirmEmailRequest, RequestEmailRequest
from bridgework.areas.audit import actions as audit
from bridgework.areas.audit.shapes import Action
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Call

_PURPOSE: policies.Purpose = "change-email"
_REQUEST: Action = "account.ask_email_change"


def request_change(call: Call, body: RequestEmailRequest) -> None:
    """E-mail a code to the new address, if the password is right."""
    account_id = call.caller.account()
    check = reauthentication.check(call, body.password, _REQUEST)
    with call.writing():
        check.must_hold(call)
        taken = queries.account_row(call.tx, email_key(body.new_email))
        is_own = taken is not None and taken.id == account_id
        if taken is not None and (is_own or enumeration_protection.reveals(call)):
            raise errors.EmailTaken
        account = serializers.account(call, account_id)
        # The code first: a refusal commits what stands before it, and the former code verifies the
        # former address alone.
        codes.send_change(call, account, body.new_email, is_taken=taken is not None)
        if taken is not None:
            enumeration_protection.notify_owner(call, taken, "change")
        queries.put_new_address(call.tx, account_id, body.new_email, call.now)
        audit.note(call, _REQUEST, target=account_id)


def confirm_change(call: Call, body: ConfirmEmailRequest) -> Account:
    """Verify the new address by the code, and tell the old one.

    The other sessions and the account's codes end: who reads the old mailbox keeps no access.
    """
    account_id = call.caller.account()
    queries.lock(call.tx, account_id)
    login_limits.must_spend_code_try(call, account_id, _PURPOSE, account_id)
    new_email = queries.new_address(call.tx, account_id)
    if new_email is None or not codes.use(
        call, account_id, _PURPOSE, body.otp, new_email=new_email
    ):
        raise codes.refused(call, _PURPOSE, account_id)
    login_limits.reset_code_tries(call, account_id, _PURPOSE)
    before = serializers.account(call, account_id)
    if not queries.replace_address(call.tx, account_id, new_email, call.now):
        raise errors.EmailTaken
    queries.delete_codes(call.tx, account_id)
    session_queries.end_all(call.tx, account_id, call.now, but=call.caller.session_id)
    queries.end_invitation(call.tx, account_id)  # it was sent to the former address
    call.enqueue_email(emails.address_changed, before, new_email)
    audit.note(call, "account.change_email", target=account_id)
    hooks.notify_changed(call.tx, account_id)
    return serializers.account(call, account_id)
