"""What people do with accounts."""

from bridgework.areas.accounts import budgeting, codes, hooks, rules, sessions, store
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
from bridgework.kit.fields import email_key
from bridgework.kit.http.call import Call
from bridgework.kit.ids import Id, new_id


def register(call: Call, body: RegisterRequest) -> Registered:
    """Make an account and mail the code that proves its address."""
    call.kit.bot_check.must_pass(body.bot_check_token, call.address)
    key = email_key(body.email)
    with call.reading():
        budgeting.must_allow_registration(call)
        if store.account_row(call.tx, key) is not None:
            raise rules.AccountExists
    password_hash = call.kit.passwords.hash(body.password)
    with call.writing():
        budgeting.must_spend_registration(call)
        account_id = new_id()
        values = _first_values(body, password_hash)
        values |= {"id": account_id, "email": body.email, "email_key": key}
        values |= {"created_at": call.now, "updated_at": call.now}
        if not store.add_account(call.tx, values):
            raise rules.AccountExists
        audit.note(call, "account.register", target=account_id)
        account = store.account(call.tx, account_id)
        codes.send_verification(call, account)
        return Registered(user=account)


def sign_in(call: Call, body: LoginRequest) -> SignedIn:
    """Open a session for whoever knows the password."""
    call.kit.bot_check.must_pass(body.bot_check_token, call.address)
    key = email_key(body.email)
    with call.writing():  # a refusal is noted
        known = store.account_row(call.tx, key)
        budgeting.MEMBERS.must_be_open(call, key, known)
    if known is None:
        call.kit.passwords.fits_nobody(body.password)
        fits, rehashed = False, None
    else:
        fits = call.kit.passwords.fits(known.password_hash, body.password)
        rehashed = _rehashed(call, known.password_hash, body.password) if fits else None
    with call.writing():
        now_known = store.account_row(call.tx, key)
        budgeting.MEMBERS.must_be_open(call, key, now_known)
        if now_known is None:
            budgeting.MEMBERS.count_failure(call, key, None)
            raise rules.AccountNotFound
        # The password may have been changed while this one was being checked.
        if not fits or known is None or now_known.password_hash != known.password_hash:
            budgeting.MEMBERS.count_failure(call, key, now_known)
            raise rules.InvalidCredentials
        budgeting.MEMBERS.forget_failures(call, key)
        return _signed_in(call, now_known, body, rehashed)


def verify_email(call: Call, body: VerifyEmailRequest) -> SignedIn:
    """Take a code as proof of its address, and open a session."""
    key = email_key(body.email)
    known = store.account_row(call.tx, key)
    known_id = None if known is None else Id(known.id)
    budgeting.must_spend_code_try(call, key, "verify-email", known_id)
    if (
        known is None
        or known.is_email_verified
        or known.disabled_at is not None
        or not codes.use(call, known.id, "verify-email", body.otp)
    ):
        budgeting.note_wrong_code(call, "verify-email", known_id)
        raise rules.CodeInvalid(rules.CodeInvalid.JOBS_SENTENCE if body.source == "jobs" else None)
    budgeting.forget_code_tries(call, key, "verify-email")
    store.change_account(call.tx, known.id, {"is_email_verified": True, "updated_at": call.now})
    audit.note(call, "account.verify_email", target=known.id, actor=known.id)
    hooks.tell_of_change(call.tx, known.id)
    return sessions.open_for(call, store.account(call.tx, known.id))


def resend_code(call: Call, body: ResendOtpRequest) -> None:
    """Mail a fresh code, at most once a minute."""
    known = store.account_row(call.tx, email_key(body.email))
    if known is None:
        audit.note(call, "account.send_code", outcome="failed")
        raise rules.AccountNotFound
    if known.is_email_verified:
        raise rules.AlreadyVerified
    budgeting.must_spend_resend(call, known.id, "verify-email")
    codes.send_verification(call, store.account(call.tx, known.id))


def update_me(call: Call, body: UpdateUserRequest) -> Account:
    """Change the caller's own names and picture."""
    account_id = call.caller.account()
    changes = body.given()
    if changes:
        if "avatar_url" in changes:
            changes["avatar_url"] = changes["avatar_url"] or None
        store.change_account(call.tx, account_id, {**changes, "updated_at": call.now})
        hooks.tell_of_change(call.tx, account_id)
    return store.account(call.tx, account_id)


def _first_values(body: RegisterRequest, password_hash: str) -> dict[str, object]:
    given = body.given()
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
        codes.send_verification(call, store.account(call.tx, known.id))
        raise rules.EmailNotVerified
    changes = _joined_platforms(known, body)
    if known.erases_at is not None:
        audit.note(call, "account.keep", target=known.id, actor=known.id)
        changes["erases_at"] = None
    joined = audit.changed(known._asdict(), changes)
    audit.note(call, "account.sign_in", target=known.id, changes=joined, actor=known.id)
    if rehashed is not None:
        changes["password_hash"] = rehashed
    if changes:
        store.change_account(call.tx, known.id, {**changes, "updated_at": call.now})
        hooks.tell_of_change(call.tx, known.id)
    return sessions.open_for(call, store.account(call.tx, known.id))


def _joined_platforms(known: store.AccountRow, body: LoginRequest) -> dict[str, object]:
    """Signing in on a site joins its platform; a role that is there already stays."""
    given = body.given()
    return {
        name: given[name]
        for name in ("jobs_role", "vendors_role")
        if name in given and getattr(known, name) is None
    }


def _rehashed(call: Call, stored: str, password: str) -> str | None:
    return call.kit.passwords.hash(password) if call.kit.passwords.is_outdated(stored) else None
