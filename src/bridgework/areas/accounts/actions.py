"""Registering, signing in, and changing one's account."""

from bridgework.areas.accounts import (
    codes,
    enumeration_protection,
    errors,
    hooks,
    login_limits,
    policies,
    queries,
    serializers,
    sessions,
)
from bridgework.areas.accounts.schemas import (
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
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id, new_id

_LIMIT = login_limits.MEMBERS


def register(call: Call, body: RegisterRequest) -> Registered:
    """Create an account and e-mail the code that verifies its address.

    If accounts are not revealed, the response for a taken address looks as if it were created.
    """
    policies.must_be_uncommon(call.kit.passwords, "password", body.password)
    call.kit.captcha.must_pass(body.bot_check_token, call.address)
    key = email_key(body.email)
    reveals = enumeration_protection.reveals(call)
    with call.reading():
        login_limits.must_allow_registration(call)
        if queries.account_row(call.tx, key) is not None and reveals:
            raise errors.AccountExists
    password_hash = call.kit.passwords.hash(body.password)
    with call.writing():
        login_limits.must_spend_registration(call)
        values = _new_account(call, body, key, password_hash)
        if queries.add_account(call.tx, values):
            account = serializers.account(call, Id(str(values["id"])))
            audit.note(call, "account.register", target=account.id)
            codes.send_first(call, account)
            return Registered(user=account)
        if reveals:
            raise errors.AccountExists
        _refuse_silently(call, key)
        return Registered(user=serializers.unsaved_account(call, values))


def sign_in(call: Call, body: LoginRequest) -> SignedIn:
    """Open a session by the password."""
    call.kit.captcha.must_pass(body.bot_check_token, call.address)
    key = email_key(body.email)
    with call.writing():  # a refusal is audited
        known = queries.account_row(call.tx, key)
        _LIMIT.must_allow(call, key, queries.id_of(known))
    stored = None if known is None else str(known.password_hash)
    is_correct, rehashed = call.kit.passwords.checked(stored, body.password)
    with call.writing():
        known = queries.locked_account_row(call.tx, key)
        _LIMIT.must_allow(call, key, queries.id_of(known))
        if known is None and enumeration_protection.reveals(call):
            _LIMIT.count_failure(call, key, None)
            raise errors.AccountNotFound
        # The password may have been changed while this one was verified.
        if not is_correct or known is None or known.password_hash != stored:
            _LIMIT.count_failure(call, key, queries.id_of(known))
            raise errors.InvalidCredentials
        _LIMIT.reset(call, key)
        _must_be_usable(call, known)
        return _open_session(call, known, body, rehashed)


def verify_email(call: Call, body: VerifyEmailRequest) -> SignedIn:
    """Verify an address by a code, and open a session."""
    key = email_key(body.email)
    known = queries.locked_account_row(call.tx, key)
    known_id = queries.id_of(known)
    login_limits.must_spend_code_try(call, key, "verify-email", known_id)
    if known is None or known.is_email_verified or known.disabled_at is not None:
        owner = policies.NOBODY
    else:
        owner = Id(known.id)
    is_valid = codes.use(call, owner, "verify-email", body.otp)
    if known is None or not is_valid:
        message = errors.CodeInvalid.JOBS_SENTENCE if body.source == "jobs" else None
        raise codes.refused(call, "verify-email", known_id, message)
    login_limits.reset_code_tries(call, key, "verify-email")
    queries.change_account(call.tx, known.id, {"is_email_verified": True, "updated_at": call.now})
    audit.note(call, "account.verify_email", target=known.id, actor=known.id)
    hooks.notify_changed(call.tx, known.id)
    return sessions.open_for(call, known.id)


def resend_code(call: Call, body: ResendOtpRequest) -> None:
    """E-mail a new code, at most once a minute."""
    key = email_key(body.email)
    known = queries.account_row(call.tx, key)
    if known is not None and not known.is_email_verified:
        codes.send_verification(call, serializers.account(call, known.id), again=True)
    elif not enumeration_protection.reveals(call):
        enumeration_protection.send_no_code(call, key, known, "verify-email", again=True)
    elif known is not None:
        raise errors.AlreadyVerified
    else:
        audit.note(call, "account.send_code", outcome="failed")
        raise errors.AccountNotFound


def update_me(call: Call, body: UpdateUserRequest) -> Account:
    """Change the caller's own names and picture."""
    account_id = call.caller.account()
    changes = body.provided()
    if changes:
        if "avatar_url" in changes:
            changes["avatar_url"] = changes["avatar_url"] or None
        queries.change_account(call.tx, account_id, {**changes, "updated_at": call.now})
        hooks.notify_changed(call.tx, account_id)
    return serializers.account(call, account_id)


def _new_account(
    call: Call, body: RegisterRequest, key: str, password_hash: str
) -> dict[str, object]:
    provided = body.provided()
    jobs_role, vendors_role = provided.get("jobs_role"), provided.get("vendors_role")
    return {
        **policies.NEW_TIERS,
        "id": new_id(),
        "email": body.email,
        "email_key": key,
        "password_hash": password_hash,
        "role": body.role,
        "jobs_role": jobs_role,
        "vendors_role": vendors_role,
        "is_email_verified": False,
        "on_matchmaker": jobs_role is None and vendors_role is None,
        "created_at": call.now,
        "updated_at": call.now,
    }


def _refuse_silently(call: Call, key: str) -> None:
    """Count the registration of a taken address like any other, and notify the owner."""
    known = queries.account_row(call.tx, key)
    login_limits.count_first_code(call, key)
    audit.note(call, "account.register", target=queries.id_of(known), outcome="refused")
    if known is not None:
        enumeration_protection.notify_owner(call, known, "register")


def _must_be_usable(call: Call, known: queries.AccountRow) -> None:
    """Raise AccountDisabled or EmailNotVerified, audited; the latter e-mails a new code."""
    if known.disabled_at is None and known.is_email_verified:
        return
    audit.note(call, "account.sign_in", target=known.id, outcome="refused")
    if known.disabled_at is not None:
        raise errors.AccountDisabled
    try:
        codes.send_verification(call, serializers.account(call, known.id))
    except errors.TooManyCodes:
        # The refused e-mail is in the audit log. The client gets the specified 403 either way.
        raise errors.EmailNotVerified(errors.EmailNotVerified.NOT_MAILED) from None
    raise errors.EmailNotVerified


def _open_session(
    call: Call, known: queries.AccountRow, body: LoginRequest, rehashed: str | None
) -> SignedIn:
    # Signing in on a platform's site joins it; an existing role stays.
    changes = {
        name: role
        for name, role in body.provided().items()
        if name in {"jobs_role", "vendors_role"} and getattr(known, name) is None
    }
    joined = audit.changed(known._asdict(), changes)
    audit.note(call, "account.sign_in", target=known.id, changes=joined, actor=known.id)
    if rehashed is not None:
        changes["password_hash"] = rehashed
    if changes:
        queries.change_account(call.tx, known.id, {**changes, "updated_at": call.now})
        hooks.notify_changed(call.tx, known.id)
    return sessions.open_for(call, known.id)
