"""What people do with accounts."""

from bridgework.areas.accounts import (
    budgeting,
    codes,
    discretion,
    hooks,
    rules,
    serializers,
    sessions,
    store,
)
from bridgework.areas.accounts.shapes import (
    Account,
    LoginRequest,
    Registered,
    RegisterRequest,
    ResendOtpRequest,
    SignedIn,
    UpdateUserRequest,
    VerifyEmailRequest,
)
from bridgework.areas.audit import actions as audit
from bridgework.areas.audit.shapes import Outcome
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id, new_id


def register(call: Call, body: RegisterRequest) -> Registered:
    """Make an account and mail the code that proves its address.

    Where accounts are not revealed, one whose address is taken looks as if it were made.
    """
    rules.must_be_uncommon(call.kit.passwords, "password", body.password)
    call.kit.captcha.must_pass(body.bot_check_token, call.address)
    key = email_key(body.email)
    with call.reading():
        budgeting.must_allow_registration(call)
        if store.account_row(call.tx, key) is not None and discretion.reveals(call):
            raise rules.AccountExists
    password_hash = call.kit.passwords.hash(body.password)
    with call.writing():
        budgeting.must_spend_registration(call)
        account_id = new_id()
        values = _first_values(body, password_hash)
        values |= {"id": account_id, "email": body.email, "email_key": key}
        values |= {"created_at": call.now, "updated_at": call.now}
        if store.add_account(call.tx, values):
            audit.note(call, "account.register", target=account_id)
            account = serializers.account(call, account_id)
            codes.send_first(call, account)
            return Registered(user=account)
        if discretion.reveals(call):
            raise rules.AccountExists
        _note_taken(call, key)
        return Registered(user=discretion.as_if_made(call, values))


def sign_in(call: Call, body: LoginRequest) -> SignedIn:
    """Open a session for whoever knows the password."""
    call.kit.captcha.must_pass(body.bot_check_token, call.address)
    key = email_key(body.email)
    with call.writing():  # a refusal is noted
        known = store.account_row(call.tx, key)
        budgeting.MEMBERS.must_be_open(call, key, known)
    stored = None if known is None else str(known.password_hash)
    fits, rehashed = call.kit.passwords.checked(stored, body.password)
    with call.writing():
        now_known = store.locked_account_row(call.tx, key)
        budgeting.MEMBERS.must_be_open(call, key, now_known)
        if now_known is None and discretion.reveals(call):
            budgeting.MEMBERS.count_failure(call, key, None)
            raise rules.AccountNotFound
        # The password may have been changed while this one was being checked.
        if not fits or now_known is None or now_known.password_hash != stored:
            budgeting.MEMBERS.count_failure(call, key, now_known)
            raise rules.InvalidCredentials
        budgeting.MEMBERS.forget_failures(call, key)
        return _signed_in(call, now_known, body, rehashed)


def verify_email(call: Call, body: VerifyEmailRequest) -> SignedIn:
    """Take a code as proof of its address, and open a session."""
    key = email_key(body.email)
    known = store.locked_account_row(call.tx, key)
    known_id = None if known is None else Id(known.id)
    budgeting.must_spend_code_try(call, key, "verify-email", known_id)
    opens = codes.use(call, _who_may_prove(known), "verify-email", body.otp)
    if known is None or not opens:
        budgeting.note_wrong_code(call, "verify-email", known_id)
        raise rules.CodeInvalid(rules.CodeInvalid.JOBS_SENTENCE if body.source == "jobs" else None)
    budgeting.forget_code_tries(call, key, "verify-email")
    store.change_account(call.tx, known.id, {"is_email_verified": True, "updated_at": call.now})
    audit.note(call, "account.verify_email", target=known.id, actor=known.id)
    hooks.tell_of_change(call.tx, known.id)
    return sessions.open_for(call, known.id)


def resend_code(call: Call, body: ResendOtpRequest) -> None:
    """Mail a fresh code, at most once a minute."""
    key = email_key(body.email)
    known = store.account_row(call.tx, key)
    if known is None or known.is_email_verified:
        _resend_in_vain(call, key, known)
    else:
        codes.send_verification(call, serializers.account(call, known.id), again=True)


def update_me(call: Call, body: UpdateUserRequest) -> Account:
    """Change the caller's own names and picture."""
    account_id = call.caller.account()
    changes = body.provided()
    if changes:
        if "avatar_url" in changes:
            changes["avatar_url"] = changes["avatar_url"] or None
        store.change_account(call.tx, account_id, {**changes, "updated_at": call.now})
        hooks.tell_of_change(call.tx, account_id)
    return serializers.account(call, account_id)


def _note_taken(call: Call, key: str) -> None:
    """Count a registration of a taken address like any other, and tell the owner of it."""
    known = store.account_row(call.tx, key)
    budgeting.count_first_code(call, key)
    target = None if known is None else Id(known.id)
    audit.note(call, "account.register", target=target, outcome="refused")
    if known is not None:
        discretion.tell_owner(call, known, "register")


def _who_may_prove(known: store.AccountRow | None) -> Id:
    """Whose code proves the address: nobody's if there is nothing to prove, or no account."""
    if known is None or known.is_email_verified or known.disabled_at is not None:
        return rules.NOBODY
    return Id(known.id)


def _resend_in_vain(call: Call, key: str, known: store.AccountRow | None) -> None:
    """Mail nothing, and say why only where accounts are revealed."""
    if discretion.reveals(call) and known is not None:
        raise rules.AlreadyVerified
    if discretion.reveals(call):
        audit.note(call, "account.send_code", outcome="failed")
        raise rules.AccountNotFound
    target = None if known is None else Id(known.id)
    budgeting.must_spend_mailed_code(call, key, "verify-email", target, again=True)
    outcome: Outcome = "failed" if target is None else "refused"
    audit.note(call, "account.send_code", target=target, outcome=outcome)


def _first_values(body: RegisterRequest, password_hash: str) -> dict[str, object]:
    given = body.provided()
    jobs_role, vendors_role = given.get("jobs_role"), given.get("vendors_role")
    return {
        "password_hash": password_hash,
        "role": body.role,
        "jobs_role": jobs_role,
        "vendors_role": vendors_role,
        "verification_tier": "not-verified",
        "jobs_verification_tier": "not-verified",
        "vendors_verification_tier": "not-verified",
        "is_email_verified": False,
        "on_matchmaker": jobs_role is None and vendors_role is None,
    }


def _signed_in(
    call: Call, known: store.AccountRow, body: LoginRequest, rehashed: str | None
) -> SignedIn:
    if known.disabled_at is not None:
        audit.note(call, "account.sign_in", target=known.id, outcome="refused")
        raise rules.AccountDisabled
    if not known.is_email_verified:
        audit.note(call, "account.sign_in", target=known.id, outcome="refused")
        try:
            codes.send_verification(call, serializers.account(call, known.id))
        except rules.TooManyCodes:
            # The refused mail is in the audit log. The client gets the specified 403 either way.
            raise rules.EmailNotVerified(rules.EmailNotVerified.NOT_MAILED) from None
        raise rules.EmailNotVerified
    changes = _joined_platforms(known, body)
    joined = audit.changed(known._asdict(), changes)
    audit.note(call, "account.sign_in", target=known.id, changes=joined, actor=known.id)
    if rehashed is not None:
        changes["password_hash"] = rehashed
    if changes:
        store.change_account(call.tx, known.id, {**changes, "updated_at": call.now})
        hooks.tell_of_change(call.tx, known.id)
    return sessions.open_for(call, known.id)


def _joined_platforms(known: store.AccountRow, body: LoginRequest) -> dict[str, object]:
    """Signing in on a site joins its platform; a role that is there already stays."""
    given = body.provided()
    return {
        name: given[name]
        for name in ("jobs_role", "vendors_role")
        if name in given and getattr(known, name) is None
    }
