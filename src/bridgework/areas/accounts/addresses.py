"""Changing one's address: the new one is proved before it takes the old one's place."""

from bridgework.areas.accounts import (
    budgeting,
    codes,
    discretion,
    hooks,
    invitation_store,
    letters,
    proving,
    rules,
    serializers,
    session_store,
    store,
)
from bridgework.areas.accounts.shapes import Account, ConfirmEmailRequest, RequestEmailRequest
from bridgework.areas.audit import actions as audit
from bridgework.areas.audit.shapes import Action
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Call

_PURPOSE: rules.Purpose = "change-email"
_REQUEST: Action = "account.ask_email_change"


def request_change(call: Call, body: RequestEmailRequest) -> None:
    """Mail a code to the new address, for whoever knows the password."""
    account_id = call.caller.account()
    proof = proving.proof(call, body.password, _REQUEST)
    with call.writing():
        proof.must_stand(call)
        taken = store.account_row(call.tx, email_key(body.new_email))
        if taken is not None and (discretion.reveals(call) or taken.id == account_id):
            raise rules.EmailTaken
        account = serializers.account(call, account_id)
        # The code first: a refusal keeps what stands before it, and the former code proves the
        # former address alone.
        if taken is None:
            codes.send_change(call, account, body.new_email)
        else:
            codes.send_no_change(call, account)
            discretion.tell_owner(call, taken, "change")
        store.put_new_address(call.tx, account_id, body.new_email, call.now)
        audit.note(call, _REQUEST, target=account_id)


def confirm_change(call: Call, body: ConfirmEmailRequest) -> Account:
    """Take the code as proof of the new address, and tell the old one.

    The other sessions and the account's codes end: who reads the old mailbox keeps no way in.
    """
    account_id = call.caller.account()
    store.lock(call.tx, account_id)
    budgeting.must_spend_code_try(call, account_id, _PURPOSE, account_id)
    new_email = store.new_address(call.tx, account_id)
    if new_email is None or not codes.use(
        call, account_id, _PURPOSE, body.otp, new_email=new_email
    ):
        budgeting.note_wrong_code(call, _PURPOSE, account_id)
        raise rules.CodeInvalid
    budgeting.forget_code_tries(call, account_id, _PURPOSE)
    before = serializers.account(call, account_id)
    if not store.replace_address(call.tx, account_id, new_email, call.now):
        raise rules.EmailTaken
    store.drop_codes(call.tx, account_id)
    session_store.end_all(call.tx, account_id, call.now, but=call.caller.session_id)
    invitation_store.end(call.tx, account_id)  # it was sent to the former address
    call.enqueue_email(letters.address_changed, before, new_email)
    audit.note(call, "account.change_email", target=account_id)
    hooks.tell_of_change(call.tx, account_id)
    return serializers.account(call, account_id)
