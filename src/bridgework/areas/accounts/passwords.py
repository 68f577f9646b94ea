"""Passwords: changing one's own, and setting a new one by a code where it was forgotten."""

from collections.abc import Mapping

from bridgework.areas.accounts import (
    budgeting,
    codes,
    discretion,
    hooks,
    letters,
    proving,
    rules,
    serializers,
    session_store,
    store,
)
from bridgework.areas.accounts.shapes import (
    ChangePasswordRequest,
    ForgotPasswordRequest,
    ResetPasswordRequest,
)
from bridgework.areas.audit import actions as audit
from bridgework.areas.audit.shapes import Action, Outcome
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id

_CHANGE: Action = "account.change_password"


def forgot(call: Call, body: ForgotPasswordRequest) -> None:
    """Mail a code that lets the owner set a new password."""
    call.kit.captcha.must_pass(body.bot_check_token, call.address)
    key = email_key(body.email)
    with call.writing():
        known = store.account_row(call.tx, key)
        if known is None and discretion.reveals(call):
            audit.note(call, "account.ask_reset", outcome="failed")
            raise rules.AccountNotFound
        if known is None or known.disabled_at is not None:
            _ask_in_vain(call, key, None if known is None else Id(known.id))
            return
        codes.send_reset(call, serializers.account(call, known.id))
        audit.note(call, "account.ask_reset", target=known.id)


def reset(call: Call, body: ResetPasswordRequest) -> None:
    """Set a new password by a code. It proves the address too, and ends every session."""
    rules.must_be_uncommon(call.kit.passwords, "newPassword", body.new_password)
    call.kit.captcha.must_pass(body.bot_check_token, call.address)
    key = email_key(body.email)
    with call.writing():
        known = store.account_row(call.tx, key)
        known_id = None if known is None else Id(known.id)
        budgeting.must_spend_code_try(call, key, "reset-password", known_id)
        whose = known_id or rules.NOBODY
        if known is None or not codes.is_good(call, whose, "reset-password", body.otp):
            budgeting.note_wrong_code(call, "reset-password", known_id)
            raise rules.CodeInvalid
    password_hash = call.kit.passwords.hash(body.new_password)
    with call.writing():
        store.lock(call.tx, known.id)
        # Another may have used the code while this one was hashing.
        if not codes.use(call, known.id, "reset-password", body.otp):
            budgeting.note_wrong_code(call, "reset-password", known_id)
            raise rules.CodeInvalid
        budgeting.forget_code_tries(call, key, "reset-password")
        proved = {"is_email_verified": True}
        _set(call, known.id, password_hash, proved)
        session_store.end_all(call.tx, known.id, call.now)
        hooks.tell_of_change(call.tx, known.id)
        changes = audit.changed(known._asdict(), proved)
        audit.note(call, "account.reset_password", target=known.id, changes=changes, actor=known.id)


def change(call: Call, body: ChangePasswordRequest) -> None:
    """Set a new password for whoever knows the current one; end the other sessions."""
    rules.must_be_uncommon(call.kit.passwords, "newPassword", body.new_password)
    account_id = call.caller.account()
    proof = proving.proof(call, body.current_password, _CHANGE)
    password_hash = call.kit.passwords.hash(body.new_password) if proof.fits else ""
    with call.writing():
        store.lock(call.tx, account_id)
        proof.must_stand(call)
        _set(call, account_id, password_hash, {})
        session_store.end_all(call.tx, account_id, call.now, but=call.caller.session_id)
        audit.note(call, _CHANGE, target=account_id)


def _ask_in_vain(call: Call, key: str, known_id: Id | None) -> None:
    """Count and note what is asked for, and mail nothing."""
    budgeting.must_spend_mailed_code(call, key, "reset-password", known_id)
    outcome: Outcome = "failed" if known_id is None else "refused"
    audit.note(call, "account.ask_reset", target=known_id, outcome=outcome)


def _set(call: Call, account_id: Id, password_hash: str, further: Mapping[str, object]) -> None:
    changes = {"password_hash": password_hash, "updated_at": call.now, **further}
    store.change_account(call.tx, account_id, changes)
    store.drop_codes(call.tx, account_id)
    call.enqueue_email(letters.password_changed, serializers.account(call, account_id))
